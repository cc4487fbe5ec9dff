-- Temporary table judged_hit with the ranks of another order of the ties: the better hits of each
-- group first, or last. What is better is a kind of groundkit.measure.bounds. Reads: tied_hit.
-- Parameters: kind, rel, dcg, grades, gains, first
create or replace temp table judged_hit as
with keyed as (
    select
        query_id,
        doc,
        grade,
        first_rank,
        num_tied,
        case $kind
            when 'relevant'
                then case when grade >= $rel then 2.0e0 when grade >= 0 then 0.0e0 else 1.0e0 end
            when 'gain'
                then
                    measure.grade_gain(
                        grade, $dcg, map($grades::bigint[], $gains::double[])
                    )
            when 'judged' then (grade >= 0)::double
            when 'graded' then 1.0e0
            when 'nonrelevant' then (grade >= 0 and grade < $rel)::double
        end as better,
        case $kind when 'relevant' then 1.0e0 else 0.0e0 end as ungraded
    from tied_hit
),

signed as (
    select
        query_id,
        doc,
        grade,
        first_rank,
        num_tied,
        case when $first then -better else better end as place,
        case when $first then -ungraded else ungraded end as ungraded_place
    from keyed
)

select
    query_id,
    doc,
    grade,
    null::integer as file_rank,
    0.0e0 as score,
    first_rank - 1
    + row_number() over (partition by query_id, first_rank order by place, doc)
    + case
        when ungraded_place < place
            then num_tied - count(*) over (partition by query_id, first_rank)
        else 0
    end as rank
from signed;
