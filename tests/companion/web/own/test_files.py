"""The file of the game: saved with all that was typed in, changed by another file, shared, and in every export."""

from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.game_files import read_game_file
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.content import Content
from domain.games.own.definition import definition_now
from domain.games.own.gallery import GALLERY, TEMPLATES, source_of
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body
from tests.companion.web.own.conftest import KEY, Tables

CHANGED = source_of("campaign").replace("start = 10, most = 10", "start = 8, most = 10").replace("gold =", "coins =")


def saved(host: Visitor) -> Content:
    return read_game_file(host.get("game-file/game.toml").get_data(as_text=True)).content


def take(host: Visitor, source: str) -> str:
    answer = host.post("game-file/change", {"pack": source, "act": "take"})
    assert answer.status_code == 303, body(answer)
    return str(answer.location)


def test_the_saved_file_is_the_definition_with_what_was_typed_in(host: Visitor, table: Tables) -> None:
    host.post("game/numbers", {"f.fields.owner": "table", "f.fields.en": "Doom", "f.fields.most": "9"})
    host.post("game/results/lost", {"act": "remove"})
    file = saved(host)
    assert file.digest == definition_now(table()).digest
    assert file.thing("numbers", "doom") == {"en": "Doom", "owner": "table", "most": 9}
    assert [*file.of("results")] == ["won"]


@pytest.mark.parametrize("id_", [*GALLERY, *TEMPLATES])
def test_a_file_that_is_begun_and_saved_is_the_same(app: Flask, id_: str) -> None:
    host = Visitor(app, "ours")
    host.client.post("/new/own/begin", data={**host.fields(f"/new/own/{id_}"), "name": "Ours"})
    assert saved(host).digest == read_game_file(source_of(id_)).content.digest


def test_a_file_is_looked_at_before_it_is_taken(host: Visitor, head: Head) -> None:
    before = head()
    words = body(host.post("game-file/change", {"pack": CHANGED}))
    for said in (
        "Health (Number): begins at 8",
        "New: Gold (Number)",
        "No longer part of the game: Gold (Number)",
    ):
        assert said in words
    assert head() == before


def test_a_taken_file_replaces_what_was_typed_in_and_old_lines_keep_their_names(host: Visitor, table: Tables) -> None:
    host.post("game/numbers", {"f.fields.owner": "seat", "f.fields.en": "Luck"})
    host.post("game/numbers/health", {"f.fields.en": "Vigour", "f.fields.start": "12", "f.fields.most": "12"})
    host.record("number-raised", number="luck", owner="Ann", amount="1")
    take(host, CHANGED)
    assert table().live("numbers") == ["health", "coins"]
    assert table().content_thing("numbers", "health")["start"] == 8
    assert "Ann: Luck +1" in host.log


def test_undo_brings_the_old_file_back_with_what_was_typed_in(host: Visitor, table: Tables) -> None:
    host.post("game/numbers", {"f.fields.owner": "seat", "f.fields.en": "Luck"})
    before = definition_now(table()).digest
    page = take(host, CHANGED)
    action, hidden = next(form for form in host.read(page).forms if "/undo/" in form[0])
    host.client.post(action, data=hidden)
    assert definition_now(table()).digest == before


def test_the_same_file_changes_nothing(host: Visitor, head: Head) -> None:
    before = head()
    same = host.get("game-file/game.toml").get_data(as_text=True)
    answer = host.post("game-file/change", {"pack": same, "act": "take"})
    assert ("the game is like this already" in body(answer), head()) == (True, before)


@pytest.mark.parametrize(
    "source", ["", "[game", "[numbers]\ngold = { en = 'Gold' }", CHANGED.replace("start = 8", "start = 99")]
)
def test_a_faulty_file_changes_nothing(host: Visitor, head: Head, source: str) -> None:
    before = head()
    answer = host.post("game-file/change", {"pack": source, "act": "take"})
    assert (answer.status_code, head(), 'id="refused"' in body(answer)) == (422, before, True)


def test_the_page_of_content_leads_to_the_file(host: Visitor, head: Head) -> None:
    assert host.get("content/").location == f"/c/{KEY}/game-file/change"
    before = head()
    assert (host.post("content/", {"act": "take"}).status_code, head()) == (307, before)


def test_who_may_look_reads_and_saves_the_file_and_the_host_alone_changes_by_file(
    host: Visitor, app: Flask, services: Services
) -> None:
    guest = joined(app, services, "Bea", "watch", key=KEY)
    assert guest.get("game-file/").status_code == 200
    assert b"Health" in guest.get("game-file/game.toml").data
    assert guest.get("game-file/change").status_code == 403


def test_the_file_has_no_secret_and_nothing_of_the_log(host: Visitor) -> None:
    host.record("word-written", journal="notes", word="Zanzibar")
    page, file = host.text("game-file/"), host.get("game-file/game.toml").get_data(as_text=True)
    assert "Zanzibar" not in page + file
    assert "Ann" not in file


def test_an_export_plays_on_elsewhere_with_its_definition(host: Visitor, tmp_path: Path, services: Services) -> None:
    host.post("game/numbers", {"f.fields.owner": "seat", "f.fields.en": "Luck"})
    take(host, CHANGED)
    host.post("game/numbers", {"f.fields.owner": "seat", "f.fields.en": "Fate"})
    export = host.get("export/jsonl")
    elsewhere = Services(Settings(tmp_path / "elsewhere"))
    other = Visitor(create_app(elsewhere.settings, elsewhere), KEY)
    answer = other.client.post(
        "/import", data={**other.fields("/import"), "file": (BytesIO(export.data), "night.jsonl")}
    )
    assert answer.location == f"/c/{KEY}/"
    assert saved(other).digest == saved(host).digest
    other.record("number-raised", number="fate", owner="Ann", amount="2")
    assert "Ann: Fate +2" in other.log
    assert elsewhere.find_campaign(KEY).game_en == "Our campaign"
    elsewhere.close()


def test_on_an_open_network_a_code_leads_the_phones_of_the_table_to_the_file(host: Visitor, app: Flask) -> None:
    assert not host.read("game-file/").part("code")
    app.extensions["gate"].address = "http://192.168.1.5:8000"
    page = host.read("game-file/")
    assert page.part("code")
    assert f"192.168.1.5:8000/c/{KEY}/game-file/" in page.text
