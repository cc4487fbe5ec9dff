"""Puts an empty, ready-made warehouse file into the wheel.

Building tables, views and comments by SQL takes about as long as a whole evaluation of a small
collection; copying a file does not. ``groundkit.engine.template`` uses the copy only where it is
of the same migrations and views as the program, and a test holds both ways equal.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WarehouseTemplate(BuildHookInterface):  # type: ignore[type-arg]
    """Builds the template with the engine of the build environment."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the file and add it to the wheel; an editable install goes without."""
        if version == "editable":
            return
        sys.path.insert(0, self.root)
        try:
            from groundkit.engine.connection import open_session
            from groundkit.engine.migrations import migrate
        finally:
            sys.path.remove(self.root)
        self._folder = tempfile.TemporaryDirectory()
        path = Path(self._folder.name) / "template"
        session = open_session(path, "write")
        migrate(session)
        session.close()
        build_data["force_include"][str(path)] = "groundkit/_data/template.warehouse"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the temporary file."""
        if version != "editable":
            self._folder.cleanup()
