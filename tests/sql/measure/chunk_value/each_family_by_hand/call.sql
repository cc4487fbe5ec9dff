select
    measure.chunk_value('Success', ranks, 5, 3) as success,
    measure.chunk_value('RR', ranks, null, 3) as reciprocal_rank,
    measure.chunk_value('P', ranks, 5, 3) as precision,
    measure.chunk_value('R', ranks, 5, 3) as recall,
    measure.chunk_value('nDCG', ranks, 5, 3) as gain,
    measure.chunk_value('uDCG', ranks, 5, 3) as other
from (select [2, 7] as ranks) as given;
