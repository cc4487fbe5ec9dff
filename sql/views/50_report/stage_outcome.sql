-- report.stage_outcome
-- Grain:   one row per (run_id, stage)
-- Reads:   core.chunking, core.corpus, core.corpus_chunk, core.judgment_set, core.query, core.query_outcome, core.run, core.stage, report.run_label
-- Serves:  report.run_summary, queries/summary_stages.sql
create or replace view report.stage_outcome as
with chunk_count as (
    select
        corpus_hash,
        chunking_id,
        count(*) as num_chunks
    from core.corpus_chunk
    group by corpus_hash, chunking_id
),

outcome_count as (
    select
        stage.run_id,
        stage.stage,
        count(*) filter (where query.answerable) as num_answerable,
        count(*) filter (where outcome.status is distinct from 'ok') as num_failed,
        count(*) filter (
            where query.answerable and outcome.status is distinct from 'ok'
        ) as num_answerable_failed,
        count(*) filter (where query.category = 'no_answer') as no_answer_queries,
        count(*) filter (
            where query.category = 'no_answer' and outcome.status = 'ok' and outcome.num_hits = 0
        ) as no_answer_abstained,
        count(*) filter (where query.category = 'near_miss') as near_miss_queries,
        count(*) filter (
            where query.category = 'near_miss' and outcome.status = 'ok' and outcome.num_hits = 0
        ) as near_miss_abstained,
        count(*) filter (where query.category = 'unlabelled') as unlabelled_queries,
        coalesce(sum(outcome.num_duplicates), 0)::bigint as num_duplicates,
        coalesce(sum(outcome.num_surplus), 0)::bigint as num_surplus,
        list(outcome.latency_ms) filter (where outcome.latency_ms is not null) as latencies
    from core.stage as stage
    inner join core.run as run on stage.run_id = run.run_id
    inner join core.query as query on run.judgments_hash = query.judgments_hash
    left join core.query_outcome as outcome
        on
            stage.run_id = outcome.run_id
            and stage.stage = outcome.stage
            and query.query_id = outcome.query_id
    group by stage.run_id, stage.stage
)

select
    stage.run_id,
    label.run_name,
    stage.stage,
    stage.position,
    stage.is_baseline,
    stage.retriever,
    label.corpus_name,
    label.judgments_name,
    run.corpus_hash,
    corpus.documents_hash,
    run.judgments_hash,
    label.created_at,
    label.is_latest,
    corpus.num_documents,
    case
        when stage.chunking_id is not null then coalesce(chunk_count.num_chunks, 0)
    end as num_chunks,
    judgment_set.num_queries,
    coalesce(outcome_count.num_answerable, 0) as num_answerable,
    coalesce(outcome_count.num_failed, 0) as num_failed,
    coalesce(outcome_count.num_answerable_failed, 0) as num_answerable_failed,
    coalesce(outcome_count.num_answerable_failed, 0) > 0 as is_lower_bound,
    coalesce(outcome_count.no_answer_queries, 0) as no_answer_queries,
    coalesce(outcome_count.no_answer_abstained, 0) as no_answer_abstained,
    coalesce(outcome_count.near_miss_queries, 0) as near_miss_queries,
    coalesce(outcome_count.near_miss_abstained, 0) as near_miss_abstained,
    coalesce(outcome_count.unlabelled_queries, 0) as unlabelled_queries,
    coalesce(outcome_count.num_duplicates, 0) as num_duplicates,
    coalesce(outcome_count.num_surplus, 0) as num_surplus,
    stage.elapsed_ms,
    stage.batch_size,
    case
        when len(outcome_count.latencies) > 0 then report.nearest_rank(outcome_count.latencies, 50)
    end as latency_p50_ms,
    case
        when len(outcome_count.latencies) > 0 then report.nearest_rank(outcome_count.latencies, 95)
    end as latency_p95_ms,
    case
        when len(outcome_count.latencies) > 0 then report.nearest_rank(outcome_count.latencies, 99)
    end as latency_p99_ms,
    stage.depth,
    stage.params,
    chunking.chunker,
    chunking.revision as chunker_revision,
    chunking.chunk_size,
    chunking.chunk_overlap,
    stage.chunking_id,
    stage.chunks_hash,
    run.results_hash
from core.stage as stage
inner join core.run as run on stage.run_id = run.run_id
inner join report.run_label as label on stage.run_id = label.run_id
inner join core.corpus as corpus on run.corpus_hash = corpus.corpus_hash
inner join core.judgment_set as judgment_set on run.judgments_hash = judgment_set.judgments_hash
left join core.chunking as chunking on stage.chunking_id = chunking.chunking_id
left join chunk_count
    on run.corpus_hash = chunk_count.corpus_hash and stage.chunking_id = chunk_count.chunking_id
left join outcome_count
    on stage.run_id = outcome_count.run_id and stage.stage = outcome_count.stage;

comment on view report.stage_outcome is 'One row per (run_id, stage): what a stage was run on and how its queries ended; abstention, failures and time, without any measure.';
comment on column report.stage_outcome.run_id is 'The run.';
comment on column report.stage_outcome.run_name is 'The run''s name.';
comment on column report.stage_outcome.stage is 'The stage.';
comment on column report.stage_outcome.position is 'Order of execution, from 1.';
comment on column report.stage_outcome.is_baseline is 'True for the stage against which the others are reported.';
comment on column report.stage_outcome.retriever is 'Kind of retriever.';
comment on column report.stage_outcome.corpus_name is 'Name under which the corpus was given.';
comment on column report.stage_outcome.judgments_name is 'Name under which the judgments were given.';
comment on column report.stage_outcome.corpus_hash is 'The corpus.';
comment on column report.stage_outcome.documents_hash is 'SHA-256 over the documents alone, hex.';
comment on column report.stage_outcome.judgments_hash is 'The judgment set.';
comment on column report.stage_outcome.created_at is 'UTC time at which the run was appended.';
comment on column report.stage_outcome.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.stage_outcome.num_documents is 'Documents of the corpus.';
comment on column report.stage_outcome.num_chunks is 'Chunks of the stage''s chunk set; NULL when it has none.';
comment on column report.stage_outcome.num_queries is 'Queries of the judgment set, answerable or not.';
comment on column report.stage_outcome.num_answerable is 'Answerable queries of the judgment set; the means are over these, where the stage has a chunk set.';
comment on column report.stage_outcome.num_failed is 'Queries whose status is failed or missing, answerable or not.';
comment on column report.stage_outcome.num_answerable_failed is 'Of the failed or missing queries, those that count as 0 in the means.';
comment on column report.stage_outcome.is_lower_bound is 'True when a failed or missing answerable query counts as 0, so that the means are lower bounds.';
comment on column report.stage_outcome.no_answer_queries is 'Queries of category no_answer.';
comment on column report.stage_outcome.no_answer_abstained is 'Of these, how many got status ok and no hit.';
comment on column report.stage_outcome.near_miss_queries is 'Queries of category near_miss: unanswerable although the corpus shares their words.';
comment on column report.stage_outcome.near_miss_abstained is 'Of these, how many got status ok and no hit.';
comment on column report.stage_outcome.unlabelled_queries is 'Queries of category unlabelled: retrieved, never averaged.';
comment on column report.stage_outcome.num_duplicates is 'Hits dropped because the same span stood earlier in its list.';
comment on column report.stage_outcome.num_surplus is 'Hits dropped because more were returned than asked for.';
comment on column report.stage_outcome.elapsed_ms is 'Wall time of answering all queries, in milliseconds; divided by num_queries it is the amortised time a query.';
comment on column report.stage_outcome.batch_size is 'Queries answered together; 1 means each was timed alone.';
comment on column report.stage_outcome.latency_p50_ms is 'Median latency in milliseconds, nearest rank over all timed queries; NULL when none was timed alone.';
comment on column report.stage_outcome.latency_p95_ms is '95th percentile in milliseconds, as latency_p50_ms.';
comment on column report.stage_outcome.latency_p99_ms is '99th percentile in milliseconds, as latency_p50_ms.';
comment on column report.stage_outcome.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column report.stage_outcome.params is 'The retriever''s parameters as a JSON object.';
comment on column report.stage_outcome.chunker is 'Name of the chunker; NULL when the stage has no chunk set.';
comment on column report.stage_outcome.chunker_revision is 'Revision of the chunker; NULL as chunker.';
comment on column report.stage_outcome.chunk_size is 'Chunk size in characters; NULL when the chunker has none.';
comment on column report.stage_outcome.chunk_overlap is 'Chunk overlap in characters; NULL when the chunker has none.';
comment on column report.stage_outcome.chunking_id is 'Identity of the chunking; NULL as chunker.';
comment on column report.stage_outcome.chunks_hash is 'Identity of the chunk set; NULL as chunker.';
comment on column report.stage_outcome.results_hash is 'Equal for runs with equal results.';
