-- Every wanted measure of every judged query: from judged and document_list of one run.
-- Parameters: wanted, structure
with wanted as (
    select unnest(from_json($wanted::json, $structure), max_depth := 2)
),

grade_list as (
    select
        query_id,
        list(grade) as grades
    from judged
    group by query_id
),

-- One for all measures that see a list alike, since it is what costs time.
measured_list as (
    select
        list.query_id,
        list.is_retrieved,
        list.narrow,
        list.judged_only,
        list.depth,
        sight.rel,
        sight.gains,
        measure.document_list(
            list.judged_hits,
            grade_list.grades,
            list.num_retrieved,
            sight.rel,
            map_from_entries(
                list_transform(
                    coalesce(sight.gains, []), lambda pair: {'k': pair.grade, 'v': pair.gain}
                )
            )
        ) as list
    from document_list as list
    inner join grade_list on list.query_id = grade_list.query_id
    inner join (
        select distinct
            narrow,
            judged_only,
            depth,
            rel,
            gains
        from wanted
    ) as sight on
        list.narrow = sight.narrow
        and list.judged_only = sight.judged_only
        and list.depth is not distinct from sight.depth
)

select
    list.query_id,
    list.is_retrieved,
    wanted.position,
    measure.document_value(
        wanted.family, wanted.cutoff, wanted.weight, wanted.flavour, list.list
    ) as value
from measured_list as list
inner join wanted on
    list.narrow = wanted.narrow
    and list.judged_only = wanted.judged_only
    and list.depth is not distinct from wanted.depth
    and list.rel = wanted.rel
    and list.gains is not distinct from wanted.gains
where wanted.family is not null
