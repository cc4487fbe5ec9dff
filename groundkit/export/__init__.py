"""Writes what the warehouse holds into other formats."""
