"""What holds for every page: it is there, it is escaped, it has no script and no style of its own."""

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.exceptions import NotFound
from werkzeug.routing import MapAdapter, RequestRedirect

import companion
from companion.services import Services
from domain.framework.game import AnyGame
from domain.games import BY_KEY, KEYS
from tests.companion.visitor import Reader, Visitor, body, foreign
from tests.toy import GAME

pytestmark = pytest.mark.slow

PAYLOADS = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'><svg onload=alert(1)>",
    "{{ 7*7 }}{% raw %}",
    "javascript:alert(1)",
    "{seat} {0} %s",
    "</textarea></title><b>x",
    "&lt;i&gt;",
)


WEB = Path(companion.__file__).parent / "web"
OF_EACH = 6
"""So many pages of one address are looked at: forms of events, entries, moments look alike."""


def kind_of(urls: MapAdapter, path: str) -> str:
    """The address that a path is one of."""
    try:
        return str(urls.match(path.partition("?")[0])[0])
    except (NotFound, RequestRedirect):
        return path


def walk(visitor: Visitor, of_each: int = OF_EACH) -> Iterator[tuple[str, str]]:
    """Every kind of page that can be reached by links from the list of campaigns, none twice."""
    waiting, seen, kinds = ["/"], set[str](), Counter[str]()
    urls = visitor.app.url_map.bind("localhost")
    while waiting:
        path = waiting.pop().partition("#")[0]
        if path in seen or not path.startswith("/") or "/export/" in path:
            continue
        seen.add(path)
        kinds.update([kind := kind_of(urls, path)])
        if kinds[kind] > of_each:
            continue
        with visitor.client.get(path, follow_redirects=True) as answer:
            assert answer.status_code in (200, 404), path
            if "attachment" in answer.headers.get("Content-Disposition", ""):
                continue
            page = answer.get_data(as_text=True)
        yield path, page
        waiting += Reader(page).links


OF_OWN_GAMES = (
    *("game/", "game/numbers", "game/numbers/hp"),
    *("game-file/", "game-file/change", "game-file/game.toml"),
)
"""Pages of campaigns whose game a table describes."""


def every_get(app: Flask) -> list[str]:
    """Every address that can be looked at, filled in for the campaign “harbour”."""
    filled = {
        "<key>": "harbour",
        "<int:entry>": "4",
        "<event>": "coins-gained",
        "<card>": "read-at-the-table",
        "<field>": "seat",
        "<sheet>": "harbour",
        "<digest>": "no-photo",
        "<game>": "toy",
        "<area>": "log",
        "<piece>": "piece-seat-Ann",
        "<kind>": "numbers",
        "<thing>": "hp",
        "<template>": "score-sheet",
    }
    found = []
    for rule in app.url_map.iter_rules():
        if "GET" in (rule.methods or ()) and rule.endpoint not in ("static", "live.stream", "api_reading.positions"):
            path = rule.rule
            for name, value in filled.items():
                path = path.replace(name, value)
            found.append(path.replace("<suffix>", "md").replace("<form>", "md").replace("undo-to/4", "undo-to/3"))
    return found


def test_every_route_answers(app: Flask, visitor: Visitor) -> None:
    visitor.record("coins-gained", seat="Bob", amount="1")
    visitor.post("undo/4")
    visitor.redo()
    refused = set()
    for path in every_get(app):
        with visitor.get(path) as answer:
            if answer.status_code not in (200, 302, 303):
                refused.add(path)
    nothing_there = {
        f"/c/harbour/{path}"
        for path in ("why", "restore/4", "photos/no-photo.jpg", "seat/no-photo.jpg", "export/recap", *OF_OWN_GAMES)
    }
    assert refused == nothing_there | {"/api/c/harbour/why", "/api/openapi/toy.json", "/api/docs/toy"}


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_people_type_is_only_ever_shown(visitor: Visitor, payload: str) -> None:
    visitor.record("campaign-renamed", name=payload)
    visitor.record("session-started", players=payload)
    visitor.record("seat-taken", {"by": payload}, seat=payload)
    visitor.record("note-added", text=payload, about=payload, entry="4")
    visitor.record("note-added", text=payload, about=payload)
    visitor.record("content-added", kind="towers", id=payload, **{"fields.en": payload, "fields.price": "1"})
    visitor.record("night-fell")
    visitor.record("tower-built", {"bend": payload, "when": payload}, seat="Ann", tower="oak")
    visitor.post("branch", {"name": payload, "at": "3"})
    known = set(PLAIN)
    for path, page in walk(visitor):
        reader = Reader(page)
        used = {tag for tag, _ in reader.tags}
        assert not foreign(reader), path
        assert not [a for _, given in reader.tags for a in given if a.startswith("on") or a == "style"], path
        assert not [link for link in reader.links if link.startswith("javascript:")], path
        assert "49{%" not in page
        known |= used


PLAIN = ("html", "head", "body")


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_people_search_for_is_only_ever_shown(visitor: Visitor, payload: str) -> None:
    for path in ("log?search=", "why?path=", "record/tower-built?seat=", "record/", "sheets/", "/c/"):
        page = Reader(visitor.get(path + payload.replace("%", "%25")).get_data(as_text=True))
        assert not foreign(page)


def test_a_refused_form_only_shows_what_was_typed(visitor: Visitor) -> None:
    for payload in PAYLOADS:
        refused = visitor.record("tower-built", {"by": payload}, seat=payload, tower=payload)
        page = Reader(refused.get_data(as_text=True))
        assert not foreign(page)


def test_every_page_has_one_main_heading_and_a_way_past_the_places(visitor: Visitor) -> None:
    for path, page in walk(visitor):
        tags = [tag for tag, _ in Reader(page).tags]
        assert (tags.count("h1"), tags.count("main"), 'class="skip" href="#main"' in page) == (1, 1, True), path


def test_every_field_has_a_label(visitor: Visitor) -> None:
    for path, page in walk(visitor):
        reader = Reader(page)
        labels = {given.get("for") for tag, given in reader.tags if tag == "label"}
        bare = [
            given
            for tag, given in reader.tags
            if tag in ("input", "select", "textarea")
            and given.get("type") not in ("hidden", "radio", "checkbox")
            and given.get("id") not in labels
        ]
        assert not bare, path


def test_ids_on_a_page_are_unique(visitor: Visitor) -> None:
    for path, page in walk(visitor):
        ids = [given["id"] for _, given in Reader(page).tags if "id" in given]
        assert len(ids) == len(set(ids)), path


def test_every_form_that_changes_something_carries_a_token_and_a_command(visitor: Visitor) -> None:
    for path, page in walk(visitor):
        posts = [given for tag, given in Reader(page).tags if tag == "form" and given.get("method") == "post"]
        assert page.count('name="token"') == page.count('name="command"') == len(posts), path


def test_the_list_of_campaigns_invites_to_begin_where_there_is_none(app: Flask) -> None:
    page = Visitor(app).read("/")
    assert "What are you playing?" in page.text
    assert {*(f"/new/{key}" for key in KEYS), "/new/own/"} <= set(page.links)


def test_campaigns_of_a_game_that_is_gone_are_still_listed(visitor: Visitor, services: Services) -> None:
    services.campaigns.games = {}
    services.campaigns.drop_from_memory(services.find_campaign("harbour").campaign)
    assert "Harbour" in visitor.text("/")
    assert visitor.get("log").status_code == 200
    assert visitor.record("coins-gained", seat="Ann", amount="1").status_code >= 400


@pytest.mark.parametrize("game", [GAME, *(BY_KEY[key] for key in KEYS)], ids=lambda game: game.key)
def test_each_game_can_be_begun_and_played(app: Flask, services: Services, game: AnyGame) -> None:
    key = game.key
    visitor = Visitor(app, "fresh")
    page = visitor.read(f"/new/{key}")
    sent = {**page.forms[0][1], "name": "Fresh"}
    ticked = [given for tag, given in page.tags if tag == "input" and "checked" in given]
    lists: dict[str, list[str]] = {}
    for given in ticked:
        lists.setdefault(str(given["name"]), []).append(str(given["value"]))
    answer = visitor.client.post(f"/new/{key}", data={**sent, **lists})
    assert answer.status_code == 303, body(answer)
    for path in ("", "sheets/", "log", "campaign", "more"):
        assert visitor.get(path).status_code == 200


@pytest.mark.parametrize("game", [GAME, *BY_KEY.values()], ids=lambda game: game.key)
def test_every_event_of_a_game_has_a_form(app: Flask, services: Services, game: AnyGame) -> None:
    services.campaigns.new(game.key, "Forms", {}, services.new_command())
    visitor = Visitor(app, "forms")
    for name in game.by_name:
        assert visitor.get(f"record/{name}").status_code == 200, name


def test_an_unknown_event_names_those_that_sound_alike(visitor: Visitor) -> None:
    assert "Perhaps: tower-built" in body(visitor.get("record/tower-build"))


def test_a_page_does_without_the_indentation_of_its_templates(visitor: Visitor) -> None:
    assert re.findall(r"^[ \t]{2,}.*", visitor.get("").get_data(as_text=True), re.MULTILINE) == []


def test_how_a_page_looks_as_a_whole_is_not_sought_in_all_of_it() -> None:
    """A browser would look through the page whenever anything on it changes."""
    sheets = [path.read_text(encoding="utf-8") for path in (WEB / "static").rglob("*.css")]
    asked = [rule for sheet in sheets for rule in re.findall(r"(?:html|:root):has\(.*", sheet)]
    assert asked
    assert [rule for rule in asked if ":has(> " not in rule] == []
