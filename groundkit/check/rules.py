"""The catalogue of rules: what each demands, how bad it is to break it, what can be tuned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import Any

from groundkit.errors import UsageError, unknown_name

SEVERITIES = ("error", "warning", "note", "off")
"""``off`` leaves the finding out."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule of ``judgments check``."""

    name: str
    severity: str
    """How bad it is unless a project says otherwise: ``error``, ``warning`` or ``note``."""
    demands: str
    """What holds where the rule is kept."""
    reason: str
    """Why it matters."""


RULES: Mapping[str, Rule] = MappingProxyType(
    {
        rule.name: rule
        for rule in (
            # What eval refuses
            Rule("encoding-wrong", "error", "The file is UTF-8 without a byte order mark.",
                 "Other encodings are read differently by every program."),
            Rule("json-invalid", "error", "Every line is one JSON object.",
                 "A line that cannot be read holds no label."),
            Rule("key-duplicate", "error", "An object gives each key once.",
                 "JSON keeps the last one silently."),
            Rule("key-unknown", "error", "Every key means something.",
                 "A misspelt key would be ignored."),
            Rule("value-missing", "error", "Every field that is needed is given and not empty.",
                 "Nothing stands in for a value that was forgotten."),
            Rule("value-wrong", "error", "Every value has the type and range of its field.",
                 "A value is never converted by guess."),
            Rule("query-id-malformed", "error",
                 "An id is lower-case letters and digits in groups joined by single hyphens.",
                 "Ids appear in file names, messages and SQL."),
            Rule("query-id-duplicate", "error", "An id is used once.",
                 "Two labels of one query would contradict each other."),
            Rule("query-id-unsorted", "error", "Lines ascend by query_id.",
                 "A sorted file merges without conflicts and has one form."),
            Rule("category-unknown", "error", "The category is built in or configured.",
                 "The category decides whether a query enters the means."),
            Rule("gold-count", "error",
                 "A query has as many different gold entries as its category demands.",
                 "An answerable query without gold can only be counted as a failure."),
            Rule("doc-malformed", "error", "doc is a plain path below the corpus folder.",
                 "Other spellings of a path never match a document."),
            Rule("doc-missing", "error", "The gold document is in the corpus.",
                 "It was renamed, deleted, or never there."),
            Rule("quote-missing", "error", "The quote occurs in its document.",
                 "The document was edited, or the quote was not copied exactly."),
            Rule("quote-repeated", "error", "The quote says which of its occurrences is meant.",
                 "The first one would be a guess."),
            Rule("filter-unsupported", "error", "No query has a filter.",
                 "No stage of this version honours one."),
            Rule("corpus-file", "error", "Every file of the corpus folder can be read.",
                 "The hash of the corpus covers all of them."),
            Rule("corpus-empty", "error", "The corpus has documents.",
                 "Nothing can be found in an empty folder."),
            # Single labels
            Rule("form-untidy", "warning",
                 "Lines end with LF, none is blank, nothing trails, the last one is ended.",
                 "An editor that tidies the file would change its hash."),
            Rule("query-blank", "warning", "The query has text.", "A blank query finds nothing."),
            Rule("quote-blank", "warning", "The quote has text.",
                 "White space marks no evidence."),
            Rule("quote-folded", "note", "The quote stands in the text character for character.",
                 "A looser match was allowed and was needed; copy the text to be sure."),
            Rule("quote-elsewhere", "warning",
                 "The quote occurs in no document that the query does not label.",
                 "A hit there answers as well, and would count as wrong."),
            Rule("quote-long", "warning",
                 "The quote is a small part of its document (max_quote_share).",
                 "It overlaps so many chunks that almost any hit in the document counts."),
            Rule("span-unchunked", "error", "Some chunk overlaps the span of the quote.",
                 "No retriever can return it under this chunking."),
            Rule("gold-duplicate", "warning", "The gold entries of a query are different spans.",
                 "One piece of evidence would count twice."),
            Rule("gold-shared", "note", "Different queries have different gold spans.",
                 "Questions about one sentence measure one thing several times."),
            Rule("gold-irrelevant", "warning",
                 "An answerable query has a gold entry of grade 1 or above.",
                 "Without one its score is 0 whatever is retrieved."),
            Rule("query-circular", "warning",
                 "Few of the query's words are copied from the quote (max_query_overlap).",
                 "A question in the words of its answer is found by any matching of words."),
            Rule("query-near-duplicate", "warning",
                 "No two queries use nearly the same words (query_similarity).",
                 "They count one question twice."),
            Rule("no-answer-overlap", "warning",
                 "A no_answer query shares no token with the corpus.",
                 "Word matching returns hits for it, so it can never abstain."),
            Rule("near-miss-disjoint", "note", "A near_miss query shares a token with the corpus.",
                 "Without one it is a no_answer query."),
            Rule("adversarial-marker", "warning",
                 "Injected text competes for the words of an adversarial query "
                 "(injection_markers).",
                 "Otherwise the trap stands in nobody's way."),
            # The collection
            Rule("category-absent", "warning", "Every wanted category is there (categories).",
                 "What is not asked is not measured."),
            Rule("documents-few", "warning", "There are enough documents (min_documents).",
                 "Among a handful of documents, guessing works."),
            Rule("judgments-few", "warning", "There are enough judgments (min_judgments).",
                 "With few queries every difference is noise."),
            Rule("document-near-duplicate", "warning",
                 "No two documents are nearly the same (document_similarity).",
                 "A hit in the copy answers as well, and would count as wrong."),
            Rule("file-stray", "warning",
                 "No README or notes file stands among the documents (stray_names).",
                 "It is retrieved like a document."),
            Rule("file-undocumented", "note", "Every file of the corpus folder is a document.",
                 "A file that is none still changes corpus_hash."),
            Rule("script-unspaced", "warning",
                 "The text puts spaces between words (max_unspaced_share).",
                 "The word analyzer cannot split it: misses would look like abstention."),
            # Whether the labels can tell retrievers apart
            Rule("corpus-undiscriminating", "warning",
                 "Documents compete for the words of the queries.",
                 "Where nothing competes, no retriever can be better than another."),
            Rule("query-undisputed", "note",
                 "Another document competes for the words of the query.",
                 "Matching one word finds the answer, so the query tells nothing."),
            # What history says
            Rule("query-saturated", "note", "Some run misses rank 1 (min_results).",
                 "A query that is always right can show no improvement."),
            Rule("query-hopeless", "note", "Some run finds the query (min_results).",
                 "The label may be wrong, or the question too hard to tell anything."),
        )
    }
)  # fmt: skip
"""All rules by name, in the order of the documentation."""


@dataclass(frozen=True, slots=True)
class CheckSettings:
    """What a project demands of its labels: ``[tool.groundkit.check]``."""

    severity: Mapping[str, str] = field(default_factory=dict)
    """Severity by rule, where it is not the rule's own."""
    max_query_overlap: float = 0.7
    """Share of a query's distinct tokens that a quote may hold, 0 to 1."""
    max_quote_share: float = 0.5
    """Share of a document that a quote may be, 0 to 1; short documents are spared."""
    query_similarity: float = 0.85
    """Shared distinct tokens over all of two queries (Jaccard), from which they are alike."""
    document_similarity: float = 0.8
    """Shared three-word sequences over all of two documents, from which they are alike."""
    min_documents: int = 8
    """Documents that there are to be at least."""
    min_judgments: int = 40
    """Judgments that there are to be at least."""
    categories: tuple[str, ...] = ("normal", "ambiguous", "no_answer", "adversarial")
    """Categories of which there must be a query."""
    injection_markers: tuple[str, ...] = (
        "ignore previous instructions",
        "ignore all previous instructions",
        "ignore the above",
        "disregard",
        "you are now",
        "system prompt",
        "new instructions",
    )
    """Texts, without regard to case, by which text that gives orders is known."""
    stray_names: tuple[str, ...] = (
        "readme",
        "notes",
        "todo",
        "changelog",
        "contributing",
        "license",
        "licence",
        "labels",
        "judgments",
    )
    """File names without suffix, in lower case, that are hardly documents."""
    max_unspaced_share: float = 0.2
    """Share of the corpus's characters that may be of scripts without spaces, 0 to 1."""
    min_results: int = 3
    """Different results of a query from which history is believed."""

    def severity_of(self, rule: str) -> str:
        """Return ``error``, ``warning``, ``note`` or ``off``."""
        return self.severity.get(rule, RULES[rule].severity)


def settings_from(table: Mapping[str, Any], place: str) -> CheckSettings:
    """Return the settings that a configuration table holds.

    ``table`` has fields of ``CheckSettings`` and a table ``rules`` of severities by rule; ``place``
    goes before the messages. Raises UsageError for an unknown key, rule or severity and for a
    value of a wrong type or range.
    """
    defaults = CheckSettings()
    known = {spec.name: getattr(defaults, spec.name) for spec in fields(CheckSettings)}
    del known["severity"]
    chosen: dict[str, Any] = {}
    for key, value in table.items():
        if key == "rules":
            chosen["severity"] = _severities(value, place)
            continue
        if key not in known:
            raise UsageError(f"{place} {unknown_name('key', key, [*known, 'rules'])}")
        chosen[key] = _checked(key, value, known[key], place)
    return replace(defaults, **chosen)


def _severities(value: object, place: str) -> Mapping[str, str]:
    if not isinstance(value, Mapping):
        raise UsageError(f'{place} rules must be a table such as {{"quote-long" = "off"}}')
    for rule, severity in value.items():
        if rule not in RULES:
            raise UsageError(f"{place} {unknown_name('rule', rule, RULES)}")
        if severity not in SEVERITIES:
            raise UsageError(
                f"{place} rules.{rule}: {unknown_name('severity', str(severity), SEVERITIES)}"
            )
    return dict(value)


def _checked(key: str, value: object, default: object, place: str) -> object:
    """Return a value that has the type and the range of its default."""
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    if isinstance(default, tuple):
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise UsageError(f"{place} {key} must be a list of strings, not {value!r}")
        return tuple(value)
    if isinstance(default, float):
        if not number or not 0 <= float(str(value)) <= 1:
            raise UsageError(f"{place} {key} must be a number from 0 to 1, not {value!r}")
        return float(str(value))
    if not isinstance(value, int) or not number or value < 0:
        raise UsageError(f"{place} {key} must be a whole number of at least 0, not {value!r}")
    return value
