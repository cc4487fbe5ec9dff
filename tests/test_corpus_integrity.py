"""The bundled example collection keeps the rules of its authoring guide, evals/README.md.

The files are read with plain json and re, independently of the package's own parsers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from reference_bm25 import Bm25, Chunk, chunk_all, recursive_chunks, tokens

EVALS = Path(__file__).resolve().parent.parent / "evals"
CORPUS = EVALS / "corpus"
JUDGMENTS = EVALS / "judgments.jsonl"

FLOORS = {"normal": 45, "ambiguous": 8, "no_answer": 10, "adversarial": 6, "near_miss": 8}
UNANSWERABLE = {"no_answer", "near_miss"}
KEY_ORDER = ["query_id", "query", "category", "gold", "tags", "notes"]
INJECTION = re.compile(
    "ignore previous instructions|disregard the|you are now|system prompt", re.IGNORECASE
)
# Words of at least three letters that say nothing about the topic of a question.
FUNCTION_WORDS = frozenset(
    """
    about after again all alone already also and another any anybody are back because been before
    being but can cannot does each else even every for from get gets goes going has have having
    how into its itself keep keeps leave leaves long longer made make makes many may more most
    much must nobody not off often once one ones only other others our out should some somebody
    something soon still such take taken than that the their them then there these they this
    those through unless until upon used uses using very was what when where which while who
    whose why will with without would yet you your
    """.split()  # noqa: SIM905
)

Judgment = dict[str, Any]


@cache
def texts() -> dict[str, str]:
    return {path.name: path.read_bytes().decode() for path in sorted(CORPUS.glob("*.md"))}


@cache
def judgment_lines() -> list[str]:
    return JUDGMENTS.read_bytes().decode().removesuffix("\n").split("\n")


@cache
def judgments() -> list[Judgment]:
    return [json.loads(line) for line in judgment_lines()]


def answerable() -> list[Judgment]:
    return [judgment for judgment in judgments() if judgment["gold"]]


def of_category(category: str) -> list[Judgment]:
    return [judgment for judgment in judgments() if judgment["category"] == category]


@cache
def documents_with() -> Counter[str]:
    """Return in how many documents each word occurs."""
    return Counter(word for text in texts().values() for word in set(tokens(text)))


def informative(text: str) -> set[str]:
    """Return the words of a text that help to tell documents apart.

    They have at least three letters, are no function words, and occur in at least one and in
    at most half of the documents.
    """
    return {
        word
        for word in tokens(text)
        if len(word) >= 3
        and word not in FUNCTION_WORDS
        and 0 < documents_with()[word] <= len(texts()) / 2
    }


def places(text: str, quote: str) -> list[int]:
    """Return where a quote starts, overlapping occurrences included."""
    return [match.start() for match in re.finditer(f"(?={re.escape(quote)})", text)]


def paragraphs(text: str) -> list[str]:
    return text.split("\n\n")


def overlaps(chunk: Chunk, gold: dict[str, str]) -> bool:
    """Return whether a chunk holds at least one character of a quote."""
    start = texts()[gold["doc"]].index(gold["quote"])
    end = start + len(gold["quote"])
    return chunk.doc == gold["doc"] and chunk.start < end and start < chunk.end


def offences(found: list[str]) -> None:
    """Fail with every offence, so that an author can mend them in one go."""
    assert not found, "\n".join(found)


# Documents


def test_the_corpus_holds_nothing_but_markdown_documents() -> None:
    offences([str(p) for p in CORPUS.rglob("*") if not p.is_file() or p.suffix != ".md"])
    offences([name for name in texts() if not re.fullmatch(r"[a-z]+(-[a-z]+)*\.md", name)])


def test_there_are_at_least_twelve_documents_of_readable_length() -> None:
    assert len(texts()) >= 12
    offences([name for name, text in texts().items() if not 4_000 <= len(text) <= 7_000])


def test_every_document_is_utf8_with_line_feeds_and_starts_with_its_only_title() -> None:
    for name, text in texts().items():
        assert re.match(r"# \S", text), name
        assert len(re.findall(r"^# ", text, re.MULTILINE)) == 1, name
        assert text.endswith("\n"), name
        assert not re.search(r"[\r\t\ufeff]", text), name


def test_every_document_has_prose_sections_and_most_have_a_table_or_a_code_block() -> None:
    offences([n for n, t in texts().items() if len(re.findall(r"^## \S", t, re.MULTILINE)) < 5])
    decorated = [n for n, t in texts().items() if re.search(r"^(\||```)", t, re.MULTILINE)]
    assert len(decorated) >= len(texts()) * 0.75


def test_text_is_ascii_but_for_a_few_characters_that_make_bytes_differ_from_code_points() -> None:
    allowed = {"é", "–", "€"}
    found = {c for text in texts().values() for c in text if not c.isascii()}
    assert found == allowed
    behind_one = [
        gold["quote"]
        for judgment in answerable()
        for gold in judgment["gold"]
        if not (text := texts()[gold["doc"]])[: text.index(gold["quote"])].isascii()
    ]
    assert len(behind_one) >= 3


# Judgments


def test_every_line_is_one_json_object_in_the_fixed_form() -> None:
    raw = JUDGMENTS.read_bytes()
    assert raw.endswith(b"\n")
    assert b"\r" not in raw
    for line, judgment in zip(judgment_lines(), judgments(), strict=True):
        assert line == json.dumps(judgment, ensure_ascii=False)
        assert list(judgment) == [key for key in KEY_ORDER if key in judgment]
        assert set(judgment) >= {"query_id", "query", "category", "gold"}
        assert all(list(gold) == ["doc", "quote"] for gold in judgment["gold"])
        assert judgment["query"].strip()


def test_query_ids_are_unique_sorted_and_well_formed() -> None:
    ids = [judgment["query_id"] for judgment in judgments()]
    assert ids == sorted(set(ids))
    offences([i for i in ids if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", i)])


def test_no_question_is_asked_twice() -> None:
    asked = Counter(" ".join(tokens(judgment["query"])) for judgment in judgments())
    offences([query for query, times in asked.items() if times > 1])


def test_every_category_is_present_in_sufficient_number() -> None:
    counts = Counter(judgment["category"] for judgment in judgments())
    assert set(counts) == set(FLOORS)
    offences([f"{name}: {counts[name]}" for name in FLOORS if counts[name] < FLOORS[name]])
    assert len(judgments()) >= 60
    assert len(answerable()) >= 40


def test_gold_is_present_exactly_where_the_category_demands_it() -> None:
    for judgment in judgments():
        quotes = [(gold["doc"], gold["quote"]) for gold in judgment["gold"]]
        assert len(set(quotes)) == len(quotes), judgment["query_id"]
        if judgment["category"] in UNANSWERABLE:
            assert not quotes, judgment["query_id"]
        else:
            assert len(quotes) >= (2 if judgment["category"] == "ambiguous" else 1), judgment


def test_ambiguous_queries_have_their_answers_mostly_in_different_documents() -> None:
    spread = [j for j in of_category("ambiguous") if len({g["doc"] for g in j["gold"]}) >= 2]
    assert len(spread) >= 6


def test_a_quote_is_short_and_on_one_line() -> None:
    quotes = [gold["quote"] for judgment in judgments() for gold in judgment["gold"]]
    offences([q for q in quotes if not 20 <= len(q) <= 160 or "\n" in q or q != q.strip()])


def test_a_quote_occurs_once_in_its_document_and_in_no_other() -> None:
    found = []
    for judgment in judgments():
        for gold in judgment["gold"]:
            counts = {doc: len(places(text, gold["quote"])) for doc, text in texts().items()}
            occurrences = {doc: count for doc, count in counts.items() if count}
            if occurrences != {gold["doc"]: 1}:
                found.append(f"{judgment['query_id']}: {gold['quote']!r} in {occurrences}")
    offences(found)


def test_a_query_paraphrases_its_quotes() -> None:
    shares = {}
    for judgment in answerable():
        query = set(tokens(judgment["query"]))
        shares[judgment["query_id"]] = max(
            len(query & set(tokens(gold["quote"]))) / len(query) for gold in judgment["gold"]
        )
    offences([f"{query_id}: {share:.2f}" for query_id, share in shares.items() if share > 0.7])
    assert sum(share <= 0.4 for share in shares.values()) >= 0.75 * len(shares)


def test_documents_compete_for_the_words_of_every_answerable_query() -> None:
    found = []
    for judgment in answerable():
        words = informative(judgment["query"])
        rivals = [doc for doc, text in texts().items() if len(words & set(tokens(text))) >= 2]
        if len(rivals) < 3:
            found.append(f"{judgment['query_id']}: {sorted(words)} only in {rivals}")
    offences(found)


def test_a_no_answer_query_shares_no_word_with_the_corpus() -> None:
    found = [
        f"{judgment['query_id']}: {word}"
        for judgment in of_category("no_answer")
        for word in tokens(judgment["query"])
        if documents_with()[word]
    ]
    offences(found)
    assert all(tokens(judgment["query"]) for judgment in of_category("no_answer"))


def test_a_near_miss_shares_words_with_the_corpus_and_one_of_them_is_informative() -> None:
    for judgment in of_category("near_miss"):
        shared = {word for word in tokens(judgment["query"]) if documents_with()[word]}
        assert len(shared) >= 2, judgment["query_id"]
        assert informative(judgment["query"]), judgment["query_id"]


# Injected text


def test_several_documents_contain_text_that_tries_to_give_orders() -> None:
    assert sum(bool(INJECTION.search(text)) for text in texts().values()) >= 3


def test_an_injection_contests_the_topic_of_every_adversarial_query() -> None:
    injected = [p for text in texts().values() for p in paragraphs(text) if INJECTION.search(p)]
    found = []
    for judgment in of_category("adversarial"):
        words = informative(judgment["query"])
        if not any(len(words & set(tokens(paragraph))) >= 2 for paragraph in injected):
            found.append(f"{judgment['query_id']}: {sorted(words)}")
    offences(found)


def test_no_gold_quote_lies_within_an_injection() -> None:
    for judgment in answerable():
        for gold in judgment["gold"]:
            assert not INJECTION.search(gold["quote"]), judgment["query_id"]
            home = [p for p in paragraphs(texts()[gold["doc"]]) if gold["quote"] in p]
            assert len(home) == 1, judgment["query_id"]
            assert not INJECTION.search(home[0]), judgment["query_id"]


# Chunking and retrieval


def test_the_reference_chunker_agrees_with_an_independent_program(shared_data: Path) -> None:
    cases = (shared_data / "seed_oracle/fuzz/chunker.jsonl").read_bytes().decode().split("\n")
    for case in (json.loads(line) for line in cases if line):
        spans = recursive_chunks(case["text"], case["chunk_size"], case["chunk_overlap"])
        assert [list(span) for span in spans] == case["spans"]


def test_chunk_sizes_give_clearly_different_chunks() -> None:
    small, default, large = (
        len(chunk_all(texts(), size, overlap))
        for size, overlap in ((128, 16), (512, 64), (2_000, 200))
    )
    assert small > 2 * default > 4 * large


def test_the_queries_tagged_straddle_are_those_with_a_quote_in_two_chunks() -> None:
    chunks = chunk_all(texts(), 512, 64)
    straddling = [
        judgment["query_id"]
        for judgment in answerable()
        if any(sum(overlaps(chunk, gold) for chunk in chunks) > 1 for gold in judgment["gold"])
    ]
    assert straddling == [j["query_id"] for j in judgments() if "straddle" in j.get("tags", [])]
    assert 3 <= len(straddling) < len(answerable()) / 2


@cache
def first_ranks() -> list[int | None]:
    """Return for every answerable query at which rank BM25 finds gold, None when it never does."""
    bm25 = Bm25(texts(), chunk_all(texts(), 512, 64))
    ranks = []
    for judgment in answerable():
        hits = enumerate(bm25.rank(judgment["query"]), start=1)
        found = (rank for rank, hit in hits if any(overlaps(hit, g) for g in judgment["gold"]))
        ranks.append(next(found, None))
    return ranks


def test_bm25_must_discriminate_on_the_bundled_collection() -> None:
    ranks = first_ranks()
    hit_rate = sum(rank == 1 for rank in ranks) / len(ranks)
    missed_at_ten = sum(rank is None or rank > 10 for rank in ranks)
    assert 0.25 < hit_rate < 0.75, "a baseline that is nearly always right or wrong tells nothing"
    assert missed_at_ten >= 3, "nothing is left for a better retriever to find"


# The guide


def test_the_example_in_the_guide_is_a_line_of_the_file() -> None:
    blocks = re.findall(r"```json\n(.*)\n```", (EVALS / "README.md").read_text(encoding="utf-8"))
    assert len(blocks) == 1
    assert blocks[0] in judgment_lines()
