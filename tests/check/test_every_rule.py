"""Each rule, broken alone in a copy of the bundled collection, is found and nothing else is."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from groundkit.api.check_labels import Checked, CheckInputs, check_labels
from groundkit.check.rules import RULES, CheckSettings
from groundkit.files.resources import example_folder

Label = dict[str, Any]


@dataclass
class Collection:
    """A copy of the bundled collection that may be spoiled."""

    folder: Path
    labels: list[Label] = field(default_factory=list)
    settings: CheckSettings = field(default_factory=CheckSettings)
    raw: Callable[[bytes], bytes] = bytes
    """Last change of the file's bytes."""

    @property
    def corpus(self) -> Path:
        return self.folder / "corpus"

    def label(self, query_id: str) -> Label:
        return next(label for label in self.labels if label["query_id"] == query_id)

    def first(self, category: str) -> Label:
        return next(label for label in self.labels if label["category"] == category)

    def line(self, label: Label) -> int:
        return self.labels.index(label) + 1

    def text(self, doc: str) -> str:
        return (self.corpus / doc).read_bytes().decode()

    def write(self, doc: str, text: str) -> None:
        (self.corpus / doc).write_bytes(text.encode())

    def check(self) -> Checked:
        file = self.folder / "judgments.jsonl"
        lines = (json.dumps(label, ensure_ascii=False) for label in self.labels)
        file.write_bytes(self.raw("".join(f"{line}\n" for line in lines).encode()))
        return check_labels(CheckInputs(self.corpus, file, settings=self.settings))


@pytest.fixture
def collection(tmp_path: Path) -> Collection:
    shutil.copytree(example_folder() / "corpus", tmp_path / "corpus")
    lines = (example_folder() / "judgments.jsonl").read_bytes().decode().split("\n")
    return Collection(tmp_path, [json.loads(line) for line in lines if line])


def test_the_bundled_collection_breaks_no_rule(collection: Collection) -> None:
    checked = collection.check()
    assert checked.findings == ()
    assert checked.discrimination.verdict == "discriminates"
    assert (checked.num_judgments, checked.num_documents) == (100, 18)


Mutation = Callable[[Collection], int | None]
"""Spoils a collection; returns the line that must be found, or None for no line."""
MUTATIONS: dict[str, Mutation] = {}


def breaks(rule: str) -> Callable[[Mutation], Mutation]:
    def remember(mutation: Mutation) -> Mutation:
        assert rule not in MUTATIONS
        MUTATIONS[rule] = mutation
        return mutation

    return remember


def in_line(number: int, old: bytes, new: bytes) -> Callable[[bytes], bytes]:
    """Return a change of one line's bytes."""

    def change(data: bytes) -> bytes:
        lines = data.split(b"\n")
        assert old in lines[number - 1]
        lines[number - 1] = lines[number - 1].replace(old, new, 1)
        return b"\n".join(lines)

    return change


@breaks("encoding-wrong")
def a_byte_order_mark(collection: Collection) -> int:
    collection.raw = lambda data: b"\xef\xbb\xbf" + data
    return 1


@breaks("json-invalid")
def a_trailing_comma(collection: Collection) -> int:
    collection.raw = in_line(7, b"}]", b"},]")
    return 7


@breaks("key-duplicate")
def a_key_twice(collection: Collection) -> int:
    collection.raw = in_line(5, b'{"query_id"', b'{"category": "normal", "query_id"')
    return 5


@breaks("key-unknown")
def a_misspelt_key(collection: Collection) -> int:
    collection.labels[3]["note"] = "x"
    return 4


@breaks("value-missing")
def a_label_without_a_query(collection: Collection) -> int:
    del collection.labels[20]["query"]
    return 21


@breaks("value-wrong")
def a_grade_in_words(collection: Collection) -> int:
    label = collection.first("normal")
    label["gold"][0]["relevance"] = "high"
    return collection.line(label)


@breaks("query-id-malformed")
def an_id_with_an_underscore(collection: Collection) -> int:
    collection.labels[-1]["query_id"] += "_"
    return len(collection.labels)


@breaks("query-id-duplicate")
def an_id_twice(collection: Collection) -> int:
    collection.labels[1]["query_id"] = collection.labels[0]["query_id"]
    return 2


@breaks("query-id-unsorted")
def two_lines_exchanged(collection: Collection) -> int:
    labels = collection.labels
    labels[10], labels[11] = labels[11], labels[10]
    return 12


@breaks("category-unknown")
def a_misspelt_category(collection: Collection) -> int:
    label = collection.first("normal")
    label["category"] = "norml"
    return collection.line(label)


@breaks("gold-count")
def an_ambiguous_query_with_one_gold(collection: Collection) -> int:
    label = collection.first("ambiguous")
    del label["gold"][1:]
    return collection.line(label)


@breaks("doc-malformed")
def a_windows_path(collection: Collection) -> int:
    label = collection.first("normal")
    label["gold"].append({"doc": "a\\b.md", "quote": "x"})
    return collection.line(label)


@breaks("doc-missing")
def a_document_that_is_not_there(collection: Collection) -> int:
    label = collection.first("normal")
    label["gold"].append({"doc": "leasse.md", "quote": "x"})
    return collection.line(label)


@breaks("quote-missing")
def a_misspelt_quote(collection: Collection) -> int:
    label = collection.first("normal")
    quote = label["gold"][0]["quote"]
    label["gold"].append({"doc": label["gold"][0]["doc"], "quote": quote[:-1] + "#"})
    return collection.line(label)


@breaks("quote-repeated")
def a_quote_that_occurs_twice(collection: Collection) -> int:
    label = collection.first("normal")
    gold = label["gold"][0]
    collection.write(gold["doc"], collection.text(gold["doc"]) + f"\n{gold['quote']}\n")
    return collection.line(label)


@breaks("filter-unsupported")
def a_filter(collection: Collection) -> int:
    collection.labels[0]["filter"] = {"tags": ["x"]}
    return 1


@breaks("corpus-file")
def a_document_that_is_not_utf8(collection: Collection) -> None:
    (collection.corpus / "latin.md").write_bytes("é".encode("latin-1"))


@breaks("form-untidy")
def a_line_that_ends_with_crlf(collection: Collection) -> int:
    collection.raw = lambda data: data.replace(b"\n", b"\r\n", 1)
    return 1


@breaks("query-blank")
def a_blank_query(collection: Collection) -> int:
    label = collection.first("no_answer")
    label["query"] = " "
    return collection.line(label)


@breaks("quote-blank")
def a_blank_quote(collection: Collection) -> int:
    label = collection.first("normal")
    collection.write("zz.md", "x \t x")
    label["gold"].append({"doc": "zz.md", "quote": " \t "})
    return collection.line(label)


@breaks("quote-folded")
def a_quote_in_capitals(collection: Collection) -> int:
    label = collection.first("normal")
    gold = label["gold"][0]
    gold.update(quote=gold["quote"].upper(), match="alnum")
    return collection.line(label)


@breaks("quote-elsewhere")
def a_quote_in_another_document(collection: Collection) -> int:
    label = collection.first("normal")
    gold = label["gold"][0]
    other = next(doc for doc in ("billing.md", "leases.md") if doc != gold["doc"])
    collection.write(other, collection.text(other) + f"\n{gold['quote']}\n")
    return collection.line(label)


@breaks("quote-long")
def a_quote_of_most_of_a_document(collection: Collection) -> int:
    label = collection.first("normal")
    doc = label["gold"][0]["doc"]
    label["gold"].append({"doc": doc, "quote": collection.text(doc)[:5000]})
    collection.settings = replace(collection.settings, max_query_overlap=1.0)
    return collection.line(label)


@breaks("span-unchunked")
def a_quote_between_two_chunks(collection: Collection) -> int:
    # A run of blank lines longer than a chunk is cut away, and so is what is quoted of it.
    label = collection.first("normal")
    doc = label["gold"][0]["doc"]
    collection.write(doc, collection.text(doc) + "\n" * 2000 + "the end")
    label["gold"].append({"doc": doc, "quote": "\n" * 1000, "occurrence": 500})
    collection.settings = replace(collection.settings, severity={"quote-blank": "off"})
    return collection.line(label)


@breaks("gold-duplicate")
def one_passage_twice(collection: Collection) -> int:
    label = collection.first("normal")
    label["gold"].append(dict(label["gold"][0]))
    return collection.line(label)


@breaks("gold-shared")
def the_gold_of_another_query(collection: Collection) -> int:
    first, second = [label for label in collection.labels if label["category"] == "normal"][:2]
    second["gold"].append(dict(first["gold"][0]))
    return collection.line(second)


@breaks("gold-irrelevant")
def a_grade_of_zero(collection: Collection) -> int:
    label = collection.first("normal")
    label["gold"][0]["relevance"] = 0
    return collection.line(label)


@breaks("query-circular")
def a_query_copied_from_its_quote(collection: Collection) -> int:
    label = collection.first("normal")
    label["query"] = label["gold"][0]["quote"]
    return collection.line(label)


@breaks("query-near-duplicate")
def a_question_asked_again(collection: Collection) -> int:
    first, second = [label for label in collection.labels if label["category"] == "no_answer"][:2]
    second["query"] = first["query"].upper() + "?"
    return collection.line(second)


@breaks("no-answer-overlap")
def a_question_in_the_words_of_the_corpus(collection: Collection) -> int:
    label = collection.first("no_answer")
    label["query"] += " the queue"
    return collection.line(label)


@breaks("near-miss-disjoint")
def a_near_miss_in_other_words(collection: Collection) -> int:
    label = collection.first("near_miss")
    label["query"] = "xylophone zeppelin"
    return collection.line(label)


@breaks("adversarial-marker")
def an_adversarial_query_about_something_else(collection: Collection) -> int:
    # Nobody gives orders in replication.md, and the injected text elsewhere has other words.
    label = next(
        label
        for label in collection.labels
        if label["category"] == "normal" and label["gold"][0]["doc"] == "replication.md"
    )
    label["category"] = "adversarial"
    return collection.line(label)


@breaks("category-absent")
def no_adversarial_query(collection: Collection) -> None:
    collection.labels = [label for label in collection.labels if label["category"] != "adversarial"]


@breaks("documents-few")
def seven_documents(collection: Collection) -> None:
    keep_documents(collection, 7)
    collection.settings = replace(
        collection.settings, min_judgments=1, severity={"adversarial-marker": "off"}
    )


@breaks("judgments-few")
def thirty_nine_judgments(collection: Collection) -> None:
    by_category: dict[str, list[Label]] = {}
    for label in collection.labels:
        by_category.setdefault(label["category"], []).append(label)
    kept = [label for labels in by_category.values() for label in labels[:8]][:39]
    collection.labels = sorted(kept, key=lambda label: label["query_id"])


@breaks("document-near-duplicate")
def a_document_twice(collection: Collection) -> None:
    # One that no query is about, so that no quote stands in two places.
    gold = {entry["doc"] for label in collection.labels for entry in label["gold"]}
    free = "A page about nothing in particular. " * 3 + "It has some words, and no label at all."
    assert "pages.md" not in gold
    collection.write("pages.md", free)
    collection.write("pages-copy.md", free + " Indeed")


@breaks("file-stray")
def a_readme_among_the_documents(collection: Collection) -> None:
    collection.write("README.md", "What these documents are.")


@breaks("file-undocumented")
def a_picture_among_the_documents(collection: Collection) -> None:
    (collection.corpus / "logo.png").write_bytes(b"\x89PNG")


@breaks("script-unspaced")
def a_third_of_the_text_in_chinese(collection: Collection) -> None:
    collection.write("zh.md", "每个文档都必须保存在同一个文件夹中。" * 3000)


@breaks("query-undisputed")
def a_word_that_only_the_gold_has(collection: Collection) -> int:
    label = collection.first("normal")
    doc = label["gold"][0]["doc"]
    collection.write(doc, collection.text(doc) + "\nxyzzy\n")
    label["query"] = "xyzzy"
    return collection.line(label)


def keep_documents(collection: Collection, number: int) -> None:
    docs = sorted(path.name for path in collection.corpus.iterdir())
    for doc in docs[number:]:
        (collection.corpus / doc).unlink()
    kept = set(docs[:number])
    collection.labels = [
        label for label in collection.labels if {gold["doc"] for gold in label["gold"]} <= kept
    ]


OF_HISTORY = {"query-saturated", "query-hopeless"}
SEVERAL = {"corpus-empty", "corpus-undiscriminating"}
"""An empty or a disjoint corpus breaks other rules too: they have tests of their own."""


def test_every_rule_has_a_mutation_or_a_test_of_its_own() -> None:
    assert set(MUTATIONS) | OF_HISTORY | SEVERAL == set(RULES)


@pytest.mark.parametrize("rule", MUTATIONS)
def test_a_broken_rule_is_found_and_nothing_else_is(rule: str, collection: Collection) -> None:
    line = MUTATIONS[rule](collection)
    findings = collection.check().findings
    assert [(f.problem.rule, f.severity) for f in findings] == [(rule, RULES[rule].severity)]
    (finding,) = findings
    assert finding.problem.line == line
    assert finding.problem.message.isprintable()


def test_a_value_that_does_not_exist_is_a_finding_beside_the_others(collection: Collection) -> None:
    collection.first("normal")["gold"][0]["match"] = "Exact"
    collection.first("ambiguous")["gold"][0]["quote"] = "not in any document"
    found = [finding.problem.rule for finding in collection.check().findings]
    assert sorted(rule for rule in found if rule in ("value-wrong", "quote-missing")) == [
        "quote-missing",
        "value-wrong",
    ]


@pytest.mark.parametrize("number", ["NaN", "1e999", "1" * 30])
def test_a_filter_that_cannot_be_read_is_a_finding(collection: Collection, number: str) -> None:
    label = collection.first("normal")
    label["filter"] = {"price": 0}
    collection.raw = lambda data: data.replace(b'"price": 0', f'"price": {number}'.encode())
    found = [finding for finding in collection.check().findings if finding.problem.query_id]
    assert {finding.problem.query_id for finding in found} == {label["query_id"]}
    assert "filter-unsupported" in {finding.problem.rule for finding in found}
