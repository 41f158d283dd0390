"""Damage: dealt, prevented by a Tough status card, healed, set right (伤害, 治疗, 剩余生命值)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import CharacterId, InGame, Maybe, PlayedEvent, Some, comes_of_it, not_in_game
from domain.games.champions.harm.bodies import damage_of
from domain.games.champions.harm.defeats import defeated
from domain.games.champions.numbers import body
from domain.games.champions.state.records import Tally
from domain.games.champions.state.table import Champions
from domain.language.chance import Chance
from domain.language.event import Count, Delta, Event, Occasion, Settled, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused, never, refusal
from domain.things.health import Lowers, NumberLowered

UNHARMED = refusal("unharmed", "{target} has no damage to heal.", rule=sections.HEALING)
ALREADY_SO = never("already-so", "That is how it is already.")
MORE_THAN_MOST = refusal("more-than-most", "{target} has {most} hit points at most.", rule=sections.HEALING)
MOST_UNKNOWN = never("most-unknown", "Nobody knows how many hit points {target} has: set them first.")


class HarmEvent(PlayedEvent):
    """Something happens to the hit points of `target`, who is still in the game."""

    area_of_play = "Hit points"

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, str(getattr(self, "target", "")))


class DamageDealt(HarmEvent):
    help_text = (
        "Damage to a hero, the villain, an ally or a minion. A Tough status card prevents all of it and is gone."
    )
    says = "{target}: {amount} damage[ by {by}][, {stopped|prevented by Tough}][, {prevented} prevented][, {source}]"
    target: CharacterId
    amount: Annotated[Some, Sums(), Moves(damage_of, less="lost", counted_down=True)]
    by: Annotated[InGame | None, Field(title="dealt by")] = None
    piercing: bool = Field(default=False, title="piercing: Tough is discarded first")
    source: Occasion = ""
    prevented: Maybe = Field(default=0, title="prevented by a card")
    stopped: Annotated[bool, Settled()] = False
    lost: Annotated[Count, Settled()] = 0

    def settle(self, table: Champions, chance: Chance) -> Self:
        whom = body(table, self.target)
        stopped = whom is not None and whom.tough and not self.piercing
        dealt = 0 if stopped else after_prevention(self.amount, self.prevented)
        left = whom.left if whom else 0
        room = dealt if left is None else min(dealt, left)
        prevented = 0 if stopped else min(self.prevented, self.amount)
        return self.but(stopped=stopped, prevented=prevented, lost=self.amount - room)

    def apply(self, table: Champions) -> None:
        if whom := body(table, self.target):
            whom.damage += self.amount - self.lost
            whom.tough = whom.tough and not (self.stopped or self.piercing)
        if self.amount > self.lost:
            comes_of_it(table, "damage")
        tally(table, self.by or "").dealt += self.amount - self.lost
        tally(table, self.target).taken += self.amount - self.lost

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if not self.stopped:
            yield from defeated(table, self.target)


class DamageHealed(NumberLowered[Champions], HarmEvent):
    help_text = "Damage is healed, never above the most hit points."
    says = "{target}: {amount} damage healed[, {source}]"
    target: CharacterId
    amount: Annotated[Some, Sums(), Lowers(damage_of, less="beyond", counted_down=True, none=UNHARMED)]
    source: Occasion = ""
    beyond: Annotated[Count, Settled()] = 0

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from defeated(table, self.target)


class HitPointsSet(HarmEvent):
    help_text = "A dial is set to a number, as the table has it."
    says = "{target}: {left|hit point|hit points}[, {source}]"
    target: CharacterId
    left: Maybe = Field(title="hit points left")
    source: Occasion = ""
    before: Annotated[Count | None, Settled()] = None

    def check(self, table: Champions) -> Iterator[Refused]:
        whom = body(table, self.target)
        if whom and whom.left == self.left:
            yield ALREADY_SO()
        if whom and whom.health is not None and self.left > whom.health:
            yield MORE_THAN_MOST(target=table.called("characters", self.target), most=whom.health)

    def settle(self, table: Champions, chance: Chance) -> Self:
        whom = body(table, self.target)
        return self.but(before=whom.health if whom else None)

    def apply(self, table: Champions) -> None:
        if whom := body(table, self.target):
            whom.health = max(self.left, whom.health or 0)
            whom.damage = whom.health - self.left

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from defeated(table, self.target)


class MostHitPointsChanged(HarmEvent):
    help_text = "Somebody gets more hit points, or no longer has them: the most and what is left both change."
    says = "{target}: most hit points {by}[, {source}]"
    target: CharacterId
    by: Delta
    source: Occasion = ""

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        """A change, with its sign."""
        by = fields.get("by")
        return {"by": f"{by:+}".replace("-", "−")} if isinstance(by, int) else {}

    def check(self, table: Champions) -> Iterator[Refused]:
        if not self.by:
            yield ALREADY_SO()
        if (whom := body(table, self.target)) and whom.health is None:
            yield MOST_UNKNOWN(target=table.called("characters", self.target))

    def apply(self, table: Champions) -> None:
        if (whom := body(table, self.target)) and whom.health is not None:
            whom.health = max(0, whom.health + self.by)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from defeated(table, self.target)


def after_prevention(amount: int, prevented: int) -> int:
    """Damage after a card prevented some of it (F34). Tough comes first, and leaves nothing to prevent (F33)."""
    return max(0, amount - prevented)


def tally(table: Champions, seat: str) -> Tally:
    """What a hero did in this game; of nobody, a tally that nobody keeps."""
    return table.tallies.setdefault(seat, Tally()) if seat in table.seats else Tally()


EVENTS = (DamageDealt, DamageHealed, HitPointsSet, MostHitPointsChanged)
