-- measure.ndcg_at_grade_counts
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval Rndcg
create or replace macro measure.ndcg_at_grade_counts(hits, pool, rel, num_retrieved) as
    case
        when measure.num_graded(pool, rel, null) = 0 then 0.0e0
        else
            (
                measure.ordered_sum(
                    list_transform(
                        list_sort(
                            list_distinct(list_filter(pool, lambda grade: grade > 0)), 'desc'
                        ),
                        lambda level: measure.graded_ndcg_at(
                            hits, pool, measure.num_graded(pool, level, null), null, null
                        )
                    )
                )
                + case
                    when num_retrieved > measure.num_graded(pool, 1, null) + 1
                        then measure.graded_ndcg_at(hits, pool, null, null, null)
                    else 0.0e0
                end
            )
            / (
                len(list_distinct(list_filter(pool, lambda grade: grade > 0)))
                + (num_retrieved > measure.num_graded(pool, 1, null) + 1)::bigint
            )
    end;

comment on macro measure.ndcg_at_grade_counts is 'Mean of nDCG cut at the number of documents of each positive grade or above, and of the whole nDCG when the list has at least two hits more than there are such documents; 0 when none has grade rel.';
