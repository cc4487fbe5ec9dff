-- relevance.query_spread
-- Grain:   one row per (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id, term)
-- Reads:   bm25.document_term, core.corpus, core.query, core.query_term, core.run, core.stage, relevance.gold_document
-- Serves:  relevance.competition, relevance.query_difficulty
create or replace view relevance.query_spread as
with searched as (
    select distinct
        run.corpus_hash,
        run.judgments_hash,
        stage.chunking_id,
        stage.analyzer_id
    from core.stage as stage
    inner join core.run as run on stage.run_id = run.run_id
    where stage.is_baseline and stage.retriever = 'bm25'
),

asked as (
    select
        searched.corpus_hash,
        searched.judgments_hash,
        searched.chunking_id,
        searched.analyzer_id,
        query.query_id,
        query_term.term,
        min(query_term.token_position) as first_position
    from searched
    inner join core.query as query on searched.judgments_hash = query.judgments_hash
    inner join core.query_term as query_term
        on searched.analyzer_id = query_term.analyzer_id and query.text = query_term.query_text
    where query.answerable
    group by
        searched.corpus_hash,
        searched.judgments_hash,
        searched.chunking_id,
        searched.analyzer_id,
        query.query_id,
        query_term.term
),

holding as materialized (
    select
        corpus_hash,
        chunking_id,
        analyzer_id,
        doc,
        term
    from bm25.document_term
),

document_count as (
    select
        corpus_hash,
        chunking_id,
        analyzer_id,
        term,
        count(*) as document_frequency
    from holding
    group by corpus_hash, chunking_id, analyzer_id, term
),

gold_count as (
    select
        gold.corpus_hash,
        gold.judgments_hash,
        holding.chunking_id,
        holding.analyzer_id,
        gold.query_id,
        holding.term,
        count(*) as num_gold_documents
    from relevance.gold_document as gold
    inner join holding on gold.corpus_hash = holding.corpus_hash and gold.doc = holding.doc
    group by
        gold.corpus_hash,
        gold.judgments_hash,
        holding.chunking_id,
        holding.analyzer_id,
        gold.query_id,
        holding.term
)

select
    asked.corpus_hash,
    asked.judgments_hash,
    asked.chunking_id,
    asked.analyzer_id,
    asked.query_id,
    asked.term,
    asked.first_position,
    document_count.document_frequency,
    coalesce(gold_count.num_gold_documents, 0) as num_gold_documents,
    bm25.inverse_document_frequency(
        corpus.num_documents, document_count.document_frequency
    ) as inverse_document_frequency,
    2 * document_count.document_frequency <= corpus.num_documents as is_informative,
    coalesce(gold_count.num_gold_documents, 0) = document_count.document_frequency as is_exclusive
from asked
inner join core.corpus as corpus on asked.corpus_hash = corpus.corpus_hash
inner join document_count
    on
        asked.corpus_hash = document_count.corpus_hash
        and asked.chunking_id = document_count.chunking_id
        and asked.analyzer_id = document_count.analyzer_id
        and asked.term = document_count.term
left join gold_count
    on
        asked.corpus_hash = gold_count.corpus_hash
        and asked.judgments_hash = gold_count.judgments_hash
        and asked.chunking_id = gold_count.chunking_id
        and asked.analyzer_id = gold_count.analyzer_id
        and asked.query_id = gold_count.query_id
        and asked.term = gold_count.term;

comment on view relevance.query_spread is 'One row per (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id, term): over how many documents each distinct term of an answerable query is spread, for every collection that a BM25 baseline has searched. Terms that stand in no document have no row.';
comment on column relevance.query_spread.corpus_hash is 'The corpus.';
comment on column relevance.query_spread.judgments_hash is 'The judgment set.';
comment on column relevance.query_spread.chunking_id is 'How the corpus was cut.';
comment on column relevance.query_spread.analyzer_id is 'How texts and queries were turned into terms.';
comment on column relevance.query_spread.query_id is 'The query.';
comment on column relevance.query_spread.term is 'The term.';
comment on column relevance.query_spread.first_position is 'Where the term first stands in the query, from 1; sums over terms go in this order.';
comment on column relevance.query_spread.document_frequency is 'Documents that hold the term, from 1; not chunks, as in bm25.term.';
comment on column relevance.query_spread.num_gold_documents is 'Of these, how many hold a gold span of the query.';
comment on column relevance.query_spread.inverse_document_frequency is 'ln((N - df + 0.5) / (df + 0.5) + 1) over documents, above 0.';
comment on column relevance.query_spread.is_informative is 'True when at most half of all documents hold the term, so that it tells documents apart.';
comment on column relevance.query_spread.is_exclusive is 'True when only documents with gold hold the term.';
