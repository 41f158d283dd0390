"""Kinds of content: a card is read by its class, whatever somebody typed in, and what is wrong is told."""

from collections.abc import Mapping
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field

from companion.testing import given
from domain.framework.cards.kinds import Card, kinds_of, named_only, near_names, odd_values
from domain.framework.events.marks import Count
from domain.framework.kernel import ContentAdded, ContentCorrected
from tests.toy import GAME
from tests.toy.cards import TowerCard


class Room(BaseModel):
    """A room of a ship."""

    beds: int
    view: str = ""


class Ship(Card):
    """A ship."""

    kind_name = "ships"
    masts: Annotated[int, Field(ge=1, le=5)] = 1
    crew: Count | None = None
    ports: list[str] = []
    rooms: list[Room] = []
    cargo: dict[str, Count] = {}


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ({}, Ship()),
        ({"masts": 3, "crew": 12}, Ship(masts=3, crew=12)),
        ({"masts": "three", "crew": 12}, Ship(crew=12)),
        ({"masts": True, "crew": 1.5}, Ship()),
        ({"masts": 9}, Ship()),
        ({"ports": ["Sel", 4, None, "Tor"]}, Ship(ports=["Sel", "Tor"])),
        ({"ports": "Sel"}, Ship()),
        (
            {"rooms": [{"beds": 2}, {"view": "sea"}, 5, {"beds": 1, "view": 7}]},
            Ship(rooms=[Room(beds=2), Room(beds=1)]),
        ),
        ({"cargo": {"salt": 3, "rope": "some"}}, Ship(cargo={"salt": 3})),
        ({"sails": "of a later release", "crew": 2}, Ship(crew=2)),
        ({"en": 7, "zh": "船"}, Ship(zh="船")),
    ],
    ids=str,
)
def test_what_does_not_fit_a_card_counts_as_unknown_and_nothing_else_does(typed: Mapping[str, Any], read: Ship) -> None:
    assert Ship.read(typed) == read


def test_a_card_is_what_the_pack_says_and_what_the_table_typed_in_over_it() -> None:
    table = given(GAME, ContentCorrected(kind="towers", id="oak", fields={"price": 1})).play.campaign.table
    oak, iron = TowerCard.of(table, "oak"), TowerCard.of(table, "iron")
    assert (oak.en, oak.price, iron.price, TowerCard.of(table, "tin")) == ("Oak Tower", 1, 5, TowerCard())


def test_a_card_that_was_read_is_read_anew_once_it_is_corrected() -> None:
    spec = given(GAME)
    assert TowerCard.of(spec.play.campaign.table, "oak").price == 2
    spec.when(ContentCorrected(kind="towers", id="oak", fields={"price": 4}))
    assert TowerCard.of(spec.play.campaign.table, "oak").price == 4


def test_what_the_table_typed_in_itself_is_a_card() -> None:
    table = given(
        GAME, ContentAdded(kind="towers", id="tin", fields={"en": "Tin Tower", "price": 1})
    ).play.campaign.table
    assert TowerCard.of(table, "tin").price == 1


def test_kinds_are_found_by_their_names() -> None:
    ports = named_only("sea-ports")
    assert kinds_of(Ship, ports) == {"ships": Ship, "sea-ports": ports}
    assert ports.model_fields.keys() == Card.model_fields.keys()


@pytest.mark.parametrize(
    ("typed", "meant"), [("item", ("items",)), ("ITEMS", ("items",)), ("her", ("heroes",)), ("xyz", ())], ids=str
)
def test_what_somebody_may_have_meant_is_told(typed: str, meant: tuple[str, ...]) -> None:
    assert near_names(typed, ["items", "heroes", "skills"]) == meant


def test_what_does_not_fit_is_told_by_its_place() -> None:
    found = odd_values(Ship, {"masts": 9, "rooms": [{"view": "sea"}], "crew": 3, "sails": 2})
    assert {place: str(fault) for place, fault in found.items()} == {
        "masts": "masts: at most 5",
        "rooms.0.beds": "rooms.0.beds: still missing",
    }
