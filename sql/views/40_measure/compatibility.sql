-- measure.compatibility
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Clarke, Vtyurina and Smucker 2021
create or replace macro measure.compatibility(hits, num_retrieved, pool, p, normalize) as
    coalesce(
        measure.overlap(
            measure.ideal_positions(hits, pool),
            greatest(num_retrieved, measure.num_graded(pool, 1, null)),
            p
        )
        / nullif(
            case
                when normalize
                    then
                        measure.overlap(
                            range(1, measure.num_graded(pool, 1, null) + 1),
                            greatest(num_retrieved, measure.num_graded(pool, 1, null)),
                            p
                        )
                else
                    measure.ordered_sum(
                        list_transform(
                            range(greatest(num_retrieved, measure.num_graded(pool, 1, null))),
                            lambda step: p::double ** step
                        )
                    )
            end,
            0
        ),
        0.0e0
    );

comment on macro measure.compatibility is 'Rank-biased overlap of a list with the ideal list most like it, divided by that of the ideal list with itself if normalize; 0 when no grade is positive.';
