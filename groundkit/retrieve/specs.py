"""Stages as words of a command line: ``NAME=exec:COMMAND`` and ``NAME=MODULE:FACTORY``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial

from groundkit.errors import UsageError, nearest
from groundkit.retrieve.factories import FactoryStage, imported
from groundkit.retrieve.program import DEFAULT_TIMEOUT, ProgramStage, unheard
from groundkit.text.quotes import shown

BASELINE = "bm25"
"""The stage of every run, which may be named too."""
EXEC = "exec:"
FORMS = "NAME=exec:COMMAND, NAME=MODULE:FACTORY"

_FACTORY = re.compile(r"[^\W\d]\w*(\.[^\W\d]\w*)*:[^\W\d]\w*(\.[^\W\d]\w*)*")


def split_spec(word: str) -> tuple[str, str] | None:
    """Return name and rest of ``NAME=...``; None for the baseline.

    Raises UsageError for anything else.
    """
    if word == BASELINE:
        return None
    name, equals, rest = word.partition("=")
    if not equals:
        meant = nearest(word, (BASELINE,))
        hint = f'did you mean "{meant}"?' if meant else f"valid: {BASELINE}, {FORMS}"
        raise UsageError(f'unknown stage "{shown(word)}"; {hint}')
    if not rest.startswith(EXEC) and not _FACTORY.fullmatch(rest):
        raise UsageError(
            f'stage "{shown(name)}": expected exec:COMMAND or MODULE:FACTORY, not "{shown(rest)}"'
        )
    return name, rest


def stages(
    words: Iterable[str],
    *,
    timeout: float = DEFAULT_TIMEOUT,
    say: Callable[[str, str], None] | None = None,
) -> Mapping[str, ProgramStage | FactoryStage]:
    """Return the stages that words of a command line name, beside the baseline, in their order.

    ``timeout`` is for programs, in seconds a query; ``say`` is called with the name of a stage
    and each line of its program's standard error. Raises UsageError for what names no stage, and
    for a name that is given twice.
    """
    found: dict[str, ProgramStage | FactoryStage] = {}
    for word in words:
        split = split_spec(word)
        if split is None:
            continue
        name, rest = split
        if name in found:
            raise UsageError(f'there are two stages called "{shown(name)}"; give each its own name')
        try:
            if rest.startswith(EXEC):
                found[name] = ProgramStage(
                    rest.removeprefix(EXEC),
                    timeout=timeout,
                    say=unheard if say is None else partial(say, name),
                )
            else:
                found[name] = imported(rest)
        except UsageError as error:
            raise UsageError(f'stage "{shown(name)}": {error}') from error
    return found
