select
    measure.document_list([{'rank': 1, 'grade': 2}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': -1}, {'rank': 5, 'grade': 1}], [2, 0, -1, 1, 3, 0], 9, 1, map {}::map(integer, double))::json as at_level_1,
    measure.document_list([{'rank': 1, 'grade': 2}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': -1}, {'rank': 5, 'grade': 1}], [2, 0, -1, 1, 3, 0], 9, 2, map {}::map(integer, double)).relevant_ranks::json as relevant_at_level_2,
    measure.document_list([{'rank': 1, 'grade': 2}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': -1}, {'rank': 5, 'grade': 1}], [2, 0, -1, 1, 3, 0], 9, 2, map {}::map(integer, double)).nonrelevant_ranks::json as nonrelevant_at_level_2;
