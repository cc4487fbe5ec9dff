-- Temporary table judged_hit: the hits whose document is judged, with their rank.
-- A rank is one more than the number of better hits of the same query, so that no list has to be
-- sorted: the quicker way when few hits of a query are judged. Reads: hit, qrel.
-- The parameter says whether to compare scores as 32-bit numbers.
-- Parameters: single
create or replace temp table judged_hit as
with scored as (
    select
        hit.query_id,
        hit.doc,
        hit.rank as file_rank,
        case when $single then hit.score::float::double else hit.score end as score
    from hit
),

judged as (
    select
        scored.query_id,
        scored.doc,
        scored.file_rank,
        scored.score,
        qrel.grade
    from scored
    inner join qrel using (query_id, doc)
)

select
    judged.query_id,
    judged.doc,
    judged.grade,
    judged.file_rank,
    judged.score,
    1 + count(*) filter (
        where scored.score > judged.score
        or (scored.score = judged.score and scored.doc > judged.doc)
    ) as rank
from judged
inner join scored using (query_id)
group by judged.query_id, judged.doc, judged.grade, judged.file_rank, judged.score;
