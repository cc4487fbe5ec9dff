"""The grammar of measures: what is written is what is meant, and what is wrong is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.errors import UsageError
from groundkit.measure.families import FAMILIES, NAMES
from groundkit.measure.family import Family, Parameter
from groundkit.measure.grammar import Measure, format_measure, make, parse, with_parameters


def values_of(parameter: Parameter) -> st.SearchStrategy[object]:
    if parameter.kind == "flag":
        return st.booleans()
    if parameter.kind == "choice":
        return st.sampled_from(parameter.choices)
    if parameter.kind == "integer":
        return st.integers(int(parameter.low), int(parameter.high))
    numbers = st.floats(parameter.low, parameter.high)
    if parameter.kind == "numbers":
        return st.sets(numbers, min_size=1).map(lambda found: tuple(sorted(found)))
    if parameter.kind == "gains":
        grades = st.integers(-9, 99)
        return st.dictionaries(grades, numbers, min_size=1).map(
            lambda found: tuple(sorted(found.items()))
        )
    return numbers


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    family: Family = draw(st.sampled_from(list(FAMILIES.values())))
    values = {
        parameter.name: draw(values_of(parameter))
        for parameter in family.parameters
        if draw(st.booleans())
    }
    cutoff: float | None = None
    if family.cutoff == "required" or (family.cutoff == "optional" and draw(st.booleans())):
        share = family.cutoff_kind == "share"
        cutoff = draw(st.floats(0, 50) if share else st.integers(1, 10**9 - 1))
    budget = bool(family.budget_levels) and cutoff is not None and draw(st.booleans())
    return make(family.name, values, cutoff, budget=budget)


@given(measures())
def test_what_is_written_is_read_back_as_the_same_measure(measure: Measure) -> None:
    assert parse(format_measure(measure)) == measure


@pytest.mark.parametrize(
    "text",
    [
        "nDCG@10",
        "AP(rel=2)@100",
        "RBP(p=0.5)",
        "ERR@20",
        "Success(cover=1)@5",
        "Success@2000c",
        "Judged@10",
        "RR@10",
        "nDCG(dcg='exp-log2')@10",
        "P(rel=2,judged_only=True)@5",
        "nDCG(gains={2:3,3:7})@10",
        "IPrec@0.1",
        "IPrecAvg(at=[0.25,0.5,0.75])",
        "AP(depth=10,population='topics',scores='float32')",
        "Complete@5",
        "CharIoU@2000c",
        "Compat(normalize=False)",
    ],
)
def test_names_are_written_as_ir_measures_writes_them(text: str) -> None:
    assert format_measure(parse(text)) == text


@pytest.mark.parametrize(
    ("text", "same"),
    [
        (' nDCG ( dcg = "exp-log2" ) @ 10 ', "nDCG(dcg='exp-log2')@10"),
        ("RBP(p=0.8)", "RBP"),
        ("AP(rel=1,judged_only=False)", "AP"),
        ("AP()", "AP"),
        ("P(judged_only=True,rel=2)@5", "P(rel=2,judged_only=True)@5"),
        ("MAP@10", "AP@10"),
        ("MRR", "RR"),
        ("NDCG@5", "nDCG@5"),
        ("Recall@5", "R@5"),
        ("RelP@5", "RCap@5"),
        ("nDCG(gains={3:7,2:3})", "nDCG(gains={2:3,3:7})"),
    ],
)
def test_other_spellings_mean_the_same_measure(text: str, same: str) -> None:
    assert str(parse(text)) == same


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", '"" is no measure'),
        ("nDGC@10", 'unknown measure "nDGC"; did you mean "nDCG"?'),
        ("P", 'measure "P" needs a cutoff; write P@10'),
        ("IPrec", "write IPrec@0.1"),
        ("Bpref@3", 'measure "Bpref" takes no cutoff'),
        ("AP@5c", "takes no budget of characters"),
        ("nDCG@0", "@0 is no cutoff"),
        ("nDCG@2.5", "@2.5 is no cutoff"),
        ("nDCG@1000000000", "is no cutoff"),
        ("AP(rl=2)", 'unknown parameter "rl"; did you mean "rel"?'),
        ("CharIoU(rel=2)@5", "has no parameters"),
        ("AP(rel=0)", "expected a whole number from 1 to 999999999"),
        ("AP(rel=1.5)", "expected a whole number"),
        ("AP(rel=1e999)", "expected a whole number"),
        ("AP(rel=nan)", "expected a whole number"),
        ("RBP(p=1.5)", "expected a number from 0 to 1"),
        ("AP(rel=2,rel=2)", 'parameter "rel" is given twice'),
        ("AP(rel=2", 'expected "," or ")"'),
        ("AP(2)", "expected name=value"),
        ("AP(rel=2))", '")" is not understood'),
        ("AP(judged_only=1)", "expected True or False"),
        ("nDCG(dcg='exp-log')", 'did you mean "exp-log2"?'),
        ("nDCG(gains={a:1})", "expected grade:gain"),
        ("nDCG(gains=3)", "expected {grade:gain,...}"),
        ("nDCG@10@5", '"@5" is not understood'),
        ("nDCG@१०", "is not understood"),
    ],
)
def test_a_wrong_name_says_what_was_expected(text: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        parse(text)
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


def test_what_is_set_for_all_measures_does_not_override_what_one_names() -> None:
    assert str(with_parameters(parse("AP(rel=3)"), {"rel": 2, "depth": 10})) == "AP(rel=3,depth=10)"


def test_what_is_set_for_all_measures_is_left_out_where_a_family_lacks_it() -> None:
    assert str(with_parameters(parse("nDCG@10"), {"rel": 2})) == "nDCG@10"
    assert str(with_parameters(parse("NumRet"), {"rel": 2})) == "NumRet"


def test_every_family_has_a_name_a_level_and_a_meaning_of_one_line() -> None:
    for family in FAMILIES.values():
        assert family.levels
        assert family.meaning
        assert "\n" not in family.meaning
    assert len(set(NAMES)) == len(NAMES)
