-- Where the judged documents stand in the lists of a run: score descending, then document descending.
-- A rank is counted, not sorted for: one more than the documents of the query that stand before.
-- Parameters: narrow
with judged_hit as (
    select
        retrieved.query_id,
        retrieved.doc,
        case when $narrow then retrieved.score::float::double else retrieved.score end as score,
        judged.grade
    from retrieved
    inner join judged on
        retrieved.query_id = judged.query_id and retrieved.doc = judged.doc
)

select
    judged_hit.query_id,
    judged_hit.doc,
    any_value(judged_hit.grade) as grade,
    1 + count(*) filter (
        where
            case when $narrow then other.score::float::double else other.score end
            > judged_hit.score
            or (
                case when $narrow then other.score::float::double else other.score end
                = judged_hit.score
                and other.doc > judged_hit.doc
            )
    ) as rank
from judged_hit
inner join retrieved as other on judged_hit.query_id = other.query_id
group by judged_hit.query_id, judged_hit.doc;
