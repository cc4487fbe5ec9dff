-- core.hit_text
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  the identity of lists that are stored in bulk, and its proof
-- Source:  docs/identities.md, list_hash
create or replace macro core.hit_text(doc, start_offset, end_offset, located, score) as
    concat(
        doc,
        chr(0),
        start_offset,
        chr(0),
        end_offset,
        case when located then chr(0) || '1' || chr(0) else chr(0) || '0' || chr(0) end,
        core.hexadecimal(score),
        chr(10)
    );

comment on macro core.hit_text is 'What one hit adds to the identity of its list: list_hash is the SHA-256 of these texts, joined in rank order. What is NULL is empty.';
