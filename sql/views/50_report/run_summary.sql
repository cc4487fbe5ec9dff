-- report.run_summary
-- Grain:   one row per (run_id, stage)
-- Reads:   report.stage_mean, report.stage_outcome
-- Serves:  people
create or replace view report.run_summary as
select
    outcome.run_id,
    outcome.run_name,
    outcome.stage,
    outcome.position,
    outcome.is_baseline,
    outcome.retriever,
    outcome.corpus_name,
    outcome.judgments_name,
    outcome.corpus_hash,
    outcome.documents_hash,
    outcome.judgments_hash,
    outcome.created_at,
    outcome.is_latest,
    outcome.num_documents,
    outcome.num_chunks,
    outcome.num_queries,
    outcome.num_answerable,
    outcome.num_failed,
    outcome.num_answerable_failed,
    outcome.is_lower_bound,
    mean.recall_at_1,
    mean.recall_at_5,
    mean.recall_at_10,
    mean.mrr,
    mean.ndcg_at_10,
    outcome.no_answer_queries,
    outcome.no_answer_abstained,
    outcome.near_miss_queries,
    outcome.near_miss_abstained,
    outcome.unlabelled_queries,
    outcome.num_duplicates,
    outcome.num_surplus,
    outcome.elapsed_ms,
    outcome.batch_size,
    outcome.latency_p50_ms,
    outcome.latency_p95_ms,
    outcome.latency_p99_ms,
    outcome.depth,
    outcome.params,
    outcome.chunker,
    outcome.chunker_revision,
    outcome.chunk_size,
    outcome.chunk_overlap,
    outcome.chunking_id,
    outcome.chunks_hash,
    outcome.results_hash
from report.stage_outcome as outcome
left join report.stage_mean as mean
    on outcome.run_id = mean.run_id and outcome.stage = mean.stage;

comment on view report.run_summary is 'One row per (run_id, stage): the founding measures, abstention, failures and time of every stage.';
comment on column report.run_summary.run_id is 'The run.';
comment on column report.run_summary.run_name is 'The run''s name.';
comment on column report.run_summary.stage is 'The stage.';
comment on column report.run_summary.position is 'Order of execution, from 1.';
comment on column report.run_summary.is_baseline is 'True for the stage against which the others are reported.';
comment on column report.run_summary.retriever is 'Kind of retriever.';
comment on column report.run_summary.corpus_name is 'Name under which the corpus was given.';
comment on column report.run_summary.judgments_name is 'Name under which the judgments were given.';
comment on column report.run_summary.corpus_hash is 'The corpus.';
comment on column report.run_summary.documents_hash is 'SHA-256 over the documents alone, hex.';
comment on column report.run_summary.judgments_hash is 'The judgment set.';
comment on column report.run_summary.created_at is 'UTC time at which the run was appended.';
comment on column report.run_summary.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.run_summary.num_documents is 'Documents of the corpus.';
comment on column report.run_summary.num_chunks is 'Chunks of the stage''s chunk set; NULL when it has none.';
comment on column report.run_summary.num_queries is 'Queries of the judgment set, answerable or not.';
comment on column report.run_summary.num_answerable is 'Answerable queries of the judgment set; the means are over these, where the stage has a chunk set.';
comment on column report.run_summary.num_failed is 'Queries whose status is failed or missing, answerable or not.';
comment on column report.run_summary.num_answerable_failed is 'Of the failed or missing queries, those that count as 0 in the means.';
comment on column report.run_summary.is_lower_bound is 'True when a failed or missing answerable query counts as 0, so that the means are lower bounds.';
comment on column report.run_summary.recall_at_1 is 'Success@1, the hit rate: share of answerable queries with a relevant hit at rank 1; NULL when nothing was measured.';
comment on column report.run_summary.recall_at_5 is 'Success@5, the hit rate; NULL when the stage is shallower or nothing was measured.';
comment on column report.run_summary.recall_at_10 is 'Success@10, the hit rate; NULL when the stage is shallower or nothing was measured.';
comment on column report.run_summary.mrr is 'Mean RR over the whole list, comparable only at equal depth; NULL when nothing was measured.';
comment on column report.run_summary.ndcg_at_10 is 'Mean nDCG@10; NULL when the stage is shallower or nothing was measured.';
comment on column report.run_summary.no_answer_queries is 'Queries of category no_answer.';
comment on column report.run_summary.no_answer_abstained is 'Of these, how many got status ok and no hit.';
comment on column report.run_summary.near_miss_queries is 'Queries of category near_miss: unanswerable although the corpus shares their words.';
comment on column report.run_summary.near_miss_abstained is 'Of these, how many got status ok and no hit.';
comment on column report.run_summary.unlabelled_queries is 'Queries of category unlabelled: retrieved, never averaged.';
comment on column report.run_summary.num_duplicates is 'Hits dropped because the same span stood earlier in its list.';
comment on column report.run_summary.num_surplus is 'Hits dropped because more were returned than asked for.';
comment on column report.run_summary.elapsed_ms is 'Wall time of answering all queries, in milliseconds; divided by num_queries it is the amortised time a query.';
comment on column report.run_summary.batch_size is 'Queries answered together; 1 means each was timed alone.';
comment on column report.run_summary.latency_p50_ms is 'Median latency in milliseconds, nearest rank over all timed queries; NULL when none was timed alone.';
comment on column report.run_summary.latency_p95_ms is '95th percentile in milliseconds, as latency_p50_ms.';
comment on column report.run_summary.latency_p99_ms is '99th percentile in milliseconds, as latency_p50_ms.';
comment on column report.run_summary.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column report.run_summary.params is 'The retriever''s parameters as a JSON object.';
comment on column report.run_summary.chunker is 'Name of the chunker; NULL when the stage has no chunk set.';
comment on column report.run_summary.chunker_revision is 'Revision of the chunker; NULL as chunker.';
comment on column report.run_summary.chunk_size is 'Chunk size in characters; NULL when the chunker has none.';
comment on column report.run_summary.chunk_overlap is 'Chunk overlap in characters; NULL when the chunker has none.';
comment on column report.run_summary.chunking_id is 'Identity of the chunking; NULL as chunker.';
comment on column report.run_summary.chunks_hash is 'Identity of the chunk set; NULL as chunker.';
comment on column report.run_summary.results_hash is 'Equal for runs with equal results.';
