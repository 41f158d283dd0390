"""What cards do to units, and what the box has left: X05, X99, C-25."""

from companion.testing import NOTHING, given, refused, says, table
from domain.framework.kernel import ContentCorrected
from domain.games.runewars import GAME
from domain.games.runewars.march.by_cards import (
    UnitsDestroyed,
    UnitsPlaced,
    UnitsRouted,
    UnitsStood,
    UnitsTakenBack,
)
from tests.domain.games.runewars.moments import TWO

GIANTS = UnitsPlaced(area="3A", units={"giant": 3})
TOWERS = UnitsPlaced(area="1A", units={"siege-tower": 4})
UNTOLD = {"faction": ""}
"""A unit whose faction is not typed in."""


def test_units_are_placed_by_a_card_and_hold_the_area() -> None:
    placed = given(GAME, *TWO).when(UnitsPlaced(area="1A", units={"footman": 2}, why="Muster"))
    placed.then(says("Footman ×2 placed in 1A (Muster)"), table(**{"land.1A.controller": "human"}))


def test_neutral_units_that_are_placed_with_a_players_are_allied() -> None:
    both = given(GAME, *TWO, UnitsPlaced(area="1A", units={"footman": 1}), UnitsPlaced(area="1A", units={"giant": 1}))
    both.then(table(**{"land.1A.allied": "human"}))


def test_neutral_units_that_are_placed_elsewhere_are_not_allied() -> None:
    given(GAME, *TWO).when(GIANTS).then(table(**{"land.3A.allied": "", "land.3A.controller": ""}))


def test_x05_the_box_has_no_more_than_it_has() -> None:
    more = given(GAME, *TWO, GIANTS).when(UnitsPlaced(area="1A", units={"giant": 2}))
    more.then(refused("none-left", bendable=False, says="No Giant is left in the box (4 exist)"))


def test_x99_own_units_are_not_removed_at_will() -> None:
    given(GAME, *TWO, TOWERS).when(UnitsDestroyed(area="1A", units={"siege-tower": 1})).then(
        refused("not-at-will", bendable=True)
    )


def test_units_that_a_card_destroys_are_gone() -> None:
    gone = given(GAME, *TWO, GIANTS).when(UnitsDestroyed(area="3A", units={"giant": 3}, why="Landslide"))
    gone.then(table(**{"land.3A.stacks.giant": NOTHING}))


def test_own_units_are_taken_back_once_the_box_has_none_left() -> None:
    back = given(GAME, *TWO, TOWERS).when(UnitsTakenBack(seat="human", area="1A", units={"siege-tower": 1}))
    back.then(table(**{"land.1A.stacks.siege-tower.standing": 3}))


def test_x99_own_units_are_not_taken_back_while_the_box_has_some() -> None:
    again = given(GAME, *TWO, TOWERS, UnitsTakenBack(seat="human", area="1A", units={"siege-tower": 1}))
    again.when(UnitsTakenBack(seat="human", area="1A", units={"siege-tower": 1})).then(refused("not-at-will"))


def test_nobody_takes_back_units_of_another() -> None:
    given(GAME, *TWO, TOWERS).when(UnitsTakenBack(seat="elf", area="1A", units={"siege-tower": 1})).then(
        refused("not-controlled", bendable=True), refused("not-at-will")
    )


def test_units_are_routed_and_stand_up() -> None:
    routed = given(GAME, *TWO, GIANTS).when(UnitsRouted(area="3A", units={"giant": 2}, why="Panic"))
    routed.then(table(**{"land.3A.stacks.giant": {"owner": "neutral", "standing": 1, "routed": 2}}))
    routed.and_then(UnitsStood(area="3A", units={"giant": 1})).then(table(**{"land.3A.stacks.giant.standing": 2}))


def test_only_those_stand_up_that_are_named() -> None:
    routed = given(GAME, *TWO, GIANTS, UnitsPlaced(area="3A", units={"hellhound": 1}))
    routed = routed.when(UnitsRouted(area="3A", units={"giant": 1, "hellhound": 1}))
    routed.and_then(UnitsStood(area="3A", units={"giant": 1})).then(
        table(**{"land.3A.stacks.giant.routed": 0, "land.3A.stacks.hellhound.routed": 1})
    )


def test_no_more_are_routed_than_stand() -> None:
    given(GAME, *TWO, GIANTS).when(UnitsRouted(area="3A", units={"giant": 4})).then(
        refused("not-so-many", bendable=False, says="Giant in 3A: 3 standing, 0 routed")
    )


def test_no_more_stand_up_than_lie() -> None:
    given(GAME, *TWO, GIANTS).when(UnitsStood(area="3A", units={"giant": 1})).then(refused("not-so-many"))


def test_units_of_an_unknown_faction_are_not_placed_as_neutral_ones() -> None:
    unknown = ContentCorrected(kind="units", id="footman", fields=UNTOLD)
    placing = given(GAME, *TWO, unknown).when(UnitsPlaced(area="1A", units={"footman": 2}))
    placing.then(refused("faction-unknown", bendable=False, says="The faction of Footman is unknown: type it in first"))


def test_units_of_an_unknown_faction_are_placed_with_those_that_are_there() -> None:
    there = (UnitsPlaced(area="1A", units={"footman": 1}), ContentCorrected(kind="units", id="footman", fields=UNTOLD))
    placed = given(GAME, *TWO, *there).when(UnitsPlaced(area="1A", units={"footman": 2}))
    placed.then(table(**{"land.1A.stacks.footman": {"owner": "human", "standing": 3, "routed": 0}}))
