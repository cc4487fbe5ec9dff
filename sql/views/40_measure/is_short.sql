-- measure.is_short
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_document, queries/measures_document.sql
-- Source:  definition of level document
create or replace macro measure.is_short(cutoff, num_documents, is_full) as
    coalesce(is_full and num_documents < cutoff, false);

comment on macro measure.is_short is 'Whether a list of passages was cut at its depth before it showed cutoff distinct documents.';
