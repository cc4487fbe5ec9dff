"""Bad input: one line each with place, cause and next step, the right code, nothing stored."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from small_collection import (
    JUDGMENTS,
    TEXTS,
    Collection,
    Finished,
    judgment,
    stored_contents,
    stored_run,
)

Cli = Callable[..., Finished]

EVAL = ("eval", "--corpus", "docs", "--judgments", "labels.jsonl", "-w", "w.duckdb")
GOLD = ("cache.md", "ten minutes")


def lines(*entries: Mapping[str, Any] | str) -> Callable[[Collection], None]:
    """Return what writes these judgments, objects or lines as they are."""

    def write(collection: Collection) -> None:
        text = "".join(
            (entry if isinstance(entry, str) else json.dumps(entry)) + "\n" for entry in entries
        )
        collection.judgments.write_text(text)

    return write


def corpus(**texts: bytes) -> Callable[[Collection], None]:
    """Return what adds files to the corpus; two underscores in a name are a dot."""

    def write(collection: Collection) -> None:
        for name, data in texts.items():
            (collection.corpus / name.replace("__", ".")).write_bytes(data)

    return write


def no_corpus(collection: Collection) -> None:
    """Remove the corpus."""
    collection.corpus.rename(collection.folder / "moved")


def empty_corpus(collection: Collection) -> None:
    """Leave nothing in the corpus but files that are no documents."""
    no_corpus(collection)
    collection.corpus.mkdir()
    (collection.corpus / "picture.png").write_bytes(b"png")
    (collection.corpus / "blank.md").write_text(" \n")


def corpus_is_a_file(collection: Collection) -> None:
    """Put a file where the corpus should be."""
    no_corpus(collection)
    collection.corpus.write_text("a file")


def judgments_are_a_folder(collection: Collection) -> None:
    """Put a folder where the judgments should be."""
    collection.judgments.unlink()
    collection.judgments.mkdir()


def link_outside(collection: Collection) -> None:
    """Link from the corpus to a file beside it."""
    (collection.folder / "outside.md").write_text("secret")
    (collection.corpus / "link.md").symlink_to(collection.folder / "outside.md")


def nothing(collection: Collection) -> None:
    """Leave the collection as it is."""


BAD: dict[str, tuple[Callable[[Collection], None], tuple[str, ...], list[str]]] = {
    "missing corpus": (
        no_corpus,
        (),
        ["docs: no such folder; give the folder that holds the documents"],
    ),
    "empty corpus": (
        empty_corpus,
        (),
        [
            "docs: no documents among 2 files; expected files ending in .md, .markdown, .txt "
            "that are not blank"
        ],
    ),
    "corpus is a file": (
        corpus_is_a_file,
        (),
        [
            "docs: is a file, expected a folder, or documents as .jsonl, .csv (both also .gz) or "
            ".parquet"
        ],
    ),
    "not UTF-8": (
        corpus(old__md=b"caf\xe9 au lait"),
        (),
        [
            "docs/old.md: not UTF-8: byte 0xe9 at offset 3; save the file as UTF-8, or keep it "
            "out of the corpus folder"
        ],
    ),
    "link that leaves the corpus": (
        link_outside,
        (),
        ["docs/link.md: is a symbolic link that leaves the corpus folder; put a copy in its place"],
    ),
    "missing judgments": (
        lambda collection: collection.judgments.unlink(),
        (),
        ["labels.jsonl: no such file; give a judgments file"],
    ),
    "judgments are a folder": (
        judgments_are_a_folder,
        (),
        ["labels.jsonl: cannot be read: Is a directory"],
    ),
    "quote that is not there": (
        lines(
            judgment("a", "tried how often", "normal", ("queues.txt", "tried five time,")),
            judgment("b", "zebra", "normal", ("cache.md", "zebra crossing over there")),
        ),
        (),
        [
            'labels.jsonl:1: quote not found in queues.txt: "tried five time,"; '
            'nearest text at line 3: "tried five times,"',
            'labels.jsonl:2: quote not found in cache.md: "zebra crossing over there"; '
            "nothing in the document is similar",
            "2 problems; nothing was stored",
        ],
    ),
    "quote that is there twice": (
        lines(judgment("a", "what is full", "normal", ("cache.md", "entry"))),
        (),
        [
            'labels.jsonl:1: quote occurs 2 times in cache.md (lines 3, 5): "entry"; '
            "quote more of the surrounding text so that it occurs once, or say which is meant "
            "with occurrence, prefix or suffix"
        ],
    ),
    "unsorted ids": (
        lines(judgment("b", "x", "unlabelled"), judgment("a", "y", "unlabelled")),
        (),
        [
            'labels.jsonl:2: query_id "a" is not in ascending order after "b"; keep the file '
            "sorted by query_id; `groundkit-wh judgments fix` sorts it"
        ],
    ),
    "duplicate ids": (
        lines(judgment("a", "x", "unlabelled"), "", judgment("a", "y", "unlabelled")),
        (),
        [
            'labels.jsonl:3: duplicate query_id "a", first used at line 1; give each query an id '
            "of its own, or delete one of the lines"
        ],
    ),
    "unknown key": (
        lines({**judgment("a", "x", "unlabelled"), "catgory": "normal"}),
        (),
        ['labels.jsonl:1: unknown key "catgory"; did you mean "category"?'],
    ),
    "unknown category": (
        lines(judgment("a", "x", "norml", GOLD)),
        (),
        ['labels.jsonl:1: unknown category "norml"; did you mean "normal"?'],
    ),
    "document outside of the corpus": (
        lines(judgment("a", "x", "normal", ("../secret.md", "secret"))),
        (),
        [
            'labels.jsonl:1: gold[0].doc "../secret.md" has a "." or ".." path segment; give the '
            "plain path below the corpus folder"
        ],
    ),
    "document by an absolute path": (
        lines(judgment("a", "x", "normal", ("/etc/passwd", "root"))),
        (),
        [
            'labels.jsonl:1: gold[0].doc "/etc/passwd" is absolute; give the path below the '
            "corpus folder"
        ],
    ),
    "document that is not there": (
        lines(judgment("a", "x", "normal", ("cach.md", "ten minutes"))),
        (),
        ['labels.jsonl:1: gold document "cach.md" is not in the corpus; did you mean "cache.md"?'],
    ),
    "gold for what has no answer": (
        lines(judgment("a", "x", "no_answer", GOLD)),
        (),
        ['labels.jsonl:1: category "no_answer" must have no gold, found 1'],
    ),
    "one answer for an ambiguous query": (
        lines(judgment("a", "x", "ambiguous", GOLD)),
        (),
        ['labels.jsonl:1: category "ambiguous" needs at least 2 distinct gold entries, found 1'],
    ),
    "an occurrence that is not there": (
        lines(
            {
                **judgment("a", "x"),
                "gold": [{"doc": "cache.md", "quote": "entry", "occurrence": 3}],
            }
        ),
        (),
        [
            "labels.jsonl:1: quote occurs 2 times in cache.md (lines 3, 5), so there is no "
            'occurrence 3: "entry"; count from 1 to 2'
        ],
    ),
    "what is not built yet": (
        lines({**judgment("a", "x", "unlabelled"), "filter": {"tags": ["x"]}}),
        (),
        ['labels.jsonl:1: filter {"tags": ["x"]} is not supported yet; leave it out'],
    ),
    "a line that is no object": (
        lines("[1, 2]"),
        (),
        ["labels.jsonl:1: expected a JSON object, not a list"],
    ),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_stops_before_anything_is_stored(
    cli: Cli, collection: Collection, kind: str
) -> None:
    prepare, options, errors = BAD[kind]
    prepare(collection)
    done = cli(*EVAL, *options)
    assert (done.code, done.out) == (3, "")
    assert done.err == "".join(f"error: {error}\n" for error in errors)
    assert not collection.warehouse.exists()

    before = stored_run()
    collection.warehouse.write_bytes(before)
    assert cli(*EVAL, *options) == done
    assert collection.warehouse.read_bytes() == before


USAGE: dict[str, tuple[tuple[str, ...], str]] = {
    "depth 0": (
        (*EVAL, "--top-k", "0"),
        "top-k must be a whole number of at least 1 (and at most 2147483647), not 0",
    ),
    "depth below 0": (
        (*EVAL, "--top-k", "-3"),
        "top-k must be a whole number of at least 1 (and at most 2147483647), not -3",
    ),
    "depth in words": (
        (*EVAL, "--top-k", "ten"),
        "Invalid value for '--top-k': 'ten' is not a valid integer.",
    ),
    "k1 not a number": ((*EVAL, "--k1", "nan"), "k1 must be a number from 0 to 1000000, not nan"),
    "k1 below 0": ((*EVAL, "--k1", "-1"), "k1 must be a number from 0 to 1000000, not -1.0"),
    "b above 1": ((*EVAL, "--b", "2"), "b must be a number from 0 to 1, not 2.0"),
    "chunk size 0": (
        (*EVAL, "--chunk-size", "0"),
        "chunk size must be a whole number above 0, not 0",
    ),
    "unknown chunker": (
        (*EVAL, "--chunker", "recursiv"),
        'unknown chunker "recursiv"; did you mean "recursive"?',
    ),
    "unknown stage": ((*EVAL, "--stage", "bm52"), 'unknown stage "bm52"; did you mean "bm25"?'),
    "corpus without judgments": (
        ("eval", "--corpus", "docs", "-w", "w.duckdb"),
        "--judgments is missing: a corpus and its judgments go together",
    ),
    "judgments without corpus": (
        ("eval", "--judgments", "labels.jsonl", "-w", "w.duckdb"),
        "--corpus is missing: a corpus and its judgments go together",
    ),
    "a name that means another": (
        (*EVAL, "--name", "latest"),
        'a run cannot be called "latest"',
    ),
    "parquet to the terminal": (
        (*EVAL, "-f", "parquet"),
        "parquet is binary: name a file with --output",
    ),
    "output into a missing folder": (
        (*EVAL, "-f", "json", "-o", "no/where/x.json"),
        "there is no folder no/where to write x.json into",
    ),
    "warehouse in the corpus": (
        (*EVAL[:-1], "docs/w.duckdb"),
        "docs/w.duckdb: the warehouse lies inside the corpus folder docs, whose hash it would "
        "change; name another place with --warehouse",
    ),
    "nothing to evaluate": (
        ("eval", "-w", "w.duckdb"),
        "evals/corpus is not here; give --corpus and --judgments, run `groundkit-wh init` in your "
        "project, or `groundkit-wh demo` for the bundled collection",
    ),
}


@pytest.mark.parametrize("kind", USAGE)
def test_bad_usage_stops_before_anything_is_stored(
    cli: Cli, collection: Collection, kind: str
) -> None:
    command, error = USAGE[kind]
    done = cli(*command)
    assert (done.code, done.out, done.errors) == (2, "", [error])
    assert list(collection.folder.rglob("*.duckdb*")) == []

    before = stored_run()
    collection.warehouse.write_bytes(before)
    assert cli(*command).errors == [error]
    assert collection.warehouse.read_bytes() == before


def test_a_corpus_alone_is_never_paired_with_the_bundled_judgments(
    cli: Cli, collection: Collection
) -> None:
    evals = collection.folder / "evals"
    (evals / "corpus").mkdir(parents=True)
    (evals / "corpus" / "a.md").write_text("alpha")
    (evals / "judgments.jsonl").write_text("")
    done = cli("eval", "--corpus", "docs", "-w", "w.duckdb")
    assert (done.code, done.errors) == (
        2,
        ["--judgments is missing: a corpus and its judgments go together"],
    )


@pytest.mark.parametrize(
    ("judgments", "num_hits"),
    [
        ([judgment("none", "zebra", "no_answer"), judgment("open", "lease", "unlabelled")], 2),
        ([judgment("dots", "...", "normal", GOLD)], 0),
        ([], 0),
    ],
    ids=["none answerable", "no tokens", "no queries"],
)
def test_what_cannot_be_averaged_or_found_is_no_error(
    cli: Cli, collection: Collection, judgments: list[Any], num_hits: int
) -> None:
    collection.write(judgments=judgments)
    done = cli(*EVAL)
    assert (done.code, done.errors) == (0, [])
    assert f"queries         {len(judgments)} (" in done.out
    done = cli("sql", "-w", "w.duckdb", "select count(*) as hits from core.hit", "-f", "csv")
    assert done.out == f"hits\n{num_hits}\n"


WAREHOUSES: dict[str, tuple[Callable[[Path], object], str]] = {
    "not DuckDB": (
        lambda path: path.write_text("hello " * 9000),
        "w.duckdb: not a DuckDB file; name another warehouse with --warehouse",
    ),
    "empty": (
        lambda path: path.write_bytes(b""),
        "w.duckdb: not a DuckDB file; name another warehouse with --warehouse",
    ),
    "a folder": (Path.mkdir, "w.duckdb: is a folder; name a file with --warehouse"),
}

READING = (
    ("runs",),
    ("show",),
    ("leaderboard",),
    ("sql", "select 1"),
    ("export", "out"),
    ("db", "info"),
    ("db", "verify"),
    ("db", "schema"),
    ("runs", "rename", "latest", "other"),
    ("db", "migrate"),
)


@pytest.mark.parametrize("kind", WAREHOUSES)
@pytest.mark.parametrize(
    "command", [*READING, EVAL[:-2]], ids=lambda command: " ".join(command[:2])
)
def test_what_is_no_warehouse_exits_4_and_is_left(
    cli: Cli, collection: Collection, command: tuple[str, ...], kind: str
) -> None:
    make, error = WAREHOUSES[kind]
    make(collection.warehouse)
    before = collection.warehouse.read_bytes() if collection.warehouse.is_file() else None
    done = cli(*command, "-w", "w.duckdb")
    assert (done.code, done.out, done.err) == (4, "", f"error: {error}\n")
    after = collection.warehouse.read_bytes() if collection.warehouse.is_file() else None
    assert after == before


@pytest.mark.parametrize("command", READING[:-1], ids=" ".join)
def test_a_command_that_reads_does_not_make_a_warehouse(
    cli: Cli, collection: Collection, command: tuple[str, ...]
) -> None:
    done = cli(*command, "-w", "w.duckdb")
    assert (done.code, done.out) == (4, "")
    assert done.errors == [
        "w.duckdb: no warehouse here; run `groundkit-wh eval` to make one, or name another with "
        "--warehouse"
    ]
    assert not collection.warehouse.exists()


def test_all_problems_of_a_file_are_reported_at_once(cli: Cli, collection: Collection) -> None:
    lines(
        {"query_id": "B", "query": "", "category": "normal", "gold": []},
        "not json",
        {**judgment("a", "x", "unlabelled"), "gold": None},
    )(collection)
    done = cli(*EVAL)
    assert done.code == 3
    assert done.errors[-1] == f"{len(done.errors) - 1} problems; nothing was stored"
    places = [error.split(": ")[0] for error in done.errors[:-1]]
    assert places == sorted(places)
    assert set(places) == {"labels.jsonl:1", "labels.jsonl:2", "labels.jsonl:3"}


def test_a_query_that_was_right_is_not_blamed_for_its_neighbour(
    cli: Cli, evaluated: Collection
) -> None:
    before = stored_contents(evaluated.warehouse)
    broken = [dict(entry) for entry in JUDGMENTS]
    broken[-1]["gold"] = [{"doc": "cache.md", "quote": "eleven minutes"}]
    evaluated.write(TEXTS, broken)
    done = cli(*EVAL)
    assert done.code == 3
    assert len(done.errors) == 1
    assert done.errors[0].startswith(
        'labels.jsonl:7: quote not found in cache.md: "eleven minutes"'
    )
    assert stored_contents(evaluated.warehouse) == before
