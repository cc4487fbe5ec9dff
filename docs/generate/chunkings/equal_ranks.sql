with retrieved as (
    select
        run_id,
        stage,
        sum(coalesce(list_sum(lengths[1:5]), 0)::bigint) / count(*) as chars
    from relevance.character_query
    group by run_id, stage
)

select
    comparison.run_name as chunking,
    retrieved.chars::integer as "characters in 5 hits",
    comparison.recall_at_5 as "chunk Success@5",
    comparison.found_at_5 as "unit Success@5",
    comparison.whole_at_5 as "Success(cover=1)@5"
from report.chunking_comparison as comparison
inner join retrieved
    on comparison.run_id = retrieved.run_id and comparison.stage = retrieved.stage
order by comparison.chunk_size desc, comparison.run_name;
