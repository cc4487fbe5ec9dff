"""The data dictionary of a warehouse that does not exist yet."""

from __future__ import annotations

from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.files.resources import query
from groundkit.table import Table


def new_dictionary() -> Table:
    """Return the data dictionary of a new warehouse, from the engine's catalog."""
    session = open_memory_session()
    try:
        migrations.migrate(session)
        return session.table(query("dictionary"))
    finally:
        session.close()
