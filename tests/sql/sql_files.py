"""The SQL files as texts: header, the object they make, its body and its comments."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from groundkit.files.resources import sql_folder

HEADER_KEYS = ("Grain", "Reads", "Serves", "Source")
NO_RELATION = "nothing"
"""What ``Reads:`` says of a formula."""

_OBJECT = re.compile(
    r"^create or replace (?P<kind>view|macro) (?P<name>[a-z0-9_.]+)"
    r"(?P<parameters>\([^)]*\))? as(?P<table> table)?\n(?P<body>.*?);$",
    re.MULTILINE | re.DOTALL,
)
_COMMENT = re.compile(
    r"^comment on (?P<kind>view|macro|macro table|table|column) (?P<name>[a-z0-9_.]+) is '",
    re.MULTILINE,
)
_QUALIFIED = re.compile(r"\b[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*\b")


@dataclass(frozen=True, slots=True)
class ViewFile:
    """One file of ``sql/views/NN_layer/``."""

    path: Path
    text: str

    @property
    def name(self) -> str:
        """The qualified name that the path stands for."""
        return f"{self.path.parent.name.partition('_')[2]}.{self.path.stem}"

    @property
    def layer(self) -> int:
        """The number of the folder; what is read must not be in a later one."""
        return int(self.path.parent.name.partition("_")[0])

    @property
    def header_lines(self) -> list[str]:
        """The comment lines above the object, without their dashes."""
        lines = self.text.splitlines()
        end = next(number for number, line in enumerate(lines) if not line.startswith("--"))
        return [line.removeprefix("--").strip() for line in lines[:end]]

    @property
    def header(self) -> dict[str, str]:
        """The header's keys and values."""
        pairs = (line.partition(":") for line in self.header_lines[1:])
        return {key: value.strip() for key, _, value in pairs}

    @property
    def reads(self) -> set[str]:
        """What the header says that the object reads; empty for a formula."""
        said = self.header["Reads"]
        return set() if said == NO_RELATION else {name.strip() for name in said.split(",")}

    @property
    def serves(self) -> set[str]:
        """The qualified names in what the header says that the object serves."""
        return set(_QUALIFIED.findall(self.header["Serves"].replace(".sql", "")))

    @property
    def kind(self) -> str:
        """``view``, ``macro`` or ``macro table``, as a comment on it is written."""
        return f"{self._object['kind']}{' table' if self._object['table'] else ''}"

    @property
    def created(self) -> str:
        """The qualified name that the statement makes."""
        return str(self._object["name"])

    @property
    def select(self) -> str:
        """The body as a select: that of a formula is its value."""
        body = str(self._object["body"])
        return f"select {body}" if self.kind == "macro" else body

    @property
    def comments(self) -> list[tuple[str, str]]:
        """The (kind, name) of everything that is commented on."""
        return [(found["kind"], found["name"]) for found in _COMMENT.finditer(self.text)]

    @property
    def _object(self) -> re.Match[str]:
        found = _OBJECT.search(self.text)
        if found is None:
            raise ValueError(f"{self.path}: expected one `create or replace view|macro NAME as`")
        return found


def view_files() -> list[ViewFile]:
    """Return the files of all views and macros, sorted by path."""
    paths = sorted((sql_folder() / "views").glob("*/*.sql"))
    return [ViewFile(path, path.read_text(encoding="utf-8")) for path in paths]


def query_files() -> list[Path]:
    """Return the files of all queries, sorted."""
    return sorted((sql_folder() / "queries").glob("*.sql"))


def migration_files() -> list[Path]:
    """Return the files of all migrations, in order."""
    return sorted((sql_folder() / "migrations").glob("*.sql"))


def without_comments(sql: str) -> str:
    """Return the statement without its comment lines."""
    return "\n".join(line for line in sql.splitlines() if not line.lstrip().startswith("--"))
