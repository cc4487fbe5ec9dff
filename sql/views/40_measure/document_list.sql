-- measure.document_list
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  sql/queries/document_values.sql
-- Source:  Manning, Raghavan and Schuetze 2008, chapter 8
create or replace macro measure.document_list(judged_hits, grades, num_retrieved, rel, gains) as
    {
        'relevant_ranks': list_transform(
            list_filter(judged_hits, lambda hit: hit.grade >= rel), lambda hit: hit.rank
        ),
        'nonrelevant_ranks': list_transform(
            list_filter(judged_hits, lambda hit: hit.grade >= 0 and hit.grade < rel),
            lambda hit: hit.rank
        ),
        'judged_ranks': list_transform(
            list_filter(judged_hits, lambda hit: hit.grade >= 0), lambda hit: hit.rank
        ),
        'pooled_ranks': list_transform(judged_hits, lambda hit: hit.rank),
        'num_retrieved': num_retrieved,
        'num_relevant': len(list_filter(grades, lambda grade: grade >= rel)),
        'num_nonrelevant': len(list_filter(grades, lambda grade: grade >= 0 and grade < rel)),
        'hits': measure.positive_hits(judged_hits, gains),
        'ideal': measure.ideal_gains(grades, gains)
    };

comment on macro measure.document_list is 'What the measures of one list of documents are computed from, as measure.document_value takes it. judged_hits (rank, grade) are ascending, grades those of all judged documents of the query; rel is the lowest grade that is relevant, gains a map of gains for grades that do not gain what they are.';
