-- quality.dangling_reference
-- Grain:   one row per offence
-- Reads:   core.analyzer, core.chunk, core.chunked_text, core.chunking, core.corpus, core.corpus_document, core.document_text, core.judgment_set, core.query, core.run, core.stage
-- Serves:  people, and the tests of every load
create or replace view quality.dangling_reference as
select
    'core.run' as table_name,
    run.run_id as key,
    'corpus ' || run.corpus_hash || ' is not stored' as problem
from core.run as run
left join core.corpus as corpus on run.corpus_hash = corpus.corpus_hash
where corpus.corpus_hash is null
union all
select
    'core.run' as table_name,
    run.run_id as key,
    'judgment set ' || run.judgments_hash || ' is not stored' as problem
from core.run as run
left join core.judgment_set as judgment_set on run.judgments_hash = judgment_set.judgments_hash
where judgment_set.judgments_hash is null
union all
select
    'core.corpus_document' as table_name,
    document.corpus_hash || ' ' || document.doc as key,
    'text ' || document.text_hash || ' is not stored' as problem
from core.corpus_document as document
left join core.document_text as document_text on document.text_hash = document_text.text_hash
where document_text.text_hash is null
union all
select
    'core.stage' as table_name,
    stage.run_id || ' ' || stage.stage as key,
    'chunking ' || stage.chunking_id || ' is not stored' as problem
from core.stage as stage
left join core.chunking as chunking on stage.chunking_id = chunking.chunking_id
where stage.chunking_id is not null and chunking.chunking_id is null
union all
select
    'core.stage' as table_name,
    stage.run_id || ' ' || stage.stage as key,
    'analyzer ' || stage.analyzer_id || ' is not stored' as problem
from core.stage as stage
left join core.analyzer as analyzer on stage.analyzer_id = analyzer.analyzer_id
where stage.analyzer_id is not null and analyzer.analyzer_id is null
union all
select
    'core.judgment_set' as table_name,
    judgment_set.judgments_hash as key,
    'it has ' || judgment_set.num_queries || ' queries, of which ' || count(query.query_id)
    || ' are stored' as problem
from core.judgment_set as judgment_set
left join core.query as query on judgment_set.judgments_hash = query.judgments_hash
group by judgment_set.judgments_hash, judgment_set.num_queries
having count(query.query_id) != judgment_set.num_queries
union all
select
    'core.chunked_text' as table_name,
    chunked.text_hash || ' ' || chunked.chunking_id as key,
    'it has ' || chunked.num_chunks || ' chunks, of which ' || count(chunk.chunk_index)
    || ' are stored' as problem
from core.chunked_text as chunked
left join core.chunk as chunk
    on chunked.text_hash = chunk.text_hash and chunked.chunking_id = chunk.chunking_id
group by chunked.text_hash, chunked.chunking_id, chunked.num_chunks
having count(chunk.chunk_index) != chunked.num_chunks;

comment on view quality.dangling_reference is 'Rows that name content which is not stored. Empty means healthy.';
comment on column quality.dangling_reference.table_name is 'The table whose row dangles.';
comment on column quality.dangling_reference.key is 'Its key.';
comment on column quality.dangling_reference.problem is 'What is wrong, in words.';
