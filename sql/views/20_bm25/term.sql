-- bm25.term
-- Grain:   one row per (corpus_hash, chunking_id, analyzer_id, term)
-- Reads:   bm25.collection, bm25.term_count
-- Serves:  people who ask how common a term is
create or replace view bm25.term as
select
    term_count.corpus_hash,
    term_count.chunking_id,
    term_count.analyzer_id,
    term_count.term,
    term_count.document_frequency,
    term_count.collection_frequency,
    bm25.inverse_document_frequency(
        collection.num_chunks, term_count.document_frequency
    ) as inverse_document_frequency
from bm25.term_count as term_count
inner join bm25.collection as collection
    on
        term_count.corpus_hash = collection.corpus_hash
        and term_count.chunking_id = collection.chunking_id
        and term_count.analyzer_id = collection.analyzer_id;

comment on view bm25.term is 'One row per (corpus_hash, chunking_id, analyzer_id, term): how common a term is. The documents of BM25 are chunks here.';
comment on column bm25.term.corpus_hash is 'The corpus.';
comment on column bm25.term.chunking_id is 'How it was cut.';
comment on column bm25.term.analyzer_id is 'How it was turned into terms.';
comment on column bm25.term.term is 'The term.';
comment on column bm25.term.document_frequency is 'Chunks that contain the term (df), from 1.';
comment on column bm25.term.collection_frequency is 'Occurrences of the term in all chunks, from 1.';
comment on column bm25.term.inverse_document_frequency is 'ln((N - df + 0.5) / (df + 0.5) + 1), above 0.';
