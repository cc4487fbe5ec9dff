-- measure.cut_hits
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.cut_length
-- Source:  trec_eval, -M and -J
create or replace macro measure.cut_hits(hits, depth, judged_only) as
    case
        when judged_only
            then
                list_transform(
                    list_filter(
                        hits,
                        lambda hit: hit.grade >= 0 and hit.rank <= coalesce(depth, hit.rank)
                    ),
                    lambda hit, position: {'rank': position, 'grade': hit.grade}
                )
        when depth is null
            then hits
        else list_filter(hits, lambda hit: hit.rank <= depth)
    end;

comment on macro measure.cut_hits is 'The graded hits of a list cut at depth (NULL: whole), and if judged_only with ranks closed as if hits without a grade of 0 or above were not there.';
