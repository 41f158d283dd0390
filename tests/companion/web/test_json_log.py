"""The log as lines of JSON: one a request, errors under the id of theirs, nothing that anybody typed."""

import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from io import StringIO
from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.application.app import create_app
from companion.web.application.json_log import JsonLines
from domain.store import Busy
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Visitor, body

PROXY = "172.18.0.5"


class Lines:
    """What was logged."""

    def __init__(self) -> None:
        self.handler = logging.StreamHandler(StringIO())
        self.handler.setFormatter(JsonLines())

    @property
    def text(self) -> str:
        return str(self.handler.stream.getvalue())

    @property
    def all(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def lines() -> Iterator[Lines]:
    lines, root = Lines(), logging.getLogger()
    level = root.level
    root.addHandler(lines.handler)
    root.setLevel(logging.INFO)
    yield lines
    root.removeHandler(lines.handler)
    root.setLevel(level)


@pytest.fixture
def logged(services: Services, visitor: Visitor) -> Flask:
    """Pages that log, behind a proxy."""
    return create_app(replace(services.settings, log="json", trusted_proxies=(PROXY,)), services)


@pytest.fixture
def host(logged: Flask) -> Visitor:
    return Visitor(logged)


def test_a_request_is_one_line(host: Visitor, lines: Lines) -> None:
    answer = host.get("log?search=lantern")
    (line,) = lines.all
    assert line.pop("milliseconds") > 0
    assert line.pop("time").endswith("+00:00")
    assert line == {
        "level": "info",
        "logger": "companion.requests",
        "message": "answered",
        "endpoint": "log.read",
        "method": "GET",
        "status": 200,
        "request": answer.headers["X-Request-ID"],
    }


def test_each_request_has_an_id_of_its_own(host: Visitor) -> None:
    ids = {host.get("").headers["X-Request-ID"] for _ in range(3)}
    assert (len(ids), {len(one) for one in ids}) == (3, {16})


@pytest.mark.parametrize("given", ["8f3-a.b_C", "x" * 64])
def test_the_id_of_a_trusted_proxy_is_kept(logged: Flask, given: str) -> None:
    phone = Guest(logged, address=PROXY)
    assert phone.get("/join", headers={"X-Request-ID": given}).headers["X-Request-ID"] == given


@pytest.mark.parametrize(("peer", "given"), [("203.0.113.9", "8f3"), (PROXY, "x" * 65), (PROXY, '"}'), (PROXY, "é")])
def test_another_one_is_not(logged: Flask, peer: str, given: str) -> None:
    answer = Guest(logged, address=peer).get("/join", headers={"X-Request-ID": given})
    assert answer.headers["X-Request-ID"] != given


def test_an_error_page_tells_the_id_that_the_log_has(host: Visitor, lines: Lines) -> None:
    answer = host.get("/c/nowhere/")
    assert answer.headers["X-Request-ID"] in body(answer)
    assert [(line["status"], line["error"], line["request"]) for line in lines.all] == [
        (404, "NotFound", answer.headers["X-Request-ID"])
    ]


def test_what_went_wrong_is_told_by_its_kind_and_where_and_not_by_what_it_says(
    logged: Flask, host: Visitor, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: object) -> None:
        raise ValueError("what somebody typed")

    monkeypatch.setitem(logged.view_functions, "log.read", broken)
    answer = host.get("log?search=lantern")
    error, line = lines.all
    assert (answer.status_code, answer.headers["X-Request-ID"] in body(answer)) == (500, True)
    assert (error["level"], error["error"], error["message"]) == (
        "error",
        "ValueError",
        "log.read cannot be answered [GET]",
    )
    assert error["raised"][-1].endswith(" broken")
    assert error["request"] == line["request"] == answer.headers["X-Request-ID"]
    assert (line["level"], line["error"]) == ("error", "ValueError")
    assert "somebody" not in lines.text


def test_what_the_store_cannot_answer_is_an_error(
    host: Visitor, services: Services, lines: Lines, monkeypatch: pytest.MonkeyPatch
) -> None:
    def busy(*_: object) -> None:
        raise Busy("The disk is full. Nothing was recorded.")

    host.get("")
    monkeypatch.setattr(services.store, "append", busy)
    host.record("coins-gained", seat="Ann", amount="2")
    assert [(line["level"], line["status"], line["error"]) for line in lines.all[-1:]] == [("error", 503, "Busy")]


def test_nothing_that_is_typed_and_no_key_or_code_is_in_it(
    logged: Flask, services: Services, host: Visitor, lines: Lines
) -> None:
    code = code_of(logged, services)
    guest = joined(logged, services, "Cleopatra", "at:Ann")
    guest.record("note-added", text="a lantern in the fog")
    host.get("log?search=lantern")
    host.get("/join/BBBBBB")
    with guest.client.session_transaction() as session:
        ((_, secret),) = session["guests"]
    words = (code, secret, "Cleopatra", "lantern", "harbour", "BBBBBB", services.find_campaign("harbour").campaign)
    assert lines.text
    assert [word for word in words if word.lower() in lines.text.lower()] == []


def test_what_others_log_is_told_without_its_values(lines: Lines) -> None:
    logging.getLogger("waitress").warning("Exception while serving %s", "/join/SECRET")
    logging.getLogger("waitress").warning("Client disconnected while serving /join/SECRET")
    logging.getLogger("domain.store").warning("cannot reach %s", "postgresql://ann:secret@db/companion")
    assert [line["message"] for line in lines.all] == [
        "Exception while serving %s",
        "Client disconnected while serving …",
        "cannot reach postgresql://…@db/companion",
    ]


def test_nothing_is_logged_and_no_id_told_where_nobody_asked_for_it(visitor: Visitor, lines: Lines) -> None:
    answer = visitor.get("/c/nowhere/")
    assert (lines.all, "X-Request-ID" in answer.headers, "For support" in body(answer)) == ([], False, False)
