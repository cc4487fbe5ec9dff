-- relevance.competition
-- Grain:   one row per (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id) with at least one term in a document without gold
-- Reads:   bm25.document_term, relevance.gold_document, relevance.query_spread
-- Serves:  relevance.query_difficulty
create or replace view relevance.competition as
with numbered as (
    -- Millions of pairs of a query and a document are grouped by a short number, not by four hashes.
    select
        corpus_hash,
        judgments_hash,
        chunking_id,
        analyzer_id,
        query_id,
        dense_rank() over (
            order by corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id
        ) as query_number,
        term,
        first_position,
        inverse_document_frequency,
        is_informative
    from relevance.query_spread
),

rival as (
    select
        numbered.query_number,
        holding.doc,
        bool_or(numbered.is_informative) as competes,
        sum(numbered.inverse_document_frequency order by numbered.first_position) as idf_mass
    from numbered
    inner join bm25.document_term as holding
        on
            numbered.corpus_hash = holding.corpus_hash
            and numbered.chunking_id = holding.chunking_id
            and numbered.analyzer_id = holding.analyzer_id
            and numbered.term = holding.term
    anti join relevance.gold_document as gold
        on
            numbered.corpus_hash = gold.corpus_hash
            and numbered.judgments_hash = gold.judgments_hash
            and numbered.query_id = gold.query_id
            and holding.doc = gold.doc
    group by numbered.query_number, holding.doc
),

rivals as (
    select
        query_number,
        count(*) filter (where competes) as num_competing_documents,
        max(idf_mass) as best_mass
    from rival
    group by query_number
)

select distinct
    numbered.corpus_hash,
    numbered.judgments_hash,
    numbered.chunking_id,
    numbered.analyzer_id,
    numbered.query_id,
    rivals.num_competing_documents,
    rivals.best_mass
from numbered
inner join rivals on numbered.query_number = rivals.query_number;

comment on view relevance.competition is 'One row per (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id) with at least one term in a document without gold: what the documents without gold hold of an answerable query.';
comment on column relevance.competition.corpus_hash is 'The corpus.';
comment on column relevance.competition.judgments_hash is 'The judgment set.';
comment on column relevance.competition.chunking_id is 'How the corpus was cut.';
comment on column relevance.competition.analyzer_id is 'How texts and queries were turned into terms.';
comment on column relevance.competition.query_id is 'The query.';
comment on column relevance.competition.num_competing_documents is 'Documents without gold that hold an informative term of the query; those that hold common ones only do not compete.';
comment on column relevance.competition.best_mass is 'Largest sum of document-level idf, in query order, of the terms that one document without gold holds; above 0.';
