-- quality.folded_quote
-- Grain:   one row per offence
-- Reads:   core.gold, core.gold_span
-- Serves:  people who ask how many labels rest on a loose match
create or replace view quality.folded_quote as
select
    span.corpus_hash,
    span.judgments_hash,
    span.query_id,
    span.gold_index,
    span.match_level,
    count(*) as num_spans,
    'the quote matches only at level ' || span.match_level
    || ', of at most ' || min(gold.match) || ' that is allowed' as problem
from core.gold_span as span
inner join core.gold as gold
    on
        span.judgments_hash = gold.judgments_hash
        and span.query_id = gold.query_id
        and span.gold_index = gold.gold_index
where span.match_level != 'exact'
group by
    span.corpus_hash,
    span.judgments_hash,
    span.query_id,
    span.gold_index,
    span.match_level;

comment on view quality.folded_quote is 'One row per (corpus_hash, judgments_hash, query_id, gold_index) whose quote does not stand in the text character for character and was matched more loosely, as its author allowed. It is weak, not broken.';
comment on column quality.folded_quote.corpus_hash is 'The corpus in which the quote was found.';
comment on column quality.folded_quote.judgments_hash is 'The judgment set.';
comment on column quality.folded_quote.query_id is 'The query.';
comment on column quality.folded_quote.gold_index is 'The gold entry, from 0.';
comment on column quality.folded_quote.match_level is 'Least fold at which the quote matched: whitespace, nfkc or alnum.';
comment on column quality.folded_quote.num_spans is 'Spans of the entry, from 1; more than one when all occurrences count.';
comment on column quality.folded_quote.problem is 'What is weak, in words.';
