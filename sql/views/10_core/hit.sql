-- core.hit
-- Grain:   one row per (run_id, stage, query_id, rank)
-- Reads:   core.corpus_chunk, core.list_hit, core.query_outcome, core.run, core.stage
-- Serves:  people, and every question about what was retrieved
create or replace view core.hit as
select
    outcome.run_id,
    outcome.stage,
    outcome.query_id,
    hit.rank,
    hit.doc,
    hit.start_offset,
    hit.end_offset,
    hit.located,
    chunk.chunk_index,
    chunk.content_hash,
    hit.score,
    case
        when outcome.original_ranks is not null then outcome.original_ranks[hit.rank]
        when (stage.params ->> 'ranks') = 'true' then hit.rank
    end as original_rank,
    outcome.list_hash
from core.query_outcome as outcome
inner join core.list_hit as hit on outcome.list_hash = hit.list_hash
inner join core.run as run on outcome.run_id = run.run_id
inner join core.stage as stage
    on outcome.run_id = stage.run_id and outcome.stage = stage.stage
left join core.corpus_chunk as chunk
    on
        run.corpus_hash = chunk.corpus_hash
        and stage.chunking_id = chunk.chunking_id
        and hit.doc = chunk.doc
        and hit.start_offset = chunk.start_offset
        and hit.end_offset = chunk.end_offset;

comment on view core.hit is 'One row per (run_id, stage, query_id, rank): what a stage returned, read from the shared lists.';
comment on column core.hit.run_id is 'The run.';
comment on column core.hit.stage is 'The stage.';
comment on column core.hit.query_id is 'The query.';
comment on column core.hit.rank is 'Rank, from 1.';
comment on column core.hit.doc is 'The document.';
comment on column core.hit.start_offset is 'First code point of the hit, from 0; NULL means the whole document, or not located.';
comment on column core.hit.end_offset is 'One past its last code point; NULL as start_offset.';
comment on column core.hit.located is 'False: a passage that was not found in the corpus.';
comment on column core.hit.chunk_index is 'Position of the chunk in its document under the stage''s chunking, from 0; NULL means not a chunk of it.';
comment on column core.hit.content_hash is 'SHA-256 of the chunk''s text, hex; NULL as chunk_index.';
comment on column core.hit.score is 'Score as the stage returned it, unrounded; NULL when the list came without scores.';
comment on column core.hit.original_rank is 'Rank as an imported file stated it; NULL where there is none.';
comment on column core.hit.list_hash is 'The ranked list in core.list_hit.';
