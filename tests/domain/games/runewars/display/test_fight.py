"""The battle that is fought, on the board: both sides and how their units fare."""

from domain.games.runewars.display.board import board, fight
from domain.games.runewars.state.table import Runewars
from domain.language.kernel import AreasTracked
from domain.language.shown.board import Piece
from tests.domain.games.runewars.moments import THREE
from tests.domain.games.runewars.war.field import ARCHERS, GAME, PASSED, Laid, field
from tests.specs import given

FIELD = Laid(area="field", units={"berserker": 2})


def fought() -> Runewars:
    found: Runewars = field(ARCHERS, here=FIELD, units={"elf-archer": 2}).and_then(PASSED).play.campaign.table
    return found


def told(piece: Piece) -> list[str]:
    return [str(piece.title), *(str(chip.name) for chip in piece.chips)]


def test_a_battle_stands_before_the_map_with_both_its_sides() -> None:
    first, second = [piece for piece in board(fought()) if isinstance(piece, Piece)][:2]
    assert (str(first.title), second.key) == ("Battle in field, round 1", "map")
    assert [told(side) for side in first.inside] == [
        ["Latari Elves attacks", "Archer A", "Archer B"],
        ["Uthuk Y'llan defends", "Berserker A", "Berserker B"],
    ]


def test_who_is_hurt_or_routed_is_told_and_stands_behind() -> None:
    table = fought()
    assert table.battle
    table.battle.fighters["elf-archer A"].routed = True
    table.battle.fighters["elf-archer B"].damage = 1
    (piece,) = fight(table)
    assert told(piece.inside[0])[1:] == ["Archer B: 1 damage", "Archer A (routed)"]


def test_there_is_none_without_a_battle_or_where_no_units_are_tracked() -> None:
    assert list(fight(given(GAME, *THREE).play.campaign.table)) == []
    untracked = given(GAME, *THREE, AreasTracked(tracks=("calendar", "runes"))).play.campaign.table
    untracked.battle = fought().battle
    assert list(fight(untracked)) == []
