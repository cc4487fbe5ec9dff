"""The grammar of measure names."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from groundkit.errors import UsageError
from groundkit.measure.families import FAMILIES, Value, parameters
from groundkit.measure.grammar import Measure, parse


@st.composite
def measures(draw: st.DrawFn) -> Measure:
    """Return any measure that the grammar can say."""
    family = FAMILIES[draw(st.sampled_from(sorted(FAMILIES)))]
    cutoff: int | float | None = draw(st.integers(1, 10**6))
    if family.cutoff == "none":
        cutoff = None
    if family.cutoff == "recall":
        cutoff = draw(st.sampled_from([0.0, 0.1, 0.25, 1.0]))
    values: dict[str, Value] = {}
    for name, parameter in parameters(family).items():
        if not draw(st.booleans()):
            continue
        if parameter.kind == "bool":
            values[name] = draw(st.booleans())
        elif parameter.kind == "choice":
            values[name] = draw(st.sampled_from(parameter.choices))
        elif parameter.kind == "int":
            values[name] = draw(st.integers(1, 9))
        elif parameter.kind == "float":
            values[name] = draw(st.sampled_from([0.5, 0.95, 0.125]))
        else:
            grades = draw(st.sets(st.integers(0, 9), min_size=1))
            values[name] = tuple(
                (grade, draw(st.sampled_from([0.0, 2.5, 7.0]))) for grade in sorted(grades)
            )
    return Measure(family.name, cutoff).with_values(values)


@given(measures())
def test_a_measure_is_parsed_from_its_own_name(measure: Measure) -> None:
    assert parse(str(measure)) == measure


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("nDCG@10", "nDCG@10"),
        (" nDCG @ 10 ", "nDCG@10"),
        ("AP(rel=2)@100", "AP(rel=2)@100"),
        ("AP(rel=1)", "AP"),
        ("RBP(p=0.80)", "RBP"),
        ("RBP(p=0.5, rel=2)", "RBP(rel=2,p=0.5)"),
        ('nDCG(dcg="exp-log2")@10', "nDCG(dcg='exp-log2')@10"),
        ("nDCG(gains={3:7,2:3})@10", "nDCG(gains={2:3,3:7})@10"),
        ("P(judged_only=true)@5", "P(judged_only=True)@5"),
        ("IPrec@0.10", "IPrec@0.1"),
        ("AP(population='intersection',depth=10)", "AP(depth=10,population='intersection')"),
        ("SetF(beta=2.0)", "SetF(beta=2)"),
        ("NumRet(rel=2)", "NumRelRet(rel=2)"),
    ],
)
def test_every_spelling_of_a_measure_has_one_name(written: str, name: str) -> None:
    assert str(parse(written)) == name


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("nDGC@10", 'unknown measure "nDGC"; did you mean "nDCG"?'),
        ("nDCG(rell=2)", '"nDCG(rell=2)": unknown parameter "rell"'),
        ("AP(rel=0)", '"AP(rel=0)": rel must be a grade from 1'),
        ("AP(rel=2,rel=3)", '"AP(rel=2,rel=3)": parameter rel is given twice'),
        ("RBP(p=1)", '"RBP(p=1)": p must be above 0 and below 1'),
        ("RBP(p=nan)", '"RBP(p=nan)": p must be above 0 and below 1'),
        ("P", '"P" needs a cutoff, such as P@10'),
        ("P@0", '"P@0": the cutoff must be a whole number from 1'),
        ("P@1.5", '"P@1.5": the cutoff must be a whole number from 1'),
        ("P@٣", '"P@٣": the cutoff must be a whole number from 1'),
        ("Bpref@5", '"Bpref@5": Bpref has no cutoff'),
        ("IPrec@1.1", '"IPrec@1.1": the recall level must be from 0 to 1'),
        ("AP(capped=True)", "AP(capped=True) needs a cutoff, such as @10"),
        ("AP(rel)", '"AP(rel)": expected parameters such as rel=2,p=0.5 at "rel"'),
        ("nDCG(gains={a:1})", '"nDCG(gains={a:1})": gains must be gains by grade'),
        ("AP(score='float16')", "score must be float64 or float32"),
        ("", '"" is not the name of a measure'),
        ("nDCG@10;drop", "the cutoff must be a whole number from 1"),
    ],
)
def test_what_is_wrong_with_a_name_is_said(written: str, said: str) -> None:
    with pytest.raises(UsageError) as raised:
        parse(written)
    assert said in str(raised.value)


def test_further_parameters_do_not_overrule_what_a_name_says() -> None:
    further = {"rel": 2, "depth": 10, "judged_only": False}
    assert str(parse("AP(rel=3)").with_values(further)) == "AP(rel=3,depth=10)"
    assert str(parse("Judged@5").with_values(further)) == "Judged(depth=10)@5"
