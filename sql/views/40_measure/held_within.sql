-- measure.held_within
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.character_value
-- Source:  counting
create or replace macro measure.held_within(held, cutoff) as
    coalesce(
        list_sum(
            list_transform(
                list_filter(held, lambda part: part.rank <= cutoff), lambda part: part.num_chars
            )
        ),
        0
    )::bigint;

comment on macro measure.held_within is 'Gold characters that the first hits up to cutoff hold.';
