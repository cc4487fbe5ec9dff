-- The warehouse's record of itself: what was migrated, what was loaded, what is measured.

-- Stored facts: content by hash, runs, and what every stage returned. Everything else is derived from here.
create schema core;
-- Migrations, the views' fingerprint, loads, and which measures the views compute.
create schema meta;

create table meta.migration (
    number integer primary key,
    name varchar not null,
    checksum varchar not null,
    applied_at timestamp not null,
    groundkit_version varchar not null
);

comment on table meta.migration is 'One row per applied migration of the tables.';
comment on column meta.migration.number is 'Number of the migration, from 1, without gaps.';
comment on column meta.migration.name is 'What the migration is about: its file name without number and ending.';
comment on column meta.migration.checksum is 'SHA-256 of the migration''s SQL, hex; a file that changed after it was applied is refused.';
comment on column meta.migration.applied_at is 'UTC time at which it was applied.';
comment on column meta.migration.groundkit_version is 'Version of groundkit that applied it.';

create table meta.view_build (
    fingerprint varchar not null,
    built_at timestamp not null,
    groundkit_version varchar not null
);

comment on table meta.view_build is 'One row: which set of views this warehouse holds. They are rebuilt in full when the fingerprint changes.';
comment on column meta.view_build.fingerprint is 'SHA-256 over the SQL of all views and macros, hex.';
comment on column meta.view_build.built_at is 'UTC time at which the views were built.';
comment on column meta.view_build.groundkit_version is 'Version of groundkit that built them.';

create table meta.load (
    loaded_at timestamp not null,
    kind varchar not null,
    name varchar not null,
    hash varchar not null,
    num_items integer not null,
    num_new integer not null
);

comment on table meta.load is 'One row per time that content was offered to the warehouse, new or known.';
comment on column meta.load.loaded_at is 'UTC time of the load.';
comment on column meta.load.kind is 'corpus, judgments, chunks or postings.';
comment on column meta.load.name is 'Name under which the content was offered.';
comment on column meta.load.hash is 'corpus_hash, judgments_hash, chunking_id or analyzer_id of the content.';
comment on column meta.load.num_items is 'Items offered: documents, judgments, or texts to be chunked or indexed.';
comment on column meta.load.num_new is 'Items that were not stored before; the others were reused.';

create table meta.measure (
    measure varchar primary key,
    family varchar not null,
    level varchar not null,
    cutoff integer check (cutoff >= 1),
    params json,
    check (cutoff is not null or family = 'RR')
);

comment on table meta.measure is 'One row per measure that the views compute. Adding a row adds the measure to all history.';
comment on column meta.measure.measure is 'Name as ir_measures spells it, such as nDCG@10.';
comment on column meta.measure.family is 'Which measure view computes it: Success, RR, P, R or nDCG.';
comment on column meta.measure.level is 'What a hit is matched to: chunk.';
comment on column meta.measure.cutoff is 'Ranks looked at, from 1; NULL means the whole list, which only RR can do.';
comment on column meta.measure.params is 'Further parameters as a JSON object; NULL means none.';

insert into meta.measure (measure, family, level, cutoff) values
    ('Success@1', 'Success', 'chunk', 1),
    ('Success@3', 'Success', 'chunk', 3),
    ('Success@5', 'Success', 'chunk', 5),
    ('Success@10', 'Success', 'chunk', 10),
    ('Success@20', 'Success', 'chunk', 20),
    ('Success@50', 'Success', 'chunk', 50),
    ('RR', 'RR', 'chunk', null),
    ('RR@10', 'RR', 'chunk', 10),
    ('P@1', 'P', 'chunk', 1),
    ('P@5', 'P', 'chunk', 5),
    ('P@10', 'P', 'chunk', 10),
    ('R@5', 'R', 'chunk', 5),
    ('R@10', 'R', 'chunk', 10),
    ('R@20', 'R', 'chunk', 20),
    ('R@50', 'R', 'chunk', 50),
    ('nDCG@1', 'nDCG', 'chunk', 1),
    ('nDCG@3', 'nDCG', 'chunk', 3),
    ('nDCG@5', 'nDCG', 'chunk', 5),
    ('nDCG@10', 'nDCG', 'chunk', 10),
    ('nDCG@20', 'nDCG', 'chunk', 20),
    ('nDCG@50', 'nDCG', 'chunk', 50);
