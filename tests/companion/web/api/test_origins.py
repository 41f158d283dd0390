"""Pages of other origins call the API only if the host lists their origin, and never with cookies."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.config import from_environment
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import Program

PAGE = "https://stats.example"
THEIRS = {"Origin": PAGE, "Sec-Fetch-Site": "cross-site"}
NOTE = {"id": "a-note-from-afar", "event": "note-added", "fields": {"text": "From afar"}}
ALLOWED = "Access-Control-Allow-Origin"


@pytest.fixture
def listed(app: Flask, pia: Program) -> Program:
    """A page of a listed origin, with the token of Pia."""
    app.config["ORIGINS"] = (PAGE,)
    return Program(app, token=pia.token, headers=THEIRS)


def test_the_origins_are_a_setting_that_is_off() -> None:
    assert from_environment(environment={}).origins == ()
    assert from_environment(environment={"COMPANION_ORIGINS": f"{PAGE} http://b"}).origins == (PAGE, "http://b")


def test_no_page_of_another_origin_is_admitted_by_default(pia: Program, head: Head) -> None:
    theirs, before = Program(pia.app, token=pia.token, headers=THEIRS), head()
    assert ALLOWED not in theirs.get("state").headers
    assert (theirs.post("commands", NOTE).status_code, head()) == (403, before)


def test_a_listed_page_reads_and_records_with_a_token(listed: Program) -> None:
    answer = listed.get("state")
    assert (answer.status_code, answer.headers[ALLOWED]) == (200, PAGE)
    assert "Origin" in answer.vary
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert listed.post("commands", NOTE).status_code == 201


def test_a_listed_page_is_told_what_it_may_send(listed: Program) -> None:
    question = {**THEIRS, "Access-Control-Request-Method": "DELETE"}
    answer = listed.client.options("/api/v1/c/harbour/you", headers=question)
    assert (answer.status_code, answer.headers[ALLOWED]) == (204, PAGE)
    assert "DELETE" in answer.headers["Access-Control-Allow-Methods"]


def test_another_page_is_not_admitted(listed: Program, head: Head) -> None:
    other, before = Program(listed.app, token=listed.token, headers={**THEIRS, "Origin": f"{PAGE}.evil"}), head()
    assert ALLOWED not in other.get("state").headers
    assert (other.post("commands", NOTE).status_code, head()) == (403, before)


def test_a_listed_page_gets_nothing_by_cookies(listed: Program, visitor: Visitor, head: Head) -> None:
    token, before = visitor.fields()["token"], head()
    assert visitor.client.get("/api/c", headers=THEIRS).status_code in {401, 403}
    sent = visitor.client.post("/api/c/harbour/commands", json=NOTE, headers={**THEIRS, "X-Form-Token": token})
    assert (sent.status_code, head()) == (403, before)


def test_no_page_outside_the_api_is_admitted(listed: Program) -> None:
    assert ALLOWED not in listed.get("/help").headers
