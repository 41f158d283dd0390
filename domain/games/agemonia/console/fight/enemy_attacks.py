"""Attacks of enemies: whom, how strong, and what is left of them after the reaction (敌人攻击)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId, HeroId
from domain.games.agemonia.console.fight.aiming import ALWAYS_CLEAR, NO_SIGHT
from domain.games.agemonia.console.fight.enemy_turns import afflicted, suffered, untouchable
from domain.games.agemonia.console.fight.targets import Effect, not_a_target, printed_effect
from domain.games.agemonia.console.map.terrain import in_the_way, sees
from domain.games.agemonia.console.rounds.order import out_of_turn
from domain.games.agemonia.figures import AreaHere, Damage, EnemyFigure, FriendId, FriendIds, enemy_of
from domain.games.agemonia.state.scenario import Ability, AttackKind, Shape, Strike
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Event, Searched, Settled
from domain.language.refusal import Refused, never, refusal

NO_ATTACK = never("no-attack", "No enemy attacks now.", rule=sections.ENEMY_ATTACKS)
STRIKE_OPEN = never("strike-open", "An attack waits for its target to react.", rule=sections.ENEMY_ATTACKS)
ONE_TARGET = refusal("one-target", "Only one ally, unless the attack says otherwise.", rule=sections.ENEMY_ATTACKS)
OTHER_AREA = never("other-area", "The new target must be a hero in the same area.", rule=sections.ENEMY_ATTACKS)

HIT_ALREADY = never("hit-already", "This attack hits {figure} already.", rule=sections.ENEMY_ATTACKS)


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
    ability_or: Ability | None = Field(default=None, title="or")
    blocked: bool | None = Field(default=None, title="aim blocked")
    line: Annotated[tuple[AreaHere, ...], Field(max_length=12, title="line of sight")] = ()
    shape: Shape | None = None
    others: Annotated[FriendIds, Field(title="whom it hits besides")] = ()
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
                "ability_or": plan.ability_or,
                "shape": plan.shape,
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
            ability_or=self.ability_or or "",
            others=list(self.others),
            condition=self.condition or "",
        )

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        strike = table.scene.strike
        while strike and not self.ability:
            yield EnemyAttackResolved.of(strike, self.strength or 0)
            strike = strike.at_next()


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
    ability_or: str | None
    shape: str | None
    condition: str | None
    reasons: tuple[Refused, ...]


def strike_plan(strike: EnemyAttackDeclared, table: Agemonia) -> StrikePlan:
    """The plan of an attack: what the enemy's card says, unless something else is typed."""
    card = enemy_of(table, strike.figure)
    attack = strike.attack or card.attack or None
    effect = strike.effect or printed_effect(card, strike.value)
    printed = {"damage": card.damage, "stamina loss": card.stamina}.get(effect, 0)
    value = printed if strike.value is None else strike.value
    shape = strike.shape or card.shape
    in_way = bool(in_the_way(table, strike.figure, (strike.target,), strike.line))
    blocked = shape not in ALWAYS_CLEAR and (in_way if strike.blocked is None else strike.blocked)
    return StrikePlan(
        attack=attack,
        effect=effect,
        value=value,
        strength=max(0, value - (blocked and attack in ("ranged", "magic"))),
        ability=strike.ability or card.ability or None,
        ability_or=strike.ability_or or (card.ability_or if not strike.ability else "") or None,
        shape=shape or None,
        condition=strike.condition or card.condition or None,
        reasons=tuple(_not_struck(strike, table)),
    )


def _not_struck(strike: EnemyAttackDeclared, table: Agemonia) -> Iterator[Refused]:
    yield from untouchable(table, strike.target)
    yield from out_of_turn(table, strike.figure)
    if table.scene.strike:
        yield STRIKE_OPEN()
    if strike.others and (strike.shape or enemy_of(table, strike.figure).shape or "one") == "one":
        yield ONE_TARGET()
    for other in strike.others:
        yield from untouchable(table, other)
    if strike.line and not sees(table, strike.line):
        yield NO_SIGHT()
    yield from not_a_target(table, strike.figure, strike.target, strike.attack)


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
        if strike and self.hero in (strike.target, *strike.others):
            yield HIT_ALREADY(figure=table.called("figures", self.hero))

    def apply(self, table: Agemonia) -> None:
        if strike := table.scene.strike:
            strike.target, strike.successes = self.hero, None


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
        strike = table.scene.strike
        table.scene.strike = strike.at_next() if strike else None

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        damage = self.value if self.effect == "damage" else 0
        stamina = self.value if self.effect == "stamina loss" else 0
        yield from suffered(table, self.target, self.figure, self.attack or "", damage, stamina)
        if self.value or self.effect == "condition":
            yield from afflicted(table, self.target, self.condition)


EVENTS: tuple[type[Event[Agemonia]], ...] = (EnemyAttackDeclared, EnemyAttackRedirected, EnemyAttackResolved)
