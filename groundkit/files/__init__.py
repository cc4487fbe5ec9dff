"""Readers of what users give: corpus folders, judgment files."""
