-- relevance.gold_document
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, doc)
-- Reads:   core.gold, core.gold_span
-- Serves:  relevance.competition, relevance.list_margin, relevance.query_spread, report.judgment_difficulty
create or replace view relevance.gold_document as
select distinct
    span.corpus_hash,
    span.judgments_hash,
    span.query_id,
    span.doc
from core.gold_span as span
inner join core.gold as gold
    on
        span.judgments_hash = gold.judgments_hash
        and span.query_id = gold.query_id
        and span.gold_index = gold.gold_index
where gold.relevance >= 1;

comment on view relevance.gold_document is 'One row per (corpus_hash, judgments_hash, query_id, doc): the documents that hold a gold span of grade 1 or above. All others compete with them. Whole-document gold without a span has no row.';
comment on column relevance.gold_document.corpus_hash is 'The corpus.';
comment on column relevance.gold_document.judgments_hash is 'The judgment set.';
comment on column relevance.gold_document.query_id is 'The query.';
comment on column relevance.gold_document.doc is 'The document.';
