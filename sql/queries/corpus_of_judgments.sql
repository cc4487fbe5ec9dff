-- The corpus that a judgment set was last offered together with: what is loaded at once has one time.
-- Parameters: judgments_hash
select
    corpus.name,
    corpus.hash
from meta.load as judgments
inner join meta.load as corpus on judgments.loaded_at = corpus.loaded_at
where
    judgments.kind = 'judgments'
    and judgments.hash = $judgments_hash
    and corpus.kind = 'corpus'
order by judgments.loaded_at desc, corpus.name, corpus.hash
limit 1;
