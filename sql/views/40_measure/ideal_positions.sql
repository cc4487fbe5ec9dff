-- measure.ideal_positions
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.compatibility
-- Source:  Clarke, Vtyurina and Smucker 2021
create or replace macro measure.ideal_positions(hits, pool) as
    list_transform(
        list_filter(hits, lambda hit: hit.grade > 0),
        lambda hit: greatest(
            hit.rank,
            measure.num_graded(pool, hit.grade + 1, null)
            + len(
                list_filter(
                    hits, lambda other: other.grade = hit.grade and other.rank <= hit.rank
                )
            )
        )
    );

comment on macro measure.ideal_positions is 'For each hit of a positive grade the deeper of its rank and its place in the ideal list, which has grades in descending order and keeps the order of this list among equal ones.';
