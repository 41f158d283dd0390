"""The large button and what stands beside it: the end of a moment is outlined while something is left undone."""

import re
from collections.abc import Callable, Sequence

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.game import Prompt
from domain.framework.text import text
from tests.companion.conftest import Head
from tests.companion.guest import joined
from tests.companion.visitor import Reader, Visitor, body
from tests.toy import GAME, CardDrawn, CoinsGained, NightFell, SeatTaken, TowerBuilt

NIGHT = Prompt(text("Let night fall"), NightFell, required=True)
OAK = Prompt(
    text("Build the oak tower"), TowerBuilt, fields={"seat": "Ann", "tower": "oak"}, reminder=text("Ann has 9 coins")
)
HEADLINE = text("Coins for all")
FOR_ANN = Prompt(text("Ann: one coin"), CoinsGained, True, {"seat": "Ann", "amount": 1}, card=HEADLINE)
FOR_BOB = Prompt(text("Bob: coins"), CoinsGained, fields={"seat": "Bob"}, card=HEADLINE)
Asks = Callable[..., Visitor]


@pytest.fixture
def asking(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> Asks:
    """A table that asks for these."""

    def asking(*prompts: Prompt) -> Visitor:
        monkeypatch.setitem(GAME.__dict__, "prompts", lambda table: [*prompts])
        return visitor

    return asking


def large(page: str) -> list[str]:
    return re.findall(r'<button class="button primary large">\s*([^<]+?)\s*<', page)


def test_what_is_left_is_large_and_the_end_says_what_it_would_skip(asking: Asks) -> None:
    page = body(asking(NIGHT, OAK).get(""))
    assert large(page) == ["Build the oak tower"]
    assert re.search(r'class="button closes">.*?Let night fall.*?Still open: Ann has 9 coins', page, re.DOTALL)


def test_the_end_is_large_once_nothing_is_left(asking: Asks) -> None:
    visitor = asking(OAK, NIGHT)
    visitor.record("tower-built", seat="Ann", tower="oak")
    assert large(body(visitor.get(""))) == ["Let night fall"]


def test_the_end_leads_to_a_page_that_asks_once(asking: Asks) -> None:
    visitor = asking(OAK, NIGHT)
    assert ("/c/harbour/record/night-fell", {}) in visitor.read("").forms
    page = visitor.read("record/night-fell")
    assert "Still open: Ann has 9 coins" in page.text
    action, sent = next(form for form in page.forms if "sure" in form[1])
    assert visitor.client.post(action, data=sent).status_code == 303
    assert "Night fell" in visitor.log


def test_an_end_that_was_not_asked_about_is_not_recorded(asking: Asks, head: Head) -> None:
    """The page was drawn before something was left, or the form was sent by other means."""
    visitor = asking(OAK, NIGHT)
    before = head()
    answer = visitor.record("night-fell")
    assert (answer.status_code, head()) == (422, before)
    assert "Ann has 9 coins" in body(answer)


def test_an_end_after_which_what_is_left_is_still_open_asks_nothing(asking: Asks) -> None:
    coin = Prompt(text("One coin"), CoinsGained, fields={"seat": "Ann", "amount": 1}, reminder=text("Ann has 9 coins"))
    assert asking(coin, NIGHT).record("night-fell").status_code == 303


def test_what_is_told_later_is_not_asked_about(asking: Asks) -> None:
    assert asking(OAK, NIGHT).record("night-fell", {"when": "on Sunday"}).status_code == 303


# --- several things on one card --------------------------------------------------------------


def rows(*on: int, card: str = "coins-for-all", **typed: str) -> dict[str, str]:
    """A card as it is sent with these rows ticked."""
    events = {"r0.event": "coins-gained", "r0.f.seat": "Ann", "r0.f.amount": "1"}
    events |= {"r1.event": "coins-gained", "r1.f.seat": "Bob"}
    return {**events, **{f"r{n}.on": "yes" for n in on}, **typed}


def test_what_needs_more_words_is_a_card_of_its_own_page(asking: Asks) -> None:
    visitor = asking(FOR_ANN, FOR_BOB, NIGHT)
    assert large(body(visitor.get(""))) == ["Coins for all"]
    page = visitor.read("together/coins-for-all")
    assert [n for n in names(page) if n.startswith("r")] == [
        *("r0.event", "r0.on", "r0.f.seat", "r0.f.amount"),
        *("r1.event", "r1.on", "r1.f.seat", "r1.f.seat", "r1.f.amount"),
    ]


def names(page: Reader) -> Sequence[str]:
    return [str(given.get("name")) for tag, given in page.tags if tag == "input"]


def test_what_is_all_known_is_ticked_on_the_page_itself(asking: Asks) -> None:
    both = (FOR_ANN, Prompt(text("Bob: two"), CoinsGained, fields={"seat": "Bob", "amount": 2}, card=HEADLINE))
    visitor = asking(*both, NIGHT)
    page = body(visitor.get(""))
    assert page.count('name="r0.on" value="yes" checked') == 1
    action, sent = next(form for form in Reader(page).forms if "/together/" in form[0])
    visitor.client.post(action, data={**sent, "r0.on": "yes", "r1.on": "yes"})
    assert "Ann gained 1 coins" in visitor.log
    assert "Bob gained 2 coins" in visitor.log


def test_only_what_is_ticked_is_recorded(asking: Asks) -> None:
    visitor = asking(FOR_ANN, FOR_BOB)
    assert visitor.post("together/coins-for-all", rows(0)).status_code == 303
    assert "Ann gained 1 coins" in visitor.log
    assert "Bob gained" not in visitor.log


def test_a_row_that_does_not_fit_keeps_all_of_them_back(asking: Asks, head: Head) -> None:
    visitor = asking(FOR_ANN, FOR_BOB)
    before = head()
    answer = visitor.post("together/coins-for-all", rows(0, 1))
    assert (answer.status_code, head()) == (422, before)
    assert "How much: still missing" in body(answer)
    assert 'name="r1.on" value="yes" checked' in body(answer)


def test_a_row_that_is_refused_says_why_where_it_stands(asking: Asks, head: Head) -> None:
    taken = Prompt(text("Ann sits down"), SeatTaken, fields={"seat": "Ann"}, card=HEADLINE)
    visitor = asking(FOR_ANN, replaced(taken))
    before = head()
    answer = visitor.post("together/coins-for-all", {**rows(0, 1), "r1.event": "seat-taken", "r1.f.seat": "Ann"})
    assert (answer.status_code, head()) == (422, before)
    assert "Ann already sits here." in body(answer)


def replaced(prompt: Prompt) -> Prompt:
    """The same, opening its form, so that it is offered although it would be refused."""
    return Prompt(prompt.title, prompt.event, also_required=("seat",), card=prompt.card)


def test_a_card_that_the_rules_refuse_is_recorded_with_the_reason_of_the_table(asking: Asks, head: Head) -> None:
    again = Prompt(text("Ann: another oak tower"), TowerBuilt, fields={"seat": "Ann"}, card=HEADLINE)
    visitor = asking(FOR_ANN, again)
    visitor.record("tower-built", seat="Ann", tower="oak")
    before, sent = head(), {**rows(0, 1), "r1.event": "tower-built", "r1.f.seat": "Ann", "r1.f.tower": "oak"}
    refused = visitor.post("together/coins-for-all", sent)
    assert (refused.status_code, head()) == (422, before)
    assert "Record it anyway" in body(refused)
    assert "Say why first" in body(visitor.post("together/coins-for-all", {**sent, "act": "bend"}))
    assert visitor.post("together/coins-for-all", {**sent, "act": "bend", "bend": "a card"}).status_code == 303
    assert head() == before + 2


def test_nothing_ticked_is_asked_about(asking: Asks, head: Head) -> None:
    visitor, before = asking(FOR_ANN, FOR_BOB), head()
    answer = visitor.post("together/coins-for-all", rows())
    assert (answer.status_code, head()) == (422, before)
    assert "Tick at least one of them." in body(answer)


def test_who_comes_too_late_for_a_card_finds_what_is_next(asking: Asks) -> None:
    answer = asking(NIGHT).get("together/coins-for-all")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/c/harbour/")


def test_what_comes_with_an_answer_stands_on_its_card(asking: Asks) -> None:
    first = Prompt(text("Ann: one coin"), CoinsGained, True, FOR_ANN.fields, card=HEADLINE, then=[FOR_BOB])
    visitor = asking(first)
    page = visitor.read("together/coins-for-all")
    assert "Bob: coins" in page.text
    assert visitor.post("together/coins-for-all", rows(0, 1, **{"r1.f.amount": "3"})).status_code == 303
    assert "Bob gained 3 coins" in visitor.log


BOTH = "Ann gained 1 coins · Bob gained 3 coins"


@pytest.fixture
def answered(asking: Asks) -> tuple[Visitor, Reader]:
    """A card was answered for both, entries 5 and 6: who answered it, and the page that tells them so."""
    visitor = asking(FOR_ANN, FOR_BOB)
    recorded = visitor.post("together/coins-for-all", rows(0, 1, **{"r1.f.amount": "3"}))
    return visitor, visitor.read(recorded.headers["Location"])


@pytest.mark.parametrize("button", [0, 1], ids=["the toast's", "the bar's"])
def test_undo_is_about_the_whole_card(answered: tuple[Visitor, Reader], button: int, services: Services) -> None:
    visitor, page = answered
    assert page.text.count(BOTH) == 2
    action, sent = [form for form in page.forms if "/undo/" in form[0]][button]
    back = visitor.client.post(action, data=sent)
    assert f"Took back: {BOTH}" in visitor.text(back.headers["Location"])
    assert coins(services) == (9, 0)
    assert BOTH in visitor.text("")  # that is what redo would bring back
    visitor.redo()
    assert coins(services) == (10, 3)


def coins(services: Services) -> tuple[int, ...]:
    with services.open("harbour") as campaign:
        return tuple(seat.coins for seat in campaign.table.seats.values())  # type: ignore[attr-defined]


def test_a_card_of_somebody_else_is_looked_at_first_and_told_as_one(
    app: Flask, services: Services, answered: tuple[Visitor, Reader]
) -> None:
    eve = joined(app, services, "Eve", "at:Bob")
    address = next(link for link in eve.read("").links if "/undo/5" in link)
    page = eve.read(address)
    assert f"#5 {BOTH}" in page.text
    action, sent = next(form for form in page.forms if "/undo/" in form[0])
    eve.client.post(action, data={**sent, "choice": "those"})
    assert coins(services) == (9, 0)


def test_in_the_log_each_of_a_card_is_taken_back_alone(answered: tuple[Visitor, Reader], services: Services) -> None:
    visitor, _ = answered
    visitor.post("undo/5")
    assert coins(services) == (9, 3)


# --- short forms -----------------------------------------------------------------------------


def test_who_sat_down_the_last_time_stands_in_the_form(visitor: Visitor) -> None:
    visitor.record("session-started", players="Ann\nBob")
    visitor.record("session-ended")
    page = body(visitor.get("record/session-started"))
    assert [f'name="f.players" value="{who}"' in page for who in ("Ann", "Bob")] == [True, True]


def test_a_prompt_says_what_its_form_needs(asking: Asks) -> None:
    visitor = asking(Prompt(text("Draw for Ann"), CardDrawn, fields={"seat": "Ann"}, also_required=("card",)))
    assert ("/c/harbour/record/card-drawn", {"seat": "Ann", "needs": "card"}) in visitor.read("").forms
    fields = {given.get("name"): given for _, given in visitor.read("record/card-drawn?seat=Ann&needs=card").tags}
    assert "required" in fields["f.card"]
