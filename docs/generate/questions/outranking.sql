with asked as (
    select
        run.corpus_hash,
        run.judgments_hash,
        query.query_id,
        stage.chunking_id,
        stage.analyzer_id,
        regexp_extract_all(lower(query.text), '[\p{L}\p{N}_]+') as tokens
    from core.run as run
    inner join core.stage as stage on run.run_id = stage.run_id
    inner join core.query as query on run.judgments_hash = query.judgments_hash
    where
        run.name = 'chunks-256'
        and stage.is_baseline
        and query.query_id = 'adversarial-forced-election'
),

found as (
    select
        rank,
        doc,
        chunk_index,
        score
    from bm25.search(
        (select corpus_hash from asked),
        (select chunking_id from asked),
        (select analyzer_id from asked),
        1.5,
        0.75,
        (select tokens from asked)
    )
),

judged as (
    select
        found.rank,
        found.doc,
        found.chunk_index,
        found.score,
        gold_chunk.doc is not null as is_gold,
        asked.corpus_hash,
        asked.chunking_id
    from found
    cross join asked
    left join relevance.gold_chunk as gold_chunk
        on
            asked.corpus_hash = gold_chunk.corpus_hash
            and asked.judgments_hash = gold_chunk.judgments_hash
            and asked.query_id = gold_chunk.query_id
            and asked.chunking_id = gold_chunk.chunking_id
            and found.doc = gold_chunk.doc
            and found.chunk_index = gold_chunk.chunk_index
)

select
    judged.rank,
    judged.is_gold,
    judged.score,
    judged.doc,
    replace(
        document_text.text[chunk.start_offset + 1:least(chunk.end_offset, chunk.start_offset + 50)],
        chr(10),
        ' '
    ) as beginning
from judged
inner join core.corpus_chunk as chunk
    on
        judged.corpus_hash = chunk.corpus_hash
        and judged.chunking_id = chunk.chunking_id
        and judged.doc = chunk.doc
        and judged.chunk_index = chunk.chunk_index
inner join core.document_text as document_text on chunk.text_hash = document_text.text_hash
where judged.rank <= (select min(rank) from judged where is_gold)
order by judged.rank;
