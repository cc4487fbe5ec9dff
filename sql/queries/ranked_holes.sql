-- One row a query: the lowest and the highest value of the measure that is wanted, were each hit
-- that is not judged relevant or not. For each number of hits that are, the best choice has them
-- at the top and the worst at the bottom, so these are all that are tried. Beyond the cutoff a
-- relevant document can only lower the value. Only queries of one part are looked at, so that the
-- lists that are tried fit into memory. Reads: hole_list, wanted.
-- Parameters: part, grade, cutoff
with tried as (
    select
        hole_list.query_id,
        hole_list.num_retrieved,
        hole_list.hits,
        hole_list.pool,
        hole_list.holes,
        len(hole_list.holes) as num_holes,
        hole_list.num_within,
        unnest(
            list_concat(
                list_transform(
                    range(hole_list.num_within + 1),
                    lambda number: {'at_top': true, 'num_relevant': number}
                ),
                list_transform(
                    range(len(hole_list.holes) - hole_list.num_within, len(hole_list.holes) + 1),
                    lambda number: {'at_top': false, 'num_relevant': number}
                )
            )
        ) as choice
    from hole_list
    where hole_list.part = $part
),

labelled as (
    select
        tried.query_id,
        tried.num_retrieved,
        list_sort(
            list_concat(
                tried.hits,
                list_transform(
                    list_filter(tried.holes, lambda hole: hole <= coalesce($cutoff::bigint, hole)),
                    lambda hole, position: {
                        'rank': hole,
                        'grade': case
                            when
                                (tried.choice.at_top and position <= tried.choice.num_relevant)
                                or (
                                    not tried.choice.at_top
                                    and position > tried.num_holes - tried.choice.num_relevant
                                )
                                then $grade::bigint
                            else 0::bigint
                        end
                    }
                )
            )
        ) as hits,
        list_sort(
            list_concat(
                tried.pool,
                list_transform(
                    range(tried.num_holes),
                    lambda number: case
                        when number < tried.choice.num_relevant then $grade::bigint else 0::bigint
                    end
                )
            ),
            'desc'
        ) as pool
    from tried
),

counted as (
    select
        wanted.family,
        wanted.cutoff,
        wanted.rel,
        wanted.parameters,
        labelled.query_id,
        labelled.num_retrieved,
        labelled.hits,
        labelled.pool,
        measure.relevant_ranks(labelled.hits, wanted.rel) as ranks,
        measure.num_graded(labelled.pool, wanted.rel, null) as num_relevant
    from labelled
    cross join wanted
)

select
    query_id,
    min(
        measure.document_value(
            family, cutoff, rel, parameters, hits, pool, ranks, num_retrieved, num_relevant
        )
    ) as lowest,
    max(
        measure.document_value(
            family, cutoff, rel, parameters, hits, pool, ranks, num_retrieved, num_relevant
        )
    ) as highest
from counted
group by query_id;
