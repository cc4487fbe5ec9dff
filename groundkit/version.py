"""The version of groundkit, in one place for code that must not import much."""

VERSION = "0.1.0"
