"""Origins: the events that a command is recorded again from, and their dice, draws and shuffles."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from domain.framework.events.chance import RandomOutcome
from domain.framework.events.event import Event
from domain.framework.table import Table
from domain.log.campaign import Campaign
from domain.log.entries import Stamp
from domain.log.recomputation.outcomes import Settler, Unsettled, find_outcomes, may_become, unsettle
from domain.log.recomputation.scratch import event_for_table

AnyEvent = Event[Any]


@dataclass(slots=True)
class Origin:
    """The events that a command is recorded again from, and the table on which the rules settled them."""

    events: list[AnyEvent]
    tables: Sequence[Table]
    """The tables on which the rules may have settled them, the likeliest first."""
    copy_of_table: Callable[[], Table]
    """Makes a copy of the likeliest one as it was before the command."""
    stamps: Mapping[int, Stamp] = field(default_factory=dict)
    """The stamps of the events by their places, if they are known."""
    other: "Origin | None" = None
    """Another origin, for events whose random outcomes are not found in this one."""


def unsettled_root(origin: Origin) -> Unsettled:
    """The command of an origin before the rules settled it, and its random outcomes."""
    found = unsettle(origin.events[0], origin.tables, origin.stamps.get(0))
    return unsettled_root(origin.other) if found.outcomes is None and origin.other is not None else found


class CorrectedConsequence(NamedTuple):
    """A recorded consequence that was withdrawn or amended without its cause."""

    position: int
    recorded: AnyEvent
    given: AnyEvent | None
    """The event in its place; None if it was withdrawn."""


class Consequence(NamedTuple):
    """A consequence of an origin."""

    followed: AnyEvent
    """The event as it followed, before the rules settled it."""
    recorded: AnyEvent
    outcomes: Sequence[RandomOutcome] | None
    """Its random outcomes; None if none lead to the recorded event."""


class CommandSettler:
    """Settles the events of a command that is recorded again, with their recorded random outcomes."""

    def __init__(
        self,
        campaign: Campaign,
        origin: Origin,
        root: Unsettled,
        settler: Settler,
        corrected: Sequence[CorrectedConsequence] = (),
    ) -> None:
        self._campaign, self._origin, self._root, self._settler = campaign, origin, root, settler
        self._corrected, self._is_begun = list(corrected), False
        self.amended: int | None = None
        """The position of the amended consequence that the last event replaces."""
        self._consequences: list[Consequence] | None = None

    def __call__(self, event: AnyEvent, table: Table) -> AnyEvent | None:
        if not self._is_begun:
            self._is_begun = True
            return self._settler.settle(event, table, self._outcomes_of_root)
        corrected = next((one for one in self._corrected if may_become(event, one.recorded)), None)
        self.amended, given = None, event
        if corrected is not None:
            self._corrected.remove(corrected)
            if corrected.given is None:
                return None
            self.amended, given = corrected.position, corrected.given
        return self._settler.settle(given, table, lambda: self._outcomes_of(event))

    def _outcomes_of_root(self) -> Sequence[RandomOutcome] | AnyEvent:
        if self._root.outcomes is not None:
            return self._root.outcomes
        last = self._origin.other or self._origin
        return last.events[0] if last.events else ()

    def _outcomes_of(self, event: AnyEvent) -> Sequence[RandomOutcome] | AnyEvent:
        """The random outcomes of a consequence, searched only if it rolls, because few do."""
        if self._consequences is None:
            self._consequences = list(self._consequences_of_origin())
        tests: tuple[Callable[[Consequence], bool], ...] = (
            lambda one: one.followed == event,
            lambda one: may_become(event, one.recorded),
            lambda one: type(one.recorded) is type(event),
        )
        for fits in tests:
            if found := next(filter(fits, self._consequences), None):
                self._consequences.remove(found)
                return found.recorded if found.outcomes is None else found.outcomes
        return ()

    def _consequences_of_origin(self) -> Iterator[Consequence]:
        origin: Origin | None = self._origin
        while origin is not None:
            for _, consequences in split_commands(self._campaign, origin) if origin.events else ():
                yield from (one for one in consequences if one.outcomes is not None or origin.other is None)
            origin = origin.other


def split_commands(campaign: Campaign, origin: Origin) -> Iterator[tuple[AnyEvent, list[Consequence]]]:
    """Split the events that count in place of a command into commands with their consequences.

    A command begins with each event that does not follow from those before it.
    """
    table = origin.copy_of_table()
    root, found, pending = origin.events[0], list[Consequence](), list[AnyEvent]()
    for number, event in enumerate(origin.events):
        if number:
            place = _place_in(pending, event)
            if place is None:
                pending = campaign.game.compelled(table)
                place = _place_in(pending, event)
            if place is None:
                yield root, found
                root, found, pending = event, [], []
            else:
                stamp = origin.stamps.get(number)
                outcomes = find_outcomes(pending[place], table, event) if stamp is None else stamp.fell
                found.append(Consequence(pending[place], event, outcomes))
                pending = pending[place + 1 :]
        plan = event.plan(table)
        event_for_table(event).record_on(table)
        pending[:0] = campaign.game.followers(event, table, plan)
    yield root, found


def _place_in(pending: Sequence[AnyEvent], event: AnyEvent) -> int | None:
    return next((place for place, one in enumerate(pending) if may_become(one, event)), None)


__all__ = ["CommandSettler", "Consequence", "CorrectedConsequence", "Origin", "split_commands", "unsettled_root"]
