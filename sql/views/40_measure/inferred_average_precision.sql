-- measure.inferred_average_precision
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Yilmaz and Aslam 2006; trec_eval infAP
create or replace macro measure.inferred_average_precision(hits, rel, num_relevant) as
    coalesce(
        list_reduce(
            list_transform(
                hits,
                lambda hit: {
                    'total': 0.0e0,
                    'rank': hit.rank,
                    'pooled': 1::bigint,
                    'relevant': (hit.grade >= rel)::bigint,
                    'nonrelevant': (hit.grade >= 0 and hit.grade < rel)::bigint
                }
            ),
            lambda so_far, hit: {
                'total': so_far.total
                + case
                    when hit.relevant = 0 then 0.0e0
                    when hit.rank = 1 then 1.0e0
                    else
                        1.0e0 / hit.rank
                        + (hit.rank - 1.0e0) / hit.rank
                        * (so_far.pooled / (hit.rank - 1.0e0))
                        * (
                            (so_far.relevant + 0.00001e0)
                            / (so_far.relevant + so_far.nonrelevant + 0.00002e0)
                        )
                end,
                'rank': hit.rank,
                'pooled': so_far.pooled + 1,
                'relevant': so_far.relevant + hit.relevant,
                'nonrelevant': so_far.nonrelevant + hit.nonrelevant
            },
            {
                'total': 0.0e0,
                'rank': 0::bigint,
                'pooled': 0::bigint,
                'relevant': 0::bigint,
                'nonrelevant': 0::bigint
            }
        ).total
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.inferred_average_precision is 'Expected average precision where only a sample of the pool was judged: at each relevant hit what is known of the graded hits above it stands for all of them; 0 when num_relevant is 0.';
