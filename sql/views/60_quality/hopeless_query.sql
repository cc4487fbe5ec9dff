-- quality.hopeless_query
-- Grain:   one row per offence
-- Reads:   report.label_record
-- Serves:  people who choose which labels to keep
create or replace view quality.hopeless_query as
select
    documents_hash,
    query_id,
    label_hash,
    num_results,
    'none of the ' || num_results || ' different results has it at any rank' as problem
from report.label_record
where num_results >= 3 and num_found = 0;

comment on view quality.hopeless_query is 'One row per (documents_hash, query_id, label_hash) that at least three different results answered, none of them with a relevant hit: the label may be wrong, or the question too hard to tell anything. It is weak, not broken.';
comment on column quality.hopeless_query.documents_hash is 'The documents.';
comment on column quality.hopeless_query.query_id is 'The query.';
comment on column quality.hopeless_query.label_hash is 'Identity of the label.';
comment on column quality.hopeless_query.num_results is 'Different results of stages that answered the query, from 3.';
comment on column quality.hopeless_query.problem is 'What is weak, in words.';
