-- Every object and column of the warehouse with its comment, in reading order.
with object as (
    select
        schema_name,
        table_name as object_name,
        'table' as kind,
        null as parameters,
        comment
    from duckdb_tables()
    where database_name = 'warehouse'
    union all
    select
        schema_name,
        view_name as object_name,
        'view' as kind,
        null as parameters,
        comment
    from duckdb_views()
    where database_name = 'warehouse' and not internal
    union all
    select
        schema_name,
        function_name as object_name,
        case function_type when 'table_macro' then 'table macro' else 'macro' end as kind,
        '(' || array_to_string(parameters, ', ') || ')' as parameters,
        comment
    from duckdb_functions()
    where database_name = 'warehouse' and not internal
),

described as (
    select
        object.schema_name,
        object.object_name,
        object.kind,
        null as column_name,
        object.parameters as data_type,
        -1 as column_index,
        object.comment
    from object
    union all
    select
        columns.schema_name,
        columns.table_name as object_name,
        object.kind,
        columns.column_name,
        columns.data_type,
        columns.column_index,
        columns.comment
    from duckdb_columns() as columns
    inner join object
        on
            columns.schema_name = object.schema_name
            and columns.table_name = object.object_name
            and object.kind in ('table', 'view')
    where columns.database_name = 'warehouse'
)

select
    schema_name as schema,
    object_name as object,
    kind,
    column_name as column,
    data_type as type,
    comment
from described
order by
    list_position(
        ['core', 'bm25', 'relevance', 'measure', 'report', 'quality', 'meta'], schema_name
    ),
    list_position(['table', 'view', 'table macro', 'macro'], kind),
    object_name,
    column_index;
