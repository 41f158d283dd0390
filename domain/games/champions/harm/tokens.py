"""Damage tokens on cards that are no characters, such as armor that takes damage in place of the villain (伤害标记)."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from pydantic import Field

from domain.games.champions.base import NOT_ENOUGH, PlayedEvent, Some, not_in_play
from domain.games.champions.numbers import body
from domain.games.champions.state.cards import CHARACTERS
from domain.games.champions.state.table import Champions
from domain.language.event import Choice, Occasion, Sums
from domain.language.moves import Moves
from domain.language.refusal import Refused


def bearers(table: Champions) -> Iterable[str]:
    """The cards in play that are no characters."""
    return [copy for copy, card in table.play.items() if card.type not in CHARACTERS]


class TokenEvent(PlayedEvent):
    area_of_play = "Hit points"
    card: Annotated[str, Choice("copies", bearers, why_not=not_in_play)]
    amount: Annotated[Some, Sums(), Moves("play.{card}.damage")] = Field(default=1, title="damage")
    source: Occasion = ""


class DamageTokensPlaced(TokenEvent):
    help_text = "Damage is placed on a card that is no character; what comes of it, the card says."
    says = "{card}: {amount} damage placed[, {source}]"

    def apply(self, table: Champions) -> None:
        if card := body(table, self.card):
            card.damage += self.amount


class DamageTokensRemoved(TokenEvent):
    help_text = "Damage is taken off a card that is no character."
    says = "{card}: {amount} damage removed[, {source}]"

    def check(self, table: Champions) -> Iterator[Refused]:
        card = table.play.get(self.card)
        if card and card.damage < self.amount:
            yield NOT_ENOUGH(have=card.damage, need=self.amount)

    def apply(self, table: Champions) -> None:
        if card := body(table, self.card):
            card.damage = max(0, card.damage - self.amount)


EVENTS = (DamageTokensPlaced, DamageTokensRemoved)
