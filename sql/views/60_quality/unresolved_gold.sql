-- quality.unresolved_gold
-- Grain:   one row per offence
-- Reads:   core.gold, core.gold_span, core.run
-- Serves:  people, and the tests of every load
create or replace view quality.unresolved_gold as
select distinct
    run.corpus_hash,
    gold.judgments_hash,
    gold.query_id,
    gold.gold_index,
    'the quote has no span in this corpus' as problem
from core.run as run
inner join core.gold as gold on run.judgments_hash = gold.judgments_hash
left join core.gold_span as span
    on
        run.corpus_hash = span.corpus_hash
        and gold.judgments_hash = span.judgments_hash
        and gold.query_id = span.query_id
        and gold.gold_index = span.gold_index
where span.query_id is null and gold.quote is not null;

comment on view quality.unresolved_gold is 'Gold entries of a judgment set without a span in the corpus of a run. Empty means healthy.';
comment on column quality.unresolved_gold.corpus_hash is 'The corpus.';
comment on column quality.unresolved_gold.judgments_hash is 'The judgment set.';
comment on column quality.unresolved_gold.query_id is 'The query.';
comment on column quality.unresolved_gold.gold_index is 'The gold entry, from 0.';
comment on column quality.unresolved_gold.problem is 'What is wrong, in words.';
