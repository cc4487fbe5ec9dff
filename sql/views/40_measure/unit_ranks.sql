-- measure.unit_ranks
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.by_unit, queries/measures_unit.sql
-- Source:  definition of level unit
create or replace macro measure.unit_ranks(units, cover) as
    list_filter(
        list_transform(
            units,
            lambda hits: list_min(
                list_transform(
                    list_filter(hits, lambda hit: hit.cover >= coalesce(cover, 0.0e0)),
                    lambda hit: hit.rank
                )
            )
        ),
        lambda rank: rank is not null
    );

comment on macro measure.unit_ranks is 'Best rank of every unit that some hit overlaps and holds to at least cover, the share of a span; NULL asks for any overlap. In the order of the units.';
