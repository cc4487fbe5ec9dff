-- relevance.held_span
-- Grain:   one row per (corpus_hash, judgments_hash, query_id, list_hash, rank, gold_index, span_index)
-- Reads:   core.list_hit, relevance.judged_list, relevance.unit_span
-- Serves:  relevance.list_cover, relevance.unit_hit
create or replace view relevance.held_span as
select
    judged.corpus_hash,
    judged.judgments_hash,
    judged.query_id,
    judged.list_hash,
    hit.rank,
    span.gold_index,
    span.span_index,
    span.unit,
    span.doc,
    case
        when span.start_offset is not null then greatest(span.start_offset, hit.start_offset)
    end as start_offset,
    case
        when span.end_offset is not null then least(span.end_offset, hit.end_offset)
    end as end_offset,
    case
        when hit.start_offset is null then 1.0e0
        when span.start_offset is null then 0.0e0
        else
            (
                least(span.end_offset, hit.end_offset)
                - greatest(span.start_offset, hit.start_offset)
            )::double / nullif(span.end_offset - span.start_offset, 0)
    end as cover
from relevance.judged_list as judged
inner join core.list_hit as hit on judged.list_hash = hit.list_hash
inner join relevance.unit_span as span
    on
        judged.corpus_hash = span.corpus_hash
        and judged.judgments_hash = span.judgments_hash
        and judged.query_id = span.query_id
        and hit.doc = span.doc
where
    (hit.start_offset is not null or hit.located)
    and (
        hit.start_offset is null
        or span.start_offset is null
        or (hit.start_offset < span.end_offset and span.start_offset < hit.end_offset)
    );

comment on view relevance.held_span is 'One row per (corpus_hash, judgments_hash, query_id, list_hash, rank, gold_index, span_index): which part of a span of evidence a hit holds. A hit without offsets is the whole document and holds every span in it; one that was not located holds none. Touching is not overlapping.';
comment on column relevance.held_span.corpus_hash is 'The corpus.';
comment on column relevance.held_span.judgments_hash is 'The judgment set.';
comment on column relevance.held_span.query_id is 'The query.';
comment on column relevance.held_span.list_hash is 'The ranked list.';
comment on column relevance.held_span.rank is 'Rank, from 1.';
comment on column relevance.held_span.gold_index is 'The gold entry, from 0.';
comment on column relevance.held_span.span_index is 'Position among the occurrences that count, from 0.';
comment on column relevance.held_span.unit is 'The unit, by relevance.gold_unit.';
comment on column relevance.held_span.doc is 'The document.';
comment on column relevance.held_span.start_offset is 'First code point of the part, from 0; NULL when the evidence is a whole document without text.';
comment on column relevance.held_span.end_offset is 'One past the last code point of the part; NULL as start_offset.';
comment on column relevance.held_span.cover is 'Share of the characters of the span that the hit holds, above 0 and at most 1; 0 when that is unknown, because the evidence is a whole document without text.';
