-- relevance.list_margin
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash) with at least one relevant hit
-- Reads:   core.list_hit, relevance.gold_document, relevance.list_ranks
-- Serves:  report.judgment_difficulty
create or replace view relevance.list_margin as
with first_relevant as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        list_hash,
        relevant_ranks[1] as rank
    from relevance.list_ranks
),

best_other as (
    select
        first_relevant.corpus_hash,
        first_relevant.judgments_hash,
        first_relevant.query_id,
        first_relevant.list_hash,
        max(hit.score) as score
    from first_relevant
    inner join core.list_hit as hit on first_relevant.list_hash = hit.list_hash
    anti join relevance.gold_document as gold
        on
            first_relevant.corpus_hash = gold.corpus_hash
            and first_relevant.judgments_hash = gold.judgments_hash
            and first_relevant.query_id = gold.query_id
            and hit.doc = gold.doc
    group by
        first_relevant.corpus_hash,
        first_relevant.judgments_hash,
        first_relevant.query_id,
        first_relevant.list_hash
)

select
    first_relevant.corpus_hash,
    first_relevant.judgments_hash,
    first_relevant.query_id,
    first_relevant.list_hash,
    first_relevant.rank as gold_rank,
    hit.score - best_other.score as score_margin
from first_relevant
inner join core.list_hit as hit
    on first_relevant.list_hash = hit.list_hash and first_relevant.rank = hit.rank
left join best_other
    on
        first_relevant.corpus_hash = best_other.corpus_hash
        and first_relevant.judgments_hash = best_other.judgments_hash
        and first_relevant.query_id = best_other.query_id
        and first_relevant.list_hash = best_other.list_hash;

comment on view relevance.list_margin is 'One row per (corpus_hash, judgments_hash, query_id, list_hash) with a relevant hit: how far the first relevant hit is ahead of the documents without gold.';
comment on column relevance.list_margin.corpus_hash is 'The corpus.';
comment on column relevance.list_margin.judgments_hash is 'The judgment set.';
comment on column relevance.list_margin.query_id is 'The query.';
comment on column relevance.list_margin.list_hash is 'The ranked list.';
comment on column relevance.list_margin.gold_rank is 'Rank of the first relevant hit, from 1.';
comment on column relevance.list_margin.score_margin is 'Its score minus the best score of a hit in a document without gold; negative when it stands behind. NULL when the list has no such hit, or no scores.';
