-- Makes the tables in which chosen measures of chosen runs are collected; they live as long as the session.
create or replace temp table chosen_run (
    position integer,
    run_id varchar
);

create or replace temp table wanted_measure (
    position integer,
    measure varchar,
    family varchar,
    level varchar,
    cutoff integer,
    budget integer,
    cover double,
    category varchar,
    population varchar,
    aggregate varchar,
    params json
);

create or replace temp table measured (
    run_id varchar,
    stage varchar,
    query_id varchar,
    file_position integer,
    status varchar,
    measure_position integer,
    value double,
    is_truncated boolean
);
