-- measure.document_parameters
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_document, queries/measures_document.sql
-- Source:  the parameters of measure.document_value
create or replace macro measure.document_parameters(params) as
    from_json(
        coalesce(params, '{}')::json,
        '{
            "rel": "BIGINT",
            "judged_only": "BOOLEAN",
            "depth": "BIGINT",
            "share": "DOUBLE",
            "p": "DOUBLE",
            "beta": "DOUBLE",
            "max_rel": "BIGINT",
            "dcg": "VARCHAR",
            "gains": "MAP(BIGINT, DOUBLE)",
            "shares": ["DOUBLE"],
            "worths": ["DOUBLE"],
            "relative": "BOOLEAN",
            "normalize": "BOOLEAN"
        }'
    );

comment on macro measure.document_parameters is 'The parameters of a measure of documents as a struct, from a JSON object that names them; NULL for those that it leaves out.';
