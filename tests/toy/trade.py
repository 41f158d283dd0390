"""Trade: coins that are given, goods that are unloaded and used, several at once."""

from collections.abc import Iterable, Mapping
from typing import Annotated

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved, Spends
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Amount
from domain.framework.refusal import never
from domain.framework.text import Term
from tests.toy.harbour import NOT_ENOUGH_COINS
from tests.toy.table import Harbour, Sitter, ToyEvent

STORES = Term("Stores", "货仓")
TOO_FEW_GOODS = never("too-few-goods", "{seat} has {have} {what}, not {need}.", rule=STORES)

Good = Annotated[str, Choice("goods")]
Goods = Annotated[Mapping[Good, Annotated[int, Field(ge=1, le=9)]], Field(min_length=1)]


def others(table: Harbour, seat: str) -> Iterable[str]:
    return [other for other in table.seats if other != seat]


class TradeEvent(NumbersMoved[Harbour], ToyEvent):
    seat: Sitter


class CoinsGiven(TradeEvent):
    help_text = "Coins change hands."
    sentence = "{seat} gave {to} {amount} coins"
    tracked = ("coins",)
    to: Annotated[str, Choice("seats", others, given=("seat",))]
    amount: Annotated[
        Amount,
        Spends("seats.{seat}.coins", areas=("coins",), too_few=NOT_ENOUGH_COINS),
        Gains("seats.{to}.coins", areas=("coins",)),
    ]


class GoodsUnloaded(TradeEvent):
    help_text = "Goods come off a ship."
    sentence = "{seat} unloaded {goods}"
    goods: Annotated[Goods, Gains("seats.{seat}.goods")]


class GoodsUsed(TradeEvent):
    help_text = "Goods are used up, all of them at once."
    sentence = "{seat} used {goods}"
    goods: Annotated[Goods, Spends("seats.{seat}.goods", too_few=TOO_FEW_GOODS)]
