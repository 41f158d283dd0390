"""Cards that are played for an open attack: attack for the attacker, defense for the defender (3.13)."""

from collections.abc import Iterator
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.piles import NOT_HELD, may_hold, take_cards
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout
from domain.framework.events.marks import Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Living, seat_of
from domain.games.heroes3.cards.decks import kind_of
from domain.games.heroes3.cards.handling import (
    EXPERT_USES,
    EXPERTS,
    ONE_SPELL_A_ROUND,
    Way,
    fights,
    note_spell,
    second_spell,
)
from domain.games.heroes3.combat.announcing import CombatEvent
from domain.games.heroes3.combat.fighters import combat_of
from domain.games.heroes3.combat.striking import NO_STRIKE
from domain.games.heroes3.state.combat import Fighter
from domain.games.heroes3.state.kinds import DeckCard, Small
from domain.games.heroes3.state.table import Heroes3

NO_CARDS = refusal("no-cards", "{seat} may play no cards in this combat.", rule=sections.COMBAT_ROUND)
SAY_ATTACK = never(
    "say-card-attack", "Say how much attack {card} adds: its card is not known.", rule=sections.CARDS, asks=True
)
SAY_DEFENSE = never(
    "say-card-defense", "Say how much defense {card} adds: its card is not known.", rule=sections.CARDS, asks=True
)

Added = Literal["attack", "defense"]
ONE_EFFECT = ("spell", "artifact", "specialty", "war machine")
"""Kinds of cards without an expert effect: a number typed for one of them is that of the card."""


def added_for(table: Heroes3, seat: str) -> Added:
    """The number of a card that counts for a player in the open attack: attack for the attacker, else defense."""
    strike = combat_of(table).strike
    attacker = combat_of(table).fighters.get(strike.attacker) if strike else None
    return "attack" if attacker and attacker.side == seat else "defense"


def added_by(table: Heroes3, card: str, way: Way | None, number: Added) -> int | None:
    """The attack or defense that an effect of a card adds; None if unknown. Only the basic effect is known."""
    printed = DeckCard.of(table, card)
    if printed.statistic not in (None, number) or (way == "alternative" and printed.kind == "spell"):
        return 0
    return getattr(printed, number) if number in printed.model_fields_set and way != "expert" else None


class AttackCardPlayed(CombatEvent):
    """More than what the basic effect adds is the expert effect, which takes an expert use (p24)."""

    title = "Play a card for the attack"
    help_text = "A card of the hand before the die is rolled: attack for the attacker, defense for the defender."
    sentence = "{seat} played {card}[: attack +{attack}][, defense +{defense}][{expert|, with an expert use}]"
    during = ("combat",)
    tracked = ("combats", "cards")
    acting_seat = "seat"
    layout = Layout(usual=("attack", "defense"))
    seat: Living
    card: Annotated[Line, Choice("cards", lambda table, seat: seat_of(table, seat).hand, given=("seat",), free=True)]
    attack: Small | None = None
    defense: Small | None = None
    way: Annotated[Way | None, Field(title="which effect")] = None
    expert: Annotated[bool, Settled()] = False
    cast: Annotated[bool, Settled()] = Field(default=False, title="counts as the spell of the combat round")
    noted: Annotated[bool, Settled()] = Field(default=False, title="noted on the card")
    limits = {ONE_SPELL_A_ROUND: {}, EXPERT_USES: {"way": "expert"}}

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        combat = combat_of(table)
        if combat.strike:
            for side in (combat.attacker, combat.defender):
                if side in table.seats and fights(combat, side) and table.seats[side].hand:
                    yield Offer(text("Play a card for the attack"), {"seat": side})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        combat = combat_of(table)
        if combat.strike is None:
            yield NO_STRIKE()
        if not fights(combat, self.seat):
            yield NO_CARDS(seat=table.called("factions", self.seat))
        if not may_hold(seat_of(table, self.seat).hand, self.card):
            yield NOT_HELD(card=table.called("cards", self.card))
        if self.is_cast(table):
            yield from second_spell(table, self.seat)
        if self.takes_expert(table):
            yield from EXPERT_USES.reasons(table, self.seat)
        number = added_for(table, self.seat)
        if combat.strike and self.added(table, number) is None:
            yield (SAY_ATTACK if number == "attack" else SAY_DEFENSE)(card=table.called("cards", self.card))

    def added(self, table: Heroes3, number: Added) -> int | None:
        """The attack or defense that the card adds, as typed or as known; None if neither."""
        said = self.attack if number == "attack" else self.defense
        return said if said is not None else added_by(table, self.card, self.way, number)

    def is_noted(self, table: Heroes3) -> bool:
        """Whether the typed number is the one on the card, because it is that of its basic or only effect."""
        number, kind = added_for(table, self.seat), kind_of(table, self.card)
        is_basic = self.way == "basic" or (self.way not in ("expert", "alternative") and kind in ONE_EFFECT)
        return is_basic and number not in DeckCard.of(table, self.card).model_fields_set

    def is_cast(self, table: Heroes3) -> bool:
        """Whether it is a spell of which another effect than the alternative one is used (p33)."""
        return self.way != "alternative" and kind_of(table, self.card) == "spell"

    def takes_expert(self, table: Heroes3) -> bool:
        """Whether it is a card with an expert effect of which that one is used, or of which more is said than basic."""
        card = DeckCard.of(table, self.card)
        both = ((self.attack, card.attack), (self.defense, card.defense))
        is_more = any(said is not None and 0 < basic < said for said, basic in both)
        is_expert = self.way == "expert" or (self.way is None and is_more)
        return is_expert and kind_of(table, self.card) in ("", *EXPERTS)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(
            attack=self.added(table, "attack"),
            defense=self.added(table, "defense"),
            expert=self.takes_expert(table),
            cast=self.is_cast(table),
            noted=self.is_noted(table),
        )

    def apply(self, table: Heroes3) -> None:
        seat, strike = seat_of(table, self.seat), combat_of(table).strike
        seat.experts += self.expert
        if self.noted:
            number = added_for(table, self.seat)
            table.keep_typed(DeckCard.kind_name, self.card, {number: getattr(self, number)})
        if self.cast:
            note_spell(table, self.seat)
        if may_hold(seat.hand, self.card):
            seat.discard += take_cards(1, (self.card,), seat.hand)
        if strike:
            own = combat_of(table).fighters.get(strike.attacker, Fighter()).side == self.seat
            strike.attack += (self.attack or 0) if own else 0
            strike.defense += 0 if own else self.defense or 0
