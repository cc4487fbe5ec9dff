"""What trec_eval prints, byte for byte: label, query and value, separated by tabs."""

from __future__ import annotations

NAME_WIDTH = 22


def trec_line(label: str, query_id: str, value: str) -> str:
    """Return one line: the label padded to 22 columns, the query id or ``all``, the value."""
    return f"{label:<{NAME_WIDTH}}\t{query_id}\t{value}\n"


def trec_value(value: float, *, is_count: bool, full: bool) -> str:
    """Return a value with four places, a count without any; ``full`` gives all digits."""
    if is_count:
        return str(round(value))
    return repr(float(value)) if full else f"{value:6.4f}"
