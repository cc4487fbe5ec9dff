select
    comparison.run_name as chunking,
    summary.num_chunks as chunks,
    comparison.char_ceiling as "CharCeiling",
    comparison.whole as "Whole",
    omega.value as "PrecisionOmega"
from report.chunking_comparison as comparison
inner join report.run_summary as summary
    on comparison.run_id = summary.run_id and comparison.stage = summary.stage
inner join report.stage_measure as omega
    on
        comparison.run_id = omega.run_id
        and comparison.stage = omega.stage
        and omega.measure = 'PrecisionOmega'
order by comparison.chunk_size desc, comparison.run_name;
