"""What programs record: once for each id, by the rules, with previews; and what they are told where they may not."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from companion.services import Services
from companion.web.visitors.problems import PROBLEM
from domain.framework.game import Prompt
from domain.framework.text import text
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor
from tests.companion.web.api.program import Program, program
from tests.toy import GAME, TowerBuilt


def test_a_command_is_recorded_under_the_name_that_joined(pia: Program, services: Services) -> None:
    answer = pia.record("coins-gained", seat="Ann", amount=3)
    told = answer.get_json()
    assert (answer.status_code, told["position"], told["repeated"]) == (201, 5, False)
    assert told["entries"][0]["text"] == "Ann gained 3 coins"
    with services.open("harbour") as campaign:
        entry = campaign.entry(5)
    assert (entry.actor, entry.device) == ("Pia", "api")


def test_the_same_id_records_once(pia: Program, head: Head) -> None:
    sent = {"id": "once-and-for-all", "event": "coins-gained", "fields": {"seat": "Ann", "amount": 3}}
    first, before = pia.post("commands", sent), head()
    again = pia.post("commands", sent)
    assert (first.status_code, again.status_code, head()) == (201, 200, before)
    assert again.get_json() == {**first.get_json(), "repeated": True}


OTHERS: dict[str, tuple[str, dict[str, Any]]] = {
    "other fields": ("commands", {"event": "coins-gained", "fields": {"seat": "Ann", "amount": 4}}),
    "another event": ("commands", {"event": "night-fell"}),
    "a bend": ("commands", {"event": "coins-gained", "fields": {"seat": "Ann", "amount": 3}, "bend": "a card"}),
    "another address": ("undo", {}),
    "a correction": ("amend", {"entry": 4, "fields": {"amount": 1}}),
}


@pytest.mark.parametrize(("path", "sent"), OTHERS.values(), ids=list(OTHERS))
def test_an_id_that_comes_again_with_another_body_is_refused(
    pia: Program, head: Head, path: str, sent: dict[str, Any]
) -> None:
    first = {"id": "once-and-for-all", "event": "coins-gained", "fields": {"seat": "Ann", "amount": 3}}
    assert pia.post("commands", first).status_code == 201
    before, answer = head(), pia.post(path, {"id": "once-and-for-all", **sent})
    assert (answer.status_code, answer.get_json()["type"], head()) == (422, "urn:companion:id-reused", before)
    assert pia.post("commands", first).get_json()["repeated"] is True


def test_a_correction_is_repeated_by_the_same_body_only(pia: Program, head: Head) -> None:
    pia.record("coins-gained", seat="Ann", amount=3)
    pia.record("coins-gained", seat="Ann", amount=2)
    undo = {"id": "taken-back-once", "entry": 5}
    assert [pia.post("undo", undo).status_code for _ in range(2)] == [201, 200]
    before, other = head(), pia.post("undo", {**undo, "entry": 6})
    assert (other.status_code, head()) == (422, before)


def test_a_repeat_may_name_what_was_left_out_and_confirm_it(pia: Program) -> None:
    sent = {"id": "once-and-for-all", "event": "coins-gained", "fields": {"seat": "Ann", "amount": 3}}
    pia.post("commands", sent)
    again = pia.post("/api/v1/c/harbour/commands", {**sent, "bend": "", "later": "", "sure": True})
    assert (again.status_code, again.get_json()["repeated"]) == (200, True)


def test_a_refused_command_may_be_sent_again_changed(pia: Program) -> None:
    sent = {"id": "second-thoughts", "event": "coins-gained", "fields": {"seat": "Zed", "amount": 3}}
    answers = [pia.post("commands", body) for body in (sent, {**sent, "fields": {"seat": "Ann", "amount": 3}})]
    assert [answer.status_code for answer in answers] == [422, 201]


def test_a_command_of_a_release_without_digests_is_repeated(pia: Program, services: Services) -> None:
    with services.open("harbour") as campaign:
        recorded = campaign.entry(4).command
    answer = pia.post("commands", {"id": recorded, "event": "night-fell"})
    assert (answer.status_code, answer.get_json()["repeated"]) == (200, True)


def test_only_the_first_entry_of_a_command_has_its_digest(pia: Program, services: Services) -> None:
    pia.record("coins-gained", seat="Ann", amount=3)
    with services.open("harbour") as campaign:
        assert [len(campaign.entry(n).request) for n in (4, 5)] == [0, 16]


def test_a_refusal_says_each_reason(pia: Program) -> None:
    answer = pia.record("coins-gained", seat="Zed", amount=3)
    told = answer.get_json()
    assert (answer.status_code, answer.mimetype, told["type"]) == (422, PROBLEM, "urn:companion:refused")
    assert told["reasons"] == [
        {"code": "not-offered", "message": "“Zed” is not one of the seats here.", "rule": "", "bendable": False}
    ]


def test_what_is_lost_with_the_end_of_a_moment_is_a_warning_that_is_confirmed(
    pia: Program, head: Head, monkeypatch: pytest.MonkeyPatch
) -> None:
    oak = Prompt(text("Build"), TowerBuilt, fields={"seat": "Ann", "tower": "oak"}, reminder=text("Ann has 9 coins"))
    monkeypatch.setitem(GAME.__dict__, "prompts", lambda table: [oak])
    before, answer = head(), pia.record("night-fell")
    told = answer.get_json()
    assert (answer.status_code, told["confirm"], head()) == (422, "sure", before)
    (reason,) = told["reasons"]
    assert (reason["code"], reason["message"]) == ("leaves-undone", "Still open, and lost with this: Ann has 9 coins")
    assert pia.do("commands", event="night-fell", sure=True).status_code == 201


def test_a_refusal_without_a_confirmation_does_not_ask_for_one(pia: Program) -> None:
    assert "confirm" not in pia.record("coins-gained", seat="Zed", amount=3).get_json()


def test_a_refusal_is_in_the_readers_language(pia: Program) -> None:
    pia.headers = {"Accept-Language": "zh-Hans"}
    assert "Zed" in (said := pia.record("coins-gained", seat="Zed", amount=3).get_json()["reasons"][0]["message"])
    assert "is not one of" not in said


@pytest.mark.parametrize(
    ("fields", "named"),
    [({"seat": "Ann"}, "amount"), ({"seat": 5, "amount": 1}, "seat"), ({"seat": "Ann", "amount": 1, "x": 1}, "x")],
    ids=["missing", "of another kind", "no such field"],
)
def test_fields_that_do_not_fit_are_named(pia: Program, fields: dict[str, Any], named: str) -> None:
    answer = pia.record("coins-gained", **fields)
    assert (answer.status_code, list(answer.get_json()["fields"])) == (422, [named])


def test_what_was_recorded_is_taken_back_and_restored(pia: Program) -> None:
    pia.record("coins-gained", seat="Ann", amount=3)
    assert pia.do("undo").status_code == 201
    assert pia.get("state?path=seats.Ann.coins").get_json()["value"] == 9
    assert pia.do("redo").status_code == 201
    assert pia.get("state?path=seats.Ann.coins").get_json()["value"] == 12


def test_an_entry_is_put_right_where_it_stands(pia: Program) -> None:
    assert pia.do("amend", entry=4, fields={"amount": 7}).status_code == 201
    assert pia.get("state?path=seats.Ann.coins").get_json()["value"] == 7


PREVIEWS = {"undo": {"entry": 4}, "amend": {"entry": 4, "fields": {"amount": 7}}}


@pytest.mark.parametrize("what", PREVIEWS)
def test_a_preview_records_nothing(pia: Program, head: Head, what: str) -> None:
    before = head()
    told = pia.post(f"{what}/preview", PREVIEWS[what]).get_json()
    assert told["goes"] == [{"entry": 4, "text": "Ann gained 9 coins"}]
    assert told["changes"]
    assert head() == before


def test_a_restoration_is_previewed(pia: Program) -> None:
    pia.do("undo", entry=4)
    assert pia.post("redo/preview", {"entry": 4}).get_json()["changes"] == ["Ann, coins: 0 → 9"]


INSERTED = {"after": 4, "event": "coins-gained", "fields": {"seat": "Ann", "amount": 3}}


def test_an_insertion_is_previewed_and_recorded_as_a_line_at_its_place(pia: Program) -> None:
    told = pia.post("insert/preview", INSERTED).get_json()
    assert told["asked"] == "After entry 4: Ann gained 3 coins"
    assert told["added"] == [{"after": 4, "text": "Ann gained 3 coins", "rolled": False}]
    assert told["changes"] == ["Ann, coins: 9 → 12"]
    recorded = pia.do("insert", **INSERTED).get_json()
    assert recorded["entries"][0]["text"] == "Added after entry 4: Ann gained 3 coins"
    line = next(line for line in pia.get("log").get_json()["entries"] if line["line"])
    assert (line["entry"], line["line"], line["text"]) == (4, 1, "Ann gained 3 coins")
    assert line["amended_by"] == recorded["position"]


def test_a_later_entry_that_could_stay_is_taken_back_if_flipped(pia: Program) -> None:
    pia.do("commands", event="tower-built", fields={"seat": "Ann", "tower": "oak"})
    asked = {"after": 4, "event": "tower-built", "fields": {"seat": "Ann", "tower": "oak"}}
    kept, dropped = (pia.post("insert/preview", {**asked, "flipped": flipped}).get_json() for flipped in ([], [5]))
    assert ([one["entry"] for one in kept["bent"]], kept["dropped"]) == ([5], [])
    assert (dropped["bent"], [one["entry"] for one in dropped["dropped"]]) == ([], [5])


def test_a_line_with_other_values_says_both(pia: Program) -> None:
    pia.do("amend", entry=4, fields={"amount": 5})
    line = next(line for line in pia.get("log").get_json()["entries"] if line["entry"] == 4)
    assert (line["text"], line["now"]["text"]) == ("Ann gained 9 coins", "Ann gained 5 coins")
    assert line["now"]["fields"]["amount"] == 5


def test_why_names_the_lines_of_a_command_that_was_corrected(pia: Program) -> None:
    correction = pia.do("insert", **INSERTED).get_json()["position"]
    moves = pia.get("why?path=seats.Ann.coins").get_json()["moves"]
    assert [(one["entry"], one["line"], one["by"], one["before"], one["after"]) for one in moves[1:]] == [
        (4, 0, None, "0", "9"),
        (4, 1, correction, "9", "12"),
    ]


def test_why_is_answered_and_nothing_recorded(pia: Program, head: Head) -> None:
    before = head()
    told = pia.post("why", {"event": "coins-gained", "fields": {"seat": "Ann"}}).get_json()
    assert (told["possible"], told["missing"]) == (True, ["amount"])
    assert told["choices"]["seat"]["offered"] == ["Ann", "Bob"]
    assert head() == before


def test_why_not_is_answered(pia: Program) -> None:
    told = pia.post("why", {"event": "coins-gained", "fields": {"seat": "Zed", "amount": 1}}).get_json()
    assert (told["possible"], [reason["code"] for reason in told["reasons"]]) == (False, ["not-offered"])


# --- who may ---------------------------------------------------------------------------------

EVERYTHING = (
    "commands",
    "undo",
    "undo/preview",
    "redo",
    "redo/preview",
    "amend",
    "amend/preview",
    "insert",
    "insert/preview",
    "why",
)


@pytest.mark.parametrize("path", EVERYTHING)
def test_who_looks_on_records_nothing(sam: Program, head: Head, path: str) -> None:
    before = head()
    answer = sam.do(path)
    assert (answer.status_code, answer.mimetype, head()) == (403, PROBLEM, before)


@pytest.mark.parametrize("path", EVERYTHING)
def test_who_shows_no_token_records_nothing(app: Flask, visitor: Visitor, head: Head, path: str) -> None:
    before = head()
    answer = Program(app).do(path)
    assert (answer.status_code, answer.mimetype, head()) == (401, PROBLEM, before)


def test_a_secret_of_another_seat_is_not_recorded(app: Flask, services: Services, visitor: Visitor) -> None:
    answer = program(app, services, "Bea", "Bob").record("card-drawn", seat="Ann", card=5)
    assert answer.status_code == 422


# --- pages of these pages, and of others -----------------------------------------------------

SENT = {"id": "from-a-page", "event": "coins-gained", "fields": {"seat": "Ann", "amount": 3}}


def test_a_page_records_with_the_token_of_its_forms(visitor: Visitor) -> None:
    visitor.get("")
    with visitor.client.session_transaction() as session:
        token = session["token"]
    answer = visitor.client.post("/api/c/harbour/commands", json=SENT, headers={"X-Form-Token": token})
    assert answer.status_code == 201


def test_the_hosts_computer_alone_records_nothing(visitor: Visitor, head: Head) -> None:
    """A page of somebody else could send it there."""
    before = head()
    answer = visitor.client.post("/api/c/harbour/commands", json=SENT)
    assert (answer.status_code, head()) == (401, before)


def test_a_page_of_somebody_else_records_nothing(pia: Program, head: Head) -> None:
    pia.headers, before = {"Origin": "https://elsewhere.example"}, head()
    assert (pia.record("coins-gained", seat="Ann", amount=3).status_code, head()) == (403, before)
