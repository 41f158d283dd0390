"""Actions of Agemonia's heroes are selected face down: no page and no file tells them before the card is revealed."""

import pytest
from flask import Flask

from companion.services import Services
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body, tells

KEY = "evening"
WORD = "Moonfall"
"""The action that Lunara selects; it stands nowhere else."""
PAGES = ("", "log", "log?search=Moonfall", "sheets/", "table/", "undo/4", "undo", "why?path=scene.heroes.lunara.chosen")
FILES = ("export/json", "export/md", "export/html", "export/csv")
CARD = {"order": ["ally red", "ally green"]}


@pytest.fixture
def host(app: Flask, services: Services) -> Visitor:
    """A host on no seat, at whose table Lunara has selected an action, and Venia has not."""
    made = services.campaigns.new("agemonia", KEY, {}, services.new_command())

    def record(event: str, **fields: object) -> None:
        services.campaigns.record(made.campaign, event, fields, services.new_command())

    for hero in ("lunara", "venia"):
        record("hero-joined-party", hero=hero)
    record("round-started")
    record("hero-action-selected", hero="lunara", action=WORD, symbol="red")
    return Visitor(app, KEY)


def looks(app: Flask, services: Services, host: Visitor, name: str) -> Visitor | Guest:
    places = {"lunara": "at:lunara", "venia": "at:venia", "spectator": "watch"}
    return host if name == "host" else joined(app, services, name.title(), places[name], KEY)


@pytest.mark.parametrize("name", ["host", "venia", "spectator"])
def test_nobody_else_sees_what_was_selected(app: Flask, services: Services, host: Visitor, name: str) -> None:
    other = looks(app, services, host, name)
    assert [path for path in PAGES if tells(body(other.get(path)).replace("search=Moonfall", ""), WORD)] in (
        [],
        ["log?search=Moonfall"],
    )
    assert "Lunara selected an action: hidden" in other.text("log")
    assert "Lunara selected" in other.text("")


@pytest.mark.parametrize("path", FILES)
def test_no_file_tells_it(host: Visitor, path: str) -> None:
    assert not tells(body(host.get(path)), WORD)


def test_whose_hero_it_is_sees_it(app: Flask, services: Services, host: Visitor) -> None:
    assert WORD in looks(app, services, host, "lunara").text("log")


def test_nobody_else_selects_for_a_hero_that_somebody_plays(app: Flask, services: Services, host: Visitor) -> None:
    venia = looks(app, services, host, "venia")
    answer = venia.record("hero-action-selected", hero="lunara", action="Focus")
    assert (answer.status_code, "secret of another seat" in body(answer)) == (422, True)


def test_the_card_turns_it_over_for_everybody(app: Flask, services: Services, host: Visitor) -> None:
    campaign, keeper = services.find_campaign(KEY).campaign, looks(app, services, host, "lunara")
    services.campaigns.record(
        campaign, "hero-action-selected", {"hero": "venia", "action": "Focus"}, services.new_command()
    )
    assert "Only you see this" in keeper.text("")
    services.campaigns.record(campaign, "initiative-card-revealed", CARD, services.new_command())
    assert "Only you see this" not in keeper.text("")
    other = looks(app, services, host, "venia")
    assert WORD in other.text("")
    assert f"Lunara selected {WORD} (red)" in other.text("log")
