"""A table with 1,500 cards of a database: every form stays small, and a deck of 50 is read at once."""

from typing import Any

import pytest
from flask import Flask

from companion.forms.form import form_of
from companion.forms.names import names_offered_at
from companion.forms.values import form_strings, values_of
from companion.forms.widgets import MARK
from companion.testing import Play
from domain.framework.events.event import Event
from domain.framework.fields.fields import fields_of
from domain.framework.text import ENGLISH
from domain.games.champions import GAME
from domain.games.champions.outside import convert_database
from domain.games.champions.setup.decks import DeckListed
from tests.companion.forms.test_controls import draw_fields
from tests.domain.games.champions.moments import PLAYING, SPIDER

pytestmark = pytest.mark.slow

MANY = 1_500
SMALL = 20_000
"""Characters of a form without its page."""


@pytest.fixture(scope="module")
def table() -> Any:
    play = Play(GAME)
    for event in PLAYING:
        play.record(event)
    cards = [{"code": f"{n:05}", "type_code": "event", "name": f"Manoeuvre {n}"} for n in range(MANY)]
    return play.campaign.table.with_pack(convert_database(cards).content)


@pytest.mark.parametrize("cls", GAME.own_events, ids=lambda cls: cls.topic)
def test_every_form_is_small(app: Flask, table: Any, cls: type[Event[Any]]) -> None:
    with app.test_request_context("/"):
        form = form_of(cls, table, ENGLISH, {})
        assert len(draw_fields(form)) < SMALL


def test_a_deck_is_read_from_codes_and_from_names(table: Any) -> None:
    codes = "{" + ",".join(f'"{n:05}":2' for n in range(25)) + "}"
    for pasted in (codes, "\n".join(f"2x manoeuvre {n} (Box)" for n in range(25))):
        values = values_of(DeckListed, table, {**form_strings(DeckListed, {"seat": SPIDER}), f"{MARK}cards": [pasted]})
        assert values["cards"] == {f"manoeuvre-{n}": 2 for n in range(25)}


def test_a_card_is_found_by_part_of_its_name(table: Any) -> None:
    field = next(field for field in fields_of(DeckListed) if field.name == "cards")
    assert len(names_offered_at(field, table, ENGLISH).search("manoeuvre 14")) == 20
