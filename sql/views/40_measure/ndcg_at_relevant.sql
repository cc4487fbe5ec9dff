-- measure.ndcg_at_relevant
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval 10 ndcg_rel, from its printed values
create or replace macro measure.ndcg_at_relevant(hits, ideal) as
    coalesce(
        (
            measure.added(
                list_transform(
                    hits,
                    lambda found:
                        measure.graded_gain_at(hits, found.rank)
                        / measure.ideal_gain_at(ideal, found.rank)
                )
            )
            + (len(ideal) - len(hits))
            * measure.graded_gain_at(hits, null) / measure.ideal_gain_at(ideal, null)
        )
        / nullif(len(ideal), 0),
        0.0e0
    );

comment on macro measure.ndcg_at_relevant is 'Mean of nDCG at the rank of each document with a gain; one that was not retrieved counts with the whole list.';
