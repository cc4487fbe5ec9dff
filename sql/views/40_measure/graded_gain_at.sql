-- measure.graded_gain_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.graded_ndcg_at, measure.ndcg_at_levels, measure.ndcg_at_relevant
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.graded_gain_at(hits, cutoff) as
    measure.added(
        list_transform(
            list_filter(hits, lambda hit: hit.rank <= coalesce(cutoff, hit.rank)),
            lambda hit: hit.gain / log2(hit.rank + 1)
        )
    );

comment on macro measure.graded_gain_at is 'Gains of hits (rank, gain) up to cutoff, each divided by log2(rank + 1); a NULL cutoff is the whole list.';
