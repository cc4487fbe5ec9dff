-- relevance.list_ranks
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash) with at least one relevant hit
-- Reads:   relevance.relevant_hit
-- Serves:  relevance.judged_query
create or replace view relevance.list_ranks as
select
    corpus_hash,
    judgments_hash,
    query_id,
    list_hash,
    list_sort(list(rank)) as relevant_ranks
from relevance.relevant_hit
group by corpus_hash, judgments_hash, query_id, list_hash;

comment on view relevance.list_ranks is 'One row per (corpus_hash, judgments_hash, query_id, list_hash) with a relevant hit: at which ranks a list is relevant.';
comment on column relevance.list_ranks.corpus_hash is 'The corpus.';
comment on column relevance.list_ranks.judgments_hash is 'The judgment set.';
comment on column relevance.list_ranks.query_id is 'The query.';
comment on column relevance.list_ranks.list_hash is 'The ranked list.';
comment on column relevance.list_ranks.relevant_ranks is 'Ranks of the relevant hits, ascending, from 1; never empty.';
