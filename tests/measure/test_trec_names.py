"""trec_eval's names as measures of the grammar."""

from __future__ import annotations

import pytest

from groundkit.errors import UsageError
from groundkit.measure.trec_names import NICKNAMES, label, trec_lines
from groundkit.measure.wanted import wanted


def names(text: str) -> list[tuple[str, str]]:
    """Return label and measure of everything that a name means."""
    return [(line.label, str(line.measure)) for line in wanted([text], {})]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("map", [("map", "AP")]),
        ("ndcg_cut.10,20", [("ndcg_cut_10", "nDCG@10"), ("ndcg_cut_20", "nDCG@20")]),
        ("ndcg_cut_10", [("ndcg_cut_10", "nDCG@10")]),
        ("P.7", [("P_7", "P@7")]),
        ("recip_rank", [("recip_rank", "RR")]),
        ("iprec_at_recall_0.10", [("iprec_at_recall_0.10", "IPrec@0.1")]),
        ("Rprec_mult.0.2", [("Rprec_mult_0.20", "Rprec(x=0.2)")]),
        ("relative_P_5", [("relative_P_5", "R(capped=True)@5")]),
        (
            "success",
            [("success_1", "Success@1"), ("success_5", "Success@5"), ("success_10", "Success@10")],
        ),
        ("set_F", [("set_F", "SetF")]),
        ("nDCG@10", [("ndcg_cut_10", "nDCG@10")]),
        ("RR@10", [("RR@10", "RR@10")]),
    ],
)
def test_a_name_of_either_tool_means_the_same_measure(
    written: str, meant: list[tuple[str, str]]
) -> None:
    assert names(written) == meant


def test_the_labels_of_all_measures_lead_back_to_them() -> None:
    for line in trec_lines("all_trec") or ():
        if line.measure is not None and line.label != "Rprec_mult_1.00":  # The same as Rprec.
            assert label(line.measure) == line.label


def test_nicknames_have_as_many_lines_as_the_tool_prints() -> None:
    counts = {name: len(trec_lines(name) or ()) for name in NICKNAMES}
    assert counts == {"official": 30, "set": 11, "all_trec": 98}


def test_a_measure_that_is_asked_for_twice_comes_once() -> None:
    lines = wanted(["nDCG@10", "ndcg_cut.10", "ndcg_cut_10", "map", "AP"], {})
    assert [line.label for line in lines] == ["ndcg_cut_10", "map"]


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("rbp", '"rbp" is not computed: trec_eval reads memory there that it never wrote'),
        ("yaap", '"yaap" is not computed'),
        ("mapp", 'unknown measure "mapp"; did you mean "map"?'),
        ("utility.2,-1,0,0", '"utility.2,-1,0,0": utility takes no parameters here'),
        ("P.x", '"P@x": the cutoff must be a whole number from 1'),
        ("iprec_at_recall.x", '"iprec_at_recall.x": expected such as iprec_at_recall.0.00'),
        ("nDCG", None),
    ],
)
def test_what_cannot_be_is_refused_by_name(written: str, said: str | None) -> None:
    if said is None:
        assert names(written) == [("ndcg", "nDCG")]
        return
    with pytest.raises(UsageError) as raised:
        wanted([written], {})
    assert said in str(raised.value)
