-- quality.saturated_query
-- Grain:   one row per offence
-- Reads:   report.label_record
-- Serves:  people who choose which labels to keep
create or replace view quality.saturated_query as
select
    documents_hash,
    query_id,
    label_hash,
    num_results,
    'each of the ' || num_results || ' different results has it at rank 1' as problem
from report.label_record
where num_results >= 3 and num_first = num_results;

comment on view quality.saturated_query is 'One row per (documents_hash, query_id, label_hash) that at least three different results found, all of them at rank 1: the query can show no improvement. It is weak, not broken.';
comment on column quality.saturated_query.documents_hash is 'The documents.';
comment on column quality.saturated_query.query_id is 'The query.';
comment on column quality.saturated_query.label_hash is 'Identity of the label.';
comment on column quality.saturated_query.num_results is 'Different results of stages that answered the query, from 3.';
comment on column quality.saturated_query.problem is 'What is weak, in words.';
