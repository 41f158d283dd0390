"""An attack strikes, a scheme places threat (敌人攻击, 敌人密谋)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions.base import KeywordName, Maybe
from domain.games.champions.enemies.activation import (
    BOOSTS_LEFT,
    DEFENSE_FIRST,
    NO_ACTIVATION,
    NO_ATTACK,
    ActivationEvent,
    unknown,
)
from domain.games.champions.enemies.boosts import face_down, star_open
from domain.games.champions.enemies.course import (
    at_hand,
    damage_of,
    defense_of,
    keywords_of,
    struck,
    value_of,
)
from domain.games.champions.enemies.starting import ActivationEnded
from domain.games.champions.harm.strikes import Assault, strike
from domain.games.champions.state.processes import Activation, Activity
from domain.games.champions.state.scenario import MAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import ThreatPlaced
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, Occasion, Remark, Settled
from domain.language.refusal import Refused


class ResolvedEvent(ActivationEvent):
    value: Maybe | None = Field(default=None, title="its value, if it is another")
    prevented: Maybe = Field(default=0, title="prevented by cards")
    source: Occasion = ""
    enemy: Annotated[str, Choice("enemies"), Settled()] = ""
    total: Annotated[Count, Settled()] = 0

    def check_first(self, table: Champions) -> Iterator[Refused]:
        if (activation := at_hand(table, self.kind())) is None:
            yield NO_ATTACK() if self.kind() == "attack" else NO_ACTIVATION()
            return
        if self.kind() == "attack" and not activation.decided:
            yield DEFENSE_FIRST()
        if face_down(activation):
            yield BOOSTS_LEFT()
        yield from star_open(table)
        if self.value is None:
            yield from unknown(table, activation)

    @classmethod
    def kind(cls) -> Activity:
        """What is resolved by it."""
        return "attack"

    def worth(self, table: Champions, activation: Activation) -> int | None:
        """What it is worth: what the table says, else what its enemy has and what came on top."""
        return value_of(table, activation) if self.value is None else self.value

    def apply(self, table: Champions) -> None:
        if activation := at_hand(table, self.kind()):
            activation.resolved = True


class EnemyAttackResolved(ResolvedEvent):
    """Prevented is what cards prevent; Tough comes before that, and has its say where the damage is dealt."""

    help_text = "The attack strikes: what a hero's DEF does not take off is damage to whoever defends, or is attacked."
    says = "{enemy} strikes {target}: {damage} damage[, {defense} of {total} defended][, {source}]"
    title = "The attack strikes"
    target: Annotated[Remark, Choice("characters", free=True), Settled()] = ""
    defense: Annotated[Count, Settled()] = 0
    damage: Annotated[Count, Settled()] = 0
    keywords: Annotated[tuple[KeywordName, ...], Settled()] = ()

    def settle(self, table: Champions, chance: Chance) -> Self:
        if (attack := at_hand(table, "attack")) is None:
            return self
        total = self.worth(table, attack) or 0
        return self.but(
            enemy=attack.enemy,
            total=total,
            target=struck(table, attack),
            defense=min(total, defense_of(table, attack)),
            damage=damage_of(table, attack, total, self.prevented),
            keywords=tuple(sorted(keywords_of(table, attack))),
        )

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from strike(table, Assault(self.enemy, self.target, self.damage, keywords=self.keywords))
        yield ActivationEnded()


class EnemySchemeResolved(ResolvedEvent):
    help_text = "The scheme places threat on the main scheme."
    says = "{enemy} schemes: {threat} threat[, {source}]"
    title = "The scheme is resolved"
    threat: Annotated[Count, Settled()] = 0

    @classmethod
    def kind(cls) -> Activity:
        return "scheme"

    def settle(self, table: Champions, chance: Chance) -> Self:
        if (scheme := at_hand(table, "scheme")) is None:
            return self
        total = self.worth(table, scheme) or 0
        return self.but(enemy=scheme.enemy, total=total, threat=max(0, total - self.prevented))

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.threat:
            yield ThreatPlaced(scheme=MAIN, amount=self.threat)
        yield ActivationEnded()


EVENTS = (EnemyAttackResolved, EnemySchemeResolved)
