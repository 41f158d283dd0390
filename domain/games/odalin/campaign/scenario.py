"""A single scenario: one section, begun with better cards and equipment, and how it is won (附录B)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.odalin import sections
from domain.games.odalin.base import ENEMY_ALIVE, IN_DUNGEON, OdalinEvent, room_of
from domain.games.odalin.campaign.party import not_enough_heroes
from domain.games.odalin.dungeon.rest import begin_section, put_upgrades, usual_level
from domain.games.odalin.state.hero import SLEEVES
from domain.games.odalin.state.table import FEWEST_HEROES, Odalin
from domain.language.chance import Chance
from domain.language.event import Count, Offer, Settled
from domain.language.refusal import Refused, refusal
from domain.language.text import text

NO_SCENARIO = refusal("no-scenario", "This table plays a campaign.", rule=sections.SCENARIO)
NOT_WON = refusal(
    "not-won", "A scenario is won with a Purifying Relic at the Sanctuary door, or with the Boss's defeat.",
    rule=sections.SCENARIO,
)  # fmt: skip
CHAPTERS = 4


class ScenarioEvent(OdalinEvent):
    area_of_play = "Single scenario"

    def check_first(self, table: Odalin) -> Iterator[Refused]:
        if table.mode != "single scenario":
            yield NO_SCENARIO()


class ScenarioBegun(ScenarioEvent):
    """One card of each level up to the number of upgrades; the other cards are those of the beginning (EX-80)."""

    title = "Begin the scenario"
    help_text = (
        "A section of any chapter: from the second on each hero begins with a random item in every slot, and with"
        " cards upgraded. Facts are ignored, and equipment is drawn twice over."
    )
    says = (
        "Single scenario: section {section} of chapter {chapter_no}[; items of level {items}]"
        "[; {upgrades|card|cards} upgraded, {initial} of the first left]"
    )
    during = ("setup",)
    ends = "step"
    chapter_no: Annotated[int, Field(ge=1, le=CHAPTERS, title="chapter")]
    section: Annotated[int, Field(ge=1, le=99)] = 1
    items: Annotated[Count | None, Settled()] = None
    upgrades: Annotated[Count | None, Settled()] = None
    initial: Annotated[Count, Settled()] = SLEEVES

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.mode == "single scenario":
            yield Offer(text("Begin the scenario"), must=len(table.heroes) >= FEWEST_HEROES, opens=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_enough_heroes(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        before = self.chapter_no - 1
        upgrades = usual_level(self.chapter_no)
        return self.but(items=before or None, upgrades=upgrades or None, initial=SLEEVES - upgrades)

    def apply(self, table: Odalin) -> None:
        begin_section(table, self.chapter_no, self.section)
        table.level = self.upgrades or 0
        put_upgrades(table, self.upgrades or 0)


class ScenarioWon(ScenarioEvent):
    title = "Win the scenario"
    help_text = "At the Sanctuary door with a relic and no enemies left, or with the Boss beaten. All rooms: perfect."
    says = "The scenario was won[: {perfect|a perfect victory}]"
    during = ("campfire", *IN_DUNGEON)
    closes = "scenario"
    perfect: Annotated[bool | None, Field(title="all rooms were explored")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        door = any(door.keyword == "sanctuary" for door in room_of(table).doors.values())
        if table.phase == "campfire" or table.boss_beaten or door or not table.tracks("rooms"):
            yield Offer(text("The scenario is won"), must=table.phase == "campfire" or bool(table.boss_beaten))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.villains:
            yield ENEMY_ALIVE()
        if not (table.relics or table.boss_beaten or table.phase == "campfire"):
            yield NOT_WON()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.but(perfect=all_explored(table) if self.perfect is None else self.perfect)

    def apply(self, table: Odalin) -> None:
        table.end_day("won")
        table.phase, table.won, table.perfect = "ended", True, bool(self.perfect)


def all_explored(table: Odalin) -> bool:
    """Whether every door to a room is open, as far as the table knows them: rooms it has left are none."""
    doors = [door for room in table.rooms.values() for door in room.doors.values()]
    return bool(table.rooms) and all(door.open for door in doors if door.keyword != "sanctuary")


EVENTS = (ScenarioBegun, ScenarioWon)
