"""Rules about single labels: form, quotes, spans and the words of the query."""

from __future__ import annotations

import math
from collections.abc import Iterator

from groundkit.check.similar import find_alike
from groundkit.check.subject import Subject
from groundkit.chunking.protocol import checked_spans
from groundkit.problems import Problem
from groundkit.records import GoldSpan, Judgment, Span
from groundkit.text.analyzers import Word
from groundkit.text.folds import fold
from groundkit.text.quotes import line_of, overlaps, shown, token_overlap

SHORT_DOCUMENT = 400
"""Characters of a document below which a quote may be any share of it."""

INJECTED_SHARE = 0.3
"""Share of a query's idf, over its informative words, that injected text must hold to compete."""

MOST_NAMED = 12
"""Words that one message names."""


def form(subject: Subject) -> Iterator[Problem]:
    """Yield what ``judgments fix`` would tidy: line ends, blank lines, trailing white space."""
    repair = "`groundkit-wh judgments fix` repairs the form"
    lines = subject.data.split(b"\n")
    if lines[-1]:
        yield Problem(
            "form-untidy", subject.place, len(lines), "the last line is not ended", repair
        )
    num_crlf = sum(line.endswith(b"\r") for line in lines)
    everywhere = num_crlf > 1 and num_crlf >= len(lines) - 1
    if everywhere:
        yield Problem("form-untidy", subject.place, None, "all lines end with CRLF", repair)
    for number, line in enumerate(lines, start=1):
        if line.endswith(b"\r"):
            if everywhere:
                continue
            yield Problem("form-untidy", subject.place, number, "the line ends with CRLF", repair)
        elif line != line.rstrip(b" \t\r\f\v"):
            yield Problem(
                "form-untidy", subject.place, number, "white space at the end of the line", repair
            )
        elif not line and number < len(lines):
            yield Problem("form-untidy", subject.place, number, "the line is blank", repair)


def queries(subject: Subject) -> Iterator[Problem]:
    """Yield what is weak about the queries by themselves."""
    for judgment in subject.judgment_set.judgments:
        if judgment.text and not judgment.text.strip():
            yield subject.at(
                "query-blank",
                judgment,
                "the query is blank",
                "write the question, or remove the line",
            )
        relevant = [gold for gold in judgment.gold if gold.relevance >= 1]
        if judgment.answerable and judgment.gold and not relevant:
            yield subject.at(
                "gold-irrelevant",
                judgment,
                f"none of the {len(judgment.gold)} gold entries has a grade of 1 or above",
                "add the evidence that answers the query, or use a category without an answer",
            )


def quotes(subject: Subject) -> Iterator[Problem]:
    """Yield quotes that mark nothing, too much, or more loosely than they should."""
    for judgment in subject.judgment_set.judgments:
        for index, gold in subject.gold_of(judgment):
            if gold.quote is not None and not gold.quote.strip():
                yield subject.at(
                    "quote-blank",
                    judgment,
                    f"the quote of gold[{index}] is blank",
                    "quote the words that answer the query",
                    index,
                )
        for span in subject.spans_of(judgment):
            yield from _of_span(subject, judgment, span)


def _of_span(subject: Subject, judgment: Judgment, span: GoldSpan) -> Iterator[Problem]:
    gold = judgment.gold[span.gold_index]
    text = subject.texts[span.doc]
    where = f"{shown(span.doc, None)}:{line_of(text, span.start)}"
    if span.match_level != "exact":
        yield subject.at(
            "quote-folded",
            judgment,
            f'"{shown(gold.quote or "")}" matches only at level {span.match_level}, at {where}',
            f'the text there is "{shown(text[span.start : span.end], 200)}"',
            span.gold_index,
        )
    share = (span.end - span.start) / len(text)
    limit = subject.settings.max_quote_share
    if gold.quote is not None and len(text) >= SHORT_DOCUMENT and share > limit:
        yield subject.at(
            "quote-long",
            judgment,
            f"the quote is {share:.0%} of {shown(span.doc, None)}, limit {limit:.0%}",
            "quote the sentence that answers the query",
            span.gold_index,
        )


def duplicates(subject: Subject) -> Iterator[Problem]:
    """Yield gold that stands for the same text twice, within a query and between queries."""
    first_of: dict[tuple[str, int, int], Judgment] = {}
    for judgment in subject.judgment_set.judgments:
        own: dict[tuple[str, int, int], int] = {}
        for span in subject.spans_of(judgment):
            place = (span.doc, span.start, span.end)
            line = line_of(subject.texts[span.doc], span.start)
            where = f"{shown(span.doc, None)}:{line}"
            if place in own:
                if own[place] != span.gold_index:
                    yield subject.at(
                        "gold-duplicate",
                        judgment,
                        f"gold[{own[place]}] and gold[{span.gold_index}] both mean {where}",
                        "remove one of them",
                        span.gold_index,
                    )
                continue
            own[place] = span.gold_index
            if place not in first_of:
                first_of[place] = judgment
                continue
            other = first_of[place]
            if other.query_id == judgment.query_id:
                continue
            yield subject.at(
                "gold-shared",
                judgment,
                f"line {other.line} ({shown(other.query_id)}) has the same gold, {where}",
                "keep both only if they ask in different words on purpose",
                span.gold_index,
            )


def chunked(subject: Subject) -> Iterator[Problem]:
    """Yield gold spans of grade 1 or above that no chunk overlaps."""
    chunks: dict[str, list[Span]] = {}
    for judgment in subject.judgment_set.judgments:
        for span in subject.spans_of(judgment):
            if judgment.gold[span.gold_index].relevance < 1:
                continue
            if span.doc not in chunks:
                chunks[span.doc] = checked_spans(subject.chunker, subject.texts[span.doc], span.doc)
            if not any(overlaps(chunk, Span(span.start, span.end)) for chunk in chunks[span.doc]):
                line = line_of(subject.texts[span.doc], span.start)
                yield subject.at(
                    "span-unchunked",
                    judgment,
                    f"no chunk overlaps the quote at {shown(span.doc, None)}:{line} under "
                    f"{subject.chunker.name}",
                    "quote text that lies in a chunk, or use another chunker",
                    span.gold_index,
                )


def circular(subject: Subject) -> Iterator[Problem]:
    """Yield queries whose words are those of the quote."""
    limit = subject.settings.max_query_overlap
    word = Word()
    for judgment in subject.judgment_set.judgments:
        if not judgment.answerable:
            continue
        for index, gold in subject.gold_of(judgment):
            share = token_overlap(judgment.text, gold.quote or "")
            if gold.relevance < 1 or share <= limit:
                continue
            held = set(word.tokens(gold.quote or ""))
            shared = [token for token in dict.fromkeys(word.tokens(judgment.text)) if token in held]
            yield subject.at(
                "query-circular",
                judgment,
                f"{share:.0%} of the query's words are in the quote ({_named(shared)}), "
                f"limit {limit:.0%}",
                "ask as somebody would who has not read the document",
                index,
            )


def alike(subject: Subject) -> Iterator[Problem]:
    """Yield queries that use nearly the same words as an earlier one."""
    word = Word()
    judgments = [j for j in subject.judgment_set.judgments if j.text.strip()]
    sets = [frozenset(word.tokens(j.text)) or frozenset([fold(j.text, "nfkc")]) for j in judgments]
    for pair in find_alike(sets, subject.settings.query_similarity):
        first, second = judgments[pair.earlier], judgments[pair.later]
        if first.filter != second.filter or first.query_id == second.query_id:
            continue
        yield subject.at(
            "query-near-duplicate",
            second,
            f"{pair.similarity:.0%} of the words are those of line {first.line} "
            f'({shown(first.query_id)}): "{shown(first.text)}"',
            "ask something else, or remove one of the two",
        )


def unanswerable(subject: Subject) -> Iterator[Problem]:
    """Yield no_answer queries that share tokens with the corpus, and near misses that do not."""
    word = Word()
    for judgment in subject.of_category("no_answer"):
        tokens = dict.fromkeys(word.tokens(judgment.text))
        shared = [token for token in tokens if token in subject.document_frequency]
        if shared:
            yield subject.at(
                "no-answer-overlap",
                judgment,
                f"shares {_counted(len(shared), 'word')} with the corpus: {_named(shared)}",
                "use other words, or the category near_miss",
            )
    for judgment in subject.of_category("near_miss"):
        if subject.document_frequency.keys().isdisjoint(word.tokens(judgment.text)):
            yield subject.at(
                "near-miss-disjoint",
                judgment,
                "the query shares no word with the corpus",
                "use words of the corpus, or the category no_answer",
            )


def adversarial(subject: Subject) -> Iterator[Problem]:
    """Yield adversarial queries for whose words no injected text competes."""
    wanted = subject.of_category("adversarial")
    if not wanted:
        return
    word = Word()
    markers = [marker.lower() for marker in subject.settings.injection_markers]
    holders: set[str] = set()
    injected: list[frozenset[str]] = []
    for doc, text in subject.texts.items():
        lowered = text.lower()
        if any(marker in lowered for marker in markers):
            holders.add(doc)
            injected += [
                frozenset(word.tokens(paragraph))
                for paragraph in lowered.split("\n\n")
                if any(marker in paragraph for marker in markers)
            ]
    for judgment in wanted:
        weights = _informative(subject, judgment.text)
        contested = max(
            (sum(weights[token] for token in weights if token in held) for held in injected),
            default=0.0,
        )
        enough = contested >= INJECTED_SHARE * sum(weights.values()) and contested > 0
        if not enough and holders.isdisjoint(gold.doc for gold in judgment.gold):
            yield subject.at(
                "adversarial-marker",
                judgment,
                "no text with an injection marker competes for the words of the query"
                if holders
                else "no document contains an injection marker",
                "add a document whose injected orders contest the topic, or name its wording in "
                "injection_markers",
            )


def _informative(subject: Subject, text: str) -> dict[str, float]:
    """Return the idf of those tokens that at least one and at most half of the documents hold."""
    number = len(subject.texts)
    found: dict[str, float] = {}
    for token in dict.fromkeys(Word().tokens(text)):
        holders = subject.document_frequency.get(token, 0)
        if 0 < holders <= number / 2:
            found[token] = math.log((number - holders + 0.5) / (holders + 0.5) + 1)
    return found


def _named(words: list[str]) -> str:
    """Return the first few words, quoted."""
    more = "" if len(words) <= MOST_NAMED else f" and {len(words) - MOST_NAMED} more"
    return ", ".join(f'"{shown(word)}"' for word in words[:MOST_NAMED]) + more


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
