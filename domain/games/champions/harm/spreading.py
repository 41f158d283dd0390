"""Damage that is spread or moved: indirect damage assigned, damage moved between dials and cards (间接伤害, 移动)."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import SAME_PLACE, HostId, InGame, Some, not_in_game, not_in_play
from domain.games.champions.harm.bodies import damage_of
from domain.games.champions.harm.damage import DamageDealt, HarmEvent
from domain.games.champions.harm.defeats import defeated
from domain.games.champions.numbers import body
from domain.games.champions.state.table import Champions
from domain.language.event import Choice, Event, Occasion
from domain.language.moves import Moves
from domain.language.refusal import Refused, never, refusal
from domain.things.numbers import NOT_ENOUGH

OVER_ASSIGNED = refusal(
    "over-assigned", "{target} can be assigned at most {most} indirect damage.", rule=sections.INDIRECT_DAMAGE
)
NOT_ALL_ASSIGNED = refusal(
    "not-all-assigned", "Assign exactly {amount} damage, not {assigned}.", rule=sections.INDIRECT_DAMAGE
)
NO_BODY = never("no-body", "There is no damage on {target}, and none can be moved there.", rule=sections.MOVE)


def friends(table: Champions, seat: str | None) -> list[str]:
    """The characters that a player controls, allies before the hero; without a player those of all."""
    allies = [copy for copy in table.copies("ally") if seat in (None, table.play[copy].controller)]
    return [*allies, *(id_ for id_ in table.in_game() if seat in (None, id_))]


FriendId = Annotated[str, Choice("characters", friends, given=("seat",), why_not=not_in_play)]


def room_for(table: Champions, targets: Mapping[str, int]) -> Mapping[str, int]:
    """The most indirect damage for each of these: what defeats them; nothing is said of who has no known end (F32)."""
    whom = {id_: body(table, id_) for id_ in targets}
    return {id_: one.left for id_, one in whom.items() if one is not None and one.left is not None}


def to_assign(table: Champions, amount: int, seat: str | None) -> int:
    """How much of indirect damage there is room for; the rest is lost (F32)."""
    everybody = [body(table, id_) for id_ in friends(table, seat)]
    left = [one.left for one in everybody if one is not None]
    known = [one for one in left if one is not None]
    return min(amount, sum(known)) if len(known) == len(left) else amount


class IndirectDamageAssigned(HarmEvent):
    """Divided as the players like; nobody is assigned more than what defeats them."""

    help_text = "Indirect damage is divided among a hero and the allies of that player, or among all players."
    says = "{amount} indirect damage[ to {seat}]: {assigned}[, {source}]"
    title = "Indirect damage"
    amount: Some = Field(title="damage in all")
    seat: Annotated[InGame | None, Field(title="of one player")] = None
    assigned: Annotated[Mapping[FriendId, Some], Field(max_length=20)]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        for id_, most in room_for(table, self.assigned).items():
            if self.assigned[id_] > most:
                yield OVER_ASSIGNED(target=table.called("characters", id_), most=most)
        total = sum(self.assigned.values())
        if total != (amount := to_assign(table, self.amount, self.seat)):
            yield NOT_ALL_ASSIGNED(amount=amount, assigned=total)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        for id_ in sorted(self.assigned, key=lambda id_: id_ in table.seats):
            yield DamageDealt(target=id_, amount=self.assigned[id_])


class DamageMoved(HarmEvent):
    """What leaves a dial turns it up; what comes to one turns it down (F35)."""

    help_text = "A card moves damage from one dial or card to another."
    says = "{amount} damage moved from {target} to {to}[, {source}]"
    target: HostId = Field(title="from")
    to: HostId
    amount: Annotated[Some, Moves(damage_of)]
    source: Occasion = ""

    def check(self, table: Champions) -> Iterator[Refused]:
        yield from not_in_game(table, self.to)
        if self.target == self.to:
            yield SAME_PLACE()
        for id_ in (self.target, self.to):
            if body(table, id_) is None:
                yield NO_BODY(target=table.called("hosts", id_))
        whom = body(table, self.target)
        if whom and whom.damage < self.amount:
            yield NOT_ENOUGH(have=whom.damage, need=self.amount)

    def apply(self, table: Champions) -> None:
        for id_, change in ((self.target, -self.amount), (self.to, self.amount)):
            if whom := body(table, id_):
                whom.damage = max(0, whom.damage + change)

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        yield from defeated(table, self.target)
        yield from defeated(table, self.to)


EVENTS = (IndirectDamageAssigned, DamageMoved)
