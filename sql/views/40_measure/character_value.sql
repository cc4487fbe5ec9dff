-- measure.character_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_character, queries/measures_character.sql
-- Source:  Smith and Troynikov, Evaluating Chunking Strategies for Retrieval, 2024
create or replace macro measure.character_value(family, cutoff, held, lengths, num_gold_chars) as
    case family
        when 'CharRecall' then measure.share_of(measure.held_within(held, cutoff), num_gold_chars)
        when 'CharPrecision'
            then
                measure.share_of(
                    measure.held_within(held, cutoff), measure.length_within(lengths, cutoff)
                )
        when 'CharIoU'
            then
                measure.share_of(
                    measure.held_within(held, cutoff),
                    measure.length_within(lengths, cutoff)
                    + num_gold_chars
                    - measure.held_within(held, cutoff)
                )
    end;

comment on macro measure.character_value is 'Value of a character measure of a list: recall, precision, or intersection over union of gold characters and retrieved ones. NULL for a family that there is not.';
