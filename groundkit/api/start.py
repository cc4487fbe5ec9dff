"""Starts a project: a configuration, and a judgments file to fill."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from groundkit.errors import InputError, UsageError
from groundkit.files.atomic import write_atomically
from groundkit.files.corpus_folder import is_document
from groundkit.files.last_search import FILE_NAME
from groundkit.files.project import read_table

JUDGMENTS = Path("evals") / "judgments.jsonl"
WAREHOUSE = Path("runs") / "warehouse.duckdb"
_NOT_A_CORPUS = frozenset({"evals", "runs", "node_modules", "tests", "venv", "dist", "build"})


@dataclass(frozen=True, slots=True)
class Started:
    """What ``start_project`` found and made."""

    corpus: Path
    """Folder of the documents, relative to the project's folder."""
    created: tuple[Path, ...]
    """Files that were made or extended."""
    kept: tuple[Path, ...]
    """Files that were there already and were left as they are."""


def start_project(folder: Path, corpus: Path | None = None) -> Started:
    """Configure ``folder`` as a project that evaluates the documents in ``corpus``.

    Without ``corpus`` the one sub-folder that holds documents is taken. Existing files are never
    overwritten; a ``pyproject.toml`` without a ``[tool.groundkit]`` table gets one at its end.
    Raises UsageError when it is not clear where the documents are, and InputError when
    ``corpus`` is not a folder.
    """
    chosen = _checked_corpus(folder, corpus) if corpus is not None else _only_corpus(folder)
    created: list[Path] = []
    kept: list[Path] = []
    config = folder / "pyproject.toml"
    if read_table(config) is not None:
        kept.append(config)
    else:
        _configure(config, chosen)
        created.append(config)
    judgments = folder / JUDGMENTS
    if judgments.exists():
        kept.append(judgments)
    else:
        _make_folder(judgments.parent)
        write_atomically(judgments, b"")
        created.append(judgments)
    ignore = folder / WAREHOUSE.parent / ".gitignore"
    if ignore.exists():
        kept.append(ignore)
    else:
        _make_folder(ignore.parent)
        write_atomically(ignore, f"*.duckdb\n*.duckdb.wal\n{FILE_NAME}\n".encode())
        created.append(ignore)
    return Started(chosen, tuple(created), tuple(kept))


def _configure(config: Path, corpus: Path) -> None:
    """Add the table to a configuration file, in the file's own kind of line ends."""
    existing = config.read_bytes() if config.exists() else b""
    newline = b"\r\n" if b"\r\n" in existing else b"\n"
    joint = b""
    if existing:
        joint = newline if existing.endswith(b"\n") else 2 * newline
    added = _configuration(corpus).encode().replace(b"\n", newline)
    write_atomically(config, existing + joint + added)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{folder}: cannot be made: {error.strerror}; a folder is needed here"
        ) from error


def _configuration(corpus: Path) -> str:
    return (
        "[tool.groundkit]\n"
        f"corpus = {_toml_string(corpus.as_posix())}\n"
        f"judgments = {_toml_string(JUDGMENTS.as_posix())}\n"
        f"warehouse = {_toml_string(WAREHOUSE.as_posix())}\n"
    )


def _checked_corpus(folder: Path, corpus: Path) -> Path:
    path = folder / corpus
    if not path.is_dir():
        raise InputError(f"{corpus}: no such folder; name the folder that holds your documents")
    resolved, base = path.resolve(), folder.resolve()
    if base.is_relative_to(resolved):
        raise UsageError(_inside(folder))
    for taken in (JUDGMENTS, WAREHOUSE):
        if (base / taken).is_relative_to(resolved):
            raise UsageError(
                f"{corpus}: {taken.as_posix()} would lie in it, and every file in a corpus folder "
                "enters its hash; move the documents into a folder of their own"
            )
    if not _has_documents(path):
        raise InputError(
            f"{corpus}: holds no .md, .markdown or .txt file; name the folder that holds your "
            "documents"
        )
    return resolved.relative_to(base) if base in resolved.parents else resolved


def _only_corpus(folder: Path) -> Path:
    candidates = [
        entry
        for entry in sorted(folder.iterdir())
        if entry.is_dir()
        and not entry.name.startswith(".")
        and entry.name not in _NOT_A_CORPUS
        and _has_documents(entry)
    ]
    if len(candidates) == 1:
        return candidates[0].relative_to(folder)
    if candidates:
        names = ", ".join(entry.name for entry in candidates[:6])
        raise UsageError(
            f"several folders hold documents ({names}); name one: "
            f"`groundkit-wh init {candidates[0].name}`"
        )
    if _holds_documents(folder):
        raise UsageError(_inside(folder))
    raise UsageError(
        "no folder with .md, .markdown or .txt files here; put your documents into one, "
        "such as docs/, and run `groundkit-wh init docs`"
    )


def _has_documents(folder: Path) -> bool:
    return any(
        path.is_file() and is_document(path.relative_to(folder).as_posix())
        for path in folder.rglob("*")
    )


def _holds_documents(folder: Path) -> bool:
    return any(path.is_file() and is_document(path.name) for path in folder.iterdir())


def _inside(folder: Path) -> str:
    name = folder.resolve().name
    return (
        "the documents lie in this very folder, and every file in a corpus folder enters its "
        f"hash, so the project must stand outside: `cd .. && groundkit-wh init {_shell(name)}`"
    )


def _shell(name: str) -> str:
    import shlex

    return shlex.quote(name)


def _toml_string(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
