-- Whether the labels of a run are quotes, at least in part.
-- Parameters: run_id
select
    exists(
        select 1
        from core.gold as gold
        inner join core.run as run on gold.judgments_hash = run.judgments_hash
        where run.run_id = $run_id and gold.quote is not null
    );
