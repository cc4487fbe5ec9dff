-- report.leaderboard
-- Grain:   one row per (corpus_hash, judgments_hash, chunking_id, depth, stage, results_hash)
-- Reads:   core.chunking, core.run, core.stage, relevance.stage_result, report.run_label, report.stage_mean
-- Serves:  people who ask what worked best
create or replace view report.leaderboard as
select
    row_number() over (
        partition by run.corpus_hash, run.judgments_hash
        order by
            mean.ndcg_at_10 desc nulls last,
            mean.mrr desc nulls last,
            run.created_at desc,
            run.run_id desc,
            stage.position asc
    ) as place,
    label.corpus_name,
    label.judgments_name,
    label.run_name,
    stage.stage,
    stage.is_baseline,
    stage.retriever,
    stage.params,
    chunking.chunker,
    chunking.revision as chunker_revision,
    chunking.chunk_size,
    chunking.chunk_overlap,
    stage.depth,
    coalesce(mean.num_queries, 0) as num_answerable,
    coalesce(mean.num_failed, 0) > 0 as is_lower_bound,
    mean.recall_at_1,
    mean.recall_at_5,
    mean.recall_at_10,
    mean.mrr,
    mean.ndcg_at_10,
    result.num_runs,
    label.created_at,
    label.is_latest,
    stage.run_id,
    run.corpus_hash,
    run.judgments_hash,
    run.results_hash
from relevance.stage_result as result
inner join core.stage as stage on result.run_id = stage.run_id and result.stage = stage.stage
inner join core.run as run on result.run_id = run.run_id
inner join report.run_label as label on result.run_id = label.run_id
left join core.chunking as chunking on stage.chunking_id = chunking.chunking_id
left join (from report.stage_mean where is_result) as mean
    on stage.run_id = mean.run_id and stage.stage = mean.stage
where result.is_result;

comment on view report.leaderboard is 'One row per (corpus_hash, judgments_hash, chunking_id, depth, stage, results_hash): every distinct result on a collection, best nDCG@10 first; equal results of many runs are one row. Places compare only within equal hashes.';
comment on column report.leaderboard.place is 'Place within the corpus and judgment set, from 1: by nDCG@10, then MRR, then the newer run.';
comment on column report.leaderboard.corpus_name is 'Name under which the corpus was given.';
comment on column report.leaderboard.judgments_name is 'Name under which the judgments were given.';
comment on column report.leaderboard.run_name is 'Name of the newest run with this result.';
comment on column report.leaderboard.stage is 'The stage.';
comment on column report.leaderboard.is_baseline is 'True for the baseline of its run.';
comment on column report.leaderboard.retriever is 'Kind of retriever.';
comment on column report.leaderboard.params is 'The retriever''s parameters as a JSON object.';
comment on column report.leaderboard.chunker is 'Name of the chunker; NULL when the stage has no chunk set.';
comment on column report.leaderboard.chunker_revision is 'Revision of the chunker; NULL as chunker.';
comment on column report.leaderboard.chunk_size is 'Chunk size in characters; NULL when the chunker has none.';
comment on column report.leaderboard.chunk_overlap is 'Chunk overlap in characters; NULL when the chunker has none.';
comment on column report.leaderboard.depth is 'Longest list that was asked for.';
comment on column report.leaderboard.num_answerable is 'Queries in the means.';
comment on column report.leaderboard.is_lower_bound is 'True when a failed or missing query counts as 0 in the means.';
comment on column report.leaderboard.recall_at_1 is 'Success@1, the hit rate: share of answerable queries with a relevant hit at rank 1; NULL when nothing was measured.';
comment on column report.leaderboard.recall_at_5 is 'Success@5, the hit rate; NULL when the stage is shallower or nothing was measured.';
comment on column report.leaderboard.recall_at_10 is 'Success@10, the hit rate; NULL when the stage is shallower or nothing was measured.';
comment on column report.leaderboard.mrr is 'Mean RR over the whole list, comparable only at equal depth; NULL when nothing was measured.';
comment on column report.leaderboard.ndcg_at_10 is 'Mean nDCG@10; NULL when the stage is shallower or nothing was measured.';
comment on column report.leaderboard.num_runs is 'Runs with this result.';
comment on column report.leaderboard.created_at is 'UTC time of the newest of them.';
comment on column report.leaderboard.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.leaderboard.run_id is 'The newest of them.';
comment on column report.leaderboard.corpus_hash is 'The corpus.';
comment on column report.leaderboard.judgments_hash is 'The judgment set.';
comment on column report.leaderboard.results_hash is 'Equal for runs with equal results.';
