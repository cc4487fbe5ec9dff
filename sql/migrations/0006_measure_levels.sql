-- Measures at more than one level: a name stands once a level, a cutoff may be a budget of characters.

create temp table measure_before as
from meta.measure;

drop table meta.measure;

create table meta.measure (
    measure varchar not null,
    family varchar not null,
    level varchar not null,
    cutoff integer check (cutoff >= 1),
    params json,
    primary key (measure, level)
);

comment on table meta.measure is 'One row per (measure, level): the measures that the views compute. Adding a row adds the measure to all history.';
comment on column meta.measure.measure is 'Name as ir_measures spells it, such as nDCG@10.';
comment on column meta.measure.family is 'Which formula computes it, such as nDCG.';
comment on column meta.measure.level is 'What a hit is matched to: chunk, unit, character, list or document.';
comment on column meta.measure.cutoff is 'Ranks looked at, from 1; NULL means the whole list, or a budget.';
comment on column meta.measure.params is 'Further parameters as a JSON object, such as cover, or budget: the characters of the longest beginning of the list that is looked at. NULL means none.';

insert into meta.measure (measure, family, level, cutoff, params)
select
    measure,
    family,
    level,
    cutoff,
    params
from measure_before;

drop table measure_before;

insert into meta.measure (measure, family, level, cutoff, params) values
    ('Success@1', 'Success', 'unit', 1, null),
    ('Success@5', 'Success', 'unit', 5, null),
    ('Success@10', 'Success', 'unit', 10, null),
    ('Success(cover=1)@5', 'Success', 'unit', 5, '{"cover": 1}'),
    ('Success@2000c', 'Success', 'unit', null, '{"budget": 2000}'),
    ('Success(cover=1)@2000c', 'Success', 'unit', null, '{"cover": 1, "budget": 2000}'),
    ('Complete@5', 'Complete', 'unit', 5, null),
    ('R@5', 'R', 'unit', 5, null),
    ('R@10', 'R', 'unit', 10, null),
    ('RR', 'RR', 'unit', null, null),
    ('uDCG@10', 'uDCG', 'unit', 10, null),
    ('Whole', 'Whole', 'unit', null, null),
    ('CharRecall@5', 'CharRecall', 'character', 5, null),
    ('CharRecall@2000c', 'CharRecall', 'character', null, '{"budget": 2000}'),
    ('CharPrecision@5', 'CharPrecision', 'character', 5, null),
    ('CharPrecision@2000c', 'CharPrecision', 'character', null, '{"budget": 2000}'),
    ('CharIoU@5', 'CharIoU', 'character', 5, null),
    ('CharIoU@2000c', 'CharIoU', 'character', null, '{"budget": 2000}'),
    ('PrecisionOmega', 'PrecisionOmega', 'character', null, null),
    ('CharCeiling', 'CharCeiling', 'character', null, null),
    ('AbstentionAUC', 'AbstentionAUC', 'list', null, null),
    ('AbstentionAUC(category=''near_miss'')', 'AbstentionAUC', 'list', null, '{"category": "near_miss"}'),
    ('AP', 'AP', 'document', null, null),
    ('nDCG@10', 'nDCG', 'document', 10, null),
    ('RR', 'RR', 'document', null, null),
    ('RR@10', 'RR', 'document', 10, null),
    ('P@10', 'P', 'document', 10, null),
    ('R@10', 'R', 'document', 10, null),
    ('R@100', 'R', 'document', 100, null),
    ('Success@10', 'Success', 'document', 10, null);
