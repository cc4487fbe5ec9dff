select
    len(measure.cut_hits([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], null, false)) as whole,
    list_transform(measure.cut_hits([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], null, true), lambda hit: hit.rank) as ranks,
    list_transform(measure.cut_hits([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], null, true), lambda hit: hit.grade) as grades,
    list_transform(measure.cut_hits([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 3, false), lambda hit: hit.rank) as cut,
    list_transform(measure.cut_hits([{'rank': 1::bigint, 'grade': 2::bigint}, {'rank': 3, 'grade': 0}, {'rank': 4, 'grade': 1}, {'rank': 6, 'grade': -1}], 3, true), lambda hit: hit.rank) as cut_and_judged;
