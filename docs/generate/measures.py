"""Tables of docs/measures.md: what is computed, and worked examples by the formulas themselves."""

from __future__ import annotations

from groundkit.engine import migrations
from groundkit.engine.connection import open_memory_session
from groundkit.output.formats import render
from groundkit.table import Table

LISTED = """
select
    family,
    string_agg('`' || measure || '`', ', ' order by cutoff nulls first) as measures
from meta.measure
group by family
order by list_position(['Success', 'RR', 'P', 'R', 'nDCG'], family)
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

PERCENTILES = """
select
    percent,
    report.nearest_rank([12.0, 3.0, 8.0, 5.0], percent) as percentile
from (select unnest([0, 25, 50, 95, 100]) as percent)
order by percent
"""


def document_families() -> str:
    """Return the table of measures of ranked documents: names, parameters and meaning."""
    from groundkit.measure.families import FAMILIES
    from groundkit.measure.trec_names import label, trec_lines

    spelled: dict[str, list[str]] = {}
    for line in trec_lines("all_trec") or ():
        if line.measure is not None:
            name = line.label.rstrip("0123456789.").rstrip("_") or line.label
            names = spelled.setdefault(line.measure.family, [])
            if name not in names and label(line.measure) == line.label:
                names.append(name)
    rows = []
    for family in FAMILIES.values():
        cutoff = {"required": "@k", "optional": "[@k]", "recall": "@x", "none": ""}[family.cutoff]
        parameters = ", ".join(
            f"`{name}={one.default}`" if one.default is not None else f"`{name}`"
            for name, one in family.parameters.items()
        )
        trec = ", ".join(f"`{name}`" for name in spelled.get(family.name, []))
        rows.append((f"`{family.name}{cutoff}`", parameters, trec, family.meaning))
    lines = ["| measure | parameters | trec_eval | value |", "| --- | --- | --- | --- |"]
    return "\n".join([*lines, *(f"| {' | '.join(row)} |" for row in rows)])


def listed() -> str:
    """Return the measures of a new warehouse, a row a family."""
    families = {
        "Success": "1 if any of the first k hits is relevant",
        "RR": "1 / rank of the first relevant hit",
        "P": "relevant hits among the first k, divided by k",
        "R": "relevant hits among the first k, divided by the size of the gold set",
        "nDCG": "discounted gain of the first k hits, divided by that of an ideal list",
    }
    table = _table(LISTED)
    lines = ["| family | value of one query | computed |", "| --- | --- | --- |"]
    lines += [f"| `{family}` | {families[family]} | {names} |" for family, names in table.rows]
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
