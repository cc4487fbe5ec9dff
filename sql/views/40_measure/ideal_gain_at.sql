-- measure.ideal_gain_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.graded_ndcg_at, measure.ndcg_at_levels, measure.ndcg_at_relevant
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.ideal_gain_at(ideal, cutoff) as
    measure.added(
        list_transform(
            ideal[:coalesce(cutoff, len(ideal))],
            lambda gain, position: gain / log2(position + 1)
        )
    );

comment on macro measure.ideal_gain_at is 'Discounted gain of an ideal list up to cutoff; a NULL cutoff is the whole list.';
