-- measure.rank_biased_residual
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Moffat and Zobel 2008
create or replace macro measure.rank_biased_residual(hits, p) as
    1
    - measure.rank_biased_precision_at(
        list_transform(list_filter(hits, lambda hit: hit.grade >= 0), lambda hit: hit.rank),
        null,
        p
    );

comment on macro measure.rank_biased_residual is 'Weight in rank-biased precision of all ranks without a grade of 0 or above, those beyond the list included: what is left open.';
