"""Resolution: every gold quote to the spans of the current text that it means.

A quote is never resolved by guess: one that is missing, or that occurs twice where its author
said nothing of it, is a problem. It is never matched more loosely than its author allowed, and
the least fold at which it matched is part of the result.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from groundkit.errors import InputError
from groundkit.problems import Problem, as_lines
from groundkit.records import Corpus, Gold, GoldSpan, Judgment, JudgmentSet, Span
from groundkit.text.advice import Advisor
from groundkit.text.folds import Folds
from groundkit.text.quotes import shown

MISSING = "quote-missing"
REPEATED = "quote-repeated"


@dataclass(frozen=True, slots=True)
class Resolved:
    """What one gold entry means in one text."""

    spans: tuple[Span, ...]
    """Where the evidence stands, ascending; empty when there is a problem."""
    level: str | None
    """Least fold at which the quote matched; None when it matched nowhere."""
    found: tuple[Span, ...]
    """Every place that fits quote, prefix and suffix at that level, ascending."""
    problem: str | None
    """None, ``quote-missing`` or ``quote-repeated``."""


def resolve_gold(gold: Gold, folds: Folds) -> Resolved:
    """Return what a gold entry means in the text that ``folds`` holds.

    Folds are tried from ``exact`` to ``gold.match``; the first at which quote, prefix and suffix
    occur decides, and occurrences are counted at that fold. A quote of None is the whole text.
    """
    if gold.quote is None:
        whole = (Span(0, len(folds.text)),)
        return Resolved(whole, "exact", whole, None)
    match = folds.match(gold.quote, gold.match, gold.prefix, gold.suffix)
    if match is None:
        return Resolved((), None, (), MISSING)
    found = match.spans
    if gold.occurrence == "all":
        return Resolved(found, match.level, found, None)
    if gold.occurrence == "unique":
        if len(found) > 1:
            return Resolved((), match.level, found, REPEATED)
        return Resolved(found, match.level, found, None)
    number = int(gold.occurrence)
    if number > len(found):
        return Resolved((), match.level, found, MISSING)
    return Resolved((found[number - 1],), match.level, found, None)


@dataclass(frozen=True, slots=True)
class Resolution:
    """Where the gold of a judgment set stands, and what is wrong with it."""

    spans: Mapping[int, tuple[GoldSpan, ...]]
    """By ``file_position`` of the judgment, ascending; in the order of its gold and of the text.
    A judgment of which nothing was found is not there."""
    problems: tuple[Problem, ...]
    """In the order of the judgments and their gold; empty when every entry has a span."""


def resolve(corpus: Corpus, judgment_set: JudgmentSet) -> tuple[GoldSpan, ...]:
    """Return where all gold stands, in the order of the judgments, their gold and the text.

    Raises one InputError with a line for each quote that is missing, or that occurs more than
    once without saying which is meant, each document that the corpus lacks, and each field that
    this version cannot honour.
    """
    texts = {document.doc: document.text for document in corpus.documents}
    resolution = locate(texts, judgment_set)
    if resolution.problems:
        raise InputError(as_lines(resolution.problems))
    return tuple(span for spans in resolution.spans.values() for span in spans)


def locate(
    texts: Mapping[str, str], judgment_set: JudgmentSet, *, thorough: bool = False
) -> Resolution:
    """Return where all gold stands in ``texts``, which are given by document; never raises.

    ``thorough`` is for an audit: gold that could not be read (no document, an empty quote) is
    skipped, since it was reported when it was read; and advice also shows differences and looks
    into other documents.
    """
    locator = _Locator(texts, shown(judgment_set.name, None), Advisor(texts, thorough=thorough))
    for judgment in judgment_set.judgments:
        locator.note_filter(judgment)
    locator.locate_all(judgment_set.judgments)
    return locator.resolution()


_Place = tuple[int, int]
"""Position of a judgment among those of the file, and of a gold entry in it; -1 for neither."""


@dataclass(slots=True)
class _Locator:
    """Collects the spans and the problems of one judgment set, text by text."""

    texts: Mapping[str, str]
    file: str
    advisor: Advisor
    spans: dict[_Place, list[GoldSpan]] = field(default_factory=dict)
    problems: list[tuple[_Place, Problem]] = field(default_factory=list)

    def note_filter(self, judgment: Judgment) -> None:
        """Refuse a filter, which no stage of this version honours."""
        if judgment.filter is None:
            return
        # What could not be read in it was reported when it was read, and stands here as an object.
        value = json.dumps(judgment.filter, default=lambda _: "…")
        value = value if len(value) <= 60 else value[:60] + "…"
        self._refuse(
            judgment,
            -1,
            "filter-unsupported",
            f"filter {value} is not supported yet",
            "leave it out",
        )

    def locate_all(self, judgments: Iterable[Judgment]) -> None:
        """Resolve all gold; each text is folded once and then let go."""
        entries: dict[str, list[tuple[Judgment, int, Gold]]] = defaultdict(list)
        for judgment in judgments:
            for index, gold in enumerate(judgment.gold):
                if not self.advisor.thorough or (gold.doc and gold.quote != ""):
                    entries[gold.doc].append((judgment, index, gold))
        for doc, of_document in entries.items():
            text = self.texts.get(doc)
            if text is None:
                suggestion = self.advisor.similar_document(doc)
                message = f'gold document "{shown(doc, None)}" is not in the corpus'
                for judgment, index, _ in of_document:
                    self._refuse(judgment, index, "doc-missing", message, suggestion)
                continue
            folds = Folds(text)
            for judgment, index, gold in of_document:
                self._locate(judgment, index, gold, folds)

    def resolution(self) -> Resolution:
        """Return what was found, in the order of the file."""
        ordered: dict[int, tuple[GoldSpan, ...]] = {}
        for place in sorted(self.spans):
            file_position, _ = place
            ordered[file_position] = (*ordered.get(file_position, ()), *self.spans[place])
        problems = sorted(self.problems, key=lambda pair: pair[0])
        return Resolution(ordered, tuple(problem for _, problem in problems))

    def _locate(self, judgment: Judgment, index: int, gold: Gold, folds: Folds) -> None:
        resolved = resolve_gold(gold, folds)
        if resolved.problem is not None:
            advice = (
                self.advisor.repeated(gold, folds.text, resolved.found)
                if resolved.problem == REPEATED
                else self.advisor.missing(gold, folds, resolved.found)
            )
            self._refuse(judgment, index, resolved.problem, advice.message, advice.suggestion)
            return
        self.spans[judgment.file_position, index] = [
            GoldSpan(
                judgment.query_id,
                index,
                span_index,
                gold.doc,
                span.start,
                span.end,
                resolved.level or "exact",
            )
            for span_index, span in enumerate(resolved.spans)
        ]

    def _refuse(
        self, judgment: Judgment, index: int, rule: str, message: str, suggestion: str | None
    ) -> None:
        problem = Problem(
            rule,
            self.file,
            judgment.line,
            message,
            suggestion,
            judgment.query_id,
            index if index >= 0 else None,
        )
        self.problems.append(((judgment.file_position, index), problem))
