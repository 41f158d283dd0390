"""A desk with the toy game on it, its pages, and a visitor who began a campaign."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.desk import Desk
from companion.web.app import create_app
from domain.games import BY_KEY
from tests.companion.visitor import Visitor
from tests.toy import GAME


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    desk = Desk(Settings(tmp_path / "data", import_limit=200_000))
    desk.campaigns.games = {GAME.key: GAME, **BY_KEY}
    yield desk
    desk.close()


@pytest.fixture
def app(desk: Desk) -> Flask:
    app = create_app(desk.settings, desk)
    app.testing = True
    return app


@pytest.fixture
def visitor(app: Flask, desk: Desk) -> Visitor:
    """Somebody at the campaign “Harbour”, where Ann and Bob sit; Ann has 9 coins."""
    desk.campaigns.new("toy", "Harbour", {}, desk.command())
    visitor = Visitor(app)
    for seat in ("Ann", "Bob"):
        visitor.record("seat-taken", seat=seat)
    visitor.record("coins-gained", seat="Ann", amount="9")
    return visitor


@pytest.fixture
def head(desk: Desk) -> "Head":
    return Head(desk)


class Head:
    """How many entries the whole file has."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def __call__(self) -> int:
        return int(self._desk.health()["entries"])
