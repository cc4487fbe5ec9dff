"""Worked examples of docs/identities.md: the bytes in full, and the hash that groundkit returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generate.terminal import fenced
from groundkit import identity
from groundkit.categories import BUILT_IN
from groundkit.files.judgment_file import parse_judgments
from groundkit.records import Hit

RAW = b"# Alpha\r\n"
"""A file as it lies on the disk, with a Windows line end."""
ALPHA, BETA = "# Alpha\n", "# Beta\n"
LINE = (
    '{"query_id": "q", "query": "Which letter is first?", "category": "normal", '
    '"gold": [{"doc": "a.md", "quote": "Alpha"}], "notes": "no part of the label"}\n'
)
HITS = (Hit("a.md", 0, 8, 1.5), Hit("b.md", 0, 7, 0.1))
RUN = {"run_id": "01", "name": "left out", "corpus_hash": "c", "seal_hash": "left out"}
STAGES = ({"run_id": "01", "stage": "bm25", "depth": 10},)
OUTCOMES = ({"run_id": "01", "stage": "bm25", "query_id": "q", "latency_ms": None},)


class Example(NamedTuple):
    """What is hashed, and the hash."""

    content: str
    hash: str


def example(name: str) -> str:
    """Return an example as a fenced block: the content, a line ended by each NUL or LF, its hash.

    Raises ValueError when the content shown is not what the product hashes.
    """
    shown = EXAMPLES[name]()
    if identity.text_hash(shown.content) != shown.hash:
        raise ValueError(f"{name}: the content shown is not what groundkit hashes")
    visible = shown.content.replace("\r", "\\r").replace("\n", "\\n\n").replace("\0", "\\0\n")
    first, *others = visible.removesuffix("\n").split("\n")
    lines = [f"bytes  {first}", *(f"       {line}" for line in others), f"hash   {shown.hash}"]
    return fenced("text", "\n".join(lines))


def _text_hash() -> Example:
    return Example(ALPHA, identity.text_hash(ALPHA))


def _corpus_hash() -> Example:
    files = (("a.md", RAW), ("b.md", BETA.encode()), ("logo.svg", b"<svg/>"))
    return Example(
        "a.md\0# Alpha\r\n\0b.md\0# Beta\n\0logo.svg\0<svg/>\0", identity.corpus_hash(files)
    )


def _documents_hash() -> Example:
    alpha, beta = identity.text_hash(ALPHA), identity.text_hash(BETA)
    return Example(
        f"a.md\0{alpha}\nb.md\0{beta}\n", identity.documents_hash([("b.md", beta), ("a.md", alpha)])
    )


def _judgments_hash() -> Example:
    judgments = parse_judgments(LINE.encode(), name="judgments.jsonl", categories=BUILT_IN)
    return Example(LINE, judgments.judgments_hash)


def _qrels_hash() -> Example:
    grades = (("q2", "d1", 0), ("q1", "d9", 2), ("q1", "d10", 1))
    return Example(
        "q1\0d10\x001\nq1\0d9\x002\nq2\0d1\x000\nq1\0first letter\n",
        identity.qrels_hash(grades, [("q1", "first letter")]),
    )


def _label_hash() -> Example:
    (judgment,) = parse_judgments(LINE.encode(), name="", categories=BUILT_IN).judgments
    return Example(
        '{"category":"normal","filter":null,"gold":[{"alternative":null,"doc":"a.md",'
        '"match":"exact","occurrence":"unique","prefix":null,"quote":"Alpha","relevance":1,'
        '"suffix":null}],"text":"Which letter is first?"}',
        identity.label_hash(judgment),
    )


def _chunking_id() -> Example:
    return Example(
        '{"name":"recursive","params":{"chunk_overlap":64,"chunk_size":512},"revision":2}',
        identity.chunking_id("recursive", 2, {"chunk_size": 512, "chunk_overlap": 64}),
    )


def _analyzer_id() -> Example:
    return Example(
        '{"name":"word","params":{},"revision":1,"unicode_version":"15.1.0"}',
        identity.analyzer_id("word", 1, {}, "15.1.0"),
    )


def _chunks_hash() -> Example:
    return Example("a.md:0:8\0b.md:0:7\0", identity.chunks_hash([("a.md", 0, 8), ("b.md", 0, 7)]))


def _list_hash() -> Example:
    return Example(
        "a.md\x000\x008\x001\x000x1.8000000000000p+0\n"
        "b.md\x000\x007\x001\x000x1.999999999999ap-4\n",
        identity.list_hash(HITS),
    )


def _results_hash() -> Example:
    outcomes = (("bm25", "q", "ok", identity.list_hash(())), ("other", "q", "failed", None))
    return Example(
        f"c\0j\nbm25\0q\0ok\0{identity.list_hash(())}\nother\0q\0failed\0\n",
        identity.results_hash("c", "j", outcomes),
    )


def _seal_hash() -> Example:
    return Example(
        '{"outcomes":[{"latency_ms":null,"query_id":"q","run_id":"01","stage":"bm25"}],'
        '"run":{"corpus_hash":"c","run_id":"01"},'
        '"stages":[{"depth":10,"run_id":"01","stage":"bm25"}]}',
        identity.seal_hash(RUN, STAGES, OUTCOMES),
    )


EXAMPLES: dict[str, Callable[[], Example]] = {
    "text_hash": _text_hash,
    "corpus_hash": _corpus_hash,
    "documents_hash": _documents_hash,
    "judgments_hash": _judgments_hash,
    "qrels_hash": _qrels_hash,
    "label_hash": _label_hash,
    "chunking_id": _chunking_id,
    "analyzer_id": _analyzer_id,
    "chunks_hash": _chunks_hash,
    "list_hash": _list_hash,
    "results_hash": _results_hash,
    "seal_hash": _seal_hash,
}
"""Every example of the page by the name of its hash."""
