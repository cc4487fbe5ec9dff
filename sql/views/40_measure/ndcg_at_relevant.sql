-- measure.ndcg_at_relevant
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval ndcg_rel
create or replace macro measure.ndcg_at_relevant(hits, pool) as
    coalesce(
        (
            measure.ordered_sum(
                list_transform(
                    measure.relevant_ranks(hits, 1),
                    lambda until: measure.graded_ndcg_at(hits, pool, until, null, null)
                )
            )
            + (
                measure.num_graded(pool, 1, null)
                - len(measure.relevant_ranks(hits, 1))
            )
            * measure.graded_ndcg_at(hits, pool, null, null, null)
        )
        / nullif(measure.num_graded(pool, 1, null), 0),
        0.0e0
    );

comment on macro measure.ndcg_at_relevant is 'nDCG so far at each hit of a positive grade, and of the whole list for each such document that was missed, on average over all of them; 0 when there is none.';
