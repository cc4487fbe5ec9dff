"""What ``judgments check`` says: its rules, its settings, and ten ways to break a file by hand."""

from __future__ import annotations

import ast
import inspect
import json
import os
import subprocess
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from generate.terminal import fenced, output, scratch, session
from groundkit.check import rules
from groundkit.check.rules import RULES, CheckSettings

JUDGMENTS = Path("evals/judgments.jsonl")
PLACE = f"{JUDGMENTS.as_posix()}:"

Edit = Callable[[list[bytes]], list[bytes]]
"""Takes the lines of the file, each with its line end, and returns them as an editor left them."""


def rule_table() -> str:
    """Return all rules as a Markdown table."""
    rows = ["| rule | severity | demands | because |", "|---|---|---|---|"]
    rows += [
        f"| `{rule.name}` | {rule.severity} | {rule.demands} | {rule.reason} |"
        for rule in RULES.values()
    ]
    return "\n".join(rows)


def settings_table() -> str:
    """Return what can be tuned, with its default, as a Markdown table."""
    rows = ["| key | default | meaning |", "|---|---|---|"]
    defaults = CheckSettings()
    described = _descriptions()
    for spec in fields(CheckSettings):
        if spec.name == "severity":
            continue
        value = getattr(defaults, spec.name)
        shown = json.dumps(list(value) if isinstance(value, tuple) else value)
        rows.append(f"| `{spec.name}` | `{shown}` | {described[spec.name]} |")
    rows.append("| `rules` | `{}` | Severity by rule: `error`, `warning`, `note` or `off`. |")
    return "\n".join(rows)


def _descriptions() -> dict[str, str]:
    """Return the string under each field of the settings."""
    tree = ast.parse(inspect.getsource(rules))
    (settings,) = [
        node
        for node in tree.body
        if isinstance(node, ast.ClassDef) and node.name == CheckSettings.__name__
    ]
    found: dict[str, str] = {}
    for node, after in zip(settings.body, settings.body[1:], strict=False):
        if (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and isinstance(after, ast.Expr)
            and isinstance(after.value, ast.Constant)
        ):
            found[node.target.id] = " ".join(str(after.value.value).split())
    return found


def clean() -> str:
    """Return what the bundled collection makes ``check`` say."""
    with scratch("evals"):
        return session("groundkit-wh judgments check")


def history() -> str:
    """Return what ``--history`` says where the second of three commits broke a quote."""
    with scratch("evals"):
        retries, leases = Path("evals/corpus/retries.md"), Path("evals/corpus/leases.md")
        _commit("Write the handbook", 1)
        _edit(retries, "Eight attempts, counting", "Eight attempts in all, counting")
        _edit(leases, "batch size times the slowest handling time", "batch size times its duration")
        _commit("Say it more simply", 2)
        _edit(leases, "# Leases", "# Leases of messages")
        _commit("Rename a heading", 3)
        return session("groundkit-wh judgments check --history", exit_code=1, masked=False)


def _edit(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    if old not in text:
        raise ValueError(f"{file} does not hold {old!r}")
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def _commit(subject: str, day: int) -> None:
    """Commit everything in the working folder, the same on every machine."""
    moment = f"2026-01-0{day}T12:00:00Z"
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(Path.cwd()),
        "GIT_CONFIG_GLOBAL": os.devnull,
        "GIT_CONFIG_NOSYSTEM": "1",
        "GIT_AUTHOR_NAME": "Handbook",
        "GIT_AUTHOR_EMAIL": "handbook@example.org",
        "GIT_AUTHOR_DATE": moment,
        "GIT_COMMITTER_NAME": "Handbook",
        "GIT_COMMITTER_EMAIL": "handbook@example.org",
        "GIT_COMMITTER_DATE": moment,
    }
    for arguments in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", subject]):
        subprocess.run(["git", *arguments], env=environment, check=True)


def broken() -> str:
    """Return ten broken files, each with what ``check`` says of it, as Markdown."""
    return "\n\n".join(f"### {title}\n\n{_checked(edit)}" for title, edit in _EDITS.items())


def _checked(edit: Edit) -> str:
    with scratch("evals"):
        before = JUDGMENTS.read_bytes().splitlines(keepends=True)
        after = edit(list(before))
        JUDGMENTS.write_bytes(b"".join(after))
        failed = output_of_check()
        changed = [line for line in after if line not in before] or [after[-1]]
        block = [f"```json\n{_abridged(changed[0])}\n```"] if len(changed) == 1 else []
        return "\n\n".join([*block, fenced("console", failed)])


def output_of_check() -> str:
    """Return what ``check`` prints, whether it fails or not."""
    for code in (1, 0):
        try:
            return "$ groundkit-wh judgments check\n" + output(
                "groundkit-wh judgments check", exit_code=code
            )
        except RuntimeError:
            continue
    raise RuntimeError("judgments check ended with another exit code than 0 or 1")


def _abridged(line: bytes) -> str:
    return line.decode().rstrip("\r\n").replace("\t", "→")


def _replace(old: str, new: str) -> Edit:
    """Return an edit of the first line of a normal query that holds ``old``."""

    def edit(lines: list[bytes]) -> list[bytes]:
        index = next(
            index
            for index, line in enumerate(lines)
            if b'"normal"' in line and old.encode() in line
        )
        lines[index] = lines[index].replace(old.encode(), new.encode(), 1)
        return lines

    return edit


def _byte_order_mark(lines: list[bytes]) -> list[bytes]:
    return [b"\xef\xbb\xbf" + lines[0], *lines[1:]]


def _crlf(lines: list[bytes]) -> list[bytes]:
    return [line.replace(b"\n", b"\r\n") for line in lines]


def _line_twice(lines: list[bytes]) -> list[bytes]:
    return [*lines[:40], lines[40], *lines[40:]]


def _at_the_end(lines: list[bytes]) -> list[bytes]:
    new = {
        "query_id": "handler-crash",
        "query": "A worker died before its handler ran. Was that one of the tries?",
        "category": "normal",
        "gold": [{"doc": "leases.md", "quote": "has used up an attempt all the same"}],
    }
    return [*lines, f"{json.dumps(new)}\n".encode()]


_EDITS: dict[str, Edit] = {
    "A comma too many": _replace('"}]', '"},]'),
    "Typographic quotation marks": _replace('"category": "normal"', "“category”: “normal”"),
    "A tab inside a text": _replace('"query": "', '"query": "\t'),
    "A byte order mark": _byte_order_mark,
    "Windows line ends": _crlf,
    "A line twice": _line_twice,
    "A line in the wrong place": _at_the_end,
    "A category that does not exist": _replace('"normal"', '"norml"'),
    "A brace too few": _replace('"}]', '"]'),
    "A quote pasted from a PDF": _replace(
        "4 milliseconds slower while", r"4 milliseconds\nslower  while"
    ),
}
