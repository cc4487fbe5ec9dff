-- measure.cut_length
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  queries over lists of documents
-- Source:  trec_eval, -M and -J
create or replace macro measure.cut_length(hits, num_retrieved, depth, judged_only) as
    case
        when judged_only then len(measure.cut_hits(hits, depth, true))
        else least(num_retrieved, coalesce(depth, num_retrieved))
    end;

comment on macro measure.cut_length is 'How many hits the list of measure.cut_hits has, those without a grade included.';
