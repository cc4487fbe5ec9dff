-- quality.unlocated_hit
-- Grain:   one row per offence
-- Reads:   core.list_hit, core.query_outcome, core.run
-- Serves:  people, and what is said after a run
create or replace view quality.unlocated_hit as
select
    outcome.run_id,
    run.name as run_name,
    outcome.stage,
    outcome.query_id,
    hit.rank,
    hit.doc,
    'the passage was found nowhere in its document, or at more than one place' as problem
from core.list_hit as hit
inner join core.query_outcome as outcome on hit.list_hash = outcome.list_hash
inner join core.run as run on outcome.run_id = run.run_id
where not hit.located;

comment on view quality.unlocated_hit is 'Hits that came as a passage without offsets and could not be located; they overlap no gold. Empty means that every hit has its place.';
comment on column quality.unlocated_hit.run_id is 'The run.';
comment on column quality.unlocated_hit.run_name is 'Its name.';
comment on column quality.unlocated_hit.stage is 'The stage.';
comment on column quality.unlocated_hit.query_id is 'The query.';
comment on column quality.unlocated_hit.rank is 'Rank of the hit, from 1.';
comment on column quality.unlocated_hit.doc is 'The document that the passage should stand in.';
comment on column quality.unlocated_hit.problem is 'What is wrong, in words.';
