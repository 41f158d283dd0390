"""Runes on the map (检视巨龙符文; 移动巨龙符文): X07, C-33, and what is known of them afterwards."""

import pytest

from companion.testing import Spec, given, refused, table
from domain.framework.game import Viewer
from domain.games.runewars import GAME
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.rune_tokens import MOST_FALSE, lift_rune
from domain.games.runewars.runes import (
    RuneInspected,
    RuneMoved,
    RunePut,
    RuneRemoved,
    RunesMixed,
    RuneTurnedUp,
    StartingRunesPlaced,
    to_place,
)
from domain.games.runewars.setup.players import WarSetUp
from domain.games.runewars.state.table import Area, Group, Rune, Runewars
from tests.domain.games.runewars.moments import SPRING, TWO, ordered, over

HOME = ("1A", "1B", "1C")
PLACED = StartingRunesPlaced(seat="human", areas=HOME, fake="1B")
MINE = tuple(AreaTaken(seat="human", area=area) for area in HOME)
CONQUERED = (*TWO, PLACED, *MINE, AreaTaken(seat="elf", area="1B"))


def fortifying() -> Spec:
    return given(
        GAME, *TWO, PLACED, *MINE, *SPRING, *ordered(human="fortify", elf="harvest"), *over("elf", elf="harvest")
    )


def test_who_conquers_an_area_may_look_at_its_rune() -> None:
    looked = given(GAME, *CONQUERED).when(RuneInspected(seat="elf", area="1B"))
    looked.then(RuneInspected(seat="elf", area="1B", kind="fake"), table(**{"land.1B.rune.known": ["human", "elf"]}))


def test_who_holds_nothing_there_may_not_look() -> None:
    given(GAME, *TWO, PLACED, *MINE).when(RuneInspected(seat="elf", area="1A")).then(
        refused("may-not-look", bendable=True)
    )


def test_there_is_nothing_to_look_at_where_no_rune_lies() -> None:
    given(GAME, *TWO, AreaTaken(seat="elf", area="4A")).when(RuneInspected(seat="elf", area="4A")).then(
        refused("no-rune", bendable=False)
    )


def test_several_may_know_one_rune_and_others_do_not() -> None:
    play = given(GAME, *CONQUERED, RuneInspected(seat="elf", area="1B")).play
    table_ = play.campaign.table
    seen = {seat: GAME.view(table_, Viewer.on(seat)).land["1B"].rune for seat in ("human", "elf", "")}
    assert {seat: rune.kind for seat, rune in seen.items() if rune} == {"human": "fake", "elf": "fake", "": ""}


def test_a_table_that_writes_nothing_down_shows_nothing() -> None:
    blind = given(GAME, WarSetUp(runes="blind"), *CONQUERED)
    blind.when(RuneInspected(seat="elf", area="1B")).then(RuneInspected(seat="elf", area="1B", kind=None))


def test_fortify_mixes_the_runes_of_two_areas() -> None:
    fortifying().when(RunesMixed(seat="human", one="1A", two="1B", swapped=True)).then(
        table(
            **{"land.1A.rune.kind": "fake", "land.1B.rune.kind": "real", "land.1A.rune.known": ["human"]},
        )
    )


def test_what_somebody_else_knew_of_mixed_runes_is_worth_nothing() -> None:
    looked = given(
        GAME,
        *CONQUERED,
        RuneInspected(seat="elf", area="1B"),
        AreaTaken(seat="human", area="1B"),
        *SPRING,
        *ordered(human="fortify", elf="harvest"),
        *over("elf", elf="harvest"),
        RunesMixed(seat="human", one="1A", two="1B"),
    ).play.campaign.table
    assert looked.land["1B"].rune is not None
    assert looked.land["1B"].rune.known == ["human"]


def test_fortify_mixes_runes_once() -> None:
    mixed = fortifying().when(RunesMixed(seat="human", one="1A", two="1B"))
    mixed.and_then(RunesMixed(seat="human", one="1A", two="1C")).then(refused("used-before", bendable=True))


def test_runes_are_mixed_by_fortify_alone() -> None:
    other = given(GAME, *TWO, PLACED, *MINE, *SPRING, *ordered(human="harvest", elf="fortify"))
    other.when(RunesMixed(seat="human", one="1A", two="1B")).then(refused("not-fortifying", bendable=True))


def test_who_mixed_runes_has_carried_out_the_order() -> None:
    fortifying().when(RunesMixed(seat="human", one="1A", two="1B")).then(
        table(**{"turn.base": True, "turn.used": ["runes"]})
    )


def test_a_single_rune_may_move_to_the_other_area() -> None:
    there = AreaTaken(seat="human", area="2A")
    turn = (*SPRING, *ordered(human="fortify", elf="harvest"), *over("elf", elf="harvest"))
    given(GAME, *TWO, PLACED, *MINE, there, *turn).when(
        RunesMixed(seat="human", one="1A", two="2A", swapped=True)
    ).then(table(**{"land.1A.rune": None, "land.2A.rune.kind": "real"}))


def test_runes_are_mixed_in_two_areas_of_ones_own() -> None:
    fortifying().when(RunesMixed(seat="human", one="1A", two="1A")).then(refused("same-two", bendable=False))
    fortifying().when(RunesMixed(seat="human", one="1A", two="4A")).then(refused("not-controlled", bendable=True))


def test_a_card_moves_a_rune() -> None:
    given(GAME, *TWO, PLACED).when(RuneMoved(area="1A", to="5A")).then(
        table(**{"land.1A.rune": None, "land.5A.rune.kind": "real"})
    )
    given(GAME, *TWO, PLACED).when(RuneMoved(area="1A", to="1B")).then(refused("rune-there", bendable=False))


def test_a_card_puts_one_turns_one_up_and_takes_one_away() -> None:
    given(GAME, *TWO, PLACED).when(RunePut(area="5A")).then(table(**{"land.5A.rune.kind": "real"}))
    given(GAME, *TWO, PLACED).when(RuneTurnedUp(area="1B")).then(
        RuneTurnedUp(area="1B", kind="fake"), table(**{"land.1B.rune.up": True})
    )
    given(GAME, *TWO, PLACED).when(RuneRemoved(area="1A")).then(
        table(**{"land.1A.rune": None, "groups.human.real": 1, "groups.human.tokens": 2})
    )


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("real", Group(tokens=3, real=2), Group(tokens=2, real=1)),
        ("fake", Group(tokens=2, real=1), Group(tokens=1, real=1)),  # one that is left is a group still
        ("real", Group(tokens=1, real=1), None),
    ],
)
def test_a_rune_that_goes_back_leaves_its_group_one_smaller(kind: str, before: Group, after: Group | None) -> None:
    rune = Rune.model_validate({"kind": kind, "group": "human"})
    war = Runewars(land={"1A": Area(rune=rune)}, groups={"human": before})
    assert lift_rune(war, "1A") == rune
    assert (war.land["1A"].rune, war.groups.get("human")) == (None, after)


@pytest.mark.parametrize(
    ("epic", "false_on_map", "count"),
    [(False, 0, 2), (False, MOST_FALSE - 1, 2), (False, MOST_FALSE, 1), (True, 0, 1)],
)
def test_a_gain_brings_a_false_rune_too_as_long_as_the_box_has_one(epic: bool, false_on_map: int, count: int) -> None:
    assert to_place(Runewars(epic=epic, groups={"elf": Group(tokens=false_on_map, real=0)}), "human") == count
