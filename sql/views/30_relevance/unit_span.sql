-- relevance.unit_span
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, gold_index, span_index)
-- Reads:   core.gold, core.gold_span, core.run, relevance.gold_unit
-- Serves:  relevance.chunking_cover, relevance.gold_length, relevance.held_span
create or replace view relevance.unit_span as
with judged_corpus as (
    select distinct
        corpus_hash,
        judgments_hash
    from core.run
)

select
    span.corpus_hash,
    span.judgments_hash,
    span.query_id,
    span.gold_index,
    span.span_index,
    gold_unit.unit,
    span.doc,
    span.start_offset,
    span.end_offset
from core.gold_span as span
inner join relevance.gold_unit as gold_unit
    on
        span.judgments_hash = gold_unit.judgments_hash
        and span.query_id = gold_unit.query_id
        and span.gold_index = gold_unit.gold_index
union all
select
    judged_corpus.corpus_hash,
    gold.judgments_hash,
    gold.query_id,
    gold.gold_index,
    0 as span_index,
    gold_unit.unit,
    gold.doc,
    null as start_offset,
    null as end_offset
from judged_corpus
inner join core.gold as gold on judged_corpus.judgments_hash = gold.judgments_hash
inner join relevance.gold_unit as gold_unit
    on
        gold.judgments_hash = gold_unit.judgments_hash
        and gold.query_id = gold_unit.query_id
        and gold.gold_index = gold_unit.gold_index
left join core.gold_span as span
    on
        judged_corpus.corpus_hash = span.corpus_hash
        and gold.judgments_hash = span.judgments_hash
        and gold.query_id = span.query_id
        and gold.gold_index = span.gold_index
where gold.quote is null and span.corpus_hash is null;

comment on view relevance.unit_span is 'One row per (corpus_hash, judgments_hash, query_id, gold_index, span_index): where the evidence of a unit stands. A unit has more than one span when it has alternatives, or a quote of which every occurrence counts. A whole document whose text is not at hand is a span without offsets.';
comment on column relevance.unit_span.corpus_hash is 'The corpus.';
comment on column relevance.unit_span.judgments_hash is 'The judgment set.';
comment on column relevance.unit_span.query_id is 'The query.';
comment on column relevance.unit_span.gold_index is 'The gold entry, from 0.';
comment on column relevance.unit_span.span_index is 'Position among the occurrences that count, from 0.';
comment on column relevance.unit_span.unit is 'The unit, by relevance.gold_unit.';
comment on column relevance.unit_span.doc is 'The document.';
comment on column relevance.unit_span.start_offset is 'First code point, from 0; NULL means the whole document, of unknown length.';
comment on column relevance.unit_span.end_offset is 'One past the last code point; NULL as start_offset.';
