"""A single scenario: one section, begun with better cards and equipment; and its win condition (附录B)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import ENEMY_ALIVE, IN_DUNGEON, OdalinEvent
from domain.games.odalin.campaign.party import not_ready
from domain.games.odalin.dungeon.rest import CHAPTERS, begin_section, put_upgrades, usual_level
from domain.games.odalin.dungeon.rooms import all_explored, doors_of, end_campaign
from domain.games.odalin.state.table import FEWEST_HEROES, Odalin

NO_SCENARIO = refusal("no-scenario", "This table plays a campaign.", rule=sections.SCENARIO)
NOT_WON = refusal(
    "not-won", "A scenario is won with a Purifying Relic at the Sanctuary door, or with the Boss's defeat.",
    rule=sections.SCENARIO,
)  # fmt: skip
NO_DOOR = refusal("no-sanctuary-door", "No door of a sanctuary is known.", rule=sections.SCENARIO, areas=("rooms",))


class ScenarioEvent(OdalinEvent):
    heading = "Single scenario"

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.mode != "single scenario":
            yield NO_SCENARIO()


class ScenarioBegun(ScenarioEvent):
    title = "Begin the scenario"
    help_text = (
        "A section of any chapter: from the second on each hero begins with a random item in every slot, and with"
        " cards upgraded. Facts are ignored, and equipment is drawn twice over."
    )
    sentence = (
        "Single scenario: section {section} of chapter {chapter_no}[; items of level {items}]"
        "[; {upgrades} of 12 cards upgraded]"
    )
    during = ("setup",)
    ends = "step"
    chapter_no: Annotated[int, Field(ge=1, le=CHAPTERS, title="chapter")]
    section: Annotated[int, Field(ge=1, le=99)] = 1
    items: Annotated[Count | None, Settled()] = None
    upgrades: Annotated[Count | None, Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.mode == "single scenario":
            yield Offer(text("Begin the scenario"), required=len(table.heroes) >= FEWEST_HEROES, opens_form=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        yield from not_ready(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        before = self.chapter_no - 1
        return self.copy_with(items=before or None, upgrades=usual_level(self.chapter_no) or None)

    def apply(self, table: Odalin) -> None:
        begin_section(table, self.chapter_no, self.section)
        table.level = self.upgrades or 0
        put_upgrades(table, self.upgrades or 0)


class ScenarioWon(ScenarioEvent):
    title = "Win the scenario"
    help_text = "At the Sanctuary door with a relic and no enemies left, or with the Boss beaten. All rooms: perfect."
    sentence = "The scenario was won[: {perfect|a perfect victory}]"
    log = LogRole(confirm_undo="scenario", headline=True, concludes=True)
    during = ("campfire", *IN_DUNGEON)
    perfect: Annotated[bool | None, Field(title="all rooms were explored")] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        over = table.phase == "campfire" or bool(table.boss_beaten)
        if over or at_sanctuary(table) or not table.tracks("rooms"):
            yield Offer(text("The scenario is won"), required=over)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.villains:
            yield ENEMY_ALIVE()
        if table.boss_beaten or table.phase == "campfire":
            return
        if not table.relics:
            yield NOT_WON()
        if not at_sanctuary(table):
            yield NO_DOOR()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.copy_with(perfect=table.perfect or all_explored(table) if self.perfect is None else self.perfect)

    def apply(self, table: Odalin) -> None:
        end_campaign(table, won=True)
        table.perfect = bool(self.perfect)


def at_sanctuary(table: Odalin) -> bool:
    """Whether a door of a sanctuary is known."""
    return any(door.keyword == "sanctuary" for door in doors_of(table).values())
