"""What a page says when something does not work."""

from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from flask import Flask

from companion.desk import Desk
from domain.store import Busy, Conflict, Damaged
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, body


def failing(error: Exception) -> Callable[..., NoReturn]:
    def fail(*args: Any, **kwargs: Any) -> NoReturn:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        (Conflict("Others keep recording."), 409, "Others keep recording."),
        (Busy("The disk is full. Nothing was recorded."), 503, "The disk is full."),
        (Damaged("The campaign file is damaged."), 500, "Restore a backup"),
    ],
)
def test_trouble_with_the_file_is_told_in_words(
    visitor: Visitor, desk: Desk, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str
) -> None:
    monkeypatch.setattr(desk.campaigns, "record", failing(error))
    answer = visitor.record("coins-gained", seat="Ann", amount="1")
    assert (answer.status_code, said in body(answer)) == (status, True)


def test_a_campaign_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    answer = visitor.get("/c/nowhere/")
    assert (answer.status_code, "There is no campaign “nowhere”." in body(answer)) == (404, True)


def test_an_address_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    assert "There is no page at this address." in body(visitor.get("/nowhere"))


def test_a_form_cannot_be_opened_as_a_page(visitor: Visitor) -> None:
    assert visitor.get("redo").status_code == 405


def test_whatever_nobody_thought_of_is_told_without_its_insides(
    app: Flask, visitor: Visitor, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.testing = False
    monkeypatch.setattr(desk.campaigns, "record", failing(RuntimeError("the inside")))
    answer = visitor.record("coins-gained", seat="Ann", amount="1")
    assert (answer.status_code, "Something went wrong" in body(answer)) == (500, True)
    assert "the inside" not in body(answer)


def test_too_large_an_upload_is_refused(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.post("/import", {"file": "x" * 400_000})
    assert (answer.status_code, head()) == (413, before)


def test_health_tells_the_version_of_sqlite_and_the_newest_entry(visitor: Visitor) -> None:
    health = visitor.get("/healthz").get_json()
    assert health["entries"] == 4
    assert health["sqlite"].startswith("3.")
