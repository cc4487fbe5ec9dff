-- measure.reciprocal_rank_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.chunk_value, measure.unit_value
-- Source:  Voorhees, TREC-8 question answering track, 1999
create or replace macro measure.reciprocal_rank_at(ranks, cutoff) as
    case when ranks[1] <= coalesce(cutoff, ranks[1]) then 1.0e0 / ranks[1] else 0.0e0 end;

comment on macro measure.reciprocal_rank_at is 'One divided by the first of the ascending relevant ranks, 0 when there is none up to cutoff; a NULL cutoff is the whole list.';
