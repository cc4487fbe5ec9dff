-- relevance.added_chars
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  relevance.chunking_cover, relevance.gold_length
-- Source:  counting the union of half-open ranges
create or replace macro relevance.added_chars(start_offset, end_offset, end_before) as
    greatest(end_offset - greatest(start_offset, coalesce(end_before, start_offset)), 0);

comment on macro relevance.added_chars is 'How many characters a half-open range adds to those that start no later and end by end_before; a NULL end_before means that there are none.';
