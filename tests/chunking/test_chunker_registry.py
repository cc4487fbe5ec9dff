"""Chunkers are found by name."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from groundkit.chunking.fixed import Fixed
from groundkit.chunking.recursive import Recursive
from groundkit.chunking.registry import ENTRY_POINTS, chunker, is_built_in
from groundkit.errors import UsageError
from groundkit.records import Span


class Sentences(Fixed):
    """An installed chunker, here a subclass of a built-in one."""


@dataclass
class Revised:
    """An installed chunker with revisions."""

    chunk_size: int
    chunk_overlap: int
    revision: int = 7
    name: str = "revised"
    params: Any = ()

    def spans(self, text: str) -> list[Span]:
        return []


Install = Callable[[str, Any], None]


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that makes an object an entry point."""
    installed: list[importlib.metadata.EntryPoint] = []

    def entry_points(*, group: str) -> list[importlib.metadata.EntryPoint]:
        assert group == ENTRY_POINTS
        return installed

    def install(name: str, value: Any) -> None:
        if not isinstance(value, str):
            monkeypatch.setattr(sys.modules[__name__], f"made_{name}", value, raising=False)
            value = f"{__name__}:made_{name}"
        installed.append(importlib.metadata.EntryPoint(name, value, ENTRY_POINTS))

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    return install


def make(spec: str) -> Any:
    return chunker(spec, chunk_size=100, chunk_overlap=10)


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("recursive", Recursive(100, 10, 2)),
        ("recursive@1", Recursive(100, 10, 1)),
        ("recursive@2", Recursive(100, 10, 2)),
        ("fixed", Fixed(100, 10)),
        ("fixed@1", Fixed(100, 10)),
    ],
)
def test_built_in_chunkers_are_found_by_name_and_revision(spec: str, expected: Any) -> None:
    assert make(spec) == expected
    assert is_built_in(make(spec))


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("recursiv", 'unknown chunker "recursiv"; did you mean "recursive"?'),
        ("", 'unknown chunker ""; valid: '),
        ("fixed@2", "chunker fixed has no revision 2; use fixed@1"),
        ("recursive@3", "chunker recursive has no revision 3"),
        ("recursive@", 'expected a whole number after "@"'),
        ("recursive@latest", 'expected a whole number after "@"'),
        ("recursive@-1", 'expected a whole number after "@"'),
        ("recursive@²", 'expected a whole number after "@"'),
        ("recursive@" + "1" * 5000, 'expected a whole number after "@"'),
    ],
)
def test_a_chunker_that_does_not_exist_is_refused(spec: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        make(spec)
    assert message in str(caught.value)


def test_built_in_chunkers_are_found_without_looking_at_installed_packages() -> None:
    code = (
        "import sys; from groundkit.chunking.registry import chunker; "
        "chunker('recursive@1', chunk_size=9, chunk_overlap=0); "
        "chunker('fixed', chunk_size=9, chunk_overlap=0); "
        "sys.exit('importlib.metadata' in sys.modules or 'rapidfuzz' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_chunker_of_an_installed_package_is_called_with_size_and_overlap(
    install: Install,
) -> None:
    install("sentences", Sentences)
    made = make("sentences")
    assert made == Sentences(100, 10)
    assert not is_built_in(made)


def test_a_revision_is_passed_on_only_when_the_user_names_one(install: Install) -> None:
    install("revised", Revised)
    assert make("revised") == Revised(100, 10)
    assert make("revised@5") == Revised(100, 10, revision=5)


def test_an_installed_chunker_cannot_take_the_place_of_a_built_in_one(install: Install) -> None:
    install("fixed", Sentences)
    assert type(make("fixed")) is Fixed


def test_installed_names_are_among_the_suggestions(install: Install) -> None:
    install("sentences", Sentences)
    with pytest.raises(UsageError, match=r'did you mean "sentences"\?'):
        make("sentence")


@pytest.mark.parametrize(
    ("spec", "value", "message"),
    [
        ("gone", "no_such_module_at_all:X", "cannot be loaded: No module named"),
        ("gone", "json:no_such_name", "cannot be loaded"),
        ("odd@2", Sentences, "refuses {'chunk_size': 100, 'chunk_overlap': 10, 'revision': 2}"),
        ("odd", lambda chunk_size, chunk_overlap: "text", "returned no chunker: it lacks name"),
        (
            "odd@2",
            lambda chunk_size, chunk_overlap, revision: Revised(chunk_size, chunk_overlap),
            "chunker odd has no revision 2; use odd@7",
        ),
    ],
)
def test_an_installed_chunker_that_cannot_be_used_is_refused(
    install: Install, spec: str, value: Any, message: str
) -> None:
    install(spec.partition("@")[0], value)
    with pytest.raises(UsageError) as caught:
        make(spec)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
