"""What is asked of a chunker, whoever wrote it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

from groundkit import identity
from groundkit.chunking.protocol import checked_spans, chunking_id_of
from groundkit.errors import InputError, UsageError
from groundkit.records import Span


@dataclass
class Scripted:
    """A chunker that returns what it is told to."""

    result: Any = ()
    params: Mapping[str, Any] = field(default_factory=dict)
    name: str = "scripted"
    revision: int = 3
    chunk_size: int | None = None
    chunk_overlap: int | None = None

    def spans(self, text: str) -> Any:
        return self.result


def test_spans_that_ascend_in_the_text_pass_and_become_spans() -> None:
    spans = checked_spans(Scripted([(0, 2), [0, 3], Span(2, 4)]), "abcd", "a.md")
    assert spans == [Span(0, 2), Span(0, 3), Span(2, 4)]
    assert all(type(span) is Span for span in spans)


@pytest.mark.parametrize(
    ("result", "problem"),
    [
        ([(0, 1), (2, 2)], "span 1, (2, 2): expected 0 <= start < end <= 4"),
        ([(3, 2)], "span 0, (3, 2): expected 0 <= start < end <= 4"),
        ([(-1, 2)], "span 0, (-1, 2): expected 0 <= start"),
        ([(0, 5)], "span 0, (0, 5): expected 0 <= start < end <= 4"),
        ([(0, 1), (0, 1)], "span 1, (0, 1): the same span was returned before"),
        ([(0.0, 1.0)], "expected offsets that are Python integers"),
        ([(False, True)], "expected offsets that are Python integers"),
        ([(0, 1, 2)], "expected a pair of offsets"),
        (["ab"], "expected a pair of offsets"),
        ([None], "span 0, None: expected a pair of offsets"),
    ],
)
def test_anything_else_is_refused_naming_chunker_document_and_span(
    result: Any, problem: str
) -> None:
    with pytest.raises(InputError) as caught:
        checked_spans(Scripted(result), "abcd", "notes/a.md")
    (line,) = caught.value.problems
    assert line.startswith('chunker "scripted" on notes/a.md: span ')
    assert problem in line


def test_the_identity_is_name_revision_and_parameters() -> None:
    chunker = Scripted(params={"model": "m", "chunk_size": 9})
    assert chunking_id_of(chunker) == identity.chunking_id(
        "scripted", 3, {"chunk_size": 9, "model": "m"}
    )


@pytest.mark.parametrize("value", [{1, 2}, object(), float("nan")])
def test_parameters_that_are_no_json_are_refused(value: Any) -> None:
    with pytest.raises(UsageError, match='chunker "scripted": its params must be JSON values'):
        chunking_id_of(Scripted(params={"odd": value}))
