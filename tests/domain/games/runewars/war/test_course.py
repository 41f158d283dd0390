"""The course of a battle: who draws when, what a side owes, and what comes after a stage."""

from typing import Any

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.state.table import NEUTRAL, Area, Development, Runewars, Stack, Stronghold
from domain.games.runewars.state.war import Battle, Fighter, Volley
from domain.games.runewars.war.course import (
    damage_taken,
    drawing_now,
    due_of_side,
    enemy_stronghold,
    foes_first,
    fortification_of,
    health_left,
    in_area,
    may_hold_back,
    next_due,
    next_round,
    next_to_draw,
    of_unknown_health,
    own_fighters,
    own_standing,
    own_types,
    types_undrawn,
    units_over_limit,
)

US, THEM, HERE = "human", "elf", "1A"


def battle(*fighters: dict[str, Any], **more: Any) -> Battle:
    """A battle of fighters, each with what is not usual of it; ours attack."""
    usual = {"side": US, "owner": US, "unit": "footman", "letter": "A", "initiative": 1, "health": 2}
    made = {str(n): Fighter.model_validate({**usual, **fighter}) for n, fighter in enumerate(fighters)}
    return Battle(area=HERE, attacker=US, defender=THEM, fighters=made, **{"round": 1, **more})


def at(fight: Battle, **area: Any) -> Runewars:
    table = GAME.table()
    assert isinstance(table, Runewars)
    table.battle, table.land = fight, {HERE: Area.model_validate(area)}
    return table


FOE = {"side": THEM, "owner": THEM, "unit": "elf-archer"}


def test_who_stands_and_has_not_drawn_is_still_to_draw() -> None:
    fight = battle(
        {},
        {"unit": "knight", "drawn": True},
        {"unit": "knight"},
        {"unit": "bowman", "routed": True},
        {"unit": "giant", "initiative": None},
    )
    assert types_undrawn(fight, US) == {"footman": 1, "giant": None}


@pytest.mark.parametrize(
    ("initiatives", "round_", "held", "now", "may_wait", "next_"),
    [
        ([1, 2], 1, False, [1], False, 2),
        ([1, 2], 2, False, [2], False, None),
        ([2, 5], 1, False, [], False, 2),
        ([5], 2, False, [], False, 5),
        ([None], 1, False, [None], True, 2),
        ([None], 1, True, [], False, 2),
        ([None], 4, False, [None], True, 5),
        ([None], 5, False, [None], False, None),
        ([1, None], 1, False, [1, None], False, 2),
        ([3, None], 1, True, [], False, 2),
    ],
)
def test_units_draw_in_the_round_of_their_initiative_and_unknown_ones_in_any_until_the_fifth(
    initiatives: list[int | None], round_: int, held: bool, now: list[int | None], may_wait: bool, next_: int | None
) -> None:
    units = [{"unit": f"unit {initiative}", "initiative": initiative} for initiative in initiatives]
    fight = battle(*units, round=round_, held=[US] if held else [])
    assert drawing_now(fight, US) == [f"unit {initiative}" for initiative in now]
    assert (may_hold_back(fight, US), next_round(fight)) == (may_wait, next_)


def test_the_attacker_draws_first_and_each_side_once_in_an_exchange() -> None:
    assert next_to_draw(battle({}, FOE)) == US
    drew = Volley(round=1, side=US, unit="footman", count=1)
    assert next_to_draw(battle({}, FOE, volleys={US: drew})) == THEM
    assert next_to_draw(battle({"initiative": 2}, FOE)) == THEM
    assert next_to_draw(battle({"initiative": 2}, {**FOE, "initiative": 3})) == ""


@pytest.mark.parametrize(
    ("stage", "owed", "owes"),
    [
        ("specials", 9, 9),
        ("routs", 1, 1),
        ("routs", 9, 2),
        ("tomb", 9, 2),
        ("damage", 3, 3),
        ("damage", 9, 5),
        ("spawn", 9, 5),
        ("damage", 0, 0),
    ],
)
def test_a_side_owes_as_many_routs_as_it_has_units_standing_and_as_much_damage_as_they_take(
    stage: Any, owed: int, owes: int
) -> None:
    fight = battle({}, {"damage": 1}, {"routed": True}, FOE, stage=stage, owed={US: owed})
    assert due_of_side(fight, US) == owes
    assert due_of_side(fight, THEM) == 0
    assert next_due(fight) == (US if owes else "")


def test_of_units_whose_health_nobody_knows_all_damage_is_due_and_the_defender_comes_second() -> None:
    fight = battle({"health": None}, FOE, stage="damage", owed={US: 9, THEM: 1})
    assert (due_of_side(fight, US), next_due(fight)) == (9, US)
    fight.owed = {THEM: 1}
    assert next_due(fight) == THEM


@pytest.mark.parametrize(
    ("kind", "owner", "used"),
    [
        ("cursed-tomb", THEM, "cursed-tomb"),
        ("reinforced-walls", THEM, "reinforced-walls"),
        ("cursed-tomb", US, ""),
        ("tavern", THEM, ""),
        ("", THEM, ""),
    ],
)
def test_only_the_defender_uses_a_defensive_development_of_its_own(kind: str, owner: str, used: str) -> None:
    table = at(battle({}, FOE))
    table.land[HERE].development = Development(kind=kind, owner=owner) if kind else None
    assert fortification_of(table) == used


@pytest.mark.parametrize(("owner", "enemy"), [(THEM, True), (US, False), ("", False)])
def test_the_stronghold_of_the_defender_is_the_enemys(owner: str, enemy: bool) -> None:
    table = at(battle({}, FOE))
    table.land[HERE].stronghold = Stronghold(owner=owner) if owner else None
    assert enemy_stronghold(table) is enemy


@pytest.mark.parametrize(
    ("winner", "own", "neutral", "allied", "beyond"),
    [
        (US, 8, 0, "", 0),
        (US, 9, 0, "", 1),
        (US, 7, 2, "", 1),
        (US, 7, 2, US, 1),
        (US, 7, 1, "", 0),
        (NEUTRAL, 0, 12, "", 0),
    ],
)
def test_b6d_of_the_winners_units_eight_may_stay_neutral_ones_among_them(
    winner: str, own: int, neutral: int, allied: str, beyond: int
) -> None:
    table = at(battle({}, FOE))
    table.land[HERE].stacks = {
        "footman": Stack(owner=US, standing=own),
        "giant": Stack(owner=NEUTRAL, standing=neutral),
    }
    table.land[HERE].allied = allied
    assert table.battle
    table.battle.report.winner = winner
    assert units_over_limit(table) == beyond


# --- what the forms of a battle offer ---------------------------------------------------------


def test_types_that_have_yet_to_draw_come_first_by_their_initiative_unknown_ones_before_all() -> None:
    fight = battle(
        {"unit": "knight", "drawn": True, "initiative": 1},
        {"unit": "footman", "initiative": 1},
        {"unit": "giant", "initiative": None},
        {"unit": "bowman", "initiative": 3},
        {"unit": "pegasus", "initiative": 2, "routed": True},
        {"unit": "footman", "initiative": 1},
        FOE,
    )
    assert own_types(at(fight), US) == ["giant", "footman", "bowman", "knight"]


@pytest.mark.parametrize(
    ("health", "damage", "left", "taken"),
    [
        (3, 0, {"0": 3}, {"0": 0}),
        (3, 2, {"0": 1}, {"0": 2}),
        (2, 2, {"0": 1}, {"0": 2}),  # one more is what destroys it, however it came to stand there still
        (None, 4, {}, {"0": 4}),  # nobody knows how much it bears
    ],
)
def test_each_fighter_takes_as_much_as_it_lacks_and_gives_back_what_it_took(
    health: int | None, damage: int, left: dict[str, int], taken: dict[str, int]
) -> None:
    table = at(battle({"health": health, "damage": damage}))
    assert (health_left(table), damage_taken(table)) == (left, taken)


def test_fighters_are_offered_by_their_side_standing_and_with_health_that_nobody_knows() -> None:
    table = at(battle({}, {**FOE, "health": None}, {"routed": True, "health": None}, FOE))
    assert own_fighters(table, US) == ["0", "2"]
    assert own_standing(table, US) == ["0"]
    assert foes_first(table, US) == ["1", "3", "0", "2"]
    assert (of_unknown_health(table, US), of_unknown_health(table, THEM)) == (["2"], ["1"])
    assert in_area(table) == ["footman", "elf-archer"]
