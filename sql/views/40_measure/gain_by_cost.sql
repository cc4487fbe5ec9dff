-- measure.gain_by_cost
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  trec_eval 10 G, from its printed values
create or replace macro measure.gain_by_cost(hits, ideal) as
    coalesce(
        measure.added(
            list_transform(
                hits,
                lambda hit, position:
                    hit.gain / log2(
                        2
                        + measure.added(ideal[:hit.rank])
                        + greatest(hit.rank - len(ideal), 0)
                        - measure.added(
                            list_transform(hits[:position], lambda other: other.gain)
                        )
                    )
            )
        )
        / nullif(measure.added(ideal), 0.0e0),
        0.0e0
    );

comment on macro measure.gain_by_cost is 'Gain of each hit divided by log2(2 + cost), of all gain there is. The cost at a rank is what an ideal list would have gained by then (1 a rank once it has ended) less what was gained.';
