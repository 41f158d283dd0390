"""The page of the game: what there is, and adding, changing and taking out what it keeps track of."""

import pytest
from flask import Flask

from companion.services import Services
from domain.games.own.kinds import KINDS, NumberCard
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body
from tests.companion.web.own.conftest import KEY, Tables


def add(host: Visitor, kind: str, **fields: str) -> str:
    """Send the form of a new thing; where it leads to."""
    answer = host.post(f"game/{kind}", {f"f.fields.{name}": value for name, value in fields.items()})
    assert answer.status_code == 303, body(answer)
    return str(answer.location)


def test_the_page_lists_what_players_and_the_table_have(host: Visitor) -> None:
    words = host.text("game/")
    for said in ("Each player has", "Health", "begins at 10 · 0 to 10 · begins again: Scenario", "The table has"):
        assert said in words


def test_a_number_is_added_by_its_name_alone(host: Visitor, table: Tables) -> None:
    assert "#numbers-red-keys" in add(host, "numbers", owner="seat", en="Red keys")
    assert table().seats["Ann"].numbers["red-keys"] == 0
    assert "Red keys" in host.text("")


@pytest.mark.parametrize(
    ("name", "id_"),
    [("Élan vital", "elan-vital"), ("士气", "shi-qi"), ("Health", "health-2"), ("☠", "numbers")],
)
def test_the_id_is_made_from_the_name(host: Visitor, table: Tables, name: str, id_: str) -> None:
    answer = host.post("game/numbers", {"f.fields.owner": "table", "f.fields.en": name, "bend": "so", "act": "bend"})
    assert answer.status_code == 303, body(answer)
    assert [*table().numbers] == [id_]


def test_a_form_shows_what_is_known_and_records_only_what_changed(host: Visitor, table: Tables) -> None:
    page = host.read("game/numbers/health")
    typed = {given["name"]: given.get("value") for tag, given in page.tags if tag == "input" and given.get("name")}
    assert (typed["f.fields.en"], typed["f.fields.start"], typed["f.fields.zh"]) == ("Health", "10", "生命")
    host.post("game/numbers/health", {**filled(host, "game/numbers/health"), "f.fields.most": "12"})
    assert table().library == {"numbers": {"health": {"most": 12}}}


def filled(host: Visitor, path: str) -> dict[str, str]:
    """The values of a form as a browser would send them."""
    found: dict[str, str] = {}
    for tag, given in host.read(path).tags:
        name = str(given.get("name") or "")
        is_set = given.get("type") not in ("radio", "checkbox") or "checked" in given
        if tag == "input" and name.startswith("f.") and is_set:
            found[name] = str(given.get("value") or "")
    return found


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "game"])
def test_every_form_of_a_new_thing_opens_and_asks_for_a_name(host: Visitor, kind: str, head: Head) -> None:
    assert host.get(f"game/{kind}").status_code == 200
    before = head()
    answer = host.post(f"game/{kind}")
    assert (answer.status_code, head(), "Give it a name." in body(answer)) == (422, before, True)


def test_every_thing_of_the_game_opens_and_saved_unchanged_records_nothing(host: Visitor, table: Tables) -> None:
    now, before = table(), host.log
    for kind in KINDS:
        for id_ in now.live(kind):
            path = f"game/{kind}/{id_}"
            assert host.post(path, filled(host, path)).status_code == 303
    assert (table().library, host.log) == ({}, before)


def test_an_emptied_field_has_its_default_again(host: Visitor, table: Tables) -> None:
    host.post("game/numbers/health", {**filled(host, "game/numbers/health"), "f.fields.most": ""})
    assert NumberCard.of(table(), "health").most is None


def test_the_game_itself_has_its_name_and_its_words_in_the_visitors_language(host: Visitor, services: Services) -> None:
    host.client.set_cookie("content", "zh")
    path = "game/game/campaign"
    host.post(path, {**filled(host, path), "f.fields.zh": "雪山", "f.fields.scenario": "章"})
    with services.open(KEY) as campaign:
        assert (campaign.game.name.en, campaign.game.name.zh) == ("Our campaign", "雪山")
        assert campaign.table.scenario_word.zh == "章"  # type: ignore[attr-defined]
    assert services.find_campaign(KEY).game_zh == "雪山"


@pytest.mark.parametrize(
    ("kind", "fields", "said"),
    [
        ("numbers", {"start": "7", "most": "3"}, "Begins at: it is outside the bounds."),
        ("numbers", {"until": "round", "drift": "many"}, "whole number"),
        ("rules", {"number": "health"}, "It needs either at_least or at_most."),
        ("ranks", {}, "Number is missing."),
    ],
)
def test_what_does_not_fit_the_game_is_refused_in_words(
    host: Visitor, head: Head, kind: str, fields: dict[str, str], said: str
) -> None:
    before = head()
    answer = host.post(f"game/{kind}", {f"f.fields.{name}": value for name, value in {"en": "New", **fields}.items()})
    assert (answer.status_code, head()) == (422, before)
    assert said in body(answer)


def test_a_thing_is_taken_out_with_what_belongs_to_it_and_comes_back_by_undo(host: Visitor, table: Tables) -> None:
    add(host, "ranks", number="health", en="Fit", at="9")
    answer = host.post("game/numbers/health", {"act": "remove"})
    assert (answer.status_code, [*table().live("numbers")], table().live("ranks")) == (303, ["gold"], [])
    assert "Health" not in host.text("game/")
    assert "Health" in host.log
    undo(host, answer.location)
    assert (table().live("numbers"), table().live("ranks")) == (["health", "gold"], ["fit"])


def undo(host: Visitor, page: str) -> None:
    """Tap on Undo at the toast of a page."""
    action, hidden = next(form for form in host.read(page).forms if "/undo/" in form[0])
    assert host.client.post(action, data=hidden).status_code == 303


def test_what_others_need_is_not_taken_out(host: Visitor, head: Head) -> None:
    add(host, "deals", en="Rest", **{"gains.gold": "-1"})
    before = head()
    answer = host.post("game/numbers/gold", {"act": "remove"})
    assert (answer.status_code, head()) == (422, before)


@pytest.mark.parametrize("path", ["game/towers", "game/numbers/none", "game/game"])
def test_what_there_is_not_is_not_found(host: Visitor, path: str) -> None:
    assert host.get(path).status_code == 404


def test_another_game_has_no_such_page(visitor: Visitor) -> None:
    assert visitor.get("game/").status_code == 404
    assert "/game/" not in " ".join(visitor.read("campaign").links)


def test_the_board_has_an_invented_player_until_one_joins(host: Visitor, app: Flask, services: Services) -> None:
    assert "A player" not in host.text("game/")
    begun = host.client.post("/new/own/begin", data={**host.fields("/new/own/counters"), "name": "Ours"})
    words = Visitor(app, "ours").text(begun.location)
    assert "A player" in words
    with services.open("ours") as campaign:
        assert not campaign.table.chairs()


def test_a_player_adds_a_number_and_a_spectator_does_not(host: Visitor, app: Flask, services: Services) -> None:
    player = joined(app, services, "Bea", key=KEY)
    assert "/c/night/game/" in player.read("").links
    answer = player.post("game/numbers", {"f.fields.owner": "seat", "f.fields.en": "Luck"})
    assert answer.status_code == 303
    watcher = joined(app, services, "Wim", "watch", key=KEY)
    assert watcher.get("game/").status_code == 403
