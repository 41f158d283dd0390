"""What charts follow: the dials of each hero, villains that fell, and what came of each section."""

from domain.games.odalin import GAME
from domain.games.odalin.combat.rounds import InitiativeSet
from domain.games.odalin.dungeon.rest import SectionBegun
from domain.games.odalin.dungeon.rooms import RoomSetUp, SanctuaryOpened
from domain.games.odalin.heroes.dials import DamageTaken
from tests.domain.games.odalin.display.test_sheets import AT_CAMPFIRE, LOST, table_after
from tests.domain.games.odalin.opening import ANA, BEN, PARTY

AGAIN = (
    SectionBegun(section=1, chapter_no=1),
    RoomSetUp(entry="1", sanctuaries=("A",), quiet=True),
    InitiativeSet(order=(ANA, BEN)),
    SanctuaryOpened(hero=ANA, door="A"),
)


def test_charts_follow_the_dials_of_each_hero_and_the_villains() -> None:
    assert GAME.series(table_after(*AT_CAMPFIRE)) == {
        "corruption Ana": 1,
        "corruption Ben": 1,
        "soul Ana": 2,
        "soul Ben": 2,
        "hp Ana": 20,
        "hp Ben": 13,
        "villains": 1,
    }


def test_hit_points_that_nobody_knows_are_no_line() -> None:
    table = table_after(*PARTY)
    table.heroes[ANA].hp = None
    assert "hp Ana" not in GAME.series(table)


def test_every_plot_has_a_line() -> None:
    names = GAME.series(table_after(*PARTY, DamageTaken(whom=ANA, amount=1)))
    lines = [line.key for plot in GAME.plots for line in plot.lines or (plot,)]
    assert lines == ["corruption", "soul", "hp", "villains"]
    assert all(any(f"{name} ".startswith(f"{key} ") for name in names) for key in lines)


def test_a_section_has_a_result_for_each_day_it_took() -> None:
    (section,) = GAME.outcomes(table_after(*AT_CAMPFIRE, *LOST, *AGAIN))
    assert str(section.name) == "1.1"
    assert [(str(result), won) for result, won in section.results] == [("lost", False), ("campfire reached", True)]
