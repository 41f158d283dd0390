"""Battles on paper."""

from typing import Any

from companion.testing import Spec, given
from domain.games.runewars.display.battle_sheets import battle_sheet
from domain.games.runewars.war.outcome import BattleResolvedByHand, StrengthTallied
from projections.documents.plain import plain_sheet
from tests.domain.games.runewars.moments import THREE
from tests.domain.games.runewars.war.field import ARCHERS, GAME, PASSED, Laid, drawn, field

KEEP = Laid(area="field", units={"berserker": 1}, stronghold="uthuk")


def blocks(spec: Spec) -> list[Any]:
    table: Any = spec.play.campaign.table
    found = [block for sheet in battle_sheet(table) for block in plain_sheet(sheet)["blocks"]]
    return [one for block in found for one in (block, *block.get("blocks", ()))]


def rows(spec: Spec, title: str) -> list[list[Any]]:
    return next(block["rows"] for block in blocks(spec) if block["title"] == title)


def heads(spec: Spec, title: str) -> list[str]:
    return next(block["columns"] for block in blocks(spec) if block["title"] == title)


def test_without_a_battle_there_is_no_sheet() -> None:
    assert blocks(given(GAME, *THREE)) == []


def test_the_battle_that_is_fought_is_shown_fighter_by_fighter() -> None:
    spec = field(ARCHERS, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    fighters = [row[0] for row in rows(spec, "Armies")]
    assert fighters == ["Archer A", "Archer B", "Berserker A"]


def test_a_report_tells_what_came_of_it() -> None:
    spec = field(ARCHERS, here=KEEP, units={"elf-archer": 2}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer", damage=1)).and_then(StrengthTallied())
    battle, head, *_ = blocks(spec)
    assert battle["title"] == "Year 1, Spring: Latari Elves against Uthuk Y'llan in field"
    assert [fact["value"] for fact in head["facts"]] == ["Uthuk Y'llan", "destroyed"]
    assert rows(spec, "Armies") == [
        ["Latari Elves", "2 Archer", 2, "–", "–", "wood"],
        ["Uthuk Y'llan", "1 Berserker", 5, "1 Berserker", "1 damage", ""],
    ]
    assert rows(spec, "Fate cards") == [[1, "2 Archer", 0, 0, 1, "–"]]


def test_a_report_says_where_an_army_retreated_to() -> None:
    spec = field(here=KEEP, units={"elf-archer": 2}).and_then(BattleResolvedByHand(winner="uthuk"))
    assert heads(spec, "Armies")[-1] == "Retreated to"


def test_one_written_down_by_hand_has_no_cards() -> None:
    spec = field(here=KEEP, units={"elf-archer": 2}).and_then(BattleResolvedByHand(winner="uthuk"))
    assert [block["title"] for block in blocks(spec)][2:] == ["Armies"]
