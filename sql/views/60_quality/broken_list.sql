-- quality.broken_list
-- Grain:   one row per offence
-- Reads:   core.list_hit, core.query_outcome
-- Serves:  people, and the tests of every load
create or replace view quality.broken_list as
with stored as (
    select
        list_hash,
        count(*) as num_rows,
        min(rank) as first_rank,
        max(rank) as last_rank
    from core.list_hit
    group by list_hash
)

select
    outcome.run_id,
    outcome.stage,
    outcome.query_id,
    outcome.list_hash,
    case
        when outcome.list_hash is null then 'status is ok but there is no list'
        when coalesce(stored.num_rows, 0) != outcome.num_hits
            then
                'the list should have ' || outcome.num_hits || ' hits and has '
                || coalesce(stored.num_rows, 0)
        else
            'the ranks should be 1 to ' || outcome.num_hits || ' and are '
            || stored.first_rank || ' to ' || stored.last_rank
    end as problem
from core.query_outcome as outcome
left join stored on outcome.list_hash = stored.list_hash
where
    outcome.status = 'ok'
    and (
        outcome.list_hash is null
        or coalesce(stored.num_rows, 0) != outcome.num_hits
        or coalesce(stored.first_rank, 1) != 1
        or coalesce(stored.last_rank, 0) != outcome.num_hits
    );

comment on view quality.broken_list is 'Outcomes whose ranked list is not whole: ranks are not 1 to num_hits. Empty means healthy.';
comment on column quality.broken_list.run_id is 'The run.';
comment on column quality.broken_list.stage is 'The stage.';
comment on column quality.broken_list.query_id is 'The query.';
comment on column quality.broken_list.list_hash is 'The ranked list.';
comment on column quality.broken_list.problem is 'What is wrong, in words.';
