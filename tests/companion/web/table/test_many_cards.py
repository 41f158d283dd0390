"""A game with 1,500 cards and a deck of 50 by name: its pages are about as large as without the pack."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from tests.domain.games.champions.library import CARDS, at_table, deck, library

ALIKE = 1.3
"""How much larger a page may be with all these cards."""


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    services = Services(Settings(Path(tmp_path_factory.mktemp("cards"))))
    yield services
    services.close()


@pytest.fixture(scope="module")
def client(services: Services) -> FlaskClient:
    return create_app(services.settings, services).test_client()


@pytest.fixture(scope="module")
def few(services: Services) -> str:
    return at_table(services)


@pytest.fixture(scope="module")
def many(services: Services) -> str:
    return at_table(services, library())


def size(client: FlaskClient, key: str, page: str) -> int:
    answer = client.get(f"/c/{key}/{page}")
    assert answer.status_code == 200
    return len(answer.data)


def test_the_pack_has_as_many_cards_as_it_says() -> None:
    assert len(library().kinds["cards"]) >= CARDS
    assert sum(deck().values()) == 50


@pytest.mark.parametrize("page", ["", "sheets/", "record/", "say/heard", "table/"])
def test_a_page_of_the_table_is_about_as_large(client: FlaskClient, few: str, many: str, page: str) -> None:
    assert size(client, many, page) < ALIKE * size(client, few, page)


@pytest.mark.parametrize(
    "event", ["deck-listed", "card-played", "cards-drawn", "minion-entered", "hero-taken", "scenario-chosen"]
)
def test_a_form_is_about_as_large(client: FlaskClient, few: str, many: str, event: str) -> None:
    assert size(client, many, f"record/{event}") < ALIKE * size(client, few, f"record/{event}")


@pytest.mark.parametrize("words", ["silent", "silent anchor", "play silent", "minion grim hammer beta", "s"])
def test_what_is_found_among_all_cards_is_a_part_of_the_page(client: FlaskClient, many: str, words: str) -> None:
    assert size(client, many, f"say/heard?words={words}") < size(client, many, "") / 2
    assert size(client, many, f"record/minion-entered/name?typed={words}") < size(client, many, "") / 4
