"""The names of trec_eval: which measures and labels they stand for."""

from __future__ import annotations

import pytest

from groundkit.errors import UsageError
from groundkit.measure.wanted import WantedMeasures, wanted_measures


def names(wanted: WantedMeasures) -> list[str]:
    return [str(one.measure) for one in wanted.measures]


def labels(wanted: WantedMeasures) -> list[str]:
    return [one.trec_label for one in wanted.measures]


def test_all_trec_has_the_lines_of_trec_eval_10_and_the_run_id() -> None:
    wanted = wanted_measures(["all_trec"])
    assert wanted.run_id
    # 96 lines a query: num_q, gm_map and gm_bpref are printed for all queries together only.
    assert len(wanted.measures) == 96 + 3
    assert labels(wanted)[:6] == ["num_q", "num_ret", "num_rel", "num_rel_ret", "map", "gm_map"]
    assert labels(wanted)[-5:] == ["rbp", "rbp_resid", "unj_5", "unj_10", "unj_20"]


def test_official_is_what_trec_eval_prints_by_itself() -> None:
    assert labels(wanted_measures(["official"]))[-2:] == ["P_500", "P_1000"]
    assert len(wanted_measures(["official"]).measures) == 29


@pytest.mark.parametrize(
    ("asked", "label", "measure"),
    [
        ("map", "map", "AP"),
        ("ndcg_cut.10", "ndcg_cut_10", "nDCG@10"),
        ("ndcg_cut_10", "ndcg_cut_10", "nDCG@10"),
        ("iprec_at_recall..25", "iprec_at_recall_0.25", "IPrec@0.25"),
        ("Rprec_mult.5.0", "Rprec_mult_5.00", "RprecMult@5"),
        ("utility.2,-1,0,0", "utility_2,-1,0,0", "Utility(a=2)"),
        ("11pt_avg..25,.5,.75", "11pt_avg_.25,.5,.75", "IPrecAvg(at=[0.25,0.5,0.75])"),
        ("ndcg.1=3,2=9,4=4.5", "ndcg_1=3,2=9,4=4.5", "nDCG(gains={1:3,2:9,4:4.5})"),
        ("set_F.0.5", "set_F_0.5", "SetF(beta=0.5)"),
        ("set_relative_P", "set_relative_P", "SetP(relative=True)"),
        ("relstring", "relstring", "RelString@10"),
        ("relstring.20", "relstring_20", "RelString@20"),
        ("rbp", "rbp", "RBP"),
        ("nDCG@10", "nDCG@10", "nDCG@10"),
    ],
)
def test_a_name_stands_for_a_measure_and_keeps_its_label(
    asked: str, label: str, measure: str
) -> None:
    (wanted,) = wanted_measures([asked]).measures
    assert (wanted.trec_label, str(wanted.measure)) == (label, measure)


def test_cutoffs_are_printed_in_ascending_order_each_once() -> None:
    assert labels(wanted_measures(["P.5,7,3,7"])) == ["P_3", "P_5", "P_7"]


def test_a_measure_that_is_asked_for_twice_comes_once() -> None:
    assert names(wanted_measures(["P@5", "P_5", "P.5"])) == ["P@5"]


def test_the_order_of_trec_eval_is_its_own_whatever_was_asked() -> None:
    wanted = wanted_measures(["ERR@20", "ndcg_cut.10", "map"])
    assert names(wanted) == ["ERR@20", "nDCG@10", "AP"]
    assert [one.trec_label for one in wanted.in_trec_order()] == ["map", "ndcg_cut_10", "ERR@20"]


def test_a_relevance_level_becomes_part_of_every_name_that_has_one() -> None:
    wanted = wanted_measures(["map", "ndcg", "num_ret"], parameters={"rel": 2})
    assert names(wanted) == ["AP(rel=2)", "nDCG", "NumRet"]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("ndcg_cutt", 'did you mean "ndcg_cut"?'),
        ("mpa", 'did you mean "map"?'),
        ("map.5", '"map" takes no arguments'),
        ("P.0", 'cutoff "0" is not understood'),
        ("P.5,", 'cutoff "" is not understood'),
        ("utility.1,2", "takes four numbers"),
        ("utility.1,-1,0,2", "the size of the collection is not known"),
        ("ndcg.1", "expected 1=3"),
        ("G.1=3", '"G" takes no arguments'),
        ("prefs", "is left out"),
        ("prefs_simp", "is left out"),
        ("map_avgjg", "is left out"),
        ("yaap", "is left out"),
        ("Success@2000c", "a budget of characters"),
        ("Success(cover=1)@5", "cover asks"),
        ("uDCG@5", "does not exist at level document, only at unit"),
    ],
)
def test_what_cannot_be_measured_is_refused_by_name(asked: str, said: str) -> None:
    with pytest.raises(UsageError) as caught:
        wanted_measures([asked])
    assert said in str(caught.value)
