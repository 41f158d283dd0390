"""The veil: hides the secrets of a table from all seats but those that may know them, by the marks in its state.

`Annotated[str, Secret(to=its_hero, until=revealed)]` declares once who may know a part of a table, and when it becomes
public. Hidden parts, their keepers and the view of a seat are derived from it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from domain.framework.refusal import NotFound
from domain.framework.table import Table, join_path, split_path, value_at, ways_to

Path = tuple[str, ...]
Seats = Collection[str]
TableT = TypeVar("TableT", bound=Table)


def of_its_seat(table: Any, path: Path) -> Seats:
    """The seat whose part of the table contains the secret: `seats.Ann.card` is Ann's."""
    return path[1:2]


def until_event(table: Any, path: Path) -> bool:
    """The rule of a secret that only an event opens, by moving it to a part without a mark."""
    return False


@dataclass(frozen=True, slots=True)
class Secret:
    """Marks a part of a state with the seats that may know it, and until when it is secret.

    Others see the field's default in its place; of a list they see the length.

    Args:
        to: the seats that know the value at a path; none if no seat may.
        until: whether it is public now.
        told: the same in words, for the page that lists the secrets of each game.
    """

    to: Callable[[Any, Path], Seats] = of_its_seat
    until: Callable[[Any, Path], bool] = until_event
    told: str = "until an event opens it"


def lies_open(table: Table, mark: Secret, path: Path) -> bool:
    """Whether everyone may know a marked part now."""
    return table.secrets_open or mark.until(table, path)


# --- where secrets are ------------------------------------------------------------------------


@cache
def _marks(cls: type[BaseModel]) -> Mapping[str, Secret]:
    """The marked fields of a state."""
    return {name: mark for name, info in cls.model_fields.items() for mark in info.metadata if isinstance(mark, Secret)}


@cache
def ways_to_marks(cls: type[BaseModel]) -> Mapping[str, type[BaseModel]]:
    """The fields of a state that contain secrets, each with the state class there."""
    return ways_to(cls, _marks)


def marked_names(cls: type[BaseModel]) -> Collection[str]:
    """The names of the marked fields of a state."""
    return _marks(cls).keys()


def has_secrets(cls: type[Table]) -> bool:
    """Whether any part of a game's table is marked."""
    return bool(_marks(cls) or ways_to_marks(cls))


def may_hide(table: Table) -> bool:
    """Whether a table may hide parts from some seats."""
    return has_secrets(type(table)) and not table.secrets_open


def marked_fields(cls: type[BaseModel]) -> Iterator[tuple[type[BaseModel], str, Secret]]:
    """The marked fields of a state and of the states inside it, each with its class and its mark."""
    yield from ((cls, name, mark) for name, mark in _marks(cls).items())
    for inside in ways_to_marks(cls).values():
        yield from marked_fields(inside)


def marked_values(table: Table) -> Iterator[tuple[Path, Secret, Any]]:
    """Every marked part of a table: its path, its mark, its value."""
    return ((path, mark, value) for path, mark, value, _ in _marked(table, ()))


def _marked(part: Any, path: Path) -> Iterator[tuple[Path, Secret, Any, type[BaseModel]]]:
    """The same as `marked_values`, with the state class of each part."""
    match part:
        case BaseModel():
            for name, mark in _marks(type(part)).items():
                yield (*path, name), mark, getattr(part, name), type(part)
            for name in ways_to_marks(type(part)):
                yield from _marked(getattr(part, name), (*path, name))
        case dict():
            for key, value in part.items():
                yield from _marked(value, (*path, key))
        case list():
            for number, value in enumerate(part):
                yield from _marked(value, (*path, str(number)))


def hidden_at(table: Table, path: str) -> bool:
    """Whether the part at a path, or one above it, is hidden from anyone now."""
    return _mark_at(table, split_path(path), lambda mark, where: not lies_open(table, mark, where)) is not None


def keepers_of(table: Table, path: str) -> Seats | None:
    """The seats that know the hidden part at a path, none if no seat may. None if nothing is hidden there."""
    found = _mark_at(table, split_path(path), lambda mark, where: not lies_open(table, mark, where))
    return None if found is None else found[0].to(table, found[1])


def owners_of(table: Table, path: str) -> Seats:
    """The seats that know the part at a path while it is hidden; none if it is not marked."""
    found = _mark_at(table, split_path(path), lambda mark, where: True)
    return () if found is None else found[0].to(table, found[1])


def is_marked(table: Table, path: Path) -> bool:
    """Whether the part at a path, or one above it, is marked as secret, whether or not it is hidden now."""
    return _mark_at(table, path, lambda mark, where: True) is not None


def is_hidden_from(table: Table, path: str, seats: Seats) -> bool:
    """Whether the value at a path is hidden from all of some seats."""
    knowing = keepers_of(table, path)
    return knowing is not None and not set(knowing) & set(seats)


def _mark_at(table: Table, path: Path, holds: Callable[[Secret, Path], bool]) -> tuple[Secret, Path] | None:
    """The first mark on a path for which `holds` is true."""
    here: Any = table
    for number, segment in enumerate(path):
        where = path[: number + 1]
        mark = _marks(type(here)).get(segment) if isinstance(here, BaseModel) else None
        if mark is not None and holds(mark, where):
            return mark, where
        try:
            here = value_at(here, (segment,))
        except NotFound:
            return None
    return None


# --- the view of a seat -----------------------------------------------------------------------


def table_seen_by(table: TableT, seats: Seats) -> TableT:
    """The table as some seats may see it; parts without hidden values are the same objects."""
    mine = frozenset(seats)
    return cover_table(
        table, lambda path, mark: not lies_open(table, mark, path) and not mine & set(mark.to(table, path))
    )


def known_alone(table: Table, seats: Seats) -> frozenset[Path]:
    """The paths of the secrets that some seats know and that are not public. Equal paths mean equal tables."""
    mine = frozenset(seats)
    if not mine or not may_hide(table):
        return frozenset()
    return frozenset(
        path
        for path, mark, value, cls in _marked(table, ())
        if not lies_open(table, mark, path)
        and mine & set(mark.to(table, path))
        and value != cover_value(cls, path[-1], value)
    )


def seen_at(table: Table, path: Path, seats: Seats) -> Any:
    """The part at a path as some seats may see it.

    Raises:
        NotFound: there is nothing at that path.
    """
    mine, part = frozenset(seats), value_at(table, path)

    def hides(where: Path, mark: Secret) -> bool:
        return not lies_open(table, mark, where) and not mine & set(mark.to(table, where))

    if (found := _mark_at(table, path, lambda mark, where: hides(where, mark))) is not None:
        return value_at(cover_of(table, found[1]), path[len(found[1]) :])
    return _veiled(part, path, hides)


def cover_both_tables(now: TableT, then: TableT, seats: Seats) -> tuple[TableT, TableT]:
    """Two tables of a campaign, one of them hypothetical, as some seats may see one next to the other.

    A part that either table hides from them is covered in both. So is an open part with a different value, because it
    may never have been turned over. Once all secrets are open, nothing is covered in either.
    """
    if now.secrets_open:
        return now, then
    paths = _paths_kept(now, seats)(then)
    return _covered_at(now, paths), _covered_at(then, paths)


def view_of_both(now: Table, seats: Seats) -> Callable[[TableT], TableT]:
    """A function that covers another table for a comparison with the current one, as `cover_both_tables` does."""
    paths_kept = _paths_kept(now, seats)

    def shown(then: TableT) -> TableT:
        view_of_both: TableT = _covered_at(then, paths_kept(then))
        return view_of_both

    return (lambda then: then) if now.secrets_open else shown


class _Part(NamedTuple):
    """A marked part of a table: its value, the seats that know it, whether it is open.

    It is a tuple because a preview makes some for each event.
    """

    value: Any
    knowing: frozenset[str]
    is_open: bool
    cls: type[BaseModel]

    def is_kept(self, mine: frozenset[str]) -> bool:
        return not self.is_open and not mine & self.knowing

    def is_another(self, name: str, before: "_Part | None") -> bool:
        """Whether it has a value, and a different one than before."""
        if before is not None and self.value == before.value:
            return False
        return bool(self.value != cover_value(self.cls, name, self.value))


def _parts(table: Table, without: Collection[Path] = ()) -> Iterator[tuple[Path, _Part]]:
    """The marked parts of a table with their paths, without those at some paths."""
    for path, mark, value, cls in _marked(table, ()):
        if path not in without:
            yield path, _Part(value, frozenset(mark.to(table, path)), lies_open(table, mark, path), cls)


def _paths_kept(now: Table, seats: Seats) -> Callable[[Table], set[Path]]:
    """A function that finds the paths to cover in the current table and another one (`cover_both_tables`)."""
    parts, mine = dict(_parts(now)), frozenset(seats)
    kept_now = {path for path, part in parts.items() if part.is_kept(mine)}

    def is_kept(path: Path, part: _Part) -> bool:
        if part.is_kept(mine):
            return True
        before = parts.get(path)
        knowing = part.knowing | before.knowing if before else part.knowing
        return not mine & knowing and part.is_another(path[-1], before)

    return lambda then: kept_now.union(path for path, part in _parts(then, kept_now) if is_kept(path, part))


def _covered_at(part: Any, paths: Iterable[Path]) -> Any:
    """A table or a part of one with the parts at some paths covered; all else is shared with the original."""
    below: dict[str, list[Path]] = {}
    for path in paths:
        below.setdefault(path[0], []).append(path[1:])
    match part:
        case BaseModel() if below:
            return part.model_copy(update={name: _cover_or_below(part, name, rest) for name, rest in below.items()})
        case dict() if below:
            return {key: _covered_at(value, below.get(key, ())) for key, value in part.items()}
        case list() if below:
            return [_covered_at(value, below.get(str(number), ())) for number, value in enumerate(part)]
    return part


def _cover_or_below(part: BaseModel, name: str, rest: list[Path]) -> Any:
    value = getattr(part, name)
    return cover_value(type(part), name, value) if () in rest else _covered_at(value, rest)


Hides = Callable[[Path, Secret], bool]


def cover_table(table: TableT, hides: Hides) -> TableT:
    """A table with some of its marked parts covered; the rest is shared with the original."""
    return _veiled(table, (), hides) if has_secrets(type(table)) else table


def _veiled(part: Any, path: Path, hides: Hides) -> Any:
    match part:
        case BaseModel():
            changes = dict(_covers(part, path, hides))
            return part.model_copy(update=changes) if changes else part
        case dict():
            new = {key: _veiled(value, (*path, key), hides) for key, value in part.items()}
            return new if any(new[key] is not part[key] for key in part) else part
        case list():
            fresh = [_veiled(value, (*path, str(number)), hides) for number, value in enumerate(part)]
            return fresh if any(a is not b for a, b in zip(fresh, part, strict=True)) else part
    return part


def _covers(part: BaseModel, path: Path, hides: Hides) -> Iterator[tuple[str, Any]]:
    """The fields of a state that change when its hidden parts are covered."""
    cls = type(part)
    for name, mark in _marks(cls).items():
        if hides((*path, name), mark):
            yield name, cover_value(cls, name, getattr(part, name))
    for name in ways_to_marks(cls):
        old = getattr(part, name)
        if (new := _veiled(old, (*path, name), hides)) is not old:
            yield name, new


def cover_value(cls: type[BaseModel], name: str, value: Any) -> Any:
    """The cover of a hidden part: the field's default; for a list, as many blanks as it has items."""
    if isinstance(value, list):
        return [""] * len(value)
    default = cls.model_fields[name].get_default(call_default_factory=True)
    return None if default is PydanticUndefined else default


def opened_secrets(before: Table, after: Table) -> list[str]:
    """The paths of the parts that are hidden in one table and open in another."""
    lying_open = {path: value for path, mark, value in marked_values(after) if lies_open(after, mark, path)}
    return [
        join_path(path)
        for path, mark, value in marked_values(before)
        if not lies_open(before, mark, path) and value != cover_of(before, path) and lying_open.get(path) == value
    ]


def cover_of(table: Table, path: Path) -> Any:
    """The cover of the part at a path."""
    parent = value_at(table, path[:-1])
    return cover_value(type(parent), path[-1], value_at(table, path))


__all__ = [
    "Path",
    "Seats",
    "Secret",
    "cover_both_tables",
    "cover_table",
    "has_secrets",
    "hidden_at",
    "is_hidden_from",
    "is_marked",
    "keepers_of",
    "known_alone",
    "lies_open",
    "marked_fields",
    "marked_names",
    "marked_values",
    "may_hide",
    "of_its_seat",
    "opened_secrets",
    "owners_of",
    "seen_at",
    "table_seen_by",
    "view_of_both",
    "ways_to_marks",
]
