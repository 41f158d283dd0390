"""An oracle for corrections: the commands of a golden log, recorded again by hand.

It derives consequences with its own code and never calls `domain.log.recomputation`. A log is first recorded by the
rules of today, so that no change of a rule since counts as a fault.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.framework.refusal import Refused
from domain.framework.table import Table
from domain.games import BY_KEY
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command
from domain.log.entries import CORRECTION_TOPICS, Memory, Raw
from domain.log.reasons import reasons_against
from domain.log.recomputation.outcomes import find_outcomes, may_become, unsettle
from projections.documents.lossless import read_lossless

AnyEvent = Event[Any]
GOLDEN = Path(__file__).parent / "golden"
DRAWN_BY_THE_APP = {"heroes3": "dice-kept", "odalin": "action-cards-kept"}
"""What a table of today says where the app rolls the dice or deals the cards; older tables need not have said it."""
ID = "0" * 32
NOON = "2027-01-01T12:00:00Z"


@dataclass
class Said:
    """An event as it was typed, as it was recorded, and its random outcomes."""

    given: AnyEvent
    recorded: AnyEvent
    fell: list[Any] = field(default_factory=list)


@dataclass
class Unit:
    """A command of a log with its consequences."""

    position: int
    root: Said
    caused: list[Said] = field(default_factory=list)
    bent: Any = None
    later: str = ""

    @property
    def events(self) -> list[AnyEvent]:
        return [self.root.recorded, *(one.recorded for one in self.caused)]


@dataclass
class Log:
    """A golden log, recorded again by the rules of today."""

    name: str
    game: AnyGame
    raws: list[Raw]
    packs: dict[str, Any]
    units: list[Unit]

    def campaign(self, more: Sequence[Raw] = ()) -> Campaign:
        return Campaign(ID, self.game, Memory([*self.raws, *more]), self.packs.get)


class Tape(Chance):
    """Repeats recorded outcomes, and notes all that it gives."""

    def __init__(self, fell: Sequence[Any], seed: str) -> None:
        super().__init__(Random(seed))
        self._left, self.given = list(fell), list[Any]()

    def _take(self, kind: str) -> Any:
        found = next((one for one in self._left if one[0] == kind), None)
        if found is not None:
            self._left.remove(found)
        return found

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        found = self._take("dice")
        shown: tuple[int, ...] = tuple(found[2][:count]) if found and found[1] == faces else ()
        if len(shown) < count:
            shown += super().dice(count - len(shown), faces)
        self.given.append(("dice", faces, shown))
        return shown

    def draw(self, pile: Sequence[Any]) -> Any:
        found = self._take("draw")
        shown = found[2] if found and found[2] in pile else super().draw(pile)
        self.given.append(("draw", 0, shown))
        return shown

    def shuffle(self, pile: Sequence[Any]) -> tuple[Any, ...]:
        found, left, order = self._take("shuffle"), list(pile), list[Any]()
        for card in found[2] if found else ():
            if card in left:
                left.remove(card)
                order.append(card)
        for card in super().shuffle(left) if left else ():
            order.insert(self._source.randint(0, len(order)), card)
        self.given.append(("shuffle", 0, tuple(order)))
        return tuple(order)


# --- recording again --------------------------------------------------------------------------

Complete = Callable[[AnyEvent, Table], AnyEvent]


def derive(game: AnyGame, event: AnyEvent, table: Table, complete: Complete) -> Iterator[tuple[AnyEvent, int | None]]:
    """Everything that happens with a command, applied; each with the number of its cause."""
    pending: list[tuple[AnyEvent, int | None]] = [(event, None)]
    left_open = game.compelled(table)
    for number in range(1, 300):
        next_, cause = pending.pop(0)
        happened = complete(next_, table)
        yield happened, cause
        plan = happened.plan(table)
        happened.record_on(table)
        pending[:0] = [(one, number) for one in game.followers(happened, table, plan)]
        while pending and table.held(pending[0][0].void_reasons(table)):
            del pending[0]
        if not pending:
            pending = [(one, number) for one in game.compelled(table) if one not in left_open]
        if not pending:
            return
    raise AssertionError("no end of consequences")


class Keeper:
    """Settles the events of a unit with their recorded outcomes."""

    def __init__(self, unit: Unit) -> None:
        self._unit, self._left, self._count = unit, list(unit.caused), 0
        self.said = list[Said]()

    def __call__(self, event: AnyEvent, table: Table) -> AnyEvent:
        known = self._known(event) if self._count else self._unit.root
        self._count += 1
        tape = Tape(known.fell if known else (), f"{ID}:{self._unit.position}:{self._count}")
        done = event.complete(table, tape)
        self.said.append(Said(event, done, tape.given))
        return done

    def _known(self, event: AnyEvent) -> Said | None:
        tests: Sequence[Callable[[Said], bool]] = (
            lambda one: one.given == event,
            lambda one: may_become(event, one.recorded),
            lambda one: type(one.recorded) is type(event),
        )
        found = next((one for fits in tests for one in self._left if fits(one)), None)
        if found is not None:
            self._left.remove(found)
        return found


def refusals(campaign: Campaign, event: AnyEvent, table: Table, unit: Unit) -> list[Refused]:
    overrules = bool(unit.bent or unit.later)
    reasons = reasons_against(campaign.game, event, table, past_step=True, though_untracked=True)
    return [one for one in reasons if not (overrules and one.bendable)]


def recorded_again(path: Path) -> Log:
    """A golden log by the rules of today; a command that they refuse is bent, or left out."""
    found = read_lossless(io.BytesIO(path.read_bytes()), BY_KEY)
    packs = {pack.digest: pack for pack in found.packs}
    old = Campaign(ID, found.game, Memory(list(found.raws)), packs.get)
    log = Log(path.stem, found.game, [], packs, [])
    new = log.campaign()
    for unit in _units(old):
        _record(new, unit, log)
        if not log.units[1:]:
            _let_the_app_draw(new, log)
    return log


def _let_the_app_draw(campaign: Campaign, log: Log) -> None:
    """Record that the app rolls and deals, as it did at the tables of the golden logs."""
    for name in filter(None, [DRAWN_BY_THE_APP.get(log.game.key)]):
        kept = log.game.by_name[name]()
        _record(campaign, Unit(0, Said(kept, kept)), log)


def _units(campaign: Campaign) -> Iterator[Unit]:
    """The commands of a log as they count; their outcomes are not known yet."""
    now, unit = campaign.standing(), None
    for entry in campaign.entries():
        if entry.topic in CORRECTION_TOPICS or not now.counts(entry.position) or entry.event is None:
            continue
        amendment = now.amended.get(entry.position)
        said = [Said(event, event) for event in (amendment.events if amendment else (entry.event,))]
        if entry.cause is None:
            if unit:
                yield unit
            unit = Unit(entry.position, said[0], said[1:], entry.bent, entry.later)
        elif unit:
            unit.caused += said
    if unit:
        yield unit


def _record(campaign: Campaign, unit: Unit, log: Log) -> None:
    table, root = campaign.table, unit.root
    root.given, fell, *_ = unsettle(root.recorded, (table,))
    root.fell = list(fell or ())
    position = campaign.position + 1
    unit.position = position
    try:
        done = root.given.complete(table, Tape(root.fell, f"{ID}:{position}:1"))
        if done != root.recorded:  # the rules of today fill in more: then it counts as said, for a log does not say
            root.recorded = done
            root.given, fell, *_ = unsettle(done, (table,))
            root.fell = list(fell or ())
        reasons = refusals(campaign, done, table, unit)
        if reasons and all(one.bendable for one in reasons):
            unit.bent = {"reason": "the rules of today", "codes": [one.code for one in reasons]}
            reasons = refusals(campaign, done, table, unit)
        trial = table.model_copy(deep=True)
        list(derive(log.game, root.given, trial, Keeper(unit)))
    except Exception:  # a rule of today cannot be asked of it
        return
    if reasons:
        return
    keeper, command = _Learning(unit), Command(f"unit-{position}", NOON, later=unit.later)
    batch = Batch(campaign.id, log.game, table, campaign.trace)
    for happened, cause in derive(log.game, root.given, table, keeper):
        bent = unit.bent if cause is None else None
        campaign.append(batch, happened, command, None if cause is None else position - 1 + cause, bent)
    log.raws += batch.raws
    memory: Any = campaign.source
    memory.raws += batch.raws
    log.units.append(Unit(position, keeper.said[0], keeper.said[1:], unit.bent, unit.later))


class _Learning(Keeper):
    """Finds the outcomes of the consequences, which the log does not store."""

    def __call__(self, event: AnyEvent, table: Table) -> AnyEvent:
        for one in self._left:
            if may_become(event, one.recorded):
                one.given, one.fell = event, list(find_outcomes(event, table, one.recorded) or ())
                break
        return super().__call__(event, table)


def played_right(log: Log, table: Table, units: Sequence[Unit], changed: Mapping[int, AnyEvent | None]) -> Table:
    """The table after some commands, some of which are other events, or left out; a later one that the rules refuse
    stays if a card could overrule them.
    """
    campaign = log.campaign()
    for unit in units:
        given = changed.get(unit.position, unit.root.given)
        asked = changed.get(unit.position, unit.root.recorded)
        if given is None or asked is None:
            continue
        if any(not one.bendable for one in refusals(campaign, asked, table, unit)):
            continue
        for _ in derive(log.game, given, table, Keeper(unit)):
            pass
    return table
