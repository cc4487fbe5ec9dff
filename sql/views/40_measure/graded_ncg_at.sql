-- measure.graded_ncg_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.graded_ncg_at(hits, pool, cutoff, gains) as
    coalesce(
        measure.ordered_sum(
            list_transform(measure.gain_steps(hits, cutoff, null, gains), lambda step: step.gain)
        )
        / nullif(
            measure.ordered_sum(
                list_transform(
                    measure.ideal_steps(pool, cutoff, null, gains), lambda step: step.gain
                )
            ),
            0
        ),
        0.0e0
    );

comment on macro measure.graded_ncg_at is 'Gain of the hits up to cutoff divided by that of the best list, whatever their order; 0 when nothing judged has a gain.';
