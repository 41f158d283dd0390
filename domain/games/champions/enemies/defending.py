"""Defending: one hero or one ally, exhausted for it, an ability of a card, or nobody (防御)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Self

from pydantic import Field

from domain.games.champions import sections
from domain.games.champions.base import DASHED, EXHAUSTED, InGame, PlayerCard, not_in_form
from domain.games.champions.enemies.activation import NO_ATTACK, ActivationEvent
from domain.games.champions.enemies.course import at_hand
from domain.games.champions.numbers import body, exhausted
from domain.games.champions.state.kinds import IdentitySheet
from domain.games.champions.state.names import NUMBER_NAMES
from domain.games.champions.state.processes import Activation
from domain.games.champions.state.table import Champions
from domain.games.champions.timing.peril import not_in_peril
from domain.language.chance import Chance
from domain.language.event import Choice, Line, Occasion, Settled
from domain.language.refusal import Refused, refusal

DEFENDED_ALREADY = refusal("defended-already", "This attack already has a defender.", rule=sections.DEFENSE)
TOO_LATE_TO_DEFEND = refusal(
    "too-late-to-defend", "Boost cards are turned up already: it is too late to defend.", rule=sections.DEFENSE
)


def could_defend(table: Champions) -> Iterable[str]:
    """The heroes still in the game, and the allies in play, of any player."""
    return (*table.in_game(), *table.copies("ally"))


def allies_are_tracked(table: Champions) -> bool:
    """Whether an ally must be one in play."""
    return table.tracks("allies")


DefenderId = Annotated[Line, Choice("characters", could_defend, free=True, closed=allies_are_tracked)]
"""A hero, or an ally; one that no table tracks by a name."""


class DefenseEvent(ActivationEvent):
    def check_first(self, table: Champions) -> Iterator[Refused]:
        if (attack := at_hand(table, "attack")) is None:
            yield NO_ATTACK()
        else:
            yield from self.against(table, attack)

    def against(self, table: Champions, attack: Activation) -> Iterator[Refused]:
        """What speaks against it while this attack is resolved."""
        if attack.decided:
            yield DEFENDED_ALREADY()


class DefenderDeclared(DefenseEvent):
    """Whoever defends exhausts for it, and the attack is on their player from then on."""

    help_text = "One hero or one ally defends and is exhausted; anybody may, for anybody."
    says = "{defender} defends[ for {seat}][, {source}]"
    title = "Somebody defends"
    defender: DefenderId
    ally_of: InGame | None = Field(default=None, title="whose ally, if it is not in play")
    source: Occasion = ""
    seat: Annotated[str, Choice("identities"), Settled()] = ""

    @classmethod
    def tells(cls, fields: Mapping[str, object], table: Champions) -> Mapping[str, object]:
        return {"seat": ""} if fields.get("seat") == fields.get("defender") else {}

    def against(self, table: Champions, attack: Activation) -> Iterator[Refused]:
        if attack.defender or not attack.defended:
            yield from super().against(table, attack)
        if any(boost.open for boost in attack.boosts):
            yield TOO_LATE_TO_DEFEND()
        yield from unable(table, self.defender)

    def settle(self, table: Champions, chance: Chance) -> Self:
        return self.but(seat=player_of(table, self.defender) or self.ally_of or "")

    def apply(self, table: Champions) -> None:
        if whom := body(table, self.defender):
            whom.exhausted = True
        if attack := at_hand(table, "attack"):
            attack.defender, attack.decided, attack.defended = self.defender, True, True
            attack.target = self.seat or attack.target


class AttackUndefended(DefenseEvent):
    help_text = "Nobody exhausts to defend: the attack strikes the hero of the player who is attacked."
    says = "Nobody defends"
    title = "Nobody defends"

    def apply(self, table: Champions) -> None:
        if attack := at_hand(table, "attack"):
            attack.decided = True


class DefenseAbilityUsed(DefenseEvent):
    """It counts as a defense, and makes its player the one who is attacked; nobody exhausts, and DEF is not used (A63).

    Nobody is asked then; somebody may still exhaust to defend.
    """

    help_text = "A card with a defense ability is used: the attack counts as defended, and is on its player."
    says = "{seat} defends[ with {card}][, {source}]"
    seat: InGame
    card: PlayerCard | None = None
    source: Occasion = ""

    def against(self, table: Champions, attack: Activation) -> Iterator[Refused]:
        yield from not_in_peril(table, self.seat)

    def apply(self, table: Champions) -> None:
        if attack := at_hand(table, "attack"):
            attack.decided, attack.defended, attack.target = True, True, self.seat


def player_of(table: Champions, defender: str) -> str:
    """The player whose hero or ally defends; empty where nobody knows."""
    if defender in table.play:
        return table.play[defender].controller
    return defender if defender in table.seats else ""


def unable(table: Champions, defender: str) -> Iterator[Refused]:
    """Why somebody cannot exhaust to defend; a dash is no matter to allies (横杠)."""
    name = table.called("characters", defender)
    if defender in table.seats:
        yield from not_in_form(table, defender, "hero")
    if exhausted(table, defender):
        yield EXHAUSTED(card=name)
    if defender in table.seats and "defense" in IdentitySheet.of(table, defender).dashes:
        yield DASHED(card=name, power=NUMBER_NAMES["defense"])


EVENTS = (DefenderDeclared, AttackUndefended, DefenseAbilityUsed)
