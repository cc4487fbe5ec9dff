-- report.query_history
-- Grain:   one row per (run_id, stage, query_id)
-- Reads:   core.query, core.query_outcome, core.run, core.stage, relevance.relevant_hit, report.run_label
-- Serves:  people who ask what became of a query
create or replace view report.query_history as
with first_relevant as (
    select
        corpus_hash,
        judgments_hash,
        query_id,
        list_hash,
        min(rank) as rank
    from relevance.relevant_hit
    group by corpus_hash, judgments_hash, query_id, list_hash
)

select
    query.query_id,
    query.text,
    query.category,
    query.answerable,
    query.label_hash,
    label.created_at,
    run.run_id,
    label.run_name,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    stage.stage,
    stage.depth,
    coalesce(outcome.status, 'missing') as status,
    coalesce(outcome.num_hits, 0) as num_hits,
    case when query.answerable then first_relevant.rank end as first_relevant_rank,
    case
        when query.answerable then coalesce(1.0e0 / first_relevant.rank, 0.0e0)
    end as reciprocal_rank,
    outcome.list_hash
from core.run as run
inner join report.run_label as label on run.run_id = label.run_id
inner join core.stage as stage on run.run_id = stage.run_id
inner join core.query as query on run.judgments_hash = query.judgments_hash
left join core.query_outcome as outcome
    on
        stage.run_id = outcome.run_id
        and stage.stage = outcome.stage
        and query.query_id = outcome.query_id
left join first_relevant
    on
        run.corpus_hash = first_relevant.corpus_hash
        and run.judgments_hash = first_relevant.judgments_hash
        and query.query_id = first_relevant.query_id
        and outcome.list_hash = first_relevant.list_hash;

comment on view report.query_history is 'One row per (run_id, stage, query_id): what every run made of every query, to be read in order of created_at.';
comment on column report.query_history.query_id is 'The query.';
comment on column report.query_history.text is 'What was searched for.';
comment on column report.query_history.category is 'Category of the query.';
comment on column report.query_history.answerable is 'Whether the query enters the means.';
comment on column report.query_history.label_hash is 'Identity of the label: equal labels are comparable.';
comment on column report.query_history.created_at is 'UTC time at which the run was appended.';
comment on column report.query_history.run_id is 'The run.';
comment on column report.query_history.run_name is 'The run''s name.';
comment on column report.query_history.corpus_name is 'Name under which the corpus was given.';
comment on column report.query_history.judgments_name is 'Name under which the judgments were given.';
comment on column report.query_history.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.query_history.stage is 'The stage.';
comment on column report.query_history.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column report.query_history.status is 'ok, failed or missing.';
comment on column report.query_history.num_hits is 'Length of the list; 0 with status ok is an abstention.';
comment on column report.query_history.first_relevant_rank is 'Rank of the first hit that overlaps gold, from 1; NULL when none does, or the query is not answerable.';
comment on column report.query_history.reciprocal_rank is '1 / first_relevant_rank, 0 when there is none; NULL when the query is not answerable.';
comment on column report.query_history.list_hash is 'The ranked list; NULL unless status is ok.';
