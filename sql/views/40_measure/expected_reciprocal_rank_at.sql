-- measure.expected_reciprocal_rank_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Chapelle et al., CIKM 2009; gdeval
create or replace macro measure.expected_reciprocal_rank_at(hits, cutoff, max_grade) as
    measure.added(
        list_transform(
            list_filter(hits, lambda hit: hit.rank <= coalesce(cutoff, hit.rank)),
            lambda hit, position:
                list_reduce(
                    hits[:position - 1],
                    lambda kept, other:
                        {
                            'rank': kept.rank,
                            'gain': kept.gain
                            * (1.0e0 - (pow(2.0e0, other.gain) - 1.0e0) / pow(2.0e0, max_grade))
                        },
                    {'rank': hit.rank, 'gain': 1.0e0}
                ).gain
                * (pow(2.0e0, hit.gain) - 1.0e0) / pow(2.0e0, max_grade) / hit.rank
        )
    );

comment on macro measure.expected_reciprocal_rank_at is 'Expected reciprocal rank at which a reader stops who is satisfied by a document of grade g with probability (2^g - 1) / 2^max_grade; a NULL cutoff is the whole list.';
