"""The sheet of a war that is over: who won and how, where everybody stood, and what led there."""

from collections.abc import Iterator
from typing import Any

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.kernel import AreasTracked
from domain.framework.views.sheet import Beside, Facts, Grid
from domain.games.runewars import GAME
from domain.games.runewars.display.sheets import summary_sheet
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.state.heroes import Deed, Hero
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.war import Army, Report
from domain.games.runewars.victory import VictoryClaimed, WarEnded, WarScored
from domain.games.runewars.year.orders import SupremacyTaken
from tests.domain.games.runewars.moments import CALLED, SPRING, ordered, over
from tests.domain.games.runewars.test_victory import REAL, RICH

SEASONS = (
    *SPRING,
    *ordered(human="recruit", elf="harvest"),
    *over("elf", elf="harvest"),
    SupremacyTaken(seat="human"),
    *over("human"),
    *CALLED,
    *ordered(human="fortify", elf="recruit"),
    AreaTaken(seat="elf", area="f1"),
    *over("elf", "human"),
)
CLAIM = VictoryClaimed(seat="human", areas=REAL)


def at(*events: Event[Any]) -> Runewars:
    found: Runewars = given(GAME, *events).play.campaign.table
    return found


def blocks(table: Runewars) -> dict[str, Facts | Grid]:
    found = [block for sheet in summary_sheet(table) for block in sheet.blocks]
    apart = [one for block in found for one in (block.blocks if isinstance(block, Beside) else [block])]
    return {str(block.title): block for block in apart if isinstance(block, Facts | Grid)}


def facts(table: Runewars) -> list[tuple[str, str]]:
    found = blocks(table)["How it ended"]
    assert isinstance(found, Facts)
    return [(str(fact.label), str(fact.value)) for fact in found.facts]


def rows(table: Runewars, title: str) -> Iterator[list[str]]:
    grid = blocks(table)[title]
    assert isinstance(grid, Grid)
    yield from ([str(cell) for cell in row] for row in grid.rows)


def test_a_war_that_goes_on_has_none() -> None:
    assert list(summary_sheet(at(*RICH, *SEASONS))) == []


def test_it_says_who_won_by_what_and_when() -> None:
    assert facts(at(*RICH, *SEASONS, CLAIM)) == [
        ("Winner", "Daqan Lords"),
        ("By", "a claim to victory"),
        ("Ended", "Year 1, Autumn"),
    ]
    assert facts(at(*RICH, WarEnded(winners=("human", "elf")))) == [
        ("Winners", "Daqan Lords, Latari Elves"),
        ("By", "agreement"),
    ]


def test_a_war_is_won_by_count_after_the_last_winter() -> None:
    last = at(*RICH[:6])
    last.step, last.season, last.winners = "finished", 24, ["human"]
    assert ("By", "most real runes after the last winter") in facts(last)
    assert WarScored.title == "Turn all runes up and count"


def test_it_tells_where_everybody_stood_season_by_season() -> None:
    war = at(*RICH, *SEASONS, CLAIM)
    assert list(rows(war, "Areas")) == [["Year 1, Spring", "11", "0"], ["Year 1, Summer", "10", "1"]]
    assert list(rows(war, "Rune tokens")) == [["Year 1, Spring", "11", "0"], ["Year 1, Summer", "10", "1"]]
    assert next(rows(war, "Influence")) == ["Year 1, Spring", "4", "3"]
    assert [row[:4] for row in rows(war, "In the end")] == [
        ["Daqan Lords", "10", "10", "0"],
        ["Latari Elves", "1", "1", "0"],
    ]


def test_it_tells_who_won_the_battles_of_each_season() -> None:
    war = at(*RICH, *SEASONS, CLAIM)
    war.battles = [
        Report(season=1, area="f1", attacker="elf", defender="human", winner="elf"),
        Report(season=1, area="1A", attacker="human", defender="neutral", winner="neutral"),
        Report(season=2, area="f1", attacker="elf", defender="human"),
    ]
    assert list(rows(war, "Battles won")) == [
        ["Year 1, Spring", "Latari Elves (f1), Neutral (1A)"],
        ["Year 1, Summer", "–"],
    ]


def test_it_shows_where_the_runes_lay_and_what_they_were() -> None:
    lay = list(rows(at(*RICH, *SEASONS, CLAIM), "Runes"))
    assert lay[:3] == [
        ["1A", "Daqan Lords", "real rune"],
        ["1B", "Daqan Lords", "false rune"],
        ["1C", "Daqan Lords", "real rune"],
    ]
    assert ["f1", "Latari Elves", "false rune"] in lay


def test_it_counts_orders_and_the_bonuses_that_were_taken() -> None:
    assert list(rows(at(*RICH, *SEASONS, CLAIM), "Orders")) == [
        ["Daqan Lords", "1 #8 Fortify, 1 #5 Recruit", "1"],
        ["Latari Elves", "1 #4 Harvest, 1 #5 Recruit", "0"],
    ]


def test_it_counts_battles_and_what_was_lost_in_them() -> None:
    war = at(*RICH, CLAIM)
    lost = Army(causes={"damage": 2, "nowhere to go": 1})
    war.battles = [
        Report(attacker="human", defender="elf", winner="human", armies={"elf": lost, "human": Army()}),
        Report(attacker="human", defender="neutral", winner="neutral", armies={"human": Army(causes={"card": 1})}),
    ]
    assert list(rows(war, "Battles")) == [
        ["Daqan Lords", "2", "1", "1", "1 a card"],
        ["Latari Elves", "1", "0", "1", "2 damage, 1 nowhere to go"],
    ]


def test_it_tells_of_heroes_and_their_deeds() -> None:
    war = at(*RICH, CLAIM)
    war.heroes = {"Aldis": Hero(seat="elf"), "Mirell": Hero(seat="elf", defeated=True)}
    war.deeds = [Deed(seat="elf", outcome="completed"), Deed(seat="elf", outcome="won"), Deed(seat="human")]
    assert list(rows(war, "Heroes and quests")) == [
        ["Daqan Lords", "–", "0", "0", "0"],
        ["Latari Elves", "Aldis", "1", "1", "1"],
    ]


def test_what_a_table_left_out_is_left_out() -> None:
    few = at(AreasTracked(tracks=("calendar",)), *RICH[:2], *SPRING, WarEnded(winners=("elf",)))
    assert list(blocks(few)) == ["How it ended", "In the end", "Orders"]
    assert list(rows(few, "In the end")) == [["Daqan Lords"], ["Latari Elves"]]
