"""Services with the toy game on it, its pages, and a visitor who began a campaign."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from domain.games import BY_KEY
from tests.companion.visitor import Visitor
from tests.toy import GAME


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    services = Services(Settings(tmp_path / "data", import_limit=200_000))
    services.campaigns.games = {GAME.key: GAME, **BY_KEY}
    yield services
    services.close()


@pytest.fixture
def app(services: Services) -> Flask:
    app = create_app(services.settings, services)
    app.testing = True
    return app


@pytest.fixture
def visitor(app: Flask, services: Services) -> Visitor:
    """Somebody at the campaign “Harbour”, where Ann and Bob sit; Ann has 9 coins."""
    services.campaigns.new("toy", "Harbour", {}, services.new_command())
    visitor = Visitor(app)
    for seat in ("Ann", "Bob"):
        visitor.record("seat-taken", seat=seat)
    visitor.record("coins-gained", seat="Ann", amount="9")
    return visitor


@pytest.fixture
def head(services: Services) -> "Head":
    return Head(services)


class Head:
    """How many entries the whole file has."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self) -> int:
        return int(self._services.health()["entries"])
