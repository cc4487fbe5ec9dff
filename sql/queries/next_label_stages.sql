-- The stages of one run in order of execution, with what decides whether runs can be compared.
-- Parameters: run_id
select
    run.name,
    run.corpus_hash,
    corpus.documents_hash,
    stage.stage,
    stage.depth
from core.run as run
inner join core.corpus as corpus on run.corpus_hash = corpus.corpus_hash
inner join core.stage as stage on run.run_id = stage.run_id
where run.run_id = $run_id
order by stage.position;
