"""Correction results: the table that a correction leads to, and the commands that it changes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.framework import kernel
from domain.framework.events.chance import RandomOutcome
from domain.framework.events.event import Event
from domain.framework.refusal import NotFound, Refused
from domain.framework.table import Table
from domain.log.effective_entries import Standing
from domain.log.recomputation.request import CorrectionRequest, restorations, withdrawals
from domain.log.recorded import Line, Recorded

AnyEvent = Event[Any]


@dataclass
class CommandResult:
    """A command that a correction changes, or that the rules refuse after it."""

    command: Recorded
    before: list[Line]
    """The lines that counted of it."""
    planned: list[Line]
    """The lines that would count of it if only the request were recorded, without its results."""
    now: list[AnyEvent]
    """The events that count in its place."""
    refused: list[Refused] = field(default_factory=list)
    """Why the rules would refuse it now; it stays as bent if `now` is not empty."""
    is_flipped: bool = False
    """Whether the table withdraws it although it could stay as bent."""
    amended_places: dict[int, list[int]] = field(default_factory=dict)
    """The places in `now` of an amended consequence and of what follows from it, by its entry."""
    rolled: Mapping[int, AnyEvent] = field(default_factory=dict)
    """The events of `now` with a new roll or draw, by their place, each before it was settled."""
    inserted: list[int] = field(default_factory=list)
    """The places in `now` of forgotten events; all others are the command and consequences."""
    fell: Sequence[RandomOutcome] = ()
    """The random outcomes of the first event of `now`."""

    def events_for(self, position: int) -> list[AnyEvent]:
        """The events that count in place of an amended consequence, with those that follow from it."""
        return [self.now[place] for place in self.amended_places.get(position, ())]

    def amendment(self) -> kernel.Amended:
        """The amendment of the whole command."""
        return _amendment(self.command.position, self.now, [position for position, _ in self.command.caused])

    def kept_entries(self, mid: Standing) -> set[int] | None:
        """The entries that count if only whole consequences no longer follow; None if more changes."""
        planned, kept = iter(self.planned), set[int]()
        if any(position in mid.amended for position in self.command.positions):
            return None
        for event in self.now:
            position = next((position for position, counted in planned if counted == event), None)
            if position is None:
                return None
            kept.add(position)
        return kept if self.command.position in kept else None

    def is_as_recorded(self, mid: Standing) -> bool:
        """Whether the command, or a consequence of it, counts again just as it was recorded."""
        if any(position in mid.amended or position in mid.replaced for position in self.command.positions):
            return False
        return [self.command.own, *(event for _, event in self.command.caused)] == self.now


@dataclass
class CorrectionResult:
    """The table that a correction leads to, and all commands that it changes."""

    table: Table
    request: CorrectionRequest
    outcomes: dict[int, CommandResult] = field(default_factory=dict)
    """The commands that change or are refused, by their position, in the order of the log."""
    mid: Standing = field(default_factory=Standing)
    """Which entries would count if only the request were recorded, without its results."""

    @property
    def dropped(self) -> list[CommandResult]:
        """Later commands that are withdrawn, because they are no longer possible or the table decided so."""
        return [one for one in self.outcomes.values() if one.refused and not one.now]

    @property
    def bent(self) -> list[CommandResult]:
        """Later commands that stay although the rules would refuse them."""
        return [one for one in self.outcomes.values() if one.refused and one.now]

    def stamp_of(self, correction: kernel.KernelEvent) -> dict[str, Any]:
        """The stamp of an amendment: its forgotten events, and, if known, the typed fields and random outcomes."""
        one = self.outcomes.get(correction.entry) if isinstance(correction, kernel.Amended) else None
        if one is None:
            return {}
        said = self.request.said.get(one.command.position)
        return {"inserted": one.inserted, **({} if said is None else {"said": said, "fell": one.fell})}

    def requested_corrections(self) -> list[kernel.KernelEvent]:
        """The correction that was requested, as it is recorded."""
        return [*self.request.corrections(), *self._requested_amendments()]

    def _requested_amendments(self) -> Iterator[kernel.Amended]:
        for one in self.outcomes.values():
            for position in one.command.positions:
                if position not in self.request.changed:
                    continue
                if position == one.command.position:
                    yield one.amendment()
                elif now := one.events_for(position):
                    yield _amendment(position, now, one.command.caused_by(position))
                else:
                    raise NotFound("Entry {position} cannot be fixed.", position=position)

    def results(self) -> list[kernel.KernelEvent]:
        """The corrections that result from it, which are recorded with the requested one as their cause."""
        flipped, gone, back = list[int](), list[int](), list[int]()
        amended = list[kernel.KernelEvent]()
        for one in self.outcomes.values():
            if one.command.position in self.request.changed or one.now == self._planned_events(one):
                continue
            counting = [position for position in one.command.positions if position in dict(one.planned)]
            withdrawn = [position for position in one.command.positions if position in self.mid.withdrawn]
            if not one.now:
                (flipped if one.is_flipped else gone).extend(counting)
            elif (kept := one.kept_entries(self.mid)) is not None:
                gone += [position for position in counting if position not in kept]
            elif one.is_as_recorded(self.mid):
                back += withdrawn
            else:
                back += [position for position in withdrawn if position == one.command.position]
                amended.append(one.amendment())
        return [*restorations(back), *withdrawals(flipped, "alone"), *withdrawals(gone, "those"), *amended]

    def _planned_events(self, one: CommandResult) -> list[AnyEvent]:
        """The events that would count of a command if only the request were recorded, amended consequences included."""
        found = list[AnyEvent]()
        replaced = {position for of in self.request.amended for position in one.command.caused_by(of)}
        for position, event in one.planned:
            if position in self.request.amended:
                found += one.events_for(position)
            elif position not in replaced:
                found.append(event)
        return found


def _amendment(position: int, now: Sequence[AnyEvent], replaces: Sequence[int]) -> kernel.Amended:
    return kernel.Amended(entry=position, now=tuple(map(kernel.as_stored_event, now)), replaces=tuple(replaces))


__all__ = ["CommandResult", "CorrectionResult"]
