-- relevance.relevant_hit
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash, rank)
-- Reads:   core.gold, core.gold_span, core.list_hit, relevance.judged_list
-- Serves:  relevance.list_ranks, report.query_history
create or replace view relevance.relevant_hit as
select distinct
    judged.corpus_hash,
    judged.judgments_hash,
    judged.query_id,
    judged.list_hash,
    hit.rank
from relevance.judged_list as judged
inner join core.list_hit as hit on judged.list_hash = hit.list_hash
inner join core.gold_span as span
    on
        judged.corpus_hash = span.corpus_hash
        and judged.judgments_hash = span.judgments_hash
        and judged.query_id = span.query_id
        and hit.doc = span.doc
        and hit.start_offset < span.end_offset
        and span.start_offset < hit.end_offset
inner join core.gold as gold
    on
        span.judgments_hash = gold.judgments_hash
        and span.query_id = gold.query_id
        and span.gold_index = gold.gold_index
where gold.relevance >= 1;

comment on view relevance.relevant_hit is 'One row per (corpus_hash, judgments_hash, query_id, list_hash, rank): the hits that overlap a gold span of grade 1 or above. Keyed by content, so a list that many runs share is looked at once; runs with one results_hash have the same lists.';
comment on column relevance.relevant_hit.corpus_hash is 'The corpus.';
comment on column relevance.relevant_hit.judgments_hash is 'The judgment set.';
comment on column relevance.relevant_hit.query_id is 'The query.';
comment on column relevance.relevant_hit.list_hash is 'The ranked list.';
comment on column relevance.relevant_hit.rank is 'Rank of the relevant hit, from 1.';
