"""Changes to a judgments file touch what they are about and nothing else."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from groundkit.categories import BUILT_IN
from groundkit.errors import InputError
from groundkit.files.judgment_file import parse_judgments
from groundkit.files.judgment_writer import (
    as_line,
    fixed,
    insert_line,
    line_at,
    replace_line,
    with_fields,
    with_gold,
)

IDS = st.text("ab1", min_size=1, max_size=3)
ODD_TEXT = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=8)


def entry(query_id: str, query: str = "q", **more: Any) -> dict[str, Any]:
    return {"query_id": query_id, "query": query, "category": "no_answer", "gold": [], **more}


def file_of(*ids: str, newline: bytes = b"\n") -> bytes:
    return b"".join(as_line(entry(query_id)) + newline for query_id in ids)


def ids_of(data: bytes) -> list[str]:
    return [json.loads(line)["query_id"] for line in data.splitlines() if line.strip()]


@st.composite
def judgments_files(draw: st.DrawFn) -> bytes:
    """Files that can be loaded: sorted and unique, of any form that a reader accepts."""
    newline = draw(st.sampled_from([b"\n", b"\r\n"]))
    lines: list[bytes] = []
    for query_id in sorted(draw(st.sets(IDS, max_size=6))):
        lines += [draw(st.sampled_from([b"", b"  ", "\u3000".encode()]))] * draw(st.integers(0, 1))
        fields = entry(query_id, draw(ODD_TEXT), notes=draw(ODD_TEXT), filter={"n": 1.50})
        text = json.dumps(
            fields,
            ensure_ascii=draw(st.booleans()),
            separators=draw(st.sampled_from([(",", ":"), (", ", ": "), (" ,\t", " :\r")])),
        )
        lines.append(draw(st.sampled_from(["", " ", "\t"])).encode() + text.encode())
    data = newline.join(lines)
    return data + newline * draw(st.integers(0, 2))


def parsed(data: bytes) -> dict[str, Any]:
    """Judgments by id, without where they stand."""
    judgments = parse_judgments(data, name="x", categories=BUILT_IN).judgments
    return {judgment.query_id: (judgment.text, judgment.notes) for judgment in judgments}


# Inserting a line


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", file_of("b")),
        (file_of("a"), file_of("a", "b")),
        (file_of("c"), file_of("b", "c")),
        (file_of("a", "c"), file_of("a", "b", "c")),
        (file_of("a").removesuffix(b"\n"), file_of("a", "b")),
        (file_of("a", "c").removesuffix(b"\n"), file_of("a", "b", "c").removesuffix(b"\n")),
        (file_of("a") + b"\n \n", file_of("a", "b") + b"\n \n"),
        (file_of("a") + b"\n" + file_of("c"), file_of("a") + b"\n" + file_of("b", "c")),
        (b" ", file_of("b") + b" "),
        (file_of("a", "c", newline=b"\r\n"), file_of("a", "b", "c", newline=b"\r\n")),
        (
            file_of("a", newline=b"\r\n") + file_of("c"),
            file_of("a", newline=b"\r\n") + file_of("b", "c"),
        ),
        (b"\xef\xbb\xbf" + file_of("c"), b"\xef\xbb\xbf" + file_of("b", "c")),
    ],
)
def test_a_line_is_inserted_at_its_sorted_place_with_the_line_end_it_needs(
    data: bytes, expected: bytes
) -> None:
    assert insert_line(data, as_line(entry("b")), "b") == expected


def test_ids_are_ordered_by_code_point_and_not_by_words_or_numbers() -> None:
    data = file_of("a", "a-10", "a-9", "a1")
    assert ids_of(insert_line(data, as_line(entry("a-2")), "a-2")) == [
        *("a", "a-10", "a-2", "a-9", "a1")
    ]


@given(judgments_files(), IDS)
def test_inserting_leaves_every_other_byte_and_the_file_loads(data: bytes, query_id: str) -> None:
    before = parsed(data)
    line = as_line(entry(query_id, notes="new"))
    result = insert_line(data, line, query_id)
    at = result.index(line)
    rest = result[:at], result[at + len(line) :]
    added = len(result) - len(data) - len(line)
    # What was added beside the line is one line end, or one on either side of it.
    assert any(
        rest[0][: len(rest[0]) - head] + rest[1][tail:] == data
        and (rest[0][len(rest[0]) - head :] + rest[1][:tail]).strip(b"\r\n") == b""
        for head in range(added + 1)
        for tail in [added - head]
    )
    if query_id in before:
        with pytest.raises(InputError, match="duplicate query_id"):
            parsed(result)
    else:
        assert parsed(result) == {**before, query_id: ("q", "new")}


@given(st.binary(max_size=40), IDS)
def test_inserting_into_any_bytes_keeps_them_all(data: bytes, query_id: str) -> None:
    line = as_line(entry(query_id))
    result = insert_line(data, line, query_id)
    assert result.count(line) >= 1
    assert len(line) < len(result) - len(data) <= len(line) + 4


# Changing one line


ODD_LINE = (
    b'{"tags" :["x"],"query_id":"a",  "filter": {"gold": [1.50, "}]"]},"gold" : [ {"doc":"a.md", '
    b'"quote":"\\u00e9\\"],"} ] , "category":"normal","query":"q"}'
)


def test_a_gold_entry_is_added_last_and_nothing_else_of_the_line_changes() -> None:
    added = with_gold(ODD_LINE, {"doc": "ü.md", "quote": "x"})
    new = ', {"doc": "ü.md", "quote": "x"}'.encode()
    assert added.replace(new, b"", 1) == ODD_LINE
    assert json.loads(added)["gold"] == [
        {"doc": "a.md", "quote": 'é"],'},
        {"doc": "ü.md", "quote": "x"},
    ]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"gold": []}', b'{"gold": [{"doc": "d"}]}'),
        (b'{"gold": [ ]}', b'{"gold": [{"doc": "d"} ]}'),
        (b'{"gold": null}', b'{"gold": [{"doc": "d"}]}'),
        (b"{}", b'{"gold": [{"doc": "d"}]}'),
        (
            b'{"category": "normal", "notes": "n"}',
            b'{"category": "normal", "gold": [{"doc": "d"}], "notes": "n"}',
        ),
        (b'{"notes": "n" }', b'{"notes": "n", "gold": [{"doc": "d"}]}'),
    ],
)
def test_gold_that_is_empty_or_absent_becomes_a_list_of_one(line: bytes, expected: bytes) -> None:
    assert with_gold(line, {"doc": "d"}) == expected


@pytest.mark.parametrize("line", [b'{"gold": {}}', b"[]", b"{", b'{"gold": [], "gold": []}'])
def test_gold_is_not_added_to_what_cannot_hold_it(line: bytes) -> None:
    with pytest.raises(ValueError):
        with_gold(line, {"doc": "d"})


def test_a_field_is_changed_where_it_stands_and_a_new_one_is_added_at_the_end() -> None:
    changed = with_fields(ODD_LINE, {"category": "ambiguous", "origin": "hand"})
    assert changed == ODD_LINE.replace(b'"normal"', b'"ambiguous"').replace(
        b'"q"}', b'"q", "origin": "hand"}'
    )


def test_replacing_a_line_keeps_its_line_end_and_all_other_lines() -> None:
    data = b"one\r\n\r\ntwo\nthree"
    assert replace_line(data, 1, b"x") == b"x\r\n\r\ntwo\nthree"
    assert replace_line(data, 4, b"x") == b"one\r\n\r\ntwo\nx"
    assert [line_at(data, number) for number in (1, 2, 3, 4)] == [b"one", b"", b"two", b"three"]


# Repairing form


def changes_of(data: bytes) -> dict[str, tuple[int, ...]]:
    return {change.what: change.lines for change in fixed(data).changes}


def left_of(data: bytes) -> list[tuple[int, str]]:
    return [(left.line, left.problem) for left in fixed(data).left]


@pytest.mark.parametrize(
    ("data", "changes"),
    [
        (file_of("a", "b", newline=b"\r\n"), {"line ends made LF": (1, 2)}),
        (file_of("a", "b", newline=b"\r"), {"line ends made LF": (1, 2)}),
        (b"\xef\xbb\xbf" + file_of("a", "b"), {"byte order marks removed": (1,)}),
        (
            b"\n" + file_of("a") + b" \n" + file_of("b") + b"\n\n",
            {"blank lines removed": (1, 3, 5, 6)},
        ),
        (file_of("a", "b")[:-1], {"line end added to the last line": (2,)}),
        (file_of("b", "a"), {"lines moved to their sorted place": (2,)}),
        (file_of("a").replace(b": ", b":") + file_of("b"), {"spaces made even": (1,)}),
        (file_of("a").replace(b"\n", b"  \n") + file_of("b"), {"spaces made even": (1,)}),
    ],
)
def test_each_fault_of_form_is_repaired_and_named_with_its_lines(
    data: bytes, changes: dict[str, tuple[int, ...]]
) -> None:
    assert fixed(data).data == file_of("a", "b")
    assert changes_of(data) == changes
    assert left_of(data) == []


@pytest.mark.parametrize("data", [b"", file_of("a"), file_of("a", "b")])
def test_a_file_in_good_form_is_left_as_it_is(data: bytes) -> None:
    assert fixed(data) == type(fixed(b""))(data, (), ())


@pytest.mark.parametrize("value", [b"1.50", b"1E2", b"123456789012345678901234567890", b"-0.0"])
def test_numbers_and_escapes_keep_their_digits(value: bytes) -> None:
    line = b'{"query_id":"a","n":' + value + b',"s":"\\u00e9\\/\\ud800"}\n'
    assert fixed(line).data == line.replace(b":", b": ").replace(b",", b", ")


@pytest.mark.parametrize(
    ("broken", "problem"),
    [
        (b'{"query_id":"b"  ', "not strict JSON: Expecting ',' delimiter: line 1 column 18"),
        (b'{"query_id":"b","n":NaN}  ', "not strict JSON: NaN is no number of JSON"),
        (b'{"n":1,"n":1}', "not strict JSON: a key is given twice in one object"),
        (b'{"query_id":"\xff"}', "not UTF-8: invalid start byte at byte 13"),
        (b"[1,2]", "expected a JSON object"),
        (b'{"a":1} {"b":2}', "not strict JSON: Extra data: line 1 column 9"),
    ],
)
def test_a_line_that_cannot_be_read_keeps_its_bytes_and_place_and_is_reported(
    broken: bytes, problem: str
) -> None:
    data = file_of("c") + broken + b"\r\n" + file_of("a")
    assert fixed(data).data == file_of("a") + broken + b"\n" + file_of("c")
    ((line, said),) = left_of(data)
    assert (line, said.startswith(problem)) == (2, True)


def test_a_line_without_an_id_is_spaced_and_keeps_its_place() -> None:
    data = file_of("b") + b'{"query_id":1}\n' + file_of("a")
    assert fixed(data).data == file_of("a") + b'{"query_id": 1}\n' + file_of("b")
    assert left_of(data) == [(2, "has no query_id to be sorted by")]


def test_lines_with_the_same_id_stay_in_their_order_and_are_reported() -> None:
    one, two = as_line(entry("b", "one")), as_line(entry("b", "two"))
    data = b"\n".join([one, as_line(entry("a")), two, b""])
    assert fixed(data).data == b"\n".join([as_line(entry("a")), one, two, b""])
    assert left_of(data) == [(3, 'query_id "b" is used before, at line 1')]


def test_a_lone_cr_inside_of_a_line_that_can_be_read_is_white_space() -> None:
    data = b'{"query_id":\r"a"}\n'
    assert fixed(data).data == b'{"query_id": "a"}\n'


def test_a_utf_16_file_is_left_alone() -> None:
    data = file_of("a").decode().encode("utf-16")
    assert fixed(data).data == data
    assert left_of(data) == [(1, "the file is UTF-16; save it as UTF-8")]


PIECES = st.sampled_from(
    [
        *(b"\n", b"\r", b"\r\n", b" ", b"\t", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff", b"{}", b"["),
        *(b'{"query_id":"a"}', b'{"query_id" : "b"}', b'{"query_id":"a","query_id":"c"}'),
        *("\u3000".encode(), "\u2028".encode(), b'{"query_id":', b'"c"}', b"\x1c", b"\x00"),
    ]
)


@given(st.lists(PIECES, max_size=12).map(b"".join) | st.binary(max_size=30))
@example(b'\xef\xbb\xbf{}\r\xef\xbb\xbf{"query_id":"a"}')
@example(b"\n\xef\xbb\xbf{broken\r\r\n")
@example(b"[" * 100_000)
def test_repairing_never_raises_settles_at_once_and_says_whether_it_changed_anything(
    data: bytes,
) -> None:
    once = fixed(data)
    assert fixed(once.data).data == once.data
    assert bool(once.changes) == (once.data != data)
    assert fixed(once.data).changes == ()


@given(st.lists(st.tuples(IDS, ODD_TEXT), max_size=6), st.sampled_from([b"\n", b"\r\n", b"\r"]))
def test_repairing_keeps_every_judgment_and_sorts_them(
    given_lines: Sequence[tuple[str, str]], newline: bytes
) -> None:
    lines = [
        json.dumps(entry(query_id, text), ensure_ascii=False, separators=(",", ":")).encode()
        for query_id, text in given_lines
    ]
    result = fixed(newline.join(lines)).data
    written = [json.loads(line) for line in result.split(b"\n") if line]
    expected = [entry(query_id, text) for query_id, text in given_lines]
    # A stable sort: lines with one id keep their order.
    assert written == sorted(expected, key=lambda fields: fields["query_id"])
    if len({query_id for query_id, _ in given_lines}) == len(given_lines):
        assert parsed(result) == {query_id: (text, None) for query_id, text in given_lines}


@given(judgments_files())
def test_a_file_that_loads_means_the_same_and_changes_in_white_space_only(data: bytes) -> None:
    result = fixed(data).data
    assert parsed(result) == parsed(data)
    assert _without_space(result) == _without_space(data)


def _without_space(data: bytes) -> list[str]:
    return [
        json.dumps(json.loads(line), ensure_ascii=True)
        for line in data.decode().split("\n")
        if line.strip()
    ]
