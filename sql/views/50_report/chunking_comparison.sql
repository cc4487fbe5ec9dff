-- report.chunking_comparison
-- Grain:   one row per (run_id, stage) with at least one answerable query
-- Reads:   core.chunking, core.stage, report.run_label, report.stage_measure
-- Serves:  people who compare chunkings
create or replace view report.chunking_comparison as
with mean as (
    select
        run_id,
        stage,
        max(num_queries) as num_queries,
        max(num_truncated) filter (where measure = 'CharRecall@2000c') as num_truncated,
        max(value) filter (where level = 'chunk' and measure = 'Success@5') as recall_at_5,
        max(value) filter (where level = 'unit' and measure = 'Success@5') as found_at_5,
        max(value) filter (where level = 'unit' and measure = 'Success(cover=1)@5') as whole_at_5,
        max(value) filter (where level = 'unit' and measure = 'Success@2000c') as found_within_2000,
        max(value) filter (where level = 'unit' and measure = 'Success(cover=1)@2000c') as whole_within_2000,
        max(value) filter (where level = 'character' and measure = 'CharRecall@2000c') as char_recall_within_2000,
        max(value) filter (where level = 'character' and measure = 'CharIoU@2000c') as char_iou_within_2000,
        max(value) filter (where level = 'character' and measure = 'CharCeiling') as char_ceiling,
        max(value) filter (where level = 'unit' and measure = 'Whole') as whole
    from report.stage_measure
    where
        measure in (
            'Success@5',
            'Success(cover=1)@5',
            'Success@2000c',
            'Success(cover=1)@2000c',
            'CharRecall@2000c',
            'CharIoU@2000c',
            'CharCeiling',
            'Whole'
        )
    group by run_id, stage
)

select
    stage.run_id,
    label.run_name,
    stage.stage,
    label.corpus_name,
    label.judgments_name,
    label.is_latest,
    chunking.chunker,
    chunking.revision as chunker_revision,
    chunking.chunk_size,
    chunking.chunk_overlap,
    stage.depth,
    mean.num_queries,
    mean.num_truncated,
    mean.recall_at_5,
    mean.found_at_5,
    mean.whole_at_5,
    mean.found_within_2000,
    mean.whole_within_2000,
    mean.char_recall_within_2000,
    mean.char_iou_within_2000,
    mean.char_ceiling,
    mean.whole
from core.stage as stage
inner join report.run_label as label on stage.run_id = label.run_id
inner join mean on stage.run_id = mean.run_id and stage.stage = mean.stage
left join core.chunking as chunking on stage.chunking_id = chunking.chunking_id;

comment on view report.chunking_comparison is 'One row per (run_id, stage): what a chunking finds of the evidence, at equal rank and within an equal budget of characters, and how much of it the chunks can hold at all. Equal ranks favour large chunks, and an overlap of one character flatters small ones; budgets and whole evidence do neither.';
comment on column report.chunking_comparison.run_id is 'The run.';
comment on column report.chunking_comparison.run_name is 'The run''s name.';
comment on column report.chunking_comparison.stage is 'The stage.';
comment on column report.chunking_comparison.corpus_name is 'Name under which the corpus was given.';
comment on column report.chunking_comparison.judgments_name is 'Name under which the judgments were given.';
comment on column report.chunking_comparison.is_latest is 'True for the newest run of its collection: the pair of corpus name and judgments name.';
comment on column report.chunking_comparison.chunker is 'Name of the chunker; NULL when the stage has no chunk set.';
comment on column report.chunking_comparison.chunker_revision is 'Revision of the chunker; NULL as chunker.';
comment on column report.chunking_comparison.chunk_size is 'Chunk size in characters; NULL when the chunker has none.';
comment on column report.chunking_comparison.chunk_overlap is 'Chunk overlap in characters; NULL when the chunker has none.';
comment on column report.chunking_comparison.depth is 'Longest list that was asked for; NULL means an imported list.';
comment on column report.chunking_comparison.num_queries is 'Queries in the means, from 1.';
comment on column report.chunking_comparison.num_truncated is 'Queries whose list ended at its depth before 2,000 characters were used: with more than a few, compare at a larger depth.';
comment on column report.chunking_comparison.recall_at_5 is 'Success@5 at level chunk, the hit rate: share of answerable queries with a relevant chunk among the first five; NULL when the stage has no chunk set.';
comment on column report.chunking_comparison.found_at_5 is 'Success@5 at level unit: share of answerable queries with some evidence among the first five hits.';
comment on column report.chunking_comparison.whole_at_5 is 'Success(cover=1)@5: the same, where one hit must hold all characters of the evidence.';
comment on column report.chunking_comparison.found_within_2000 is 'Success@2000c: share of answerable queries with some evidence in the hits that fit 2,000 characters.';
comment on column report.chunking_comparison.whole_within_2000 is 'Success(cover=1)@2000c: the same, where one hit must hold all characters of the evidence.';
comment on column report.chunking_comparison.char_recall_within_2000 is 'CharRecall@2000c: mean share of the gold characters in the hits that fit 2,000 characters.';
comment on column report.chunking_comparison.char_iou_within_2000 is 'CharIoU@2000c: those gold characters, divided by all that is gold or was returned.';
comment on column report.chunking_comparison.char_ceiling is 'CharCeiling: mean share of the gold characters that lie in some chunk; NULL when the stage has no chunk set.';
comment on column report.chunking_comparison.whole is 'Whole: mean share of the pieces of evidence that lie whole in one chunk; NULL as char_ceiling.';
