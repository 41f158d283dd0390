"""The battle that is fought, on the board: both sides and how their units fare."""

from companion.testing import given
from domain.framework.kernel import AreasTracked
from domain.framework.views.board import Piece
from domain.games.runewars.display.board import board
from domain.games.runewars.display.moments import piece_of_battle
from domain.games.runewars.state.kinds import UnitSheet
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Volley
from tests.domain.games.runewars.moments import THREE
from tests.domain.games.runewars.war.field import ARCHERS, GAME, PASSED, Laid, field

FIELD = Laid(area="field", units={"berserker": 2})


def fought() -> Runewars:
    found: Runewars = field(ARCHERS, here=FIELD, units={"elf-archer": 2}).and_then(PASSED).play.campaign.table
    return found


def described(piece: Piece) -> list[str]:
    """A side of a battle as it is read: its title, and a line for each of its units."""
    units = [[str(row.title), *map(str, row.marks), str(row.note)] for row in piece.rows]
    return [str(piece.title), *(" ".join(filter(None, words)) for words in units)]


def test_a_battle_stands_before_the_map_with_both_its_sides() -> None:
    first, second = [piece for piece in board(fought()) if isinstance(piece, Piece)][:2]
    assert (str(first.title), second.key) == ("Battle in field, round 1", "map")
    assert [described(side) for side in first.inside] == [
        ["Latari Elves attacks", "Archer A", "Archer B"],
        ["Uthuk Y'llan defends", "Berserker A", "Berserker B"],
    ]


def test_who_is_hurt_or_routed_is_told_and_stands_behind() -> None:
    table = fought()
    assert table.battle
    table.battle.fighters["elf-archer A"].routed = True
    table.battle.fighters["elf-archer B"].damage = 1
    (piece,) = piece_of_battle(table)
    assert described(piece.inside[0])[1:] == ["Archer B 1 damage", "Archer A routed"]


DRAWN = Volley(round=1, side="elf", unit="elf-archer", count=3, cards=["hit", "flight", "unread"], routs=2, damage=1)


def shot() -> Runewars:
    """A table at which the archers drew three cards, of which two are typed in."""
    table = fought()
    assert table.battle
    base = UnitSheet.of(table, "elf-archer").shape or "triangle"
    table.library["fate"] = {"hit": {base: "damage 1"}, "flight": {base: "rout 2"}}
    table.battle.report.volleys.append(DRAWN)
    return table


def test_the_cards_that_a_side_drew_last_in_this_round_lie_open_with_what_its_base_reads() -> None:
    (piece,) = piece_of_battle(shot())
    archers, berserkers = piece.inside
    assert str(archers.note) == "Archer: 2 routs, 1 damage"
    assert [[(sign.icon, sign.shown) for sign in face.signs] for face in archers.faces] == [
        [("wound", "1")],
        [("fallen", "2")],
        [],
    ]
    assert (berserkers.note, list(berserkers.faces)) == ("", [])


def test_cards_of_an_earlier_round_no_longer_lie_open() -> None:
    table = shot()
    assert table.battle
    table.battle.round = 2
    (piece,) = piece_of_battle(table)
    assert (piece.inside[0].note, list(piece.inside[0].faces)) == ("", [])


def test_there_is_none_without_a_battle_or_where_no_units_are_tracked() -> None:
    assert list(piece_of_battle(given(GAME, *THREE).play.campaign.table)) == []
    untracked = given(GAME, *THREE, AreasTracked(tracks=("calendar", "runes"))).play.campaign.table
    untracked.battle = fought().battle
    assert list(piece_of_battle(untracked)) == []
