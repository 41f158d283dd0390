"""An attack strikes, a scheme places threat (敵人攻擊, 敵人密謀)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Choice, Count, Event, Occasion, Remark, Settled
from domain.games.champions.base import Maybe
from domain.games.champions.enemies.activation import (
    BOOSTS_LEFT,
    DEFENSE_FIRST,
    NO_ACTIVATION,
    NO_ATTACK,
    VALUE_UNKNOWN,
    ActivationEvent,
)
from domain.games.champions.enemies.boosts import face_down
from domain.games.champions.enemies.course import (
    Blow,
    at_hand,
    blow,
    keywords_of,
    takes_damage,
    value_of,
)
from domain.games.champions.enemies.starting import ActivationEnded
from domain.games.champions.harm.damage import DamageDealt
from domain.games.champions.state.processes import Activation, Activity
from domain.games.champions.state.scenario import MAIN
from domain.games.champions.state.table import Champions
from domain.games.champions.threat.schemes import ThreatPlaced
from domain.refusal import Refused


class ResolvedEvent(ActivationEvent):
    value: Maybe | None = Field(default=None, title="its value, if it is another")
    prevented: Maybe = Field(default=0, title="prevented by cards")
    source: Occasion = ""
    enemy: Annotated[str, Choice("enemies"), Settled()] = ""
    total: Annotated[Count, Settled()] = 0

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from super().check(table)
        if (activation := at_hand(table, self.kind())) is None:
            yield NO_ATTACK() if self.kind() == "attack" else NO_ACTIVATION()
            return
        if self.kind() == "attack" and not activation.decided:
            yield DEFENSE_FIRST()
        if face_down(activation):
            yield BOOSTS_LEFT()
        if self.worth(table, activation) is None:
            yield VALUE_UNKNOWN(enemy=table.called("enemies", activation.enemy))

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
    says = (
        "{enemy} strikes {target}: {damage} damage[, {defense} of {total} defended][, {beyond} more to {seat}]"
        "[, {back} back][, {source}]"
    )
    title = "The attack strikes"
    target: Annotated[Remark, Choice("characters", free=True), Settled()] = ""
    seat: Annotated[str, Choice("identities"), Settled()] = ""
    defense: Annotated[Count, Settled()] = 0
    damage: Annotated[Count, Settled()] = 0
    beyond: Annotated[Count, Settled()] = 0
    back: Annotated[Count, Settled()] = 0
    piercing: Annotated[bool, Settled()] = False

    def settle(self, table: Champions, chance: Chance) -> Self:
        if (attack := at_hand(table, "attack")) is None:
            return self
        total = self.worth(table, attack) or 0
        return self.but(
            enemy=attack.enemy,
            seat=attack.target,
            piercing="piercing" in keywords_of(table, attack),
            total=total,
            **told(blow(table, attack, total, self.prevented)),
        )

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        came = Blow(self.target, self.defense, self.damage, self.beyond, self.back)
        yield from harm(table, came, self.enemy, self.seat, self.piercing)
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


def told(came: Blow) -> dict[str, object]:
    """What an attack came to, as its event tells it."""
    return {
        "target": came.target,
        "defense": came.defense,
        "damage": came.damage,
        "beyond": came.beyond,
        "back": came.back,
    }


def harm(table: Champions, came: Blow, enemy: str, seat: str, piercing: bool) -> Iterator[Event[Champions]]:
    """The damage of an attack: to whom it strikes, beyond that to the hero of its player, and back to the enemy."""
    if came.damage and takes_damage(table, came.target):
        yield DamageDealt(target=came.target, amount=came.damage, piercing=piercing)
    if came.beyond and takes_damage(table, seat):
        yield DamageDealt(target=seat, amount=came.beyond, piercing=piercing)
    if came.back and takes_damage(table, enemy):
        by = came.target if came.target in table.seats else None
        yield DamageDealt(target=enemy, amount=came.back, by=by)


EVENTS = (EnemyAttackResolved, EnemySchemeResolved)
