"""Dice: what faces come to, how many there must be, and dice that are rolled again."""

import pytest

from companion.testing import Rolled
from domain.framework.text import Term
from domain.games.agemonia.console.dice import (
    DieRerolled,
    faces_due,
    most_stamina,
    not_rolled,
    pays_stamina,
    roll_again,
    roll_dice,
    sides_of,
    stamina_faces,
    successes_of,
    takes_stamina,
    wrong_count,
)
from domain.games.agemonia.state.scenario import Roll
from domain.games.agemonia.state.table import Agemonia, Hero

WHO, DIE, RULE = "lunara", "action-die", Term("Dice", "骰子")
FACES = ["one", "two", "one_extra", "stamina", "stamina"]


def fight(*faces: str, figure: str = WHO, chips: int | None = 6, played: bool = True) -> Agemonia:
    """A hero in a scenario rolls; the table typed in a die of five sides."""
    table = Agemonia(step="scenario" if played else "city")
    table.library = {"dice": {DIE: {"sides": FACES, "faces": sorted(set(FACES))}}}
    table.heroes[WHO] = Hero(chips=chips)
    table.scene.roll = Roll.model_validate({"kind": "attack", "figure": figure, "faces": list(faces)})
    return table


@pytest.mark.parametrize(
    ("faces", "worth", "due"),
    [
        ([], 0, 2),
        (["one", "two"], 3, 2),
        (["one_extra", "one", "two"], 4, 3),
        (["one_extra", "one_extra", "one", "one"], 4, 4),
        (["stamina", "stamina"], 0, 2),
    ],
)
def test_faces_count_for_what_they_show_and_each_extra_roll_adds_a_die(faces: list[str], worth: int, due: int) -> None:
    assert (successes_of(faces), successes_of(faces, 2), faces_due(2, faces)) == (worth, worth + 2, due)


@pytest.mark.parametrize(
    ("dice", "faces", "codes"),
    [
        (2, ["one", "two"], []),
        (2, ["one"], ["wrong-dice"]),
        (2, ["one", "two", "one"], ["wrong-dice"]),
        (1, ["one_extra", "two"], []),
        (1, ["one_extra"], ["wrong-dice"]),
    ],
)
def test_a_roll_has_as_many_faces_as_dice(dice: int, faces: list[str], codes: list[str]) -> None:
    assert [reason.code for reason in wrong_count(dice, faces, RULE)] == codes


@pytest.mark.parametrize(
    ("known", "dice", "faces", "codes"),
    [
        (True, None, [], ["rank-unknown"]),
        (True, 0, [], []),
        (True, 2, [], []),
        (False, 2, [], ["die-unknown"]),
        (False, 0, [], []),
        (False, 2, ["one", "one"], []),
        (True, 2, ["one"], ["wrong-dice"]),
    ],
)
def test_dice_are_rolled_here_where_they_are_known_and_else_said(
    known: bool, dice: int | None, faces: list[str], codes: list[str]
) -> None:
    table = fight()
    table.library = table.library if known else {}
    assert [reason.code for reason in not_rolled(table, DIE, dice, faces, RULE)] == codes
    assert bool(sides_of(table, DIE)) is known


def test_each_extra_roll_brings_one_die_more() -> None:
    assert roll_dice(fight(), DIE, 2, Rolled([3, 1, 2])) == ("one_extra", "one", "two")
    assert roll_dice(fight(), DIE, 0, Rolled([])) == ()
    assert len(roll_dice(fight(), DIE, 1, Rolled([3] * 80))) == 60


def test_a_face_is_rolled_again_until_it_shows_another_but_not_for_ever() -> None:
    assert roll_again("stamina", fight(), DIE, ["stamina", "one", "stamina"], Rolled([5, 2, 1])) == (
        ["two", "one", "one"],
        3,
    )
    assert roll_again("stamina", fight(), DIE, ["one"], Rolled([])) == (["one"], 0)
    shown, count = roll_again("stamina", fight(), DIE, ["stamina"], Rolled([5] * 40))
    assert (shown, count) == (["stamina"], 30)


@pytest.mark.parametrize(
    ("made", "into", "more", "after"),
    [
        (["one", "stamina", "stamina"], "two", (), ["one", "two", "stamina"]),
        (["stamina"], "one_extra", ("two",), ["one_extra", "two"]),
        (["one"], "two", (), ["one"]),
        (["stamina"], None, (), ["stamina"]),
    ],
)
def test_a_die_that_is_rolled_again_stands_in_the_place_of_the_first_that_shows_it(
    made: list[str], into: str | None, more: tuple[str, ...], after: list[str]
) -> None:
    table = fight(*made)
    DieRerolled.model_validate({"face": "stamina", "into": into, "more": more}).apply(table)
    assert table.scene.roll
    assert table.scene.roll.faces == after
    table.scene.roll = None
    DieRerolled.model_validate({"face": "stamina", "into": "two"}).apply(table)


def test_a_die_is_rolled_again_here_or_as_it_is_said() -> None:
    rolled = DieRerolled.model_validate({"face": "stamina"}).settle(fight("stamina"), Rolled([3, 2]))
    assert (rolled.into, rolled.more) == ("one_extra", ("two",))
    said = DieRerolled.model_validate({"face": "stamina", "into": "one_extra"}).settle(fight("stamina"), Rolled([1]))
    assert (said.into, said.more) == ("one_extra", ("one",))
    plain = DieRerolled.model_validate({"face": "stamina", "into": "two"}).settle(fight("stamina"), Rolled([]))
    assert (plain.into, plain.more) == ("two", ())


@pytest.mark.parametrize(
    ("faces", "figure", "chips", "played", "most"),
    [
        (["stamina", "one"], WHO, 6, True, 2),
        (["stamina"] * 3, WHO, 5, True, 5),
        (["stamina"] * 3, WHO, None, True, 6),
        (["stamina"], "wolf 1", 6, True, 0),
        (["stamina"], WHO, 6, False, 0),
        (["one"], WHO, 6, True, 0),
    ],
)
def test_each_stamina_face_takes_two_of_a_hero_in_a_scenario_as_far_as_it_has_them(
    faces: list[str], figure: str, chips: int | None, played: bool, most: int
) -> None:
    table = fight(*faces, figure=figure, chips=chips, played=played)
    assert table.scene.roll
    assert takes_stamina(table.scene.roll) == 2 * stamina_faces(faces) == 2 * faces.count("stamina")
    assert most_stamina(table, table.scene.roll) == most
    assert pays_stamina(table, table.scene.roll) is (figure == WHO and played)
