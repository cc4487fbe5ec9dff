"""The analyzer ``word``: its tokens and its identity."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit import identity
from groundkit.errors import UsageError
from groundkit.text.analyzers import Word, analyzer, analyzer_id


def reference_tokens(text: str) -> list[str]:
    """Return runs of letters, digits and underscores by looking at one character at a time."""
    tokens = [""]
    for character in text.lower():
        if character.isalnum() or character == "_":
            tokens[-1] += character
        else:
            tokens.append("")
    return [token for token in tokens if token]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", []),
        ("?! —", []),
        ("Retry, retry: RETRY", ["retry", "retry", "retry"]),
        ("don't snake_case kebab-case", ["don", "t", "snake_case", "kebab", "case"]),
        ("3.14 x² ½", ["3", "14", "x²", "½"]),
        ("ΟΔΟΣ οδοσ", ["οδος", "οδοσ"]),  # a final capital sigma becomes a final small one
        ("İ", ["i"]),  # lower-cased to i and a combining dot, which is no word character
        ("Straße STRASSE", ["straße", "strasse"]),
        ("東京タワー 🚀", ["東京タワー"]),
    ],
)
def test_tokens_are_runs_of_word_characters_in_lower_case(text: str, tokens: list[str]) -> None:
    assert Word().tokens(text) == tokens


@given(st.text())
def test_tokens_equal_a_character_by_character_reading(text: str) -> None:
    assert Word().tokens(text) == reference_tokens(text)


def test_every_token_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    lines = (shared_data / "seed_oracle/fuzz/tokenizer.jsonl").read_text(encoding="utf-8")
    cases = [json.loads(line) for line in lines.split("\n") if line]
    assert len(cases) >= 100
    for case in cases:
        assert Word().tokens(case["text"]) == case["tokens"], case


def test_the_identity_holds_the_unicode_version() -> None:
    word = Word()
    assert word.unicode_version == unicodedata.unidata_version
    assert analyzer_id(word) == identity.analyzer_id("word", 1, {}, unicodedata.unidata_version)


def test_an_analyzer_is_found_by_name() -> None:
    assert isinstance(analyzer("word"), Word)


def test_an_unknown_analyzer_is_refused_with_the_nearest_name() -> None:
    with pytest.raises(UsageError, match=r'unknown analyzer "wrod"; did you mean "word"\?'):
        analyzer("wrod")
