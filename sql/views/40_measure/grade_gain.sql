-- measure.grade_gain
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.gain_steps, measure.ideal_steps
-- Source:  Jarvelin and Kekalainen 2002; Burges and others 2005
create or replace macro measure.grade_gain(grade, dcg, gains) as
    coalesce(
        (gains::map(bigint, double))[grade],
        case
            when grade <= 0 then 0.0e0
            when dcg = 'exp-log2' then 2.0e0 ** grade - 1
            else grade::double
        end
    );

comment on macro measure.grade_gain is 'Gain of a grade: as gains maps it, else 2 to its power less 1 when dcg is exp-log2, else the grade itself; 0 for grades that are not positive.';
