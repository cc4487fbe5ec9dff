select
    term.term,
    term.document_frequency,
    term.collection_frequency,
    term.inverse_document_frequency
from bm25.term as term
inner join core.stage as stage
    on term.chunking_id = stage.chunking_id and term.analyzer_id = stage.analyzer_id
inner join core.run as run
    on stage.run_id = run.run_id and term.corpus_hash = run.corpus_hash
where
    run.name = 'chunks-512'
    and term.term in ('the', 'message', 'queue', 'lease', 'heartbeat', 'fencing')
order by term.inverse_document_frequency, term.term;
