"""The hull of the boat: holes that are stopped as far as there are any, and coins that go overboard."""

from typing import Annotated

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved
from domain.framework.events.marks import Amount, Merged, Settled
from domain.framework.refusal import never
from domain.framework.text import Term
from tests.toy.table import Harbour, Sitter, ToyEvent

HULL = Term("Hull", "船身")
NO_HOLES = never("no-holes", "{seat} finds no hole in the hull.", rule=HULL)


class HullStruck(NumbersMoved[Harbour], ToyEvent):
    help_text = "The boat strikes a rock: so many holes."
    sentence = "The hull has {amount|hole more|holes more}"
    amount: Annotated[Amount, Merged(), Gains("holes")]


class HolesStopped(NumbersMoved[Harbour], ToyEvent):
    help_text = "A seat stops holes in the hull, no more than there are."
    sentence = "{seat} stopped {amount|hole|holes}"
    seat: Sitter
    amount: Annotated[Amount, Merged(), Lowers("holes", none=NO_HOLES)] = 1


class CoinsWashedAway(NumbersMoved[Harbour], ToyEvent):
    help_text = "A wave takes coins of a seat; what it takes beyond them is told."
    sentence = "A wave took {amount} coins of {seat}[, {beyond} more than there were]"
    tracked = ("coins",)
    seat: Sitter
    amount: Annotated[Amount, Lowers("seats.{seat}.coins", less="beyond")]
    beyond: Annotated[Amount | None, Settled()] = Field(default=None, title="more than there were")
