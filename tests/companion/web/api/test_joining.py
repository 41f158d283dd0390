"""How a program comes to a table: a code for a token, the host's token for another, and other seats."""

from __future__ import annotations

import orjson
import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.services import Services
from companion.web.api.described import encoded_document
from companion.web.application.app import create_app
from companion.web.visitors.problems import PROBLEM
from companion.web.visitors.tries import EACH
from tests.companion.guest import joined
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import Program, joining, program


def test_a_code_is_given_for_a_token(app: Flask, services: Services, visitor: Visitor) -> None:
    answer = joining(app, services, "Pia", role="player", seats=["Ann"])
    told = answer.get_json()
    assert (answer.status_code, told["campaign"], told["role"], told["seats"]) == (201, "harbour", "player", ["Ann"])
    assert Program(app, token=told["token"]).get("state").status_code == 200


def test_a_wrong_code_is_no_campaign(app: Flask, visitor: Visitor) -> None:
    answer = Program(app).post("/api/join", {"code": "BBBBBB", "name": "Pia"})
    assert (answer.status_code, answer.mimetype) == (404, PROBLEM)


def test_wrong_codes_are_counted_with_those_of_the_pages(app: Flask, visitor: Visitor) -> None:
    guessing = Program(app)
    found = [guessing.post("/api/join", {"code": "BBBBBB", "name": "Pia"}) for _ in range(EACH + 1)]
    assert [answer.status_code for answer in found] == [404] * EACH + [429]
    assert int(found[-1].headers["Retry-After"]) > 0


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"name": "Ann", "role": "player", "seats": ["Bob"]}, 409),
        ({"name": "Pıa", "role": "player"}, 409),
        ({"name": "Ann", "role": "player", "seats": ["Nobody"]}, 404),
        ({"name": " "}, 422),
        ({"name": "x" * 41}, 422),
    ],
    ids=["a seat that is taken", "a name like another one", "no such seat", "no name", "too long a name"],
)
def test_what_the_pages_refuse_is_refused(
    app: Flask, services: Services, visitor: Visitor, sent: dict[str, object], status: int
) -> None:
    joined(app, services, "Pia", "at:Bob")
    answer = joining(app, services, **sent)  # type: ignore[arg-type]
    assert (answer.status_code, answer.mimetype) == (status, PROBLEM)


def asked(app: Flask, services: Services, name: str = "Pia", **sent: object) -> TestResponse:
    """The answer to a program that asks to be a person who has joined."""
    return joining(app, services, name, same_person=True, **sent)  # type: ignore[arg-type]


@pytest.mark.parametrize("who", ["the first device", "the host"])
def test_a_program_is_a_person_whom_the_campaign_knows_after_a_yes(
    app: Flask, services: Services, visitor: Visitor, who: str
) -> None:
    pia = joined(app, services, "Pia", "at:Bob")
    answer = asked(app, services)
    told = answer.get_json()
    assert (answer.status_code, told["waiting"], told["role"], told["seats"]) == (202, True, "player", ["Bob"])
    mine = Program(app, token=told["token"])
    assert mine.get("state").status_code == 401
    answering = pia if who == "the first device" else visitor
    action, sent = next(form for form in answering.read("").forms if form[0].endswith("/people/device"))
    answering.client.post(action, data=sent)
    assert mine.get().get_json()["you"] == {"name": "Pia", "role": "player", "seats": ["Bob"]}


def test_after_a_no_its_token_is_not_accepted(app: Flask, services: Services, visitor: Visitor) -> None:
    pia = joined(app, services, "Pia", "at:Bob")
    token = asked(app, services).get_json()["token"]
    action, sent = next(form for form in pia.read("").forms if form[0].endswith("/people/device"))
    pia.client.post(action, data={**sent, "no": "no"})
    assert Program(app, token=token).get("state").status_code == 401


def test_nobody_asks_to_be_an_unknown_person_nor_with_the_code_for_spectators(
    app: Flask, services: Services, visitor: Visitor
) -> None:
    joined(app, services, "Pia", "at:Bob")
    assert asked(app, services, "Olga").status_code == 404
    code = app.extensions["guests"].watching_code(services.find_campaign("harbour").campaign)
    sent = {"code": code, "name": "Pia", "same_person": True}
    assert Program(app).post("/api/join", sent).status_code == 409


def test_the_document_tells_of_the_question(app: Flask) -> None:
    with app.app_context():
        shown = orjson.loads(encoded_document("agemonia"))
    fields = shown["components"]["schemas"]["JoinBody"]["properties"]
    assert "One of their devices or the host answers" in fields["same_person"]["description"]
    assert "202" in shown["paths"]["/api/v1/join"]["post"]["responses"]


def test_a_guest_who_was_let_go_is_unknown_at_once(app: Flask, services: Services, pia: Program) -> None:
    guests = app.extensions["guests"]
    guests.remove(guests.guests_of_campaign(services.find_campaign("harbour").campaign)[0])
    answer = pia.get("state")
    assert (answer.status_code, answer.headers["WWW-Authenticate"]) == (401, "Bearer")


def test_a_program_takes_another_seat(pia: Program) -> None:
    assert pia.post("seats", {"seats": ["Bob"]}).get_json()["seats"] == ["Bob"]
    assert pia.get().get_json()["you"] == {"name": "Pia", "role": "player", "seats": ["Bob"]}


def test_a_seat_of_somebody_else_is_not_given(app: Flask, services: Services, pia: Program) -> None:
    other = program(app, services, "Bea")
    assert other.post("seats", {"seats": ["Ann"]}).status_code == 409


# --- the host --------------------------------------------------------------------------------


@pytest.fixture
def behind(services: Services, visitor: Visitor) -> Flask:
    """The pages of a server with a host's token."""
    app = create_app(services.settings, services)
    app.config["HOST_TOKEN"] = "sesame"
    app.testing = True
    return app


def test_the_hosts_token_is_given_for_one_that_every_address_takes(behind: Flask) -> None:
    answer = Program(behind).post("/api/host", {"token": "sesame"})
    host = Program(behind, token=answer.get_json()["token"])
    assert answer.status_code == 201
    assert host.get().get_json()["you"]["role"] == "host"


def test_the_hosts_token_itself_lets_nobody_in(behind: Flask) -> None:
    """It may be short: only where wrong ones are counted it is looked at."""
    assert Program(behind, token="sesame").get().status_code == 401


def test_a_wrong_token_of_the_host_is_none(behind: Flask) -> None:
    assert Program(behind).post("/api/host", {"token": "simsalabim"}).status_code == 422


def test_where_none_was_set_there_is_none(app: Flask, visitor: Visitor) -> None:
    assert Program(app).post("/api/host", {"token": "sesame"}).status_code == 404


def test_a_guest_leaves_and_the_token_is_not_valid_any_more(app: Flask, services: Services, pia: Program) -> None:
    answer = pia.client.delete(pia.at("you"), headers=pia.shown)
    assert (answer.status_code, answer.data) == (204, b"")
    assert pia.get("state").status_code == 401
    assert joining(app, services, "Pia", role="player", seats=["Ann"]).status_code == 201


def test_a_spectator_leaves_too(sam: Program) -> None:
    assert sam.client.delete(sam.at("you"), headers=sam.shown).status_code == 204
    assert sam.get("state").status_code == 401


def test_no_guest_leaves_with_the_token_of_another(app: Flask, pia: Program, sam: Program) -> None:
    stranger = Program(app, token="no-such-token")
    assert stranger.client.delete(stranger.at("you"), headers=stranger.shown).status_code == 401
    assert [one.get("state").status_code for one in (pia, sam)] == [200, 200]


def test_the_host_cannot_leave(visitor: Visitor, app: Flask) -> None:
    answer = app.test_client().delete("/api/c/harbour/you", headers={"X-Form-Token": "none"})
    assert answer.status_code == 401
    token = visitor.fields()["token"]
    assert visitor.client.delete("/api/c/harbour/you", headers={"X-Form-Token": token}).status_code == 403
