-- measure.binary_preference
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Buckley and Voorhees, SIGIR 2004; trec_eval bpref
create or replace macro measure.binary_preference(ranks, nonrelevant_ranks, num_relevant, num_nonrelevant) as
    coalesce(
        measure.added(
            list_transform(
                ranks,
                lambda rank:
                    1.0e0 - coalesce(
                        least(
                            len(list_filter(nonrelevant_ranks, lambda other: other < rank)),
                            num_relevant
                        )::double / nullif(least(num_nonrelevant, num_relevant), 0),
                        0.0e0
                    )
            )
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.binary_preference is 'Over relevant documents, the share of judged nonrelevant ones (num_relevant of them at most) that do not stand above; 0 when nothing is relevant.';
