-- Whether any stage of the chosen runs has a chunk set.
select count(stage.chunking_id) > 0 as is_chunked
from core.stage as stage
inner join chosen_run on stage.run_id = chosen_run.run_id;
