"""Conditions: one token of a kind, opposites cancel, and effects at the end of a turn (状态)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Settled
from domain.framework.refusal import Refused, refusal
from domain.games.odalin import sections
from domain.games.odalin.base import OdalinEvent, Source, Tokens, Whom
from domain.games.odalin.heroes.dials import DamageTaken, Healed
from domain.games.odalin.state.kinds import ConditionCard
from domain.games.odalin.state.table import Odalin

NOTHING_PLACED = refusal(
    "has-condition",
    "Nothing changes for {whom}: the token is there already, or the tokens cancel out.",
    rule=sections.CONDITIONS,
)
NO_ENEMIES = refusal("no-enemies", "At this table conditions come only in combat.", rule=sections.CONDITIONS)

Held = Annotated[dict[str, Annotated[int, Field(ge=0, le=99)]], Choice("conditions"), Settled()]
PER_TOKEN = 2
"""The effect of a token: damage added or removed, or hit points at the end of a turn (状态)."""


def with_tokens(
    table: Odalin, held: Mapping[str, int], gained: Mapping[str, int], *, unlimited: bool
) -> dict[str, int]:
    """The tokens of a combatant after gaining some together: opposites cancel, one of a kind is the most."""
    left = {}
    for one in dict.fromkeys((*held, *gained)):
        other = ConditionCard.of(table, one).opposite
        here, there = (held.get(key, 0) + gained.get(key, 0) for key in (one, other))
        rest = here - min(here, there)
        left[one] = rest if unlimited else min(rest, max(1, held.get(one, 0)))
    return {condition: count for condition, count in left.items() if count}


def cancelled_by(table: Odalin, held: Mapping[str, int], gained: Mapping[str, int]) -> Iterator[str]:
    """The gained conditions that cancel with an opposite token, each followed by its opposite."""
    for one in gained:
        other = ConditionCard.of(table, one).opposite
        if gained[one] and held.get(other, 0) + gained.get(other, 0):
            yield from (one, other)


def attack_bonus(held: Mapping[str, int]) -> int:
    """The damage that an attacker's conditions add to its attack; may be negative."""
    return PER_TOKEN * (held.get("empowered", 0) - held.get("weakened", 0))


def damage_suffered(held: Mapping[str, int], damage: int) -> int:
    """The damage of an attack after the target's conditions, at least 0."""
    return max(0, damage + PER_TOKEN * (held.get("vulnerable", 0) - held.get("toughened", 0)))


def movement_bonus(held: Mapping[str, int]) -> int:
    """The movement points that conditions add in a combatant's own turn, once for all its movement (C-MOVE-COND)."""
    return PER_TOKEN * (held.get("quickened", 0) - held.get("slowed", 0))


class ConditionEvent(OdalinEvent):
    heading = "Conditions"
    tracked = ("conditions",)


class ConditionsGained(ConditionEvent):
    title = "Gain conditions"
    help_text = "Condition tokens, gained together: an opposite cancels, and one of a kind is the most."
    sentence = "{whom} gained {tokens}[ ({source})][; {cancelled} cancelled out]"
    whom: Whom
    tokens: Annotated[Tokens, Field(min_length=1, title="conditions")]
    unlimited: bool = Field(default=False, title="ignores token limits")
    source: Source = ""
    held: Held = Field(default_factory=dict)
    cancelled: Annotated[
        tuple[str, ...], Choice("conditions"), Settled(), Field(title="conditions that cancelled out")
    ] = ()

    def check(self, table: Odalin) -> Iterator[Refused]:
        before = table.body(self.whom).conditions
        if not table.fighting and table.ruled("conditions-need-enemies"):
            yield NO_ENEMIES()
        if with_tokens(table, before, self.tokens, unlimited=self.unlimited) == before:
            yield NOTHING_PLACED(whom=table.called("combatants", self.whom))

    def void_reasons(self, table: Odalin) -> Iterator[Refused]:
        yield from self.check(table)

    def settle(self, table: Odalin, chance: Chance) -> Self:
        before = table.body(self.whom).conditions
        held = with_tokens(table, before, self.tokens, unlimited=self.unlimited)
        return self.copy_with(held=held, cancelled=tuple(dict.fromkeys(cancelled_by(table, before, self.tokens))))

    def apply(self, table: Odalin) -> None:
        table.body(self.whom).conditions = dict(self.held)


class ConditionRemoved(ConditionEvent):
    title = "Remove a condition"
    help_text = "A condition token is taken off."
    sentence = "{whom} was no longer {condition}[ ({source})]"
    whom: Whom
    condition: Annotated[str, Choice("conditions", lambda table, whom: table.body(whom).conditions, given=("whom",))]
    source: Source = ""

    def apply(self, table: Odalin) -> None:
        held = table.body(self.whom).conditions
        if held.get(self.condition, 0) > 1:
            held[self.condition] -= 1
        else:
            held.pop(self.condition, None)


def end_of_turn(table: Odalin, whom: str) -> Iterator[Event[Odalin]]:
    """The consequences of poison and invigoration at the end of a combatant's turn."""
    body = table.body(whom)
    if poison := body.conditions.get("poisoned"):
        yield DamageTaken(whom=whom, amount=PER_TOKEN * poison, source="poisoned")
    if (cure := body.conditions.get("invigorated")) and body.hp and body.hp != body.most:
        yield Healed(whom=whom, amount=PER_TOKEN * cure, source="invigorated")
