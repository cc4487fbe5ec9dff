"""The judgments file: what it may hold, and that everything else is reported at its line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.categories import BUILT_IN, with_custom
from groundkit.errors import InputError
from groundkit.files.judgment_file import parse_judgments, read_judgments
from groundkit.records import Gold, Judgment, JudgmentSet

GOLD = {"doc": "a.md", "quote": "x"}
NORMAL = {"query_id": "a", "query": "q", "category": "normal", "gold": [GOLD]}
EMPTY = {"query_id": "a", "query": "q", "category": "no_answer"}


def parse(data: bytes | str, **options: Any) -> JudgmentSet:
    data = data.encode() if isinstance(data, str) else data
    return parse_judgments(data, name="j.jsonl", categories=BUILT_IN, **options)


def line(record: dict[str, Any] = NORMAL, **fields: Any) -> str:
    """Return a record as a line, with fields replaced."""
    return json.dumps({**record, **fields})


def without(key: str) -> str:
    return json.dumps({name: value for name, value in NORMAL.items() if name != key})


def with_gold(**fields: Any) -> str:
    return line(gold=[{**GOLD, **fields}])


def one(text: str) -> Judgment:
    (judgment,) = parse(text).judgments
    return judgment


def problems_of(data: bytes | str) -> tuple[str, ...]:
    with pytest.raises(InputError) as caught:
        parse(data)
    assert all(problem.isprintable() for problem in caught.value.problems)
    return caught.value.problems


# What a file holds


def test_a_line_becomes_a_judgment() -> None:
    full = line(
        notes="n",
        tags=["t", "u"],
        filter={"lang": ["en"], "year": {"gte": 2020.5}},
        origin="bm25",
        expected_keywords=["k"],
        answer="42",
    )
    assert one(full) == Judgment(
        query_id="a",
        text="q",
        category="normal",
        answerable=True,
        gold=(Gold("a.md", "x"),),
        line=1,
        file_position=1,
        notes="n",
        tags=("t", "u"),
        filter={"lang": ["en"], "year": {"gte": 2020.5}},
        origin="bm25",
        expected_keywords=("k",),
        answer="42",
    )


def test_a_gold_entry_keeps_every_field() -> None:
    judgment = one(
        with_gold(
            relevance=-1, occurrence=3, prefix="p", suffix="s", match="nfkc", alternative="one"
        )
    )
    assert judgment.gold == (
        Gold(
            "a.md", "x", -1, occurrence="3", prefix="p", suffix="s", match="nfkc", alternative="one"
        ),
    )


@pytest.mark.parametrize(
    ("field", "value", "stored"),
    [
        ("occurrence", "unique", "unique"),
        ("occurrence", "all", "all"),
        ("occurrence", 1, "1"),
        ("alternative", 7, "7"),
        ("match", "alnum", "alnum"),
        ("prefix", "", None),
        ("relevance", 0, 0),
    ],
)
def test_a_gold_field_is_stored_as(field: str, value: Any, stored: Any) -> None:
    assert getattr(one(with_gold(**{field: value})).gold[0], field) == stored


def test_null_in_an_optional_field_is_its_absence() -> None:
    fields = ("notes", "tags", "filter", "origin", "expected_keywords", "answer")
    assert one(line(**dict.fromkeys(fields))) == one(line())
    options = ("relevance", "occurrence", "prefix", "suffix", "alternative", "match")
    assert one(with_gold(**dict.fromkeys(options))) == one(line())


def test_an_empty_file_is_an_empty_set() -> None:
    for data in (b"", b"\n", b" \n\r\n\t\n"):
        judgments = parse(data)
        assert judgments.judgments == ()
        assert judgments.judgments_hash == hashlib.sha256(data).hexdigest()


def test_lines_and_positions_count_from_1_and_blank_lines_count_as_lines() -> None:
    text = f"\n{line(EMPTY)}\n  \n{line(EMPTY, query_id='b')}"
    assert [(j.query_id, j.line, j.file_position) for j in parse(text).judgments] == [
        ("a", 2, 1),
        ("b", 4, 2),
    ]


def test_only_lf_ends_a_line() -> None:
    query = "x\u2028y\u2029z\u0085w"
    text = json.dumps({**EMPTY, "query": query}, ensure_ascii=False)
    assert one(text + "\r\n").text == query
    assert one(text + "\r").text == query
    assert one(text.replace(", ", ",\r")).text == query


@pytest.mark.parametrize("doc", ["~/a.md", " a.md", "a..b/c..md", ".dot.md", "sp ace/é.md", "ab:c"])
def test_a_doc_may_be_any_plain_path(doc: str) -> None:
    assert one(with_gold(doc=doc)).gold[0].doc == doc


def test_blank_queries_and_quotes_are_left_to_the_check() -> None:
    assert one(line(query=" ")).text == " "
    assert one(with_gold(quote="\n")).gold[0].quote == "\n"


def test_a_nul_and_an_astral_character_may_be_escaped() -> None:
    text = line(EMPTY).replace('"q"', '"\\u0000 \\ud83d\\ude80"')
    assert one(text).text == "\0 \U0001f680"


def test_a_category_of_the_project_is_known_by_its_answerability() -> None:
    categories = with_custom({"multi_hop": True, "out_of_scope": False})
    data = line(category="multi_hop") + "\n" + line(EMPTY, query_id="b", category="out_of_scope")
    hop, scope = parse_judgments(data.encode(), name="j", categories=categories).judgments
    assert (hop.answerable, scope.answerable) == (True, False)
    with pytest.raises(InputError, match='category "multi_hop" needs at least 1 gold entry'):
        parse_judgments(
            line(category="multi_hop", gold=[]).encode(), name="j", categories=categories
        )


# What is refused


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (without("query_id"), "query_id is missing"),
        (without("query"), "query is missing"),
        (without("category"), "category is missing"),
        (line(query_id=None), "query_id must be a string, not null"),
        (line(query_id=7), "query_id must be a string, not a number"),
        (line(query=""), "query must not be empty"),
        (line(query=True), "query must be a string, not true"),
        (line(category=[]), "category must be a string, not a list"),
        (line(category="norml"), 'unknown category "norml"; did you mean "normal"?'),
        (line(qurey="x"), 'unknown key "qurey"; did you mean "query"?'),
        (line(gold=None), "gold must be a list, not null"),
        (line(gold={}), "gold must be a list, not an object"),
        (line(gold=["x"]), "gold[0] must be an object, not a string"),
        (line(notes=1), "notes must be a string, not a number"),
        (line(origin={}), "origin must be a string, not an object"),
        (line(answer=["x"]), "answer must be a string, not a list"),
        (line(tags="t"), "tags must be a list of strings, not a string"),
        (line(tags=["t", 1]), "tags[1] must be a string, not a number"),
        (line(expected_keywords=[None]), "expected_keywords[0] must be a string, not null"),
        (line(filter=[]), "filter must be an object, not a list"),
        (line(gold=[{"quote": "x"}]), "gold[0].doc is missing"),
        (line(gold=[{"doc": "a.md"}]), "gold[0].quote is missing"),
        (with_gold(doc=1), "gold[0].doc must be a string, not a number"),
        (with_gold(quote=None), "gold[0].quote must be a string, not null"),
        (with_gold(quote=""), "gold[0].quote must not be empty"),
        (with_gold(start=1), 'gold[0]: unknown key "start"; valid: alternative, doc, match'),
        (with_gold(qoute="x"), 'gold[0]: unknown key "qoute"; did you mean "quote"?'),
        (with_gold(relevance=True), "gold[0].relevance must be an integer, not true"),
        (with_gold(relevance=1.0), "gold[0].relevance must be an integer, not a number"),
        (with_gold(relevance="1"), "gold[0].relevance must be an integer, not a string"),
        (with_gold(relevance=2**31), "gold[0].relevance 2147483648 is out of range"),
        (with_gold(occurrence=0), 'occurrence must be "unique", "all" or an integer of at least'),
        (with_gold(occurrence="2"), 'an integer of at least 1, not "2"'),
        (with_gold(occurrence=True), "an integer of at least 1, not true"),
        (with_gold(occurrence=[1]), "an integer of at least 1, not a list"),
        (with_gold(prefix=1), "gold[0].prefix must be a string, not a number"),
        (with_gold(suffix=[]), "gold[0].suffix must be a string, not a list"),
        (with_gold(alternative=1.5), "gold[0].alternative must be a string or an integer, not a"),
        (with_gold(match="Exact"), 'gold[0]: unknown match "Exact"; did you mean "exact"?'),
        (with_gold(match=1), "gold[0].match must be a string, not a number"),
        (line(category="ambiguous"), "needs at least 2 distinct gold entries, found 1"),
        (
            line(category="ambiguous", gold=[GOLD, {**GOLD, "relevance": 1}]),
            "needs at least 2 distinct gold entries, found 1",
        ),
        (line(category="adversarial", gold=[]), 'category "adversarial" needs at least 1 gold'),
        (without("gold"), 'category "normal" needs at least 1 gold entry, found 0'),
        (line(category="no_answer"), 'category "no_answer" must have no gold, found 1'),
        (line(category="near_miss"), 'category "near_miss" must have no gold, found 1'),
        (line(category="unlabelled"), 'category "unlabelled" must have no gold, found 1'),
        ("[1]", "expected a JSON object, not a list"),
        ("null", "expected a JSON object, not null"),
        ("{not json}", "not valid JSON: Expecting property name enclosed in double quotes at "),
        (line()[:-1] + ",}", "not valid JSON: "),
        (line() + line(), "not valid JSON: more text after the object, at column 95"),
        ("\u00a0" + line(), "not valid JSON: Expecting value at column 1"),
        (line().replace("q", "x\x0cy", 2), "not valid JSON: a control character inside a string"),
    ],
)
def test_what_is_not_understood_is_reported_at_its_line(text: str, problem: str) -> None:
    (found,) = problems_of("\n" + text)
    assert found.startswith("j.jsonl:2: ")
    assert problem in found


@pytest.mark.parametrize(
    "query_id",
    ["", "A", "a_b", "a-", "-a", "a--b", "a b", "a\n", "a\u0663", "é", "a" * 100_000 + "-"],
)
def test_an_id_outside_of_the_grammar_is_refused(query_id: str) -> None:
    (problem,) = problems_of(line(query_id=query_id))
    assert "query_id" in problem
    assert len(problem) < 250


@pytest.mark.parametrize(
    ("doc", "why"),
    [
        ("", "must not be empty"),
        (" \t", "is blank"),
        ("a\\b.md", "has a backslash"),
        ("/a.md", "is absolute"),
        ("C:/a.md", "is absolute"),
        ("c:a.md", "is absolute"),
        ("./a.md", 'has a "." or ".." path segment'),
        ("a/../b.md", 'has a "." or ".." path segment'),
        ("a//b.md", "has an empty path segment"),
        ("a.md/", "has an empty path segment"),
    ],
)
def test_a_doc_that_is_no_path_below_the_folder_is_refused(doc: str, why: str) -> None:
    (problem,) = problems_of(with_gold(doc=doc))
    assert "gold[0].doc" in problem
    assert why in problem


def test_duplicate_keys_are_refused_at_any_depth() -> None:
    text = line(filter={"a": 1}).replace('"a": 1', '"a": 1, "a": 2')
    assert problems_of(text) == (
        'j.jsonl:1: key "a" is given twice in one object; keep one of them',
    )
    text = line().replace('"doc": "a.md"', '"doc": "a.md", "doc": "b.md"')
    assert problems_of(text) == (
        'j.jsonl:1: key "doc" is given twice in one object; keep one of them',
    )


@pytest.mark.parametrize(
    ("number", "problem"),
    [
        ("NaN", "NaN is not valid JSON; use a finite number"),
        ("-Infinity", "-Infinity is not valid JSON; use a finite number"),
        ("1e999", "number 1e999 is out of range of a float"),
        (str(2**63), "number 9223372036854775808 is out of range, expected at most 64 bits"),
        ("7" * 1_000_000, f"number {'7' * 24}… is out of range, expected at most 64 bits"),
    ],
)
@pytest.mark.parametrize("place", ["gold", "filter", "query"])
def test_numbers_that_cannot_be_kept_are_refused_once(
    number: str, problem: str, place: str
) -> None:
    text = {
        "gold": with_gold(relevance="N"),
        "filter": line(filter={"x": ["N"]}),
        "query": line(query="N"),
    }[place].replace('"N"', number)
    assert problems_of(text) == (f"j.jsonl:1: {problem}",)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        (line(query="S"), "query"),
        (with_gold(quote="S"), "gold[0].quote"),
        (line(filter={"k": {"S": 1}}), "filter.k.\\\\ud800"),
        (line(tags=["S"]), "tags[0]"),
    ],
)
def test_half_a_surrogate_pair_is_refused_where_it_stands(text: str, place: str) -> None:
    (problem,) = problems_of(text.replace('"S"', '"\\ud800"'))
    assert problem == (
        f"j.jsonl:1: {place.replace(chr(92) * 2, chr(92))} holds half a surrogate pair, \\ud800; "
        "write the character itself"
    )


@pytest.mark.parametrize("depth", [33, 900, 100_000])
@pytest.mark.parametrize("opening", ["[", '{"a":'])
def test_deep_nesting_is_a_problem_not_a_crash(depth: int, opening: str) -> None:
    closing = {"[": "]", '{"a":': "}"}[opening]
    text = line(filter={"x": "N"}).replace('"N"', opening * depth + "1" + closing * depth)
    (problem,) = problems_of(text)
    assert problem == "j.jsonl:1: lists and objects more than 32 levels deep"


def test_a_filter_of_ordinary_depth_is_kept() -> None:
    deep: Any = 1
    for _ in range(30):
        deep = [deep]
    assert one(line(filter={"x": deep})).filter == {"x": deep}


def test_a_line_of_a_million_characters_is_read() -> None:
    assert len(one(line(query="x" * 1_000_000)).text) == 1_000_000
    (problem,) = problems_of(line(category="x" * 1_000_000))
    assert len(problem) < 250


def test_a_byte_order_mark_is_refused_and_the_rest_still_checked() -> None:
    assert problems_of("\ufeff" + line(query="")) == (
        "j.jsonl:1: the file starts with a byte order mark; save it as UTF-8 without one; "
        "`groundkit-wh judgments fix` removes it",
        "j.jsonl:1: query must not be empty",
    )
    (problem,) = problems_of(line().encode("utf-16"))
    assert problem == ("j.jsonl:1: the file is UTF-16; save it as UTF-8 without a byte order mark")


def test_bytes_that_are_not_utf8_are_reported_at_their_line() -> None:
    data = line().encode() + b'\n{"query_id": "\xe9"}\n' + line(query_id="b", query="").encode()
    assert problems_of(data) == (
        "j.jsonl:2: not UTF-8: byte 0xe9 at offset 14 of the line; save the file as UTF-8",
        "j.jsonl:3: query must not be empty",
    )


def test_ids_ascend_and_none_is_used_twice() -> None:
    text = "\n".join(line(query_id=query_id) for query_id in ("b", "a", "c", "b", "q10", "q2"))
    assert problems_of(text) == (
        'j.jsonl:2: query_id "a" is not in ascending order after "b"; '
        "keep the file sorted by query_id; `groundkit-wh judgments fix` sorts it",
        'j.jsonl:4: duplicate query_id "b", first used at line 1; '
        "give each query an id of its own, or delete one of the lines",
    )
    sorted_ids = ("a", "a-b", "a0", "ab", "q10", "q2")
    text = "\n".join(line(query_id=query_id) for query_id in sorted_ids)
    assert tuple(judgment.query_id for judgment in parse(text).judgments) == sorted_ids


def test_all_problems_of_a_file_and_of_a_line_are_reported_in_order_of_lines() -> None:
    text = "\n".join(
        [
            line(query="", notes=1, gold=[{"doc": "/a", "quote": ""}]),
            "{",
            line(query_id="b"),
            line(query_id="c", category="hard", extra=1),
        ]
    )
    problems = problems_of(text)
    assert [problem.split(":")[1] for problem in problems] == ["1"] * 4 + ["2"] + ["4"] * 2


def test_a_file_of_another_kind_is_one_problem_and_not_one_a_line() -> None:
    pretty = json.dumps([json.loads(line()), json.loads(line(query_id="b"))], indent=2)
    for text in (pretty, "# Title\n\nSome words.\n", "query_id,query\na,b\n"):
        first, second = problems_of(text)
        assert first.startswith("j.jsonl:1: ")
        assert second == (
            "j.jsonl: none of its lines is a JSON object; expected JSON Lines, one judgment a line"
        )


def test_a_control_character_is_named_at_its_column() -> None:
    (problem,) = problems_of('{"query": "a\tb"}')
    assert problem == (
        "j.jsonl:1: not valid JSON: a tab inside a string at column 13; write it as \\t"
    )


def test_the_name_of_the_file_cannot_break_a_message() -> None:
    with pytest.raises(InputError) as caught:
        parse_judgments(b"{", name="a\n\x1bb.jsonl", categories=BUILT_IN)
    assert caught.value.problems[0].startswith("a\\n\\u001bb.jsonl:1: not valid JSON")


@given(
    st.lists(st.sampled_from(["", " ", "\t", "\r", "\u00a0", "\x1c"]), max_size=6),
    st.lists(st.sampled_from(["", " ", "\r"]), min_size=4, max_size=4),
)
def test_blank_lines_and_white_space_around_change_no_judgment(
    blank: list[str], around: list[str]
) -> None:
    records = [line(query_id="a"), line(EMPTY, query_id="b")]
    spaced = [f"{around[2 * n]}{record}{around[2 * n + 1]}" for n, record in enumerate(records)]
    text = "\n".join([*blank, spaced[0], *blank, spaced[1], *blank])

    def content(judgments: JudgmentSet) -> list[Any]:
        return [
            (j.query_id, j.text, j.category, j.gold, j.file_position) for j in judgments.judgments
        ]

    assert content(parse(text)) == content(parse("\n".join(records)))


@given(st.binary(max_size=200))
def test_any_bytes_are_judgments_or_an_input_error(data: bytes) -> None:
    for candidate in (data, line().encode() + b"\n" + data):
        try:
            found = parse(candidate).judgments_hash
        except InputError:
            continue
        assert found == hashlib.sha256(candidate).hexdigest()


# Files


def test_a_file_is_read_under_its_path_or_a_name(tmp_path: Path) -> None:
    path = tmp_path / "j.jsonl"
    path.write_bytes(line().encode() + b"\r\n")
    judgments = read_judgments(path)
    assert (judgments.name, judgments.format) == (path.as_posix(), "jsonl")
    assert judgments.judgments_hash == hashlib.sha256(path.read_bytes()).hexdigest()
    assert read_judgments(path, name="mine").name == "mine"
    assert len(read_judgments(path, categories=with_custom({"x": True})).judgments) == 1


def test_a_file_that_cannot_be_read_is_an_input_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"none\.jsonl: no such file; give a judgments file"):
        read_judgments(tmp_path / "none.jsonl")
    with pytest.raises(InputError, match="cannot be read: Is a directory"):
        read_judgments(tmp_path)


# The oracle

ACCEPTED_HERE = {
    "ls-in-string": "U+2028 is legal inside a JSON string, and only LF ends a line",
}
REFUSED_HERE = {
    "dup-key": "a key that is given twice is a mistake that the last value would hide",
    "ambig-2same": "an ambiguous query needs two different answers, not one twice",
    "doc-dslash": "an empty path segment can be no document's path",
    "doc-trail": "an empty path segment can be no document's path",
}
"""Cases that are decided otherwise than by the oracle, and why."""


def test_every_file_of_the_oracle_is_accepted_or_refused_alike(shared_data: Path) -> None:
    text = (shared_data / "seed_oracle/fuzz/load_judgments.jsonl").read_text(encoding="utf-8")
    cases = {case["case"]: case for case in map(json.loads, filter(None, text.split("\n")))}
    assert len(cases) >= 30
    assert {*ACCEPTED_HERE, *REFUSED_HERE} <= set(cases)
    for name, case in cases.items():
        expected = case.get("ok")
        assert (name not in ACCEPTED_HERE) or expected is None
        assert (name not in REFUSED_HERE) or expected is not None
        data = bytes.fromhex(case["bytes_hex"])
        if name in REFUSED_HERE or (expected is None and name not in ACCEPTED_HERE):
            with pytest.raises(InputError):
                parse(data)
            continue
        found = [
            {
                "query_id": judgment.query_id,
                "query": judgment.text,
                "category": judgment.category,
                "gold": [{"doc": gold.doc, "quote": gold.quote} for gold in judgment.gold],
                "notes": judgment.notes,
            }
            for judgment in parse(data).judgments
        ]
        if name == "ls-in-string":
            assert [judgment["query"] for judgment in found] == ["x\u2028y"]
        else:
            assert found == expected, name
