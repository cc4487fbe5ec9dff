"""What a statement reads, calls and returns, from the engine's own parse tree.

The two supported engine lines spell a few nodes differently: operands of a set operation are
``left`` and ``right`` or ``children``, arguments are ``children`` or ``arguments``, constants
hold a ``value`` or a ``literal``. Nothing outside this module knows that.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from groundkit.engine.session import Session

Node = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a function, an aggregate or a macro."""

    name: str
    """Lower case; with its schema and a dot when it has one."""
    is_window: bool
    is_ordered: bool
    """True for an aggregate with ``order by`` inside its brackets."""
    columns: tuple[str, ...]
    """The last part of the name of each argument that is a plain column."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The parse tree of one select."""

    node: Node

    def relations(self) -> set[str]:
        """Return every table, view and table macro that is read, by qualified name."""
        named = {
            f"{found['schema_name']}.{found['table_name']}"
            for found in self._nodes("BASE_TABLE")
            if found["schema_name"]
        }
        called = {
            _call_name(found["function"])
            for found in self._nodes("TABLE_FUNCTION")
            if "." in _call_name(found["function"])
        }
        return named | called

    def unqualified(self) -> set[str]:
        """Return every relation that is read by a name without a schema: the steps."""
        return {
            found["table_name"] for found in self._nodes("BASE_TABLE") if not found["schema_name"]
        }

    def steps(self) -> set[str]:
        """Return the names that ``with`` gives."""
        return {
            entry["key"]
            for found in _walk(self.node)
            if isinstance(found.get("cte_map"), dict)
            for entry in found["cte_map"]["map"]
        }

    def calls(self) -> list[Call]:
        """Return every call of a function, an aggregate or a macro, operators included."""
        return [
            _call(found)
            for found in _walk(self.node)
            if found.get("class") in ("FUNCTION", "WINDOW")
        ]

    def decimals(self) -> list[str]:
        """Return every constant that the engine takes for a DECIMAL."""
        found = [_decimal(node) for node in _walk(self.node) if node.get("class") == "CONSTANT"]
        return [text for text in found if text]

    def has_star(self) -> bool:
        """Return whether an output column of the select, or of a part of its union, is ``*``."""
        return any(
            item.get("class") == "STAR"
            for select in _selects(self.node)
            for item in select["select_list"]
        )

    def _nodes(self, of_type: str) -> Iterator[Node]:
        return (found for found in _walk(self.node) if found.get("type") == of_type)


def parse(session: Session, select: str) -> Tree:
    """Return the tree of one select; raises ValueError with the engine's words when it has none."""
    tree = json.loads(session.value("select json_serialize_sql($select)", {"select": select}))
    if tree["error"]:
        raise ValueError(f"{tree['error_message']}: {select}")
    (statement,) = tree["statements"]
    return Tree(statement["node"])


def _walk(tree: Any) -> Iterator[Node]:
    if isinstance(tree, dict):
        yield tree
        for value in tree.values():
            yield from _walk(value)
    elif isinstance(tree, list):
        for value in tree:
            yield from _walk(value)


def _selects(node: Node) -> Iterator[Node]:
    if node["type"] == "SELECT_NODE":
        yield node
    elif node["type"] == "CTE_NODE":
        yield from _selects(node["child"])
    else:
        for part in node.get("children") or (node["left"], node["right"]):
            yield from _selects(part)


def _call_name(function: Node) -> str:
    # One engine line writes schema main on functions that its parser makes of brackets.
    name = str(function["function_name"]).lower()
    schema = function["schema"]
    return f"{schema}.{name}" if schema and schema != "main" else name


def _call(node: Node) -> Call:
    arguments = node.get("children")
    if arguments is None:
        arguments = [argument["expression"] for argument in node["arguments"]]
    orders = node["arg_orders"] if node["class"] == "WINDOW" else node["order_bys"]["orders"]
    return Call(
        _call_name(node),
        node["class"] == "WINDOW",
        bool(orders),
        tuple(
            argument["column_names"][-1]
            for argument in arguments
            if argument["class"] == "COLUMN_REF"
        ),
    )


def _decimal(constant: Node) -> str | None:
    if "literal" in constant:
        text = str(constant["literal"]["text"])
        is_decimal = constant["literal"]["kind"] == "NUMERIC" and "e" not in text.lower()
        return text if is_decimal and "." in text else None
    value = constant["value"]
    return str(value["value"]) if value["type"]["id"] == "DECIMAL" else None
