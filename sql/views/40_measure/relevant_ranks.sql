-- measure.relevant_ranks
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.ndcg_at_relevant
-- Source:  selection
create or replace macro measure.relevant_ranks(hits, rel) as
    list_transform(list_filter(hits, lambda hit: hit.grade >= rel), lambda hit: hit.rank);

comment on macro measure.relevant_ranks is 'Ranks of the hits whose grade is at least rel. hits are the graded hits of one list, each with rank and grade, in rank order.';
