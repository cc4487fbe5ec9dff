"""Finds the run that a person means."""

from __future__ import annotations

from groundkit.engine.session import Session
from groundkit.errors import UsageError, nearest

LATEST = "latest"
SHORTEST_PREFIX = 4


def check_name(name: str) -> None:
    """Raise UsageError for what no run can be called, since nobody could refer to it."""
    if not isinstance(name, str):
        raise UsageError(f"the name of a run must be text, not {name!r}")
    try:
        name.encode()
    except UnicodeEncodeError as error:
        raise UsageError(f"a run cannot be called {name!a}, which is not valid text") from error
    if not name.strip() or name == LATEST:
        raise UsageError(f'a run cannot be called "{name}"')


def find_run(session: Session, reference: str) -> str:
    """Return the run_id of ``reference``: an id, a unique prefix of one, a name, or ``latest``.

    Raises UsageError when no run or more than one is meant.
    """
    runs = session.rows("select run_id, name from core.run order by created_at desc, run_id desc")
    if not runs:
        raise UsageError(f"{session.path}: no runs yet; run `groundkit-wh eval` to make one")
    if reference == LATEST:
        return str(runs[0][0])
    by_name = [run_id for run_id, name in runs if name == reference]
    by_id = [run_id for run_id, _ in runs if run_id == reference]
    begins = [run_id for run_id, _ in runs if run_id.startswith(reference.lower())]
    if not by_id and len(reference) >= SHORTEST_PREFIX:
        by_id = begins
    found = by_name or by_id
    if len(found) == 1:
        return str(found[0])
    if found:
        shown = ", ".join(found[:5]) + (", ..." if len(found) > 5 else "")
        raise UsageError(f'"{reference}" means {len(found)} runs ({shown}); give a whole id')
    if reference and begins:
        raise UsageError(
            f'no run is called "{reference}"; the beginning of an id needs {SHORTEST_PREFIX} '
            "characters"
        )
    guess = nearest(reference, [name for _, name in runs])
    hint = f'did you mean "{guess}"?' if guess else "`groundkit-wh runs` lists them"
    raise UsageError(f'no run is called "{reference}"; {hint}')
