"""What a tap costs the host: a form is sent, and answered with what of the page differs, with no browser beside it.

Time of the processor is that of the thread which answers, asked for by Flask's own test client (0.3 ms of it are the
client's); by the clock it is the same call, so that whatever else the machine does is in it.
"""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import count, cycle
from pathlib import Path
from statistics import median
from time import perf_counter, thread_time
from typing import Any

import orjson
from flask import Flask
from werkzeug.test import TestResponse

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from companion.web.app import create_app
from domain.games import BY_KEY
from projections.documents import lossless
from tests.bench.measure import Wait, number, p95
from tests.bench.parts import NUMBERS, Steps
from tests.browser.fights import LOG, of_a_hero
from tests.companion.guest import code_of, joined
from tests.companion.visitor import Reader, Visitor

HEADER, SAYS = "X-Has", "has"
"""The header in which a script says what it has of a page, and what a page and an answer call it."""
WARM, TAPS = 6, 30
"""How often it is tapped before it is measured, and then."""
RUN = 60
"""Corrections in a row before those that are measured."""
FIGHT: Steps = (
    ("enemy-damaged", {"figure": "ford-hulk 1", "amount": 1, "source": "other"}),
    ("enemy-healed", {"figure": "ford-hulk 1", "amount": 1}),
)
DRAWER: Steps = (
    ("damage-suffered", {"hero": "torrax", "amount": 1}),
    ("damage-healed", {"hero": "torrax", "amount": 1}),
)
"""A number of an enemy in a fight, and one of a hero, up and down."""


@dataclass
class Screen:
    """Play as one device has it open, and what its script says of it when it asks."""

    visitor: Visitor
    token: str = ""
    has: dict[str, str] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=count)

    def open(self) -> None:
        """Look at Play as a whole."""
        page = self.visitor.get("").get_data(as_text=True)
        told = dict(re.findall(rf'(name="csrf" content|data-{SAYS})="([^"]*)"', page))
        self.token = told['name="csrf" content']
        self._keep(told[f"data-{SAYS}"])

    def _keep(self, told: str) -> None:
        """Know what a page or an answer says: names with digests, or one word for all."""
        self.has.update(pair.rpartition("=")[::2] for pair in told.split())

    def headers(self) -> Mapping[str, str]:
        return {HEADER: " ".join(self.has.values())}

    def tap(self, path: str, values: Mapping[str, Any]) -> TestResponse:
        """Send a form, and take what comes of it."""
        typed = {f"f.{name}": value for name, value in values.items()}
        sent = {"token": self.token, "command": f"tap-{id(self):x}-{next(self.numbers)}", **typed}
        return self._taken(self.visitor.client.post(self.visitor.at(path), data=sent, headers=self.headers()))

    def refresh(self) -> TestResponse:
        """Ask for what differs."""
        return self._taken(self.visitor.get("", headers=self.headers()))

    def _taken(self, answer: TestResponse) -> TestResponse:
        assert answer.is_json, f"{answer.status}: {Reader(answer.text).text[:2000]}"
        self._keep(orjson.loads(answer.data)[SAYS])
        return answer


@dataclass
class Cost:
    """What some acts took: ms of the processor and by the clock, bytes of what was answered."""

    cpu: list[float] = field(default_factory=list)
    clock: list[float] = field(default_factory=list)
    size: list[int] = field(default_factory=list)

    def of(self, act: Callable[[], Sequence[TestResponse]]) -> None:
        began, at = thread_time(), perf_counter()
        answers = act()
        self.cpu.append(1000 * (thread_time() - began))
        self.clock.append(1000 * (perf_counter() - at))
        self.size.append(sum(len(answer.data) for answer in answers))

    def told(self, name: str, goal: float | None) -> Wait:
        """The processor's time, and beside it what the clock and the answers say."""
        clock = f"by the clock p50 {number(median(self.clock))}, p95 {number(p95(self.clock))} ms"
        return Wait(name, median(self.cpu), goal, f"{clock}; {median(self.size):,.0f} bytes", "ms")


def measured(act: Callable[[], Sequence[TestResponse]], warm: int = WARM) -> Cost:
    """An act, after some that warm up."""
    for _ in range(warm):
        act()
    gc.collect()
    cost = Cost()
    for _ in range(TAPS):
        cost.of(act)
    return cost


@dataclass(frozen=True)
class House:
    """Services with its pages, which a bench taps on."""

    services: Services
    app: Flask

    def screen(self, key: str) -> Screen:
        """Play as the host sees it."""
        return _opened(Visitor(self.app, key))

    def phones(self, key: str, most: int) -> list[Screen]:
        """Phones of players, one on each seat that there is, and those that are left on none."""
        with self.services.open(key) as campaign:
            seats = list(campaign.table.chairs())[:most]
        code_of(self.app, self.services, key)
        places = [*(f"at:{seat}" for seat in seats), *["play"] * (most - len(seats))]
        people = zip("ABCDEFGH", places, strict=False)
        return [_opened(joined(self.app, self.services, f"Player {name}", place, key)) for name, place in people]

    def fight(self) -> str:
        """A campaign in the middle of a fight; its key."""
        with LOG.open("rb") as log:
            imported = lossless.read_lossless(log, BY_KEY)
        lossless.adopt_imported(self.services.campaigns, imported)
        key = self.services.find_campaign(imported.header.campaign).key
        of_a_hero(self, key)
        return key

    def record(self, key: str, event: str, actor: str = "", **fields: Any) -> None:
        """Record an event past the pages."""
        self.services.campaigns.record(
            self.services.find_campaign(key).campaign, event, fields, self.services.new_command(actor=actor)
        )


def _opened(visitor: Visitor) -> Screen:
    screen = Screen(visitor)
    screen.open()
    return screen


def tapping(folder: Path) -> Iterator[Wait]:
    """Each game by itself, then what is dear: a fight, undo in a run of corrections, phones on seats of their own."""
    goals = {"agemonia": (9, 25), "runewars": (12, 40), "champions": (9, 30)}
    for game, (one, four) in goals.items():
        with closing(Services(Settings(folder / f"drawing of {game}"))) as services:
            house = House(services, create_app(services.settings, services))
            key, name = make_demo(services, BY_KEY[game]), BY_KEY[game].name.en
            yield from _numbers(house, key, NUMBERS[game], name, one)
            yield from _phones(house, key, NUMBERS[game], name, four)
            if game == "agemonia":
                yield _corrections(house, key)
                fight = house.fight()
                yield from _numbers(house, fight, FIGHT, "an enemy of a fight", 12)
                yield from _numbers(house, fight, DRAWER, "a hero in a fight", 12)
                yield from _phones(house, fight, FIGHT, "a fight", None)


def _numbers(house: House, key: str, steps: Steps, name: str, goal: float) -> Iterator[Wait]:
    """A number with its answer, and the same for a second screen that sees it alike; what is recorded alone."""
    first, second, taps = house.screen(key), house.screen(key), cycle(steps)

    def tap() -> list[TestResponse]:
        event, fields = next(taps)
        return [first.tap(f"record/{event}", fields)]

    yield measured(tap).told(f"a number with its answer, {name}", goal)
    asking = Cost()
    for _ in range(TAPS):
        tap()
        asking.of(lambda: [second.refresh()])
    yield asking.told(f"what another screen of the host then asks for, {name}", None)


def _phones(house: House, key: str, steps: Steps, name: str, goal: float | None) -> Iterator[Wait]:
    """A tap on one of four phones with its answer, and what the three others then ask for, one after the other."""
    (first, *others), taps = house.phones(key, 4), cycle(steps)

    def tap() -> list[TestResponse]:
        event, fields = next(taps)
        return [first.tap(f"record/{event}", fields), *(other.refresh() for other in others)]

    yield measured(tap).told(f"a number on one of four phones, with the others, {name}", goal)


def _corrections(house: House, key: str) -> Wait:
    """Undo and redo of one note in turns, which a run of corrections has come before."""
    screen = house.screen(key)
    house.record(key, "note-added", text="To be taken back and restored.")
    noted = _head(house, key)
    undoes = cycle((True, False))

    def tap() -> list[TestResponse]:
        return [screen.tap(f"undo/{noted}" if next(undoes) else f"redo/{_head(house, key)}", {})]

    return measured(tap, RUN).told("undo and redo with their answers, in a long run of corrections", 12)


def _head(house: House, key: str) -> int:
    return house.services.store.source(house.services.find_campaign(key).campaign).head()


__all__ = ["Screen", "tapping"]
