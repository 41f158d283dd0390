"""Devices of a table in one process: phones of players, each with a seat and what only they know, and a screen."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import cycle
from time import process_time
from uuid import uuid4

from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from werkzeug.test import TestResponse

from companion.demo import make_demo
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.rendering.fragments import HEADER
from companion.web.visitors.guests import Guests
from domain.framework.game import AnyGame
from tests.bench.taps import Steps
from tests.companion.visitor import asking

PLAYERS = 3
WARM, TAPS = 10, 40
FROM_THE_NETWORK = "192.168.0.7"
"""An address of a phone: whoever asks from this computer is the host."""


def cookies_with(key: bytes) -> Callable[[str], dict[str, str]]:
    """The cookies of who joined, by their secret, as the pages would give them."""
    app = Flask("companion")
    app.secret_key = key
    signer = SecureCookieSessionInterface().get_signing_serializer(app)
    assert signer is not None
    return lambda secret: {"companion": str(signer.dumps({"guest": secret, "_permanent": True}))}


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


def seconds_of_taps(services: Services, game: AnyGame, steps: Steps) -> tuple[list[float], list[float]]:
    """The processor time of some taps, and of each with what the other devices of its table ask for then."""
    app, events = create_app(services.settings, services), cycle(steps)
    first, *others = phones_at_demo(app, services, game)
    alone, together = list[float](), list[float]()
    for turn in range(WARM + TAPS):
        event, fields = next(events)
        tap = seconds(lambda event=event, fields=fields: first.tap(event, fields))
        looks = sum(seconds(other.look) for other in others)
        if turn >= WARM:
            alone.append(tap)
            together.append(tap + looks)
    return alone, together


__all__ = ["PLAYERS", "Phone", "cookies_with", "phones_at_demo", "seconds_of_taps"]
