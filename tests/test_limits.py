"""A limit holds for every event that uses it: once it is reached, its refusal meets each of them.

The moments are a sample of the golden logs, those just before a use was recorded, and the short tables of a game in
`tests/domain/games/<key>/limits.py`, which reach what no golden log reaches. At each moment every event of a limit is
recorded on a copy until the limit is reached; then each of the others is tried with values that pass without the limit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from pydantic_core import to_jsonable_python

from companion.testing import Spec, given_bent
from domain.components.agenda import agenda_of
from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Known
from domain.framework.events.event import Event, name_of
from domain.framework.fields.choices import known_of
from domain.framework.fields.feasibility import may_be_recorded, values_of_shape
from domain.framework.fields.field_shapes import MappingShape, NumberShape
from domain.framework.fields.fields import FieldInfo, fields_of, make_event
from domain.framework.game import AnyGame
from domain.framework.refusal import Misfit, Refused
from domain.framework.table import Table
from domain.games import BY_KEY
from domain.log.campaign import Campaign
from domain.log.consequences import settle_chain
from domain.log.reasons import reasons_against
from tests.sampling import is_sampled
from tests.shown import logs_of, opened

STRIDE = 48
"""One entry of so many is a moment of the sample."""
USES = 6
"""At so many recorded uses of a class its golden log is a moment, too."""
MOST_REACHED, ENOUGH = 12, 4
"""An event reaches its limit at so many moments at most; a pair of events is tried at so many."""
ENDS = 4
"""So many of the first and of the last values of a field are tried."""
MOST_VALUES, MOST_FILLINGS = 100, 20

AnyLimit = Limit[Any]
AnyEvent = Event[Any]
Uses = Mapping[type[AnyEvent], Known]
"""The events that name a limit, with the fields by which each is a use."""


@cache
def limits_of(game: AnyGame) -> Mapping[AnyLimit, Uses]:
    """The limits that the events of a game name."""
    found: dict[AnyLimit, dict[type[AnyEvent], Known]] = {}
    for cls in game.events:
        for limit, known in cls.limits.items():
            found.setdefault(limit, {})[cls] = known
    return found


@cache
def sampled_tables(game: AnyGame) -> Sequence[Table]:
    """The tables of short constructed plays, the last of each first, and of golden logs."""
    found: list[Table] = []
    for play in import_module(f"tests.domain.games.{game.key}.limits").TABLES.values():
        campaign = (play if isinstance(play, Spec) else given_bent(game, *play)).play.campaign
        found += [campaign.at(position) for position in range(campaign.position, 1, -1)]
    for log in logs_of(game):
        campaign = opened(game, log)
        found += [campaign.at(position) for position in positions_of(campaign, game, log)]
    return found


def positions_of(campaign: Campaign, game: AnyGame, log: str) -> Iterator[int]:
    """The moments of a log: a sample by hash, and those before the first uses of each event that names a limit."""
    using = {cls.topic for uses in limits_of(game).values() for cls in uses}
    met = Counter[str]()
    for position in range(1, campaign.position):
        following = campaign.entry(position + 1)
        met[following.topic] += 1
        is_use = following.topic in using and following.cause is None and met[following.topic] <= USES
        if is_use or is_sampled(STRIDE, log, position):
            yield position


# === Values with which an event passes ========================================================


def fillings_of(cls: type[AnyEvent], known: Known, table: Table) -> Iterator[Known]:
    """Values with which no known field refuses an event: its required fields in all ways, each other one in turn."""
    if not may_be_recorded(cls, known, table):
        return
    asked = [info for info in fields_of(cls) if not info.settled and info.name not in known]
    for filled in _required(cls, [info for info in asked if info.required], known, table):
        yield filled
        for info in asked:
            if not info.required:
                yield from _each(cls, info, filled, table)


def _required(cls: type[AnyEvent], infos: Sequence[FieldInfo], known: Known, table: Table) -> Iterator[Known]:
    if not infos:
        yield known
        return
    for filled in _each(cls, infos[0], known, table):
        yield from _required(cls, infos[1:], filled, table)


def _each(cls: type[AnyEvent], info: FieldInfo, known: Known, table: Table) -> Iterator[Known]:
    """What is known with each value of one field that is not refused so far."""
    values = [*islice(_values(info, table, known_of(cls, table, known)), MOST_VALUES)]
    for value in (*values[:ENDS], *values[ENDS:][-ENDS:]):
        filled = {**known, info.name: to_jsonable_python(value)}
        if may_be_recorded(cls, filled, table):
            yield filled


def _values(info: FieldInfo, table: Table, known: Known) -> Iterator[Any]:
    """Candidate values of a field; of a number for each key those that the judge tries, too."""
    yield from values_of_shape(info.shape, table, known)
    match info.shape:
        case MappingShape(keys=keys, of=NumberShape() as of):
            numbers = [*values_of_shape(of, table, known)]
            yield from ({key: number} for key in values_of_shape(keys, table, known) for number in numbers[1:])


def _known_ways(cls: type[AnyEvent], known: Known, table: Table) -> Iterator[Known]:
    """What is known of an event, with the fields of each due one, and alone."""
    for due in agenda_of(table).of(cls):
        if all(due.fields.get(name, value) == value for name, value in known.items()):
            yield {**due.fields, **known}
    yield known


def events_that_pass(game: AnyGame, cls: type[AnyEvent], known: Known, table: Table) -> Iterator[AnyEvent]:
    """Events of a class that may be recorded, with these fields."""
    ways = _known_ways(cls, to_jsonable_python(dict(known)), table)
    for filled in islice((filled for way in ways for filled in fillings_of(cls, way, table)), MOST_FILLINGS):
        try:
            event = make_event(cls, filled)
        except Misfit:
            continue
        if not reasons_against(game, event, table):
            yield event


# === Uses =====================================================================================


class Watched:
    """A limit that can be lifted, and notes for whom it is asked."""

    def __init__(self, game: AnyGame, limit: AnyLimit) -> None:
        self.game, self.limit = game, limit
        self.asked: list[str] = []
        self.users: set[str] = set()
        self.lifted = False

    @contextmanager
    def watch(self) -> Iterator[None]:
        reasons = Limit.reasons

        def count_and_refuse(limit: AnyLimit, table: Table, who: str, **values: object) -> Iterator[Refused]:
            if limit is self.limit:
                self.asked.append(who)
                self.users.add(who)
            if not (limit is self.limit and self.lifted):
                yield from reasons(limit, table, who, **values)

        with patch.object(Limit, "reasons", count_and_refuse):
            yield

    def user_of(self, event: AnyEvent, table: Table) -> str | None:
        """For whom an event asks the limit; None if it does not."""
        self.asked.clear()
        reasons_against(self.game, event, table)
        return self.asked[-1] if self.asked else None

    def refuses(self, event: AnyEvent, table: Table) -> bool:
        """Whether the limit refuses an event."""
        reasons = reasons_against(self.game, event, table)
        return any(one.refusal == self.limit.reached for one in reasons)

    def counts(self, event: AnyEvent, table: Table, who: str) -> bool:
        """Whether the limit counts an event; it is recorded on the table, with its consequences."""
        before, counted = self.limit.done(table, who), False
        for happened, _ in settle_chain(self.game, event, table, Chance(Random(1))):
            happened.record_on(table)
            counted = counted or self.limit.done(table, who) > before
        return counted

    def first_use(self, cls: type[AnyEvent], known: Known, table: Table) -> tuple[AnyEvent, str] | None:
        """An event of a class that asks the limit and may be recorded, with the one it asks for."""
        for event in events_that_pass(self.game, cls, known, table):
            if (who := self.user_of(event, table)) is not None:
                return event, who
        return None

    def is_over(self, table: Table, who: str) -> bool:
        """Whether nothing is left that could use the limit, such as an attack whose last roll was its use."""
        for cls, known in limits_of(self.game)[self.limit].items():
            if any(self.user_of(event, table) == who for event in events_that_pass(self.game, cls, known, table)):
                return False
        return True

    def reach_limit(self, cls: type[AnyEvent], known: Known, table: Table) -> tuple[Table, AnyEvent, str] | None:
        """The table on which an event of a class has reached the limit, the last such event, and for whom."""
        found = self.first_use(cls, known, table)
        after = deepcopy(table)
        while found is not None:
            event, who = found
            if not self.counts(event, after, who):
                assert self.is_over(after, who), f"{event!r} asks the limit for {who}, and is not counted"
                return None
            if self.limit.done(after, who) >= self.limit.most:
                return after, event, who
            found = self.first_use(cls, {**known, **same_user(event, cls, who)}, after)
        return None


def same_user(event: AnyEvent, cls: type[AnyEvent], who: str) -> dict[str, Any]:
    """The fields of an event that say who uses the limit, as another event has them."""
    return {name: value for name, value in dict(event).items() if value == who and name in cls.model_fields}


@dataclass
class Trials:
    """The trials of a limit: how many for each event, in how many moments for each pair, and what passed."""

    watched: Watched
    tried: Counter[str] = field(default_factory=Counter)
    met: Counter[tuple[str, str]] = field(default_factory=Counter)
    passed: dict[str, str] = field(default_factory=dict)

    @property
    def uses(self) -> Uses:
        return limits_of(self.watched.game)[self.watched.limit]

    def at(self, table: Table) -> None:
        """Try all events after each use that reaches the limit, and where it is reached already."""
        for cls, known in self.uses.items():
            if self.met[name_of(cls), ""] < MOST_REACHED and (reached := self.watched.reach_limit(cls, known, table)):
                self.met[name_of(cls), ""] += 1
                after, event, who = reached
                for other, fields in self.uses.items():
                    self._try(name_of(cls), other, {**same_user(event, other, who), **fields}, after, who)
        limit = self.watched.limit
        if any(limit.done(table, who) >= limit.most for who in [*self.watched.users]):
            for cls, known in self.uses.items():
                self._try("", cls, known, table)

    def _try(self, first: str, cls: type[AnyEvent], known: Known, table: Table, user: str = "") -> None:
        """Try the events of a class that may be recorded once the limit is lifted."""
        if self.met[first, name_of(cls)] >= ENOUGH:
            return
        watched, name = self.watched, name_of(cls)
        watched.lifted = True
        candidates = [
            (event, watched.user_of(event, table)) for event in events_that_pass(watched.game, cls, known, table)
        ]
        watched.lifted = False
        for event, who in candidates:
            if who is not None and watched.limit.done(table, who) >= watched.limit.most:
                self.tried[name] += 1
                if not watched.refuses(event, table):
                    self.passed[name] = f"{event!r} passes"
            elif who is None and user and watched.counts(event, deepcopy(table), user):
                self.passed[name] = f"{event!r} is counted, and does not ask the limit"
        self.met[first, name] += any(who == user or not user for _, who in candidates if who is not None)


def try_limit(game: AnyGame, limit: AnyLimit) -> Trials:
    """Try all events of a limit at all moments."""
    trials = Trials(Watched(game, limit))
    with trials.watched.watch():
        for table in sampled_tables(game):
            if table.held([limit.reached()]):
                trials.at(table)
    return trials


@pytest.mark.parametrize(
    ("game", "limit"),
    [
        pytest.param(game, limit, id=f"{game.key}-{limit.reached.code}")
        for game in BY_KEY.values()
        for limit in limits_of(game)
    ],
)
def test_a_limit_that_is_reached_refuses_every_event_that_uses_it(game: AnyGame, limit: AnyLimit) -> None:
    trials = try_limit(game, limit)
    assert trials.passed == {}
    assert [name_of(cls) for cls in limits_of(game)[limit] if not trials.tried[name_of(cls)]] == [], "never reached"
