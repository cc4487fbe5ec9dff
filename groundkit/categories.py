"""Query categories: which are answerable, and how much gold each one needs.

The built-in ones are fixed, because reports of different projects must mean the same by
``no_answer``; a project adds names of its own beside them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from groundkit.errors import UsageError


@dataclass(frozen=True, slots=True)
class Category:
    """One kind of query."""

    name: str
    answerable: bool
    """Whether its queries enter the means; the others are only counted."""
    needs_gold: int
    """Distinct gold entries that a query needs at least; 0 means that it must have none."""


BUILT_IN: Mapping[str, Category] = MappingProxyType(
    {
        category.name: category
        for category in (
            Category("normal", answerable=True, needs_gold=1),
            Category("ambiguous", answerable=True, needs_gold=2),
            Category("adversarial", answerable=True, needs_gold=1),
            Category("no_answer", answerable=False, needs_gold=0),
            Category("near_miss", answerable=False, needs_gold=0),
            Category("unlabelled", answerable=False, needs_gold=0),
        )
    }
)
"""The categories that every project has, by name."""


def with_custom(custom: Mapping[str, bool]) -> Mapping[str, Category]:
    """Return the built-in categories and a project's own, given as name -> answerable.

    An answerable one of its own needs at least one gold entry, any other must have none.
    Raises UsageError for a blank name, a built-in name, or a value that is not a boolean.
    """
    categories = dict(BUILT_IN)
    for name, answerable in custom.items():
        if not name.strip():
            raise UsageError("a category name must not be blank")
        if name in BUILT_IN:
            raise UsageError(f'category "{name}" is built in and cannot be redefined')
        if not isinstance(answerable, bool):
            raise UsageError(
                f'category "{name}": expected true (answerable) or false, not {answerable!r}'
            )
        categories[name] = Category(name, answerable, needs_gold=1 if answerable else 0)
    return MappingProxyType(categories)
