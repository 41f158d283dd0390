"""Powers of heroes and allies: what attacks, thwarts and recoveries have in common (攻击, 化解, 恢复)."""

from abc import abstractmethod
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Self

from domain.games.champions import sections
from domain.games.champions.base import (
    DASHED,
    EXHAUSTED,
    NOT_YOUR_TURN,
    ChampionsEvent,
    happens,
    not_at_turn,
    not_in_form,
    not_in_game,
    not_in_play,
    not_played,
    whose_turn,
)
from domain.games.champions.numbers import body, exhausted, forbidding, number
from domain.games.champions.state.bodies import Body
from domain.games.champions.state.kinds import CardSheet, IdentitySheet, Occurrence, Power
from domain.games.champions.state.names import NUMBER_NAMES
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.effects import hit_points_end
from domain.games.champions.timing.periods import expire
from domain.language.chance import Chance
from domain.language.event import Choice, Event, Settled
from domain.language.refusal import Refused, never, refusal

CANNOT = refusal("cannot", "{card} cannot do that now: {effect}.", rule=sections.CANNOT, areas=("timing",))
HOW_MUCH = never("how-much", "How much? {power} of {card} is not known here.", asks=True)

AllyId = Annotated[str, Choice("allies", why_not=not_in_play)]
INSTEAD = {"attack": "stunned", "thwart": "confused"}
"""The status card that is discarded instead of a power (击晕, 困惑)."""
HAPPENS: Mapping[str, Occurrence] = {"attack": "hero attack", "thwart": "thwart"}
"""What abilities may answer of it."""


@dataclass(frozen=True, slots=True)
class Use:
    """A power that somebody uses: who, which, how much as far as it is said, and whether it is the basic one."""

    user: str
    power: Power
    said: int | None
    basic: bool

    def whom(self, table: Champions) -> Body:
        """Who uses it; somebody who is gone is somebody nobody sees."""
        return body(table, self.user) or Body()

    def stopped(self, table: Champions) -> bool:
        """Whether a status card is discarded instead; what it cost stays paid (D11)."""
        return self.power in INSTEAD and bool(getattr(self.whom(table), INSTEAD[self.power]))

    def strength(self, table: Champions) -> int | None:
        """How much it does: what is said, else its number as it counts now; None where nobody knows."""
        if self.stopped(table):
            return 0
        return number(table, self.user, self.power) if self.said is None else self.said

    def reasons(self, table: Champions) -> Iterator[Refused]:
        """Why it is not used now; an ability has its own timing, and needs nobody to exhaust."""
        yield from not_played(table)
        yield from not_in_game(table, controller(table, self.user))
        yield from forbidden(table, self.user, self.power)
        yield from self.not_basic(table) if self.basic else self.not_by_ability(table)
        if self.strength(table) is None:
            yield HOW_MUCH(card=table.called("characters", self.user), power=NUMBER_NAMES[self.power])

    def not_basic(self, table: Champions) -> Iterator[Refused]:
        """Why nobody exhausts for it: somebody else's turn, the other form, exhausted already, a dash."""
        yield from not_at_turn(table, controller(table, self.user))
        if self.user in table.seats:
            yield from not_in_form(table, self.user, "alter-ego" if self.power == "recover" else "hero")
        called = table.called("characters", self.user)
        if exhausted(table, self.user):
            yield EXHAUSTED(card=called)
        if self.power in dashes(table, self.user):
            yield DASHED(card=called, power=NUMBER_NAMES[self.power])

    def not_by_ability(self, table: Champions) -> Iterator[Refused]:
        """Why an ability of a hero is not used: the other form, or the turn of somebody who did not ask for it.

        What enemies do, it may answer at any time.
        """
        if self.user not in table.seats or self.power not in HAPPENS:
            return
        yield from not_in_form(table, self.user, "hero")
        turn = whose_turn(table)
        if turn not in ("", self.user) and self.user not in table.helping and not table.activations_open:
            yield replace(NOT_YOUR_TURN, areas=("turns", "timing"))(current=table.called("identities", turn))

    def done(self, table: Champions, status: str) -> None:
        """Exhaust for the basic power, and discard the status card that stopped it; for `apply`."""
        whom = self.whom(table)
        whom.exhausted = whom.exhausted or self.basic
        if status:
            setattr(whom, status, False)


class PowerEvent(ChampionsEvent):
    area_of_play = "Heroes"
    stopped: Annotated[bool, Settled()] = False

    @abstractmethod
    def used(self) -> Use:
        """What is used, and by whom."""

    def check_first(self, table: Champions) -> Iterator[Refused]:
        yield from self.used().reasons(table)

    def settle(self, table: Champions, chance: Chance) -> Self:
        use = self.used()
        return self.but(stopped=use.stopped(table), amount=use.strength(table))

    def apply(self, table: Champions) -> None:
        use = self.used()
        use.done(table, INSTEAD.get(use.power, "") if self.stopped else "")
        if not self.stopped and use.power in HAPPENS:
            happens(table, HAPPENS[use.power])
        if use.power == "attack" and not within_attack(table):
            expire(table, "attack")

    def follow(self, table: Champions) -> Iterator[Event[Champions]]:
        if self.used().power == "attack" and not within_attack(table):
            yield from hit_points_end(table, "attack")


def within_attack(table: Champions) -> bool:
    """Whether an enemy's attack is open, so that what lasts an attack goes on."""
    return any(one.kind == "attack" for one in table.activations_open)


def controller(table: Champions, user: str) -> str:
    """The seat that uses a power: a hero's own, or that of the player who controls an ally."""
    return user if user in table.seats else table.play[user].controller if user in table.play else ""


def forbidden(table: Champions, user: str, power: Power) -> Iterator[Refused]:
    """What a card that lasts forbids somebody to do (无法)."""
    for effect in forbidding(table, user, power):
        yield CANNOT(card=table.called("characters", user), effect=effect)


def dashes(table: Champions, user: str) -> Collection[Power]:
    """The powers that the card of somebody has a dash for."""
    if user in table.seats:
        return IdentitySheet.of(table, user).dashes
    return CardSheet.of(table, table.play[user].card).dashes if user in table.play else ()
