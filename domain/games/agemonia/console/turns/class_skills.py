"""Class skills and passive actions that a hero uses in its turn (职业技能, 被动行动)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Event, Settled, Sums
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, Chips, HeroId, SkillId, hero_of
from domain.games.agemonia.campaign.conditions import ConditionDiscarded, ConditionGained
from domain.games.agemonia.campaign.vitality import StaminaLocked, too_little_to_lock
from domain.games.agemonia.console.rounds.rounds import SKILL_NOT_OWNED
from domain.games.agemonia.console.turns.maneuvers import no_maneuver, spend_maneuver
from domain.games.agemonia.console.turns.skills import turn_of
from domain.games.agemonia.console.turns.turns import action_gone, exhausted, not_at_turn
from domain.games.agemonia.figures import ActionId, FigureId, Small, conditions_of, number_in
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused, never

SKILL_USED = never("skill-used", "Already used this turn.", rule=sections.CLASS_SKILLS)
ON_WHOM = never("on-whom", "Say on whom.", rule=sections.CLASS_SKILLS)
NO_SUCH_CHIP = never("no-such-chip", "There is no such chip to turn.", rule=sections.CLASS_SKILLS)


class ClassSkillEvent(AgemoniaEvent):
    area_of_play = "Class skills"


class PassiveActionActivated(ClassSkillEvent):
    help_text = (
        "A passive action goes on for as long as stamina is locked on it; performed again, it starts anew (被动行动)."
    )
    says = "{hero} keeps {action} going"
    hero: HeroId
    action: ActionId
    amount: Annotated[Chips, Sums()]

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from exhausted(table, self.hero)
        yield from action_gone(table, self.hero)
        yield from too_little_to_lock(table, self.hero, self.amount)

    def apply(self, table: Agemonia) -> None:
        hero = hero_of(table, self.hero)
        if before := hero.locked.pop(self.action, None):
            hero.spent += before.chips
            tokens = table.scene.tokens
            table.scene.tokens = {name: token for name, token in tokens.items() if token.source != self.action}
        table.scene.turn_of(self.hero).did = "action"

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield StaminaLocked(hero=self.hero, amount=self.amount, source=self.action)


class ClassSkillUsed(ClassSkillEvent):
    help_text = (
        "A hero uses a class skill: for a maneuver until the turn ends, or once a turn, as the skill says (职业技能)."
    )
    says = "{hero} uses {skill}[ on {figure}]"
    hero: HeroId
    skill: SkillId
    figure: FigureId | None = Field(default=None, title="on whom")
    chip: Literal["spent to wound", "wound to spent"] | None = None
    amount: Annotated[Small | None, Sums()] = None
    maneuver: Annotated[bool, Settled()] = Field(default=False, title="for a maneuver")
    once: Annotated[bool, Settled()] = Field(default=False, title="once a turn")
    dodge: Annotated[Small, Settled()] = 0

    def check(self, table: Agemonia) -> Iterator[Refused]:
        known = table.thing("skills", self.skill)
        if self.skill not in hero_of(table, self.hero).skills:
            yield SKILL_NOT_OWNED(hero=self._name(table))
        if known.get("once") and self.skill in turn_of(table, self.hero).once:
            yield SKILL_USED()
        if known.get("maneuver"):
            yield from not_at_turn(table, self.hero)
            yield from no_maneuver(table, self.hero)
        if (known.get("clears") or self._condition(table)) and self.figure is None:
            yield ON_WHOM()
        if known.get("infuses"):
            yield from self._no_such_chip(table)

    def _name(self, table: Agemonia) -> object:
        return table.called("heroes", self.hero)

    def _no_such_chip(self, table: Agemonia) -> Iterator[Refused]:
        hero = hero_of(table, self.hero)
        have = {"spent to wound": hero.spent, "wound to spent": hero.wounds}.get(self.chip or "", 0)
        if not have:
            yield NO_SUCH_CHIP()

    def _condition(self, table: Agemonia) -> str:
        """The condition that using it gives."""
        known = table.thing("skills", self.skill)
        return str(known.get("condition", "")) if known.get("at") == "turn" else ""

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        known = table.thing("skills", self.skill)
        dodge = number_in(known, "dodge")
        return self.but(
            maneuver=known.get("maneuver") is True,
            once=known.get("once") is True,
            chip=self.chip if known.get("infuses") else None,
            dodge=(dodge if self.amount is None else self.amount) if dodge else 0,
        )

    def apply(self, table: Agemonia) -> None:
        turn = table.scene.turn_of(self.hero)
        if self.maneuver:
            spend_maneuver(table, self.hero)
            turn.boosts.append(self.skill)
        if self.once:
            turn.once.append(self.skill)
        turn.dodge += self.dodge
        if self.chip:
            hero, way = hero_of(table, self.hero), 1 if self.chip == "spent to wound" else -1
            moved = way if (hero.spent if way > 0 else hero.wounds) else 0
            hero.spent, hero.wounds = hero.spent - moved, hero.wounds + moved

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.figure is None:
            return
        if table.thing("skills", self.skill).get("clears"):
            for condition in list(conditions_of(table, self.figure)):
                yield ConditionDiscarded(figure=self.figure, condition=condition)
        condition = self._condition(table)
        if condition and condition not in conditions_of(table, self.figure):
            yield ConditionGained(figure=self.figure, condition=condition)


EVENTS: tuple[type[Event[Agemonia]], ...] = (ClassSkillUsed, PassiveActionActivated)
