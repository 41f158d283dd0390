"""Rests at a campfire, upgrades, and days that are lost (在营火休息, 升级, 如果你输了)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.odalin import sections
from domain.games.odalin.base import HeroId, OdalinEvent, hero_of
from domain.games.odalin.cards import SleeveOf
from domain.games.odalin.rooms import leave_dungeon
from domain.games.odalin.state.hero import MOST_DIAL, Hero
from domain.games.odalin.state.kinds import HIGHEST_LEVEL, ActionCard, Half
from domain.games.odalin.state.table import Odalin
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Line, Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

NOT_ALL_DOWN = refusal("not-all-down", "Not all heroes are down.", rule=sections.DEFEAT)
ABOVE_TEAM = refusal(
    "above-team-level", "A card of level {level} is above the team's level {team}.", rule=sections.UPGRADES
)
OTHER_HALF = refusal(
    "other-half", "An upper half is swapped for an upper one, a lower half for a lower one.", rule=sections.UPGRADES
)
NOT_ITS_CARD = refusal("not-its-card", "That card belongs to {owner}.", rule=sections.UPGRADES)
NO_UPGRADE = never("no-upgrade-due", "{hero} has no card to upgrade.", rule=sections.UPGRADES)


class RestEvent(OdalinEvent):
    area_of_play = "Campfire"


class Rested(RestEvent):
    title = "Rest at the campfire"
    help_text = (
        "Everybody is whole again, without corruption or taints; the team gains a level, and cards may be upgraded."
    )
    says = "The party rested[: team level {level}]"
    during = ("campfire",)
    level: Annotated[Count | None, Settled()] = None
    soul: Annotated[bool, Settled()] = True

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if not table.rested:
            yield Offer(text("Rest at the campfire"), must=True)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        soul = not table.ruled("no-soul-after-rest")
        return self.but(level=min(HIGHEST_LEVEL, table.level + 1), soul=soul)

    def apply(self, table: Odalin) -> None:
        table.level, table.rested = self.level or table.level, True
        recover_all(table, base_soul=self.soul)
        for hero in reversed(table.heroes):
            table.agenda.put(CardUpgraded, must=False, hero=hero)


def recover_all(table: Odalin, *, base_soul: bool) -> None:
    """What a rest does for every hero (在营火休息 A to F); for `apply`."""
    table.power, table.balance = 0, 0
    for hero in table.heroes.values():
        recover(hero, base_soul=base_soul)


def recover(hero: Hero, *, base_soul: bool) -> None:
    """Let a hero be as at the start of a day; for `apply`."""
    hero.status, hero.form, hero.form_turns, hero.hp = "active", "hero", 0, hero.most
    hero.corruption, hero.tainted, hero.spent, hero.tainted_spent, hero.extra = 0, 0, 0, 0, 0
    hero.soul = min(MOST_DIAL, hero.base_soul) if base_soul else 0
    hero.conditions, hero.tokens, hero.effects, hero.aura, hero.stealth = {}, {}, [], "", False
    for sleeve in hero.sleeves.values():
        sleeve.zone = "removed" if sleeve.zone == "removed" else "deck"
    for worn in hero.worn.values():
        worn.cooldown = False


class CardUpgraded(RestEvent):
    title = "Upgrade a card"
    help_text = "A hero swaps one hero card for one of its class, of the team's level or lower; upper for upper."
    says = "{hero} put {card} into {sleeve}"
    asks = "{hero}: upgrade a card"
    likely = ("level",)
    mine = "hero"
    hero: HeroId
    sleeve: SleeveOf
    card: Annotated[Line, Choice("action-cards", free=True)]
    level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL)] = 0
    half: Half | None = None

    def check(self, table: Odalin) -> Iterator[Refused]:
        card = ActionCard.of(table, self.card)
        level = self.level or card.level
        if level > table.level:
            yield ABOVE_TEAM(level=level, team=table.level)
        if card.hero and card.hero != self.hero:
            yield NOT_ITS_CARD(owner=table.called("heroes", card.hero))
        sleeve = hero_of(table, self.hero).sleeves[self.sleeve]
        half = self.half or card.half
        if half and half != ("lower" if sleeve.upper_is_demon else "upper"):
            yield OTHER_HALF()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        return self.but(level=self.level or ActionCard.of(table, self.card).level)

    def apply(self, table: Odalin) -> None:
        if sleeve := hero_of(table, self.hero).sleeves.get(self.sleeve):
            sleeve.hero_card, sleeve.level = self.card, self.level


class UpgradeSkipped(RestEvent):
    title = "Skip the upgrade"
    help_text = "A hero keeps its cards at this rest."
    says = "{hero} kept its cards"
    hero: HeroId

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.agenda.of(CardUpgraded, hero=self.hero):
            yield NO_UPGRADE(hero=table.called("heroes", self.hero))

    def apply(self, table: Odalin) -> None:
        table.agenda.drop(lambda due: due.is_of(CardUpgraded) and due.fields.get("hero") == self.hero)


class SectionBegun(RestEvent):
    title = "Go on to the next section"
    help_text = "The party leaves the campfire: the next section begins, with a journey or in the dungeon at once."
    says = "Section {section} of chapter {chapter_no} began"
    during = ("campfire", "journey", "setup")
    ends = "step"
    section: Annotated[int, Field(ge=1, le=99)]
    chapter_no: Annotated[int, Field(ge=1, le=20, title="chapter")]
    journey: Annotated[bool, Field(title="with a journey")] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "campfire" and table.rested:
            words = text("Go on to section {section}", section=table.section + 1)
            yield Offer(words, {"section": table.section + 1, "chapter_no": table.chapter_no}, must=True)

    def apply(self, table: Odalin) -> None:
        table.section, table.chapter_no = self.section, self.chapter_no
        table.phase = "journey" if self.journey else "dungeon"
        table.day, table.entry, table.rested = table.day + 1, "1", False
        table.agenda.drop(lambda due: due.is_of(CardUpgraded))


class TeamLevelSet(RestEvent):
    title = "Set the team level"
    help_text = "The team's level, where the campaign book says otherwise than a rest does."
    says = "The team level is {level} now"
    level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL)]

    def apply(self, table: Odalin) -> None:
        table.level = self.level


# === A day that is lost: back to the last campfire, with the loot, and all villains back ==========


def lost_day(table: Odalin) -> Iterator[Event[Odalin]]:
    """The day is lost as soon as no hero stands any more."""
    if table.phase == "dungeon" and table.heroes and not table.heroes_up() and not table.rift:
        yield DayLost()


class DayLost(RestEvent):
    title = "The day is lost"
    help_text = "No hero stands any more: back to the last campfire; loot is kept, doors close, villains are back."
    says = "The day was lost: back to the campfire of section {section}"
    closes = "scenario"
    during = ("dungeon", "round start", "hero turn", "villain turn", "attack", "amulet turn")
    section: Annotated[Count, Settled()] = 0
    soul: Annotated[bool, Settled()] = True
    scenario: Annotated[bool, Settled()] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.heroes_up():
            yield NOT_ALL_DOWN()

    def lapses(self, table: Odalin) -> Iterator[Refused]:
        yield from self.check(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        soul = not table.ruled("no-soul-after-rest")
        return self.but(section=table.section, soul=soul, scenario=table.mode == "single scenario")

    def apply(self, table: Odalin) -> None:
        leave_dungeon(table, "lost")
        recover_all(table, base_soul=self.soul)
        table.days_lost, table.day, table.entry = table.days_lost + 1, table.day + 1, "1"
        if self.scenario:
            table.phase, table.won = "ended", False


EVENTS = (Rested, CardUpgraded, UpgradeSkipped, SectionBegun, TeamLevelSet, DayLost)
