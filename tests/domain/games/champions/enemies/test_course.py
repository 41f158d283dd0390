"""The arithmetic of attacks and schemes, on tables put together by hand."""

import pytest

from domain.games.champions.enemies.course import (
    damage_of,
    next_to_activate,
    still_to_activate,
    value_of,
)
from domain.games.champions.state.parts import Activation, Boost, Effect, InPlay
from domain.games.champions.state.table import VILLAIN, Champions, Seat


def fought(**villain: object) -> Champions:
    """A table with two heroes, and a villain of ATK 2 and SCH 1."""
    table = Champions()
    table.seats = {
        "Ann": Seat(form="hero", health=10, printed={"defense": 3}),
        "Bob": Seat(form="alter-ego", health=9, printed={"retaliate": 1}),
    }
    table.step, table.first = "activations", "Ann"
    table.villain = table.villain.model_copy(update={"printed": {"attack": 2, "scheme": 1}, **villain})
    return table


def attack(*icons: int, **fields: object) -> Activation:
    """An attack of the villain on Ann, with boost cards turned up."""
    boosts = [Boost(icons=each, open=True) for each in icons]
    return Activation(enemy=VILLAIN, kind="attack", seat="Ann", target="Ann", boosts=boosts).model_copy(update=fields)


def ally(**fields: object) -> InPlay:
    return InPlay(card="daredevil", type="ally", controller="Ann", health=3).model_copy(update=fields)


def test_f11_boost_icons_come_on_top_of_the_attack() -> None:
    assert value_of(fought(), attack(2, 1)) == 5
    assert value_of(fought(), attack().model_copy(update={"boosts": [Boost()]})) == 2


def test_f13_boost_icons_come_on_top_of_the_scheme() -> None:
    assert value_of(fought(), attack(2, kind="scheme")) == 3


def test_nobody_says_what_an_unknown_attack_is_worth() -> None:
    assert value_of(fought(printed={}), attack(2)) is None


def test_d44_doubling_comes_after_attachments_and_icons() -> None:
    table = fought()
    table.play["horn"] = InPlay(card="horn", type="attachment", host=VILLAIN, printed={"attack_bonus": 1})
    double = Effect(text="double", until="attack", target=VILLAIN, number="attack", operation="times", amount=2)
    table.effects["double"] = double
    assert value_of(table, attack(1, 1)) == 10


def test_an_attack_that_is_set_is_set_whatever_its_icons() -> None:
    table = fought()
    table.effects["set"] = Effect(text="x", target=VILLAIN, number="attack", operation="set", amount=1)
    assert value_of(table, attack(2)) == 1


@pytest.mark.parametrize(("defender", "damage"), [("Ann", 1), ("", 4), ("ally", 4)])
def test_f12_only_a_hero_who_defends_takes_def_off(defender: str, damage: int) -> None:
    table = fought()
    table.play["ally"] = ally()
    assert damage_of(table, attack(2, defender=defender), 4) == damage


def test_a63_an_ability_that_defends_takes_no_def_off() -> None:
    assert damage_of(fought(), attack(2, defended=True), 4) == 4


def test_f34_cards_prevent_what_tough_lets_through() -> None:
    table = fought()
    assert damage_of(table, attack(), 4, prevented=3) == 1
    table.seats["Ann"].tough = True
    assert damage_of(table, attack(), 4, prevented=3) == 4
    assert damage_of(table, attack(keywords=["piercing"]), 4, prevented=3) == 1


def minion(seat: str) -> InPlay:
    return InPlay(card="shocker", type="minion", engaged=seat)


def test_f41_the_villain_once_for_each_player_then_that_players_minions() -> None:
    table = fought()
    table.play = {"one": minion("Bob"), "two": minion("Ann"), "three": minion("Ann")}
    everything = [(VILLAIN, "Ann"), ("two", "Ann"), ("three", "Ann"), (VILLAIN, "Bob"), ("one", "Bob")]
    assert still_to_activate(table) == everything
    table.seats["Bob"].eliminated = True
    assert still_to_activate(table) == everything[:3]


def test_a15_of_a_players_minions_any_may_be_next() -> None:
    table = fought()
    table.play = {"one": minion("Ann"), "two": minion("Ann")}
    assert next_to_activate(table) == [(VILLAIN, "Ann")]
    table.met = ["Ann"]
    assert next_to_activate(table) == [("one", "Ann"), ("two", "Ann")]


def test_a16_a_minion_that_comes_meanwhile_activates_too_once() -> None:
    table = fought()
    table.play, table.met, table.activated = {"one": minion("Ann")}, ["Ann", "Bob"], ["one"]
    assert still_to_activate(table) == []
    table.play["late"] = minion("Ann")
    assert still_to_activate(table) == [("late", "Ann")]


def test_outside_its_step_nobody_is_still_to_activate() -> None:
    table = fought()
    table.step = "player"
    assert still_to_activate(table) == []
