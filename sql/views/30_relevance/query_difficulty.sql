-- relevance.query_difficulty
-- Grain:   one row per (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id) with at least one term in the corpus
-- Reads:   relevance.competition, relevance.query_spread
-- Serves:  report.judgment_difficulty
create or replace view relevance.query_difficulty as
with words as (
    select
        corpus_hash,
        judgments_hash,
        chunking_id,
        analyzer_id,
        query_id,
        count(*) as num_terms,
        count(*) filter (where is_informative) as num_informative_terms,
        sum(inverse_document_frequency order by first_position) as idf_mass,
        sum(inverse_document_frequency order by first_position) filter (
            where is_exclusive
        ) as exclusive_mass,
        max(inverse_document_frequency) filter (where is_exclusive) as exclusive_idf,
        list(term order by inverse_document_frequency desc, term asc) filter (
            where is_exclusive
        ) as exclusive_terms
    from relevance.query_spread
    group by corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id
)

select
    words.corpus_hash,
    words.judgments_hash,
    words.chunking_id,
    words.analyzer_id,
    words.query_id,
    words.num_terms,
    words.num_informative_terms,
    coalesce(competition.num_competing_documents, 0) as num_competing_documents,
    coalesce(competition.best_mass, 0.0e0) / nullif(words.idf_mass, 0.0e0) as best_competitor_share,
    coalesce(words.exclusive_mass, 0.0e0) / nullif(words.idf_mass, 0.0e0) as exclusive_idf_share,
    case
        when words.exclusive_idf > coalesce(competition.best_mass, 0.0e0) then words.exclusive_terms[1]
    end as deciding_term
from words
left join relevance.competition as competition
    using (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id);

comment on view relevance.query_difficulty is 'One row per (corpus_hash, judgments_hash, chunking_id, analyzer_id, query_id) with a term in the corpus: how hard documents without gold compete for an answerable query. It depends on content only, so runs that searched the same content share it.';
comment on column relevance.query_difficulty.corpus_hash is 'The corpus.';
comment on column relevance.query_difficulty.judgments_hash is 'The judgment set.';
comment on column relevance.query_difficulty.chunking_id is 'How the corpus was cut.';
comment on column relevance.query_difficulty.analyzer_id is 'How texts and queries were turned into terms.';
comment on column relevance.query_difficulty.query_id is 'The query.';
comment on column relevance.query_difficulty.num_terms is 'Distinct terms of the query that stand in the corpus, from 1.';
comment on column relevance.query_difficulty.num_informative_terms is 'Of these, how many stand in at most half of the documents.';
comment on column relevance.query_difficulty.num_competing_documents is 'Documents without gold that hold an informative term.';
comment on column relevance.query_difficulty.best_competitor_share is 'Largest share of the query''s idf mass that one document without gold holds; unit interval, 0 when none holds a term.';
comment on column relevance.query_difficulty.exclusive_idf_share is 'Share of the query''s idf mass in terms that only documents with gold hold; unit interval.';
comment on column relevance.query_difficulty.deciding_term is 'A term that only documents with gold hold and whose idf exceeds the whole mass of every other document: of the largest idf, then first by code points. NULL when there is none.';
