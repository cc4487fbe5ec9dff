-- measure.discounted_steps
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.graded_ndcg_at
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.discounted_steps(steps) as
    measure.ordered_sum(list_transform(steps, lambda step: step.gain / log2(step.rank + 1)));

comment on macro measure.discounted_steps is 'Gain / log2(rank + 1) of steps with rank and gain, added left to right; 0 for an empty list.';
