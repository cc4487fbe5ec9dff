-- measure.overlap_weight
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.compatibility
-- Source:  Webber, Moffat and Zobel, TOIS 2010
create or replace macro measure.overlap_weight(first_rank, last_rank, persistence) as
    list_reduce(
        range(first_rank, last_rank + 1),
        lambda total, rank: total + pow(persistence, rank - 1) / rank,
        0.0e0
    );

comment on macro measure.overlap_weight is 'What a document that two lists share from first_rank on adds to their rank-biased overlap up to last_rank, not normalised: the sum of p^(rank - 1) / rank.';
