-- report.label_record
-- Grain:   one row per (documents_hash, query_id, label_hash)
-- Reads:   core.corpus, core.query, core.run, relevance.judged_query
-- Serves:  quality.hopeless_query, quality.saturated_query, queries/label_record.sql
create or replace view report.label_record as
with answered as (
    select
        corpus.documents_hash,
        query.query_id,
        query.label_hash,
        query.text,
        judged.relevant_ranks[1] as first_rank
    from relevance.judged_query as judged
    inner join core.run as run on judged.run_id = run.run_id
    inner join core.corpus as corpus on run.corpus_hash = corpus.corpus_hash
    inner join core.query as query
        on
            judged.judgments_hash = query.judgments_hash
            and judged.query_id = query.query_id
    where judged.is_result and judged.level = 'chunk' and judged.status = 'ok'
)

select
    documents_hash,
    query_id,
    label_hash,
    min(text) as text,
    count(*) as num_results,
    count(first_rank) as num_found,
    count(*) filter (where first_rank = 1) as num_first,
    min(first_rank) as best_rank
from answered
group by documents_hash, query_id, label_hash;

comment on view report.label_record is 'One row per (documents_hash, query_id, label_hash): what all stages of all runs over the same documents made of one label. Equal results are counted once; failed and missing answers are not counted.';
comment on column report.label_record.documents_hash is 'The documents.';
comment on column report.label_record.query_id is 'The query.';
comment on column report.label_record.label_hash is 'Identity of the label: an edited one starts anew.';
comment on column report.label_record.text is 'What was searched for.';
comment on column report.label_record.num_results is 'Different results of stages that answered the query, from 1.';
comment on column report.label_record.num_found is 'Those with a relevant hit at any rank.';
comment on column report.label_record.num_first is 'Those with a relevant hit at rank 1.';
comment on column report.label_record.best_rank is 'Best rank of a relevant hit, from 1; NULL means that nothing ever found it.';
