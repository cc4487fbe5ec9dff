select
    measure.unit_value('Success', 5, ranks, 3) as success,
    measure.unit_value('Complete', 5, ranks, 3) as complete,
    measure.unit_value('R', 5, ranks, 3) as recall,
    measure.unit_value('RR', 5, ranks, 3) as reciprocal_rank,
    measure.unit_value('uDCG', 5, ranks, 3) as gain,
    measure.unit_value('nDCG', 5, ranks, 3) as other
from (select [7, 2] as ranks) as given;
