"""Class skills and passive actions that a hero uses in its turn (职业技能, 被动行动)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marks import Settled
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, Chips, HeroId, OwnSkill, hero_of
from domain.games.agemonia.campaign.vitality import (
    NOT_ENOUGH_TO_LOCK,
    ConditionDiscarded,
    ConditionGained,
    StaminaLocked,
    too_little_stamina,
)
from domain.games.agemonia.console.skills import turn_of
from domain.games.agemonia.console.terrain import OUT_OF_RANGE, distance_between
from domain.games.agemonia.console.turns import (
    ACTION_USED,
    action_gone,
    another_action,
    no_maneuver,
    not_at_turn,
    spend_maneuver,
    too_exhausted,
)
from domain.games.agemonia.figures import ActionId, FigureId, Small, conditions_of, is_enemy
from domain.games.agemonia.state.kinds import Skill
from domain.games.agemonia.state.table import Agemonia, Hero

SKILL_USED = never("skill-used", "This was already used this round.", rule=sections.CLASS_SKILLS)
SKILL_USED_THIS_TURN = SKILL_USED.saying("This was already used this turn.")
OTHER_SIDE = refusal("other-side", "That skill is for {side}.", rule=sections.CLASS_SKILLS)
ON_WHOM = never("on-whom", "Say who it is used on.", rule=sections.CLASS_SKILLS, asks=True)
NO_SUCH_CHIP = never("no-such-chip", "There is no such chip to turn.", rule=sections.CLASS_SKILLS)

Turned = Literal["spent to wound", "wound to spent"]
"""The ways to turn a chip over."""


class ClassSkillEvent(AgemoniaEvent):
    heading = "Class skills"


class PassiveActionActivated(ClassSkillEvent):
    # In the rulebook under 被动行动.
    title = "Keep a passive action going"
    help_text = "A passive action works for as long as stamina is locked on it. Perform it again to renew it."
    sentence = "{hero} kept {action} going"
    hero: HeroId
    action: ActionId
    amount: Chips

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from too_exhausted(table, self.hero)
        yield from not_at_turn(table, self.hero)
        yield from action_gone(table, self.hero)
        turn = turn_of(table, self.hero)
        if table.scene.phase == "turns" and (turn.did == "passive" or turn.attacks):
            yield ACTION_USED()
        yield from another_action(table, self.hero, self.action)
        yield from too_little_stamina(table, self.hero, self.amount, NOT_ENOUGH_TO_LOCK)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if before := hero.locked.pop(self.action, None):
            hero.spent += before.chips
            tokens = table.scene.tokens
            table.scene.tokens = {name: token for name, token in tokens.items() if token.source != self.action}
        if table.scene.phase == "turns":
            table.scene.turn_of(self.hero).did = "passive"

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield StaminaLocked(hero=self.hero, amount=self.amount, source=self.action)


class ClassSkillUsed(ClassSkillEvent):
    # In the rulebook under 职业技能.
    title = "Use a class skill"
    help_text = "A hero uses a class skill: one maneuver to have it until the turn ends, or once a round, as it says."
    sentence = "{hero} used {skill}[ on {figure}]"
    hero: HeroId
    skill: OwnSkill
    figure: FigureId | None = Field(default=None, title="on whom")
    chip: Turned | None = None
    amount: Small | None = None
    maneuver: Annotated[bool, Settled()] = Field(default=False, title="for a maneuver")
    once: Annotated[bool, Settled()] = Field(default=False, title="once a round")
    dodge: Annotated[Small, Settled()] = 0

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from skill_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = skill_plan(self, table)
        return self.copy_with(maneuver=plan.maneuver, once=plan.once, chip=plan.chip, dodge=plan.dodge)

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        if self.maneuver:
            spend_maneuver(table, self.hero)
            turn.boosts.append(self.skill)
        if self.once:
            turn.once.append(self.skill)
            turn.once_a_round.append(self.skill)
        turn.dodge += self.dodge
        if self.chip:
            hero = hero_of(table, self.hero)
            moved = min(1, to_turn(hero, self.chip)) * (1 if self.chip == "spent to wound" else -1)
            hero.spent, hero.wounds = hero.spent - moved, hero.wounds + moved

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.figure is None:
            return
        held, known = conditions_of(table, self.figure), Skill.of(table, self.skill)
        for condition in list(held) if known.clears else ():
            yield ConditionDiscarded(figure=self.figure, condition=condition)
        condition = _condition_given(known)
        if condition and condition not in held:
            yield ConditionGained(figure=self.figure, condition=condition)


@dataclass(frozen=True, slots=True)
class SkillPlan:
    """The costs and effects of using a class skill, from content, and its refusals."""

    maneuver: bool
    once: bool
    chip: Turned | None
    dodge: int
    reasons: tuple[Refused, ...]


def skill_plan(use: ClassSkillUsed, table: Agemonia) -> SkillPlan:
    """The plan of a class skill; `amount` replaces the dodge points of its content."""
    known = Skill.of(table, use.skill)
    return SkillPlan(
        maneuver=known.maneuver,
        once=_is_used_once(known),
        chip=use.chip if known.infuses else None,
        dodge=(known.dodge if use.amount is None else use.amount) if known.dodge else 0,
        reasons=tuple(_not_used(use, table, known)),
    )


def _not_used(use: ClassSkillUsed, table: Agemonia, known: Skill) -> Iterator[Refused]:
    yield from too_exhausted(table, use.hero)
    hero = hero_of(table, use.hero)
    if _is_used_once(known):
        yield from used_already(table, use.hero, use.skill)
    if known.maneuver:
        yield from not_at_turn(table, use.hero)
        yield from no_maneuver(table, use.hero)
    if use.figure is None and (known.clears or _condition_given(known)):
        yield ON_WHOM()
    if use.figure is not None:
        yield from _not_on(use.figure, use.hero, table, known)
    if known.infuses and not to_turn(hero, use.chip):
        yield NO_SUCH_CHIP()


def _not_on(figure: str, hero: str, table: Agemonia, known: Skill) -> Iterator[Refused]:
    """The refusals of a skill on a figure: it is for the other side, or by the map out of range."""
    foe, places = is_enemy(table, figure), table.scene.places
    if known.clears and foe:
        yield OTHER_SIDE(side=text("allies"))
    elif _condition_given(known) and not foe:
        yield OTHER_SIDE(side=text("enemies"))
    steps = distance_between(table, places[hero], places[figure]) if {hero, figure} <= places.keys() else None
    if known.reach and steps is not None and steps > known.reach:
        yield OUT_OF_RANGE(figure=table.called("figures", figure))


def _is_used_once(known: Skill) -> bool:
    """Whether a skill can be used only once, like one that gives dodge points, which do not add up."""
    return known.once or known.dodge > 0


def used_already(table: Agemonia, hero: str, skill: str) -> Iterator[Refused]:
    """The refusal of a skill that was used this round, or this turn if the table uses that ruling."""
    turn = turn_of(table, hero)
    if table.once_a == "turn" and skill in turn.once:
        yield SKILL_USED_THIS_TURN()
    elif table.once_a == "round" and skill in turn.once_a_round:
        yield SKILL_USED()


def to_turn(hero: Hero, chip: Turned | None) -> int:
    """The number of chips that can be turned over this way."""
    return {"spent to wound": hero.spent, "wound to spent": hero.wounds}.get(chip or "", 0)


def _condition_given(known: Skill) -> str:
    """The condition that using a skill gives; "" if none."""
    return known.condition if known.at == "turn" else ""
