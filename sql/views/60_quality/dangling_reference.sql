-- quality.dangling_reference
-- Grain:   one row per offence
-- Reads:   core.corpus, core.corpus_document, core.document_text, core.judgment_set, core.run
-- Serves:  people, and the tests of every load
create or replace view quality.dangling_reference as
select
    'core.run' as table_name,
    run.run_id as key,
    'corpus ' || run.corpus_hash || ' is not stored' as problem
from core.run as run
left join core.corpus as corpus on run.corpus_hash = corpus.corpus_hash
where corpus.corpus_hash is null
union all
select
    'core.run' as table_name,
    run.run_id as key,
    'judgment set ' || run.judgments_hash || ' is not stored' as problem
from core.run as run
left join core.judgment_set as judgment_set on run.judgments_hash = judgment_set.judgments_hash
where judgment_set.judgments_hash is null
union all
select
    'core.corpus_document' as table_name,
    document.corpus_hash || ' ' || document.doc as key,
    'text ' || document.text_hash || ' is not stored' as problem
from core.corpus_document as document
left join core.document_text as document_text on document.text_hash = document_text.text_hash
where document_text.text_hash is null;

comment on view quality.dangling_reference is 'Rows that name content which is not stored. Empty means healthy.';
comment on column quality.dangling_reference.table_name is 'The table whose row dangles.';
comment on column quality.dangling_reference.key is 'Its key.';
comment on column quality.dangling_reference.problem is 'What is wrong, in words.';
