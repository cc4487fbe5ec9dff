"""Produces the generated parts of README.md and docs/: commands and queries that were run.

The pages call these functions from cog blocks; `cog -r -P README.md docs/*.md`, run at the root
of the checkout, writes them anew. What they return is the same on every machine and engine.
"""
