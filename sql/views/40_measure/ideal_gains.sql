-- measure.ideal_gains
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.document_list
-- Source:  Jarvelin and Kekalainen 2002
create or replace macro measure.ideal_gains(grades, gains) as
    list_filter(
        list_reverse_sort(
            list_transform(grades, lambda grade: coalesce(gains[grade], grade)::double)
        ),
        lambda gain: gain > 0
    );

comment on macro measure.ideal_gains is 'Gains above 0 of all judged grades, the highest first; the gain is the grade unless the map gains has another for it.';
