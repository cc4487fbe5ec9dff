-- The highest grade in the judgment sets of the chosen runs.
select max(gold.relevance) as grade
from core.gold as gold
inner join core.run as run on gold.judgments_hash = run.judgments_hash
inner join chosen_run on run.run_id = chosen_run.run_id;
