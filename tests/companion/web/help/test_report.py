"""A report: readable before it leaves; no names unless wanted, no secrets unless wanted, no places ever."""

import json
from io import BytesIO
from pathlib import Path
from typing import NoReturn
from zipfile import ZipFile

import pytest
from flask import Flask

from companion.config import release_number
from companion.services import Services
from companion.web.pages.help.report import KNOWN, PARTS, USUAL
from domain.framework.refusal import NotFound
from domain.store import Damaged
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor, body, tells
from tests.companion.web.test_errors import failing

SECRET = 37


@pytest.fixture
def reporter(visitor: Visitor) -> Visitor:
    """Somebody at a table where Ann holds a secret card and Zoë recorded something about her."""
    visitor.record("card-drawn", seat="Ann", card=str(SECRET))
    visitor.record("note-added", {"by": "Zoë"}, text="Ann owes Bob; Annals are kept")
    visitor.record("session-started", players="小梅")
    return visitor


def asked(*parts: str) -> str:
    return "?asked=yes" + "".join(f"&with={part}" for part in parts)


def read(visitor: Visitor, query: str = "") -> str:
    """The report as the page shows it."""
    page = body(visitor.get(f"report{query}"))
    return page.partition("<pre")[2].partition(">")[2].partition("</pre>")[0]


def taken(visitor: Visitor, query: str = "") -> dict[str, str]:
    """The files of a report."""
    answer = visitor.client.get(visitor.at(f"report/report.zip{query}"), follow_redirects=True)
    assert answer.headers["Content-Disposition"] == "attachment; filename=harbour-report.zip"
    with ZipFile(BytesIO(answer.data)) as file:
        return {name: file.read(name).decode() for name in file.namelist()}


@pytest.mark.parametrize("query", ["", asked("log"), asked("versions", "aliases"), asked()])
def test_what_is_read_is_what_leaves(reporter: Visitor, query: str) -> None:
    assert taken(reporter, query)["report.txt"].strip() == read(reporter, query).strip()


def test_it_tells_versions_browser_and_counts(reporter: Visitor) -> None:
    shown = body(reporter.get("report", headers={"User-Agent": "Browser of Ann/1.0"}))
    for said in (
        f"companion {release_number()}",
        "Python 3.",
        "SQLite 3.",
        "User-Agent: Browser of Ann/1.0",
        "Entries: 7",
    ):
        assert said in shown


def test_it_names_the_content_that_the_campaign_is_pinned_to(reporter: Visitor, services: Services) -> None:
    with services.open("harbour") as campaign:
        assert f"Content pack of the campaign: {campaign.table.content}" in read(reporter)


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.key)
def test_a_part_that_is_not_ticked_is_left_out(reporter: Visitor, part: object) -> None:
    key, title = part.key, str(part.title)  # type: ignore[attr-defined]
    assert title in read(reporter)
    assert title not in read(reporter, asked(*USUAL - {key}))


def test_what_is_ticked_stays_ticked(reporter: Visitor) -> None:
    page = reporter.read(f"report{asked('log', 'everything')}")
    ticked = {given["value"] for tag, given in page.tags if tag == "input" and "checked" in given}
    assert ticked == {"log", "everything"}


# --- names ---


def test_people_are_called_by_numbers(reporter: Visitor) -> None:
    for shown in taken(reporter).values():
        assert not [name for name in ("Ann ", "Bob", "Zoë", "小梅") if name in shown]
    assert "P1 sat down" in read(reporter)
    assert "P1 owes P2" in read(reporter)


def test_a_word_that_begins_like_a_name_is_none(reporter: Visitor) -> None:
    assert "Annals are kept" in read(reporter)


def test_the_data_is_still_data_without_names(reporter: Visitor) -> None:
    data = json.loads(taken(reporter)["log.json"])
    assert set(data["state"]["seats"]) == {"P1", "P2"}
    assert data["log"][3]["fields"] == {"seat": "P1", "amount": 9}


def test_names_stay_where_they_are_wanted(reporter: Visitor) -> None:
    files = taken(reporter, asked("log", "data"))
    assert "Ann sat down" in files["report.txt"]
    assert "Zoë" in files["log.json"]


# --- secrets ---


def test_no_secret_is_in_it(reporter: Visitor) -> None:
    assert not [name for name, shown in taken(reporter, asked(*KNOWN - {"everything"})).items() if tells(shown, SECRET)]


def test_the_whole_campaign_is_in_it_only_if_ticked(reporter: Visitor) -> None:
    assert "log.jsonl" not in taken(reporter)
    assert taken(reporter, asked("everything"))["log.jsonl"].encode() == reporter.get("export/jsonl").data


def test_it_says_that_the_whole_campaign_holds_secrets(reporter: Visitor) -> None:
    assert "with all secrets" in reporter.text("report")


def test_the_whole_campaign_has_an_address_of_its_own(reporter: Visitor) -> None:
    answer = reporter.get(f"report/report.zip{asked('everything')}")
    assert answer.headers["Location"].startswith("/c/harbour/report/everything.zip?")


def test_no_key_no_cookie_and_no_place_is_in_it(reporter: Visitor, services: Services) -> None:
    cookie = reporter.client.get_cookie("companion")
    assert cookie
    key = (services.settings.data / "session.key").read_bytes()
    hidden = [str(services.settings.data), str(Path.home()), str(Path.cwd()), cookie.value, key.hex(), repr(key)]
    for shown in taken(reporter, asked(*KNOWN)).values():
        assert not [place for place in hidden if place in shown]


def test_a_place_in_what_went_wrong_is_left_out(
    reporter: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Damaged("Cannot read {place}.", place=str(services.settings.file))
    monkeypatch.setattr(services.campaigns, "copy_from_file", failing(broken))
    shown = read(reporter)
    assert "The campaign cannot be opened: Cannot read …" in shown
    assert str(services.settings.data) not in shown


# --- guests ---


@pytest.mark.parametrize("place", ["at:Ann", "watch"])
def test_a_guest_hears_of_their_campaign_and_nothing_of_the_file(
    app: Flask, reporter: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    told_of_the_file = ("Size of the campaign file", "Campaigns in it")
    assert all(said in read(reporter) for said in told_of_the_file)
    guest, looks = joined(app, services, "Eve", place), list[str]()
    monkeypatch.setattr(services.store, "faults", lambda: looks.append("at the whole file") or [])
    shown = read(guest)
    assert "Everything is in order." in shown
    assert (looks, [said for said in told_of_the_file if said in shown]) == ([], [])


# --- when something is wrong ---


def test_a_sound_campaign_is_said_to_be_sound(reporter: Visitor) -> None:
    assert "Everything is in order." in read(reporter)


def test_an_entry_that_was_changed_is_found(reporter: Visitor, services: Services) -> None:
    campaign = services.find_campaign("harbour").campaign
    with services.store.writing() as db:
        db.execute(
            "UPDATE entries SET state=CAST(replace(state, '9', '8') AS BLOB)"
            " WHERE originator_id=? AND originator_version=4",
            (campaign,),
        )
    assert "entry 5 does not follow from entry 4" in read(reporter)


def test_a_campaign_that_cannot_be_opened_has_a_report_all_the_same(
    reporter: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def names_no_game(_: str) -> NoReturn:
        raise NotFound("The game “{game}” is not known here.", game="table")

    monkeypatch.setattr(services.campaigns, "game_of", names_no_game)
    services.campaigns.drop_from_memory(services.find_campaign("harbour").campaign)
    assert "The campaign cannot be opened" in read(reporter)
    assert "sat down" in read(reporter)
    assert set(taken(reporter, asked(*KNOWN))) == {"report.txt"}


def test_a_part_that_cannot_be_told_does_not_stop_the_others(
    reporter: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "health", failing(RuntimeError("the inside")))
    shown = read(reporter)
    assert "This part is unavailable: RuntimeError" in shown
    assert "the inside" not in shown
    assert "Everything is in order." in shown


def test_more_and_an_error_lead_to_it(reporter: Visitor) -> None:
    assert "/c/harbour/report" in reporter.read("more").links
    assert "/c/harbour/report" in Reader(body(reporter.get("undo/999"))).links


def test_there_is_no_report_about_no_campaign(reporter: Visitor) -> None:
    assert reporter.get("/c/nowhere/report").status_code == 404


def test_a_report_records_nothing(reporter: Visitor, head: Head) -> None:
    before = head()
    taken(reporter, asked(*KNOWN))
    assert head() == before
