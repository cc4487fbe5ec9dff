-- quality.undisputed_query
-- Grain:   one row per offence
-- Reads:   report.judgment_difficulty
-- Serves:  people who write judgments
create or replace view quality.undisputed_query as
select distinct
    corpus_hash,
    judgments_hash,
    chunking_id,
    analyzer_id,
    query_id,
    weakness as problem
from report.judgment_difficulty
where weakness is not null;

comment on view quality.undisputed_query is 'Answerable queries for whose words the documents do not compete, in collections that a BM25 baseline searched: finding their gold is no achievement. Empty means that every query can tell retrievers apart.';
comment on column quality.undisputed_query.corpus_hash is 'The corpus.';
comment on column quality.undisputed_query.judgments_hash is 'The judgment set.';
comment on column quality.undisputed_query.chunking_id is 'How the corpus was cut.';
comment on column quality.undisputed_query.analyzer_id is 'How texts and queries were turned into terms.';
comment on column quality.undisputed_query.query_id is 'The query.';
comment on column quality.undisputed_query.problem is 'What is wrong, in words.';
