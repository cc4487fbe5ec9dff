"""Label once by quoting the document; evaluate any chunking and any retriever; keep every run.

The names below are loaded when they are first used, so that ``import groundkit`` is quick.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from groundkit.version import VERSION

__version__ = VERSION

if TYPE_CHECKING:
    from groundkit.api.measure_files import MeasureSettings, measure_files
    from groundkit.api.search import search
    from groundkit.api.start import start_project
    from groundkit.api.warehouse import Run, Warehouse
    from groundkit.errors import GroundkitError
    from groundkit.retrieve.callables import CallableStage

__all__ = [
    "CallableStage",
    "GroundkitError",
    "MeasureSettings",
    "Run",
    "Warehouse",
    "__version__",
    "measure_files",
    "search",
    "start_project",
]

_HOMES = {
    "CallableStage": "groundkit.retrieve.callables",
    "GroundkitError": "groundkit.errors",
    "Run": "groundkit.api.warehouse",
    "Warehouse": "groundkit.api.warehouse",
    "MeasureSettings": "groundkit.api.measure_files",
    "measure_files": "groundkit.api.measure_files",
    "search": "groundkit.api.search",
    "start_project": "groundkit.api.start",
}


def __dir__() -> list[str]:
    """Return the public names, loaded or not."""
    return sorted(__all__)


def __getattr__(name: str) -> Any:
    """Load a public name from its home."""
    if name not in _HOMES:
        raise AttributeError(f"module 'groundkit' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(_HOMES[name]), name)
