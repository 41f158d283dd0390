"""Rests, upgrades, the ends of sections and chapters, and lost days (在营火休息, 升级, 如果你输了)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Sets
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.odalin import sections
from domain.games.odalin.base import ENEMY_ALIVE, IN_DUNGEON, HeroId, OdalinEvent, hero_of
from domain.games.odalin.dungeon.rooms import NO_RELIC, end_campaign, leave_dungeon, place_of, reach_campfire
from domain.games.odalin.heroes.cards import SleeveOf, half_of_hero, not_to_sleeve
from domain.games.odalin.heroes.dials import BASE_SOUL_UNKNOWN
from domain.games.odalin.state.hero import MOST_DIAL, Hero
from domain.games.odalin.state.kinds import HIGHEST_LEVEL, ActionCard, Half
from domain.games.odalin.state.periods import PERIODS
from domain.games.odalin.state.table import Odalin

NO_SANCTUARY = refusal("no-sanctuary", "A rest needs an opened Sanctuary.", rule=sections.CAMPFIRE, areas=("rooms",))
RESTED_ALREADY = refusal("rested-already", "The party has already rested at this campfire.", rule=sections.CAMPFIRE)
REST_FIRST = refusal("rest-first", "The party rests at the campfire first.", rule=sections.CAMPFIRE)
IN_THE_DUNGEON = refusal("in-the-dungeon", "Finish the Dungeon Phase first.", rule=sections.JOURNEY)
BOSS_STANDS = refusal("boss-stands", "A chapter ends with the Boss's defeat.", rule=sections.CHAPTERS, areas=("rooms",))
"""A table that tracks no rooms may put no villains on the board, so that no defeat of a Boss is recorded."""
IN_A_RIFT = refusal(
    "in-a-rift", "From a Hell Rift the party can only fall back to its campfire.", rule=sections.HELL_RIFT
)
OUT_OF_PLAY = refusal("out-of-play", "The campaign has not begun yet, or it is over.", rule=sections.CHAPTERS)
NOT_ALL_DOWN = refusal("not-all-down", "Not all heroes are down.", rule=sections.DEFEAT)
OTHER_HALF = refusal(
    "other-half",
    "An upper half can only be swapped for an upper one, a lower half for a lower one.",
    rule=sections.UPGRADES,
)
DEMON_CARD = refusal("demon-card", "Demon Lord cards cannot be swapped.", rule=sections.UPGRADES)
LEVEL_TAKEN = refusal(
    "level-taken", "A scenario begins with one card of each level, and {hero} has one of level {level}.",
    rule=sections.SCENARIO,
)  # fmt: skip
NO_UPGRADE = refusal("no-upgrade-due", "{hero} has no card to upgrade.", rule=sections.UPGRADES)

LAST_CHAPTER = refusal(
    "last-chapter",
    "Chapter {chapter} is the last one of the act: end the campaign, or go on with the next act.",
    rule=sections.CHAPTERS,
)
LEVELS_A_CHAPTER = 4
CHAPTERS = 4
"""The chapters of the first act."""


class RestEvent(OdalinEvent):
    heading = "Campfire"

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.phase in ("setup", "ended"):
            yield OUT_OF_PLAY()


class Rested(RestEvent):
    title = "Rest at the campfire"
    help_text = (
        "All heroes are whole again, without corruption or taints; the team gains a level, and cards may be upgraded."
    )
    sentence = "The party rested[: team level {level}][{upgrades|; each hero may swap one card for a new one}]"
    during = ("campfire", *IN_DUNGEON)
    level: Annotated[Count | None, Settled()] = None
    soul: Annotated[bool, Settled()] = True
    upgrades: Annotated[bool, Settled(), Field(title="cards are upgraded at the table")] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        """If rooms are not tracked, the rest is the next expected entry once there is a relic."""
        is_next = table.phase == "campfire" or not (table.tracks("rooms") or table.track)
        if not table.rested and table.mode == "campaign":
            yield Offer(text("Rest at the campfire"), required=is_next)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.phase != "campfire":
            yield NO_SANCTUARY()
            if not table.relics:
                yield NO_RELIC()
        if table.villains:
            yield ENEMY_ALIVE()
        if table.rested:
            yield RESTED_ALREADY()
        if not table.ruled("no-soul-after-rest"):
            yield from souls_unsaid(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        soul = not table.ruled("no-soul-after-rest")
        alone = not any(hero.sleeves for hero in table.heroes.values())
        return self.copy_with(level=min(HIGHEST_LEVEL, table.level + 1), soul=soul, upgrades=alone)

    def apply(self, table: Odalin) -> None:
        if table.phase != "campfire":
            reach_campfire(table, place_of(table))
        table.level, table.rested = self.level or table.level, True
        recover_all(table, base_soul=self.soul)
        put_upgrades(table, 1)


def souls_unsaid(table: Odalin) -> Iterator[Refused]:
    """The refusals for setting the soul of heroes whose base soul is unknown."""
    for id_, hero in table.heroes.items():
        if hero.soul_unsaid:
            yield BASE_SOUL_UNKNOWN(hero=table.called("heroes", id_))


def put_upgrades(table: Odalin, count: int) -> None:
    """Let each hero with known cards upgrade `count` of them; for `apply`."""
    for id_ in [id_ for id_, hero in reversed(table.heroes.items()) if hero.sleeves] * count:
        table.agenda.put(CardUpgraded, must=False, hero=id_)


def drop_upgrades(table: Odalin) -> None:
    """Withdraw all offers of upgrades; for `apply`."""
    table.agenda.drop(lambda due: due.is_of(CardUpgraded))


def recover_all(table: Odalin, *, base_soul: bool) -> None:
    """Recover all heroes as at a rest (在营火休息 A to F); for `apply`."""
    table.power, table.balance, table.cooling = 0, 0, []
    for hero in table.heroes.values():
        recover(hero, base_soul=base_soul)


def recover(hero: Hero, *, base_soul: bool) -> None:
    """Restore a hero to the start of a day; for `apply`."""
    hero.status, hero.form, hero.form_turns = "active", "hero", 0
    hero.hp = None if hero.most is None else max(1, hero.most)
    hero.corruption, hero.tainted, hero.spent, hero.tainted_spent, hero.extra = 0, 0, 0, 0, 0
    hero.soul = min(MOST_DIAL, hero.base_soul) if base_soul else 0
    hero.conditions, hero.tokens, hero.effects, hero.aura, hero.stealth = {}, {}, [], "", False
    for sleeve in hero.sleeves.values():
        sleeve.zone = "box" if sleeve.zone == "box" else "deck"
    for worn in hero.worn.values():
        worn.cooldown = False


class CardUpgraded(RestEvent):
    title = "Upgrade a card"
    help_text = "A hero swaps one hero card for one of its class, of the team's level or lower; upper for upper."
    log = LogRole(changes_names=True)
    sentence = "{hero} upgraded a card: {card}"
    question = "{hero}: upgrade a card"
    layout = Layout(usual=("level",))
    acting_seat = "hero"
    hero: HeroId
    sleeve: Annotated[SleeveOf, Field(title="in place of which card")]
    card: Annotated[Line, Choice("action-cards", free=True), Field(title="which new card")]
    level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL)] | None = 0
    half: Half | None = None
    upper_is_demon: Annotated[bool | None, Settled(), Field(title="its upper half is the demon's")] = None

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.agenda.of(CardUpgraded, hero=self.hero):
            yield NO_UPGRADE(hero=table.called("heroes", self.hero))
        card = ActionCard.of(table, self.card)
        level = self.level or card.level
        if card.demon:
            yield DEMON_CARD()
        yield from not_to_sleeve(table, self.hero, self.card, level)
        hero = hero_of(table, self.hero)
        if table.mode == "single scenario" and level in [one.level for one in hero.sleeves.values() if one.level]:
            yield LEVEL_TAKEN(hero=table.called("heroes", self.hero), level=level)
        half = self.half or card.half
        if half and half_of_hero(table, self.hero, self.sleeve) not in (None, half):
            yield OTHER_HALF()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        """The new card is the same half as the old one; which half is the demon's is known from then on."""
        card, old = ActionCard.of(table, self.card), half_of_hero(table, self.hero, self.sleeve)
        half = old or self.half or card.half
        known = None if half is None else half == "lower"
        return self.copy_with(level=self.level or card.level, upper_is_demon=known)

    def apply(self, table: Odalin) -> None:
        if sleeve := hero_of(table, self.hero).sleeves.get(self.sleeve):
            sleeve.hero_card, sleeve.level = self.card, self.level
            sleeve.be_assembled(self.upper_is_demon)


class UpgradeSkipped(RestEvent):
    title = "Skip the upgrade"
    help_text = "A hero upgrades no card at this rest."
    sentence = "{hero} upgraded no card"
    hero: HeroId

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.agenda.of(CardUpgraded, hero=self.hero):
            yield NO_UPGRADE(hero=table.called("heroes", self.hero))

    def apply(self, table: Odalin) -> None:
        table.agenda.drop(lambda due: due.is_of(CardUpgraded) and due.fields.get("hero") == self.hero)


# === Sections and chapters (战役结构) =============================================================


def begin_dungeon(table: Odalin) -> None:
    """Begin the Dungeon Phase of a section, at entry 1; for `apply`."""
    table.phase, table.power, table.balance, table.entry, table.prepared = "dungeon", 0, 0, "1", False
    PERIODS.end(table, "day")
    drop_upgrades(table)


def usual_level(chapter: int) -> int:
    """The team level at the start of a chapter, as single scenarios imply it (C-LEVEL): a hint, not a rule."""
    return LEVELS_A_CHAPTER * (chapter - 1)


class SectionBegun(RestEvent):
    title = "Go on to the next section"
    help_text = "The party leaves the campfire: the next section begins, with a journey or in the dungeon at once."
    sentence = "Section {section} of chapter {chapter_no} began[, {journey|with a journey}]"
    ends = "step"
    layout = Layout(no_choice=("journey",))
    section: Annotated[int, Field(ge=1, le=99)]
    chapter_no: Annotated[int, Field(ge=1, le=20, title="chapter")]
    journey: Annotated[bool, Field(title="with a journey")] = False

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if table.phase == "campfire" and table.rested:
            words, section = text("Go on to section {section}"), table.section + 1
            if came_back(table):
                words, section = text("Explore section {section} again"), table.section
            known = {"section": section, "chapter_no": table.chapter_no}
            yield Offer(words.copy_with(section=section), known, required=True)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.phase == "dungeon":
            yield IN_THE_DUNGEON()
        if table.phase == "campfire" and not table.rested:
            yield REST_FIRST()
        if self.chapter_no != table.chapter_no:
            yield BOSS_STANDS()

    def apply(self, table: Odalin) -> None:
        begin_section(table, self.chapter_no, self.section)
        if not self.journey:
            begin_dungeon(table)


def begin_section(table: Odalin, chapter: int, section: int) -> None:
    """Begin a section with its Journey Phase; for `apply`."""
    table.chapter_no, table.section, table.phase = chapter, section, "journey"
    table.day, table.entry, table.read = max(1, table.day), "1", ""
    table.rested, table.prepared = False, False
    drop_upgrades(table)


AND_THEN = text("The last chapter of the act is over: and then?")


def boss_may_be_beaten(table: Odalin) -> bool:
    """Whether the Boss of the chapter is beaten, or may be: a table without rooms need not record its defeat."""
    unrecorded = table.phase == "dungeon" and not (table.tracks("rooms") or table.villains or table.track)
    return not table.fighting and (bool(table.boss_beaten) or unrecorded)


def is_last_chapter(table: Odalin) -> bool:
    """Whether the party plays the last chapter of the first act; the book of another act says which is its last."""
    return table.mode == "campaign" and table.act == 1 and table.chapter_no >= CHAPTERS


class ChapterCompleted(RestEvent):
    title = "Complete the chapter"
    help_text = "The Boss is beaten and its story read: the journey of the next chapter begins, perhaps of another act."
    sentence = "Chapter {chapter_no} was completed[: {boss} was defeated][; {ends_act|and with it the act}]"
    log = LogRole(memorable=True)
    during = ("journey", "campfire", *IN_DUNGEON)
    ends = "step"
    layout = Layout(no_choice=("next_chapter", "ends_act"))
    next_chapter: Annotated[int | None, Field(ge=1, le=20)] = None
    ends_act: Annotated[bool, Field(title="the act ends with it")] = False
    chapter_no: Annotated[Count, Settled(), Field(title="chapter")] = 0
    boss: Annotated[str | None, Choice("villains"), Settled()] = None

    @classmethod
    def offers(cls, table: Odalin) -> Iterator[Offer]:
        if not boss_may_be_beaten(table) or table.mode != "campaign":
            return
        if is_last_chapter(table):
            words = text("Go on with the next act")
            left = words if table.boss_beaten else None
            yield Offer(words, {"ends_act": True}, opens_form=True, reminder=left, question=AND_THEN)
        elif table.boss_beaten:
            yield Offer(text("Complete chapter {chapter}", chapter=table.chapter_no), required=True)
        else:
            yield Offer(text("The Boss is beaten: complete chapter {chapter}", chapter=table.chapter_no))

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.villains:
            yield ENEMY_ALIVE()
        if not table.boss_beaten:
            yield BOSS_STANDS()
        if is_last_chapter(table) and not self.ends_act:
            yield LAST_CHAPTER(chapter=table.chapter_no)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        following = self.next_chapter or table.chapter_no + 1
        return self.copy_with(chapter_no=table.chapter_no, next_chapter=following, boss=table.boss_beaten or None)

    def apply(self, table: Odalin) -> None:
        leave_dungeon(table, "boss")
        table.act += self.ends_act
        begin_section(table, self.next_chapter or table.chapter_no + 1, 1)
        for hero in table.heroes.values():
            hero.tokens = {}


class TeamLevelSet(NumbersMoved[Odalin], OdalinEvent):
    heading = "Campfire"
    title = "Set the team level"
    help_text = "The team's level, where the campaign book says otherwise than a rest does."
    sentence = "The team level was set to {level}"
    level: Annotated[int, Field(ge=0, le=HIGHEST_LEVEL), Sets("level")]


# === A lost day: back to the last campfire with the loot; all villains return ====================


def lost_day(table: Odalin) -> Iterator[Event[Odalin]]:
    """The loss of the day, as soon as no hero is active."""
    if all_down(table) and not table.rift:
        yield DayLost()


def came_back(table: Odalin) -> bool:
    """Whether the party is at a campfire after a lost day, so that its section is explored again."""
    return table.phase == "campfire" and bool(table.days) and table.days[-1].end == "lost"


def all_down(table: Odalin) -> bool:
    """Whether no hero is active in a dungeon (C-LOSE)."""
    return table.phase == "dungeon" and bool(table.heroes) and not table.heroes_up()


class DayLost(RestEvent):
    title = "The day is lost"
    help_text = (
        "All heroes are down: back to the last campfire. Loot, relics, facts and quests are kept; doors close, "
        "and villains are back."
    )
    sentence = (
        "The day was lost[: section {section} begins again, with all that was found][: {scenario|the scenario is over}]"
    )
    log = LogRole(confirm_undo="scenario", headline=True, concludes=True)
    during = IN_DUNGEON
    section: Annotated[Count | None, Settled()] = None
    soul: Annotated[bool, Settled()] = True
    scenario: Annotated[bool, Settled()] = False
    campfire: Annotated[bool, Settled(), Field(title="back at the campfire")] = False

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.heroes_up():
            yield NOT_ALL_DOWN()
        if table.rift:
            yield IN_A_RIFT()

    def settle(self, table: Odalin, chance: Chance) -> Self:
        soul, scenario = not table.ruled("no-soul-after-rest"), table.mode == "single scenario"
        return self.copy_with(
            section=None if scenario else table.section, soul=soul, scenario=scenario, campfire=not scenario
        )

    def apply(self, table: Odalin) -> None:
        if self.scenario:
            end_campaign(table, won=False)
        else:
            leave_dungeon(table, "lost")
        recover_all(table, base_soul=self.soul)
        table.days_lost, table.entry, table.allies = table.days_lost + 1, "1", {}
        if self.campfire:
            table.phase, table.rested = "campfire", True
