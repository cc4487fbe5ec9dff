"""Stores what was read and observed: content by hash, then runs."""
