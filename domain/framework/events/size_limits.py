"""Size limits of the texts, lists and mappings that only the rules fill in.

Offers bound the values that players choose. No player chooses what the rules fill in, but a request can still contain
it: typed over, imported, or played from a file. Numbers are bounded by their field.
"""

from typing import Any

MOST_CHARACTERS = 1_000
"""An id consists of a few names of at most 200 characters each, such as the owner of a thing and its place."""
MOST_THINGS = 999
"""More than the things of one kind on any table."""

MOST = {"str": MOST_CHARACTERS, "dict": MOST_THINGS, "list": MOST_THINGS, "set": MOST_THINGS, "frozenset": MOST_THINGS}
"""The bound for each type of pydantic's core schema that has no `max_length`."""
INSIDE = ("schema", "items_schema", "keys_schema", "values_schema", "choices")
"""The keys of a core schema that contain other schemas."""


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
