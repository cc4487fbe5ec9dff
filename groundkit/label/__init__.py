"""Helps to write labels: what to label next, and how to cut a quote."""
