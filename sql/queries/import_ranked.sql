-- Temporary table ranked_hit: the hits of the asked queries, best first, ranked by score and then by document, both
-- falling; a document called as its query may be left out.
-- Parameters: drop_identical_ids
create or replace temp table ranked_hit as
select
    hit.query_id,
    row_number() over (partition by hit.query_id order by hit.score desc, hit.doc desc)::integer as rank,
    hit.doc,
    hit.score,
    hit.rank as file_rank
from hit
inner join asked on hit.query_id = asked.query_id
where not ($drop_identical_ids and hit.doc = hit.query_id);
