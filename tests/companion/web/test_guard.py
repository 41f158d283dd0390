"""Only forms of our own pages record, and every answer is protected."""

from pathlib import Path

import pytest
from flask import Flask

from companion.config import Settings
from companion.services import Services
from companion.web.application.app import create_app
from companion.web.rendering.static_files import static_address
from companion.web.visitors.guard import session_key
from companion.web.visitors.typed import local_path
from tests.companion.conftest import Head
from tests.companion.visitor import Reader, Visitor, body

FOREIGN = (
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "http://localhost", "Sec-Fetch-Site": "cross-site"},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_a_form_of_another_site_records_nothing(visitor: Visitor, head: Head, headers: dict[str, str]) -> None:
    sent, before = {**visitor.fields(), "f.seat": "Ann", "f.amount": "1"}, head()
    answer = visitor.client.post("/c/harbour/record/coins-gained", data=sent, headers=headers)
    assert (answer.status_code, head()) == (403, before)


def test_a_form_of_this_site_records(visitor: Visitor) -> None:
    sent = {**visitor.fields(), "f.seat": "Ann", "f.amount": "1"}
    headers = {"Origin": "http://localhost", "Sec-Fetch-Site": "same-origin"}
    answer = visitor.client.post("/c/harbour/record/coins-gained", data=sent, headers=headers)
    assert answer.status_code == 303


def test_a_form_without_the_sessions_token_records_nothing(visitor: Visitor, head: Head) -> None:
    before = head()
    answer = visitor.client.post("/c/harbour/record/coins-gained", data={"f.seat": "Ann", "f.amount": "1"})
    assert (answer.status_code, head()) == (403, before)


@pytest.mark.parametrize("token", ["-", ""])
def test_a_visitor_without_a_session_has_no_token(app: Flask, head: Head, token: str) -> None:
    answer = app.test_client().post("/new/toy", data={"token": token, "name": "Forged"})
    assert (answer.status_code, head()) == (403, 0)


def test_a_form_of_another_session_records_nothing(app: Flask, visitor: Visitor, head: Head) -> None:
    stolen, other, before = visitor.fields(), Visitor(app), head()
    other.get("")
    answer = other.client.post("/c/harbour/undo/4", data=stolen)
    assert (answer.status_code, head()) == (403, before)


def test_a_form_that_was_open_too_long_can_be_sent_again_with_everything_in_it(visitor: Visitor) -> None:
    old = {"token": "gone", "command": "command-1", "f.seat": "Ann", "f.amount": "7"}
    page = Reader(body(visitor.client.post("/c/harbour/record/coins-gained", data=old)))
    action, sent = page.forms[0]
    visitor.client.post(action, data=sent)
    assert "Ann gained 7 coins" in visitor.log


def test_every_route_that_changes_something_is_guarded(app: Flask, visitor: Visitor, head: Head) -> None:
    before = head()
    for rule in app.url_map.iter_rules():
        if "POST" in (rule.methods or ()):
            path = rule.rule.replace("<key>", "harbour").replace("<int:entry>", "4").replace("<game>", "toy")
            path = path.replace("<event>", "seat-taken")
            assert visitor.client.post(path, headers={"Origin": "https://elsewhere.example"}).status_code == 403, path
    assert head() == before


@pytest.mark.parametrize("path", ["/", "/nope", "/healthz", f"{static_address()}/companion.css", "/c/harbour/"])
def test_every_answer_carries_the_headers(visitor: Visitor, path: str) -> None:
    answer = visitor.get(path)
    answer.close()
    headers = answer.headers
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert (headers["X-Content-Type-Options"], headers["Referrer-Policy"]) == ("nosniff", "same-origin")


def test_the_session_cookie_is_kept_from_scripts_and_other_sites(app: Flask) -> None:
    cookie = app.test_client().get("/new/toy").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_a_session_outlives_a_restart(tmp_path: Path) -> None:
    assert session_key(tmp_path) == session_key(tmp_path)


def test_the_key_of_sessions_is_for_its_owner_alone(tmp_path: Path) -> None:
    session_key(tmp_path)
    assert (tmp_path / "session.key").stat().st_mode & 0o077 == 0


def test_only_trusted_names_are_answered_to(services: Services) -> None:
    settings = Settings(services.settings.data, trusted_hosts=("table.local",))
    client = create_app(settings, services).test_client()
    answers = [client.get("/", base_url=f"http://{name}").status_code for name in ("table.local", "elsewhere.example")]
    assert answers == [200, 400]


@pytest.mark.parametrize("path", ["/", "/join", "/c/harbour/", "/healthz", "/nope"])
def test_a_stranger_who_asks_for_another_name_is_told_no_more_than_that(services: Services, path: str) -> None:
    client = create_app(Settings(services.settings.data, trusted_hosts=("table.local",)), services).test_client()
    asked = {"base_url": "http://elsewhere.example", "environ_base": {"REMOTE_ADDR": "192.168.1.7"}}
    assert client.get(path, **asked).status_code == 400


@pytest.mark.parametrize(
    "address",
    ["https://elsewhere.example", "//elsewhere.example", "/\\elsewhere.example", "\t//x", "javascript:x", "", "/a\nb"],
)
def test_nobody_is_sent_elsewhere(address: str) -> None:
    assert local_path(address) == "/"


def test_one_is_sent_back_to_where_one_was(visitor: Visitor) -> None:
    assert visitor.post("/preferences", {"back": "/c/harbour/more"}).headers["Location"] == "/c/harbour/more"
