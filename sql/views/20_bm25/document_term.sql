-- bm25.document_term
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id, doc, term), terms of stored queries only
-- Reads:   bm25.chunk_term, core.query_term
-- Serves:  relevance.competition, relevance.query_spread
create or replace view bm25.document_term as
select distinct
    chunk_term.corpus_hash,
    chunk_term.chunking_id,
    chunk_term.analyzer_id,
    chunk_term.doc,
    chunk_term.term
from bm25.chunk_term as chunk_term
semi join core.query_term as query_term
    on
        chunk_term.analyzer_id = query_term.analyzer_id
        and chunk_term.term = query_term.term;

comment on view bm25.document_term is 'One row per (corpus_hash, chunking_id, analyzer_id, doc, term): which documents hold which terms of stored queries. A document holds a term when any of its chunks does; terms that no stored query asks for are left out.';
comment on column bm25.document_term.corpus_hash is 'The corpus.';
comment on column bm25.document_term.chunking_id is 'How it was cut.';
comment on column bm25.document_term.analyzer_id is 'How it was turned into terms.';
comment on column bm25.document_term.doc is 'The document.';
comment on column bm25.document_term.term is 'The term.';
