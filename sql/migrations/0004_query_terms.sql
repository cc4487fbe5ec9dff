-- The terms of queries. Tokens are made by an analyzer in Python and cannot be made exactly in SQL, so what a
-- query asks for is stored like what a chunk holds: as an index that can be made again from the texts.

create table core.query_term (
    analyzer_id varchar not null,
    query_text varchar not null,
    token_position integer not null,
    term varchar not null
);

comment on table core.query_term is 'One row per (analyzer_id, query_text, token_position): the terms of every query that was evaluated under an analyzer, in query order, repeats kept. A text without a token has no row. A rebuildable index like core.posting, not a fact: queries of runs that an earlier version stored get their rows when the same texts are evaluated again.';
comment on column core.query_term.analyzer_id is 'How the text was turned into terms.';
comment on column core.query_term.query_text is 'The text, as core.query.text.';
comment on column core.query_term.token_position is 'Position of the token in the text, from 1.';
comment on column core.query_term.term is 'The term as the analyzer returned it.';
