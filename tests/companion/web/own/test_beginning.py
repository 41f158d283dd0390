"""Beginning one's own game: below the shelf, from a template, from the gallery, and from a file."""

import re
from io import BytesIO

import pytest
from flask import Flask

from companion.services import Services
from domain.games import KEYS, OWN
from domain.games.own.gallery import GALLERY, TEMPLATES, source_of
from tests.companion.conftest import Head
from tests.companion.visitor import Reader, Visitor, body

FAULTY = '[game]\nx = { en = "X", players = [2, 3] }\n[numbers]\na = { en = "A", most = "many" }\n'


@pytest.fixture
def host(app: Flask) -> Visitor:
    return Visitor(app)


@pytest.mark.parametrize("path", ["/", "/new"])
@pytest.mark.parametrize("language", ["en", "zh_Hans"])
def test_the_own_game_is_one_tile_below_the_games_and_never_among_them(host: Visitor, path: str, language: str) -> None:
    host.client.set_cookie("interface", language)
    page = body(host.get(path))
    shelf = page[page.index('class="shelf"') : page.index("own-tile")]
    assert {*KEYS} <= {*re.findall(r'data-game="(\w+)"', shelf)}
    assert f'data-game="{OWN}"' not in shelf
    assert f"/{OWN}" not in shelf
    assert page.count('href="/new/own/"') == 1
    assert {"en": "Your own game", "zh_Hans": "自定游戏"}[language] in page[page.index("own-tile") :]


def test_the_own_game_has_no_example(host: Visitor) -> None:
    assert "/example/own" not in body(host.get("/new"))


def test_every_template_and_game_of_the_gallery_is_offered_once(host: Visitor) -> None:
    page = host.read("/new/own/")
    offered = [link.rpartition("/")[2] for link in page.links if re.fullmatch(r"/new/own/[\w-]+", link)]
    assert sorted(offered) == sorted({*TEMPLATES, *GALLERY})


@pytest.mark.parametrize("template", TEMPLATES)
def test_a_template_leads_to_the_page_on_which_it_is_composed(host: Visitor, template: str) -> None:
    hidden = host.fields(f"/new/own/{template}")
    answer = host.client.post("/new/own/begin", data={**hidden, "name": "Ours"})
    assert (answer.status_code, answer.location) == (303, "/c/ours/game/")
    assert host.get(answer.location).status_code == 200


def test_a_game_of_the_gallery_leads_to_play_under_its_own_name(host: Visitor) -> None:
    hidden = host.fields("/new/own/sleeping-ship")
    assert 'value="Sleeping ship"' in body(host.get("/new/own/sleeping-ship"))
    answer = host.client.post("/new/own/begin", data={**hidden, "name": "Ours"})
    assert answer.location == "/c/ours/"


def test_an_uploaded_file_is_named_and_begun(host: Visitor, services: Services) -> None:
    file = (BytesIO(b"\xef\xbb\xbf" + source_of("score-sheet").replace("\n", "\r\n").encode()), "sheet.toml")
    answer = host.post("/new/own/", {"file": file})
    assert answer.status_code == 200
    hidden = next(hidden for action, hidden in Reader(answer.get_data(as_text=True)).forms if action.endswith("/begin"))
    begun = host.client.post("/new/own/begin", data={**hidden, "name": "Ours"})
    assert begun.location == "/c/ours/"
    with services.open("ours") as campaign:
        assert campaign.game.name.zh == "计分表"


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (FAULTY, "Line 4: numbers.a.most: type a whole number"),
        ("[game]\nx = {", "Line 2: This is not a content pack"),
        ("[numbers]\na = { en = 'A' }\n", "a definition describes one game, with its name"),
        (" ", "Choose a file first."),
        ("x" * 64_001, "A game file has at most 64000 characters."),
    ],
)
def test_a_faulty_file_is_refused_by_line_and_nothing_is_begun(
    host: Visitor, head: Head, source: str, said: str
) -> None:
    before = head()
    answer = host.post("/new/own/", {"pack": source})
    assert (answer.status_code, head()) == (422, before)
    assert said in body(answer)


def test_a_file_that_is_not_text_is_refused(host: Visitor, head: Head) -> None:
    before = head()
    answer = host.post("/new/own/", {"file": (BytesIO(b"\x89PNG\xff\xfe"), "sheet.toml")})
    assert (answer.status_code, head(), "This is not in UTF-8." in body(answer)) == (422, before, True)


def test_a_campaign_has_a_name(host: Visitor, head: Head) -> None:
    before = head()
    hidden = host.fields("/new/own/counters")
    answer = host.client.post("/new/own/begin", data={**hidden, "name": " "})
    assert (answer.status_code, head()) == (422, before)


def test_a_second_tap_begins_no_second_campaign(host: Visitor, services: Services) -> None:
    hidden = host.fields("/new/own/counters")
    for _ in range(2):
        host.client.post("/new/own/begin", data={**hidden, "name": "Ours"})
    assert [one.name for one in services.list_campaigns()] == ["Ours"]
