"""Pages of somebody else lead here, programs pass requests on, and things are kept on the way: nobody learns by it."""

from __future__ import annotations

import pytest
from flask import Flask

from companion.services import Services
from companion.web.rendering.static_files import static_address
from companion.web.visitors.tries import EACH
from tests.companion.conftest import Head
from tests.companion.guest import Guest, code_of, joined
from tests.companion.visitor import Reader, Visitor, asking, body

LED = ({"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"})
OWN = ({"Sec-Fetch-Site": "none"}, {"Sec-Fetch-Site": "same-origin"}, {})


# --- led here by a page of somebody else ------------------------------------------------------


@pytest.mark.parametrize("headers", LED, ids=str)
@pytest.mark.parametrize("path", ["/", "/new", "", "people/", "export/jsonl", "live", "/more"])
def test_who_is_led_here_gets_no_page_of_the_hosts(visitor: Visitor, path: str, headers: dict[str, str]) -> None:
    answer = visitor.get(path, headers=headers)
    assert (answer.status_code, "A link from another site led here" in body(answer)) == (403, True)
    assert "Harbour" not in body(answer)


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_who_comes_by_themselves_gets_it(visitor: Visitor, headers: dict[str, str]) -> None:
    assert visitor.get("", headers=headers).status_code == 200


def test_a_page_that_asks_whether_it_was_meant_is_nobodys(visitor: Visitor) -> None:
    """What a device keeps of the host's pages is not forgotten, for nobody else has come."""
    (main,) = (given for tag, given in Reader(body(visitor.get("", headers=LED[0]))).tags if tag == "main")
    assert "data-owner" not in main


def test_who_meant_it_goes_on_with_a_tap(visitor: Visitor) -> None:
    page = Reader(body(visitor.get("log?search=ann", headers=LED[0])))
    assert "/c/harbour/log?search=ann" in page.links


@pytest.mark.parametrize("path", ["//elsewhere.example/c", "//elsewhere.example"])
def test_and_goes_nowhere_else(visitor: Visitor, path: str) -> None:
    answer = visitor.client.get("/", base_url="http://localhost", environ_overrides={"PATH_INFO": path}, headers=LED[0])
    assert not [link for link in Reader(body(answer)).links if link.startswith("//")]


def test_a_guest_follows_a_link_of_the_tables_chat(app: Flask, services: Services, visitor: Visitor) -> None:
    assert joined(app, services, "Ann", "at:Ann").get("log", headers=LED[0]).status_code == 200


def test_a_code_in_a_link_of_somebody_elses_is_typed_in_and_not_tried(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    phone, code = Guest(app), code_of(app, services)
    answers = [phone.get("/join/BBBBBB", headers=LED[0]).status_code for _ in range(2 * EACH)]
    assert answers == [200] * 2 * EACH
    page = phone.get(f"/join/{code.lower()}", headers=LED[0])
    assert [given["value"] for _, given in Reader(body(page)).tags if given.get("id") == "code"] == [code.lower()]
    assert "Where do you sit?" not in phone.text("/join")
    phone.type_code(code)
    assert "Where do you sit?" in phone.text("/join")


# --- what is kept on the way ------------------------------------------------------------------


@pytest.mark.parametrize(
    "path", ["/", "", "log", "sheets/", "people/", "export/md", "export/sheets/md", "export/jsonl", "report/report.zip"]
)
def test_what_not_everybody_may_see_is_kept_nowhere(visitor: Visitor, path: str) -> None:
    assert visitor.get(path).headers["Cache-Control"] == "no-store"


def test_what_of_a_page_differs_is_kept_nowhere_either(visitor: Visitor) -> None:
    answer = visitor.get("", headers=asking(body(visitor.get(""))))
    assert (answer.mimetype, answer.headers["Cache-Control"]) == ("application/json", "no-store")


@pytest.mark.parametrize("path", ["/help", f"{static_address()}/companion.css", "/sw.js"])
def test_what_anybody_may_see_may_be_kept(visitor: Visitor, path: str) -> None:
    with visitor.client.get(path) as answer:
        assert "no-store" not in answer.headers["Cache-Control"]


# --- strangers --------------------------------------------------------------------------------


def test_strangers_learn_no_more_than_that_the_pages_are_there(app: Flask, visitor: Visitor) -> None:
    assert Guest(app).get("/healthz").get_json() == {"ok": True}


def test_nor_do_guests(app: Flask, services: Services, visitor: Visitor) -> None:
    assert joined(app, services, "Ann", "at:Ann").get("/healthz").get_json() == {"ok": True}


# --- the host's token -------------------------------------------------------------------------

TOKEN = "a token that somebody was told"


@pytest.fixture
def guarded(app: Flask, visitor: Visitor) -> Flask:
    """Pages whose host is whoever shows the token."""
    app.config["HOST_TOKEN"] = TOKEN
    return app


def shown(phone: Guest, token: str) -> int:
    return phone.client.post("/host", data={**phone.fields("/host"), "host": token}).status_code


def test_where_a_token_was_set_this_computer_alone_is_no_host(guarded: Flask, visitor: Visitor) -> None:
    assert [visitor.get(path).status_code for path in ("/", "", "/new")] == [303] * 3


def test_whoever_shows_it_is_the_host_wherever_they_are(guarded: Flask) -> None:
    phone = Guest(guarded, headers={"X-Forwarded-For": "203.0.113.9"})
    assert (shown(phone, TOKEN), phone.get("/", headers=phone.headers).status_code) == (303, 200)


@pytest.mark.parametrize("token", ["", "a token", TOKEN.upper(), "x" * 100_000])
def test_another_one_makes_nobody_a_host(guarded: Flask, token: str) -> None:
    phone = Guest(guarded)
    assert (shown(phone, token), phone.get("/").status_code) == (422, 303)


def test_who_guesses_it_is_made_to_wait(guarded: Flask) -> None:
    phone = Guest(guarded)
    assert [shown(phone, f"guess {n}") for n in range(EACH + 1)] == [422] * EACH + [429]
    assert shown(phone, TOKEN) == 429


def test_another_token_ends_who_showed_the_former(guarded: Flask) -> None:
    phone = Guest(guarded)
    shown(phone, TOKEN)
    guarded.config["HOST_TOKEN"] = "another one"
    assert phone.get("/").status_code == 303


def test_who_signs_out_is_the_host_no_more(guarded: Flask) -> None:
    phone = Guest(guarded)
    shown(phone, TOKEN)
    assert "Sign out" in phone.text("/more")
    answer = phone.client.post("/host/leave", data=phone.fields("/more"))
    assert (answer.status_code, answer.location, phone.get("/").status_code) == (303, "/host", 303)


def test_signing_out_invalidates_copies_of_the_host_cookie_but_no_other_session(guarded: Flask) -> None:
    phone, tablet, copied = Guest(guarded), Guest(guarded), Guest(guarded)
    shown(phone, TOKEN)
    shown(tablet, TOKEN)
    kept = phone.client.get_cookie("companion")
    assert kept is not None
    copied.client.set_cookie("companion", kept.value)
    assert copied.get("/").status_code == 200
    phone.client.post("/host/leave", data=phone.fields("/more"))
    assert (copied.get("/").status_code, tablet.get("/").status_code) == (303, 200)
    shown(phone, TOKEN)
    assert (copied.get("/").status_code, phone.get("/").status_code) == (303, 200)


def test_who_sits_at_this_computer_has_nothing_to_sign_out_of(visitor: Visitor) -> None:
    assert "Sign out" not in visitor.text("/more")
    assert visitor.post("/host/leave").status_code == 404


def test_a_host_who_is_led_here_gets_no_page_either(guarded: Flask) -> None:
    phone = Guest(guarded)
    shown(phone, TOKEN)
    assert phone.get("/", headers=LED[0]).status_code == 403


def test_without_a_token_there_is_nothing_to_show(app: Flask, visitor: Visitor, head: Head) -> None:
    phone = Guest(app)
    phone.get("/join")
    assert (phone.get("/host").status_code, phone.send("/host", {**phone.token, "host": ""}).status_code) == (404, 404)
    assert phone.get("/").status_code == 303
