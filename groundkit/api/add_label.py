"""Adds a label to a judgments file: a new line, or gold to a line that is there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from groundkit.api.chosen_hit import ChosenHit, cut_from
from groundkit.categories import BUILT_IN, Category
from groundkit.errors import InputError, UsageError, nearest, unknown_name
from groundkit.files import judgment_writer
from groundkit.files.corpora import read_corpus_at
from groundkit.files.corpus_columns import CorpusColumns
from groundkit.files.corpus_folder import DEFAULT_MAX_DOCUMENT_BYTES
from groundkit.files.judgment_file import parse_judgments
from groundkit.files.locked import change_file, read_or_empty
from groundkit.label.new_label import NewLabel, check_options, check_text
from groundkit.label.place import place_of_gold
from groundkit.label.query_id import new_query_id
from groundkit.records import Corpus, Document, Gold, Judgment, JudgmentSet
from groundkit.text.quotes import line_of, shown

HAND = "hand"
"""``origin`` of a label whose quote was given."""

WarningsFor = Callable[[Judgment, Corpus, JudgmentSet], Iterable[str]]
"""Takes a judgment, the corpus, and the judgments with the new one; returns a line a warning."""


@dataclass(frozen=True, slots=True)
class Added:
    """What was added, or would be."""

    query_id: str
    line: str
    """The whole line, without its end."""
    line_number: int
    """Line of the file, from 1."""
    place: str | None
    """``doc:line`` of the added gold; None without gold."""
    quote: str | None
    warnings: tuple[str, ...]
    """What makes the label weak, a line each."""


def add_label(
    label: NewLabel,
    judgments: Path,
    corpus: Path,
    *,
    columns: CorpusColumns | None = None,
    hit: ChosenHit | None = None,
    categories: Mapping[str, Category] = BUILT_IN,
    max_document_bytes: int = DEFAULT_MAX_DOCUMENT_BYTES,
    dry_run: bool = False,
    warnings_for: WarningsFor | None = None,
) -> Added:
    """Add a label and return it; with ``dry_run`` the file stays as it is.

    Only the line that is added or extended changes, and only when the whole file is valid and
    the new gold stands where it says; a file that does not exist is made. Of several processes
    that add at once each adds its label. Raises UsageError for a label that cannot be made, and
    InputError for files, for a quote that is missing, and for one that means several places.
    """
    label = _completed(label, hit, categories)
    read = read_corpus_at(corpus, columns, max_document_bytes=max_document_bytes)
    entry, place = _gold(label, hit, {document.doc: document for document in read.documents})
    name = judgments.as_posix()
    done: list[Added] = []

    def change(data: bytes) -> bytes:
        before = _existing(data, name, categories)
        if label.append:
            query_id, changed = _extended(label, entry, data, before, categories)
        else:
            query_id, changed = _inserted(label, entry, data, before, categories)
        after = parse_judgments(changed, name=name, categories=categories)
        (added,) = (judgment for judgment in after.judgments if judgment.query_id == query_id)
        done.append(
            Added(
                query_id,
                judgment_writer.line_at(changed, added.line).decode(),
                added.line,
                place,
                None if entry is None else str(entry["quote"]),
                () if warnings_for is None else tuple(warnings_for(added, read, after)),
            )
        )
        return changed

    if dry_run:
        change(read_or_empty(judgments))
    else:
        change_file(judgments, change)
    return done[-1]


def _completed(
    label: NewLabel, hit: ChosenHit | None, categories: Mapping[str, Category]
) -> NewLabel:
    """Return the label with what the hit says; raises UsageError for what does not go together."""
    check_text(label)
    check_options(label, from_hit=hit is not None)
    if hit is not None:
        label = replace(
            label,
            query=hit.query if label.query is None else label.query,
            query_id=label.query_id or hit.query_id,
            origin=hit.name if label.origin is None else label.origin,
        )
    label = replace(label, origin=HAND if label.origin is None else label.origin)
    if label.append and label.query_id is None:
        raise UsageError("--append adds gold to a query that exists: name it with --query-id")
    if not label.append and label.query is None:
        raise UsageError("a label needs a query: give it with --query")
    if label.category is None and label.append:
        return label
    name = "normal" if label.category is None else label.category
    if name not in categories:
        raise UsageError(unknown_name("category", name, categories))
    needs_gold = categories[name].needs_gold
    has_gold = label.quote is not None or hit is not None
    if has_gold and not needs_gold:
        raise UsageError(f"category {name} has no gold: leave the quote out")
    if needs_gold and not has_gold:
        raise UsageError(
            f"category {name} needs gold: give --quote, or --from-hit after a search; a query that "
            "nothing answers is of category no_answer or near_miss"
        )
    if needs_gold > 1 and not label.append:
        raise UsageError(
            f"category {name} needs {needs_gold} quotes: add the query with its first one as "
            f"normal, then each other one with --append --query-id ID --category {name}"
        )
    return replace(label, category=name)


def _gold(
    label: NewLabel, hit: ChosenHit | None, documents: Mapping[str, Document]
) -> tuple[dict[str, Any] | None, str | None]:
    """Return the gold entry as it is written, and its place as ``doc:line``."""
    if hit is not None:
        cut = cut_from(hit, documents, label.quote)
        gold = Gold(
            hit.doc,
            cut.quote,
            occurrence="unique" if cut.occurrence is None else str(cut.occurrence),
            prefix=cut.prefix,
            suffix=cut.suffix,
        )
    elif label.quote is not None:
        gold = Gold(
            label.doc or "",
            label.quote,
            occurrence=_occurrence(label.occurrence),
            prefix=label.prefix or None,
            suffix=label.suffix or None,
            match=label.match or "exact",
        )
    else:
        return None, None
    texts = {doc: document.text for doc, document in documents.items()}
    gold, span = place_of_gold(gold, texts)
    optional = {
        "relevance": None if label.relevance == 1 else label.relevance,
        "occurrence": int(gold.occurrence) if gold.occurrence.isdigit() else gold.occurrence,
        "prefix": gold.prefix,
        "suffix": gold.suffix,
        "alternative": label.alternative,
        "match": gold.match,
    }
    defaults = (None, "unique", "exact")
    entry: dict[str, Any] = {"doc": gold.doc, "quote": gold.quote}
    entry.update((key, value) for key, value in optional.items() if value not in defaults)
    return entry, f"{gold.doc}:{line_of(texts[gold.doc], span.start)}"


def _occurrence(given: str | None) -> str:
    if given is None or given in ("unique", "all"):
        return given or "unique"
    if not (given.isascii() and given.isdigit() and 0 < len(given) < 10 and int(given)):
        raise UsageError(f'--occurrence must be "all" or a number from 1, not "{shown(given)}"')
    return str(int(given))


def _existing(data: bytes, name: str, categories: Mapping[str, Category]) -> JudgmentSet:
    """Return the judgments of the file as it is; raises InputError when it is not valid."""
    try:
        return parse_judgments(data, name=name, categories=categories)
    except InputError as error:
        hint = (
            f"{shown(name, None)}: nothing was added, since the file is not valid; "
            "`groundkit-wh judgments fix` repairs order, line ends and spaces"
        )
        raise InputError([*error.problems, hint]) from None


def _inserted(
    label: NewLabel,
    entry: dict[str, Any] | None,
    data: bytes,
    before: JudgmentSet,
    categories: Mapping[str, Category],
) -> tuple[str, bytes]:
    """Return the id of the new query, and the file with its line."""
    line_of_id = {judgment.query_id: judgment.line for judgment in before.judgments}
    query = label.query or ""
    query_id = label.query_id
    if query_id is None:
        query_id = new_query_id(query, line_of_id, None if entry is None else entry["doc"])
    if query_id in line_of_id:
        raise UsageError(
            f'query_id "{shown(query_id)}" is used at line {line_of_id[query_id]}; give another '
            "--query-id, or add this gold to that query with --append"
        )
    fields = {
        "query_id": query_id,
        "query": query,
        "category": label.category,
        "gold": [] if entry is None else [entry],
        "tags": list(label.tags) or None,
        "notes": label.notes,
        "origin": label.origin,
    }
    line = judgment_writer.as_line({k: v for k, v in fields.items() if v is not None})
    _check_line(line, categories)
    return query_id, judgment_writer.insert_line(data, line, query_id)


def _extended(
    label: NewLabel,
    entry: dict[str, Any] | None,
    data: bytes,
    before: JudgmentSet,
    categories: Mapping[str, Category],
) -> tuple[str, bytes]:
    """Return the id of the query, and the file with more gold in its line."""
    judgments = {judgment.query_id: judgment for judgment in before.judgments}
    query_id = label.query_id or ""
    judgment = judgments.get(query_id)
    if judgment is None:
        guess = nearest(query_id, judgments)
        hint = f'did you mean "{guess}"?' if guess else "leave --append out to add it with --query"
        raise UsageError(f'--append: there is no query "{shown(query_id)}" in the file; {hint}')
    category = label.category or judgment.category
    if not categories[category].needs_gold:
        raise UsageError(
            f'query "{query_id}" is of category {category}, which has no gold; make it another '
            "one with --category, such as normal"
        )
    fields: dict[str, object] = {}
    if category != judgment.category:
        fields["category"] = category
    origin = _joined_origin(judgment.origin, label.origin or HAND)
    if origin is not None:
        fields["origin"] = origin
    line = judgment_writer.line_at(data, judgment.line)
    line = judgment_writer.with_fields(judgment_writer.with_gold(line, entry or {}), fields)
    *earlier, last = _check_line(line, categories).gold
    if last in earlier:
        raise UsageError(f'query "{query_id}" has this gold already, at line {judgment.line}')
    return query_id, judgment_writer.replace_line(data, judgment.line, line)


def _joined_origin(old: str | None, new: str) -> str | None:
    """Return how all of a label was found, or None when that need not be changed."""
    if old is None:
        return None if new == HAND else f"not recorded; {new}"
    return None if new in old.split("; ") else f"{old}; {new}"


def _check_line(line: bytes, categories: Mapping[str, Category]) -> Judgment:
    """Return what a line alone holds; raises UsageError when it would not be valid."""
    try:
        (judgment,) = parse_judgments(line, name="label", categories=categories).judgments
    except InputError as error:
        problems = (problem.removeprefix("label:1: ") for problem in error.problems)
        raise UsageError("the label cannot be added: " + "; ".join(problems)) from None
    return judgment
