select
    measure.num_graded([3, 2, 1, 0, 0, -1]::bigint[], 1, null) as relevant,
    measure.num_graded([3, 2, 1, 0, 0, -1]::bigint[], 0, 1) as nonrelevant,
    measure.num_graded([]::bigint[], 0, null) as of_none;
