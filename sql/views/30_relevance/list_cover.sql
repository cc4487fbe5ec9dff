-- relevance.list_cover
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash) with at least one gold character held
-- Reads:   relevance.held_span
-- Serves:  relevance.character_query
create or replace view relevance.list_cover as
with part as (
    select distinct
        corpus_hash,
        judgments_hash,
        query_id,
        list_hash,
        rank,
        doc,
        start_offset,
        end_offset
    from relevance.held_span
    where start_offset is not null
),

cut as (
    select distinct
        corpus_hash,
        judgments_hash,
        query_id,
        list_hash,
        doc,
        unnest([start_offset, end_offset]) as at_offset
    from part
),

-- Between two neighbouring cuts every part holds all characters or none.
piece as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        list_hash,
        doc,
        at_offset as start_offset,
        lead(at_offset) over (
            partition by corpus_hash, judgments_hash, query_id, list_hash, doc
            order by at_offset
        ) as end_offset
    from cut
),

held_piece as (
    select
        piece.corpus_hash,
        piece.judgments_hash,
        piece.query_id,
        piece.list_hash,
        piece.end_offset - piece.start_offset as num_chars,
        min(part.rank) as rank
    from piece
    inner join part
        on
            piece.corpus_hash = part.corpus_hash
            and piece.judgments_hash = part.judgments_hash
            and piece.query_id = part.query_id
            and piece.list_hash = part.list_hash
            and piece.doc = part.doc
            and part.start_offset <= piece.start_offset
            and piece.end_offset <= part.end_offset
    group by
        piece.corpus_hash,
        piece.judgments_hash,
        piece.query_id,
        piece.list_hash,
        piece.doc,
        piece.start_offset,
        piece.end_offset
),

held as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        list_hash,
        rank,
        sum(num_chars)::bigint as num_chars
    from held_piece
    group by corpus_hash, judgments_hash, query_id, list_hash, rank
)

select
    corpus_hash,
    judgments_hash,
    query_id,
    list_hash,
    list({'rank': rank, 'num_chars': num_chars} order by rank) as held
from held
group by corpus_hash, judgments_hash, query_id, list_hash;

comment on view relevance.list_cover is 'One row per (corpus_hash, judgments_hash, query_id, list_hash): which hits of a list add gold characters. A character counts at the first rank that holds it.';
comment on column relevance.list_cover.corpus_hash is 'The corpus.';
comment on column relevance.list_cover.judgments_hash is 'The judgment set.';
comment on column relevance.list_cover.query_id is 'The query.';
comment on column relevance.list_cover.list_hash is 'The ranked list.';
comment on column relevance.list_cover.held is 'By rank, the number of gold characters that no hit before it holds; ranks that add none are left out, never empty.';
