-- What `export` writes: every table, and the views that people read.
select
    schema_name,
    table_name as name,
    'table' as kind
from duckdb_tables()
where database_name = 'warehouse'
union all
select
    schema_name,
    view_name as name,
    'view' as kind
from duckdb_views()
where
    database_name = 'warehouse'
    and not internal
    and (schema_name = 'report' or (schema_name = 'measure' and view_name = 'by_query'))
order by schema_name, name;
