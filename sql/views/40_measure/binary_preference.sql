-- measure.binary_preference
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Buckley and Voorhees 2004; trec_eval bpref
create or replace macro measure.binary_preference(ranks, others, num_relevant, num_others) as
    coalesce(
        measure.ordered_sum(
            list_transform(
                ranks,
                lambda rank: 1.0e0
                - coalesce(
                    least(
                        len(list_filter(others, lambda other: other < rank)), num_relevant
                    )::double
                    / nullif(least(num_relevant, num_others), 0),
                    0.0e0
                )
            )
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.binary_preference is 'For each relevant rank one less the share of hits judged not relevant that stand above it, added up and divided by num_relevant; 0 when num_relevant is 0. others are their ranks, num_others how many there are in all.';
