-- bm25.term_count
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id, term)
-- Reads:   bm25.chunk_term
-- Serves:  bm25.contribution, bm25.term
create or replace view bm25.term_count as
select
    corpus_hash,
    chunking_id,
    analyzer_id,
    term,
    count(*) as document_frequency,
    sum(term_frequency)::bigint as collection_frequency
from bm25.chunk_term
group by corpus_hash, chunking_id, analyzer_id, term;

comment on view bm25.term_count is 'One row per (corpus_hash, chunking_id, analyzer_id, term): in how many chunks a term stands, and how often.';
comment on column bm25.term_count.corpus_hash is 'The corpus.';
comment on column bm25.term_count.chunking_id is 'How it was cut.';
comment on column bm25.term_count.analyzer_id is 'How it was turned into terms.';
comment on column bm25.term_count.term is 'The term.';
comment on column bm25.term_count.document_frequency is 'Chunks that contain the term (df), from 1.';
comment on column bm25.term_count.collection_frequency is 'Occurrences of the term in all chunks, from 1.';
