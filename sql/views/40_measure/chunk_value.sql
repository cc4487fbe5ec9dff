-- measure.chunk_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_chunk, queries/measures_chunk.sql
-- Source:  the formulas it calls
create or replace macro measure.chunk_value(family, ranks, cutoff, num_relevant) as
    case family
        when 'Success' then measure.success_at(ranks, cutoff)
        when 'RR' then measure.reciprocal_rank_at(ranks, cutoff)
        when 'P' then measure.precision_at(ranks, cutoff)
        when 'R' then measure.recall_at(ranks, cutoff, num_relevant)
        when 'nDCG' then measure.ndcg_at(ranks, cutoff, num_relevant)
    end;

comment on macro measure.chunk_value is 'Value of a family at level chunk: ranks are those of the relevant hits, ascending. NULL for a family that there is not.';
