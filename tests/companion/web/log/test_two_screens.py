"""Two screens, each served by another process: whatever is recorded, undone or redone, both show the same."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.table import as_json
from domain.games import BY_KEY
from tests.companion.visitor import Reader, Visitor
from tests.faults import seeded
from tests.suite.soak import often
from tests.toy import GAME

STEPS = often(30)
PAGES = ("", "sheets/", "log")


@pytest.fixture
def other(services: Services, visitor: Visitor) -> Iterator[Visitor]:
    """A screen of another process on the same file."""
    again = Services(services.settings)
    again.campaigns.games = {GAME.key: GAME, **BY_KEY}
    app: Flask = create_app(services.settings, again)
    app.testing = True
    yield Visitor(app)
    again.close()


def act(random: Random, screen: Visitor) -> None:
    """Record, undo or redo something, as the screen offers it."""
    match random.randrange(6):
        case 0 | 1:
            screen.record("coins-gained", seat=random.choice(["Ann", "Bob"]), amount=str(random.randint(1, 9)))
        case 2:
            screen.record("tower-built", seat=random.choice(["Ann", "Bob"]), tower=random.choice(["oak", "iron"]))
        case 3:
            screen.post(f"undo/{random.randint(2, 12)}", {"choice": random.choice(["those", "since"]), "sure": "1"})
        case _:
            offered = [form for form in screen.read("").forms if "/undo/" in form[0] or "/redo/" in form[0]]
            if offered:
                action, hidden = random.choice(offered)
                screen.client.post(action, data=hidden)


def shown(screen: Visitor, path: str) -> tuple[str, list[str]]:
    """The entry that a page knows of, and what it says; what is due to this screen alone left out."""
    page = screen.get(path).get_data(as_text=True)
    position = re.search(r'data-position="(\d+)"', page)
    main = page[page.index("<main") : page.index("</main>")]
    words = (" ".join(said.split()) for said in Reader(main).words)
    return position[1] if position else "", [said for said in words if said]


def test_both_show_the_same_after_every_undo_record_and_redo(
    visitor: Visitor, other: Visitor, services: Services
) -> None:
    random, watchers = seeded(), [Visitor(screen.app) for screen in (visitor, other)]
    tables: dict[int, Any] = {}
    for _ in range(STEPS):
        act(random, random.choice([visitor, other]))
        for path in PAGES:
            one, two = (shown(watcher, path) for watcher in watchers)
            assert one == two
        with services.open("harbour") as campaign:
            tables[campaign.position] = as_json(campaign.table)
    with other.app.extensions["services"].open("harbour") as campaign:
        assert {position: as_json(campaign.at(position)) for position in tables} == tables
        assert len(tables) > STEPS // 2
