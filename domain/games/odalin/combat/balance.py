"""The Balance Track, which replaces the Power Track: it leans to order or chaos and causes events (平衡轨)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Sets, move_numbers, settled_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Count, Settled
from domain.framework.refusal import Refused, refusal
from domain.framework.text import spaced_words
from domain.games.odalin import sections
from domain.games.odalin.base import OdalinEvent, Source
from domain.games.odalin.heroes.dials import SoulGained
from domain.games.odalin.state.kinds import BalanceRow, Side
from domain.games.odalin.state.table import Odalin

NO_BALANCE = refusal("no-balance-track", "This table plays with the Power Track.", rule=sections.BALANCE_TRACK)
NO_EVENT_DUE = refusal(
    "no-event-due",
    "An event of {side} is only rolled once a villain has fallen and the balance leans that way.",
    rule=sections.BALANCE_TRACK,
)
TWENTY = 20
BY_DEFEAT = 2
"""The steps that the track moves for a defeat, for each point of the villain's strength."""
Roll = Annotated[int, Field(ge=1, le=TWENTY)]


class BalanceEvent(OdalinEvent):
    heading = "Balance track"
    tracked = ("power",)

    def check(self, table: Odalin) -> Iterator[Refused]:
        if table.system != "balance track":
            yield NO_BALANCE()


def moved_by_defeat(side: Side, strength: int) -> Iterator[Event[Odalin]]:
    """The move of the track by a defeat: twice the villain's strength to its side, followed by an event (Q15)."""
    yield BalanceMoved(side=side, amount=BY_DEFEAT * strength, source="villain defeated", by_defeat=True)


class BalanceMoved(NumbersMoved[Odalin], BalanceEvent):
    title = "Move the balance"
    help_text = "The Balance Track leans further to order or to chaos."
    sentence = "The balance moved by {amount} to {side}[ ({source})]"
    side: Side
    amount: Annotated[int, Field(ge=0, le=30)]
    source: Source = ""
    by_defeat: Annotated[bool, Settled(offered=True)] = False
    balance: Annotated[int, Field(ge=-20, le=20), Settled(), Sets("balance")] = 0

    def settle(self, table: Odalin, chance: Chance) -> Self:
        leaning = table.balance + (self.amount if self.side == "order" else -self.amount)
        moved = settled_numbers(self.copy_with(balance=leaning), table)
        return moved.copy_with(amount=abs(moved.balance - table.balance))

    def apply(self, table: Odalin) -> None:
        move_numbers(table, self)
        if self.by_defeat and table.balance:
            leans: Side = "order" if table.balance > 0 else "chaos"
            table.agenda.put(BalanceEventRolled, side=leans)

    def follow(self, table: Odalin) -> Iterator[Event[Odalin]]:
        if self.by_defeat and not table.balance:
            yield from (SoulGained(hero=hero, amount=1, source="balance") for hero in table.heroes_up())


class BalanceEventRolled(BalanceEvent):
    """Roll a balance event. The effects of its row are carried out at the table and recorded as separate events."""

    title = "Roll a balance event"
    help_text = "A d20 on the table of the side that the balance leans to; a row counts only from its balance on."
    sentence = "Balance event of {side}: {roll}[, {applies|it counts}][. {row}][; {stat} test against {target}]"
    question = "Roll a d20 for the {side} event"
    side: Side
    roll: Roll | None = None
    row: Annotated[str, Choice("balance-rows"), Settled()] = ""
    applies: Annotated[bool, Settled()] = False
    stat: Annotated[str, Choice("stats"), Settled()] = ""
    target: Annotated[Count | None, Settled()] = None

    def check(self, table: Odalin) -> Iterator[Refused]:
        if not table.agenda.of(BalanceEventRolled, side=self.side):
            yield NO_EVENT_DUE(side=spaced_words(self.side))

    def settle(self, table: Odalin, chance: Chance) -> Self:
        roll = self.roll or chance.dice(1, TWENTY)[0]
        row = f"{self.side}-{roll}"
        card = BalanceRow.of(table, row)
        applies = card.least is not None and table.power_of(self.side) >= card.least
        return self.copy_with(
            roll=roll, row=row if applies else "", applies=applies,
            stat=(card.stat or "") if applies else "", target=card.target or None if applies else None,
        )  # fmt: skip
