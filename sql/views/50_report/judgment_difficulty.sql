-- report.judgment_difficulty
-- Grain:   one row per (run_id, stage, query_id), answerable queries of BM25 baselines
-- Reads:   core.corpus, core.query, core.query_outcome, core.query_term, core.run, core.stage, relevance.gold_document, relevance.list_margin, relevance.query_difficulty, report.run_label
-- Serves:  report.discrimination, quality.undisputed_query
create or replace view report.judgment_difficulty as
with known_text as (
    select distinct
        analyzer_id,
        query_text
    from core.query_term
),

gold_count as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        count(*) as num_gold_documents
    from relevance.gold_document
    group by corpus_hash, judgments_hash, query_id
)

select
    stage.run_id,
    label.run_name,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    stage.stage,
    run.corpus_hash,
    run.judgments_hash,
    stage.chunking_id,
    stage.analyzer_id,
    query.query_id,
    query.category,
    query.text,
    query.file_position,
    corpus.num_documents,
    coalesce(gold_count.num_gold_documents, 0) as num_gold_documents,
    case
        when known_text.query_text is not null then coalesce(difficulty.num_terms, 0)
    end as num_terms,
    case
        when known_text.query_text is not null then coalesce(difficulty.num_informative_terms, 0)
    end as num_informative_terms,
    case
        when known_text.query_text is not null then coalesce(difficulty.num_competing_documents, 0)
    end as num_competing_documents,
    difficulty.best_competitor_share,
    difficulty.exclusive_idf_share,
    difficulty.deciding_term,
    margin.gold_rank,
    margin.score_margin,
    case
        when difficulty.num_competing_documents = 0 and difficulty.exclusive_idf_share > 0
            then 'no other document holds any informative word of the query'
        when difficulty.deciding_term is not null
            then 'one word decides: "' || difficulty.deciding_term || '"'
    end as weakness
from core.stage as stage
inner join core.run as run on stage.run_id = run.run_id
inner join report.run_label as label on stage.run_id = label.run_id
inner join core.corpus as corpus on run.corpus_hash = corpus.corpus_hash
inner join core.query as query on run.judgments_hash = query.judgments_hash
left join known_text
    on stage.analyzer_id = known_text.analyzer_id and query.text = known_text.query_text
left join gold_count
    on
        run.corpus_hash = gold_count.corpus_hash
        and run.judgments_hash = gold_count.judgments_hash
        and query.query_id = gold_count.query_id
left join relevance.query_difficulty as difficulty
    on
        run.corpus_hash = difficulty.corpus_hash
        and run.judgments_hash = difficulty.judgments_hash
        and stage.chunking_id = difficulty.chunking_id
        and stage.analyzer_id = difficulty.analyzer_id
        and query.query_id = difficulty.query_id
left join core.query_outcome as outcome
    on
        stage.run_id = outcome.run_id
        and stage.stage = outcome.stage
        and query.query_id = outcome.query_id
left join relevance.list_margin as margin
    on
        run.corpus_hash = margin.corpus_hash
        and run.judgments_hash = margin.judgments_hash
        and query.query_id = margin.query_id
        and outcome.list_hash = margin.list_hash
where stage.is_baseline and stage.retriever = 'bm25' and query.answerable;

comment on view report.judgment_difficulty is 'One row per (run_id, stage, query_id), answerable queries of BM25 baselines: how hard other documents compete for the query, and what BM25 made of it. Documents are compared by words; where in a document the gold stands plays no part. What comes of words is NULL for a query of which no term is stored: it has no word, or an earlier version evaluated it and nobody has evaluated the text since. A query whose words stand nowhere in the corpus has 0 terms and no shares, and is no weakness: words do not find its gold. Where every document holds gold, nothing competes.';
comment on column report.judgment_difficulty.run_id is 'The run.';
comment on column report.judgment_difficulty.run_name is 'The run''s name.';
comment on column report.judgment_difficulty.corpus_name is 'Name under which the corpus was given.';
comment on column report.judgment_difficulty.judgments_name is 'Name under which the judgments were given.';
comment on column report.judgment_difficulty.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.judgment_difficulty.stage is 'The baseline.';
comment on column report.judgment_difficulty.corpus_hash is 'The corpus.';
comment on column report.judgment_difficulty.judgments_hash is 'The judgment set.';
comment on column report.judgment_difficulty.chunking_id is 'How the corpus was cut.';
comment on column report.judgment_difficulty.analyzer_id is 'How texts and queries were turned into terms.';
comment on column report.judgment_difficulty.query_id is 'The query.';
comment on column report.judgment_difficulty.category is 'Its category.';
comment on column report.judgment_difficulty.text is 'What is searched for.';
comment on column report.judgment_difficulty.file_position is 'Position in the file, from 1.';
comment on column report.judgment_difficulty.num_documents is 'Documents of the corpus.';
comment on column report.judgment_difficulty.num_gold_documents is 'Documents with a gold span of grade 1 or above.';
comment on column report.judgment_difficulty.num_terms is 'Distinct terms of the query that stand in the corpus; NULL when no term of the query is stored.';
comment on column report.judgment_difficulty.num_informative_terms is 'Of these, how many stand in at most half of the documents; NULL as num_terms.';
comment on column report.judgment_difficulty.num_competing_documents is 'Documents without gold that hold an informative term; NULL as num_terms.';
comment on column report.judgment_difficulty.best_competitor_share is 'Largest share of the query''s idf mass that one document without gold holds; unit interval. The mass is the sum of document-level idf over the distinct terms that stand in the corpus. NULL when there are none.';
comment on column report.judgment_difficulty.exclusive_idf_share is 'Share of that mass in terms that only documents with gold hold; unit interval, NULL as best_competitor_share.';
comment on column report.judgment_difficulty.deciding_term is 'A term that only documents with gold hold and that outweighs all that any other document holds; NULL when there is none.';
comment on column report.judgment_difficulty.gold_rank is 'Rank of the first relevant hit in the list; NULL when it has none.';
comment on column report.judgment_difficulty.score_margin is 'Score of that hit minus the best score of a hit in a document without gold; NULL when either is missing, or the list has no scores.';
comment on column report.judgment_difficulty.weakness is 'Why the query cannot tell retrievers apart, in words: no document without gold holds an informative word while some word stands with gold only, or one word decides. NULL when neither holds.';
