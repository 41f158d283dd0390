"""The ending of a day, a scenario or the campaign, for all players."""

from collections.abc import Iterator, Mapping

from domain.framework.game import Ending
from domain.framework.text import Text, text
from domain.framework.views.sheet import Block, Fact, Facts, Grid
from domain.games.odalin.display.written import DIAL_HEADS, deeds_grid, dial_cells, sheet_of
from domain.games.odalin.state.hero import Deeds
from domain.games.odalin.state.table import DayTold, Odalin


def ending(table: Odalin) -> Ending | None:
    """The ending of the last day, the scenario or the campaign; None once play has resumed."""
    day = table.days[-1] if table.days else None
    if table.phase == "ended":
        scenario = table.mode == "single scenario"
        blocks = _day_blocks(table, day) if scenario and day else _campaign_blocks(table)
        return _ending(_scenario_title(table) if scenario else _campaign_title(table), table.won, blocks)
    if day and _is_over(table, day):
        return _ending(_day_title(day), day.end != "lost", _day_blocks(table, day))
    return None


def _ending(title: Text, won: bool, blocks: Iterator[Block]) -> Ending:
    return Ending(sheet_of("ending", title, blocks), won=won)


def _is_over(table: Odalin, day: DayTold) -> bool:
    """Whether play has not resumed since a day ended; a lost day resumes with its section, a room or a round."""
    if table.phase == "campfire" and day.end != "lost":
        return True
    if table.phase == "journey":
        return day.end == "boss" and not table.prepared
    begun = table.room or table.track or table.round or table.villains or table.fighting
    hurt = any(hero.hp != hero.most or hero.corruption or hero.tainted for hero in table.heroes.values())
    return day.end == "lost" and table.phase in ("campfire", "dungeon") and not begun and not hurt


# === Titles, and the deciding event ==============================================================


def _day_title(day: DayTold) -> Text:
    titles = {"lost": text("The day is lost"), "boss": text("Chapter {chapter} is done")}
    done = text("Section {chapter}.{section} is done")
    return titles.get(day.end, done).copy_with(section=day.section, chapter=day.chapter_no)


def _scenario_title(table: Odalin) -> Text:
    if table.won:
        return text("A perfect victory") if table.perfect else text("The scenario is won")
    return text("The scenario is lost")


def _campaign_title(table: Odalin) -> Text:
    return text("The campaign is won") if table.won else text("The campaign is over")


def _decided(day: DayTold) -> Text | None:
    """The event that ended a day; None if the day was ended by hand."""
    words = {
        "campfire": text("at the campfire"),
        "boss": text("with the Boss beaten"),
        "lost": text("with all heroes down"),
    }
    return words.get(day.end)


def _day_blocks(table: Odalin, day: DayTold) -> Iterator[Block]:
    facts = [
        Fact(text("The day ended"), _decided(day)),
        Fact(text("Outcome"), table.outcome),
        Fact(text("Rounds"), day.rounds or None),
        Fact(text("Rooms"), day.rooms or None),
        Fact(text("Villains"), day.villains),
        Fact(text("Level"), table.level),
    ]
    yield Facts("", facts)
    yield from _heroes(table, [day.deeds])


def _campaign_blocks(table: Odalin) -> Iterator[Block]:
    facts = [
        Fact(text("Outcome"), table.outcome),
        Fact(text("Days"), len(table.days) or None),
        Fact(text("Lost"), table.days_lost or None),
        Fact(text("Rounds"), sum(one.rounds for one in table.outings) or None),
        Fact(text("Villains"), sum(table.defeated.values())),
        Fact(text("Bosses"), len(table.bosses) or None),
        Fact(text("Level"), table.level),
    ]
    yield Facts("", facts)
    yield from _heroes(table, [day.deeds for day in table.days])


def _heroes(table: Odalin, days: list[Mapping[str, Deeds]]) -> Iterator[Grid]:
    """The deeds of the heroes, and their final dials if the campaign is over."""
    if table.phase == "ended":
        rows = [[table.called("heroes", id_), *dial_cells(table, id_)] for id_ in table.heroes]
        yield Grid("", (text("Hero"), *DIAL_HEADS), rows)
    yield deeds_grid(table, "", days)
