-- measure.compatibility
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Clarke, Vtyurina and Smucker, TOIS 2021; depth as in ir_measures
create or replace macro measure.compatibility(hits, ideal, num_retrieved, persistence) as
    coalesce(
        measure.added(
            list_transform(
                hits,
                lambda hit:
                    measure.overlap_weight(
                        greatest(
                            hit.rank,
                            1 + len(list_filter(ideal, lambda gain: gain > hit.gain))
                            + len(
                                list_filter(
                                    hits,
                                    lambda other: other.gain = hit.gain and other.rank < hit.rank
                                )
                            )
                        ),
                        greatest(num_retrieved, len(ideal)),
                        persistence
                    )
            )
        )
        / nullif(
            measure.added(
                list_transform(
                    ideal,
                    lambda gain, position:
                        measure.overlap_weight(
                            position, greatest(num_retrieved, len(ideal)), persistence
                        )
                )
            ),
            0.0e0
        ),
        0.0e0
    );

comment on macro measure.compatibility is 'Rank-biased overlap of the list with the ideal one nearest to it, divided by that of the ideal with itself, both to the end of the longer one; hits are all with a gain. 0 when nothing has a gain.';
