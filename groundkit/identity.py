"""Identities: every hash of the warehouse, as pure functions.

Content is identified by SHA-256 in lower-case hex. The rules are those of
``docs/identities.md``; a change here makes old and new warehouses incomparable, so the
functions are covered by fixed vectors in ``tests/test_identity.py``.
"""

from __future__ import annotations

import hashlib
import json
import os
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from groundkit.records import Gold, Hit, Judgment


def sha256_hex(data: bytes) -> str:
    """Return the SHA-256 of ``data`` in lower-case hex."""
    return hashlib.sha256(data).hexdigest()


def canonical_json(value: Any) -> str:
    """Return JSON with sorted keys, no spaces and unescaped UTF-8; NaN and infinity are refused."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


def json_hash(value: Any) -> str:
    """Return the SHA-256 of the canonical JSON of ``value``."""
    return sha256_hex(canonical_json(value).encode())


def text_hash(text: str) -> str:
    """Return the identity of a text or of a chunk's text: SHA-256 of its UTF-8."""
    return sha256_hex(text.encode())


def corpus_hash(files: Iterable[tuple[str, bytes]]) -> str:
    """Return the identity of a folder.

    ``files`` yields (POSIX path relative to the root, raw bytes) of every regular file, in
    ascending code-point order of the path, so that a large folder need not be held in memory.
    Raises ValueError when the order is another one.
    """
    digest = hashlib.sha256()
    previous: str | None = None
    for path, data in files:
        if previous is not None and path <= previous:
            raise ValueError(f"paths are not in ascending order: {path!r} after {previous!r}")
        previous = path
        digest.update(path.encode() + b"\0")
        digest.update(data)
        digest.update(b"\0")
    return digest.hexdigest()


def documents_hash(documents: Iterable[tuple[str, str]]) -> str:
    """Return the identity of (doc, text_hash) pairs, given in any order."""
    digest = hashlib.sha256()
    for doc, hash_of_text in sorted(documents):
        digest.update(doc.encode() + b"\0" + hash_of_text.encode() + b"\n")
    return digest.hexdigest()


def external_corpus_hash(name: str) -> str:
    """Return the identity of a corpus that is known by its name only."""
    return sha256_hex(b"external\0" + name.encode())


def qrels_hash(
    grades: Iterable[tuple[str, str, int]], texts: Iterable[tuple[str, str]] = ()
) -> str:
    """Return the identity of imported labels, whatever the format and order of their files.

    ``grades`` are (query_id, doc, relevance), ``texts`` are (query_id, text) of the queries that
    have one; both are given in any order.
    """
    digest = hashlib.sha256()
    for query_id, doc, relevance in sorted(grades):
        digest.update(f"{query_id}\0{doc}\0{relevance}\n".encode())
    for query_id, text in sorted(texts):
        digest.update(f"{query_id}\0{text}\n".encode())
    return digest.hexdigest()


def gold_content(gold: Gold) -> dict[str, Any]:
    """Return every field of a gold entry that changes what it means, defaults filled in."""
    return {
        "doc": gold.doc,
        "quote": gold.quote,
        "relevance": gold.relevance,
        "occurrence": gold.occurrence,
        "prefix": gold.prefix,
        "suffix": gold.suffix,
        "match": gold.match,
        "alternative": gold.alternative,
    }


def label_hash(judgment: Judgment) -> str:
    """Return the identity of a label: text, category, filter and gold, not notes or tags."""
    return json_hash(
        {
            "text": judgment.text,
            "category": judgment.category,
            "filter": judgment.filter,
            "gold": [gold_content(gold) for gold in judgment.gold],
        }
    )


def chunking_id(name: str, revision: int, params: Mapping[str, Any]) -> str:
    """Return the identity of a chunker with its parameters."""
    return json_hash({"name": name, "revision": revision, "params": dict(params)})


def analyzer_id(name: str, revision: int, params: Mapping[str, Any], unicode_version: str) -> str:
    """Return the identity of an analyzer; the Unicode tables it reads are part of it."""
    return json_hash(
        {
            "name": name,
            "revision": revision,
            "params": dict(params),
            "unicode_version": unicode_version,
        }
    )


def chunks_hash(chunks: Iterable[tuple[str, int, int]]) -> str:
    """Return the identity of a chunk set: (doc, start, end) in (doc, chunk_index) order."""
    digest = hashlib.sha256()
    for doc, start, end in chunks:
        digest.update(f"{doc}:{start}:{end}".encode() + b"\0")
    return digest.hexdigest()


def list_hash(hits: Sequence[Hit]) -> str:
    """Return the identity of a ranked list: doc, start, end, located and score, in rank order.

    What is None is empty.
    """
    digest = hashlib.sha256()
    for hit in hits:
        start = "" if hit.start is None else str(hit.start)
        end = "" if hit.end is None else str(hit.end)
        located = "1" if hit.located else "0"
        score = "" if hit.score is None else float(hit.score).hex()
        digest.update("\0".join((hit.doc, start, end, located, score)).encode() + b"\n")
    return digest.hexdigest()


def results_hash(
    of_corpus: str, of_judgments: str, outcomes: Iterable[tuple[str, str, str, str | None]]
) -> str:
    """Return the time-free identity of a run's results.

    ``outcomes`` are (stage, query_id, status, list_hash) in the order of stages and then of the
    judgments file; list_hash is None unless the status is ``ok``.
    """
    digest = hashlib.sha256()
    digest.update(f"{of_corpus}\0{of_judgments}\n".encode())
    for stage, query_id, status, of_list in outcomes:
        digest.update(f"{stage}\0{query_id}\0{status}\0{of_list or ''}\n".encode())
    return digest.hexdigest()


def seal_hash(
    run: Mapping[str, Any],
    stages: Sequence[Mapping[str, Any]],
    outcomes: Sequence[Mapping[str, Any]],
) -> str:
    """Return the seal over every stored column of a run but ``name`` and ``seal_hash``.

    Rows are mappings of column names to stored values: stages in order of position, outcomes in
    order of stage position and query_id. Times are given as ISO 8601 text, JSON columns as the
    stored text. Ranked lists are sealed through their ``list_hash``. ``original_ranks``, which
    seals of earlier versions do not know, are given as ``original_ranks_hash`` and count only
    where there are any.
    """
    sealed = {key: value for key, value in run.items() if key not in ("name", "seal_hash")}
    observed = [
        {key: value for key, value in row.items() if key != "original_ranks" or value is not None}
        for row in outcomes
    ]
    return json_hash({"run": sealed, "stages": list(stages), "outcomes": observed})


def original_ranks_hash(ranks: Sequence[int]) -> str:
    """Return what of the ranks that a file stated enters a seal: their digits, in list order."""
    return sha256_hex(",".join(map(str, ranks)).encode())


def new_run_id() -> str:
    """Return a UUIDv7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, then 74 random bits."""
    milliseconds = time.time_ns() // 1_000_000
    value = milliseconds.to_bytes(6, "big") + os.urandom(10)
    number = int.from_bytes(value, "big")
    number = (number & ~(0xF << 76)) | (0x7 << 76)
    number = (number & ~(0x3 << 62)) | (0x2 << 62)
    digits = f"{number:032x}"
    return "-".join((digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]))
