-- Measures at more than one level: a name stands once a level, a cutoff may be a budget of characters.

create temp table measure_before as
from meta.measure;

drop table meta.measure;

create table meta.measure (
    measure varchar not null,
    family varchar not null,
    level varchar not null,
    cutoff integer check (cutoff >= 1),
    budget integer check (budget >= 1),
    params json,
    primary key (measure, level),
    check (cutoff is null or budget is null)
);

comment on table meta.measure is 'One row per (measure, level): the measures that the views compute. Adding a row adds the measure to all history.';
comment on column meta.measure.measure is 'Name as ir_measures spells it, such as nDCG@10.';
comment on column meta.measure.family is 'Which formula computes it, such as nDCG.';
comment on column meta.measure.level is 'What a hit is matched to: chunk, unit or document.';
comment on column meta.measure.cutoff is 'Ranks looked at, from 1; NULL means the whole list, or a budget.';
comment on column meta.measure.budget is 'Characters of the longest beginning of the list that is looked at, from 1; NULL means that ranks are counted.';
comment on column meta.measure.params is 'Further parameters as a JSON object; NULL means none.';

insert into meta.measure (measure, family, level, cutoff, params)
select
    measure,
    family,
    level,
    cutoff,
    params
from measure_before;

drop table measure_before;

insert into meta.measure (measure, family, level, cutoff, budget, params) values
    ('Success@1', 'Success', 'unit', 1, null, null),
    ('Success@5', 'Success', 'unit', 5, null, null),
    ('Success@10', 'Success', 'unit', 10, null, null),
    ('Success(cover=1)@5', 'Success', 'unit', 5, null, '{"cover": 1}'),
    ('Success@2000c', 'Success', 'unit', null, 2000, null),
    ('Success(cover=1)@2000c', 'Success', 'unit', null, 2000, '{"cover": 1}'),
    ('Complete@5', 'Complete', 'unit', 5, null, null),
    ('R@5', 'R', 'unit', 5, null, null),
    ('R@10', 'R', 'unit', 10, null, null),
    ('RR', 'RR', 'unit', null, null, null),
    ('uDCG@10', 'uDCG', 'unit', 10, null, null),
    ('CharRecall@5', 'CharRecall', 'unit', 5, null, null),
    ('CharPrecision@5', 'CharPrecision', 'unit', 5, null, null),
    ('CharIoU@5', 'CharIoU', 'unit', 5, null, null),
    ('CharRecall@2000c', 'CharRecall', 'unit', null, 2000, null),
    ('CharPrecision@2000c', 'CharPrecision', 'unit', null, 2000, null),
    ('CharIoU@2000c', 'CharIoU', 'unit', null, 2000, null),
    ('PrecisionOmega', 'PrecisionOmega', 'unit', null, null, null),
    ('CharCeiling', 'CharCeiling', 'unit', null, null, null),
    ('Whole', 'Whole', 'unit', null, null, null),
    ('AbstentionAUC', 'AbstentionAUC', 'unit', null, null, null),
    ('AbstentionAUC(category=''near_miss'')', 'AbstentionAUC', 'unit', null, null, '{"category": "near_miss"}');
