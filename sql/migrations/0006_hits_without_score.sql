-- Lists that came without scores are stored without, rather than with invented ones.

alter table core.list_hit alter column score drop not null;

comment on column core.list_hit.score is 'Score as the stage returned it, unrounded; NULL when the list came without scores.';
