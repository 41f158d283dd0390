"""Recorded commands: the log read command by command, and the events that count of each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.framework.events.chance import RandomOutcome
from domain.framework.events.event import Event
from domain.log.campaign import Campaign
from domain.log.effective_entries import Standing
from domain.log.entries import CORRECTION_TOPICS, Row, Stamp
from domain.log.entry_decoding import Unreadable, stamp_of

AnyEvent = Event[Any]
Line = tuple[int, AnyEvent]
"""An event that counts, with the position of its entry."""
KEYS = (b'"said":', b'"cause":', b'"fell":', b'"bent":', b'"later":', b"\\")
"""An entry whose bytes contain any of these has a stamp that is needed."""


@dataclass(slots=True)
class Recorded:
    """A command of the log: the entry that a player recorded, and its consequences."""

    position: int
    own: AnyEvent | None
    """Its event; None if it cannot be read."""
    caused: list[tuple[int, AnyEvent | None]] = field(default_factory=list)
    bent: Any = None
    later: str = ""

    causes: dict[int, int] = field(default_factory=dict)
    """The cause of each consequence, by their positions."""
    said: frozenset[str] | None = None
    """The fields that a person typed or chose; None for entries of older releases, whose `fell` is unknown too."""
    fell: dict[int, Sequence[RandomOutcome]] = field(default_factory=dict)
    """The random outcomes of its entries, by their positions."""

    @property
    def positions(self) -> list[int]:
        return [self.position, *(position for position, _ in self.caused)]

    def stamps(self, events: Sequence[AnyEvent]) -> dict[int, Stamp]:
        """The stamps of events that count of the command, by their places, as far as they are as recorded."""
        if self.said is None or not events or events[0] != self.own:
            return {}
        found, left = {0: Stamp(self.said, self.fell.get(self.position, ()))}, [*self.caused]
        for place, event in enumerate(events[1:], 1):
            recorded = next((one for one in left if one[1] == event), None)
            if recorded is not None:
                left.remove(recorded)
                found[place] = Stamp(frozenset(), self.fell.get(recorded[0], ()))
        return found

    def caused_by(self, position: int) -> tuple[int, ...]:
        """The consequences that follow from one of its entries, also through others."""
        found = {position}
        for consequence, cause in self.causes.items():
            if cause in found:
                found.add(consequence)
        return tuple(sorted(found - {position}))


class StandingLines:
    """The events of each command that count at one point in time."""

    def __init__(self, standing: Standing) -> None:
        self.standing, self._skip = standing, standing.skips()

    def lines(self, one: Recorded) -> list[Line]:
        """The events that count of a command, in order."""
        found: list[Line] = []
        for position, event in ((one.position, one.own), *one.caused):
            if position in self._skip:
                continue
            if amendment := self.standing.amended.get(position):
                found += [(position, happened) for happened in amendment.events]
            elif event is not None:
                found.append((position, event))
        return found

    def withdraws(self, one: Recorded) -> bool:
        """Whether a command is withdrawn."""
        return one.position in self.standing.withdrawn


def events_of(lines: Iterable[Line]) -> list[AnyEvent]:
    return [event for _, event in lines]


def commands_from(campaign: Campaign, first: int) -> Iterator[Recorded]:
    """The commands of the log from a position on, which begins one."""
    current: Recorded | None = None
    for row in campaign.source.rows(first - 1, campaign.position):
        if row[1] in CORRECTION_TOPICS:
            continue
        event, stamp = _readable(campaign, row), _stamp_if_any(row[2])
        if current is not None and stamp.get("cause") is not None:
            current.caused.append((row[0], event))
            current.causes[row[0]] = stamp["cause"]
        else:
            if current is not None:
                yield current
            bent, later, said = stamp.get("bent"), stamp.get("later", ""), stamp.get("said")
            current = Recorded(row[0], event, bent=bent, later=later, said=said)
        if stamp.get("fell"):
            current.fell[row[0]] = stamp["fell"]
    if current is not None:
        yield current


def _readable(campaign: Campaign, row: Row) -> AnyEvent | None:
    try:
        return campaign.reader.event(row[1], row[2])
    except Unreadable:
        return None


def _stamp_if_any(state: bytes) -> Mapping[str, Any]:
    """The stamp of an entry, if it has any of the keys needed here; a backslash may hide how one is written."""
    return stamp_of(state) if any(key in state for key in KEYS) else {}


__all__ = ["Line", "Recorded", "StandingLines", "commands_from", "events_of"]
