"""Refusals of Runewars that are told nowhere else in these tests, each on the table that gives it."""

from companion.testing import bent, given, refused
from domain.games.runewars import GAME
from domain.games.runewars.march.by_cards import UnitsMoved, UnitsPlaced
from domain.games.runewars.realm.bids import BidOpened
from domain.games.runewars.runes import RunesMixed
from domain.games.runewars.year.orders import TurnEnded
from domain.games.runewars.year.seasons import SeasonCardDrawn
from tests.domain.games.runewars.moments import SPRING, TWO, WarBegun, ordered, over
from tests.domain.games.runewars.refusals.told import THEN
from tests.domain.games.runewars.war.field import ARCHERS, PASSED, Laid, drawn, field

FORTIFY = (*TWO, *SPRING, *ordered(human="fortify", elf="recruit"))
GIANTS = UnitsPlaced(area="3A", units={"giant": 3})


def test_one_bid_comes_after_the_other() -> None:
    given(GAME, *TWO, WarBegun(), SeasonCardDrawn(), BidOpened()).when(BidOpened(), bend=THEN).then(
        refused("bid-under-way", bendable=False)
    )


def test_runes_are_mixed_where_there_are_some() -> None:
    given(GAME, *FORTIFY, *over("elf")).when(RunesMixed(seat="human", one="1A", two="1B")).then(
        refused("no-runes-to-move", bendable=True)
    )


def test_after_the_last_turn_nobody_has_one() -> None:
    for seat in ("human", "elf"):
        done = (*FORTIFY, *over("elf", "human"))
        given(GAME, *done).when(TurnEnded(seat=seat), bend=THEN).then(bent("wrong-step", "none-at-turn"))


def test_units_are_not_moved_to_where_they_are() -> None:
    given(GAME, *TWO, WarBegun(), GIANTS).when(UnitsMoved(seat="elf", area="3A", stacks={"3A/giant": 1})).then(
        refused("already-there", bendable=False)
    )


def test_a_fate_card_is_not_drawn_twice_at_once() -> None:
    battle = field(ARCHERS, here=Laid(area="field", units={"berserker": 1}), units={"elf-archer": 2}).and_then(PASSED)
    once = next(iter(GAME.pack.of("fate")))
    volley = drawn("elf", "elf-archer", damage=1).copy_with(cards=(once, once))
    battle.and_then(volley).then(refused("not-in-deck", bendable=False))
