"""Owns stderr and the exit code: the one place where errors become messages."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import click

from groundkit.errors import GroundkitError, InputError, UsageError
from groundkit.output.values import visible

DEBUG = "--debug"
INTERRUPTED = 130
BUG = 70


class ReaderGone(Exception):
    """Whoever read standard output went away, as in `... | head`; what it wanted was written."""


def say(message: str) -> None:
    """Say one line to a person, on stderr; whatever is quoted in it cannot steer a terminal."""
    _write(visible(message))


def _write(text: str) -> None:
    if sys.stderr is not None:
        sys.stderr.write(text + "\n")
        sys.stderr.flush()


def run(command: click.Command, arguments: Sequence[str]) -> int:
    """Run a command line and return its exit code; every error is said in one line."""
    debug = DEBUG in arguments
    try:
        command.main(
            [argument for argument in arguments if argument != DEBUG],
            prog_name="groundkit-wh",
            standalone_mode=False,
        )
    except click.exceptions.Exit as error:
        return error.exit_code
    except click.Abort:
        return _interrupted()
    except click.ClickException as error:
        _trace(debug)
        return _usage(error)
    except GroundkitError as error:
        _trace(debug)
        problems = error.problems if isinstance(error, InputError) else (str(error),)
        for problem in problems:
            say(f"error: {problem}")
        if len(problems) > 1:
            say(f"error: {len(problems)} problems; nothing was stored")
        return error.exit_code
    except KeyboardInterrupt:
        return _interrupted()
    except (BrokenPipeError, ReaderGone):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except UnicodeEncodeError as error:
        _trace(debug)
        say(f"error: {error.object[error.start : error.end]!a} is no text that can be written")
        return UsageError.exit_code
    except OSError as error:
        _trace(debug)
        say(
            f"error: the output cannot be written: {error.strerror}; free some space or name a file"
        )
        return InputError.exit_code
    except Exception as error:  # noqa: BLE001 - the last line of defence
        _trace(debug)
        say(
            f"error: this is a bug in groundkit: {type(error).__name__}: "
            f"{' '.join(str(error).split())[:300]}; run again with {DEBUG} for the traceback"
        )
        return BUG
    return 0


def _trace(debug: bool) -> None:
    if debug:
        import traceback

        _write(traceback.format_exc().rstrip())


def _interrupted() -> int:
    say("interrupted; nothing was stored")
    return INTERRUPTED


def _usage(error: click.ClickException) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        _write(error.format_message())
        return error.exit_code
    message = " ".join(error.format_message().split())
    say(f"error: {message}")
    if isinstance(error, click.UsageError) and error.ctx is not None:
        say(f"try: {error.ctx.command_path} --help")
    return error.exit_code
