-- measure.reachable
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  relative precision of trec_eval; capped recall of BEIR
create or replace macro measure.reachable(num_relevant, cutoff, flavour) as
    case flavour when 'capped' then least(num_relevant, cutoff) else num_relevant end;

comment on macro measure.reachable is 'How many relevant documents count as all of them: num_relevant, and cutoff at most when flavour is capped.';
