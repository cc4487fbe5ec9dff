-- measure.positive_hits
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_list
-- Source:  trec_eval ndcg, whose gains can be given by grade
create or replace macro measure.positive_hits(judged_hits, gains) as
    list_filter(
        list_transform(
            judged_hits,
            lambda hit:
                {'rank': hit.rank, 'gain': coalesce(gains[hit.grade], hit.grade)::double}
        ),
        lambda hit: hit.gain > 0
    );

comment on macro measure.positive_hits is 'Of judged hits (rank, grade), those with a gain above 0 as (rank, gain); the gain is the grade unless the map gains has another for it.';
