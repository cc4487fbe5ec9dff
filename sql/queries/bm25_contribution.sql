-- What each term adds to the score of each chunk of the prepared collection, sorted by term, so
-- that a query reads only the stretches that hold its terms.
-- Parameters: corpus_hash, chunking_id, analyzer_id, k1, b
create or replace temp table bm25_contribution as
select
    contribution.term,
    chunk.chunk_key,
    contribution.contribution
from bm25.contribution($corpus_hash, $chunking_id, $analyzer_id, $k1, $b) as contribution
inner join bm25_chunk as chunk
    on contribution.doc = chunk.doc and contribution.chunk_index = chunk.chunk_index
order by contribution.term, chunk.chunk_key;
