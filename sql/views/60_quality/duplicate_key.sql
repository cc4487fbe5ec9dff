-- quality.duplicate_key
-- Grain:   one row per offence
-- Reads:   core.chunk, core.chunked_text, core.corpus_document, core.document_text, core.gold, core.gold_span, core.indexed_text, core.list_hit, core.named_version, core.posting, core.query, core.query_outcome, core.query_term
-- Serves:  people, and the tests of every load
create or replace view quality.duplicate_key as
select
    'core.chunk' as table_name,
    concat_ws(' ', text_hash, chunking_id, chunk_index) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.chunk
group by text_hash, chunking_id, chunk_index
having count(*) > 1
union all
select
    'core.chunked_text' as table_name,
    concat_ws(' ', text_hash, chunking_id) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.chunked_text
group by text_hash, chunking_id
having count(*) > 1
union all
select
    'core.corpus_document' as table_name,
    concat_ws(' ', corpus_hash, doc) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.corpus_document
group by corpus_hash, doc
having count(*) > 1
union all
select
    'core.document_text' as table_name,
    concat_ws(' ', text_hash) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.document_text
group by text_hash
having count(*) > 1
union all
select
    'core.gold' as table_name,
    concat_ws(' ', judgments_hash, query_id, gold_index) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.gold
group by judgments_hash, query_id, gold_index
having count(*) > 1
union all
select
    'core.gold_span' as table_name,
    concat_ws(' ', corpus_hash, judgments_hash, query_id, gold_index, span_index) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.gold_span
group by corpus_hash, judgments_hash, query_id, gold_index, span_index
having count(*) > 1
union all
select
    'core.indexed_text' as table_name,
    concat_ws(' ', text_hash, chunking_id, analyzer_id) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.indexed_text
group by text_hash, chunking_id, analyzer_id
having count(*) > 1
union all
select
    'core.list_hit' as table_name,
    concat_ws(' ', list_hash, rank) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.list_hit
group by list_hash, rank
having count(*) > 1
union all
select
    'core.named_version' as table_name,
    concat_ws(' ', kind, name, hash) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.named_version
group by kind, name, hash
having count(*) > 1
union all
select
    'core.posting' as table_name,
    concat_ws(' ', index_key, chunk_index, term) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.posting
group by index_key, chunk_index, term
having count(*) > 1
union all
select
    'core.query' as table_name,
    concat_ws(' ', judgments_hash, query_id) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.query
group by judgments_hash, query_id
having count(*) > 1
union all
select
    'core.query_outcome' as table_name,
    concat_ws(' ', run_id, stage, query_id) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.query_outcome
group by run_id, stage, query_id
having count(*) > 1
union all
select
    'core.query_term' as table_name,
    concat_ws(' ', analyzer_id, query_text, token_position) as key,
    count(*) as num_rows,
    'the key stands in ' || count(*) || ' rows' as problem
from core.query_term
group by analyzer_id, query_text, token_position
having count(*) > 1;

comment on view quality.duplicate_key is 'Keys that stand in more than one row of a table whose engine keeps no key. Empty means healthy.';
comment on column quality.duplicate_key.table_name is 'The table.';
comment on column quality.duplicate_key.key is 'The key columns of the rows, joined by blanks.';
comment on column quality.duplicate_key.num_rows is 'Rows with this key, from 2.';
comment on column quality.duplicate_key.problem is 'What is wrong, in words.';
