"""Photos of the table: brought by who plays, seen by everybody there and by nobody else."""

from __future__ import annotations

from contextlib import closing
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from pypdf import PdfReader
from werkzeug.test import TestResponse

from companion.campaign_files.backups import write_backup
from companion.services import Services
from domain.store import FileStore
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body
from tests.companion.web.pictures.test_reencode import photo


def brings(visitor: Visitor, brought: bytes, caption: str = "", **fields: str) -> TestResponse:
    sent = {**visitor.fields("people/"), "photo": (BytesIO(brought), "IMG_2041.jpg"), "caption": caption, **fields}
    return visitor.client.post(visitor.at("photos/"), data=sent, content_type="multipart/form-data")


def shown(visitor: Visitor) -> list[str]:
    """The addresses of the photos on the page."""
    return [str(given["src"]) for tag, given in visitor.read("photos/").tags if tag == "img"]


@pytest.fixture
def put_away(visitor: Visitor) -> Visitor:
    """A session was played and put away, and a photo taken."""
    visitor.record("session-started", players="Ann")
    visitor.record("coins-gained", seat="Ann", amount="1")
    visitor.record("session-ended")
    assert brings(visitor, photo(), "Ann's harbour").status_code == 303
    return visitor


def test_a_photo_is_shown_with_its_caption_and_its_session(put_away: Visitor) -> None:
    assert "Session 1 · Ann's harbour" in put_away.text("photos/")
    (address,) = shown(put_away)
    answer = put_away.get(address)
    assert (answer.mimetype, answer.data[:3]) == ("image/jpeg", b"\xff\xd8\xff")


def test_the_log_has_its_digest_and_never_the_picture(put_away: Visitor, services: Services) -> None:
    (address,) = shown(put_away)
    digest = sha256(put_away.get(address).data).hexdigest()
    with services.open("harbour") as campaign:
        entry = campaign.entry(campaign.position)
    assert entry.fields == {"caption": "Ann's harbour", "photo": digest, "session": 1}
    assert "Took a photo of the table: Ann's harbour" in put_away.log


def test_taken_back_it_is_shown_no_more(put_away: Visitor) -> None:
    (address,) = shown(put_away)
    put_away.post("undo/8")
    assert (shown(put_away), put_away.get(address).status_code) == ([], 404)


def test_the_caption_can_be_put_right(put_away: Visitor) -> None:
    put_away.post("amend/8", {"act": "record"}, caption="Bob's harbour")
    assert "Bob's harbour" in put_away.text("photos/")
    assert len(shown(put_away)) == 1


def test_sent_twice_it_is_taken_once(visitor: Visitor) -> None:
    fields = visitor.fields("photos/")
    for _ in range(2):
        brings(visitor, photo(), command=fields["command"])
    assert len(shown(visitor)) == 1


@pytest.mark.parametrize("brought", [b"", b"<script>alert(1)</script>"])
def test_what_is_no_photo_is_refused_and_nothing_recorded(visitor: Visitor, services: Services, brought: bytes) -> None:
    answer = brings(visitor, brought)
    assert (answer.status_code, "This photo cannot be read here." in body(answer)) == (422, True)
    with services.open("harbour") as campaign:
        assert campaign.position == 4


def test_who_only_watches_sees_it_and_brings_none(app: Flask, services: Services, put_away: Visitor) -> None:
    eve = joined(app, services, "Eve", "watch")
    (address,) = shown(eve)
    assert eve.get(address).status_code == 200
    assert brings(eve, photo()).status_code == 403


def test_who_is_at_another_table_does_not_see_it(app: Flask, services: Services, put_away: Visitor) -> None:
    (address,) = shown(put_away)
    services.campaigns.new("toy", "Elsewhere", {}, services.new_command())
    eve = joined(app, services, "Eve", key="elsewhere")
    assert eve.get(address).status_code == 404
    assert eve.get(address.replace("harbour", "elsewhere", 1)).status_code == 404


def test_who_has_not_joined_is_led_to_the_way_in(app: Flask, put_away: Visitor) -> None:
    (address,) = shown(put_away)
    assert Guest(app).get(address).status_code == 303


def test_it_stands_in_the_recap_and_in_the_chronicles(put_away: Visitor) -> None:
    assert "/photos/" in body(put_away.get(""))
    assert 'src="data:image/jpeg;base64,' in body(put_away.get("export/html"))
    pages = PdfReader(BytesIO(put_away.get("export/pdf").data)).pages
    assert sum(len(page.images) for page in pages) == 1


def test_the_chronicle_shows_it_in_its_session(put_away: Visitor) -> None:
    page = put_away.get("log?depth=chronicle").get_data(as_text=True)
    (address,) = shown(put_away)
    assert page.index("Session 1") < page.index("Ann gained 1 coins") < page.index(f'<img src="{address}"')
    assert page.count('class="session"') == 2, "what comes before the session, and the session"
    assert "<figcaption>Ann&#39;s harbour</figcaption>" in page


def test_a_photo_that_is_not_kept_here_is_left_out_of_the_chronicles(put_away: Visitor, services: Services) -> None:
    with services.store.writing() as db:
        db.execute("DELETE FROM photos")
    assert "<img" not in body(put_away.get("export/html"))
    assert "<img" not in body(put_away.get("log?depth=chronicle"))
    assert put_away.get("export/pdf").status_code == 200


def test_it_is_in_backups(put_away: Visitor, services: Services, tmp_path: Path) -> None:
    (address,) = shown(put_away)
    write_backup(services.store, tmp_path / "copy.db")
    with closing(FileStore(tmp_path / "copy.db")) as copy:
        assert copy.photo(address.rpartition("/")[2].removesuffix(".jpg")) == put_away.get(address).data


def test_the_recap_is_passed_on_as_anybody_may_know_it(put_away: Visitor) -> None:
    put_away.record("session-started", players="Ann")
    put_away.post("people/sit", {"place": "at:Ann"})
    put_away.record("card-drawn", seat="Ann", card="37")
    put_away.record("session-ended", note="Enough")
    sentences = body(put_away.get("export/recap"))
    assert sentences.startswith("Harbour · Session 2\n")
    assert ("Enough" in sentences, "– Ann drew card hidden" in sentences, "37" in sentences) == (True, True, False)


def test_without_a_session_there_is_no_recap(visitor: Visitor) -> None:
    assert visitor.get("export/recap").status_code == 404
