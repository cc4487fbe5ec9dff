-- The ranks that an imported file stated. They are what was observed of one run, not content of a list: two files
-- may return the same list and number it differently.

alter table core.query_outcome add column original_ranks integer[];
alter table core.list_hit drop column original_rank;

comment on column core.query_outcome.original_ranks is 'Ranks as an imported file stated them, in the order of the list; NULL when it has none, or they are 1 to num_hits in that order.';
comment on column core.judgment_set.judgments_hash is 'Identity of the labels: SHA-256 of the raw bytes of a JSONL file, or over grades and query texts of imported qrels, hex.';
comment on column core.judgment_set.format is 'jsonl, or the format that the labels were imported from: trec, beir or json. The identity of imported labels does not depend on it.';
comment on column core.corpus.corpus_hash is 'Identity of the content, hex: SHA-256 over every file under the root of a folder; documents_hash of a corpus that is one file; SHA-256 of the name of an external one.';
comment on column core.corpus.num_documents is 'Number of documents; 0 of an external corpus, whose documents are not here.';
