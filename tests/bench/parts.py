"""The wait for what others recorded: the parts of Play that differ, next to the whole page, in time and in bytes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import cycle
from pathlib import Path

from flask.testing import FlaskClient

from companion.config import Settings
from companion.demo import demo
from companion.desk import Desk
from companion.web.app import create_app
from companion.web.table.regions import HEADER
from domain.games import BY_KEY
from tests.bench.measure import Wait, each
from tests.browser.places import KEY

PLAY = f"/c/{KEY}/"
ONE = [{"event": "stars-gained", "amount": 1}, {"event": "stars-spent", "amount": 1}]
"""One number of a hero, up and down."""


def differing(folder: Path) -> Iterator[Wait]:
    """One number of a hero goes up and down at the demo; a screen that shows Play asks for what differs."""
    desk = Desk(Settings(folder / "parts"))
    demo(desk, BY_KEY["agemonia"])
    client, steps, campaign = create_app(desk.settings, desk).test_client(), cycle(ONE), desk.find(KEY).campaign
    known = [""]

    def record() -> None:
        fields = dict(next(steps))
        desk.campaigns.record(campaign, str(fields.pop("event")), {"hero": "venia", **fields}, desk.command())

    def whole() -> int:
        record()
        page = client.get(PLAY).get_data(as_text=True)
        known[0] = _regions(page)
        return len(page.encode())

    def parts() -> int:
        record()
        return len(_asked(client, known[0]))

    full = whole()
    size = parts()
    yield each(parts, whole, 42).told("parts of Play after one number, in time", 1.1, "Play as a whole")
    yield Wait("parts of Play after one number, in bytes", size / full, 0.3, "Play as a whole")
    yield Wait("parts of Play after one number", size / 1000, 6, unit="kB")
    desk.close()


def _regions(page: str) -> str:
    found = re.search(r'data-regions="([^"]*)"', page)
    return found[1] if found else ""


def _asked(client: FlaskClient, known: str) -> bytes:
    return client.get(PLAY, headers={HEADER: known}).data


__all__ = ["differing"]
