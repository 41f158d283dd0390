"""Whatever is wrong, a program is told it as problem+json, and never as a page."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.web.api.answers import ProblemAnswer
from companion.web.api.shapes import DEEPEST, LONGEST, MOST_FIELDS
from companion.web.network.connections import SMALL
from companion.web.visitors.problems import PROBLEM
from domain.framework.events.size_limits import MOST_THINGS
from tests.companion.web.api.program import Program


def nested(depth: int) -> object:
    return [nested(depth - 1)] if depth else 1


COMMAND = {"id": "a-command-of-theirs", "event": "coins-gained", "fields": {}}
TOO_MUCH = {
    "a number that is none": b'{"id": NaN}',
    "a text that is none": b'{"id": "\xff"}',
    "no JSON": b"{",
    "without an end": b"[" * 50_000,
}


@pytest.mark.parametrize("body", TOO_MUCH.values(), ids=list(TOO_MUCH))
def test_what_is_not_json_is_said_to_be_none(pia: Program, body: bytes) -> None:
    answer = pia.client.post(pia.at("commands"), data=body, headers={**pia.shown, "Content-Type": "application/json"})
    assert (answer.status_code, answer.mimetype) == (400, PROBLEM)


UNBOUNDED = {
    "another id": {"id": "no blanks please"},
    "a short id": {"id": "short"},
    "an event that is none": {"event": 5},
    "too long a name": {"event": "x" * 201},
    "two lines": {"bend": "one\ntwo"},
    "something else": {"more": 1},
    "too long a text": {"fields": {"seat": "x" * (LONGEST + 1)}},
    "too many things": {"fields": {"seat": [1] * (MOST_THINGS + 1)}},
    "too many fields": {"fields": {str(n): 1 for n in range(MOST_FIELDS + 1)}},
    "too deep": {"fields": {"seat": nested(DEEPEST + 1)}},
    "too large a number": {"fields": {"amount": 2**60}},
    "no object": {"fields": []},
}


@pytest.mark.parametrize("sent", UNBOUNDED.values(), ids=list(UNBOUNDED))
def test_every_part_of_a_command_has_its_bound(pia: Program, sent: dict[str, object]) -> None:
    answer = pia.post("commands", {**COMMAND, **sent})
    assert (answer.status_code, answer.mimetype, answer.get_json()["type"]) == (422, PROBLEM, "urn:companion:misfit")
    assert list(answer.get_json()["fields"])


@pytest.mark.parametrize("body", ["[]", '"text"', "5", "null", '"{\\"id\\": 1}"'])
def test_what_is_no_object_does_not_fit(pia: Program, body: str) -> None:
    answer = pia.client.post(pia.at("commands"), data=body, headers={**pia.shown, "Content-Type": "application/json"})
    assert (answer.status_code, answer.mimetype) == (422, PROBLEM)


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""])
def test_another_kind_of_content_is_not_read(pia: Program, kind: str) -> None:
    answer = pia.client.post(pia.at("commands"), data=b"{}", headers={**pia.shown, "Content-Type": kind})
    assert (answer.status_code, answer.mimetype) == (415, PROBLEM)


def test_too_large_a_body_is_not_read(pia: Program) -> None:
    assert pia.post("commands", {**COMMAND, "bend": "x" * SMALL}).status_code == 413


@pytest.mark.parametrize("path", ["/api/", "/api/nothing", "/api/c/harbour/nothing", "/api/c/nowhere/state"])
def test_what_is_not_there_is_a_problem(pia: Program, path: str) -> None:
    answer = pia.get(path)
    assert (answer.status_code, answer.mimetype) == (404, PROBLEM)


def test_another_method_says_which_are_taken(pia: Program) -> None:
    answer = pia.client.put(pia.at("state"), headers=pia.shown)
    assert (answer.status_code, answer.mimetype) == (405, PROBLEM)
    assert "GET" in answer.headers["Allow"]


@pytest.mark.parametrize("query", ["limit=0", "limit=501", "limit=x", "after=-1", "after=99999999999999", "x=1"])
def test_every_part_of_an_address_has_its_bound(pia: Program, query: str) -> None:
    answer = pia.get(f"log?{query}")
    assert (answer.status_code, list(answer.get_json()["fields"])) == (422, [query.partition("=")[0]])


@pytest.mark.parametrize("token", ["", "nonsense", "é", "x" * 10_000])
def test_a_token_that_is_none_lets_nobody_in(app: Flask, pia: Program, token: str) -> None:
    answer = Program(app, headers={"Authorization": f"Bearer {token}"}).get("state")
    assert (answer.status_code, answer.mimetype) == (401, PROBLEM)


def test_a_token_that_is_none_is_not_the_host_on_their_computer_either(app: Flask, pia: Program) -> None:
    assert Program(app, token="nonsense", address="127.0.0.1").get("state").status_code == 401


def test_a_token_lets_nobody_see_pages(pia: Program) -> None:
    assert pia.get("/c/harbour/").status_code == 303


def test_what_breaks_is_a_problem_too(app: Flask, pia: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    app.testing = False
    app.config["PROPAGATE_EXCEPTIONS"] = False
    monkeypatch.setattr("companion.web.api.reading.as_json", lambda value: 1 / 0)
    answer = pia.get("state")
    assert (answer.status_code, answer.mimetype) == (500, PROBLEM)


def test_a_problem_has_its_shape(pia: Program) -> None:
    told = pia.record("coins-gained", seat="Zed", amount=1).get_json()
    assert ProblemAnswer.model_validate(told).reasons[0].code == "not-offered"


def test_each_fault_has_a_line_of_the_detail(pia: Program) -> None:
    problem = pia.record("coins-gained", amount="many").get_json()
    assert len(problem["fields"]) == 2
    assert problem["detail"].split("\n") == list(problem["fields"].values())
