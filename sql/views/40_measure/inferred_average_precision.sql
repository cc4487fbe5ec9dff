-- measure.inferred_average_precision
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Yilmaz and Aslam, CIKM 2006; trec_eval infAP
create or replace macro measure.inferred_average_precision(ranks, nonrelevant_ranks, pooled_ranks, num_relevant) as
    coalesce(
        measure.added(
            list_transform(
                ranks,
                lambda rank, position:
                    1.0e0 / rank + (
                        len(list_filter(pooled_ranks, lambda other: other < rank))::double / rank
                    ) * (
                        (position - 1 + 0.00001e0)
                        / (
                            position - 1
                            + len(list_filter(nonrelevant_ranks, lambda other: other < rank))
                            + 2 * 0.00001e0
                        )
                    )
            )
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.inferred_average_precision is 'Expected precision at each relevant rank when only a sample of the pool was judged, added and divided by num_relevant; pooled ranks are all that have a grade, negative ones too. 0 when nothing is relevant.';
