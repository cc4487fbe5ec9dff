-- Every corpus or judgment set under each of its names, the one that was offered last first. What was read from a
-- folder or from a file of quotes may not be taken by name: a path that is gone would mean an old copy of it.
-- Parameters: kind
select
    load.name,
    load.hash,
    coalesce(corpus.kind, 'folder') != 'folder'
    or coalesce(judgment_set.format, 'jsonl') != 'jsonl' as has_name
from meta.load as load
left join core.corpus as corpus on load.kind = 'corpus' and load.hash = corpus.corpus_hash
left join core.judgment_set as judgment_set
    on load.kind = 'judgments' and load.hash = judgment_set.judgments_hash
where load.kind = $kind
group by load.name, load.hash, has_name
order by max(load.loaded_at) desc, load.name, load.hash;
