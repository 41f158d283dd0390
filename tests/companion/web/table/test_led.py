"""Led: who has the page open that they are led to is sent it with the answer, and nothing else than they would get."""

from __future__ import annotations

from dataclasses import replace

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.desk import Desk
from companion.web.table.led import WHERE
from tests import toy
from tests.companion.visitor import Reader, Visitor, asking, body


@pytest.fixture
def harbour(desk: Desk, visitor: Visitor) -> Visitor:
    """A table of the toy game with its own board and a seat."""
    desk.campaigns.games = {"toy": toy.GAME}
    desk.campaigns.new("toy", "At sea", {}, desk.command())
    visitor = replace(visitor, key="at-sea")
    visitor.record("seat-taken", seat="Ann")
    return visitor


def known(visitor: Visitor, path: str = "") -> dict[str, str]:
    """What of a page its script says that it has."""
    return asking(body(visitor.get(path)))


def sent(visitor: Visitor, regions: dict[str, str], **more: str) -> TestResponse:
    """The answer to who records, and says what of a page they have."""
    typed = {**visitor.fields(), "f.seat": "Ann", "f.amount": "2", **more}
    return visitor.client.post(visitor.at("record/coins-gained"), data=typed, headers=regions)


def test_who_has_the_page_open_is_sent_what_differs(harbour: Visitor) -> None:
    answer = sent(harbour, known(harbour), command="a-tap-of-this-page")
    assert set(answer.json["parts"]) >= {"toast", "undo-last", "handle:piece-seat-Ann", "lines", "prompts"}  # type: ignore[index]
    assert answer.headers[WHERE] == harbour.at("?saved=a-tap-of-this-page")
    assert answer.json["position"] == 3  # type: ignore[index]


def test_it_is_what_they_would_get_who_are_led_there(harbour: Visitor) -> None:
    before = known(harbour)
    answer = sent(harbour, before)
    again = harbour.client.get(answer.headers[WHERE], headers=before)
    assert answer.json["regions"] == again.json["regions"]  # type: ignore[index]
    assert answer.headers["Cache-Control"] == again.headers["Cache-Control"] == "no-store"


def test_who_is_on_another_page_is_sent_the_whole(harbour: Visitor) -> None:
    answer = sent(harbour, known(harbour, "record/coins-gained"))
    assert (answer.status_code, answer.mimetype) == (200, "text/html")
    assert 'id="piece-seat-Ann"' in body(answer)
    assert answer.headers[WHERE].startswith(harbour.at("?saved="))


def test_who_says_nothing_of_a_page_is_led_there(harbour: Visitor) -> None:
    answer = harbour.record("coins-gained", seat="Ann", amount=2)
    assert (answer.status_code, WHERE in answer.headers) == (303, False)


def test_who_is_refused_is_told_why_and_led_nowhere(harbour: Visitor) -> None:
    answer = sent(harbour, known(harbour), **{"f.amount": "0"})
    assert (answer.status_code, WHERE in answer.headers) == (422, False)


def test_a_name_in_any_letters_leads_there_too(desk: Desk, harbour: Visitor) -> None:
    made = desk.campaigns.new("toy", "海上", {}, desk.command())
    there = replace(harbour, key=desk.find(made.campaign).key)
    assert there.key == "海上"
    there.record("seat-taken", seat="Ann")
    assert sent(there, known(there)).json["position"] == 3  # type: ignore[index]


def test_what_they_sign_with_is_known_on_the_page_and_kept(harbour: Visitor) -> None:
    harbour.record("coins-gained", {"by": "Ann"}, seat="Ann", amount=1)
    answer = sent(harbour, known(harbour, "record/coins-gained"), by="Zoë")
    assert "Undo: Ann gained 2 coins" in Reader(body(answer)).text  # their own, so nobody is named
    assert "Zoë" in body(harbour.get("/more"))


def test_where_the_page_cannot_be_had_they_are_led_there(
    app: Flask, harbour: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was recorded stays acknowledged."""
    regions = known(harbour)
    monkeypatch.setitem(app.view_functions, "play.board", lambda key: ("", 500))
    assert sent(harbour, regions).status_code == 303


def test_others_hear_of_it_once_it_is_answered(app: Flask, harbour: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tapped is served first: the others would ask for the same page."""
    done: list[str] = []
    regions = known(harbour)
    monkeypatch.setattr(app.extensions["bell"], "ring", lambda: done.append("heard"))
    monkeypatch.setitem(app.view_functions, "play.board", lambda key: done.append("drawn") or "")
    sent(harbour, regions)
    assert done == ["drawn", "heard"]
