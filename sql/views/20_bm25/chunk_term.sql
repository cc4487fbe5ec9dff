-- bm25.chunk_term
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id, doc, chunk_index, term)
-- Reads:   core.corpus_document, core.indexed_text, core.posting
-- Serves:  bm25.chunk, bm25.contribution, bm25.term_count
create or replace view bm25.chunk_term as
select
    document.corpus_hash,
    indexed.chunking_id,
    indexed.analyzer_id,
    document.doc,
    posting.chunk_index,
    posting.term,
    posting.term_frequency
from core.corpus_document as document
inner join core.indexed_text as indexed on document.text_hash = indexed.text_hash
inner join core.posting as posting on indexed.index_key = posting.index_key;

comment on view bm25.chunk_term is 'One row per (corpus_hash, chunking_id, analyzer_id, doc, chunk_index, term): the postings of every indexed corpus.';
comment on column bm25.chunk_term.corpus_hash is 'The corpus.';
comment on column bm25.chunk_term.chunking_id is 'How it was cut.';
comment on column bm25.chunk_term.analyzer_id is 'How it was turned into terms.';
comment on column bm25.chunk_term.doc is 'The document.';
comment on column bm25.chunk_term.chunk_index is 'Position of the chunk in the document, from 0.';
comment on column bm25.chunk_term.term is 'The term.';
comment on column bm25.chunk_term.term_frequency is 'How often the term stands in the chunk, from 1.';
