"""The small collection as fixtures."""

from __future__ import annotations

from small_collection import collection, evaluated, opened

__all__ = ["collection", "evaluated", "opened"]
