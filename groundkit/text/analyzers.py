"""Analyzers: how a text becomes tokens.

An analyzer's identity covers its name, revision, parameters and the Unicode tables that it
reads: a newer Python may tokenise the same text differently.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, Protocol

from groundkit import identity
from groundkit.errors import UsageError, unknown_name


class Analyzer(Protocol):
    """What makes tokens out of a text."""

    @property
    def name(self) -> str:
        """What the analyzer is called."""

    @property
    def revision(self) -> int:
        """Number of its rules, raised whenever they change."""

    @property
    def params(self) -> Mapping[str, Any]:
        """Every parameter that changes its tokens."""

    @property
    def unicode_version(self) -> str:
        """Version of the Unicode tables that it reads."""

    def tokens(self, text: str) -> list[str]:
        """Return the tokens of ``text`` in text order, repeats included."""


class Word:
    r"""Runs of ``\w`` of the lower-cased text: no stop words, no stemming.

    Lower-casing is ``str.lower()``, so a token may differ in length from what stands in the
    text, and a final capital sigma is folded by its place in the word.
    """

    name = "word"
    revision = 1

    @property
    def params(self) -> Mapping[str, Any]:
        """There are none."""
        return {}

    @property
    def unicode_version(self) -> str:
        """Version of this Python's Unicode tables."""
        return unicodedata.unidata_version

    def tokens(self, text: str) -> list[str]:
        """Return the tokens of ``text`` in text order, repeats included."""
        return re.findall(r"\w+", text.lower())


def analyzer_id(analyzer: Analyzer) -> str:
    """Return the identity of an analyzer, SHA-256 hex."""
    return identity.analyzer_id(
        analyzer.name, analyzer.revision, analyzer.params, analyzer.unicode_version
    )


def analyzer(name: str) -> Analyzer:
    """Return the analyzer of that name; raises UsageError when there is none."""
    known: dict[str, type[Word]] = {"word": Word}
    if name not in known:
        raise UsageError(unknown_name("analyzer", name, known))
    return known[name]()
