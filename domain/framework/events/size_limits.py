"""Lengths: how long a text, a list or a mapping may be that only the rules fill in; numbers are bounded by their field.

What somebody chooses is bounded by what is offered. What the rules fill in is chosen by nobody, but it can be
sent all the same: typed over, imported, played from a file.
"""

from typing import Any

MOST_CHARACTERS = 1_000
"""An id is made of a few names of 200 characters each at most, such as whose a thing is and where it lies."""
MOST_THINGS = 999
"""More than ever lie on one table of a kind."""

MOST = {"str": MOST_CHARACTERS, "dict": MOST_THINGS, "list": MOST_THINGS, "set": MOST_THINGS, "frozenset": MOST_THINGS}
"""By the type of pydantic's core schema: its `max_length` where it has none."""
INSIDE = ("schema", "items_schema", "keys_schema", "values_schema", "choices")
"""Where a core schema has others inside."""


def bound_lengths(schema: Any) -> Any:
    """Add a `max_length` to every text, list and mapping of a pydantic core schema that has none."""
    if isinstance(schema, list):
        return [bound_lengths(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    bounded = {name: bound_lengths(part) if name in INSIDE else part for name, part in schema.items()}
    most = MOST_THINGS if "variadic_item_index" in schema else MOST.get(str(schema.get("type")))
    return bounded if most is None else {"max_length": most, **bounded}


__all__ = ["MOST_CHARACTERS", "MOST_THINGS", "bound_lengths"]
