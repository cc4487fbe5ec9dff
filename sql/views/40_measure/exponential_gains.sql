-- measure.exponential_gains
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Burges et al., ICML 2005
create or replace macro measure.exponential_gains(ideal) as
    list_transform(ideal, lambda gain: pow(2.0e0, gain) - 1.0e0);

comment on macro measure.exponential_gains is 'A list of gains as 2^gain - 1.';
