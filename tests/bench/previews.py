"""Recording while others look at what taking back would do: nobody at the table waits for them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle
from pathlib import Path
from threading import Event as Signal
from threading import Thread
from time import perf_counter

from flask import Flask

from companion.config import Settings
from companion.services import Services
from companion.web.app import create_app
from companion.web.serve import SWITCH
from tests.bench.games import GAMES
from tests.bench.logs import long_log
from tests.bench.measure import Wait, p95
from tests.companion.visitor import Visitor

ENTRIES, PREVIEWS, TAPS = 3_000, 40, 120
"""Of the campaign; under way at once; recorded in each of the two cases."""


def with_previews(folder: Path) -> Iterator[Wait]:
    """A note is recorded through the pages, at rest and then with forty who each look at an old entry's undo."""
    services = Services(Settings(folder / "previews"))
    services.campaigns.games = GAMES
    key = services.find_campaign(long_log(services, GAMES["toy"], ENTRIES)).key
    app = create_app(services.settings, services)
    table = Visitor(app, key)
    sent, numbers = table.fields("record/note-added"), count(1)

    def record() -> float:
        began = perf_counter()
        shown = {**sent, "command": f"of-the-bench-{next(numbers)}", "f.text": "The harbour is quiet tonight."}
        assert table.client.post(table.at("record/note-added"), data=shown).status_code == 303
        return perf_counter() - began

    fairness = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH)
    try:
        record()
        rest = p95([record() for _ in range(TAPS)])
        with under_way(app, key):
            busy = p95([record() for _ in range(TAPS)])
    finally:
        sys.setswitchinterval(fairness)
    name = f"record, p95, with {PREVIEWS} previews under way"
    yield Wait(name, busy / rest, 2, f"with none: {1_000 * rest:.1f} ms")
    services.close()


@contextmanager
def under_way(app: Flask, key: str) -> Iterator[None]:
    """Meanwhile so many look at one preview after another, each at that of another entry."""
    over, begun = Signal(), Signal()

    def look(first: int) -> None:
        client = app.test_client()
        for entry in cycle(range(first, ENTRIES, PREVIEWS)):
            if over.is_set():
                return
            client.get(f"/c/{key}/undo/{entry}")
            begun.set()

    hands = [Thread(target=look, args=(n + 10,), daemon=True) for n in range(PREVIEWS)]
    for hand in hands:
        hand.start()
    begun.wait()
    try:
        yield
    finally:
        over.set()
        for hand in hands:
            hand.join()


__all__ = ["with_previews"]
