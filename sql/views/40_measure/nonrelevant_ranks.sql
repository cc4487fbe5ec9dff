-- measure.nonrelevant_ranks
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  selection
create or replace macro measure.nonrelevant_ranks(hits, rel) as
    list_transform(
        list_filter(hits, lambda hit: hit.grade >= 0 and hit.grade < rel),
        lambda hit: hit.rank
    );

comment on macro measure.nonrelevant_ranks is 'Ranks of the hits that were judged and are not relevant: a grade from 0 to below rel. A negative grade is pooled but not judged.';
