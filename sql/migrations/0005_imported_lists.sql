-- The ranks that an imported file stated. They are what was observed of one run, not content of a list: two files
-- may return the same list and number it differently. The lists lose the column for it, which nothing filled, and
-- their documents are packed in a way that takes millions of ids in a sixth of the time. Lists that came without
-- scores are stored without, rather than with invented ones.

alter table core.query_outcome add column original_ranks integer[];

comment on column core.query_outcome.original_ranks is 'Ranks as an imported file stated them, in the order of the list; NULL when it states none, or when they are 1 to num_hits in that order.';

create table core.repacked_hit
(
    list_hash varchar not null,
    rank integer not null,
    doc varchar not null using compression zstd,
    start_offset integer,
    end_offset integer,
    located boolean not null,
    chunk_index integer,
    score double
);

insert into core.repacked_hit
select
    list_hash,
    rank,
    doc,
    start_offset,
    end_offset,
    located,
    chunk_index,
    score
from core.list_hit;

drop table core.list_hit;

alter table core.repacked_hit rename to list_hit;

comment on table core.list_hit is 'One row per (list_hash, rank): a ranked list, stored once however many runs returned it.';
comment on column core.list_hit.list_hash is 'SHA-256 over doc, start, end, located and score of every row in rank order, hex.';
comment on column core.list_hit.rank is 'Rank, from 1.';
comment on column core.list_hit.doc is 'The document.';
comment on column core.list_hit.start_offset is 'First code point of the hit, from 0; NULL means the whole document, or not located.';
comment on column core.list_hit.end_offset is 'One past its last code point; NULL as start_offset.';
comment on column core.list_hit.located is 'False: a passage that was not found in the corpus, so it has no offsets.';
comment on column core.list_hit.chunk_index is 'The chunk''s position in its text under the chunking that first returned this list, from 0; NULL means not a chunk. core.hit gives it for the run at hand.';
comment on column core.list_hit.score is 'Score as the stage returned it, unrounded; NULL when the list came without scores.';

comment on column core.corpus.corpus_hash is 'Identity of the content, hex: SHA-256 over every file under the root of a folder; documents_hash where the corpus is one file; SHA-256 of the name of an external one.';
comment on column core.corpus.documents_hash is 'SHA-256 over the documents alone, hex: a stray file changes corpus_hash but not this. Of an external corpus, which has no documents here, the same as corpus_hash.';
comment on column core.corpus.kind is 'folder, file, or external: known by its name only, without documents.';
comment on column core.corpus.num_documents is 'Number of documents; 0 of an external corpus.';
comment on column core.corpus.num_files is 'Number of regular files under the root, documents or not; 1 where the corpus is one file, 0 of an external one.';
comment on column core.corpus.num_bytes is 'Bytes of all these files; of the texts alone where the corpus is one file.';
comment on column core.judgment_set.judgments_hash is 'Identity of the labels, hex: SHA-256 of the raw bytes of a JSONL file; of imported labels over their grades and query texts in canonical order.';
comment on column core.judgment_set.format is 'jsonl, or the format that the labels were first imported from: trec, beir or json. The identity of imported labels does not depend on it.';
comment on column core.query.text is 'What is searched for; empty when only grades were imported.';
