"""Outcomes: the dice, draws and shuffles of a recorded event, found and repeated when it is recorded again.

An entry stores the event after the rules settled it. `unsettle` finds the event as it was before, and its outcomes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any, NamedTuple, TypeVar

from pydantic import BaseModel

from domain.framework.events.card_defaults import printed_in
from domain.framework.events.chance import NO_CHANCE, Chance, RandomOutcome, RecordedChance, WouldRoll
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import filled_in, is_offered
from domain.framework.table import Table
from domain.log.entries import Stamp

AnyEvent = Event[Any]
T = TypeVar("T")
TRIES = 400
"""How many outcomes are tried to find the recorded ones; mostly the first fits, because the event stores it."""


class RepeatedChance(Chance):
    """A source of outcomes that repeats recorded ones; those no longer possible come from a seeded generator.

    Args:
        outcomes: the outcomes to repeat, in order.
        seed: the seed of the generator, so that a preview draws what is recorded later.
    """

    def __init__(self, outcomes: Iterable[RandomOutcome], seed: str) -> None:
        self._left, self._seed = list(outcomes), seed
        self.is_fresh = False
        """Whether the generator was used."""

    @cached_property
    def _source(self) -> Random:  # type: ignore[override]  # made when it is needed, because most outcomes repeat
        return Random(self._seed)  # noqa: S311 - a preview and its recording draw the same

    def _next(self, kind: str) -> RandomOutcome | None:
        found = next((one for one in self._left if one.kind == kind), None)
        if found:
            self._left.remove(found)
        return found

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        one = self._next("dice")
        shown: tuple[int, ...] = tuple(one.shown[:count]) if one and one.faces == faces else ()
        if len(shown) == count:
            return shown
        self.is_fresh = True
        return shown + super().dice(count - len(shown), faces)

    def draw(self, pile: Sequence[T]) -> T:
        one = self._next("draw")
        if one and one.shown in pile:
            drawn: T = one.shown
            return drawn
        self.is_fresh = True
        return super().draw(pile)

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        one = self._next("shuffle")
        order, left = _in_order(one.shown if one else (), pile)
        if left:
            self.is_fresh = True
            for thing in super().shuffle(left):
                order.insert(self._source.randint(0, len(order)), thing)
        return tuple(order)


class _TriedChance(Chance):
    """A source of outcomes that follows a path of choices; `likely` outcomes come first among them."""

    def __init__(self, likely: Sequence[Any], path: Sequence[int]) -> None:
        super().__init__(Random(0))  # noqa: S311 - nothing is drawn from it
        self._likely, self._path = list(likely), path
        self.widths = list[int]()
        """How many choices there were at each step of the path."""
        self.outcomes = list[RandomOutcome]()

    def _pick(self, options: Sequence[Any]) -> Any:
        first = [one for one in dict.fromkeys(self._likely) if one in options]
        order = [*first, *(one for one in options if one not in first)]
        step = len(self.widths)
        picked = order[self._path[step] if step < len(self._path) else 0]
        self.widths.append(len(order))
        if picked in self._likely:
            self._likely.remove(picked)
        return picked

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        shown = tuple(self._pick(range(1, faces + 1)) for _ in range(count))
        self.outcomes.append(RandomOutcome("dice", faces, shown))
        return shown

    def draw(self, pile: Sequence[T]) -> T:
        shown: T = self._pick(list(dict.fromkeys(pile)))
        self.outcomes.append(RandomOutcome("draw", 0, shown))
        return shown

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        order, left = _in_order(self._likely, pile)
        self.outcomes.append(RandomOutcome("shuffle", 0, (*order, *left)))
        return (*order, *left)


def _in_order(order: Iterable[T], pile: Sequence[T]) -> tuple[list[T], list[T]]:
    """The things of a pile in an order, and those of the pile that the order lacks."""
    left, found = list(pile), list[T]()
    for thing in order:
        if thing in left:
            left.remove(thing)
            found.append(thing)
    return found, left


# --- finding recorded outcomes ----------------------------------------------------------------


class Unsettled(NamedTuple):
    """An event before the rules settled it, and its random outcomes; None if none lead to the recorded event."""

    event: AnyEvent
    outcomes: Sequence[RandomOutcome] | None
    names: tuple[str, ...] = ()
    """The fields that the rules settled, if `said` is unknown."""
    said: frozenset[str] | None = None
    """The fields that a person typed or chose; None for entries of older releases."""
    recorded: AnyEvent | None = None

    def bare(self, event: AnyEvent) -> AnyEvent:
        """An event of the same class without its settled fields."""
        if event is self.recorded:
            return self.event
        return without_fields(event, self.names) if self.said is None else only_fields(event, self.said)


def without_fields(event: AnyEvent, names: Iterable[str]) -> AnyEvent:
    """An event without the settled values of some fields."""
    filled = filled_in(type(event))
    return event.copy_with(**{name: filled[name]() for name in names})


def only_fields(event: AnyEvent, names: Collection[str]) -> AnyEvent:
    """An event with the values of some fields only, as if all others had been left out."""
    cls = type(event)
    return cls.model_construct({*names}, **{name: getattr(event, name) for name in cls.model_fields if name in names})


def unsettle(recorded: AnyEvent, tables: Iterable[Table], stamp: Stamp | None = None) -> Unsettled:
    """A recorded event as it was before the rules settled it, on the first table on which they settle it so.

    Without a stamp, or if today's rules settle it to another event, that is inferred.
    """
    cls, tables = type(recorded), list(tables)
    if stamp is not None:
        bare = only_fields(recorded, stamp.said)
        if any(_settles_so(recorded, bare, stamp.fell, table) for table in tables):
            return Unsettled(bare, stamp.fell, said=stamp.said, recorded=recorded)
    filled = filled_in(cls)
    if cls.settle is Event.settle and not printed_in(cls):
        return Unsettled(recorded, ())
    ways: list[Iterable[str]] = [filled, [name for name in filled if not is_offered(cls, name)], ()]
    for table in tables:
        for names in ways:
            bare = without_fields(recorded, names)
            outcomes = find_outcomes(bare, table, recorded)
            if outcomes is not None:
                return Unsettled(bare, outcomes, tuple(names))
    return Unsettled(recorded, None)


def _settles_so(recorded: AnyEvent, bare: AnyEvent, outcomes: Sequence[RandomOutcome], table: Table) -> bool:
    """Whether the rules settle an event with some outcomes to the recorded one."""
    chance = RepeatedChance(outcomes, "")
    try:
        done = bare.complete(table, chance)
    except Exception:  # today's rules cannot settle it there
        return False
    return done == recorded and not chance.is_fresh


def find_outcomes(event: AnyEvent, table: Table, recorded: AnyEvent) -> Sequence[RandomOutcome] | None:
    """The outcomes with which the rules settle an event to the recorded one; None if there are none."""
    try:
        return () if event.complete(table, NO_CHANCE) == recorded else None
    except WouldRoll:
        pass
    except Exception:  # today's rules cannot settle it there
        return None
    with suppress(Exception):
        return _search(event, table, recorded)
    return None


def _search(event: AnyEvent, table: Table, recorded: AnyEvent) -> Sequence[RandomOutcome] | None:
    likely, path = [one for one in _leaves(recorded) if one.__hash__], list[int]()
    for _ in range(TRIES):
        tried = _TriedChance(likely, path)
        if event.complete(table, tried) == recorded:
            return tried.outcomes
        following = _next_path(path, tried.widths)
        if not following:
            return None
        path = following
    return None


def _next_path(path: Sequence[int], widths: Sequence[int]) -> list[int]:
    """The path of choices after another one, depth first; empty after the last."""
    found = [*path, *([0] * (len(widths) - len(path)))]
    while found and found[-1] + 1 >= widths[len(found) - 1]:
        found.pop()
    if found:
        found[-1] += 1
    return found


def _leaves(value: Any) -> Iterator[Any]:
    """The plain values in an event, keys of mappings included."""
    match value:
        case BaseModel():
            yield from _leaves(dict(value))
        case Mapping():
            for key, part in value.items():
                yield key
                yield from _leaves(part)
        case list() | tuple() | set() | frozenset():
            for part in value:
                yield from _leaves(part)
        case _:
            yield value


# --- settling with recorded outcomes ----------------------------------------------------------


class Settler:
    """Settles the events of one command as the rules do, with their recorded random outcomes.

    Args:
        seed: the seed of the command's new dice and draws.
    """

    def __init__(self, seed: str) -> None:
        self._seed, self._count = seed, 0
        self._rolled = list[tuple[AnyEvent, AnyEvent]]()
        """The settled events with a new roll or draw, each with the event before it was settled."""
        self._outcomes = list[tuple[AnyEvent, Sequence[RandomOutcome]]]()
        """The settled events with rolls or draws, each with its outcomes."""

    def settle(
        self, event: AnyEvent, table: Table, outcomes: Callable[[], Sequence[RandomOutcome] | AnyEvent]
    ) -> AnyEvent:
        """Settle an event.

        Args:
            outcomes: its recorded outcomes, only called if the rules roll; or, if they were not found, the recorded
                event, whose settled fields then stay.
        """
        self._count += 1
        try:
            return event.complete(table, NO_CHANCE)
        except WouldRoll:
            pass
        found = outcomes()
        if isinstance(found, Event):
            return event.copy_with(**{name: getattr(found, name) for name in filled_in(type(event))})
        chance = RepeatedChance(found, f"{self._seed}:{self._count}")
        recorded = RecordedChance(chance)
        settled = event.complete(table, recorded)
        self._outcomes.append((settled, recorded.take()))
        if chance.is_fresh:
            self._rolled.append((settled, event))
        return settled

    def places_rolled(self, now: Sequence[AnyEvent]) -> dict[int, AnyEvent]:
        """The events with a new roll or draw by their place, each before it was settled."""
        return {place: bare for place, event in enumerate(now) for settled, bare in self._rolled if settled is event}

    def outcomes_of(self, event: AnyEvent) -> Sequence[RandomOutcome]:
        """The random outcomes of one of the settled events."""
        return next((outcomes for settled, outcomes in self._outcomes if settled is event), ())


def may_become(event: AnyEvent, recorded: AnyEvent) -> bool:
    """Whether the rules may settle an event to the recorded one."""
    if type(event) is not type(recorded):
        return False
    if event == recorded:
        return True
    filled = filled_in(type(event))
    return all(
        name in filled or _is_empty(value := getattr(event, name)) or value == getattr(recorded, name)
        for name in type(event).model_fields
    )


def _is_empty(value: Any) -> bool:
    return value in (None, "", (), [], {}, 0, False)


__all__ = ["RepeatedChance", "Settler", "Unsettled", "find_outcomes", "may_become", "only_fields", "unsettle"]
