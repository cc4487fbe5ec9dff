-- Stores the tokens of query texts, each at its position.
-- Records: query_text, tokens (list, in text order, repeats kept)
-- Parameters: analyzer_id
insert into core.query_term (analyzer_id, query_text, token_position, term)
with tokenised as (
    select unnest(from_json($records::json, $structure), max_depth := 2)
)

select
    $analyzer_id as analyzer_id,
    query_text,
    generate_subscripts(tokens, 1) as token_position,
    unnest(tokens) as term
from tokenised;
