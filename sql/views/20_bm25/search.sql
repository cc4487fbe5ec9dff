-- bm25.search
-- Grain:   table macro, one row per chunk that scores above 0, best first
-- Reads:   bm25.contribution
-- Serves:  people who ask in SQL
create or replace macro bm25.search(for_corpus, for_chunking, for_analyzer, k1, b, tokens) as table
with query_token as (
    select
        unnest(tokens) as term,
        generate_subscripts(tokens, 1) as token_position
),

scored as (
    select
        contribution.doc,
        contribution.chunk_index,
        contribution.content_hash,
        sum(contribution.contribution order by query_token.token_position) as score
    from query_token
    inner join bm25.contribution(for_corpus, for_chunking, for_analyzer, k1, b) as contribution
        on query_token.term = contribution.term
    group by contribution.doc, contribution.chunk_index, contribution.content_hash
)

select
    row_number() over (order by score desc, content_hash asc, doc asc, chunk_index asc) as rank,
    doc,
    chunk_index,
    content_hash,
    score
from scored
where score > 0
order by rank;

comment on macro table bm25.search is 'Chunks of a collection ranked by BM25 for a list of tokens: rank, doc, chunk_index, content_hash, score. Ties go to the smaller content_hash, then doc, then chunk_index.';
