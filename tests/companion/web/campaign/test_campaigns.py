"""The list of campaigns, and a new one."""

import re

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.game import AnyGame
from domain.games import BY_KEY
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body


def test_the_campaign_last_played_comes_first(visitor: Visitor) -> None:
    visitor.post("/new/toy", {"name": "Second"})
    visitor.record("coins-gained", seat="Ann", amount="1")
    page = visitor.text("/")
    assert page.index("Harbour Round") < page.index("Second")


def test_a_new_campaign_is_a_choice_among_games(visitor: Visitor) -> None:
    assert "Harbour of Towers 1 to 4 players" in visitor.text("/new")


def test_a_new_campaign_opens_on_the_page_play(visitor: Visitor) -> None:
    assert visitor.post("/new/toy", {"name": "Zweite Runde"}).headers["Location"] == "/c/zweite-runde/"


@pytest.mark.parametrize("name", ["", "   ", "x" * 201, "a\u202eb"])
def test_a_name_that_does_not_fit_is_refused_at_its_field(visitor: Visitor, head: Head, name: str) -> None:
    before = head()
    answer = visitor.post("/new/toy", {"name": name})
    assert (answer.status_code, head()) == (422, before)
    assert 'id="name-fault"' in body(answer)


def test_a_name_that_does_not_fit_keeps_what_else_was_typed(visitor: Visitor) -> None:
    answer = visitor.post("/new/agemonia", {"name": ""}, party_name="The Lanterns")
    assert 'value="The Lanterns"' in body(answer)


def test_an_opening_that_does_not_fit_is_explained(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.post("/new/agemonia", {"name": "Fine"}, party_name="x" * 201)
    assert (answer.status_code, "Party name: too long" in body(answer), head()) == (422, True, before)


def test_a_game_that_is_not_there_cannot_be_begun(visitor: Visitor) -> None:
    assert visitor.post("/new/chess", {"name": "x"}).status_code == 404


def test_unreadable_entries_are_counted_in_the_list(visitor: Visitor, services: Services) -> None:
    with services.store.writing() as db:
        db.execute("UPDATE campaigns SET unreadable=2")
    assert "2 entries cannot be read here" in visitor.text("/")


# --- whoever comes for the first time ---


@pytest.mark.parametrize(
    ("game", "chosen", "areas"),
    [(game.key, one.key, one.areas) for game in BY_KEY.values() for one in game.tracking_sets],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_tracked_is_chosen_by_one_name(
    visitor: Visitor, services: Services, game: str, chosen: str, areas: list[str]
) -> None:
    visitor.post(f"/new/{game}", {"name": "New", "set": chosen})
    table = services.campaigns.copy_from_file(services.find_campaign("new").campaign).table
    assert sorted(table.areas_tracked()) == sorted(areas)


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_a_game_says_what_its_first_evening_asks_for(visitor: Visitor, game: AnyGame) -> None:
    page = visitor.text(f"/new/{game.key}")
    assert ("What the first evening asks for" in page) == bool(game.first_evening)
    assert all(str(said) in page for said in game.first_evening)


@pytest.mark.parametrize("game", [game for game in BY_KEY.values() if game.tracking_sets], ids=lambda game: game.key)
def test_the_areas_to_choose_one_by_one_are_in_no_fold(visitor: Visitor, game: AnyGame) -> None:
    page = visitor.get(f"/new/{game.key}").get_data(as_text=True)
    _, found, areas = page.partition('name="set" value=""')
    assert found
    assert "<details" not in areas.partition('name="f.tracks"')[0]


def test_who_chooses_areas_one_by_one_has_those(visitor: Visitor, services: Services) -> None:
    visitor.post("/new/champions", {"name": "New", "set": ""}, tracks=["minions", "timing"])
    table = services.campaigns.copy_from_file(services.find_campaign("new").campaign).table
    assert sorted(table.areas_tracked()) == ["minions", "timing"]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=lambda game: game.key)
def test_a_set_names_areas_that_there_are_and_the_last_or_the_first_all(game: AnyGame) -> None:
    areas = set(game.new_table().areas)
    assert all(set(one.areas) <= areas for one in game.tracking_sets)
    assert not game.tracking_sets or any(set(one.areas) == areas for one in game.tracking_sets)


def test_an_example_is_made_once_and_opened_then(visitor: Visitor, services: Services) -> None:
    first, again = (visitor.post("/example/champions", {}).headers["Location"] for _ in range(2))
    assert (first, again) == ("/c/tuesday-heroes/", "/c/tuesday-heroes/")
    assert "Look at an example" in visitor.text("/new")


def test_of_a_game_without_an_example_none_is_offered(visitor: Visitor) -> None:
    assert visitor.post("/example/toy", {}).status_code == 404


def test_the_campaign_last_played_is_the_one_to_go_on_with(visitor: Visitor) -> None:
    alone = visitor.text("/")
    visitor.post("/new/toy", {"name": "Second"})
    assert ("Go on with" in alone, "Go on with Harbour of Towers Second" in visitor.text("/")) == (False, True)


def names_in(visitor: Visitor, path: str = "/") -> list[str]:
    """The campaigns of a list."""
    return re.findall(r'<strong dir="auto">(.*?)</strong>', body(visitor.get(path)))


def test_a_hidden_campaign_is_in_the_list_of_hidden_ones(visitor: Visitor, services: Services) -> None:
    visitor.post("/new/toy", {"name": "Second"})
    assert visitor.post("hide").headers["Location"] == "/c/harbour/campaign"
    assert names_in(visitor) == ["Second"]
    assert "Show hidden campaigns (1)" in visitor.text("/")
    assert names_in(visitor, "/?hidden=1") == ["Harbour"]
    visitor.post("show")
    assert names_in(visitor) == ["Harbour", "Second"]
    assert "hidden" not in visitor.text("/")


def test_a_search_finds_hidden_campaigns(visitor: Visitor) -> None:
    visitor.post("hide")
    assert names_in(visitor, "/?search=harb") == ["Harbour"]


def test_a_second_tap_hides_nothing_more(visitor: Visitor, head: Head) -> None:
    visitor.post("hide")
    before = head()
    assert (visitor.post("hide").status_code, head()) == (303, before)


def test_a_host_with_hidden_campaigns_only_can_start_one(visitor: Visitor) -> None:
    visitor.post("hide")
    page = visitor.read("/")
    assert "/new" in page.links
    assert "/?hidden=1" in page.links


def test_only_the_host_hides_and_a_guest_still_sees_the_table(app: Flask, services: Services, visitor: Visitor) -> None:
    guest = joined(app, services, "Pia", "at:Ann")
    assert guest.post("hide").status_code == 403
    visitor.post("hide")
    assert names_in(guest) == ["Harbour"]
    assert "Show hidden" not in guest.text("/")
    assert "Show in the list" not in guest.text("campaign")


def test_a_branch_of_a_hidden_campaign_is_in_the_list(visitor: Visitor) -> None:
    visitor.post("hide")
    visitor.post("branch", {"name": "What if"})
    assert names_in(visitor) == ["What if"]


def test_a_hidden_demo_stays_hidden_when_it_is_opened_again(visitor: Visitor) -> None:
    key = visitor.post("/example/heroes3").headers["Location"]
    visitor.post(f"{key}hide")
    assert visitor.post("/example/heroes3").headers["Location"] == key
    assert names_in(visitor) == ["Harbour"]
