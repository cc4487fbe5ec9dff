-- bm25.contribution
-- Grain:   table macro, one row per (doc, chunk_index, term) of one collection
-- Reads:   bm25.chunk, bm25.chunk_term, bm25.collection, bm25.term_count
-- Serves:  bm25.search, queries/bm25_contribution.sql
create or replace macro bm25.contribution(for_corpus, for_chunking, for_analyzer, k1, b) as table
select
    chunk_term.doc,
    chunk_term.chunk_index,
    chunk.content_hash,
    chunk_term.term,
    bm25.inverse_document_frequency(
        collection.num_chunks, term_count.document_frequency
    ) as inverse_document_frequency,
    bm25.term_weight(
        chunk_term.term_frequency,
        chunk.num_tokens,
        collection.average_num_tokens,
        k1::double,
        b::double
    ) as weight,
    bm25.inverse_document_frequency(collection.num_chunks, term_count.document_frequency)
    * bm25.term_weight(
        chunk_term.term_frequency,
        chunk.num_tokens,
        collection.average_num_tokens,
        k1::double,
        b::double
    ) as contribution
from bm25.chunk_term as chunk_term
inner join bm25.chunk as chunk
    on chunk_term.doc = chunk.doc and chunk_term.chunk_index = chunk.chunk_index
inner join bm25.term_count as term_count on chunk_term.term = term_count.term
cross join bm25.collection as collection
where
    chunk_term.corpus_hash = for_corpus
    and chunk_term.chunking_id = for_chunking
    and chunk_term.analyzer_id = for_analyzer
    and chunk.corpus_hash = for_corpus
    and chunk.chunking_id = for_chunking
    and chunk.analyzer_id = for_analyzer
    and term_count.corpus_hash = for_corpus
    and term_count.chunking_id = for_chunking
    and term_count.analyzer_id = for_analyzer
    and collection.corpus_hash = for_corpus
    and collection.chunking_id = for_chunking
    and collection.analyzer_id = for_analyzer;

comment on macro table bm25.contribution is 'What each term of a collection adds to the score of each chunk that holds it, for given k1 and b: doc, chunk_index, content_hash, term, inverse_document_frequency, weight, contribution (their product).';
