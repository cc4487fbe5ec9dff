-- measure.rank_biased_precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value, measure.rank_biased_residual
-- Source:  Moffat and Zobel 2008
create or replace macro measure.rank_biased_precision_at(ranks, cutoff, p) as
    (1 - p)
    * measure.ordered_sum(
        list_transform(
            list_filter(ranks, lambda rank: rank <= coalesce(cutoff, rank)),
            lambda rank: p::double ** (rank - 1)
        )
    );

comment on macro measure.rank_biased_precision_at is 'Expected share of relevant hits for a reader who goes on to the next with probability p.';
