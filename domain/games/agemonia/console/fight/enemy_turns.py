"""What enemies do in their turn, and provoking (敌人回合, 挑衅)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.games.agemonia import sections
from domain.games.agemonia.base import AgemoniaEvent, ConditionId
from domain.games.agemonia.campaign.conditions import ConditionGained
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaLost
from domain.games.agemonia.console.fight.allies import AllyDamaged
from domain.games.agemonia.console.fight.enemies import harmed, hurt_by_attack
from domain.games.agemonia.console.fight.targets import not_a_target
from domain.games.agemonia.console.rounds.order import out_of_turn
from domain.games.agemonia.console.turns.skills import turn_of
from domain.games.agemonia.console.turns.turns import cannot_act, end_turn, too_full
from domain.games.agemonia.figures import (
    Damage,
    EnemyFigure,
    FriendId,
    Small,
    capped,
    conditions_of,
    enemy_of,
    is_out,
)
from domain.games.agemonia.state.scenario import AttackKind, Enemy, InitiativeCard
from domain.games.agemonia.state.table import Agemonia
from domain.language.chance import Chance
from domain.language.event import Event, Remark, Sums
from domain.language.refusal import Refused, never, refusal

HERO_EXHAUSTED = never("hero-exhausted", "Enemies ignore who is exhausted.", rule=sections.EXHAUSTED)
AGAINST_WHOM = never("against-whom", "Say against whom.", rule=sections.ENEMY_TURNS)
NO_SPECIAL_ABILITY = refusal(
    "no-special-ability", "The initiative card shows no special ability for it.", rule=sections.SNAKE_AND_HORN
)
NO_DODGE = refusal("no-dodge", "{figure} has no dodge point.", rule=sections.DODGE)
PROVOKED_ALREADY = never("provoked-already", "Already provoked by this enemy this turn.", rule=sections.PROVOKING)


def untouchable(table: Agemonia, target: str) -> Iterator[Refused]:
    """Enemies ignore who is exhausted (筋疲力尽)."""
    if is_out(table, target):
        yield HERO_EXHAUSTED()


def suffered(
    table: Agemonia, target: str, figure: str, attack: str, damage: int, stamina: int
) -> Iterator[Event[Agemonia]]:
    """What an enemy's attack comes to: damage, stamina loss (damage to who has none), and what skills answer."""
    if target in table.heroes:
        if damage:
            yield DamageSuffered(hero=target, amount=capped(damage), source=figure)
        if stamina:
            yield StaminaLost(hero=target, amount=capped(stamina), source=figure)
        if damage and not table.heroes[target].exhausted:
            yield from hurt_by_attack(table, target, figure, attack)
    elif target in table.scene.allies and damage + stamina:
        yield AllyDamaged(ally=target, amount=capped(damage + stamina))


def afflicted(table: Agemonia, target: str, condition: str | None) -> Iterator[Event[Agemonia]]:
    if condition and not is_out(table, target) and condition not in conditions_of(table, target):
        yield ConditionGained(figure=target, condition=condition)


class EnemyTurnEvent(AgemoniaEvent):
    area_of_play = "Enemy turns"


class EnemyTurnResolved(EnemyTurnEvent):
    """The condition on the enemy's card comes with any damage or stamina loss, unless the table names another."""

    help_text = "An enemy has had its turn; what it did to its target is what was left after the reactive check."
    says = "{figure} acts[ against {target}][: {damage} damage][, {stamina} stamina lost][. {note}]"
    figure: EnemyFigure
    target: FriendId | None = None
    damage: Damage = 0
    stamina: Damage = Field(default=0, title="stamina loss")
    condition: ConditionId | None = None
    attack: AttackKind | None = None
    note: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if table.scene.phase:
            yield from cannot_act(table, self.figure)
            if self.figure not in table.scene.done:
                yield from out_of_turn(table, self.figure)
            yield from too_full(table, self.figure)
        if self.target:
            yield from untouchable(table, self.target)
            yield from not_a_target(table, self.figure, self.target, self.attack)
        elif self.damage or self.stamina:
            yield AGAINST_WHOM()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        card = enemy_of(table, self.figure)
        hit = self.target and self.damage + self.stamina
        known = card.attack if card.attack in ("melee", "ranged", "magic") else None
        return self.model_validate(
            {
                **dict(self),
                "attack": self.attack or known,
                "condition": self.condition or (card.condition or None if hit else None),
            }
        )

    def apply(self, table: Agemonia) -> None:
        end_turn(table, self.figure)

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if self.target:
            yield from suffered(table, self.target, self.figure, self.attack or "", self.damage, self.stamina)
            yield from afflicted(table, self.target, self.condition)


def abilities_shown(card: InitiativeCard, enemy: Enemy) -> list[str]:
    """The special abilities that an initiative card shows for an enemy (蛇和角特殊能力)."""
    return [name for name, symbols in (("snake", card.snake), ("horn", card.horn)) if enemy.symbol in symbols]


class EnemySpecialAbilityUsed(EnemyTurnEvent):
    # In the rulebook under 蛇和角特殊能力.
    help_text = "An enemy uses its snake or horn ability, where the initiative card shows it."
    says = "{figure} uses its {ability} ability[: {note}]"
    figure: EnemyFigure
    ability: Literal["snake", "horn"]
    note: Remark = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from out_of_turn(table, self.figure)
        card = table.scene.initiative
        if card and self.ability not in abilities_shown(card, enemy_of(table, self.figure)):
            yield NO_SPECIAL_ABILITY()

    def apply(self, table: Agemonia) -> None:
        if model := table.scene.figure(self.figure):
            model.abilities.append(self.ability)


def abilities_due(table: Agemonia, figure: str) -> list[str]:
    """The special abilities that the initiative card shows for an enemy, and that it has not used this round."""
    card, model = table.scene.initiative, table.scene.figure(figure)
    shown = abilities_shown(card, enemy_of(table, figure)) if card else []
    return [ability for ability in shown if model and ability not in model.abilities]


def provoked_by(table: Agemonia, ally: str) -> list[str]:
    """The enemies that have provoked an ally this turn."""
    found = table.scene.allies.get(ally)
    return found.provoked if found else turn_of(table, ally).provoked


class ProvokeDamageDealt(EnemyTurnEvent):
    # In the rulebook under 挑衅.
    help_text = (
        "An ally leaves an area with an enemy that provokes: damage, once an enemy and turn; dodge lets it pass."
    )
    says = "{enemy} provokes {ally}[: {amount} damage][ (dodged: {dodged})]"
    ally: FriendId
    enemy: EnemyFigure
    amount: Annotated[Small | None, Sums()] = None
    dodged: bool | None = None
    """Whether a dodge point takes it; one that is left does, unless somebody says otherwise."""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from untouchable(table, self.ally)
        if self.enemy in provoked_by(table, self.ally):
            yield PROVOKED_ALREADY()
        if self.dodged and not turn_of(table, self.ally).dodge:
            yield NO_DODGE(figure=table.called("figures", self.ally))

    def lapses(self, table: Agemonia) -> Iterator[Refused]:
        yield from untouchable(table, self.ally)

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        if turn_of(table, self.ally).dodge > 0 if self.dodged is None else self.dodged:
            return self.but(amount=None, dodged=True)
        amount = enemy_of(table, self.enemy).provoke if self.amount is None else self.amount
        return self.but(amount=capped(amount), dodged=False)

    def apply(self, table: Agemonia) -> None:
        if ally := table.scene.allies.get(self.ally):
            ally.provoked.append(self.enemy)
        elif self.ally in table.heroes:
            turn = table.scene.turn_of(self.ally)
            turn.provoked.append(self.enemy)
            turn.dodge = max(0, turn.dodge - bool(self.dodged))

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        if not self.dodged:
            yield from harmed(table, self.ally, self.amount or 0, self.enemy)


EVENTS: tuple[type[Event[Agemonia]], ...] = (
    EnemyTurnResolved,
    EnemySpecialAbilityUsed,
    ProvokeDamageDealt,
)
