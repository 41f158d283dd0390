"""Whom routs and damage fall on (C-16)."""

import pytest

from domain.games.runewars.state.war import Fighter
from domain.games.runewars.war.armies import (
    for_damage,
    for_rout,
    only_damage,
    only_figures,
    only_routs,
    standing_first,
    targets_required,
    unfit_for_rout,
    with_implied_health,
)


def army(**fighters: Fighter) -> dict[str, Fighter]:
    return fighters


def one(unit: str = "footman", health: int | None = 1, damage: int = 0, *, routed: bool = False) -> Fighter:
    return Fighter(side="human", owner="human", unit=unit, letter="A", health=health, damage=damage, routed=routed)


LYING = one(routed=True)
HURT = one("knight", 3, 1)
HURT_LYING = one("knight", 3, 1, routed=True)


def test_damage_goes_to_the_damaged_first_standing_or_routed() -> None:
    assert for_damage(army(a=one(), b=HURT, c=HURT_LYING)) == ["b", "c"]


def test_then_to_the_standing_then_to_the_routed() -> None:
    assert for_damage(army(a=LYING, b=one())) == ["b"]
    assert for_damage(army(a=LYING, b=LYING)) == ["a", "b"]


def test_some_tables_spare_the_damaged_who_lie() -> None:
    assert standing_first(army(a=one(), b=HURT_LYING)) == ["a"]
    assert standing_first(army(a=LYING, b=HURT_LYING)) == ["b"]


def test_routs_go_to_the_undamaged_who_stand_first() -> None:
    assert for_rout(army(a=HURT, b=one(), c=LYING)) == ["b"]
    assert for_rout(army(a=HURT, c=LYING)) == ["a"]


def test_a_damaged_unit_is_routed_only_with_all_the_undamaged() -> None:
    fighters = army(a=HURT, b=one(), c=one())
    assert unfit_for_rout(fighters, ["a", "b"])
    assert not unfit_for_rout(fighters, ["a", "b", "c"])
    assert not unfit_for_rout(fighters, ["b"])


@pytest.mark.parametrize(
    ("damage", "better"),
    [
        pytest.param({"b": 2}, [], id="the damaged one dies"),
        pytest.param({"a": 1, "b": 2}, [], id="then another one"),
        pytest.param({"a": 1}, ["b"], id="the damaged one is spared"),
        pytest.param({"a": 1, "b": 1}, ["b"], id="the damaged one is left damaged"),
        pytest.param({"b": 2, "c": 1}, ["a"], id="a routed one before a standing one"),
        pytest.param({"a": 1, "b": 2, "c": 1}, [], id="a routed one after the last who stands"),
        pytest.param({"a": 2, "b": 2}, ["c"], id="more than it takes"),
    ],
)
def test_tokens_fall_one_after_the_other(damage: dict[str, int], better: list[str]) -> None:
    assert targets_required(army(a=one(), b=HURT, c=LYING), damage, for_damage) == better


def test_who_is_left_damaged_comes_last() -> None:
    two = army(a=one("knight", 3), b=one("knight", 3))
    assert targets_required(two, {"a": 1, "b": 3}, for_damage) == []
    assert targets_required(two, {"a": 2, "b": 2}, for_damage) == ["a"]


def test_of_those_alike_it_is_all_the_same_who() -> None:
    alike = army(a=one(), b=one(), c=one())
    assert only_damage(alike, 2, for_damage) == {"a": 1, "b": 1}
    assert only_routs(alike, 1) == ["a"]


def test_among_different_ones_somebody_chooses() -> None:
    mixed = army(a=one(), b=one("knight", 3))
    assert only_damage(mixed, 1, for_damage) is None
    assert only_routs(mixed, 1) is None
    assert only_figures(mixed, 1) is None


def test_where_all_fall_nobody_chooses() -> None:
    mixed = army(a=one(), b=one("knight", 3))
    assert only_damage(mixed, 9, for_damage) == {"a": 1, "b": 3}
    assert only_routs(mixed, 2) == only_figures(mixed, 3) == ["a", "b"]


def test_where_routs_take_all_the_undamaged_nobody_chooses() -> None:
    assert only_routs(army(a=one(), b=one("knight", 3), c=HURT, d=LYING), 2) == ["a", "b"]
    assert only_routs(army(a=one(), b=HURT, c=one("archer", 2, 1)), 2) is None


def test_without_their_health_nobody_says_how_damage_falls() -> None:
    unknown = army(a=one(health=None), b=HURT)
    assert only_damage(unknown, 3, for_damage) is None


def test_as_long_as_it_falls_on_one_whose_health_is_known_it_is_said() -> None:
    assert only_damage(army(a=one(health=None), b=HURT), 2, for_damage) == {"b": 2}


def test_the_table_says_who_falls_where_no_health_is_typed_in() -> None:
    unknown = army(a=one(health=None), b=one(health=None))
    damage = {"a": 2, "b": 1}
    assert targets_required(with_implied_health(unknown, damage, ["a"]), damage, for_damage) == []
    assert targets_required(with_implied_health(unknown, damage, []), damage, for_damage) == ["a"]
