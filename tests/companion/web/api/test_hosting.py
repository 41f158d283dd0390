"""Scripts on this computer start, record and export campaigns with a token; from elsewhere it is refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from companion.campaign_files.script_token import new_token, read_token, token_path
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.visitors.problems import PROBLEM
from projections.documents.export import EXPORTS
from tests.companion.guest import PHONE
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import Program

HERE = "127.0.0.1"


@pytest.fixture
def script(app: Flask, services: Services, visitor: Visitor) -> Program:
    """A script of the host."""
    return Program(app, token=new_token(services.settings.data), address=HERE)


def new(script: Program, **sent: Any) -> Any:
    return script.post("/api/v1/c", {"id": "a-new-campaign", "game": "toy", "name": "Elsewhere", **sent})


def test_a_script_starts_records_and_exports_a_campaign(script: Program, services: Services) -> None:
    begun = new(script)
    assert (begun.status_code, begun.get_json()["key"]) == (201, "elsewhere")
    there = Program(script.app, "elsewhere", script.token, address=HERE)
    assert there.record("note-added", text="By a script").status_code == 201
    answer = there.get("/api/v1/c/elsewhere/export/jsonl")
    assert (answer.status_code, answer.headers["Content-Disposition"]) == (
        200,
        "attachment; filename=elsewhere.jsonl",
    )
    lines = [json.loads(line) for line in answer.data.splitlines()]
    assert lines[-1]["state"]["event"]["text"] == "By a script"


@pytest.mark.parametrize("suffix", [*(suffix.removeprefix(".") for suffix in EXPORTS), "zip"])
def test_each_format_is_exported(script: Program, suffix: str) -> None:
    answer = script.get(f"export/{suffix}")
    assert (answer.status_code, bool(answer.data)) == (200, True)


def test_another_format_does_not_fit(script: Program) -> None:
    assert script.get("export/docx").status_code == 422


def test_a_campaign_is_started_once(script: Program, services: Services) -> None:
    assert [new(script).status_code for _ in range(2)] == [201, 200]
    other = new(script, name="Another one")
    assert (other.status_code, other.get_json()["type"]) == (422, "urn:companion:id-reused")
    assert [listed.name for listed in services.list_campaigns("elsewhere")] == ["Elsewhere"]


@pytest.mark.parametrize(("sent", "status"), [({"game": "chess"}, 404), ({"name": " "}, 422)])
def test_what_is_no_campaign_is_refused(script: Program, services: Services, sent: dict[str, str], status: int) -> None:
    before = len(services.list_campaigns())
    answer = new(script, **sent)
    assert (answer.status_code, answer.mimetype, len(services.list_campaigns())) == (status, PROBLEM, before)


@pytest.mark.parametrize(
    ("address", "headers"),
    [(PHONE, {}), (HERE, {"X-Forwarded-For": PHONE}), (HERE, {"Sec-Fetch-Site": "cross-site"})],
    ids=["another computer", "a proxy", "another site"],
)
def test_the_token_is_refused_from_elsewhere(script: Program, address: str, headers: dict[str, str]) -> None:
    elsewhere = Program(script.app, token=script.token, headers=headers, address=address)
    assert elsewhere.get("state").status_code in {401, 403}
    assert new(elsewhere).status_code in {401, 403}


def test_a_guest_neither_starts_nor_exports_with_secrets(pia: Program) -> None:
    assert new(pia).status_code == 403
    assert [pia.get(f"export/{suffix}").status_code for suffix in ("jsonl", "zip", "md")] == [403, 403, 403]


def test_a_new_token_replaces_the_one_before(script: Program, services: Services) -> None:
    after = new_token(services.settings.data)
    assert script.get("state").status_code == 401
    assert Program(script.app, token=after, address=HERE).get("state").status_code == 200


def test_no_token_admits_while_there_is_none(app: Flask, services: Services, visitor: Visitor) -> None:
    assert read_token(services.settings.data) == ""
    assert Program(app, token="anything", address=HERE).get("state").status_code == 401


def test_a_script_is_admitted_where_the_host_has_a_token(services: Services, visitor: Visitor) -> None:
    token = new_token(services.settings.data)
    app = create_app(services.settings, services)
    app.config["HOST_TOKEN"] = "of-the-host"
    assert Program(app, token=token, address=HERE).get("state").status_code == 200
    assert Program(app, address=HERE).get("state").status_code == 401


def test_a_token_is_no_key_to_the_pages(script: Program) -> None:
    script.app.config["HOST_TOKEN"] = "of-the-host"
    assert script.get("/more").status_code == 303


def test_a_damaged_token_admits_no_script(tmp_path: Path) -> None:
    new_token(tmp_path)
    token_path(tmp_path).write_bytes(b"\xff" * 40)
    assert read_token(tmp_path) == ""
    token_path(tmp_path).write_text("short")
    assert read_token(tmp_path) == ""
