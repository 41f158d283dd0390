"""The sheets: what a table writes down stands on them, and what it leaves out does not."""

from collections.abc import Mapping

from domain.event import Event
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered
from domain.games.champions.endgame import GameLost, GameWon
from domain.games.champions.harm.damage import DamageDealt
from domain.games.champions.harm.statuses import StatusGiven
from domain.games.champions.setup.scenarios import GameBegun, NextGameSetUp
from domain.shown.sheet import Box, Fact, Facts, Grid, Sheet
from domain.table import look
from tests.domain.games.champions.moments import (
    IN_PLAY,
    IRON,
    PLAYING,
    RHINO,
    SPIDER,
    Events,
    at,
    dials,
)

HURT = (
    DamageDealt(target="villain", amount=3, by=SPIDER),
    DamageDealt(target=SPIDER, amount=2),
    DamageDealt(target="daredevil", amount=1),
    StatusGiven(target="shocker", status="stunned"),
)


def sheets(*events: Event) -> Mapping[str, Sheet]:  # type: ignore[type-arg]  # of any game
    """The sheets after these events, by key."""
    return {sheet.key: sheet for sheet in GAME.sheets(at(*events))}


def told(sheet: Sheet) -> dict[str, object]:
    """The facts of a sheet and the rows of its grids, in words."""
    found: dict[str, object] = {}
    for block in sheet.blocks:
        if isinstance(block, Facts):
            found |= {str(fact.label): words(fact) for fact in block.facts}
        elif isinstance(block, Grid):
            found[str(block.title)] = [[words(cell) for cell in row] for row in block.rows]
    return found


def words(cell: object) -> object:
    if isinstance(cell, Fact):
        return str(cell.value) + (f"/{cell.of}" if cell.of is not None else "")
    return cell.ticked if isinstance(cell, Box) else str(cell)


def test_the_scenario_sheet_has_both_sides_of_the_table() -> None:
    sheet = told(sheets(*PLAYING, *IN_PLAY, *HURT)["scenario"])
    assert sheet["Hit points"] == "25/28"
    assert sheet["First player"] == "Spider-Man"
    assert sheet["Minions"] == [["Shocker", "Spider-Man", "3/3", "Stunned"]]
    assert [row[:2] for row in sheet["Side schemes"]] == [["Illegal Arms Factory", "30"]]  # type: ignore[attr-defined]


def test_what_is_attached_stands_behind_the_name() -> None:
    lying = AttachmentEntered(name="Charge", host="shocker")
    sheet = told(sheets(*PLAYING, *IN_PLAY, lying)["scenario"])
    assert sheet["Minions"][0][0] == "Shocker + Charge"  # type: ignore[index]


def test_the_hero_sheet_has_allies_upgrades_and_piles() -> None:
    sheet = told(sheets(*PLAYING, *IN_PLAY, *HURT)[f"hero-{SPIDER}"])
    assert sheet["Hit points"] == "8/10"
    assert sheet["Allies (at most 3)"] == [["Daredevil", "2/3", False, ""]]
    assert sheet["Upgrades and supports"] == [["Web", "upgrade", False, "uses 3"]]
    assert sheet["Hand"] == "0"


def test_a_table_of_dials_has_dials_on_its_sheets() -> None:
    found = sheets(*dials())
    assert list(found) == ["scenario", f"hero-{SPIDER}", f"hero-{IRON}"]
    assert not any(isinstance(block, Grid) for sheet in found.values() for block in sheet.blocks)


def test_a_game_that_is_over_is_summed_up() -> None:
    sheet = told(sheets(*PLAYING, *HURT[:2], GameWon())["summary"])
    assert (sheet["Result"], sheet["Reason"], sheet["Rounds"]) == ("won", "villain defeated", "1")
    assert sheet["Heroes"] == [["Spider-Man", "3", "2", "0", "0", "0"], ["Iron Man", "0", "0", "0", "0", "0"]]


TWO: Events = (*PLAYING, *HURT[:2], GameWon(), NextGameSetUp(), RHINO, GameBegun(), GameLost())


def test_several_games_are_told_in_lines_and_by_hero() -> None:
    sheet = told(sheets(*TWO)["games"])
    assert [row[4] for row in sheet["Games"]] == ["won", "lost"]  # type: ignore[attr-defined]
    assert sheet["Heroes"] == [["Spider-Man", "2", "1", "3", "0"], ["Iron Man", "2", "1", "0", "0"]]


def test_outcomes_are_by_scenario_and_by_hero() -> None:
    told = {str(one.name): [won for _, won in one.results] for one in GAME.outcomes(at(*TWO))}
    assert told == {"Rhino": [True, False], "Spider-Man": [True, False], "Iron Man": [True, False]}


def test_what_is_told_with_its_origin_is_there() -> None:
    for events in ((*PLAYING, *IN_PLAY, *HURT), TWO):
        table = at(*events)
        for sheet in GAME.sheets(table):
            for block in sheet.blocks:
                for fact in block.facts if isinstance(block, Facts) else ():
                    if fact.path:
                        look(table, fact.path.split("."))
