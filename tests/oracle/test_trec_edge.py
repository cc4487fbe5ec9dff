"""Small pairs of qrels and run after public bug reports, on which the field's tools disagree."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from groundkit.api.measure_files import MeasuredFiles, measure_files
from groundkit.errors import InputError
from groundkit.measure.family import Value

EDGE = Path(__file__).resolve().parents[3] / "shared" / "data" / "trec_edge"

REASONS = {
    "ap_cut_denominator": "AP_at_k_divides_by_all_relevant_documents",
    "bom": "a_byte_order_mark_is_no_part_of_the_first_query_id",
    "case_ties": "ties_between_ids_in_mixed_case_are_binary",
    "comments_two_lines": "two_comments_in_a_row_are_two_comments",
    "dup_doc_qrels_conflict": "two_grades_of_one_document_are_refused",
    "dup_doc_run": "a_document_that_is_retrieved_twice_is_refused",
    "empty_qrels": "an_empty_file_holds_no_judgments",
    "extra_query": "a_query_without_judgments_is_left_out_of_the_means",
    "gm_map_zero": "a_geometric_mean_takes_AP_as_at_least_0.00001",
    "graded_l2": "a_relevance_level_leaves_nDCG_as_it_is",
    "huge_grade": "a_grade_may_be_above_127",
    "infap_pool": "a_negative_grade_is_pooled_but_not_judged",
    "max_depth_M": "a_depth_cuts_after_the_list_is_sorted",
    "missing_query_c": "a_judged_query_without_a_list_counts_0",
    "ndcg_short_list": "nDCG_has_the_full_ideal_list_and_nDCG_at_k_one_cut_at_k",
    "negative_noJ": "a_negative_grade_stays_in_the_list_unless_judged_only",
    "no_overlap": "nothing_in_common_counts_0_and_is_said",
    "rank_disagrees": "scores_decide_and_not_the_rank_column",
    "run_seven_columns": "text_after_the_tag_is_ignored_and_reported",
    "score_precision": "scores_are_compared_in_full_unless_float32_is_asked_for",
    "tabs_spaces": "any_white_space_separates_columns",
    "tie_all_first": "ties_are_ordered_by_descending_id",
    "tie_ten_int_ids": "ids_that_look_like_numbers_are_compared_as_text",
    "utf8_ties": "ids_are_compared_by_code_point",
}
REFUSED = {
    "dup_doc_qrels_conflict": r'qrels:2: document "d1" of query "q1" has grade 0, but grade 1 at',
    "dup_doc_run": r'run:3: document "d1" of query "q1" was retrieved at line 1 already',
    "empty_qrels": r"qrels: the file is empty",
}
OTHER_PROGRAM = {"bom": "trectools", "comments_two_lines": "trectools", "no_overlap": "trectools"}
"""Whose answer is right where trec_eval has none: the mark is dropped, comments are skipped."""


def cases() -> list[Any]:
    if not EDGE.is_dir():
        return [pytest.param(None, marks=pytest.mark.skip(reason="../shared/data is absent"))]
    return [pytest.param(path, id=REASONS[path.name]) for path in sorted(EDGE.iterdir())]


def measured(folder: Path, names: list[str], **parameters: Value) -> MeasuredFiles:
    return measure_files(folder / "qrels", [folder / "run"], names, parameters=parameters)


def means(found: MeasuredFiles) -> dict[str, float | None]:
    return {
        one.trec_label: mean.value
        for one, mean in zip(found.wanted.measures, found.runs[0].means, strict=True)
    }


@pytest.mark.parametrize("folder", cases())
def test_the_answer_is_that_of_the_definitions(folder: Path) -> None:
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    flags = dict(zip(answers["flags"][::2], answers["flags"][1::2], strict=False))
    parameters: dict[str, Value] = {
        {"-l": "rel", "-M": "depth"}[flag]: int(value) for flag, value in flags.items()
    }
    if folder.name in REFUSED:
        with pytest.raises(InputError, match=re.escape(REFUSED[folder.name])):
            measured(folder, answers["measures"], **parameters)
        return
    found = means(measured(folder, answers["measures"], **parameters))
    program = OTHER_PROGRAM.get(folder.name, "trec_eval-10.0-rc3")
    expected = answers["answers"][program]
    assert len(expected) > 3
    for name, value in expected.items():
        if program == "trectools" and name == "bpref":
            # It has 0 where no hit is judged not relevant; Bpref is 1 then, or 0 without a hit.
            continue
        assert found[name] == pytest.approx(value, abs=5.1e-5), name


def test_float32_scores_are_those_of_trec_eval_up_to_9_0_7(shared_data: Path) -> None:
    folder = shared_data / "trec_edge" / "score_precision"
    answers = json.loads((folder / "answers.json").read_text(encoding="utf-8"))
    found = means(measured(folder, answers["measures"], scores="float32"))
    for name, value in answers["answers"]["trec_eval-9.0.4"].items():
        assert found[name] == pytest.approx(value, abs=5.1e-5), name


def test_a_negative_grade_is_dropped_when_judged_only(shared_data: Path) -> None:
    folder = shared_data / "trec_edge" / "negative_noJ"
    assert means(measured(folder, ["recip_rank"], judged_only=True)) == {"recip_rank": 1.0}


def test_ids_that_do_not_meet_are_said_with_examples(shared_data: Path) -> None:
    notes = "\n".join(measured(shared_data / "trec_edge" / "no_overlap", ["map"]).notes)
    assert 'has no list for 1 of 1 judged queries ("q1")' in notes
    assert "have no judgment" in notes
    assert '("q1.a")' in notes
