"""`make bench`: a tap at a table with four seats and a screen, next to the same tap when nobody else is there.

The host's answer to the tap and the changes that each other device asks for afterwards, in one process: each player has
a seat of their own, with what only they know.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import closing
from functools import partial
from itertools import cycle
from pathlib import Path
from statistics import median
from time import process_time
from uuid import uuid4

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.demo import make_demo
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.rendering.fragments import HEADER
from companion.web.visitors.guests import Guests
from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.bench.report import Wait
from tests.bench.tables import PLAYERS, cookies_with
from tests.bench.taps import NUMBERS, Steps
from tests.companion.visitor import asking
from tests.processes import opened

GOAL = 1.8
WARM, TAPS = 10, 40
FROM_THE_NETWORK = "192.168.0.7"
"""An address of a phone: whoever asks from this computer is the host."""


MORE: Mapping[str, Steps] = {
    "odalin": (("hit-points-lost", {"whom": "fighter", "amount": 1}), ("healed", {"whom": "fighter", "amount": 1})),
    "heroes3": (
        ("goods-gained", {"seat": "castle", "good": "gold", "amount": 1}),
        ("goods-spent", {"seat": "castle", "good": "gold", "amount": 1}),
    ),
}
STEPS = {**NUMBERS, **MORE}


class Phone:
    """A device with its page open."""

    def __init__(self, app: Flask, path: str, secret: str) -> None:
        self._path = path
        self._client = app.test_client()
        self._client.environ_base["REMOTE_ADDR"] = FROM_THE_NETWORK
        for name, value in cookies_with(app.secret_key)(secret).items():  # type: ignore[arg-type]
            self._client.set_cookie(name, value)
        page = self._client.get(path).get_data(as_text=True)
        self._has = asking(page)[HEADER]
        found = re.search(r'name="csrf" content="([^"]*)"', page)
        self._token = found[1] if found else ""

    def _show(self, answer: TestResponse) -> None:
        assert answer.is_json, answer.get_data(as_text=True)[:2000]
        self._has = answer.get_json()["has"]

    def look(self) -> None:
        """Ask for what changed."""
        self._show(self._client.get(self._path, headers={HEADER: self._has}))

    def tap(self, event: str, fields: Mapping[str, object]) -> None:
        """Record an event, and show the changes that are the answer."""
        typed = {f"f.{name}": str(value) for name, value in fields.items()}
        form = {"token": self._token, "command": uuid4().hex, **typed}
        self._show(self._client.post(f"{self._path}record/{event}", data=form, headers={HEADER: self._has}))


def phones_at_demo(app: Flask, services: Services, game: AnyGame) -> list[Phone]:
    """The phones of three players and the screen for the room, at the demo of a game."""
    demo = services.find_campaign(make_demo(services, game))
    with services.campaigns.open(demo.campaign) as campaign:
        seats = list(campaign.table.chairs())[:PLAYERS]
    guests = Guests(services.settings.guests)
    players = [guests.join(demo.campaign, f"Player {seat}", "player", [seat]) for seat in seats]
    screen = guests.join(demo.campaign, "Screen", "spectator", ())
    path = f"/c/{demo.key}/"
    return [*(Phone(app, path, secret) for secret in players), Phone(app, f"{path}table/", screen)]


def seconds(act: Callable[[], object]) -> float:
    began = process_time()
    act()
    return process_time() - began


@pytest.mark.parametrize("game", STEPS)
def test_a_tap_with_other_phones(game: str, tmp_path: Path, note: Callable[[Wait], None]) -> None:
    with closing(opened(tmp_path)) as services:
        app = create_app(services.settings, services)
        first, *others = phones_at_demo(app, services, BY_KEY[game])
        steps, alone, together = cycle(STEPS[game]), list[float](), list[float]()
        for turn in range(WARM + TAPS):
            tap = seconds(partial(first.tap, *next(steps)))
            looks = sum(seconds(other.look) for other in others)
            if turn >= WARM:
                alone.append(tap)
                together.append(tap + looks)
    ratio = median(one / other for one, other in zip(together, alone, strict=True))
    name = f"a tap and what {len(others)} other devices ask for then, {game}"
    note(Wait(name, ratio, GOAL, "the tap alone", cpu=median(together)))


__all__ = ["Phone", "phones_at_demo"]
