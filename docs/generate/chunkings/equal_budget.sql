with retrieved as (
    select
        run_id,
        stage,
        sum(measure.within_budget(lengths, 2000)) / count(*) as hits
    from relevance.character_query
    group by run_id, stage
)

select
    comparison.run_name as chunking,
    round(retrieved.hits, 1) as "hits that fit",
    comparison.found_within_2000 as "Success@2000c",
    comparison.whole_within_2000 as "Success(cover=1)@2000c",
    comparison.char_recall_within_2000 as "CharRecall@2000c",
    comparison.char_iou_within_2000 as "CharIoU@2000c",
    comparison.num_truncated as "cut at the depth"
from report.chunking_comparison as comparison
inner join retrieved
    on comparison.run_id = retrieved.run_id and comparison.stage = retrieved.stage
order by comparison.chunk_size desc, comparison.run_name;
