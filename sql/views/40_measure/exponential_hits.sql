-- measure.exponential_hits
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_value
-- Source:  Burges et al., ICML 2005
create or replace macro measure.exponential_hits(hits) as
    list_transform(
        hits,
        lambda hit: {'rank': hit.rank, 'gain': pow(2.0e0, hit.gain) - 1.0e0}
    );

comment on macro measure.exponential_hits is 'Hits (rank, gain) with the gain 2^gain - 1.';
