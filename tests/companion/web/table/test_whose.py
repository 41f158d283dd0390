"""Whose moment it is: what is up to whoever looks, what others have to do, and what lies face down."""

import re
from collections.abc import Callable

import pytest
from flask import Flask

from companion.services import Services
from domain.framework.game import Prompt, no_turn
from domain.framework.text import text
from tests.companion.guest import Guest, joined
from tests.companion.visitor import Visitor, body
from tests.toy import GAME, BetPlaced, CoinsGained, NightFell, TowerBuilt

FOR_ANN = Prompt(text("Ann: take a coin"), CoinsGained, required=True, fields={"seat": "Ann", "amount": 1})
FOR_BOB = Prompt(text("Bob: build"), TowerBuilt, required=True, fields={"seat": "Bob", "tower": "oak"})
BOBS_OWN = Prompt(text("Bob bets"), BetPlaced, required=True, fields={"seat": "Bob"})
NIGHT = Prompt(text("Let night fall"), NightFell, required=True)
Asks = Callable[..., None]


@pytest.fixture
def asks(visitor: Visitor, monkeypatch: pytest.MonkeyPatch) -> Asks:
    """Lets the table ask for some prompts; Bob can pay for a tower."""
    visitor.record("coins-gained", seat="Bob", amount="9")
    return lambda *prompts: monkeypatch.setitem(GAME.__dict__, "prompts", lambda table: [*prompts])


@pytest.fixture
def ann(app: Flask, services: Services, visitor: Visitor) -> Guest:
    return joined(app, services, "Ana", "at:Ann")


@pytest.fixture
def bob(app: Flask, services: Services, visitor: Visitor) -> Guest:
    return joined(app, services, "Ben", "at:Bob")


def part(visitor: Visitor, name: str) -> str:
    """The words of a part of Play."""
    html = re.search(rf'<(section|header)[^>]* id="{name}".*?</\1>', body(visitor.get("")), re.DOTALL)
    return " ".join(re.sub(r"<[^>]+>", " ", html[0] if html else "").split())


def test_ones_own_is_large_and_what_others_have_to_do_is_waited_for(ann: Guest, bob: Guest, asks: Asks) -> None:
    asks(FOR_ANN, FOR_BOB)
    assert "It is up to you Ann: take a coin" in part(ann, "prompts")
    assert "Bob" not in part(ann, "prompts")
    assert part(ann, "awaited") == "Waiting for Bob (Ben): build Record it for them"
    assert part(bob, "awaited") == "Waiting for Ann (Ana): take a coin Record it for them"


def test_a_host_without_a_seat_waits_for_who_plays_on_a_phone_and_does_the_rest(
    visitor: Visitor, bob: Guest, asks: Asks
) -> None:
    """Given Bob has a phone and Ann has none; then the host is offered what is Ann's, and waits for Bob."""
    asks(FOR_ANN, FOR_BOB)
    assert "Ann: take a coin" in part(visitor, "prompts")
    assert "It is up to you" not in part(visitor, "prompts")
    assert part(visitor, "awaited").startswith("Waiting for Bob (Ben): build")


def test_what_speaks_for_several_seats_is_offered_where_nobody_else_plays_one_of_them(
    ann: Guest, visitor: Visitor, asks: Asks
) -> None:
    asks(Prompt(text("Nobody bets"), NightFell, seats=frozenset({"Ann", "Bob"}), joint=True))
    assert ["Nobody bets" in part(page, "prompts") for page in (ann, visitor)] == [True, False]


def test_where_nobody_sits_down_everything_is_everybodys(visitor: Visitor, asks: Asks) -> None:
    asks(FOR_ANN, FOR_BOB)
    assert "Bob: build" in part(visitor, "prompts")
    assert part(visitor, "awaited") == ""


def test_the_end_of_the_moment_is_not_large_while_others_have_something_to_do(
    ann: Guest, bob: Guest, asks: Asks
) -> None:
    asks(FOR_BOB, NIGHT)
    assert 'class="button primary large"' not in body(ann.get(""))
    assert 'class="button primary large"' in body(bob.get(""))


def test_what_is_recorded_for_another_says_first_whose_it_is(ann: Guest, bob: Guest, asks: Asks) -> None:
    asks(FOR_BOB)
    (way,) = re.findall(r'href="([^"]*tower-built[^"]*)"\s+aria-label="Record it for Bob \(Ben\)"', body(ann.get("")))
    assert "Bob (Ben) should do this." in body(ann.client.get(way.replace("&amp;", "&")))
    assert "Bob (Ben) should do this." not in body(bob.client.get(way.replace("&amp;", "&")))


def test_nobody_is_led_to_record_what_is_anothers_own_doing(ann: Guest, bob: Guest, asks: Asks) -> None:
    asks(BOBS_OWN)
    assert part(ann, "awaited") == "Waiting for Bob (Ben): bets"
    assert "Bob bets" in part(bob, "prompts")


def test_nobody_is_asked_for_the_own_doing_of_a_seat_that_nobody_has_taken(ann: Guest, asks: Asks) -> None:
    """Given Bob's player has not joined yet; then his bet, which Ann may not place, is not hers to answer."""
    asks(BOBS_OWN, FOR_ANN)
    assert "Bob" not in part(ann, "prompts")
    assert "It is up to you Ann: take a coin" in part(ann, "prompts")
    assert part(ann, "awaited") == "Waiting for Bob: bets"


def test_a_host_without_a_seat_may_record_what_is_anothers_own_doing(visitor: Visitor, bob: Guest, asks: Asks) -> None:
    """A phone whose battery is empty stops nobody."""
    asks(BOBS_OWN)
    assert part(visitor, "awaited") == "Waiting for Bob (Ben): bets Record it for them"


def test_who_is_ready_is_told_beside_who_is_not(
    ann: Guest, bob: Guest, asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.__dict__, "ready", lambda table: ["Ann"])
    asks(BOBS_OWN)
    assert part(ann, "awaited") == "Waiting for Bob (Ben): bets Ready: Ann"
    assert part(bob, "awaited") == "Ready: Ann (Ana)"


def test_the_head_of_the_page_names_who_is_waited_for_to_the_others_alone(
    ann: Guest, bob: Guest, asks: Asks, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAME.__dict__, "turn", no_turn)
    monkeypatch.setitem(GAME.__dict__, "waiting", lambda table: text("waiting for {seats}", seats=("Bob",)))
    asks(BOBS_OWN)
    assert ["waiting for Bob" in part(seat, "strip") for seat in (ann, bob)] == [True, False]


def test_nobody_is_told_ready_where_nobody_sits(visitor: Visitor, asks: Asks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(GAME.__dict__, "ready", lambda table: ["Ann"])
    asks(BOBS_OWN)
    assert part(visitor, "awaited") == ""


def test_a_secret_choice_lies_face_down_where_its_keeper_may_look(ann: Guest, bob: Guest, asks: Asks) -> None:
    asks()
    ann.record("card-drawn", seat="Ann", card="7")
    assert "Only you see this: look Ann drew card 7" in part(ann, "awaited")
    assert "face down" not in part(bob, "awaited")


def test_what_was_turned_over_lies_face_down_no_longer(ann: Guest, bob: Guest, asks: Asks) -> None:
    asks()
    ann.record("bet-placed", seat="Ann", space="reef")
    assert "Only you see this" in part(ann, "awaited")
    bob.record("bet-placed", seat="Bob", space="reef")
    bob.record("bets-revealed")
    assert "face down" not in part(ann, "awaited")
