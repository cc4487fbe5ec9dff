"""What to tell the author of a quote that cannot be resolved, and what to do about it."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from groundkit.records import Gold, Span
from groundkit.text.folds import LEVELS, Folds
from groundkit.text.nearest import nearest_text
from groundkit.text.quotes import line_of, shown

MOST_LINES = 100
"""Line numbers that one problem lists."""

SEARCH_BUDGET = 300_000_000
"""Characters of text that one advisor compares with quotes that were not found."""

ELSEWHERE_BUDGET = 2_000_000_000
"""Characters of other documents that one advisor searches for quotes that were not found."""

LONGEST_DIFFERENCE = 400
"""Characters of a quote of which a difference is shown."""

_FOLDED = {
    "whitespace": "white space is folded",
    "nfkc": "white space, compatibility forms and typographic marks are folded",
    "alnum": "only letters and digits are compared, without case",
}


@dataclass(frozen=True, slots=True)
class Advice:
    """A problem in words."""

    message: str
    """What is wrong, on one line."""
    suggestion: str
    """What to do about it, on one line."""


@dataclass(slots=True)
class Advisor:
    """Writes messages about quotes of one corpus, within a budget of work."""

    texts: Mapping[str, str]
    """Text by document."""
    thorough: bool = False
    """Whether differences are shown and other documents are searched."""
    budget: int = -1
    elsewhere_budget: int = ELSEWHERE_BUDGET
    similar: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Take the budget as it is configured now."""
        if self.budget < 0:
            self.budget = SEARCH_BUDGET

    def repeated(self, gold: Gold, text: str, found: Sequence[Span]) -> Advice:
        """Say that a quote occurs more than once, and where."""
        return Advice(
            f"quote occurs {len(found)} times in {shown(gold.doc, None)} "
            f'({_lines(text, found)}): "{shown(gold.quote or "")}"',
            "quote more of the surrounding text so that it occurs once, or say which is meant "
            "with occurrence, prefix or suffix",
        )

    def missing(self, gold: Gold, folds: Folds, found: Sequence[Span]) -> Advice:
        """Say that a quote, or the occurrence that was asked for, is not in the document."""
        doc, quote = shown(gold.doc, None), gold.quote or ""
        if found:
            times = "once" if len(found) == 1 else f"{len(found)} times"
            return Advice(
                f"quote occurs {times} in {doc} ({_lines(folds.text, found)}), so there is no "
                f'occurrence {gold.occurrence}: "{shown(quote)}"',
                f"count from 1 to {len(found)}",
            )
        if gold.prefix is not None or gold.suffix is not None:
            match = folds.match(quote, gold.match)
            if match is not None:
                return Advice(
                    f"quote occurs in {doc} ({_lines(folds.text, match.spans)}), but not "
                    f'{_surroundings(gold)}: "{shown(quote)}"',
                    "copy prefix and suffix from the text that directly surrounds the quote",
                )
        wanted, hint = self._hint(gold, folds)
        elsewhere = self._elsewhere(gold) if self.thorough else None
        parts = [part for part in (hint, elsewhere) if part]
        return Advice(f'quote not found in {doc}: "{wanted}"', "; ".join(parts))

    def similar_document(self, doc: str) -> str:
        """Name the document that was probably meant by one that the corpus lacks."""
        if doc not in self.similar:
            from rapidfuzz import fuzz, process

            found = process.extractOne(doc, list(self.texts), scorer=fuzz.ratio, score_cutoff=60)
            self.similar[doc] = (
                f'did you mean "{shown(str(found[0]), None)}"?'
                if found is not None
                else "doc is the path below the corpus folder, with forward slashes"
            )
        return self.similar[doc]

    def _hint(self, gold: Gold, folds: Folds) -> tuple[str, str]:
        """Return the quote as it is to be shown, and the text that was probably meant."""
        quote, text = gold.quote or "", folds.text
        self.budget -= len(text)
        if self.budget < 0:
            return (
                shown(quote),
                "too many quotes were not found to look for similar text; mend some first",
            )
        looser = folds.match(quote, LEVELS[-1], gold.prefix, gold.suffix)
        if looser is not None and _is_whole(text, looser.spans[0]):
            first = looser.spans[0]
            wanted, actual = _where_they_differ(quote, text[first.start : first.end])
            return wanted, (
                f"it stands at {_lines(text, looser.spans)} when {_FOLDED[looser.level]}: "
                f'"{actual}"; copy it from there, or allow it with "match": "{looser.level}"'
            )
        near = nearest_text(text, quote)
        if near is None:
            return shown(quote), "nothing in the document is similar"
        span, _ = near
        found = text[span.start : span.end]
        if quote == quote.strip():
            found = found.strip()
        wanted, actual = _where_they_differ(quote, found)
        hint = f'nearest text at line {line_of(text, span.start)}: "{actual}"'
        if self.thorough and len(quote) <= LONGEST_DIFFERENCE:
            hint += f"; difference: {difference(quote, found)}"
        return wanted, hint

    def _elsewhere(self, gold: Gold) -> str | None:
        """Return where else the exact quote stands, or None."""
        quote = gold.quote or ""
        self.elsewhere_budget -= sum(map(len, self.texts.values()))
        if self.elsewhere_budget < 0:
            return None
        for doc, text in self.texts.items():
            at = text.find(quote)
            if at >= 0:
                return f"the exact quote is in {shown(doc, None)}:{line_of(text, at)}"
        return None


def difference(wanted: str, actual: str) -> str:
    """Return both texts as one, ``[-only in wanted-]`` and ``{+only in actual+}``, by words."""
    old, new = (re.findall(r"\w+|\s+|[^\w\s]", text) for text in (wanted, actual))
    parts: list[str] = []
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for kind, old_start, old_end, new_start, new_end in matcher.get_opcodes():
        removed, added = "".join(old[old_start:old_end]), "".join(new[new_start:new_end])
        if kind == "equal":
            parts.append(_shortened(removed))
            continue
        parts.append(f"[-{shown(removed)}-]" if removed else "")
        parts.append(f"{{+{shown(added)}+}}" if added else "")
    return "".join(parts)


def _shortened(text: str) -> str:
    """Return a text that both have, its middle cut out when it is long."""
    if len(text) <= 50:
        return shown(text, None)
    return f"{shown(text[:20], None)}…{shown(text[-20:], None)}"


def _is_whole(text: str, span: Span) -> bool:
    """Return whether a span neither begins nor ends in the middle of a word."""
    before, after = text[max(0, span.start - 1) : span.start + 1], text[span.end - 1 : span.end + 1]
    return not (len(before) == 2 and before.isalnum()) and not (len(after) == 2 and after.isalnum())


def _surroundings(gold: Gold) -> str:
    sides = (("after", gold.prefix), ("before", gold.suffix))
    return " and ".join(f'{side} "{shown(text)}"' for side, text in sides if text is not None)


def _lines(text: str, spans: Iterable[Span]) -> str:
    """Return ``line 3`` or ``lines 3, 17`` for ascending spans, at most ``MOST_LINES``."""
    numbers: list[str] = []
    line, counted = 1, 0
    for span in spans:
        if len(numbers) == MOST_LINES:
            numbers.append("…")
            break
        line += text.count("\n", counted, span.start)
        counted = span.start
        numbers.append(str(line))
    return f"line{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"


def _where_they_differ(quote: str, actual: str) -> tuple[str, str]:
    """Return both texts for a message, long ones from a little before their first difference."""
    pairs = enumerate(zip(quote, actual, strict=False))
    common = next((index for index, (wanted, found) in pairs if wanted != found), 0)
    skipped = max(0, common - 20) if max(len(quote), len(actual)) > 60 else 0
    lead = "…" if skipped else ""
    return lead + shown(quote[skipped:]), lead + shown(actual[skipped:])
