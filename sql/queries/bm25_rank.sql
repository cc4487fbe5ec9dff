-- Ranks the prepared collection for a batch of queries: score descending, then chunk_key.
-- Only chunks that can reach the depth are summed in query order: an unordered sum of positive
-- terms is off by less than one part in a billion, so every chunk that belongs on the list is
-- among the candidates, and its score is then computed exactly as defined.
-- Records: query_number, tokens (list, in query order, repeats kept)
-- Parameters: depth
with query_tokens as (
    select unnest(from_json($records::json, $structure), max_depth := 2)
),

query_token as (
    select
        query_number,
        unnest(tokens) as term,
        generate_subscripts(tokens, 1) as token_position
    from query_tokens
),

matched as materialized (
    select
        query_token.query_number,
        query_token.token_position,
        contribution.chunk_key,
        contribution.contribution
    from query_token
    inner join bm25_contribution as contribution on query_token.term = contribution.term
),

approximate as materialized (
    select
        query_number,
        chunk_key,
        sum(contribution) as score
    from matched
    group by query_number, chunk_key
),

threshold as (
    select
        query_number,
        -- The engine keeps fewer than a million best: beyond that depth nothing is pruned.
        case
            when $depth < 1000000 then list_last(max(score, least($depth, 999999)))
            else 0.0e0
        end as score
    from approximate
    group by query_number
),

candidate as (
    select
        approximate.query_number,
        approximate.chunk_key
    from approximate
    inner join threshold on approximate.query_number = threshold.query_number
    where approximate.score >= threshold.score * (1.0e0 - 1e-9)
),

scored as (
    select
        matched.query_number,
        matched.chunk_key,
        sum(matched.contribution order by matched.token_position) as score
    from matched
    inner join candidate
        on
            matched.query_number = candidate.query_number
            and matched.chunk_key = candidate.chunk_key
    group by matched.query_number, matched.chunk_key
),

ranked as (
    select
        query_number,
        chunk_key,
        score,
        row_number() over (
            partition by query_number
            order by score desc, chunk_key asc
        ) as rank
    from scored
    where score > 0
    qualify rank <= $depth
)

select
    ranked.query_number,
    chunk.doc,
    chunk.start_offset,
    chunk.end_offset,
    chunk.chunk_index,
    ranked.score
from ranked
inner join bm25_chunk as chunk on ranked.chunk_key = chunk.chunk_key
order by ranked.query_number, ranked.rank;
