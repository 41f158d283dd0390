"""Choice: the ids that a field of an event or card accepts, and which to offer first."""

from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from domain.framework.refusal import Refused
from domain.framework.text import Term, Text

if TYPE_CHECKING:
    from domain.framework.table import Table

Known = Mapping[str, Any]
"""The values of an event's fields that are known."""
NOTHING_KNOWN: Known = MappingProxyType({})
FEW = 200
"""The largest group of likely ids that is worth listing before a player types anything."""


@dataclass(frozen=True, slots=True)
class Choice:
    """The ids that a field accepts: a kind of content, or those that the table offers now.

    Args:
        kind: the kind whose names are used (`Table.ids`).
        among: the ids offered at this table; None for all ids of the kind.
        free: whether text that is not an id is accepted too (content that the table has not typed in yet).
        closed: whether a table accepts only offered ids although the choice is free, such as a table with a map.
        given: earlier fields that it depends on: `among` takes their values too, and offers nothing without them.
        why_not: the reason why an id is not offered, by the table, the id and the values of `given`, as far as the
            viewer may see.
        likely: groups of likely ids, the most likely first, by the table and the values of `beside`.
        beside: fields that make ids likely; None represents an unknown value.
        deciding: groups that decide between things of one name, by the same arguments as `likely`; None if those do.
        passed_over: names and codes that a pasted list may have but that are no ids of the field, by the same arguments
            as `likely`.
        most: the number available of each id, by the table and the values of `given`, for a field that counts them.
    """

    kind: str
    among: Callable[..., Iterable[str]] | None = None
    free: bool = False
    given: tuple[str, ...] = ()
    closed: Callable[..., bool] | None = None
    why_not: Callable[..., Refused | None] | None = None
    likely: Callable[..., Iterable[Container[str]]] | None = None
    beside: tuple[str, ...] = ()
    deciding: Callable[..., Iterable[Container[str]]] | None = None
    passed_over: Callable[..., Iterable[Term | Text | str]] | None = None
    most: Callable[..., Mapping[str, int]] | None = None

    def ids(self, table: "Table", known: Known = NOTHING_KNOWN) -> Iterable[str]:
        """The ids offered at a table; a blank among them represents a hidden one, and cannot be chosen."""
        if self.among is None:
            return table.ids(self.kind)
        return self.among(table, *(known[name] for name in self.given)) if self.rests(known) else ()

    def rests(self, known: Known) -> bool:
        """Whether all fields it depends on are known."""
        return all(name in known for name in self.given)

    def options(self, table: "Table", known: Known = NOTHING_KNOWN) -> dict[str, Term | Text | str]:
        """The ids offered at a table, with their names."""
        groups = self._groups(table, known)
        ids = sorted(self.ids(table, known), key=lambda id_: [id_ not in group for group in groups])
        return {id_: table.called(self.kind, id_) for id_ in ids if id_}

    def most_of(self, table: "Table", known: Known = NOTHING_KNOWN) -> Mapping[str, int]:
        """The largest number allowed for each id, if it is known."""
        return self.most(table, *(known[name] for name in self.given)) if self.most and self.rests(known) else {}

    def closest(self, ids: Iterable[str], table: "Table", known: Known = NOTHING_KNOWN) -> list[str]:
        """The most likely of some ids: each group that contains any of them excludes the rest."""
        found = list(ids)
        for group in self._groups(table, known, self.deciding) if len(found) > 1 else ():
            found = [id_ for id_ in found if id_ in group] or found
        return found

    def names_passed_over(self, table: "Table", known: Known = NOTHING_KNOWN) -> Iterable[Term | Text | str]:
        """The names and codes that a pasted list may have but that are no ids of the field."""
        return self.passed_over(table, *(known.get(name) for name in self.beside)) if self.passed_over else ()

    def first_ids(self, ids: Iterable[str], table: "Table", known: Known = NOTHING_KNOWN) -> list[str]:
        """The ids to offer before anything is typed.

        These are the small groups of likely ids, narrowed by the larger groups before them.
        """
        left, few = list(ids), set[str]()
        for group in self._groups(table, known):
            held = [id_ for id_ in left if id_ in group]
            if len(held) <= FEW:
                few.update(held)
            elif not few:
                left = held
        return [id_ for id_ in left if id_ in few]

    def _groups(
        self, table: "Table", known: Known, by: Callable[..., Iterable[Container[str]]] | None = None
    ) -> list[Container[str]]:
        likely = by or self.likely
        return list(likely(table, *(known.get(name) for name in self.beside))) if likely else []

    def strange(self, value: Any, table: "Table", known: Known = NOTHING_KNOWN) -> list[str]:
        """The ids in a field's value that the table does not offer."""
        if value is None or (self.free and not (self.closed and self.closed(table))):
            return []
        offered = self.ids(table, known)
        return [id_ for id_ in ((value,) if isinstance(value, str) else value) if not id_ or id_ not in offered]
