"""Levels 1 to 5: experience, and every sub-step of gaining a level (经验值和获得等级)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Amount, FixedTexts, Line, Merged, Occasion, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import (
    POINTS_PAID,
    STARS_PAID,
    THE_END,
    AgemoniaEvent,
    HeroId,
    Level,
    Price,
    ProfessionId,
    ScenarioNo,
    below_level,
    hero_of,
    too_late,
)
from domain.games.agemonia.campaign.gems import InspirationGemGained
from domain.games.agemonia.figures import ActionId
from domain.games.agemonia.state.kinds import HeroBoard, HeroClass, LevelCard, ScenarioPrint
from domain.games.agemonia.state.table import HIGHEST_LEVEL, MOST_INSPIRATION_GEMS, Agemonia, Area, LevelUp

NO_CLASS_YET = never(
    "level-too-low", "Classes are chosen at level {level}.", rule=sections.CHOOSING_CLASS, areas=("levels",)
)
NO_PROFESSION_YET = never(
    "level-too-low",
    "Professions can be learned from level {level}.",
    rule=sections.LEARNING_PROFESSION,
    areas=("levels",),
)
NO_TALENT_YET = NO_PROFESSION_YET.saying("Talents are recorded from level {level}.")
EXPERIENCE_GIVEN = refusal("experience-given", "This scenario already gave its experience.", rule=sections.LEVELS)
NO_EXPERIENCE_SYMBOL = refusal(
    "no-experience-symbol", "This scenario shows no experience symbol.", rule=sections.LEVELS
)
NEVER_PLAYED = refusal("never-played", "{scenario} was never played here.", rule=sections.LEVELS, areas=("scenarios",))
PAST_THE_START = refusal(
    "past-the-start", "Levels are gained at the start of the city step.", rule=sections.LEVELS, areas=("steps",)
)
NOT_NEXT_LEVEL = never("not-next-level", "The next level is {next}; level 5 is the highest.", rule=sections.LEVELS)
NOT_ENOUGH_EXPERIENCE = never(
    "not-enough-experience", "Not enough experience ({have}/{need}).", rule=sections.LEVELS, areas=("scenarios",)
)
CLASS_CHOSEN = never("class-chosen", "The class cannot be changed.", rule=sections.CHOOSING_CLASS)
SKILL_OWNED = never("skill-owned", "This skill is already ticked.", rule=sections.GAINING_SKILLS)
ONE_SKILL_A_LEVEL = never(
    "one-skill-a-level", "One skill a level, from level 2.", rule=sections.GAINING_SKILLS, areas=("levels",)
)
CLASS_FIRST = never("class-first", "Choose a class first.", rule=sections.GAINING_ACTIONS, areas=("levels",))
CLASS_FIRST_OF_ALL = CLASS_FIRST.under(sections.GAINING_SKILLS)
TOKENS_TAKEN = refusal("tokens-taken", "Two action tokens a level.", rule=sections.GAINING_ACTIONS)
LEVEL_DUE = refusal(
    "level-due", "Level {level} is ticked: gain it now, or say why it waits.", rule=sections.LEVELS, areas=("levels",)
)
NO_LEVEL_UP = never("no-level-up", "This level is not being gained.", rule=sections.LEVELS)
ONE_POINT = refusal("one-point", "A scenario gives 1 experience.", rule=sections.LEVELS)
LEVEL_UP_UNFINISHED = refusal("level-up-unfinished", "Finish this first: {list}.", rule=sections.LEVELS)
HAS_PROFESSION = never("has-profession", "This hero already has a profession.", rule=sections.LEARNING_PROFESSION)
PROFESSION_TAKEN = never("profession-taken", "This profession belongs to {hero}.", rule=sections.LEARNING_PROFESSION)
TALENT_OWNED = never("talent-owned", "This is already learned.", rule=sections.LEARNING_PROFESSION)

UNNAMED = "–"
"""The value of `scenario` if none is named."""
# A hero chooses a class at level 2, for good (§「选择职业」).
CLASS_LEVEL = 2
STEPS: dict[str, Area] = {"disk": "vitality", "class": "builds", "skill": "builds", "tokens": "builds"}
"""The steps of every hero at a new level, each with its area, which must be tracked; the class only at level 2."""
WORDS = {"disk": text("disk"), "class": text("class"), "skill": text("skill"), "tokens": text("tokens")}


def its_skills(table: Agemonia, hero: str) -> list[str]:
    """The skills on a hero's class card; on both of its cards until it chooses a class."""
    chosen = hero_of(table, hero).hero_class
    classes = [chosen] if chosen else HeroBoard.of(table, hero).classes
    return [skill for id_ in classes for skill in HeroClass.of(table, id_).skills]


ItsClass = Annotated[str, Choice("classes", lambda table, hero: HeroBoard.of(table, hero).classes, given=("hero",))]
ItsSkill = Annotated[str, Choice("skills", its_skills, given=("hero",))]


class LevelEvent(AgemoniaEvent):
    heading = "Levels"


class ExperienceGained(NumbersMoved[Agemonia], LevelEvent):
    title = "Gain experience"
    help_text = "All heroes gain one experience for the scenario, once, win or lose."
    sentence = "The heroes gained {amount} experience[ from {scenario}]"
    tracked = ("levels",)
    scenario: ScenarioNo = UNNAMED
    amount: Annotated[Amount, Merged(), Gains("experience")] = 1
    source: Occasion = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """After a scenario, if its card is not known to give experience."""
        running = table.running
        if running and not running.experience and not running.arena:
            title = text("Experience, if the card shows its symbol")
            yield Offer(title, {"scenario": running.scenario}, opens_form=True, card=THE_END, ticked=False)

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Agemonia) -> Mapping[str, object]:
        return {"scenario": ""} if fields.get("scenario") == UNNAMED else {}

    def check(self, table: Agemonia) -> Iterator[Refused]:
        card = table.scenarios.get(self.scenario)
        if card and card.experience_given:
            yield EXPERIENCE_GIVEN()
        if ScenarioPrint.of(table, self.scenario).xp is False:
            yield NO_EXPERIENCE_SYMBOL()
        if self.scenario != UNNAMED and self.amount > 1:
            yield ONE_POINT()
        if self.scenario != UNNAMED and not self._played(table):
            yield NEVER_PLAYED(scenario=table.called("scenarios", self.scenario))

    def _played(self, table: Agemonia) -> bool:
        card = table.scenarios.get(self.scenario)
        return bool(card and card.results) or bool(table.running and table.running.scenario == self.scenario)

    def apply(self, table: Agemonia) -> None:
        move_numbers(table, self)
        if self.scenario != UNNAMED:
            table.card(self.scenario).experience_given = True

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        for level in range(max(table.levels_ticked, default=1) + 1, HIGHEST_LEVEL + 1):
            need = table.needed(level)
            if need is not None and table.experience >= need:
                yield LevelUpBecamePending(level=level)


def experience_left(table: Agemonia, level: int) -> tuple[str, ...]:
    """The scenarios of a level that show the symbol and have given no experience.

    Empty if some of the experience has no scenario.
    """
    given = {id_ for id_, card in table.scenarios.items() if card.experience_given}
    if len(given) < table.experience:
        return ()
    printed = {id_: ScenarioPrint.of(table, id_) for id_ in table.ids("scenarios") if id_ not in given}
    return tuple(id_ for id_, card in printed.items() if card.xp and card.level == level)


class LevelUpBecamePending(LevelEvent):
    """Tick the next level (清理).

    If every experience point has its scenario, `missing` lists the scenarios of the level before that gave none.
    """

    help_text = "Tick the next level on the party sheet. It takes effect at the next city step."
    sentence = "Ticked level {level}: it is gained at the next city step[. Not played yet: {missing}]"
    tracked = ("levels",)
    automatic = True
    level: Level
    missing: Annotated[tuple[ScenarioNo, ...], Field(max_length=999), Settled()] = ()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(missing=experience_left(table, self.level - 1))

    def apply(self, table: Agemonia) -> None:
        table.levels_ticked = list(dict.fromkeys((*table.levels_ticked, self.level)))
        if table.step == "city" and table.city.has_begun:
            table.city.later.append(self.level)


class LevelGained(LevelEvent):
    title = "Gain a level"
    help_text = "All heroes gain a level, at the start of the city step."
    sentence = "The party reached level {level}"
    log = LogRole(memorable=True)
    during = ("city",)
    tracked = ("levels",)
    level: Level

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        if level := level_due(table):
            yield Offer(text("Gain level {level}"), {"level": level}, required=True)

    @classmethod
    def offers_after_scenario(cls, table: Agemonia) -> Iterator[Offer]:
        """In the city step that comes next, unless the scenario is played again."""
        due, running = table.level + 1, table.running
        if running and not running.replay and due in table.levels_ticked:
            yield Offer(text("Gain level {level}"), {"level": due}, required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if self.level != table.level + 1:
            yield NOT_NEXT_LEVEL(next=min(table.level + 1, HIGHEST_LEVEL))
        need = table.needed(self.level)
        if need is not None and table.experience < need:
            yield NOT_ENOUGH_EXPERIENCE(have=table.experience, need=need)
        if table.city.has_begun and level_due(table) is None:
            yield PAST_THE_START()
        if table.holds_to_steps():
            yield from level_unfinished(table)

    def apply(self, table: Agemonia) -> None:
        table.level = self.level
        table.levels_ticked = list(dict.fromkeys((*table.levels_ticked, self.level)))
        table.level_up = LevelUp(level=self.level)
        for hero in table.everybody():
            hero.level_steps = []

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        known = LevelCard.of(table, str(self.level))
        for hero in table.heroes:
            if known.slot != "none":
                yield ActionSlotUnlocked(hero=hero, level=self.level, kind=known.slot or "")
            for _ in range(min(known.inspiration_gems, MOST_INSPIRATION_GEMS)):
                yield InspirationGemGained(hero=hero, source=f"level {self.level}")


class LevelStep(LevelEvent):
    """A step that each hero takes at a new level."""

    sub_step: ClassVar[str]
    wanted: ClassVar[Text]

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for hero in table.heroes:
            if cls.sub_step in missing_steps(table, hero):
                yield Offer(text("{hero}: {what}", what=cls.wanted), {"hero": hero}, required=True)


class ClassChosen(LevelStep):
    # In the rulebook under 选择职业.
    title = "Choose a class"
    help_text = "At level 2 a hero picks one of its two classes, for good."
    sentence = "{hero} chose the class {hero_class}"
    tracked = ("builds",)
    sub_step, wanted = "class", text("choose a class")
    hero: HeroId
    hero_class: ItsClass

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if hero_of(table, self.hero).hero_class:
            yield CLASS_CHOSEN()
        yield from below_level(table, CLASS_LEVEL, NO_CLASS_YET)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.hero_class = self.hero_class
        hero.level_steps.append("class")


class ClassSkillGained(LevelStep):
    # In the rulebook under 获得职业技能.
    title = "Tick a class skill"
    help_text = "A hero ticks one of its class's five skills."
    sentence = "{hero} learned {skill}"
    log = LogRole(memorable=True)
    tracked = ("builds",)
    sub_step, wanted = "skill", text("tick a class skill")
    hero: HeroId
    skill: ItsSkill

    def check(self, table: Agemonia) -> Iterator[Refused]:
        hero = hero_of(table, self.hero)
        if not hero.hero_class:
            yield CLASS_FIRST_OF_ALL()
        if self.skill in hero.skills:
            yield SKILL_OWNED()
        if len(hero.skills) >= table.level - 1:
            yield ONE_SKILL_A_LEVEL()

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.skills.append(self.skill)
        hero.level_steps.append("skill")


class ActionTokensGained(LevelStep):
    # In the rulebook under 获得行动指示物.
    title = "Take two action tokens"
    help_text = "A hero takes two action tokens of the new level: one hero token and one class token."
    sentence = "{hero} took the action tokens {hero_token} and {class_token} of level {level}"
    tracked = ("builds",)
    sub_step, wanted = "tokens", text("take two action tokens")
    hero: HeroId
    hero_token: ActionId
    class_token: ActionId
    level: Level | None = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not hero_of(table, self.hero).hero_class:
            yield CLASS_FIRST()
        if (self.level or table.level) in hero_of(table, self.hero).token_levels:
            yield TOKENS_TAKEN()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self if self.level else self.copy_with(level=table.level)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        hero.tokens += [self.hero_token, self.class_token]
        hero.token_levels.append(self.level or table.level)
        hero.level_steps.append("tokens")


class ActionSlotUnlocked(LevelEvent):
    # In the rulebook under 解锁行动槽位.
    help_text = "A slot on the extra action board unlocks: a normal one at levels 2 and 4, an open one at 3 and 5."
    sentence = "{hero} unlocked the level {level} action slot[ ({kind})]"
    tracked = ("builds",)
    automatic = True
    hero: HeroId
    level: Level
    kind: Annotated[Remark, FixedTexts(("normal", "open"))]
    """Empty if unknown."""

    def apply(self, table: Agemonia) -> None:
        if hero := table.heroes.get(self.hero):
            hero.slots[str(self.level)] = self.kind


def level_due(table: Agemonia) -> int | None:
    """The ticked level that is due now; None while a level is being gained, or if it waits for the next city step."""
    level = table.level + 1
    waits = table.level_up is not None or level in table.city.later
    return level if level in table.levels_ticked and not waits else None


def not_gained(table: Agemonia) -> Iterator[Refused]:
    """The refusal while a ticked level is not gained: it has to be gained in its own city step (概述)."""
    if level := level_due(table):
        yield LEVEL_DUE(level=level)


def level_unfinished(table: Agemonia) -> Iterator[Refused]:
    """The refusal while a hero has steps left at the level being gained."""
    left = {hero: missing_steps(table, hero) for hero in table.heroes}
    if any(left.values()):
        yield LEVEL_UP_UNFINISHED(
            list=tuple(
                text("{hero} ({steps})", hero=table.called("heroes", hero), steps=tuple(WORDS[step] for step in steps))
                for hero, steps in left.items()
                if steps
            )
        )


def missing_steps(table: Agemonia, hero: str) -> list[str]:
    """The steps that a hero has left at the level being gained; empty if there is no such level."""
    if table.level_up is None:
        return []
    done = hero_of(table, hero)
    wanted = [step for step, area in STEPS.items() if table.tracks(area)]
    chosen = ["class"] if done.hero_class else []
    return [step for step in wanted if step not in (*done.level_steps, *chosen)]


class LevelUpCompleted(LevelEvent):
    title = "Finish the level-up"
    help_text = "Every hero has taken everything the new level gives."
    sentence = "Level {level} was completed"
    tracked = ("levels",)
    ends = "step"
    level: Level

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        yield Offer(text("Finish level {level}"), {"level": table.level}, required=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.level_up is None or table.level_up.level != self.level:
            yield NO_LEVEL_UP()
        yield from level_unfinished(table)

    def apply(self, table: Agemonia) -> None:
        table.level_up = None
        for hero in table.everybody():
            hero.level_steps = []


class ProfessionLearned(NumbersMoved[Agemonia], LevelEvent):
    # In the rulebook under 学习专精.
    title = "Learn a profession"
    help_text = "From level 2 a hero can learn a profession at the right service. Only one hero can have each."
    sentence = "{hero} learned the profession {profession}[ for {price|star|stars}]"
    layout = Layout(usual=("price", "points"))
    during = ("city",)
    offer = Offer(also_required=("price",))
    tracked = ("builds",)
    hero: HeroId
    profession: ProfessionId
    price: Annotated[Price, STARS_PAID] = 0
    points: Annotated[Price, POINTS_PAID] = 0

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from below_level(table, CLASS_LEVEL, NO_PROFESSION_YET)
        if hero_of(table, self.hero).profession:
            yield HAS_PROFESSION()
        for other, hero in table.heroes.items():
            if hero.profession == self.profession and other != self.hero:
                yield PROFESSION_TAKEN(hero=table.called("heroes", other))
        yield from too_late(table, self.points)

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).profession = self.profession
        move_numbers(table, self)


class TalentLearned(NumbersMoved[Agemonia], LevelEvent):
    title = "Learn a talent"
    help_text = "From level 2 a hero can learn a talent."
    sentence = "{hero} learned the talent {talent}[ for {price|star|stars}][, {points|point|points}]"
    tracked = ("builds",)
    hero: HeroId
    talent: Line
    price: Annotated[Price, STARS_PAID] = 0
    points: Annotated[Price, POINTS_PAID] = 0

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_late(table, self.points)
        yield from below_level(table, CLASS_LEVEL, NO_TALENT_YET)
        if self.talent in hero_of(table, self.hero).talents:
            yield TALENT_OWNED()

    def apply(self, table: Agemonia) -> None:
        hero_of(table, self.hero).talents.append(self.talent)
        move_numbers(table, self)
