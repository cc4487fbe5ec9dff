-- Counts the tokens of chunks into postings.
-- Records: index_key, chunk_index, tokens (list, repeats kept)
insert into core.posting (index_key, chunk_index, term, term_frequency)
with chunk as (
    select unnest(from_json($records::json, $structure), max_depth := 2)
),

occurrence as (
    select
        index_key,
        chunk_index,
        unnest(tokens) as term
    from chunk
)

select
    index_key,
    chunk_index,
    term,
    count(*) as term_frequency
from occurrence
group by index_key, chunk_index, term
order by index_key, chunk_index, term;
