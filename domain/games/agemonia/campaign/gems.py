"""Achievement gems (at most 15) and inspiration gems (at most 5; the sixth becomes an achievement gem)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.limits import Limit
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marks import FixedTexts, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import THE_END, AgemoniaEvent, HeroId, hero_of
from domain.games.agemonia.state.scenario import Modifier
from domain.games.agemonia.state.table import MOST_ACHIEVEMENT_GEMS, MOST_INSPIRATION_GEMS, Agemonia

NO_GEM = never("no-gem", "This hero has no achievement gem.", rule=sections.ACHIEVEMENT_GEMS)
NOTHING_UNDER_WAY = refusal(
    "nothing-under-way",
    "{hero} is doing nothing that a gem could add to: use it with a move, an attack or a recovery.",
    rule=sections.ACHIEVEMENT_GEMS,
)
ONE_GEM = NOTHING_UNDER_WAY.saying("A gem of {hero} already adds to this: one is the most.")
NO_INSPIRATION = never("no-inspiration", "This hero has no inspiration gem.", rule=sections.INSPIRATION_GEMS)
WITH_THE_ROLL = refusal(
    "with-the-roll",
    "{hero} is rolling. An inspiration gem is spent as a roll begins, one at most.",
    rule=sections.INSPIRATION_GEMS,
)


INSPIRED_FROM = 4
"""The level from which a scenario that was a success may inspire."""
BY_ITSELF = ("move", "attack", "recover")
"""The uses of a gem that add to a current act in a scenario."""


OF_A_GEM = "achievement gem"
"""The source of a gem's modifier of a roll."""


def _gems_added(table: Agemonia, hero: str) -> int:
    """How many gems of a hero add to the roll that it is making."""
    made = table.scene.roll
    return sum(plus.source == OF_A_GEM for plus in made.plus) if made and made.figure == hero else 0


ONE_GEM_AN_ATTACK: Limit[Agemonia] = Limit(_gems_added, ONE_GEM)


def gem_added(table: Agemonia, hero: str) -> Iterator[Refused]:
    """Why no gem adds to a roll any more: one is the most for each (成就宝石)."""
    yield from ONE_GEM_AN_ATTACK.reasons(table, hero, hero=table.called("heroes", hero))


class GemEvent(AgemoniaEvent):
    heading = "Gems"


class AchievementGemGained(GemEvent):
    # In the rulebook under 成就宝石.
    title = "Gain an achievement gem"
    help_text = "A hero gains an achievement gem. Fifteen is the most."
    sentence = "{hero} gained an achievement gem"
    former_fields = ("lost",)
    hero: HeroId
    source: Occasion = ""

    def plan(self, table: Agemonia) -> bool:
        """Whether the hero has no room for the gem."""
        return hero_of(table, self.hero).achievement_gems >= MOST_ACHIEVEMENT_GEMS

    def apply(self, table: Agemonia) -> None:
        if hero := table.heroes.get(self.hero):
            hero.achievement_gems = min(MOST_ACHIEVEMENT_GEMS, hero.achievement_gems + 1)

    def follow_plan(self, table: Agemonia, plan: bool) -> Iterator[Event[Agemonia]]:
        if plan:
            yield AchievementGemLost(hero=self.hero)


class AchievementGemLost(GemEvent):
    """An achievement gem beyond fifteen is lost. It changes nothing, as `AchievementGemGained` stops at fifteen."""

    help_text = "A hero holds fifteen gems at most: one too many is lost."
    sentence = "{hero} already had 15 achievement gems, so this one was lost"
    automatic = True
    hero: HeroId


def no_gem(table: Agemonia, hero: str) -> Iterator[Refused]:
    if not hero_of(table, hero).achievement_gems:
        yield NO_GEM()


class AchievementGemSpent(GemEvent):
    title = "Spend an achievement gem"
    help_text = (
        "A hero spends an achievement gem: for an ability check at any time, for anything else only in a scenario."
    )
    sentence = "{hero} spent an achievement gem"
    limits = {ONE_GEM_AN_ATTACK: {"use": "attack"}}
    hero: HeroId
    use: Annotated[Remark, FixedTexts(BY_ITSELF)] = Field(default="", title="what for")
    adds: Annotated[bool, Settled()] = Field(default=False, title="adds 1 to the current action")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_gem(table, self.hero)
        kept = table.scene.phase or (table.holds_to_steps() and table.step in ("city", "journey"))
        if self.use in BY_ITSELF and kept and not self._under_way(table):
            yield NOTHING_UNDER_WAY(hero=table.called("heroes", self.hero))
        if self.use == "attack" and self._under_way(table):
            yield from gem_added(table, self.hero)

    def _under_way(self, table: Agemonia) -> bool:
        """Whether the hero moves or attacks now, so that a gem may add to it.

        A recovery is recorded in one step, so it is never under way.
        """
        turn, made = table.scene.heroes.get(self.hero), table.scene.roll
        if self.use == "move":
            return turn is not None and turn.lengthens
        return self.use == "attack" and made is not None and (made.kind, made.figure) == ("attack", self.hero)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(adds=self._under_way(table))

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.achievement_gems = max(0, hero.achievement_gems - 1)
        if self.adds and self.use == "move":
            turn = table.scene.turn_of(self.hero)
            turn.points, turn.lengthens = turn.points + 1, False
        elif self.adds and table.scene.roll:
            table.scene.roll.plus.append(Modifier(source=OF_A_GEM, successes=1))


class InspirationGemGained(GemEvent):
    # In the rulebook under 灵感宝石.
    title = "Gain an inspiration gem"
    help_text = "A hero gains an inspiration gem."
    sentence = "{hero} gained an inspiration gem"
    hero: HeroId
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """After a scenario that was a success, for each hero."""
        running = table.running
        if running and not running.result.startswith("F") and not running.arena and table.level >= INSPIRED_FROM:
            title = text("{hero}: take an inspiration gem, if the result says so")
            yield from (Offer(title, {"hero": hero}, card=THE_END, ticked=False) for hero in table.heroes)

    def apply(self, table: Agemonia) -> None:
        if hero := table.heroes.get(self.hero):
            hero.inspiration_gems += 1

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if hero_of(table, self.hero).inspiration_gems > MOST_INSPIRATION_GEMS:
            yield InspirationConvertedToAchievement(hero=self.hero)


class InspirationConvertedToAchievement(GemEvent):
    help_text = "A sixth inspiration gem turns into an achievement gem."
    sentence = "{hero}'s sixth inspiration gem became an achievement gem"
    automatic = True
    hero: HeroId

    def apply(self, table: Agemonia) -> None:
        if hero := table.heroes.get(self.hero):
            hero.inspiration_gems = MOST_INSPIRATION_GEMS

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield AchievementGemGained(hero=self.hero, source="a sixth inspiration gem")


def no_inspiration(table: Agemonia, hero: str) -> Iterator[Refused]:
    if not hero_of(table, hero).inspiration_gems:
        yield NO_INSPIRATION()


class InspirationGemSpent(GemEvent):
    title = "Spend an inspiration gem"
    help_text = "A hero spends an inspiration gem, before rolling."
    sentence = "{hero} spent an inspiration gem"
    hero: HeroId
    use: Remark = Field(default="", title="what for")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_inspiration(table, self.hero)
        if table.scene.roll and table.scene.roll.figure == self.hero:
            yield WITH_THE_ROLL(hero=table.called("heroes", self.hero))

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.inspiration_gems = max(0, hero.inspiration_gems - 1)
