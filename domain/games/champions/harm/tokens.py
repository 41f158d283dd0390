"""Damage tokens on cards that are no characters, such as armor that takes damage in place of the villain (伤害标记)."""

from collections.abc import Iterable
from typing import Annotated

from pydantic import Field

from domain.games.champions.base import PlayedEvent, Some, not_in_play
from domain.games.champions.state.cards import CHARACTERS
from domain.games.champions.state.table import Champions
from domain.language.event import Choice, Occasion, Sums
from domain.things.numbers import Gains, NumbersMoved, Spends


def bearers(table: Champions) -> Iterable[str]:
    """The cards in play that are no characters."""
    return [copy for copy, card in table.play.items() if card.type not in CHARACTERS]


class TokenEvent(NumbersMoved[Champions], PlayedEvent):
    area_of_play = "Hit points"
    card: Annotated[str, Choice("copies", bearers, why_not=not_in_play)]
    amount: Annotated[Some, Sums()] = Field(default=1, title="damage")
    source: Occasion = ""


class DamageTokensPlaced(TokenEvent):
    help_text = "Damage is placed on a card that is no character; what comes of it, the card says."
    says = "{card}: {amount} damage placed[, {source}]"
    amount: Annotated[Some, Sums(), Gains("play.{card}.damage")] = Field(default=1, title="damage")


class DamageTokensRemoved(TokenEvent):
    help_text = "Damage is taken off a card that is no character."
    says = "{card}: {amount} damage removed[, {source}]"
    amount: Annotated[Some, Sums(), Spends("play.{card}.damage")] = Field(default=1, title="damage")


EVENTS = (DamageTokensPlaced, DamageTokensRemoved)
