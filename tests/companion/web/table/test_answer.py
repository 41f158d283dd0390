"""The answer to a command: its page, or that it is recorded while others wait to record."""

import re
from collections.abc import Mapping
from threading import Thread
from time import sleep
from typing import Any

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from companion.web.network.request_turns import RECORDING, RequestTurns
from companion.web.pages.table import answer
from companion.web.rendering.fragments import HEADER
from tests.companion.conftest import Head
from tests.companion.visitor import Visitor, asking, body
from tests.companion.web.table.test_next import FOR_ANN, FOR_BOB, rows
from tests.companion.web.test_request_turns import answering, turns_of
from tests.suite.patience import HANG
from tests.toy import GAME

COINS = {"f.seat": "Ann", "f.amount": "2"}
COMMAND = "a-tap-of-this-page"
LATER = 204


@pytest.fixture
def crowded(monkeypatch: pytest.MonkeyPatch) -> None:
    """While other requests wait to record."""
    monkeypatch.setattr(RequestTurns, "is_crowded", True)


def known(visitor: Visitor) -> dict[str, str]:
    """What the script of the open page Play sends."""
    return asking(body(visitor.get("")))


def sent(visitor: Visitor, path: str, headers: Mapping[str, str], **form: Any) -> TestResponse:
    return visitor.client.post(visitor.at(path), data={**visitor.fields(), "command": COMMAND, **form}, headers=headers)


def tapped(visitor: Visitor, headers: Mapping[str, str], **more: str) -> TestResponse:
    return sent(visitor, "record/coins-gained", headers, **COINS, **more)


def is_led_to_play_later(answered: TestResponse, visitor: Visitor) -> bool:
    return (answered.status_code, answered.get_data(), answered.headers.get("Content-Location")) == (
        LATER,
        b"",
        visitor.at(f"?saved={COMMAND}"),
    )


# --- with a request that waits ----------------------------------------------------------------


def test_a_command_is_answered_before_its_page_while_another_waits_to_record(
    app: Flask, visitor: Visitor, head: Head
) -> None:
    has, before, answers = known(visitor), head(), list[TestResponse]()
    with answering(turns_of(app)) as some:
        for number in range(RECORDING):
            some.ask(f"tap {number}", records=True)
        tap = Thread(target=lambda: answers.append(tapped(visitor, has)), daemon=True)
        tap.start()
        while some.waiting == 0 and tap.is_alive():
            sleep(0.001)
        some.ask("behind it", records=True)
        assert (some.waiting, answers) == (2, [])
        some.end_one()
        tap.join(HANG)
    assert is_led_to_play_later(answers[0], visitor)
    assert head() == before + 1
    assert tapped(visitor, has).status_code == 200
    assert head() == before + 1


# --- what it says -----------------------------------------------------------------------------


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("has", [None, "."])
def test_it_leads_to_play_from_any_page_and_names_its_last_entry(visitor: Visitor, has: str | None) -> None:
    answered = tapped(visitor, {HEADER: has} if has else known(visitor))
    assert is_led_to_play_later(answered, visitor)
    position = re.search(r'data-position="(\d+)"', body(visitor.get("")))
    assert position
    assert answered.headers[answer.POSITION] == position[1]


@pytest.mark.usefixtures("crowded")
def test_the_last_entry_is_a_consequence_if_there_are_any(visitor: Visitor) -> None:
    before = int(tapped(visitor, known(visitor)).headers[answer.POSITION])
    rolled = sent(visitor, "record/dice-rolled", known(visitor), command="another", **{"f.seat": "Ann"})
    assert int(rolled.headers[answer.POSITION]) == before + 2


@pytest.mark.usefixtures("crowded")
def test_the_page_that_is_asked_for_later_tells_what_was_recorded(visitor: Visitor) -> None:
    has = known(visitor)
    address = tapped(visitor, has).headers["Content-Location"]
    assert "Ann" in visitor.client.get(address, headers=has).json["parts"]["toast"]  # type: ignore[index]


@pytest.mark.usefixtures("crowded")
def test_nothing_is_drawn_for_it(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    has = known(visitor)
    monkeypatch.setattr(answer, "draw_play", lambda here: pytest.fail("drawn"))
    assert tapped(visitor, has).status_code == LATER


@pytest.mark.usefixtures("crowded")
def test_the_same_command_sent_again_is_recorded_once_and_answered_the_same(visitor: Visitor, head: Head) -> None:
    has, before = known(visitor), head()
    first, second = tapped(visitor, has), tapped(visitor, has)
    assert head() == before + 1
    assert is_led_to_play_later(second, visitor)
    assert first.headers[answer.POSITION] == second.headers[answer.POSITION]


@pytest.mark.usefixtures("crowded")
def test_without_a_script_it_leads_to_the_page_as_always(visitor: Visitor, head: Head) -> None:
    before = head()
    answered = tapped(visitor, {})
    assert (answered.status_code, answered.location) == (303, visitor.at(f"?saved={COMMAND}"))
    assert head() == before + 1


@pytest.mark.usefixtures("crowded")
def test_the_name_of_the_author_is_kept(visitor: Visitor) -> None:
    assert tapped(visitor, known(visitor), by="Zoë").status_code == LATER
    assert "Zoë" in body(visitor.get("/more"))


@pytest.mark.usefixtures("crowded")
def test_a_refused_command_is_answered_with_its_page(visitor: Visitor, head: Head) -> None:
    has, before = known(visitor), head()
    answered = sent(visitor, "record/coins-gained", has, **{**COINS, "f.amount": "0"})
    assert (answered.status_code, head()) == (422, before)
    assert 'role="alert"' in body(answered)


# --- other forms ------------------------------------------------------------------------------


@pytest.mark.usefixtures("crowded")
@pytest.mark.parametrize("what", ["undo", "redo"])
def test_what_is_taken_back_is_answered_before_its_page_too(visitor: Visitor, head: Head, what: str) -> None:
    newest = tapped(visitor, {HEADER: "."}).headers[answer.POSITION]
    for act in ("undo", "redo") if what == "redo" else ("undo",):
        before = head()
        answered = sent(visitor, f"{act}/{newest}", known(visitor), command=COMMAND + act)
        assert (answered.status_code, head()) == (LATER, before + 1)
        assert answered.headers["Content-Location"] == visitor.at(f"?saved={COMMAND}{act}")
        newest = answered.headers[answer.POSITION]


@pytest.mark.usefixtures("crowded")
def test_a_card_of_prompts_is_answered_before_its_page_too(
    visitor: Visitor, head: Head, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.__dict__, "prompts", lambda table: [FOR_ANN, FOR_BOB])
    has, before = known(visitor), head()
    both = rows(0, 1, **{"r1.f.amount": "3"})
    answered = sent(visitor, "together/coins-for-all", has, **both)
    assert is_led_to_play_later(answered, visitor)
    assert head() == before + 2
