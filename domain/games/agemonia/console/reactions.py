"""Reactive checks: against an enemy's attack, a trap, a story card; each shield blocks 1 (被动能力检定)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Known
from domain.framework.events.event import Event
from domain.framework.events.marks import Occasion, SearchText, Settled
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.refusal import Refused, never
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId
from domain.games.agemonia.campaign.gems import AchievementGemSpent, InspirationGemSpent, no_gem, no_inspiration
from domain.games.agemonia.campaign.vitality import StaminaLost
from domain.games.agemonia.console.dice import (
    INSPIRATION_DICE,
    REACTION_DIE,
    SPECIAL,
    ReactionFaces,
    not_rolled,
    roll_again,
    roll_dice,
    sides_of,
    successes_of,
)
from domain.games.agemonia.console.enemies import StruckBack, events_of_harm
from domain.games.agemonia.console.enemy_turns import (
    STRIKE_OPEN,
    Effect,
    EnemyAttackResolved,
    events_of_condition,
    no_strike,
    target_is_out,
)
from domain.games.agemonia.console.skills import Act, ability_rank, dice_from, focus_dice, no_focus, skills_in
from domain.games.agemonia.figures import MOST_DAMAGE, Damage, FriendId, Small, clamped_to
from domain.games.agemonia.state.scenario import Ability, Strike
from domain.games.agemonia.state.table import Agemonia

WRONG_ABILITY = never("wrong-ability", "This check does not use that ability.", rule=sections.REACTIVE_CHECKS)
REACTED = never("reacted", "The dice are already rolled: end the reaction.", rule=sections.REACTIVE_CHECKS)
NOT_REACTED = never("not-reacted", "This reaction has not been rolled here.", rule=sections.REACTIVE_CHECKS)


MOST_SHIELDS = 8
"""How many shields are a tap each."""


class ReactionEvent(AgemoniaEvent):
    heading = "Reactive checks"


class ReactiveCheckCalled(ReactionEvent):
    """Ask for a reactive check. With two abilities the target chooses one."""

    # In the rulebook under 被动能力检定以减少伤害.
    title = "Ask for a reactive check"
    help_text = "Something other than an enemy attack hurts a figure, such as a trap or a story card: it reacts."
    sentence = "{target} had to react[ to {source}]: {value} {effect}"
    target: FriendId
    value: Damage
    effect: Annotated[Effect, SearchText()] = "damage"
    ability: Ability
    ability_or: Ability | None = Field(default=None, title="or which ability")
    condition: ConditionId | None = None
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from target_is_out(table, self.target)
        if table.scene.strike:
            yield STRIKE_OPEN()

    def apply(self, table: Agemonia) -> None:
        table.scene.strike = Strike(
            target=self.target,
            value=self.value,
            effect=self.effect,
            ability=self.ability,
            ability_or=self.ability_or or "",
            condition=self.condition or "",
            source=self.source,
        )


class ReactiveCheckRolled(ReactionEvent):
    """Roll a reactive check.

    The faces are typed in or rolled here; if only shields are counted, their number is typed in. If the dice are rolled
    here and the hero has an achievement gem, its player decides about the gem once the result is known.
    """

    version = 2
    # In the rulebook under 被动能力检定以减少伤害.
    title = "Roll a reactive check"
    help_text = "A figure reacts to an attack, a trap or a story card: each shield blocks 1."
    sentence = "Reaction[: {faces}][: {successes|shield|shields}]"
    ability: Ability | None = None
    faces: ReactionFaces = ()
    shields: Small | None = Field(default=None, title="shields rolled")
    focus: bool = Field(default=False, title="the focus die")
    inspired: bool = Field(default=False, title="an inspiration gem")
    gem: bool = Field(default=False, title="an achievement gem")
    rerolled: Annotated[Small, Settled()] = 0
    successes: Annotated[Damage | None, Settled()] = None
    back: Annotated[Small, Settled()] = Field(default=0, title="retaliation")
    focused: Annotated[bool, Settled()] = Field(default=False, title="focus die used")
    waits: Annotated[bool, Settled()] = Field(default=False, title="a gem may be added")

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        """The dice are rolled here if the die is typed in, or on the table, which says how many shields they show."""
        strike = table.scene.strike
        if strike is None or strike.successes is not None:
            return
        plan, figure, seats = reaction_plan(cls(), table), table.called("figures", strike.target), _seats(table, strike)
        if not plan.reasons:
            title = text("{figure} reacts: roll {count|die|dice} here", figure=figure, count=plan.dice or 0)
            yield Offer(title, required=True, seats=seats)
        title, left = text("{figure} reacts: how many shields?", figure=figure), text("{figure} reacts", figure=figure)
        yield Offer(
            title,
            required=True,
            also_required=("shields",),
            reminder=left if plan.reasons else None,
            keypad="shields",
            keypad_numbers=range(min(strike.value, MOST_SHIELDS) + 1),
            seats=seats,
        )

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        """Set `focus` as `focused`: before, the focus die was always rolled if there was one."""
        fields["focus"] = fields.get("focused", False)

    @classmethod
    def reminders(cls, table: Agemonia, known: Known) -> Iterator[Text]:
        """The content that has to be typed in once to roll the dice here."""
        strike = table.scene.strike
        if strike and reaction_plan(cls(), table).dice is None:
            yield text(
                "Dice can be rolled here once the board of {figure} is typed in.",
                figure=table.called("figures", strike.target),
            )
        if not sides_of(table, REACTION_DIE):
            yield text("Dice can be rolled here once the faces of the reaction die are typed in.")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from reaction_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = reaction_plan(self, table)
        here = self.shields is None and not self.faces
        faces, rerolled = _throw_dice(table, plan, chance) if here else (self.faces, 0)
        shields, specials = successes_of(faces) if self.shields is None else self.shields, faces.count(SPECIAL)
        successes = clamped_to(shields + plan.plus + specials * plan.special + self.gem, MOST_DAMAGE)
        return self.copy_with(
            faces=tuple(faces),
            rerolled=rerolled,
            successes=successes,
            focused=plan.focused,
            back=clamped_to(specials * plan.back),
            waits=here and not self.gem and _gem_would_help(table, successes),
        )

    def apply(self, table: Agemonia) -> None:
        strike = table.scene.strike
        if strike and strike.target in table.scene.heroes:
            turn = table.scene.heroes[strike.target]
            turn.focused = turn.focused or self.focused
        if strike and self.waits:
            strike.successes = self.successes

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        strike = table.scene.strike
        if strike is None:
            return
        if self.inspired:
            yield InspirationGemSpent(hero=strike.target, use="reaction")
        if self.gem:
            yield AchievementGemSpent(hero=strike.target, use="check")
        if not self.waits:
            yield left_of(strike, self.successes or 0)
        if self.back and strike.target in table.heroes:
            yield StruckBack(figure=strike.target, to=strike.figure, kind="retaliate", amount=self.back)


def _throw_dice(table: Agemonia, plan: "ReactionPlan", chance: Chance) -> tuple[Sequence[str], int]:
    """The dice rolled here, and the number of rerolls by a skill."""
    faces = roll_dice(table, REACTION_DIE, plan.dice or 0, chance)
    return roll_again(SPECIAL, table, REACTION_DIE, faces, chance) if plan.rerolls else (faces, 0)


def _gem_would_help(table: Agemonia, successes: int) -> bool:
    """Whether the target has an achievement gem, and anything left to block with it."""
    strike = table.scene.strike
    hero = table.heroes.get(strike.target) if strike else None
    return bool(strike and hero and hero.achievement_gems and successes < strike.value)


def left_of(strike: Strike, successes: int) -> Event[Agemonia]:
    """The event of the rest of an attack, or of other harm, after the reaction."""
    value = max(0, strike.value - successes)
    return EnemyAttackResolved.of(strike, value) if strike.figure else HarmResolved.of(strike, value)


@dataclass(frozen=True, slots=True)
class ReactionPlan:
    """A reaction: its dice, the effects of skills, and its refusals.

    `dice` is None if the rank of the ability is unknown. `special` and `back` are the shields and the retaliation for
    each special face, `plus` are additional shields.
    """

    dice: int | None
    focused: bool
    plus: int
    special: int
    back: int
    rerolls: bool
    reasons: tuple[Refused, ...]


def reaction_plan(reaction: ReactiveCheckRolled, table: Agemonia) -> ReactionPlan:
    """The plan of a reaction: the rank of the ability, and the modifiers of gems, skills and the focus die."""
    strike = table.scene.strike or Strike(target="")
    act = Act("reaction", strike.target, attack=strike.attack, ability=reaction.ability or strike.ability)
    known = ability_rank(table, act.hero, act.ability)
    focus = focus_dice(table, act.hero) if reaction.focus else 0
    dice = None if known is None else known + dice_from(table, act) + focus + INSPIRATION_DICE * reaction.inspired
    skills = [skill for _, skill in skills_in(table, act)]
    return ReactionPlan(
        dice=dice,
        focused=focus > 0,
        plus=sum(skill.successes for skill in skills),
        special=sum(skill.face_successes for skill in skills),
        back=sum(skill.face_retaliate for skill in skills) if strike.figure else 0,
        rerolls=any(skill.face_rerolls for skill in skills),
        reasons=tuple(_no_reaction(reaction, table, dice)),
    )


def _no_reaction(reaction: ReactiveCheckRolled, table: Agemonia, dice: int | None) -> Iterator[Refused]:
    yield from no_strike(table)
    strike = table.scene.strike
    if strike is None:
        return
    if strike.successes is not None:
        yield REACTED()
    if reaction.ability and strike.ability and reaction.ability not in (strike.ability, strike.ability_or):
        yield WRONG_ABILITY()
    if reaction.shields is None:
        yield from not_rolled(table, REACTION_DIE, dice, reaction.faces, sections.REACTIVE_CHECKS)
    if reaction.focus:
        yield from no_focus(table, strike.target)
    if reaction.inspired:
        yield from no_inspiration(table, strike.target)
    if reaction.gem:
        yield from no_gem(table, strike.target)


def dice_for_reaction(table: Agemonia) -> Iterator[Offer]:
    """The reaction die, so that it is rolled here from then on."""
    strike = table.scene.strike
    if strike and strike.successes is None and not sides_of(table, REACTION_DIE):
        title = text("Type in the reaction die once: from then on it is rolled here")
        yield Offer(title, {"die": REACTION_DIE}, seats=_seats(table, strike))


def _seats(table: Agemonia, strike: Strike) -> frozenset[str]:
    return seat_alone(table.seat_of("figures", strike.target))


class ReactionEnded(ReactionEvent):
    # In the rulebook under 成就宝石.
    title = "End the reaction"
    help_text = "The reaction is rolled. Before it counts, an achievement gem can add a shield."
    sentence = "Reaction total: {successes|shield|shields}"
    gem: bool = Field(default=False, title="an achievement gem")
    successes: Annotated[Damage | None, Settled()] = None

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        strike = table.scene.strike
        if strike and strike.successes is not None:
            figure = table.called("figures", strike.target)
            title = text("{figure}: spend an achievement gem, or end the reaction", figure=figure)
            yield Offer(title, required=True, opens_form=True, seats=_seats(table, strike))

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_strike(table)
        strike = table.scene.strike
        if strike and strike.successes is None:
            yield NOT_REACTED()
        if strike and self.gem:
            yield from no_gem(table, strike.target)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        rolled = table.scene.strike.successes if table.scene.strike else None
        return self.copy_with(successes=clamped_to((rolled or 0) + self.gem, MOST_DAMAGE))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if strike := table.scene.strike:
            if self.gem:
                yield AchievementGemSpent(hero=strike.target, use="check")
            yield left_of(strike, self.successes or 0)


class HarmResolved(ReactionEvent):
    help_text = "The rest of the harm after the reaction. If at least 1 gets through, so does its condition."
    sentence = "{target}: {value} {effect}[ ({source})]"
    automatic = True
    target: FriendId
    value: Damage
    effect: Annotated[Effect, SearchText()]
    condition: ConditionId | None = None
    source: Occasion = ""

    @classmethod
    def of(cls, strike: Strike, value: int) -> Self:
        fields = {"target": strike.target, "value": value, "effect": strike.effect, "source": strike.source}
        return cls.model_validate({**fields, "condition": strike.condition or None})

    def apply(self, table: Agemonia) -> None:
        table.scene.strike = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.value and self.effect == "stamina loss" and self.target in table.heroes:
            yield StaminaLost(hero=self.target, amount=clamped_to(self.value), source=self.source)
        elif self.effect != "condition":
            yield from events_of_harm(table, self.target, self.value, self.source)
        if self.value or self.effect == "condition":
            yield from events_of_condition(table, self.target, self.condition)
