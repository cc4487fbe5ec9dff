-- measure.overlap
-- Grain:   scalar macro
-- Reads:   nothing
-- Serves:  measure.compatibility
-- Source:  Webber, Moffat and Zobel 2010
create or replace macro measure.overlap(positions, depth, p) as
    list_transform(
        [positions],
        lambda places: measure.ordered_sum(
            list_transform(
                range(1, depth + 1),
                lambda cut: p::double ** (cut - 1)
                * len(list_filter(places, lambda place: place <= cut))
                / cut
            )
        )
    )[1];

comment on macro measure.overlap is 'Share of two lists that agrees at each depth, weighted by p to the power of depth less 1 and added up; a position is the deeper of the two places of a document that both have.';
