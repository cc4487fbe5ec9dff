"""Corpora whose every document is one chunk, and a slow, obvious BM25 over them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sql_cases import CaseWarehouse, Row

from groundkit.identity import text_hash
from groundkit.text.analyzers import Word

CHUNKING = "whole"
ANALYZER = "word"


class Contribution(NamedTuple):
    """What one term adds to the score of one document."""

    doc: str
    term: str
    inverse_document_frequency: float
    weight: float
    contribution: float


class Scored(NamedTuple):
    """One retrieved document."""

    rank: int
    doc: str
    content_hash: str
    score: float


@dataclass(frozen=True, slots=True)
class Corpus:
    """Texts with the parameters under which they are searched."""

    name: str
    """Its corpus_hash."""
    texts: tuple[str, ...]
    k1: float
    b: float

    def doc(self, index: int) -> str:
        """Return the document that holds a text: the names sort as the texts do."""
        return f"{index:04}.md"


def fill_corpora(warehouse: CaseWarehouse, corpora: Sequence[Corpus]) -> None:
    """Store corpora with chunks and postings; a text that many of them hold is stored once."""
    texts = dict.fromkeys(text for corpus in corpora for text in corpus.texts)
    keys = {text: key for key, text in enumerate(texts)}
    rows: dict[str, list[Row]] = {
        "core.corpus": [
            {"corpus_hash": corpus.name, "num_documents": len(corpus.texts)} for corpus in corpora
        ],
        "core.corpus_document": [
            {"corpus_hash": corpus.name, "doc": corpus.doc(index), "text_hash": text_hash(text)}
            for corpus in corpora
            for index, text in enumerate(corpus.texts)
        ],
        "core.chunk": [
            {
                "text_hash": text_hash(text),
                "chunking_id": CHUNKING,
                "end_offset": len(text),
                "content_hash": text_hash(text),
            }
            for text in texts
        ],
        "core.indexed_text": [
            {
                "index_key": key,
                "text_hash": text_hash(text),
                "chunking_id": CHUNKING,
                "analyzer_id": ANALYZER,
            }
            for text, key in keys.items()
        ],
        "core.posting": [
            {"index_key": key, "term": term, "term_frequency": count}
            for text, key in keys.items()
            for term, count in Counter(Word().tokens(text)).items()
        ],
    }
    for table, of_table in rows.items():
        warehouse.fill(table, of_table)


def found_contributions(warehouse: CaseWarehouse, corpus: Corpus) -> list[Contribution]:
    """Return what ``bm25.contribution`` says, by document and term."""
    rows = warehouse.session.rows(
        "select doc, term, inverse_document_frequency, weight, contribution "
        "from bm25.contribution($corpus, $chunking, $analyzer, $k1, $b) order by doc, term",
        _parameters(corpus),
    )
    return [Contribution(*row) for row in rows]


def found_hits(warehouse: CaseWarehouse, corpus: Corpus, tokens: Sequence[str]) -> list[Scored]:
    """Return what ``bm25.search`` says, in its own order."""
    rows = warehouse.session.rows(
        "select rank, doc, content_hash, score from bm25.search("
        "$corpus, $chunking, $analyzer, $k1, $b, $tokens::varchar[])",
        {**_parameters(corpus), "tokens": list(tokens)},
    )
    return [Scored(*row) for row in rows]


def expected_contributions(corpus: Corpus) -> list[Contribution]:
    """Return the same as ``found_contributions``, from the definition alone."""
    counts = [Counter(Word().tokens(text)) for text in corpus.texts]
    lengths = [count.total() for count in counts]
    average = sum(lengths) / len(lengths)
    chunks_with = Counter(term for count in counts for term in count)
    found = []
    for index, count in enumerate(counts):
        for term in sorted(count):
            df, tf = chunks_with[term], count[term]
            idf = math.log((len(counts) - df + 0.5) / (df + 0.5) + 1)
            norm = corpus.k1 * (1 - corpus.b + corpus.b * lengths[index] / average)
            weight = tf * (corpus.k1 + 1) / (tf + norm)
            found.append(Contribution(corpus.doc(index), term, idf, weight, idf * weight))
    return found


def expected_hits(corpus: Corpus, tokens: Sequence[str]) -> list[Scored]:
    """Return the same as ``found_hits``, from the definition alone."""
    adds = {(row.doc, row.term): row.contribution for row in expected_contributions(corpus)}
    scored = []
    for index, text in enumerate(corpus.texts):
        score = 0.0
        for token in tokens:
            score += adds.get((corpus.doc(index), token), 0.0)
        if score > 0:
            scored.append((-score, text_hash(text), corpus.doc(index)))
    return [
        Scored(rank, doc, content_hash, -negative)
        for rank, (negative, content_hash, doc) in enumerate(sorted(scored), start=1)
    ]


def _parameters(corpus: Corpus) -> dict[str, object]:
    return {
        "corpus": corpus.name,
        "chunking": CHUNKING,
        "analyzer": ANALYZER,
        "k1": corpus.k1,
        "b": corpus.b,
    }
