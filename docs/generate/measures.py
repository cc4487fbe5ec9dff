"""Tables of docs/measures.md: what is computed, and worked examples by the formulas themselves."""

from __future__ import annotations

from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.measure.families import FAMILIES
from groundkit.measure.levels import LEVELS
from groundkit.output.formats import render
from groundkit.table import Table

LISTED = """
select
    level,
    family,
    string_agg('`' || measure || '`', ', ' order by cutoff nulls first, measure) as measures
from meta.measure
group by level, family
"""

WORKED = """
select
    k,
    measure.success_at([2, 5], k) as "Success@k",
    measure.reciprocal_rank_at([2, 5], k) as "RR@k",
    measure.precision_at([2, 5], k) as "P@k",
    measure.recall_at([2, 5], k, 3) as "R@k",
    measure.ndcg_at([2, 5], k, 3) as "nDCG@k"
from (select unnest([1, 3, 5, 10]) as k)
order by k
"""

EDGES = """
select
    what,
    measure.success_at(ranks, 5) as "Success@5",
    measure.reciprocal_rank_at(ranks, null) as "RR",
    measure.precision_at(ranks, 5) as "P@5",
    measure.recall_at(ranks, 5, gold) as "R@5",
    measure.ndcg_at(ranks, 5, gold) as "nDCG@5"
from (
    values
    (1, 'nothing relevant was retrieved, or the query failed', []::integer[], 2),
    (2, 'the gold set is empty', []::integer[], 0),
    (3, 'the only relevant hit is beyond the cutoff', [7], 1),
    (4, 'one hit of one, at the top', [1], 1),
    (5, 'the first five of a gold set of eight', [1, 2, 3, 4, 5], 8)
) as edge(position, what, ranks, gold)
order by position
"""

UNITS = """
select
    what,
    measure.success_at(list_sort(ranks), 5) as "Success@5",
    measure.complete_at(ranks, 5, units) as "Complete@5",
    measure.recall_at(ranks, 5, units) as "R@5",
    measure.reciprocal_rank_at(list_sort(ranks), null) as "RR",
    measure.unit_gain_at(ranks, 5, units) as "uDCG@5"
from (
    values
    (1, 'both units, at ranks 1 and 3', [1, 3], 2),
    (2, 'one unit of two, at rank 2', [2], 2),
    (3, 'both units, one of them at rank 7', [2, 7], 2),
    (4, 'nothing was found, or the query failed', []::integer[], 2)
) as example(position, what, ranks, units)
order by position
"""

PERCENTILES = """
select
    percent,
    report.nearest_rank([12.0, 3.0, 8.0, 5.0], percent) as percentile
from (select unnest([0, 25, 50, 95, 100]) as percent)
order by percent
"""


def listed() -> str:
    """Return the measures of a new warehouse, a row a level and family."""
    names = {(level, family): names for level, family, names in _table(LISTED).rows}
    lines = ["| level | family | value of one query | computed |", "| --- | --- | --- | --- |"]
    lines += [
        f"| {level} | `{family.name}` | {family.meaning} | {names[level, family.name]} |"
        for level in LEVELS
        for family in FAMILIES.values()
        if (level, family.name) in names
    ]
    return "\n".join(lines)


def markdown(sql: str) -> str:
    """Return what a query over a new warehouse returns, as a Markdown table."""
    return render(_table(sql), "markdown").rstrip("\n")


def _table(sql: str) -> Table:
    session = open_memory_session()
    try:
        migrations.migrate(session)
        return session.table(sql)
    finally:
        session.close()
