-- measure.discounted_gain
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.ndcg_at, measure.unit_gain_at
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.discounted_gain(ranks) as
    list_reduce(
        list_transform(ranks, lambda rank: 1.0e0 / log2(rank + 1)),
        lambda total, gain: total + gain,
        0.0e0
    );

comment on macro measure.discounted_gain is 'Discounted gain of relevant hits at the given ascending ranks, 1 / log2(rank + 1) each, added left to right in double precision; 0 for an empty list.';
