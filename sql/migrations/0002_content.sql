-- What is evaluated: documents, how they are cut and indexed, and the labels. Rows are keyed by hashes of their content.

create table core.corpus (
    corpus_hash varchar primary key,
    documents_hash varchar not null,
    kind varchar not null,
    extractor varchar not null,
    num_documents integer not null,
    num_files integer not null,
    num_bytes bigint not null
);

comment on table core.corpus is 'One row per corpus content.';
comment on column core.corpus.corpus_hash is 'Identity of the content: SHA-256 over every file under the root, hex.';
comment on column core.corpus.documents_hash is 'SHA-256 over the documents alone, hex: a stray file changes corpus_hash but not this.';
comment on column core.corpus.kind is 'folder, file or external.';
comment on column core.corpus.extractor is 'Rule that made documents out of files, with its revision.';
comment on column core.corpus.num_documents is 'Number of documents.';
comment on column core.corpus.num_files is 'Number of regular files under the root, documents or not.';
comment on column core.corpus.num_bytes is 'Bytes of all these files.';

create table core.corpus_document (
    corpus_hash varchar not null,
    doc varchar not null,
    text_hash varchar not null,
    title varchar,
    metadata json
);

comment on table core.corpus_document is 'One row per (corpus_hash, doc): which text a document of a corpus has.';
comment on column core.corpus_document.corpus_hash is 'The corpus.';
comment on column core.corpus_document.doc is 'Path relative to the corpus root with forward slashes, or the imported id.';
comment on column core.corpus_document.text_hash is 'The document''s text in core.document_text.';
comment on column core.corpus_document.title is 'First level-one heading of a Markdown file, or the imported title; NULL means there is none.';
comment on column core.corpus_document.metadata is 'Fields that came with the document as a JSON object; NULL means none.';

create table core.document_text (
    text_hash varchar not null,
    text varchar not null,
    num_chars integer not null
);

comment on table core.document_text is 'One row per text_hash: a text that many corpora or documents share is stored once.';
comment on column core.document_text.text_hash is 'SHA-256 of the text in UTF-8, hex.';
comment on column core.document_text.text is 'Decoded text with line ends folded to LF. Private: it leaves the warehouse only with --with-text.';
comment on column core.document_text.num_chars is 'Length in code points.';

create table core.chunking (
    chunking_id varchar primary key,
    chunker varchar not null,
    revision integer not null,
    chunk_size integer,
    chunk_overlap integer,
    params json not null
);

comment on table core.chunking is 'One row per way of cutting texts into chunks.';
comment on column core.chunking.chunking_id is 'SHA-256 of the canonical JSON of name, revision and parameters, hex.';
comment on column core.chunking.chunker is 'Name of the chunker.';
comment on column core.chunking.revision is 'Revision of its rules, from 1.';
comment on column core.chunking.chunk_size is 'Size in characters; NULL means the chunker has none.';
comment on column core.chunking.chunk_overlap is 'Overlap in characters; NULL means the chunker has none.';
comment on column core.chunking.params is 'All parameters as a JSON object.';

create table core.chunk (
    text_hash varchar not null,
    chunking_id varchar not null,
    chunk_index integer not null,
    start_offset integer not null,
    end_offset integer not null,
    content_hash varchar not null
);

comment on table core.chunk is 'One row per (text_hash, chunking_id, chunk_index): a text is cut once, whichever corpora hold it.';
comment on column core.chunk.text_hash is 'The text that was cut.';
comment on column core.chunk.chunking_id is 'How it was cut.';
comment on column core.chunk.chunk_index is 'Position of the chunk in its text, from 0.';
comment on column core.chunk.start_offset is 'First code point of the chunk, from 0.';
comment on column core.chunk.end_offset is 'One past its last code point.';
comment on column core.chunk.content_hash is 'SHA-256 of the chunk''s text in UTF-8, hex; the first tie-break of every ranking.';

create table core.chunked_text (
    text_hash varchar not null,
    chunking_id varchar not null,
    num_chunks integer not null
);

comment on table core.chunked_text is 'One row per (text_hash, chunking_id): which texts were cut, those included that gave no chunk.';
comment on column core.chunked_text.text_hash is 'The text that was cut.';
comment on column core.chunked_text.chunking_id is 'How it was cut.';
comment on column core.chunked_text.num_chunks is 'Its rows in core.chunk; 0 when the chunker found nothing to keep.';

create table core.analyzer (
    analyzer_id varchar primary key,
    name varchar not null,
    revision integer not null,
    params json not null,
    unicode_version varchar not null
);

comment on table core.analyzer is 'One row per way of turning text into terms.';
comment on column core.analyzer.analyzer_id is 'SHA-256 of the canonical JSON of name, revision, parameters and Unicode version, hex.';
comment on column core.analyzer.name is 'Name of the analyzer, such as word.';
comment on column core.analyzer.revision is 'Revision of its rules, from 1.';
comment on column core.analyzer.params is 'All parameters as a JSON object.';
comment on column core.analyzer.unicode_version is 'Version of the Unicode tables that decide what a letter is.';

create table core.indexed_text (
    index_key integer not null,
    text_hash varchar not null,
    chunking_id varchar not null,
    analyzer_id varchar not null
);

comment on table core.indexed_text is 'One row per (text_hash, chunking_id, analyzer_id) whose terms are in core.posting. A rebuildable index, not a fact.';
comment on column core.indexed_text.index_key is 'Key local to this warehouse; never an identity.';
comment on column core.indexed_text.text_hash is 'The text.';
comment on column core.indexed_text.chunking_id is 'How it was cut.';
comment on column core.indexed_text.analyzer_id is 'How it was turned into terms.';

create table core.posting (
    index_key integer not null,
    chunk_index integer not null,
    term varchar not null,
    term_frequency integer not null
);

comment on table core.posting is 'One row per (index_key, chunk_index, term). A rebuildable index, not a fact; bm25.chunk_term reads it by content.';
comment on column core.posting.index_key is 'Text, chunking and analyzer, by core.indexed_text.';
comment on column core.posting.chunk_index is 'The chunk in its text, from 0.';
comment on column core.posting.term is 'The term as the analyzer returned it.';
comment on column core.posting.term_frequency is 'How often the term stands in the chunk, from 1.';

create table core.judgment_set (
    judgments_hash varchar primary key,
    format varchar not null,
    num_queries integer not null
);

comment on table core.judgment_set is 'One row per content of a judgments file.';
comment on column core.judgment_set.judgments_hash is 'SHA-256 of the file''s raw bytes, hex.';
comment on column core.judgment_set.format is 'jsonl; imported formats have names of their own.';
comment on column core.judgment_set.num_queries is 'Number of queries, answerable or not.';

create table core.query (
    judgments_hash varchar not null,
    query_id varchar not null,
    text varchar not null,
    category varchar not null,
    answerable boolean not null,
    label_hash varchar not null,
    file_position integer not null,
    tags varchar[],
    filter json,
    notes varchar,
    answer varchar,
    expected_keywords varchar[],
    origin varchar
);

comment on table core.query is 'One row per (judgments_hash, query_id): a labelled query.';
comment on column core.query.judgments_hash is 'The judgment set.';
comment on column core.query.query_id is 'Id of the query within its set.';
comment on column core.query.text is 'What is searched for.';
comment on column core.query.category is 'normal, ambiguous, adversarial, no_answer, near_miss, unlabelled, or one of the project''s own.';
comment on column core.query.answerable is 'True: it has an answer in the corpus and enters the means. False: it has none, or nobody has labelled it.';
comment on column core.query.label_hash is 'SHA-256 of the canonical JSON of text, category, filter and gold, hex: equal labels are comparable.';
comment on column core.query.file_position is 'Position in the file, from 1; means are summed in this order.';
comment on column core.query.tags is 'Free labels of the query; NULL means none.';
comment on column core.query.filter is 'Condition that hits must satisfy, as a JSON object; NULL means none.';
comment on column core.query.notes is 'The author''s remarks; NULL means none.';
comment on column core.query.answer is 'A reference answer; NULL means none.';
comment on column core.query.expected_keywords is 'Words that the retrieved text should hold; NULL means none were given.';
comment on column core.query.origin is 'How the label was found; NULL means it was not said.';

create table core.gold (
    judgments_hash varchar not null,
    query_id varchar not null,
    gold_index integer not null,
    doc varchar not null,
    quote varchar,
    relevance integer not null,
    occurrence varchar not null,
    prefix varchar,
    suffix varchar,
    match varchar not null,
    alternative varchar
);

comment on table core.gold is 'One row per (judgments_hash, query_id, gold_index): a piece of evidence as its author wrote it.';
comment on column core.gold.judgments_hash is 'The judgment set.';
comment on column core.gold.query_id is 'The query.';
comment on column core.gold.gold_index is 'Position among the query''s gold entries, from 0.';
comment on column core.gold.doc is 'Document that holds the evidence.';
comment on column core.gold.quote is 'Verbatim text of the document; NULL means the whole document. Private like document text.';
comment on column core.gold.relevance is 'Grade as given; 1 and above is relevant, 0 is judged not relevant, negative is pooled but unjudged.';
comment on column core.gold.occurrence is 'unique, all, or the number of the occurrence from 1.';
comment on column core.gold.prefix is 'Text that must stand directly before the quote; NULL means any.';
comment on column core.gold.suffix is 'Text that must stand directly after the quote; NULL means any.';
comment on column core.gold.match is 'Loosest fold allowed: exact, whitespace, nfkc or alnum.';
comment on column core.gold.alternative is 'Entries that share it are alternatives for one piece of evidence; NULL means a piece of its own.';

create table core.gold_span (
    corpus_hash varchar not null,
    judgments_hash varchar not null,
    query_id varchar not null,
    gold_index integer not null,
    span_index integer not null,
    doc varchar not null,
    start_offset integer not null,
    end_offset integer not null,
    match_level varchar not null
);

comment on table core.gold_span is 'One row per (corpus_hash, judgments_hash, query_id, gold_index, span_index): where a quote stands in the text of that corpus.';
comment on column core.gold_span.corpus_hash is 'The corpus in which the quote was found.';
comment on column core.gold_span.judgments_hash is 'The judgment set.';
comment on column core.gold_span.query_id is 'The query.';
comment on column core.gold_span.gold_index is 'The gold entry, from 0.';
comment on column core.gold_span.span_index is 'Position among the occurrences that count, from 0.';
comment on column core.gold_span.doc is 'The document.';
comment on column core.gold_span.start_offset is 'First code point of the quote, from 0.';
comment on column core.gold_span.end_offset is 'One past its last code point.';
comment on column core.gold_span.match_level is 'Least fold at which the quote matched: exact, whitespace, nfkc or alnum.';

create table core.named_version (
    kind varchar not null,
    name varchar not null,
    hash varchar not null,
    recorded_at timestamp not null
);

comment on table core.named_version is 'One row per (kind, name, hash): which content a name has meant, and since when.';
comment on column core.named_version.kind is 'corpus or judgments.';
comment on column core.named_version.name is 'The name: a path as it was given, or a name that was chosen.';
comment on column core.named_version.hash is 'corpus_hash or judgments_hash of the content.';
comment on column core.named_version.recorded_at is 'UTC time at which the name was first seen with this content.';
