-- measure.average_precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.capped_average_precision_at, measure.document_value
-- Source:  Buckley and Voorhees 2005; trec_eval map, map_cut
create or replace macro measure.average_precision_at(ranks, cutoff, num_relevant) as
    coalesce(
        measure.ordered_sum(
            list_transform(
                list_filter(ranks, lambda rank: rank <= coalesce(cutoff, rank)),
                lambda rank, position: position::double / rank
            )
        )
        / nullif(num_relevant, 0),
        0.0e0
    );

comment on macro measure.average_precision_at is 'Precision at each relevant rank up to cutoff, added up and divided by num_relevant; 0 when num_relevant is 0. A NULL cutoff is the whole list.';
