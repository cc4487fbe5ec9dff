-- What was done and what came back: runs, their stages, one outcome a query, and ranked lists by content.

create table core.run (
    run_id varchar primary key,
    name varchar not null,
    corpus_hash varchar not null,
    judgments_hash varchar not null,
    corpus_name varchar not null,
    judgments_name varchar not null,
    created_at timestamp not null,
    groundkit_version varchar not null,
    duckdb_version varchar not null,
    python_version varchar not null,
    unicode_version varchar not null,
    platform varchar not null,
    git_commit varchar,
    git_branch varchar,
    git_dirty boolean,
    config json not null,
    results_hash varchar not null,
    seal_hash varchar not null
);

comment on table core.run is 'One row per run: one corpus evaluated with one judgment set, by one or more stages.';
comment on column core.run.run_id is 'UUIDv7: sorts by time of creation.';
comment on column core.run.name is 'What people call it; the one column that may be changed later, so the seal leaves it out.';
comment on column core.run.corpus_hash is 'The corpus that was searched.';
comment on column core.run.judgments_hash is 'The judgment set.';
comment on column core.run.corpus_name is 'Name under which the corpus was given.';
comment on column core.run.judgments_name is 'Name under which the judgments were given.';
comment on column core.run.created_at is 'UTC time at which the run was appended.';
comment on column core.run.groundkit_version is 'Version of groundkit.';
comment on column core.run.duckdb_version is 'Version of DuckDB.';
comment on column core.run.python_version is 'Version of Python.';
comment on column core.run.unicode_version is 'Version of Python''s Unicode tables.';
comment on column core.run.platform is 'Operating system and processor.';
comment on column core.run.git_commit is 'Commit of the working folder; NULL means it is not in a git checkout.';
comment on column core.run.git_branch is 'Branch of the working folder; NULL means none or detached.';
comment on column core.run.git_dirty is 'Whether tracked files differed from the commit; NULL means it is not in a git checkout.';
comment on column core.run.config is 'Full effective configuration as a JSON object.';
comment on column core.run.results_hash is 'SHA-256 over corpus, judgments and every outcome, hex; free of times, so equal results have equal hashes.';
comment on column core.run.seal_hash is 'SHA-256 over every other stored column of the run but its name, hex.';

create table core.stage (
    run_id varchar not null,
    stage varchar not null,
    position integer not null,
    is_baseline boolean not null,
    retriever varchar not null,
    depth integer,
    params json not null,
    input_stages varchar[] not null,
    chunking_id varchar,
    chunks_hash varchar,
    analyzer_id varchar,
    elapsed_ms double,
    batch_size integer,
    primary key (run_id, stage)
);

comment on table core.stage is 'One row per (run_id, stage): a retriever with its parameters, as it ran.';
comment on column core.stage.run_id is 'The run.';
comment on column core.stage.stage is 'Name of the stage within its run.';
comment on column core.stage.position is 'Order of execution, from 1.';
comment on column core.stage.is_baseline is 'True for the one stage against which the others are reported.';
comment on column core.stage.retriever is 'Kind of retriever: bm25, callable, ...';
comment on column core.stage.depth is 'Longest list that was asked for, from 1; NULL means an imported list.';
comment on column core.stage.params is 'The retriever''s parameters as a JSON object.';
comment on column core.stage.input_stages is 'Stages whose lists this one reads; empty means none.';
comment on column core.stage.chunking_id is 'The chunk set that was ranked; NULL means the hits are not chunks of one.';
comment on column core.stage.chunks_hash is 'SHA-256 over the spans of that chunk set, hex; NULL as chunking_id.';
comment on column core.stage.analyzer_id is 'How texts and queries became terms; NULL means no analyzer was used.';
comment on column core.stage.elapsed_ms is 'Wall time of answering all queries, in milliseconds; NULL means unknown.';
comment on column core.stage.batch_size is 'Queries answered together; 1 means one at a time, each timed; NULL means unknown.';

create table core.query_outcome (
    run_id varchar not null,
    stage varchar not null,
    query_id varchar not null,
    status varchar not null,
    list_hash varchar,
    num_hits integer not null,
    latency_ms double,
    error varchar,
    num_duplicates integer not null,
    num_surplus integer not null
);

comment on table core.query_outcome is 'One row per (run_id, stage, query_id), for every query of the judgment set: what happened.';
comment on column core.query_outcome.run_id is 'The run.';
comment on column core.query_outcome.stage is 'The stage.';
comment on column core.query_outcome.query_id is 'The query.';
comment on column core.query_outcome.status is 'ok, failed (the stage raised an error) or missing (the stage gave no answer).';
comment on column core.query_outcome.list_hash is 'The ranked list in core.list_hit; NULL unless status is ok.';
comment on column core.query_outcome.num_hits is 'Length of the list; 0 with status ok is an abstention.';
comment on column core.query_outcome.latency_ms is 'Wall time of this query in milliseconds; NULL when it was answered in a batch.';
comment on column core.query_outcome.error is 'What went wrong; NULL unless status is failed.';
comment on column core.query_outcome.num_duplicates is 'Hits dropped because the same span stood earlier in the list.';
comment on column core.query_outcome.num_surplus is 'Hits dropped because the stage returned more than it was asked for.';

create table core.list_hit (
    list_hash varchar not null,
    rank integer not null,
    doc varchar not null,
    start_offset integer,
    end_offset integer,
    located boolean not null,
    chunk_index integer,
    score double not null,
    original_rank integer
);

comment on table core.list_hit is 'One row per (list_hash, rank): a ranked list, stored once however many runs returned it.';
comment on column core.list_hit.list_hash is 'SHA-256 over doc, start, end, located and score of every row in rank order, hex.';
comment on column core.list_hit.rank is 'Rank, from 1.';
comment on column core.list_hit.doc is 'The document.';
comment on column core.list_hit.start_offset is 'First code point of the hit, from 0; NULL means the whole document, or not located.';
comment on column core.list_hit.end_offset is 'One past its last code point; NULL as start_offset.';
comment on column core.list_hit.located is 'False: a passage that was not found in the corpus, so it has no offsets.';
comment on column core.list_hit.chunk_index is 'The chunk''s position in its text under the chunking that first returned this list, from 0; NULL means not a chunk. core.hit gives it for the run at hand.';
comment on column core.list_hit.score is 'Score as the stage returned it, unrounded.';
comment on column core.list_hit.original_rank is 'Rank as an imported file stated it; NULL for evaluated lists.';
