-- measure.within_budget
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.reach
-- Source:  counting
create or replace macro measure.within_budget(lengths, budget) as
    list_reduce(
        list_transform(lengths, lambda length: {'total': length::bigint, 'hits': 0}),
        lambda before, hit: {
            'total': before.total + hit.total,
            'hits': before.hits + case when before.total + hit.total <= budget then 1 else 0 end
        },
        {'total': 0::bigint, 'hits': 0}
    ).hits;

comment on macro measure.within_budget is 'How many hits the longest beginning of a list has whose total length is at most budget characters.';
