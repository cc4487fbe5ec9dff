"""The program as a process: exit codes, pipes, colours, tracebacks, and what it suggests."""

from __future__ import annotations

import shlex
import subprocess
import sys
from collections.abc import Callable

import click
import pytest
from small_collection import Collection, Finished, environment, groundkit

from groundkit import Warehouse, __version__
from groundkit.cli import diagnostics, progress
from groundkit.cli.root import COMMANDS, root
from groundkit.errors import CheckFailed, InputError, SqlRejected, UsageError, WarehouseError
from groundkit.progress import silent

Cli = Callable[..., Finished]
W = ("-w", "w.duckdb")


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (("runs", *W), 0),
        (("db", "verify", *W), 1),
        (("show", "nobody", *W), 2),
        (("eval", "--corpus", "nowhere", "--judgments", "labels.jsonl", *W), 3),
        (("runs", "-w", "nothing.duckdb"), 4),
        (("sql", "drop table core.run", *W), 5),
    ],
)
def test_every_way_to_end_has_its_exit_code(
    evaluated: Collection, command: tuple[str, ...], code: int
) -> None:
    if code == 1:
        with Warehouse.open(evaluated.warehouse) as wh:
            wh.session.execute("update core.run set platform = 'abacus'")
    done = groundkit(*command, cwd=evaluated.folder)
    assert done.code == code
    assert len(done.errors) == (code > 0)
    assert "Traceback" not in done.err


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (CheckFailed("no"), 1, ["no"]),
        (UsageError("no"), 2, ["no"]),
        (InputError("no"), 3, ["no"]),
        (InputError(["one", "two"]), 3, ["one", "two", "2 problems; nothing was stored"]),
        (WarehouseError("no"), 4, ["no"]),
        (SqlRejected("no"), 5, ["no"]),
        (
            ZeroDivisionError("by\nzero"),
            70,
            [
                "this is a bug in groundkit: ZeroDivisionError: by zero; run again with --debug "
                "for the traceback"
            ],
        ),
        (click.UsageError("no"), 2, ["no"]),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_an_error_is_said_in_lines_and_traced_only_on_demand(
    capsys: pytest.CaptureFixture[str], error: Exception, code: int, said: list[str]
) -> None:
    @click.command()
    def fails() -> None:
        raise error

    assert diagnostics.run(fails, []) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert Finished(code, out, err).errors == said
    assert "Traceback" not in err

    assert diagnostics.run(fails, ["--debug"]) == code
    out, err = capsys.readouterr()
    assert out == ""
    assert Finished(code, out, err).errors == said
    assert "Traceback (most recent call last)" in err
    assert type(error).__name__ in err


@pytest.mark.parametrize("interruption", [KeyboardInterrupt, click.Abort])
def test_an_interruption_ends_with_130(
    capsys: pytest.CaptureFixture[str], interruption: type[BaseException]
) -> None:
    @click.command()
    def interrupted() -> None:
        raise interruption

    assert diagnostics.run(interrupted, []) == 130
    assert "interrupted; nothing was stored" in capsys.readouterr().err


@pytest.mark.parametrize(
    "command",
    [
        ("sql", *W, "-f", "csv", "from range(300000)"),
        ("db", "schema", *W),
        ("export", "out", *W, "-q"),
    ],
    ids=lambda command: command[0],
)
def test_a_reader_that_goes_away_is_no_error(
    evaluated: Collection, command: tuple[str, ...]
) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "groundkit", *command],
        cwd=evaluated.folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    with process:
        assert process.stdout is not None
        assert process.stderr is not None
        if command[0] == "sql":
            assert process.stdout.readline() == b"range\n"
        process.stdout.close()
        said = process.stderr.read()
        assert process.wait() == 0
    assert said == b""


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", ">&- 2>&-"])
def test_a_stream_that_is_closed_is_no_bug(evaluated: Collection, closed: str) -> None:
    command = shlex.join([sys.executable, "-m", "groundkit"])
    for arguments in ("runs -w w.duckdb", "show nobody -w w.duckdb"):
        done = subprocess.run(
            ["/bin/sh", "-c", f"{command} {arguments} {closed}"],
            cwd=evaluated.folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == (2 if "nobody" in arguments else 0), done.stderr
        assert "Traceback" not in done.stderr
        assert "bug" not in done.stderr


def test_no_colour_is_ever_written(evaluated: Collection) -> None:
    plain = groundkit("show", "frist", *W, cwd=evaluated.folder, NO_COLOR="1", TERM="dumb")
    asked = groundkit(
        "show", "frist", *W, cwd=evaluated.folder, FORCE_COLOR="1", CLICOLOR_FORCE="1"
    )
    assert asked == plain
    assert "\x1b" not in plain.err
    plain = groundkit("show", *W, cwd=evaluated.folder, NO_COLOR="1")
    asked = groundkit("show", *W, cwd=evaluated.folder, FORCE_COLOR="1", TERM="xterm-256color")
    assert asked == plain
    assert "\x1b" not in plain.out


def test_output_is_utf_8_whatever_the_locale(evaluated: Collection) -> None:
    done = groundkit(
        *("sql", "select 'größe 数据' as word", *W, "-f", "csv"),
        cwd=evaluated.folder,
        PYTHONIOENCODING="ascii",
        LC_ALL="C",
    )
    assert (done.code, done.out) == (0, "word\ngröße 数据\n")
    done = groundkit("export", "größe", *W, cwd=evaluated.folder, PYTHONIOENCODING="ascii")
    assert (done.code, done.errors) == (0, [])
    assert "größe/core.run.parquet" in done.out.splitlines()


def test_help_names_every_command_and_each_explains_itself(cli: Cli) -> None:
    listed = cli("--help")
    assert listed.code == 0
    for name in COMMANDS:
        assert f"\n  {name} " in listed.out
        own = cli(name, "--help")
        assert (own.code, own.err) == (0, "")
        assert "Example" in own.out
        assert cli(name, "-h") == own


def test_without_a_command_the_help_is_shown_and_it_is_a_usage_error(cli: Cli) -> None:
    for group in ((), ("db",)):
        done = cli(*group)
        assert done.code == 2
        assert "Commands:" in done.out + done.err
        assert "error: Usage" not in done.err


def test_the_version_is_that_of_the_package(cli: Cli) -> None:
    assert cli("--version").out == f"groundkit-wh {__version__}\n"


@pytest.mark.parametrize(
    ("command", "suggestion"),
    [
        (("evl",), 'unknown command "evl"; did you mean "eval"?'),
        (("runs", "rname"), 'unknown command "rname"; did you mean "rename"?'),
        (("db", "shema"), 'unknown command "shema"; did you mean "schema"?'),
        (("zzz",), 'unknown command "zzz"; valid: '),
        (("eval", "--chunk-sise", "3"), "--chunk-size"),
        (("show", "--querys"), "--queries"),
        (("search", "x", "--topk", "3"), "--top-k"),
        (("runs", "-f", "jsno"), "json"),
    ],
)
def test_an_unknown_word_is_answered_with_the_nearest_valid_one(
    cli: Cli, command: tuple[str, ...], suggestion: str
) -> None:
    done = cli(*command)
    assert (done.code, done.out) == (2, "")
    assert suggestion in done.errors[0]


def test_every_command_of_the_table_can_be_loaded() -> None:
    context = click.Context(root)
    for name in COMMANDS:
        assert isinstance(root.get_command(context, name), click.Command)


class Terminal:
    """Standard error that says that it is a terminal."""

    def __init__(self) -> None:
        self.text = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.text += text

    def flush(self) -> None:
        pass


def test_progress_is_drawn_on_a_terminal_after_a_second_of_work(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal, clock = Terminal(), [0.0]
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr("groundkit.cli.progress.time.monotonic", lambda: clock[0])
    draw = progress.bar(quiet=False)
    draw("indexing", 1, 100)
    assert terminal.text == ""
    clock[0] = 1.5
    draw("indexing", 50, 100)
    assert terminal.text == f"\rindexing [{'#' * 15}{'.' * 15}] 50/100"
    draw("indexing", 51, 100)  # Too soon after.
    assert "51/100" not in terminal.text
    draw("indexing", 100, 100)
    assert terminal.text.endswith("] 100/100\r\n")
    assert "\x1b" not in terminal.text


@pytest.mark.parametrize("why", ["quiet", "dumb", "no terminal"])
def test_progress_is_not_drawn_where_nobody_would_see_it(
    monkeypatch: pytest.MonkeyPatch, why: str
) -> None:
    terminal = Terminal()
    monkeypatch.setenv("TERM", "dumb" if why == "dumb" else "xterm")
    if why == "no terminal":
        monkeypatch.setattr(terminal, "isatty", lambda: False)
    monkeypatch.setattr(sys, "stderr", terminal)
    assert progress.bar(quiet=why == "quiet") is silent
