"""Two processes over one database record into one campaign: how often they meet, and how soon one shows the other's.

Really served. Programs record by `/api` on both sides, ten commands a second together, at moments of their own; on both
sides one listens, as the phones at that process do.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import median
from threading import Thread
from time import monotonic, sleep
from typing import Any
from urllib.request import Request, urlopen
from uuid import uuid4

from companion.demo import make_demo
from companion.vault.sharing import move_to_database
from domain.games import BY_KEY
from domain.store import watch_nothing
from tests.bench.measure import Wait, number, p95
from tests.bench.parts import NUMBERS
from tests.processes import Serving, all_of, opened, prepared
from tests.shared import Database
from tests.suite.patience import HANG

GAME = "agemonia"
TOKEN = "a-token-of-the-bench"
RATE, LASTS = 5.0, 30.0
"""Commands a second of each side, and for how many seconds."""
MEET, TOLD = 15, 50
"""How many of a hundred commands may meet another one, and in how many ms nineteen of twenty are to be told."""


class Side:
    """A process, a program that records there, and one that listens."""

    def __init__(self, serving: Serving, key: str, seed: int) -> None:
        self._token = ""
        self._serving, self._table, self._random, self._steps = serving, f"c/{key}", Random(seed), cycle(NUMBERS[GAME])
        self._token = str(self._ask("host", {"token": TOKEN})["token"])
        self.recorded: list[tuple[int, float]] = []
        """The positions of what was recorded here, and when that was sent."""
        self.heard: list[tuple[int, float]] = []
        """The positions that were told here, and when."""

    def _open(self, path: str, sent: object = None) -> Any:
        head = {"Content-Type": "application/json", "Authorization": f"Bearer {self._token}"}
        body = None if sent is None else json.dumps(sent).encode()
        return urlopen(Request(f"{self._serving.address}/api/{path}", body, head), timeout=HANG)

    def _ask(self, path: str, sent: object = None) -> Any:
        with self._open(path, sent) as answer:
            return json.load(answer)

    def record_commands(self) -> None:
        """Record at moments of its own, on the average at `RATE`, however long an answer takes."""
        due = monotonic()
        until = due + LASTS
        while due < until:
            sleep(max(0.0, due - monotonic()))
            event, fields = next(self._steps)
            sent = {"id": uuid4().hex, "event": event, "fields": fields}
            at = monotonic()
            self.recorded.append((self._ask(f"{self._table}/commands", sent)["position"], at))
            due += self._random.expovariate(RATE)

    def listen_to_positions(self) -> None:
        """Note what is told, until the stream ends with its process."""
        with self._open(f"{self._table}/positions") as lines:
            for line in lines:
                if line.startswith(b"data: "):
                    self.heard.append((int(line[6:]), monotonic()))

    def await_position(self, position: int) -> None:
        """Wait until a position was told here."""
        until = monotonic() + HANG
        while not self.heard or self.heard[-1][0] < position:
            assert monotonic() < until, "What was recorded is not told."
            sleep(0.05)

    def told_after(self, position: int, at: float) -> float:
        """Seconds from a moment until a position was told here."""
        return next(when for told, when in self.heard if told >= position) - at

    @property
    def command_outcomes(self) -> dict[str, float]:
        """What came of its commands, as its numbers tell."""
        with urlopen(self._serving.numbers, timeout=HANG) as answer:
            found = re.findall(r'^companion_commands_total\{result="(\w+)"\} (\S+)$', answer.read().decode(), re.M)
        return {result: float(count) for result, count in found}


def sharing(folder: Path) -> Iterator[Wait]:
    """The share of commands that met another one, and the wait of a page at the other process."""
    os.environ["COMPANION_HOST_TOKEN"] = TOKEN
    with closing(Database()) as database, closing(opened(folder / "file")) as services:
        key = make_demo(services, BY_KEY[GAME])
        url = prepared(database.new_database())
        move_to_database(services.store, url, watch_nothing)
        how = ("--behind", "http://table.example", "--metrics", "0")
        with all_of(*(Serving(folder / f"copy {n}", url, *how) for n in (1, 2))) as served:
            sides = [Side(one, key, seed) for seed, one in enumerate(served, 1)]
            _play(sides)
            met = sum(side.command_outcomes.get("conflict", 0) for side in sides)
    recorded = sum(len(side.recorded) for side in sides)
    ways = zip(sides, reversed(sides), strict=True)
    told = [1_000 * there.told_after(*one) for here, there in ways for one in here.recorded]
    rate = recorded / LASTS
    yield Wait(
        f"commands that met another one, {number(rate)} a second at two processes", 100 * met / recorded, MEET, unit="%"
    )
    middle = f"from when it was sent; median {number(median(told))} ms"
    yield Wait("what one process recorded, told by the other, p95", p95(told), TOLD, middle, "ms")


def _play(sides: list[Side]) -> None:
    """Listen on both sides, and record on both at the same time."""
    _started(*(side.listen_to_positions for side in sides))
    for side in sides:
        side.await_position(1)
    for recorder in _started(*(side.record_commands for side in sides)):
        recorder.join()
    for side in sides:
        side.await_position(max(position for one in sides for position, _ in one.recorded))


def _started(*acts: Callable[[], None]) -> list[Thread]:
    threads = [Thread(target=act, daemon=True) for act in acts]
    for thread in threads:
        thread.start()
    return threads


__all__ = ["sharing"]
