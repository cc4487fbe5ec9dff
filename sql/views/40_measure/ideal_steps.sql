-- measure.ideal_steps
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.graded_ncg_at, measure.graded_ndcg_at
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.ideal_steps(pool, cutoff, dcg, gains) as
    list_filter(
        list_transform(
            list_sort(
                list_transform(pool, lambda grade: measure.grade_gain(grade, dcg, gains)),
                'desc'
            ),
            lambda gain, position: {'rank': position, 'gain': gain}
        ),
        lambda step: step.gain > 0 and step.rank <= coalesce(cutoff, step.rank)
    );

comment on macro measure.ideal_steps is 'Rank and gain of the best list that the judged documents could make, up to cutoff; pool are their grades.';
