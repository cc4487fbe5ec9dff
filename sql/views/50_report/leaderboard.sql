-- report.leaderboard
-- Grain:   one row per (corpus_hash, judgments_hash, chunking_id, depth, stage, results_hash)
-- Reads:   report.run_summary
-- Serves:  people who ask what worked best
create or replace view report.leaderboard as
with distinct_result as (
    select
        summary.*,
        count(*) over result as num_runs,
        row_number() over (result order by summary.created_at desc, summary.run_id desc) as age
    from report.run_summary as summary
    window result as (
        partition by
            summary.corpus_hash,
            summary.judgments_hash,
            summary.chunking_id,
            summary.depth,
            summary.stage,
            summary.results_hash
    )
)

select
    row_number() over (
        partition by corpus_hash, judgments_hash
        order by
            ndcg_at_10 desc nulls last,
            mrr desc nulls last,
            created_at desc,
            run_id desc,
            position asc
    ) as place,
    corpus_name,
    judgments_name,
    run_name,
    stage,
    is_baseline,
    retriever,
    params,
    chunker,
    chunker_revision,
    chunk_size,
    chunk_overlap,
    depth,
    num_answerable,
    is_lower_bound,
    recall_at_1,
    recall_at_5,
    recall_at_10,
    mrr,
    ndcg_at_10,
    num_runs,
    created_at,
    is_latest,
    run_id,
    corpus_hash,
    judgments_hash,
    results_hash
from distinct_result
where age = 1;

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
