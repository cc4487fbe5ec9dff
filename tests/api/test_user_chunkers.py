"""Chunkers of other packages: run again every time, held to their word, and refused when wrong."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from small_collection import (
    NUM_DOCUMENTS,
    NUM_TEXTS,
    TEXTS,
    Collection,
    contents,
    groundkit,
    hits,
    rows,
    stored_contents,
)

from groundkit import Warehouse
from groundkit.errors import GroundkitError, InputError, UsageError
from groundkit.records import Span


def lines(text: str) -> list[tuple[int, int]]:
    """Return the lines of a text that are not blank."""
    found, start = [], 0
    for line in text.split("\n"):
        if line.strip():
            found.append((start, start + len(line)))
        start += len(line) + 1
    return found


@dataclass
class Lines:
    """A chunker of one's own: a chunk a line."""

    rule: Callable[[str], Any] = lines
    name: str = "lines"
    revision: int = 1
    chunk_size: int | None = None
    chunk_overlap: int | None = None
    params: Mapping[str, Any] = field(default_factory=dict)
    texts: list[str] = field(default_factory=list)

    def spans(self, text: str) -> Sequence[Span]:
        """Return the chunks, and remember what was asked."""
        self.texts.append(text)
        return self.rule(text)  # type: ignore[no-any-return]


def test_a_chunker_of_ones_own_makes_the_chunks_that_are_ranked(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(inputs=evaluated.inputs(), chunker=Lines())
    for doc, start, end, _ in hits(opened, run.run_id)["bm25", "ttl"]:
        assert (start, end) in lines(TEXTS[doc])
    (summary,) = run.tables()["stages"].as_dicts()
    assert (summary["chunker"], summary["chunker_revision"]) == ("lines", 1)
    assert (summary["chunk_size"], summary["chunk_overlap"]) == (None, None)
    assert summary["num_chunks"] == sum(len(lines(text)) for text in TEXTS.values())
    assert summary["mrr"] is not None


def test_it_is_run_again_every_time_and_each_text_once(
    opened: Warehouse, evaluated: Collection
) -> None:
    for _ in range(2):
        chunker = Lines()
        run = opened.evaluate(inputs=evaluated.inputs(), chunker=chunker)
        assert sorted(chunker.texts) == sorted(set(TEXTS.values()))
    assert run.evaluated is not None
    assert [
        (loaded.num_items, loaded.num_new)
        for loaded in run.evaluated.loads
        if loaded.kind in ("chunks", "postings")
    ] == [(NUM_TEXTS, 0), (NUM_TEXTS, 0)]


CHANGED: Mapping[str, Callable[[str], Any]] = {
    "moved": lambda text: [(start, end - 1) for start, end in lines(text)],
    "fewer": lambda text: lines(text)[:-1],
    "more": lambda text: [*lines(text), (len(text) - 1, len(text))],
    "none": lambda text: [],
}


@pytest.mark.parametrize("how", CHANGED)
def test_another_result_under_the_same_identity_is_an_error_and_changes_nothing(
    opened: Warehouse, evaluated: Collection, how: str
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), chunker=Lines())
    before = contents(opened)
    with pytest.raises(InputError) as caught:
        opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(CHANGED[how]))
    assert "leases.md: chunker lines revision 1 cuts this text in another way" in str(caught.value)
    assert "raise the chunker's revision" in str(caught.value)
    assert contents(opened) == before
    opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(CHANGED[how], revision=2))


def test_chunks_for_a_text_that_had_none_are_another_result_too(
    opened: Warehouse, evaluated: Collection
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(lambda text: []))
    before = contents(opened)
    with pytest.raises(InputError, match="cuts this text in another way than before"):
        opened.evaluate(inputs=evaluated.inputs(), chunker=Lines())
    assert contents(opened) == before


def test_a_text_without_chunks_is_known_when_it_comes_again(
    opened: Warehouse, evaluated: Collection
) -> None:
    for _ in range(2):
        run = opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(lambda text: []))
    assert run.evaluated is not None
    (chunks,) = (loaded for loaded in run.evaluated.loads if loaded.kind == "chunks")
    assert (chunks.num_items, chunks.num_new) == (NUM_TEXTS, 0)


def test_a_corpus_without_chunks_retrieves_nothing_and_is_evaluated(
    opened: Warehouse, evaluated: Collection
) -> None:
    run = opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(lambda text: []))
    assert hits(opened, run.run_id) == {}
    (summary,) = run.tables()["stages"].as_dicts()
    assert summary["mrr"] == 0.0
    assert summary["num_documents"] == NUM_DOCUMENTS


@pytest.mark.parametrize(
    "identity",
    [{"name": "other"}, {"revision": 2}, {"params": {"rule": "all"}}, {"params": {"rule": 1}}],
)
def test_name_revision_and_parameters_make_the_identity(
    opened: Warehouse, evaluated: Collection, identity: dict[str, Any]
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), chunker=Lines())
    opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(lambda text: [], **identity))
    assert rows(opened, "select count(*) from core.chunking") == [(3,)]


def test_a_chunker_of_ones_own_cannot_take_a_built_in_name(
    opened: Warehouse, evaluated: Collection
) -> None:
    # The chunks of built-in chunkers are reused without running them: it would poison them.
    parameters: dict[str, Any] = {"chunk_size": 100, "chunk_overlap": 0}
    impostor = Lines(name="recursive", revision=2, params=parameters, **parameters)
    before = contents(opened)
    with pytest.raises(UsageError, match='a chunker of your own cannot be called "recursive"'):
        opened.evaluate(inputs=evaluated.inputs(), chunker=impostor)
    assert contents(opened) == before


@pytest.mark.parametrize(
    "rule",
    [
        lambda text: [(0, len(text)), (1, len(text))],
        lambda text: [(0, 5), (0, 6), (3, 4)],
        lambda text: [[0, 5], [5, 9]],
        lambda text: [(5, 9), (0, 4), (9, 12)],
        lambda text: ((start, start + 1) for start in range(9)),
    ],
    ids=["overlapping", "nested", "lists", "unsorted", "generator"],
)
def test_chunks_may_overlap_and_keep_the_order_in_which_they_were_returned(
    opened: Warehouse, evaluated: Collection, rule: Callable[[str], Any]
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(rule))
    text = TEXTS["cache.md"]
    wanted = [tuple(span) for span in rule(text)]
    assert (
        rows(
            opened,
            "select start_offset, end_offset from core.corpus_chunk join core.chunking "
            "using (chunking_id) where chunker = 'lines' and doc = 'cache.md' "
            "order by chunk_index",
        )
        == wanted
    )


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        (lambda text: [(0, 4), (0, 4)], "span 1, (0, 4): the same span was returned before"),
        (lambda text: [(0, len(text) + 1)], "expected 0 <= start < end <= "),
        (lambda text: [(-1, 3)], "span 0, (-1, 3): expected 0 <= start < end <= "),
        (lambda text: [(4, 4)], "span 0, (4, 4): expected 0 <= start < end <= "),
        (lambda text: [(4, 2)], "span 0, (4, 2): expected 0 <= start < end <= "),
        (lambda text: [(0, 4, 8)], "span 0, (0, 4, 8): expected a pair of offsets (start, end)"),
        (lambda text: [7], "span 0, 7: expected a pair of offsets (start, end)"),
        (lambda text: ["ab"], "span 0, 'ab': expected a pair of offsets (start, end)"),
        (lambda text: [(0.0, 4.0)], "expected offsets that are Python integers"),
        (lambda text: [(False, True)], "expected offsets that are Python integers"),
        (lambda text: None, "NoneType"),
        (lambda text: 1 // 0, "ZeroDivisionError"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_misbehaving_chunker_is_refused_by_name_and_document(
    opened: Warehouse, evaluated: Collection, rule: Callable[[str], Any], message: str
) -> None:
    before = contents(opened)
    with pytest.raises(GroundkitError) as caught:
        opened.evaluate(inputs=evaluated.inputs(), chunker=Lines(rule))
    assert 'chunker "lines" on leases.md: ' in str(caught.value)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert contents(opened) == before


@pytest.mark.parametrize(
    ("chunker", "message"),
    [
        (Lines(params={"model": object()}), "its params must be JSON values"),
        (Lines(params={"weight": float("nan")}), "its params must be JSON values"),
        (None, "chunker"),
        (object(), "chunker"),
    ],
)
def test_what_is_no_chunker_is_refused(
    opened: Warehouse, evaluated: Collection, chunker: Any, message: str
) -> None:
    before = contents(opened)
    with pytest.raises(UsageError, match=message):
        opened.evaluate(inputs=evaluated.inputs(), chunker=chunker)
    assert contents(opened) == before


MODULE = '''
"""A chunker of another package."""

from dataclasses import dataclass

@dataclass(frozen=True)
class Halves:
    """Two chunks a text."""

    chunk_size: int
    chunk_overlap: int
    revision: int = 4
    name = "halves"

    @property
    def params(self):
        return {"chunk_size": self.chunk_size, "chunk_overlap": self.chunk_overlap}

    def spans(self, text):
        middle = len(text) // 2
        return [(0, middle), (middle, len(text))]


class Picky:
    def __init__(self, chunk_size, chunk_overlap):
        if chunk_overlap:
            raise ValueError("overlap is not for me")


def empty(chunk_size, chunk_overlap):
    return "no chunker at all"
'''

ENTRY_POINTS = """
[groundkit.chunkers]
halves = halving_chunker:Halves
picky = halving_chunker:Picky
empty = halving_chunker:empty
lost = halving_chunker:Nothing
gone = no_such_module_anywhere:Thing
"""


@pytest.fixture
def installed(tmp_path: Path) -> Path:
    """Return a folder with a distribution that offers chunkers."""
    site = tmp_path / "site"
    info = site / "halving_chunker-1.0.dist-info"
    info.mkdir(parents=True)
    (site / "halving_chunker.py").write_text(MODULE)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: halving-chunker\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY_POINTS)
    return site


@pytest.fixture
def importable(installed: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Make that distribution importable here."""
    monkeypatch.syspath_prepend(installed)
    monkeypatch.delitem(sys.modules, "halving_chunker", raising=False)
    return installed


@pytest.mark.parametrize("spec", ["halves", "halves@4"])
def test_an_installed_chunker_is_found_by_its_name(
    opened: Warehouse, evaluated: Collection, importable: Path, spec: str
) -> None:
    opened.evaluate(
        inputs=evaluated.inputs(), chunker=spec, chunk_size=100, chunk_overlap=0, name="halved"
    )
    assert rows(
        opened,
        "select chunker, revision, chunk_size, num_chunks from core.chunking "
        "join report.run_summary using (chunking_id, chunker, chunk_size) "
        "where run_name = 'halved'",
    ) == [("halves", 4, 100, 2 * NUM_DOCUMENTS)]


def test_an_installed_chunker_can_be_asked_for_another_revision(
    opened: Warehouse, evaluated: Collection, importable: Path
) -> None:
    opened.evaluate(inputs=evaluated.inputs(), chunker="halves@7")
    assert rows(opened, "select revision from core.chunking where chunker = 'halves'") == [(7,)]


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("halvs", 'unknown chunker "halvs"; did you mean "halves"?'),
        ("picky", 'chunker "picky" (halving_chunker:Picky) refuses'),
        ("empty", 'chunker "empty" (halving_chunker:empty) returned no chunker: it lacks'),
        ("lost", 'chunker "lost" (halving_chunker:Nothing) cannot be loaded'),
        ("gone", 'chunker "gone" (no_such_module_anywhere:Thing) cannot be loaded'),
    ],
)
def test_an_installed_chunker_that_cannot_be_used_is_refused_with_its_home(
    collection: Collection, importable: Path, spec: str, message: str
) -> None:
    with pytest.raises(UsageError) as caught:
        Warehouse.open(collection.warehouse).evaluate(inputs=collection.inputs(), chunker=spec)
    assert message in str(caught.value)
    assert not collection.warehouse.exists()


def test_the_command_line_takes_an_installed_chunker_and_names_its_faults(
    evaluated: Collection, installed: Path
) -> None:
    command = ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")
    path = f"{Path(__file__).resolve().parents[2]}:{installed}"
    done = groundkit(*command, "--chunker", "halves", cwd=evaluated.folder, PYTHONPATH=path)
    assert (done.code, done.errors) == (0, [])
    assert "chunks          10 (halves@4, size 512, overlap 64)" in done.out

    before = stored_contents(evaluated.warehouse)
    (installed / "halving_chunker.py").write_text(MODULE.replace("// 2", "// 3"))
    done = groundkit(*command, "--chunker", "halves", cwd=evaluated.folder, PYTHONPATH=path)
    assert done.code == 3
    assert done.errors == [
        "leases.md: chunker halves revision 4 cuts this text in another way than before, "
        "from chunk 0 on; raise the chunker's revision"
    ]
    assert stored_contents(evaluated.warehouse) == before
