-- measure.ndcg_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.chunk_value
-- Source:  Jarvelin and Kekalainen 2002, binary gain, log2(rank + 1)
create or replace macro measure.ndcg_at(ranks, cutoff, num_relevant) as
    case
        when num_relevant = 0 then 0.0e0
        else
            least(
                measure.discounted_gain(list_filter(ranks, lambda rank: rank <= cutoff))
                / measure.discounted_gain(range(1, least(num_relevant, cutoff) + 1)),
                1.0e0
            )
    end;

comment on macro measure.ndcg_at is 'Discounted gain up to cutoff divided by that of an ideal list of num_relevant relevant hits; at most 1, and 0 when num_relevant is 0.';
