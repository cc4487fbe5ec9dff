-- measure.grade_text
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  queries over lists of documents
-- Source:  trec_eval relstring
create or replace macro measure.grade_text(hits, num_retrieved, cutoff) as
    '''' || list_reduce(
        list_transform(
            range(1, least(num_retrieved, cutoff)::bigint + 1),
            lambda rank: coalesce(
                list_transform(
                    list_filter(hits, lambda hit: hit.rank = rank),
                    lambda hit: case
                        when hit.grade < 0 then '.'
                        when hit.grade > 9 then '>'
                        else hit.grade::varchar
                    end
                )[1],
                '-'
            )
        ),
        lambda text, letter: text || letter,
        ''
    ) || '''';

comment on macro measure.grade_text is 'The grades of the first cutoff hits as one quoted text: a digit each, > above 9, . for negative, - for unjudged.';
