"""A store that was stopped, closed, moved or damaged: the API answers 503."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from eventsourcing import persistence
from flask import Flask

from companion.services import Services
from companion.web.visitors.problems import PROBLEM
from domain.store import Busy, Conflict, Damaged, NeedsMigration, StoreError, StoreMoved, Unsound
from tests.companion.web.api.program import Program

RECORDED = {"event": "coins-gained", "fields": {"seat": "Ann", "amount": 1}}
SENT: dict[str, dict[str, Any]] = {
    "commands": {"id": "a-command", **RECORDED},
    "undo": {"id": "a-command"},
    "redo": {"id": "a-command", "entry": 4},
    "amend": {"id": "a-command", "entry": 4, "fields": {"amount": 2}},
    "undo/preview": {},
    "redo/preview": {"entry": 4},
    "amend/preview": {"entry": 4, "fields": {"amount": 2}},
    "why": RECORDED,
    "seats": {"seats": ["Ann"]},
}
READ = ("/api/c", "", "state", "state?at=2", "sheets", "sheets?at=2", "log", "possible", "why?path=coins")
RECORDING = ("commands", "undo", "amend")
STATUSES = {
    line.split("|")[1].strip()
    for line in (Path(__file__).parents[4] / "docs" / "program" / "api.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| 5")
}
"""The statuses from 500 on that docs/program/api.md lists."""


@pytest.fixture
def served(app: Flask) -> Flask:
    """The application as it is served: unexpected errors are answered, not raised."""
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    return app


def told(answer: Any) -> tuple[int, str, bool]:
    """The status and kind of a problem, and whether it says anything."""
    assert answer.mimetype == PROBLEM, answer.get_data(as_text=True)
    problem = answer.get_json()
    assert "Something went wrong" not in problem["title"]
    return answer.status_code, problem["type"].removeprefix("urn:companion:"), bool(problem["detail"])


def test_a_store_that_stopped_recording_is_unavailable_and_says_so(
    served: Flask, services: Services, pia: Program
) -> None:
    services.store.stopped = Damaged("Recording has stopped: {what}.", what="a fault")
    for path in RECORDING:
        answer = pia.post(path, SENT[path])
        assert told(answer) == (503, "damaged", True), path
        assert "Nothing is recorded until" in answer.get_json()["detail"]
    assert pia.get("state").status_code == 200


def test_a_store_that_could_be_mended_is_busy(
    served: Flask, services: Services, pia: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "rebuild_caches", lambda: True)
    monkeypatch.setattr(services.store, "_append", raising(services, Damaged("Broken.")))
    answer = pia.post("commands", SENT["commands"])
    assert told(answer) == (503, "busy", True)
    assert "rebuilt" in answer.get_json()["detail"]


def test_a_store_that_is_closed_is_unavailable_at_every_address(
    served: Flask, services: Services, pia: Program
) -> None:
    services.store.close()
    for path in (*SENT, *READ):
        answer = pia.post(path, SENT[path]) if path in SENT else pia.get(path)
        assert told(answer) == (503, "busy", True), path
        assert "closed" in answer.get_json()["detail"]


ERRORS: list[Exception] = [
    *(kind("No.") for kind in (Busy, StoreMoved, Damaged, Unsound, NeedsMigration)),
    persistence.ConnectionPoolClosedError("closed"),
    persistence.ProgrammingError("Cannot operate on a closed database."),
    persistence.OperationalError("database is locked"),
    persistence.InterfaceError("gone"),
    sqlite3.ProgrammingError("Cannot operate on a closed database."),
    sqlite3.DatabaseError("file is not a database"),
    sqlite3.OperationalError("interrupted"),
]


def raising(services: Services, error: Exception) -> Callable[..., NoReturn]:
    """A step of the store that fails with our own error, the library's or SQLite's."""

    def fail(*_: Any, **__: Any) -> NoReturn:
        with services.store.translating_errors(recording=True):
            raise error
        raise AssertionError

    return fail


def test_all_errors_of_the_store_are_tried() -> None:
    assert all_kinds(StoreError) - {type(error) for error in ERRORS} == {Conflict}


def all_kinds(kind: type[StoreError]) -> set[type[StoreError]]:
    return {one for sub in kind.__subclasses__() for one in (sub, *all_kinds(sub))}


def test_every_error_of_the_store_is_answered_as_unavailable(
    served: Flask, services: Services, pia: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services, "rebuild_caches", lambda: False)
    monkeypatch.setattr(services.store, "mend", lambda: False)
    for error in ERRORS:
        with monkeypatch.context() as patch:
            patch.setattr(services.store, "_append", raising(services, error))
            answers = [pia.post(path, SENT[path]) for path in RECORDING]
            patch.setattr(services.store, "reading", raising(services, error))
            answers += [pia.get(path) for path in ("log", "sheets")]
        for answer in answers:
            status, kind, is_said = told(answer)
            assert (status, is_said) == (503, True), error
            assert "closed" not in str(error) or kind == "busy"


def test_a_store_that_is_gone_is_listed_in_the_docs() -> None:
    assert {"503"} == STATUSES
    listed = (Path(__file__).parents[4] / "docs" / "program" / "api.md").read_text(encoding="utf-8")
    assert all(f"`{kind}`" in listed for kind in ("busy", "damaged", "store-moved", "too-many-waiting"))
