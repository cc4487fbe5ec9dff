"""Makes the generators of the pages importable as ``generate``, as cog does."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "docs"))
