-- measure.chunking_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_chunking, queries/measures_chunking.sql
-- Source:  Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, 2024; a chunk that only touches gold does not count
create or replace macro measure.chunking_value(family, num_held_chars, num_chunk_chars, num_gold_chars, num_whole_units, num_units) as
    case family
        when 'PrecisionOmega' then measure.share_of(num_held_chars, num_chunk_chars)
        when 'CharCeiling' then measure.share_of(num_held_chars, num_gold_chars)
        when 'Whole' then measure.share_of(num_whole_units, num_units)
    end;

comment on macro measure.chunking_value is 'Value of a measure of the chunking alone: the precision that every list of chunks with all gold stays below, the share of the gold that lies in chunks, the share of units that lie whole in one. NULL for a family that there is not.';
