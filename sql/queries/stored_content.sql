-- Every corpus or judgment set under each of its names, the one that was offered last first.
-- Parameters: kind (corpus or judgments).
select
    name,
    hash,
    max(loaded_at) as loaded_at
from meta.load
where kind = $kind
group by name, hash
order by loaded_at desc, name, hash;
