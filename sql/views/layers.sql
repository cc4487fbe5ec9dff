-- The layers above core, each reading only those before it.

-- BM25 over the chunks of a corpus: statistics, weights and scoring.
create schema bm25;
-- Which chunks and hits are relevant for a query, and the denominators of the measures.
create schema relevance;
-- One view a measure family; measure.by_query holds them all.
create schema measure;
-- What people read: summaries, deltas, histories, with the names of runs and collections.
create schema report;
-- Each view returns the rows that break a rule, with the problem in words; empty means healthy.
create schema quality;
