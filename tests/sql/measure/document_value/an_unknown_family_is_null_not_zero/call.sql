select measure.document_value(
    'Nothing', null, 1, {'p': 0.5e0, 'beta': 1.0e0, 'max_rel': 2, 'dcg': 'log2', 'gains': null::map(bigint, double), 'shares': null::double[], 'worths': [1.0e0, -1.0e0, 0.0e0], 'relative': false, 'normalize': true}, []::struct(rank bigint, grade bigint)[], []::bigint[], []::bigint[], 0, 0
) as value;
