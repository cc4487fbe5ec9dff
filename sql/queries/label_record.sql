-- What history made of the labels over some documents.
-- Parameters: documents_hash
select
    query_id,
    label_hash,
    num_results,
    num_found,
    num_first
from report.label_record
where documents_hash = $documents_hash
order by query_id, label_hash;
