-- Temporary table judged_hit: the hits whose document is judged, with their rank.
-- The lists of judged queries are sorted: the quicker way when many hits of a query are judged.
-- Reads: hit, qrel. The parameter says whether to compare scores as 32-bit numbers.
-- Parameters: single
create or replace temp table judged_hit as
with ranked as (
    select
        hit.query_id,
        hit.doc,
        hit.rank as file_rank,
        case when $single then hit.score::float::double else hit.score end as score,
        row_number() over (
            partition by hit.query_id
            order by
                case when $single then hit.score::float::double else hit.score end desc,
                hit.doc desc
        ) as rank
    from hit
    where hit.query_id in (select query_id from qrel)
)

select
    ranked.query_id,
    ranked.doc,
    qrel.grade,
    ranked.file_rank,
    ranked.score,
    ranked.rank
from ranked
inner join qrel using (query_id, doc);
