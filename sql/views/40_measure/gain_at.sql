-- measure.gain_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Jarvelin and Kekalainen 2002, cumulated gain, normalised
create or replace macro measure.gain_at(hits, ideal, cutoff) as
    coalesce(
        measure.added(
            list_transform(
                list_filter(hits, lambda hit: hit.rank <= cutoff),
                lambda hit: hit.gain
            )
        )
        / nullif(measure.added(ideal[:cutoff]), 0.0e0),
        0.0e0
    );

comment on macro measure.gain_at is 'Gain of the first cutoff hits, not discounted, divided by that of an ideal list; 0 when nothing has a gain.';
