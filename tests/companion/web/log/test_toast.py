"""The toast: what a command recorded is told on the page that answers it, with the way back, and nowhere else."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.services import Services
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor, tells

TIMES = 40


def answer(visitor: Visitor, recorded: TestResponse) -> Reader:
    """The page that a command is answered with."""
    return visitor.read(recorded.headers["Location"])


def told(page: Reader) -> bool:
    """Whether a page shows a toast."""
    return any(given.get("class") == "toast" for _, given in page.tags) and "Saved." in page.text


def undone_by(page: Reader) -> list[str]:
    """Where the buttons of a page lead that take something back with one tap."""
    return [action for action, _ in page.forms if "/undo/" in action]


@pytest.fixture
def gained(visitor: Visitor) -> str:
    """The address that answers who recorded entry 5: three coins for Bob."""
    return visitor.record("coins-gained", seat="Bob", amount="3").headers["Location"]


# --- the answer belongs to who asked ----------------------------------------------------------


def test_what_was_recorded_is_told_with_its_undo(visitor: Visitor, gained: str) -> None:
    page = visitor.read(gained)
    assert "Saved. Bob gained 3 coins" in page.text
    assert undone_by(page)[0] == "/c/harbour/undo/5"


def test_the_page_without_that_address_tells_nothing(visitor: Visitor, gained: str) -> None:
    assert not told(visitor.read(""))
    assert told(visitor.read(gained))


def test_what_was_taken_back_is_told_with_the_way_back(visitor: Visitor) -> None:
    page = answer(visitor, visitor.post("undo/4"))
    assert "Saved. Took back: Ann gained 9 coins" in page.text
    assert "/c/harbour/undo/5" in undone_by(page)


CORRECTIONS: list[tuple[str, dict[str, str]]] = [
    ("undo/4", {}),
    ("amend/4", {"f.seat": "Ann", "f.amount": "2", "act": "record"}),
    ("redo/5", {}),
    ("restore/4", {}),
]


@pytest.mark.parametrize(("path", "sent"), CORRECTIONS, ids=[path for path, _ in CORRECTIONS])
def test_every_correction_is_told(visitor: Visitor, path: str, sent: dict[str, str]) -> None:
    if path in ("redo/5", "restore/4"):
        visitor.post("undo/4")
    assert told(answer(visitor, visitor.post(path, sent)))


def test_no_other_request_takes_a_toast_away_and_no_other_tab_shows_one(visitor: Visitor) -> None:
    visitor.get("")
    toasts, elsewhere = [], []
    for _ in range(TIMES):
        older = visitor.client.get_cookie("companion")
        recorded = visitor.record("coins-gained", seat="Bob", amount="1")
        newer = visitor.client.get_cookie("companion")
        for cookie in (newer, older):
            assert cookie is not None
            visitor.client.set_cookie("companion", cookie.value)
            elsewhere += [told(visitor.read("")), told(visitor.read("log"))]
        toasts.append(told(answer(visitor, recorded)))
    assert (toasts.count(True), elsewhere.count(True)) == (TIMES, 0)


def test_a_host_who_signs_in_two_tabs_is_answered_in_both(visitor: Visitor) -> None:
    answers = [visitor.record("coins-gained", {"by": name}, seat="Bob", amount="1") for name in ("Cleo", "Dan")]
    assert [told(answer(visitor, one)) for one in answers] == [True, True]


def test_a_command_that_arrives_twice_is_answered_alike(visitor: Visitor) -> None:
    sent = {**visitor.fields(), "f.seat": "Ann", "f.amount": "2"}
    answers = [visitor.client.post("/c/harbour/record/coins-gained", data=sent) for _ in range(2)]
    assert [told(answer(visitor, one)) for one in answers] == [True, True]


def test_nothing_of_it_is_kept_in_the_session(visitor: Visitor, gained: str) -> None:
    with visitor.client.session_transaction() as session:
        assert set(session) == {"token", "_permanent"}


# --- an address that is opened once more ------------------------------------------------------


def test_an_address_that_was_kept_tells_nothing_any_more(
    visitor: Visitor, gained: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.web.pages.log.toast.MOMENT", timedelta(0))
    assert not told(visitor.read(gained))


def test_what_does_not_count_any_more_is_not_told(visitor: Visitor, gained: str) -> None:
    visitor.post("undo/5")
    assert not told(visitor.read(gained))


@pytest.mark.parametrize("saved", ["", "5", "99", "0", "-1", "a-command-of-nobody", "'; DROP TABLE", "5" * 200])
def test_an_address_typed_by_hand_tells_nothing(visitor: Visitor, gained: str, saved: str) -> None:
    answer = visitor.get("", query_string={"saved": saved})
    assert (answer.status_code, told(Reader(answer.get_data(as_text=True)))) == (200, False)


def test_a_command_of_another_campaign_is_not_told(visitor: Visitor, gained: str) -> None:
    visitor.post("branch", {"name": "Other", "at": "4"})
    assert not told(visitor.read(gained.replace("harbour", "other")))


# --- who may be told what ---------------------------------------------------------------------

CARD = 37
Seated = Callable[[str, str], Visitor]


@pytest.fixture
def seated(app: Flask, services: Services, visitor: Visitor) -> Seated:
    """Somebody who joined by a name, at a place."""
    return lambda name, place: joined(app, services, name, place)


def test_an_address_that_was_handed_on_tells_nothing(seated: Seated) -> None:
    ann, bob = seated("Ann", "at:Ann"), seated("Bob", "at:Bob")
    address = ann.record("coins-gained", seat="Bob", amount="3").headers["Location"]
    assert (told(ann.read(address)), told(bob.read(address))) == (True, False)


def test_a_secret_is_told_to_its_own_seat(seated: Seated) -> None:
    ann = seated("Ann", "at:Ann")
    page = answer(ann, ann.record("card-drawn", seat="Ann", card=str(CARD)))
    assert (told(page), tells(page.text, CARD)) == (True, True)


def test_who_gave_up_the_seat_is_told_no_secret_of_it_and_offered_no_undo(seated: Seated) -> None:
    ann = seated("Ann", "at:Ann")
    address = ann.record("card-drawn", seat="Ann", card=str(CARD)).headers["Location"]
    ann.post("people/sit", {"place": "at:Bob"})
    page = ann.read(f"sheets/?{address.partition('?')[2]}")
    assert (told(page), tells(page.text, CARD), undone_by(page)) == (True, False, [])


def test_who_only_looks_on_by_now_is_offered_no_undo(seated: Seated) -> None:
    ann = seated("Ann", "at:Ann")
    address = ann.record("coins-gained", seat="Bob", amount="3").headers["Location"]
    ann.post("people/sit", {"place": "watch"})
    page = ann.read(address)
    assert (told(page), undone_by(page)) == (True, [])


def test_the_screen_of_the_room_shows_none(visitor: Visitor, gained: str) -> None:
    assert not told(visitor.read(f"table/?{gained.partition('?')[2]}"))
