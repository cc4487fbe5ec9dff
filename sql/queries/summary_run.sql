-- One run with its provenance.
-- Parameters: run_id
select
    run_id,
    name,
    created_at,
    corpus_name,
    judgments_name,
    corpus_hash,
    judgments_hash,
    groundkit_version,
    duckdb_version,
    python_version,
    unicode_version,
    platform,
    git_commit,
    git_branch,
    git_dirty,
    config,
    results_hash,
    seal_hash
from core.run
where run_id = $run_id;
