-- measure.expected_reciprocal_rank_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Chapelle and others 2009, as gdeval computes it
create or replace macro measure.expected_reciprocal_rank_at(hits, cutoff, max_grade) as
    list_reduce(
        list_transform(
            list_filter(
                hits, lambda hit: hit.grade > 0 and hit.rank <= coalesce(cutoff, hit.rank)
            ),
            lambda hit: {
                'value': (2.0e0 ** least(hit.grade, max_grade) - 1) / 2.0e0 ** max_grade / hit.rank,
                'goes_on': 1 - (2.0e0 ** least(hit.grade, max_grade) - 1) / 2.0e0 ** max_grade
            }
        ),
        lambda so_far, hit: {
            'value': so_far.value + so_far.goes_on * hit.value,
            'goes_on': so_far.goes_on * hit.goes_on
        },
        {'value': 0.0e0, 'goes_on': 1.0e0}
    ).value;

comment on macro measure.expected_reciprocal_rank_at is 'Expected 1 / rank of the hit that satisfies a reader who goes down the list, (2^grade - 1) / 2^max_grade being the chance that a hit does; grades above max_grade count as max_grade.';
