"""Chunkers: how a text is cut into the spans that are retrieved."""
