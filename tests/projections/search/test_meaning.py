"""Meaning: the log is searched by any name of a thing, whatever its rows have of it."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import pytest

from companion.i18n import tongue_of
from domain.framework.content import Content, merge_content
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.game import Viewer
from domain.framework.kernel import ContentAdded, ContentCorrected
from domain.framework.text import ENGLISH, Tongue
from projections.following import search_when_followed
from projections.log import LogLine, Wanted, select_lines
from projections.search.meaning import Meaning
from tests.house import House
from tests.toy import GAME, PACK, FavourCalledIn, FavoursTaken, SeatTaken, TowerBuilt, ToyEvent

ANN, BOB = SeatTaken(seat="Ann"), SeatTaken(seat="Bob")
MOON = ContentAdded(kind="towers", id="90007", fields={"en": "Moon Tower", "zh": "月塔"})
ON_THE_MOON = TowerBuilt(seat="Ann", tower="90007")


class Copied(ToyEvent):
    help_text = "A copy of a tower, by its number."
    sentence = "{tower} was copied"
    tower: Annotated[str, Choice("towers", free=True)]


BY_NUMBER = Content({"towers": {"77": {"en": "Salt Tower", "zh": "盐塔", "price": 0}}})
COPYING = replace(GAME, own_events=(*GAME.own_events, Copied), pack=merge_content(PACK, BY_NUMBER))


@pytest.fixture
def port(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "port.db", (COPYING,))
    yield house
    house.close()


@pytest.fixture
def harbour(port: House) -> str:
    return port.new()


def found(house: House, campaign: str, search: str, tongue: Tongue = ENGLISH, *seats: str) -> list[LogLine]:
    with house.campaigns.open(campaign) as live, search_when_followed(house.campaigns, campaign, search) as cursor:
        seen = live.game.view(live.table, Viewer.on(*seats))
        return select_lines(cursor, campaign, Wanted(search=search, means=Meaning(live.game, seen, tongue)))


def told(house: House, campaign: str, search: str, tongue: Tongue = ENGLISH) -> list[str]:
    return [line.text for line in found(house, campaign, search, tongue) if line.topic.startswith("toy.")]


@pytest.mark.parametrize("search", ["moon tower", "Moon", "月塔", "月", "90007", "built moon", "Ann 月塔", "móon"])
def test_what_was_typed_in_is_found_by_any_of_its_names(port: House, harbour: str, search: str) -> None:
    port.record(harbour, ANN, MOON, ON_THE_MOON)
    assert told(port, harbour, search) == ["Ann built 90007"]


@pytest.mark.parametrize("search", ["sun", "moon oak", "塔月", "oon", "9000 8"])
def test_what_is_called_otherwise_is_not_found(port: House, harbour: str, search: str) -> None:
    port.record(harbour, ANN, MOON, ON_THE_MOON)
    assert told(port, harbour, search) == []


@pytest.mark.parametrize("search", ["77", "salt", "盐塔"])
def test_what_the_game_names_itself_is_found_by_its_id_too(port: House, harbour: str, search: str) -> None:
    port.record(harbour, ANN, TowerBuilt(seat="Ann", tower="77"))
    assert told(port, harbour, search) == ["Ann built Salt Tower"]


def test_what_has_another_name_by_now_is_found_by_both(port: House, harbour: str) -> None:
    named = ContentCorrected(kind="towers", id="77", fields={"en": "Pepper Tower", "zh": "胡椒塔"})
    port.record(harbour, ANN, TowerBuilt(seat="Ann", tower="77"), named)
    for search in ("salt", "pepper", "胡椒", "盐塔"):
        assert told(port, harbour, search) == ["Ann built Salt Tower"]


@pytest.mark.parametrize("search", ["moon", "月塔", "90007 2", "moon 2"])
def test_a_copy_is_found_by_the_name_of_its_card(port: House, harbour: str, search: str) -> None:
    port.record(harbour, MOON, Copied(tower="90007 2"))
    assert told(port, harbour, search) == ["90007 2 was copied"]


def test_a_name_is_found_as_the_visitor_reads_it(port: House, harbour: str) -> None:
    port.record(harbour, MOON, ContentCorrected(kind="towers", id="90007", fields={"zh": "双体塔"}), ANN, ON_THE_MOON)
    assert told(port, harbour, "雙體", tongue_of("zh_Hant")) == ["Ann built 90007"]


def test_thousands_of_things_may_be_meant(port: House, harbour: str) -> None:
    port.record(harbour, ANN, MOON, ON_THE_MOON)
    with port.campaigns.open(harbour) as live, search_when_followed(port.campaigns, harbour, "moon") as cursor:
        towers = {f"x{n}": {"en": f"Moon {n}"} for n in range(5_000)}
        table = live.game.new_table(merge_content(PACK, Content({"towers": {**towers, "90007": {"en": "Moon"}}})))
        means = Meaning(live.game, table, ENGLISH)
        assert [line.topic for line in select_lines(cursor, harbour, Wanted(search="moon", means=means))][-1:] == [
            TowerBuilt.topic
        ]


# --- secrets ---------------------------------------------------------------------------------


def world(port: House, favour: str) -> str:
    """Ann holds something; she called one of it in, so that its name stands in the log once."""
    campaign = port.new(f"With {favour}"[:4])
    held: tuple[Event[Any], ...] = (FavoursTaken(seat="Ann", favours={favour: 1, "toll": 1}),)
    port.record(campaign, ANN, BOB, *held, FavourCalledIn(seat="Ann", favour="toll"))
    return campaign


@pytest.mark.parametrize("seats", [(), ("Bob",)])
@pytest.mark.parametrize("search", ["calm", "Calm Sea", "平静", "gust", "疾风", "toll", "港税", "hidden", "favours"])
def test_what_is_hidden_is_found_by_nobody_and_in_no_world(port: House, search: str, seats: tuple[str, ...]) -> None:
    one, two = (found(port, world(port, favour), search, ENGLISH, *seats) for favour in ("calm", "gust"))
    assert [line._replace(time="") for line in one] == [line._replace(time="") for line in two]
    secret = {"calm", "Calm Sea", "平静", "gust", "疾风"}
    assert (search in secret) is (one == [])
