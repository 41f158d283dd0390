"""What a page says when something does not work."""

import re
from collections.abc import Callable
from typing import Any, NoReturn

import pytest
from flask import Flask

from companion.services import Services
from domain.store import Busy, Conflict, Damaged, StoreMoved
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
        (StoreMoved("The campaign file was moved."), 503, "Put it back where it was."),
        (Damaged("The campaign file is damaged."), 500, "companion repair"),
    ],
)
def test_trouble_with_the_file_is_told_in_words(
    visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, said: str
) -> None:
    monkeypatch.setattr(services.campaigns, "record", failing(error))
    answer = visitor.record("coins-gained", seat="Ann", amount="1")
    assert (answer.status_code, said in body(answer)) == (status, True)


def test_a_page_that_is_only_read_says_nothing_of_recording(
    visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.campaigns, "open", failing(Busy("Another program is using the campaign file.")))
    read, sent = visitor.get("log"), visitor.post("record/note-added", {"f.text": "Quiet."})
    assert ["othing was recorded" in body(answer) for answer in (read, sent)] == [False, True]


def test_a_campaign_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    answer = visitor.get("/c/nowhere/")
    assert (answer.status_code, "There is no campaign “nowhere”." in body(answer)) == (404, True)


def test_an_address_that_is_not_there_is_not_found(visitor: Visitor) -> None:
    assert "There is no page at this address." in body(visitor.get("/nowhere"))


def test_a_form_cannot_be_opened_as_a_page(visitor: Visitor) -> None:
    assert visitor.get("redo/5").status_code == 405


def test_whatever_nobody_thought_of_is_told_without_its_insides(
    app: Flask, visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    app.testing = False
    monkeypatch.setattr(services.campaigns, "record", failing(RuntimeError("the inside")))
    answer = visitor.record("coins-gained", seat="Ann", amount="1")
    assert (answer.status_code, "Something went wrong" in body(answer)) == (500, True)
    assert "the inside" not in body(answer)


def test_why_a_file_takes_nothing_stands_where_a_phone_looks_for_it(
    visitor: Visitor, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`outbox/sending.js`: what was entered waits there, and the strip says this sentence."""
    monkeypatch.setattr(services.campaigns, "record", failing(Busy("The disk is full. Nothing was recorded.")))
    page = body(visitor.record("coins-gained", seat="Ann", amount="1"))
    alone = re.search(r'(?s)<main[^>]*>\s*<section class="card empty" role="alert">.*?<p[^>]*>([^<]*)</p>', page)
    assert alone is not None
    assert alone[1] == "The disk is full. Nothing was recorded."


def test_too_large_an_upload_is_refused(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.post("/import", {"file": "x" * 400_000})
    assert (answer.status_code, head()) == (413, before)


def test_health_tells_the_host_the_version_of_sqlite_and_the_newest_entry(visitor: Visitor) -> None:
    health = visitor.get("/healthz").get_json()
    assert health["entries"] == 4
    assert health["sqlite"].startswith("3.")


@pytest.mark.parametrize(("reachable", "stopped", "status"), [(True, None, 200), (False, None, 503), (True, "no", 503)])
def test_ready_is_who_can_record(
    services: Services, visitor: Visitor, reachable: bool, stopped: str | None, status: int
) -> None:
    services.store.reachable, services.store.stopped = reachable, stopped and Damaged(stopped)  # type: ignore[assignment]
    answer = visitor.get("/readyz")
    assert (answer.status_code, answer.get_json()) == (status, {"ready": status == 200})


ODD = [
    ("log?before=0", 200),
    ("log?session=99999999999999999999", 200),
    ("log?search=%00%22%27*", 200),
    ("log?search=" + "%22" * 5000, 200),
    ("record/coins-gained?amount=" + "9" * 5000, 200),
    ("record/coins-gained?seat=%ED%A0%80", 200),
    ("sheets/?at=9999999", 404),
    ("compare?a=9999999", 404),
    ("compare?with=nope", 404),
    ("undo/0", 404),
    ("undo/99999999999999999999999999", 404),
    ("amend/99999999999999999999999999", 404),
    ("undo-to/99999999999999999999", 404),
    ("restore/3", 404),
    ("branch?at=9999999", 404),
    ("why", 404),
    ("why?path=" + "a." * 50_000, 404),
    ("why?path=seats.Ann.coins.real", 404),
    ("export/exe", 404),
    ("export/sheets/exe", 404),
    ("/c/%00/", 404),
]


@pytest.mark.parametrize(("path", "code"), ODD, ids=[path[:40] for path, _ in ODD])
def test_an_odd_address_is_answered(visitor: Visitor, path: str, code: int) -> None:
    assert visitor.get(path).status_code == code


@pytest.mark.parametrize(
    ("sent", "codes"),
    [({f"x{n}": "1" for n in range(3000)}, {413, 422}), ({"f.text": "x" * 3_000_000}, {413, 422})],
    ids=["many fields", "a long text"],
)
def test_a_form_that_is_too_large_is_refused(visitor: Visitor, sent: dict[str, str], codes: set[int]) -> None:
    assert visitor.post("record/note-added", sent).status_code in codes


@pytest.mark.parametrize("name", ["x" * 100_000, "", "a\0b", "   "], ids=lambda name: ascii(name)[:8])
def test_a_name_that_does_not_fit_begins_nothing(visitor: Visitor, head: Head, name: str) -> None:
    before = head()
    answers = [visitor.post(path, {"name": name}).status_code for path in ("/new/toy", "branch")]
    assert (answers, head()) == ([422, 422], before)
