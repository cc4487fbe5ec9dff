-- measure.score_value
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_score, queries/measures_score.sql
-- Source:  Hanley and McNeil 1982
create or replace macro measure.score_value(family, num_lower, num_equal, num_others) as
    case family
        when 'AbstentionAUC' then measure.share_of(2 * num_lower + num_equal, 2 * num_others)
    end;

comment on macro measure.score_value is 'Share of other queries whose top score is lower, where an equal one counts half; its mean is the area under the ROC curve. NULL for a family that there is not.';
