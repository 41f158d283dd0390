"""The names of described games in the list and the statistics: they follow the definition, and an undo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.framework.content import load_pack
from domain.framework.kernel import ContentCorrected, SessionEnded, SessionStarted
from domain.games import BY_KEY, OWN
from domain.games.own.gallery import source_of
from projections.campaigns import Listed, find_campaign
from projections.documents.arrivals import import_campaign
from projections.play_statistics import play_statistics
from projections.rebuild import rebuild_read_models, verify_file
from tests.house import House
from tests.moments import read_golden


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    house = House(tmp_path / "campaigns.db", tuple(BY_KEY.values()))
    yield house
    house.close()


def begun(house: House, name: str, game: str, zh: str = "") -> str:
    source = source_of("counters").replace("Counters", game).replace("计数器", zh or game)
    return house.campaigns.new(OWN, name, {}, house.command(), pack=load_pack(source)).campaign


def listed(house: House, campaign: str) -> Listed:
    with house.store.reading() as cursor:
        return find_campaign(cursor, campaign)


def named(house: House, campaign: str) -> tuple[str, str]:
    found = listed(house, campaign)
    return found.game_en, found.game_zh


def test_a_campaign_is_listed_with_the_name_of_its_definition(house: House) -> None:
    campaign = begun(house, "Night", "Goats", "山羊")
    assert named(house, campaign) == ("Goats", "山羊")
    called = listed(house, campaign).game_called(house.campaigns.games)
    assert str(called) == "Goats"


def test_the_name_follows_another_file_and_a_typed_name_and_comes_back_by_undo(house: House) -> None:
    campaign = begun(house, "Night", "Goats")
    renamed = load_pack(source_of("counters").replace("Counters", "Sheep"))
    house.campaigns.change_pack(campaign, renamed, house.command())
    assert named(house, campaign)[0] == "Sheep"
    house.record(campaign, ContentCorrected(kind="game", id="counters", fields={"en": "Cows"}))
    assert named(house, campaign)[0] == "Cows"
    for name in ("Sheep", "Goats"):
        house.campaigns.undo(campaign, None, house.command())
        assert named(house, campaign)[0] == name


def test_another_game_has_no_name_of_a_definition(house: House) -> None:
    campaign = import_campaign(house.campaigns, read_golden("champions", "0.1.0-every")).campaign
    assert named(house, campaign) == ("", "")
    assert listed(house, campaign).game_called(house.campaigns.games) == BY_KEY["champions"].name
    assert listed(house, campaign).game_called({}) == "champions"


def test_a_rebuild_names_the_games_again(house: House) -> None:
    campaign = begun(house, "Night", "Goats")
    house.campaigns.change_pack(campaign, load_pack(source_of("score-sheet")), house.command())
    rebuild_read_models(house.campaigns, house.models)
    assert named(house, campaign) == ("Score sheet", "计分表")
    assert [*verify_file(house.campaigns, house.models)] == []


def test_statistics_count_campaigns_of_one_described_game_together(house: House) -> None:
    for name, game in (("One", "Goats"), ("Two", "Goats"), ("Three", "Sheep")):
        campaign = begun(house, name, game)
        house.record(campaign, SessionStarted(players=(name,)))
        house.record(campaign, SessionEnded())
    with house.store.reading() as cursor:
        found = play_statistics(cursor)
    assert [(one.game, one.game_en, one.evenings) for one in found.games] == [("own", "Goats", 2), ("own", "Sheep", 1)]
