-- Temporary table tied_hit: judged hits with the first rank and the size of the group of hits that
-- have the same score. Reads: judged_hit, hit. The parameter says whether to compare scores as
-- 32-bit numbers.
-- Parameters: single
create or replace temp table tied_hit as
with scored as (
    select
        hit.query_id,
        hit.doc,
        case when $single then hit.score::float::double else hit.score end as score
    from hit
)

select
    judged_hit.query_id,
    judged_hit.doc,
    judged_hit.grade,
    judged_hit.rank - count(*) filter (where scored.doc > judged_hit.doc) as first_rank,
    count(*) as num_tied
from judged_hit
inner join scored using (query_id, score)
group by judged_hit.query_id, judged_hit.doc, judged_hit.grade, judged_hit.rank;
