"""A campaign of a game that its table describes."""

import pytest
from flask import Flask

from companion.game_files import read_game_file
from companion.services import Services
from domain.games import OWN
from domain.games.own.gallery import source_of
from domain.games.own.table import OwnTable
from tests.companion.visitor import Visitor

KEY = "night"


@pytest.fixture
def host(app: Flask, services: Services) -> Visitor:
    """The host of a campaign that began with the template with heroes; Ann sits at it."""
    content = read_game_file(source_of("campaign")).content
    services.campaigns.new(OWN, "Night", {}, services.new_command(), pack=content)
    host = Visitor(app, KEY)
    host.record("seat-taken", seat="Ann")
    return host


class Tables:
    """The tables of the campaigns, as they are now."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def __call__(self, key: str = KEY) -> OwnTable:
        with self._services.open(key) as campaign:
            assert isinstance(campaign.table, OwnTable)
            return campaign.table.model_copy(deep=True)


@pytest.fixture
def table(services: Services) -> Tables:
    return Tables(services)
