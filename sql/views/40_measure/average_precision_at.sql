-- measure.average_precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Buckley and Voorhees, TREC evaluation, 2005; trec_eval map, map_cut
create or replace macro measure.average_precision_at(ranks, cutoff, num_relevant) as
    coalesce(
        measure.added(
            list_transform(
                list_filter(ranks, lambda rank: rank <= coalesce(cutoff, rank)),
                lambda rank, position: position::double / rank
            )
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.average_precision_at is 'Precision at each relevant rank up to cutoff, added and divided by num_relevant; a NULL cutoff is the whole list, and no relevant document gives 0.';
