"""Which card is meant, and why one is none of those that a field takes."""

from collections.abc import Container
from typing import Any

import pytest

from domain.games.champions import GAME
from domain.games.champions.base import (
    Having,
    in_encounter_deck,
    may_hold,
    no_scheme,
    not_in_play,
    of_deck,
    of_encounter,
    of_player,
    out_of_game,
    players_card,
)
from domain.games.champions.state.parts import InPlay
from domain.games.champions.state.table import Champions, ModularSet, Scenario, Seat

HERO, OUT = "Red", "Blue"
CARDS: dict[str, dict[str, Any]] = {
    "kick": {"type": "event", "classification": "hero"},
    "shield": {"type": "upgrade", "classification": "protection"},
    "energy": {"type": "resource", "classification": "basic"},
    "rage": {"type": "event", "classification": "aggression"},
    "thug": {"type": "minion"},
    "plot": {"type": "side scheme"},
    "debt": {"type": "obligation"},
    "riddle": {},
}


def game(**seat: Any) -> Champions:
    table = GAME.new_table()
    assert isinstance(table, Champions)
    table.library = {
        "cards": dict(CARDS),
        "identities": {HERO: {"cards": {"kick": 1}, "obligations": ["debt"], "nemesis": {"foe": 1}}},
        "encounter-sets": {"gang": {"cards": {"thug": 2}}, "bomb": {"cards": {"plot": 1}}},
    }
    table.seats = {HERO: Seat.model_validate(seat), OUT: Seat(eliminated=True)}
    return table


def meant(groups: Any) -> list[set[str]]:
    """Which of the cards are in each group."""
    found: list[Container[str]] = list(groups)
    return [{card for card in CARDS if card in group} for group in found]


def test_a_card_has_a_field_as_it_is_printed_or_typed_in() -> None:
    table = game()
    assert meant([Having(table, "type", {"event"}), Having(table, "type", {None})]) == [{"kick", "rage"}, {"riddle"}]
    table.library["cards"]["thug"] = {"type": "event"}
    assert "thug" in Having(table, "type", {"event"})


def test_a_card_of_a_player_is_in_the_hand_else_in_the_deck_else_of_the_hero() -> None:
    table = game(hand=["shield"], list_={"rage": 2}, discard=["energy"])
    groups = meant(of_player(table, HERO))
    assert groups[:4] == [{"kick", "shield", "energy", "rage"}, {"shield"}, {"rage", "energy"}, {"kick"}]
    assert (len(groups), len(meant(of_player(table, None))), len(meant(of_player(table, "gone")))) == (5, 2, 3)


@pytest.mark.parametrize(
    ("hand", "held"),
    [(["shield"], ["shield"]), (["shield", ""], ["shield", "", "rage"]), ([""], ["", "rage"]), ([], ["rage"])],
)
def test_where_nobody_named_the_whole_hand_it_may_hold_any_card_of_the_deck(hand: list[str], held: list[str]) -> None:
    assert may_hold(game(hand=hand, list_={"rage": 1}), HERO) == held
    assert may_hold(game(), "gone") == []


@pytest.mark.parametrize(
    ("aspect", "cards", "last"),
    [
        ("protection", None, [{"shield", "energy"}, {"shield"}]),
        (None, {"rage": 1, "kick": 1, "energy": 1}, [{"rage", "energy"}, {"rage"}]),
        (None, {"kick": 1, "energy": 1, "riddle": 1}, []),
        (None, None, []),
    ],
)
def test_a_card_of_a_deck_is_of_the_aspect_that_is_said_or_that_the_others_have(
    aspect: str | None, cards: dict[str, int] | None, last: list[set[str]]
) -> None:
    assert meant(of_deck(game(), HERO, aspect, cards))[3:] == last


def test_a_card_of_the_encounter_is_of_its_type_or_in_the_deck_that_was_put_together() -> None:
    table = game()
    table.scenario = Scenario(sets=["gang"], modular=[ModularSet(name="bomb"), ModularSet(name="")], aside=["riddle"])
    assert set(in_encounter_deck(table)) == {"thug", "plot", "debt", "foe", "riddle"}
    assert meant(of_encounter(table))[:2] == [{"thug", "plot", "debt"}, {"thug", "plot", "debt", "riddle"}]
    assert meant(of_encounter(table, "minion"))[0] == {"thug"}


@pytest.mark.parametrize(
    ("id_", "reason"),
    [
        (HERO, None),
        (OUT, "eliminated"),
        ("thug", None),
        ("plot", "not-in-play"),
        ("villain", None),
        ("main scheme", None),
        ("", None),
    ],
)
def test_what_is_not_in_play_and_who_is_out_is_none_that_a_field_takes(id_: str, reason: str | None) -> None:
    table = game()
    table.play["thug"] = InPlay(card="thug", type="minion")
    found = not_in_play(table, id_)
    assert (found and found.code) == reason
    assert (out_of_game(table, OUT) is None, out_of_game(table, HERO)) == (False, None)


@pytest.mark.parametrize(("id_", "schemes"), [("thug", None), ("plot", False), ("unheard of", True)])
def test_a_scheme_that_nobody_knows_is_told_with_those_there_are(id_: str, schemes: bool | None) -> None:
    table = game()
    table.play["thug"] = InPlay(card="thug", type="minion")
    found = no_scheme(table, id_)
    assert (found and "the main scheme" in str(found)) == schemes


@pytest.mark.parametrize(("card", "codes"), [("kick", ["players-card"]), ("thug", []), ("riddle", []), (None, [])])
def test_a_card_of_the_players_does_not_come_off_the_encounter_deck(card: str | None, codes: list[str]) -> None:
    assert [reason.code for reason in players_card(game(), card)] == codes
