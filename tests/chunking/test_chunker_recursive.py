"""The chunker ``recursive``, against a literal transcription of its definition."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from groundkit.chunking.protocol import chunking_id_of
from groundkit.chunking.recursive import Recursive
from groundkit.errors import UsageError

Range = tuple[int, int]


class Definition:
    """The rules as they are written down: on lists of parts and copies of text, slowly."""

    separators = ("\n\n", "\n", ". ", " ")

    def __init__(self, text: str, size: int, overlap: int, revision: int) -> None:
        self.text, self.size, self.overlap, self.revision = text, size, overlap, revision
        self.emitted: list[Range] = []

    def chunks(self) -> list[Range]:
        self.split(0, len(self.text), self.separators)
        return self.emitted

    def blank(self, start: int, end: int) -> bool:
        return not self.text[start:end].strip()

    def emit(self, start: int, end: int) -> None:
        if not self.blank(start, end):
            self.emitted.append((start, end))

    def split(self, start: int, end: int, separators: tuple[str, ...]) -> None:
        if start == end:
            return
        if end - start <= self.size:
            self.emit(start, end)
            return
        for index, separator in enumerate(separators):
            pieces = self.text[start:end].split(separator)
            if len(pieces) > 1:
                parts, at = [], start
                for piece in pieces:
                    parts.append((at, at + len(piece)))
                    at += len(piece) + len(separator)
                self.merge(parts, len(separator), separators[index + 1 :])
                return
        at = start
        while True:
            self.emit(at, min(at + self.size, end))
            if at + self.size >= end:
                return
            at += max(1, self.size - self.overlap)

    def merge(self, parts: list[Range], gap: int, finer: tuple[str, ...]) -> None:
        cur: list[Range] = []
        for part in parts:
            length = part[1] - part[0]
            if cur and cur[-1][1] - cur[0][0] + length + gap > self.size:
                if self.revision == 1:
                    self.flush(cur, finer)
                    cur = self.carry(cur, gap)
                elif self.blank(cur[0][0], cur[-1][1]):
                    cur = []
                elif length > self.size or self.carry(cur, gap) == cur:
                    self.flush([*cur, part], finer)
                    cur = []
                    continue
                else:
                    recursed = self.flush(cur, finer)
                    cur = [] if recursed else self.carry(cur, gap)
            cur = [*cur, part]
        if cur:
            self.flush(cur, finer)

    def flush(self, cur: list[Range], finer: tuple[str, ...]) -> bool:
        start, end = cur[0][0], cur[-1][1]
        if end - start > self.size:
            self.split(start, end, finer)
            return True
        self.emit(start, end)
        return False

    def carry(self, cur: list[Range], gap: int) -> list[Range]:
        kept: list[Range] = []
        total = 0
        for start, end in reversed(cur):
            total += end - start + gap
            if total > self.overlap:
                break
            kept = [(start, end), *kept]
        return kept


TEXTS = st.lists(
    st.sampled_from(
        ["\n\n", "\n", ". ", " ", "\t", "\u00a0", ".", "a", "bc", "def", "東京", "🚀", "x" * 30]
    ),
    max_size=60,
).map("".join)
SIZES = st.integers(1, 40).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@settings(deadline=None)
@given(TEXTS, SIZES)
@example("a\n\nb", (3, 1))  # exactly one character too long for one chunk
@example("aa bb cc", (5, 3))  # the carried part is the whole of a short run
def test_revision_2_is_what_the_definition_says(text: str, sizes: tuple[int, int]) -> None:
    assert Recursive(*sizes).spans(text) == Definition(text, *sizes, 2).chunks()


@settings(deadline=None)
@given(TEXTS, SIZES)
@example(".. \n.\xa0\n\nb\n\n\n\n\na\n\n. \n\nbb\t. \t.\n\naa abc", (11, 9))  # goes back
def test_revision_1_is_what_the_definition_says_even_where_it_goes_back(
    text: str, sizes: tuple[int, int]
) -> None:
    defined = Definition(text, *sizes, 1).chunks()
    assert Recursive(*sizes, revision=1).spans(text) == list(dict.fromkeys(defined))


@settings(deadline=None)
@given(TEXTS, SIZES, st.sampled_from([1, 2]))
def test_chunks_lie_in_the_text_ascend_fit_and_are_not_blank(
    text: str, sizes: tuple[int, int], revision: int
) -> None:
    spans = Recursive(*sizes, revision=revision).spans(text)
    assert len(spans) == len(set(spans))
    assert revision == 1 or spans == sorted(spans)
    for start, end in spans:
        assert 0 <= start < end <= len(text)
        assert end - start <= sizes[0]
        assert text[start:end].strip()


@settings(deadline=None)
@given(TEXTS, SIZES)
def test_every_character_that_is_no_separator_lies_in_a_chunk(
    text: str, sizes: tuple[int, int]
) -> None:
    covered = {offset for span in Recursive(*sizes).spans(text) for offset in range(*span)}
    lost = [offset for offset in range(len(text)) if offset not in covered]
    assert all(text[offset].isspace() or text[offset] == "." for offset in lost)


def test_a_short_text_is_one_chunk_that_is_not_stripped() -> None:
    assert Recursive().spans("  one\n\ntwo \n") == [(0, 12)]


@pytest.mark.parametrize("text", ["", " ", "\n\n \t\u00a0\u2028", " " * 5000, "\n" * 5000])
def test_a_blank_text_has_no_chunks(text: str) -> None:
    assert Recursive().spans(text) == []
    assert Recursive(revision=1).spans(text) == []


def test_parts_are_merged_while_they_fit() -> None:
    # 3 + 2 + 3 = 8 characters fit into 8; the next part would make 13.
    assert Recursive(8, 0).spans("aaa\n\nbbb\n\nccc") == [(0, 8), (10, 13)]


def test_overlap_is_whole_parts_and_the_separator_after_each_counts() -> None:
    text = "aaa bbb ccc ddd"
    assert Recursive(11, 3).spans(text) == [(0, 11), (12, 15)]  # "ccc " is 4, more than 3
    assert Recursive(11, 4).spans(text) == [(0, 11), (8, 15)]


def test_a_part_that_is_too_long_takes_the_short_run_before_it_along() -> None:
    # The second line is 13 characters, so both lines are cut at spaces as one text.
    text = "ab\ncdef ghij klm"
    assert Recursive(8, 0).spans(text) == [(0, 7), (8, 16)]
    assert Recursive(8, 0, revision=1).spans(text) == [(0, 2), (3, 7), (8, 16)]


def test_a_blank_run_is_dropped_before_it_can_be_carried() -> None:
    # Three empty parts and the one that no longer fits. Revision 1 carries two of them, finds
    # the run of 8 too long, and ends at windows that cut the word.
    text = "\n\n\n\n\n\nabcd"
    assert Recursive(6, 4).spans(text) == [(6, 10)]
    assert Recursive(6, 4, revision=1).spans(text) == [(2, 8), (4, 10)]


def test_a_text_without_separators_is_cut_into_overlapping_windows() -> None:
    assert Recursive(4, 1).spans("abcdefghij") == [(0, 4), (3, 7), (6, 10)]


@pytest.mark.parametrize(
    ("size", "overlap", "revision"),
    [
        (0, 0, 2),
        (-1, 0, 2),
        (8, 8, 2),
        (8, -1, 2),
        (True, 0, 2),
        (8, False, 2),
        (8.0, 0, 2),
        ("8", 0, 2),
        (8, 0, 0),
        (8, 0, 3),
        (8, 0, True),
    ],
)
def test_parameters_outside_of_the_definition_are_refused(
    size: Any, overlap: Any, revision: Any
) -> None:
    with pytest.raises(UsageError):
        Recursive(size, overlap, revision)


def test_size_overlap_and_revision_make_the_identity() -> None:
    chunkers = [Recursive(), Recursive(500), Recursive(512, 32), Recursive(512, 64, 1)]
    assert len({chunking_id_of(chunker) for chunker in chunkers}) == 4
    assert chunking_id_of(Recursive()) == chunking_id_of(Recursive(512, 64, 2))


@pytest.mark.parametrize(
    "unit",
    [" ", "\n", "x", "\u00a0", "a ", "a\n", "a\n\n", "x. ", "\n\n\n. . ", "y" * 700 + " " * 700],
)
@pytest.mark.parametrize("revision", [1, 2])
def test_a_text_of_any_shape_takes_linear_time_and_no_depth(unit: str, revision: int) -> None:
    text = (unit * 300_000)[:300_000]
    limit = sys.getrecursionlimit()
    started = time.process_time()
    spans = Recursive(512, 64, revision).spans(text)
    assert time.process_time() - started < 5
    assert sys.getrecursionlimit() == limit
    assert bool(spans) == bool(text.strip())


def test_every_chunking_of_the_oracle_is_reproduced(shared_data: Path) -> None:
    lines = (shared_data / "seed_oracle/fuzz/chunker.jsonl").read_text(encoding="utf-8")
    cases = [json.loads(line) for line in lines.split("\n") if line]
    assert len(cases) >= 100
    for case in cases:
        spans = Recursive(case["chunk_size"], case["chunk_overlap"]).spans(case["text"])
        assert [list(span) for span in spans] == case["spans"], case
