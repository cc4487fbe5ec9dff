-- measure.ndcg_at_levels
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval 10 Rndcg, from its printed values
create or replace macro measure.ndcg_at_levels(hits, ideal, num_retrieved) as
    coalesce(
        (
            measure.added(
                list_transform(
                    list_filter(
                        range(1, len(ideal)), lambda rank: ideal[rank] <> ideal[rank + 1]
                    ),
                    lambda rank:
                        measure.graded_gain_at(hits, rank) / measure.ideal_gain_at(ideal, rank)
                )
            )
            + case
                when num_retrieved >= len(ideal) + 2
                    then measure.graded_gain_at(hits, len(ideal))
                        / measure.ideal_gain_at(ideal, null)
                else 0.0e0
            end
            + measure.graded_gain_at(
                hits, case when num_retrieved = len(ideal) + 1 then len(ideal) end
            )
            / nullif(measure.ideal_gain_at(ideal, null), 0.0e0)
        )
        / (
            len(
                list_filter(range(1, len(ideal)), lambda rank: ideal[rank] <> ideal[rank + 1])
            )
            + case when num_retrieved >= len(ideal) + 2 then 2 else 1 end
        ),
        0.0e0
    );

comment on macro measure.ndcg_at_levels is 'Mean of nDCG at each rank where the gain of the ideal list changes, and of the whole list; at the end of the ideal list too, when the list goes on for two ranks or more, and instead when it goes on for one. 0 when nothing has a gain.';
