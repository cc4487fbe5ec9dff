-- measure.rank_biased_precision_at
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Moffat and Zobel, TOIS 2008
create or replace macro measure.rank_biased_precision_at(ranks, cutoff, persistence) as
    (1.0e0 - persistence) * measure.added(
        list_transform(
            list_filter(ranks, lambda rank: rank <= coalesce(cutoff, rank)),
            lambda rank: pow(persistence, rank - 1)
        )
    );

comment on macro measure.rank_biased_precision_at is 'Weight (1 - p) p^(rank - 1) of the given ranks up to cutoff, added; a NULL cutoff is the whole list.';
