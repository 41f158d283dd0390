"""Files out, and files in."""

from collections.abc import Callable, Iterator
from hashlib import sha256
from io import BytesIO
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from domain.framework.kernel import PhotoTaken
from domain.framework.refusal import Misfit
from domain.framework.text import text
from projections.documents.export import EXPORTS, Subject
from tests.companion.guest import joined
from tests.companion.visitor import Visitor, body
from tests.toy import GAME


def bring(visitor: Visitor, data: bytes) -> TestResponse:
    sent = {**visitor.fields("/import"), "file": (BytesIO(data), "campaign.jsonl")}
    return visitor.client.post("/import", data=sent)


@pytest.fixture
def elsewhere(tmp_path: Path) -> Services:
    services = Services(Settings(tmp_path / "elsewhere", import_limit=200_000))
    services.campaigns.games = {GAME.key: GAME}
    return services


@pytest.mark.parametrize("suffix", [suffix.lstrip(".") for suffix in EXPORTS])
def test_a_campaign_leaves_as_a_file(visitor: Visitor, suffix: str) -> None:
    answer = visitor.get(f"export/{suffix}")
    assert answer.status_code == 200
    assert f"attachment; filename=harbour.{suffix}" in answer.headers["Content-Disposition"]


def test_a_campaign_too_long_for_paper_is_refused_with_what_to_take(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("projections.documents.export.MOST_ON_PAPER", 3)
    answer = visitor.get("export/pdf")
    assert (answer.status_code, "a PDF can have at most 3. Export it as .html" in body(answer)) == (422, True)
    assert visitor.get("export/html").status_code == 200


def reporting(visitor: Visitor, told: list[object]) -> Callable[[Subject], Iterator[bytes]]:
    """Writes a file in three parts, and asks as a page does after each."""

    def write(subject: Subject) -> Iterator[bytes]:
        for done in (1, 2, 3):
            subject.progressed(done, 3)
            told.append(visitor.get("export/progress?making=7").json)
            yield b"part"

    return write


def test_the_progress_of_a_file_counts_up_and_is_then_forgotten(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[object] = []
    monkeypatch.setitem(EXPORTS, ".pdf", reporting(visitor, told))
    assert visitor.get("export/pdf?making=7").data == b"part" * 3
    assert told == [{"done": done, "total": 3} for done in (1, 2, 3)]
    assert visitor.get("export/progress?making=7").json == {"done": 0, "total": 0}
    assert len(app.extensions["file_progress"]) == 0


def test_the_progress_of_another_file_is_not_shown(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setitem(EXPORTS, ".pdf", reporting(visitor, told))
    visitor.get("export/pdf?making=8")
    assert told == [{"done": 0, "total": 0}] * 3


def test_the_progress_of_a_file_that_fails_is_forgotten(
    visitor: Visitor, app: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(subject: Subject) -> Iterator[bytes]:
        subject.progressed(1, 3)
        yield b""
        raise Misfit({"": text("Not today.")})

    monkeypatch.setitem(EXPORTS, ".pdf", fail)
    assert visitor.get("export/pdf?making=7").status_code == 422
    assert len(app.extensions["file_progress"]) == 0


def test_a_guest_of_another_table_is_told_no_progress(visitor: Visitor, app: Flask, services: Services) -> None:
    guest = joined(app, services, "Bob", "at:Bob")
    assert guest.get("export/progress?making=7").status_code == 200
    assert guest.client.get("/c/elsewhere/export/progress?making=7").status_code == 404


def test_only_a_long_campaign_shows_the_progress_of_its_paper(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "data-file" not in body(visitor.get("campaign"))
    monkeypatch.setattr("projections.documents.paper.parts.MOST_LINES", 1)
    for page in ("campaign", "log"):
        shown = body(visitor.get(page))
        assert 'data-file="harbour.pdf"' in shown
        assert 'data-progress="/c/harbour/export/progress"' in shown


def test_a_player_may_take_what_their_seat_knows(visitor: Visitor, app: Flask, services: Services) -> None:
    visitor.record("card-drawn", seat="Ann", card="41")
    guests = {name: joined(app, services, name, f"at:{name}") for name in ("Ann", "Bob")}
    shown = {name: body(guest.get("export/md?mine=1")) for name, guest in guests.items()}
    assert {name: "41" in text for name, text in shown.items()} == {"Ann": True, "Bob": False}
    assert "41" not in body(guests["Ann"].get("export/md"))
    assert "mine=1" in body(guests["Ann"].get("campaign"))


@pytest.mark.parametrize("form", ["pdf", "md", "html", "json", "text"])
def test_sheets_leave_as_a_file(visitor: Visitor, form: str) -> None:
    assert visitor.get(f"export/sheets/{form}").headers["Content-Disposition"].startswith("attachment")


def test_sheets_on_paper_say_of_which_day_they_are(visitor: Visitor, services: Services) -> None:
    with services.open("harbour") as campaign:
        day = campaign.entry(campaign.position).time[:10]
    assert f"Harbour · {day}" in body(visitor.get("export/sheets/md"))


def test_behind_the_sheets_stands_what_was_bent_and_put_right(visitor: Visitor) -> None:
    assert "Record" not in body(visitor.get("export/sheets/md"))
    visitor.record("tower-built", seat="Ann", tower="oak")
    visitor.record("tower-built", {"bend": "card 7 says so"}, seat="Ann", tower="oak")
    shown = body(visitor.get("export/sheets/md"))
    assert "card 7 says so" in shown.partition("Against the rules")[2]
    assert "card 7 says so" not in body(visitor.get("export/sheets/md?at=3"))


def test_there_is_no_export_of_an_unknown_kind(visitor: Visitor) -> None:
    assert visitor.get("export/exe").status_code == 404


def test_what_left_comes_in_elsewhere_as_it_was(visitor: Visitor, elsewhere: Services) -> None:
    file = visitor.get("export/jsonl").data
    other = Visitor(create_app(elsewhere.settings, elsewhere))
    assert bring(other, file).headers["Location"] == "/c/harbour/"
    assert other.get("export/jsonl").data == file
    elsewhere.close()


def test_what_is_here_already_is_not_brought_in_again(visitor: Visitor) -> None:
    answer = bring(visitor, visitor.get("export/jsonl").data)
    assert (answer.status_code, "is already here" in body(answer)) == (200, True)


def test_a_continuation_appears_on_pages_that_are_open(visitor: Visitor, elsewhere: Services) -> None:
    other = Visitor(create_app(elsewhere.settings, elsewhere))
    bring(other, visitor.get("export/jsonl").data)
    other.record("tower-built", seat="Ann", tower="oak")
    assert "tower" not in visitor.log
    answer = bring(visitor, other.get("export/jsonl").data)
    assert (answer.status_code, "continues: 1 entry is new" in body(answer)) == (200, True)
    assert visitor.get("log").data.count(b"Oak") == other.get("log").data.count(b"Oak") > 0
    elsewhere.close()


def test_a_fork_is_shown_with_both_ends(visitor: Visitor, elsewhere: Services) -> None:
    other = Visitor(create_app(elsewhere.settings, elsewhere))
    bring(other, visitor.get("export/jsonl").data)
    other.record("tower-built", seat="Ann", tower="oak")
    visitor.record("coins-gained", seat="Ann", amount=1)
    shown = body(bring(visitor, other.get("export/jsonl").data))
    assert "the file as “harbour-2”" in shown
    assert "next to “harbour”" in shown
    elsewhere.close()


def test_a_campaign_leaves_with_its_photos_and_arrives_with_them(
    visitor: Visitor, services: Services, elsewhere: Services
) -> None:
    photo = b"\xff\xd8\xffdusk"
    id_ = services.find_campaign("harbour").campaign
    services.campaigns.record_picture(id_, photo, lambda digest: PhotoTaken(photo=digest), services.new_command())
    other = Visitor(create_app(elsewhere.settings, elsewhere))
    assert bring(other, visitor.get("export/zip").data).status_code == 303
    assert elsewhere.store.photo(sha256(photo).hexdigest()) == photo
    elsewhere.close()


def test_a_guest_takes_no_archive(visitor: Visitor, app: Flask, services: Services) -> None:
    assert joined(app, services, "Bob", "at:Bob").get("export/zip").status_code == 403


def test_what_is_no_export_is_refused_with_the_reason(visitor: Visitor) -> None:
    answer = bring(visitor, b"hello\n")
    assert (answer.status_code, "This is not a file that can be imported" in body(answer)) == (422, True)


def test_no_file_is_asked_for_again(app: Flask) -> None:
    assert "Choose a file first." in body(Visitor(app).post("/import"))
