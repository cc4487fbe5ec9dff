"""Everything that can go wrong, as one tree; the exit code sits on the class.

A message is one line: place, thing, what was expected, next step. The command line
prints it after ``error: `` and exits with ``exit_code``; a library caller catches
``GroundkitError`` or one of its classes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class GroundkitError(Exception):
    """Base of every error that groundkit raises on purpose."""

    exit_code = 70


class CheckFailed(GroundkitError):
    """A check or a gate ran and found offences."""

    exit_code = 1


class UsageError(GroundkitError):
    """An option, a parameter or a configuration value cannot be used."""

    exit_code = 2


class InputError(GroundkitError):
    """A file that was given cannot be read as what it should be.

    ``problems`` holds one line a problem, each with its own place, so that all of them can
    be mended in one go; the exception's text is these lines joined.
    """

    exit_code = 3

    def __init__(self, problems: str | Sequence[str]) -> None:
        self.problems: tuple[str, ...] = (
            (problems,) if isinstance(problems, str) else tuple(problems)
        )
        super().__init__("\n".join(self.problems))


class WarehouseError(GroundkitError):
    """The warehouse is missing, locked, damaged, full, or of another version."""

    exit_code = 4


class WarehouseInUse(WarehouseError):
    """Another process, or another part of this one, has the warehouse open."""


class SqlRejected(GroundkitError):
    """The engine refused a SQL statement."""

    exit_code = 5


def nearest(word: str, valid: Iterable[str]) -> str | None:
    """Return the valid name that ``word`` was probably meant to be, or None."""
    import difflib

    matches = difflib.get_close_matches(word, list(valid), n=1, cutoff=0.6)
    return matches[0] if matches else None


def unknown_name(kind: str, word: str, valid: Iterable[str]) -> str:
    """Return the one-line message for a name that does not exist, with the nearest that does."""
    names = sorted(valid)
    guess = nearest(word, names)
    hint = f'did you mean "{guess}"?' if guess else f"valid: {', '.join(names)}"
    return f'unknown {kind} "{word}"; {hint}'
