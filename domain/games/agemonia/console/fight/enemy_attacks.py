"""Attacks of enemies and the reactive checks against them (敌人攻击, 被动能力检定)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Event, Searched, Settled
from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId, HeroId
from domain.games.agemonia.campaign.gems import InspirationGemSpent, no_inspiration
from domain.games.agemonia.console.checks.dice import (
    INSPIRATION_DICE,
    REACTION_DIE,
    SPECIAL,
    ReactionFaces,
    not_rolled,
    roll,
    without,
    worth,
)
from domain.games.agemonia.console.fight.enemies import StruckBack
from domain.games.agemonia.console.fight.enemy_turns import afflicted, suffered, untouchable
from domain.games.agemonia.console.fight.targets import Effect, out_of_its_reach, printed_effect, wrong_target
from domain.games.agemonia.console.map.terrain import in_the_way
from domain.games.agemonia.console.rounds.order import out_of_turn
from domain.games.agemonia.console.turns.skills import Act, dice_from, focus_dice, rank, working
from domain.games.agemonia.figures import (
    MOST_DAMAGE,
    Damage,
    EnemyFigure,
    FriendId,
    Small,
    capped,
    enemy_of,
)
from domain.games.agemonia.state.scenario import Ability, AttackKind, Strike
from domain.games.agemonia.state.table import Agemonia
from domain.refusal import Refused, never

NO_ATTACK = never("no-attack", "No enemy attacks now.", rule=sections.ENEMY_ATTACKS)
STRIKE_OPEN = never("strike-open", "An attack waits for its target to react.", rule=sections.ENEMY_ATTACKS)
OTHER_AREA = never("other-area", "The new target must be a hero in the same area.", rule=sections.ENEMY_ATTACKS)


class EnemyAttackEvent(AgemoniaEvent):
    area_of_play = "Enemy attacks"


class EnemyAttackDeclared(EnemyAttackEvent):
    # In the rulebook under 敌人攻击.
    help_text = "An enemy attacks: what its card says, unless something else is typed; the target reacts."
    says = "{figure} attacks {target}[: {strength}]"
    figure: EnemyFigure
    target: FriendId
    attack: AttackKind | None = None
    effect: Annotated[Effect | None, Searched()] = None
    value: Damage | None = None
    ability: Ability | None = Field(default=None, title="reactive check")
    blocked: bool | None = Field(default=None, title="aim blocked")
    condition: ConditionId | None = None
    strength: Annotated[Damage | None, Settled()] = None

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from strike_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = strike_plan(self, table)
        return self.model_validate(
            {
                **dict(self),
                "attack": plan.attack,
                "effect": plan.effect,
                "value": plan.value,
                "strength": plan.strength,
                "ability": plan.ability,
                "condition": plan.condition,
            }
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.strike = Strike(
            figure=self.figure,
            target=self.target,
            attack=self.attack or "",
            value=self.strength or 0,
            effect=self.effect or "damage",
            ability=self.ability or "",
            condition=self.condition or "",
        )

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if not self.ability and table.scene.strike:
            yield EnemyAttackResolved.of(table.scene.strike, self.strength or 0)


@dataclass(frozen=True, slots=True)
class StrikePlan:
    """An enemy's attack before its target reacts: what it does and how strong it is, and why it is not made so.

    A blocked aim takes 1 off the value of a ranged or magic attack: what is left is its strength.
    """

    attack: str | None
    effect: Effect
    value: int
    strength: int
    ability: str | None
    condition: str | None
    reasons: tuple[Refused, ...]


def strike_plan(strike: EnemyAttackDeclared, table: Agemonia) -> StrikePlan:
    """The plan of an attack: what the enemy's card says, unless something else is typed."""
    card = enemy_of(table, strike.figure)
    attack = strike.attack or card.attack or None
    effect = strike.effect or printed_effect(card, strike.value)
    printed = {"damage": card.damage, "stamina loss": card.stamina}.get(effect, 0)
    value = printed if strike.value is None else strike.value
    blocked = in_the_way(table, strike.figure, (strike.target,)) if strike.blocked is None else strike.blocked
    return StrikePlan(
        attack=attack,
        effect=effect,
        value=value,
        strength=max(0, value - (blocked and attack in ("ranged", "magic"))),
        ability=strike.ability or card.ability or None,
        condition=strike.condition or card.condition or None,
        reasons=tuple(_not_struck(strike, table)),
    )


def _not_struck(strike: EnemyAttackDeclared, table: Agemonia) -> Iterator[Refused]:
    yield from untouchable(table, strike.target)
    yield from out_of_turn(table, strike.figure)
    if table.scene.strike:
        yield STRIKE_OPEN()
    wrong = list(wrong_target(table, strike.figure, strike.target, strike.attack))
    yield from wrong or out_of_its_reach(table, strike.figure, strike.target, strike.attack)


def no_strike(table: Agemonia) -> Iterator[Refused]:
    if table.scene.strike is None:
        yield NO_ATTACK()


class EnemyAttackRedirected(EnemyAttackEvent):
    help_text = "Another hero in the same area steps in, if both players agree."
    says = "{hero} steps in"
    hero: HeroId

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from no_strike(table)
        yield from untouchable(table, self.hero)
        places, strike = table.scene.places, table.scene.strike
        if strike and strike.target in places and places.get(self.hero) != places[strike.target]:
            yield OTHER_AREA()

    def apply(self, table: Agemonia) -> None:
        if table.scene.strike:
            table.scene.strike.target = self.hero


class ReactiveCheckRolled(EnemyAttackEvent):
    """The faces are those of the table, or rolled here; a table that only counts says how many shields it rolled."""

    # In the rulebook under 被动能力检定以减少伤害.
    help_text = "The target of an enemy's attack reacts: each shield takes 1 off."
    says = "Reaction[: {faces}][: {successes|shield|shields}]"
    faces: ReactionFaces = ()
    shields: Small | None = Field(default=None, title="shields rolled")
    inspired: bool = Field(default=False, title="an inspiration gem")
    rerolled: Annotated[Small, Settled()] = 0
    successes: Annotated[Damage | None, Settled()] = None
    back: Annotated[Small, Settled()] = Field(default=0, title="retaliation")
    focused: Annotated[bool, Settled()] = Field(default=False, title="focus die used")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from reaction_plan(self, table).reasons

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        plan = reaction_plan(self, table)
        faces: Sequence[str] = self.faces
        rerolled = 0
        if self.shields is None and not faces:
            faces = roll(table, REACTION_DIE, plan.dice or 0, chance)
            faces, rerolled = without(SPECIAL, table, REACTION_DIE, faces, chance) if plan.rerolls else (faces, 0)
        shields, specials = worth(faces) if self.shields is None else self.shields, faces.count(SPECIAL)
        return self.but(
            faces=tuple(faces),
            rerolled=rerolled,
            successes=capped(shields + plan.plus + specials * plan.special, MOST_DAMAGE),
            focused=plan.focused,
            back=capped(specials * plan.back),
        )

    def apply(self, table: Agemonia) -> None:
        if (strike := table.scene.strike) and strike.target in table.scene.heroes:
            turn = table.scene.heroes[strike.target]
            turn.focused = turn.focused or self.focused

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        strike = table.scene.strike
        if strike is None:
            return
        if self.inspired:
            yield InspirationGemSpent(hero=strike.target, use="reaction")
        yield EnemyAttackResolved.of(strike, max(0, strike.value - (self.successes or 0)))
        if self.back and strike.target in table.heroes:
            yield StruckBack(figure=strike.target, to=strike.figure, kind="retaliate", amount=self.back)


@dataclass(frozen=True, slots=True)
class ReactionPlan:
    """How the target of an enemy's attack reacts: its dice, what its skills make of them, and why it cannot.

    `dice` is None where nobody typed in the rank of the ability; `special` and `back` are the shields and the
    retaliation for each special face, `plus` is the shields besides.
    """

    dice: int | None
    focused: bool
    plus: int
    special: int
    back: int
    rerolls: bool
    reasons: tuple[Refused, ...]


def reaction_plan(reaction: ReactiveCheckRolled, table: Agemonia) -> ReactionPlan:
    """The plan of a reaction: the rank of the ability, and what gems and skills add."""
    strike = table.scene.strike or Strike(figure="", target="")
    act = Act("reaction", strike.target, attack=strike.attack, ability=strike.ability)
    known, focus = rank(table, act.hero, act.ability), focus_dice(table, act.hero) if act.hero in table.heroes else 0
    dice = None if known is None else known + dice_from(table, act) + focus + INSPIRATION_DICE * reaction.inspired
    skills = [skill for _, skill in working(table, act)]
    return ReactionPlan(
        dice=dice,
        focused=focus > 0,
        plus=sum(skill.successes for skill in skills),
        special=sum(skill.face_successes for skill in skills),
        back=sum(skill.face_retaliate for skill in skills),
        rerolls=any(skill.face_rerolls for skill in skills),
        reasons=tuple(_no_reaction(reaction, table, dice)),
    )


def _no_reaction(reaction: ReactiveCheckRolled, table: Agemonia, dice: int | None) -> Iterator[Refused]:
    yield from no_strike(table)
    if table.scene.strike and reaction.shields is None:
        yield from not_rolled(table, REACTION_DIE, dice, reaction.faces, sections.REACTIVE_CHECKS)
    if table.scene.strike and reaction.inspired:
        yield from no_inspiration(table, table.scene.strike.target)


class EnemyAttackResolved(EnemyAttackEvent):
    help_text = "What is left of an enemy's attack after the reaction; its condition comes with at least 1 of it."
    says = "{figure} against {target}: {value} {effect}"
    automatic = True
    figure: EnemyFigure
    target: FriendId
    value: Damage
    effect: Annotated[Effect, Searched()]
    attack: AttackKind | None = None
    condition: ConditionId | None = None

    @classmethod
    def of(cls, strike: Strike, value: int) -> Self:
        return cls.model_validate(
            {
                "figure": strike.figure,
                "target": strike.target,
                "value": value,
                "effect": strike.effect,
                "attack": strike.attack or None,
                "condition": strike.condition or None,
            }
        )

    def apply(self, table: Agemonia) -> None:
        table.scene.strike = None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        damage = self.value if self.effect == "damage" else 0
        stamina = self.value if self.effect == "stamina loss" else 0
        yield from suffered(table, self.target, self.figure, self.attack or "", damage, stamina)
        if self.value or self.effect == "condition":
            yield from afflicted(table, self.target, self.condition)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    EnemyAttackDeclared,
    EnemyAttackRedirected,
    ReactiveCheckRolled,
    EnemyAttackResolved,
)
