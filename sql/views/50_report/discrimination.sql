-- report.discrimination
-- Grain:   one row per (run_id, stage), BM25 baselines
-- Reads:   core.stage, report.judgment_difficulty, report.run_label
-- Serves:  people who ask whether a collection can show an improvement at all
create or replace view report.discrimination as
with query_count as (
    select
        run_id,
        stage,
        count(*) as num_answerable,
        count(*) filter (
            where weakness is null and num_competing_documents > 0
        ) as num_contested,
        count(*) filter (
            where weakness is null and num_competing_documents = 0
        ) as num_wordless,
        count(*) filter (
            where weakness is not null and num_competing_documents = 0
        ) as num_undisputed,
        count(*) filter (
            where weakness is not null and num_competing_documents > 0
        ) as num_decided,
        count(*) filter (where gold_rank = 1) as num_first,
        count(*) filter (where gold_rank is null) as num_not_found,
        sum(coalesce(1.0e0 / gold_rank, 0.0e0) order by file_position) as reciprocal_ranks,
        list(query_id order by file_position) filter (where weakness is not null) as weak_queries
    from report.judgment_difficulty
    group by run_id, stage
),

baseline as (
    select
        stage.run_id,
        stage.stage,
        coalesce(query_count.num_answerable, 0) as num_answerable,
        coalesce(query_count.num_contested, 0) as num_contested,
        coalesce(query_count.num_wordless, 0) as num_wordless,
        coalesce(query_count.num_undisputed, 0) as num_undisputed,
        coalesce(query_count.num_decided, 0) as num_decided,
        coalesce(query_count.num_answerable - query_count.num_first, 0) as num_below,
        query_count.num_first / query_count.num_answerable as share_at_rank_1,
        query_count.num_not_found / query_count.num_answerable as share_not_found,
        1.0e0 - query_count.reciprocal_ranks / query_count.num_answerable as headroom,
        coalesce(query_count.weak_queries, []) as weak_queries
    from core.stage as stage
    left join query_count on stage.run_id = query_count.run_id and stage.stage = query_count.stage
    where stage.is_baseline and stage.retriever = 'bm25'
)

select
    baseline.run_id,
    label.run_name,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    baseline.stage,
    baseline.num_answerable,
    baseline.num_contested,
    baseline.num_wordless,
    baseline.num_undisputed,
    baseline.num_decided,
    baseline.num_answerable - baseline.num_contested - baseline.num_wordless
    - baseline.num_undisputed - baseline.num_decided as num_unknown,
    baseline.share_at_rank_1,
    baseline.share_not_found,
    baseline.headroom,
    baseline.weak_queries,
    report.discrimination_verdict(
        baseline.num_answerable,
        baseline.num_contested + baseline.num_wordless,
        baseline.num_undisputed + baseline.num_decided,
        baseline.num_below
    ) as verdict,
    report.discrimination_finding(
        baseline.num_answerable,
        baseline.num_contested,
        baseline.num_wordless,
        baseline.num_undisputed,
        baseline.num_decided,
        baseline.num_below,
        baseline.headroom
    ) as finding
from baseline
inner join report.run_label as label on baseline.run_id = label.run_id;

comment on view report.discrimination is 'One row per (run_id, stage), BM25 baselines: could a better retriever show an improvement on this collection at all? Each answerable query is counted once: contested, wordless, undisputed, decided or unknown.';
comment on column report.discrimination.run_id is 'The run.';
comment on column report.discrimination.run_name is 'The run''s name.';
comment on column report.discrimination.corpus_name is 'Name under which the corpus was given.';
comment on column report.discrimination.judgments_name is 'Name under which the judgments were given.';
comment on column report.discrimination.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.discrimination.stage is 'The baseline.';
comment on column report.discrimination.num_answerable is 'Answerable queries of the judgment set.';
comment on column report.discrimination.num_contested is 'Queries for which a document without gold holds an informative word, and no single word decides.';
comment on column report.discrimination.num_wordless is 'Queries without an informative word and without a word that stands with gold only: matching words does not lead to their gold, so they can show an improvement too.';
comment on column report.discrimination.num_undisputed is 'Queries for which no document without gold holds an informative word, while some word stands with gold only.';
comment on column report.discrimination.num_decided is 'Queries that have competitors, but one word that stands with gold only outweighs all that any of them holds.';
comment on column report.discrimination.num_unknown is 'Queries of which no term is stored: they have no word, or an earlier version evaluated them; evaluate the same judgments again. They take no part in the verdict.';
comment on column report.discrimination.share_at_rank_1 is 'Share of answerable queries with a relevant hit at rank 1; NULL when there is none.';
comment on column report.discrimination.share_not_found is 'Share of answerable queries without a relevant hit in the list; NULL when there is none.';
comment on column report.discrimination.headroom is '1 minus the mean RR of the baseline: the most that any retriever can gain; NULL when there is no answerable query.';
comment on column report.discrimination.weak_queries is 'Ids of the undisputed and decided queries, in file order.';
comment on column report.discrimination.verdict is 'useless by construction, weak or discriminates; NULL when no term of any query is stored.';
comment on column report.discrimination.finding is 'The verdict''s reason as a sentence.';
