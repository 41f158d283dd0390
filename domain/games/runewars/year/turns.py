"""A turn: the order itself, then its supremacy bonus, if the order is the highest used this year (最高奖励)."""

from collections.abc import Iterator
from typing import Annotated, Self

from domain.games.runewars import sections
from domain.games.runewars.base import Living, OrderId, not_at_turn, seats_at_turn, whose_turn
from domain.games.runewars.state.kinds import OrderCard
from domain.games.runewars.state.land import Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import NONE_AT_TURN, OrderEvent, base_first, is_supreme, number_of
from domain.language.chance import Chance
from domain.language.event import Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text

HIGHER_USED = refusal(
    "higher-used",
    "No supremacy bonus: {higher} was already used this year and is higher than {order}.",
    rule=sections.SUPREMACY,
    areas=("calendar",),
)
HAS_NO_BONUS = never("has-no-bonus", "{order} has no supremacy bonus.", rule=sections.SUPREMACY, areas=("calendar",))
BONUS_SETTLED = refusal(
    "bonus-settled",
    "Whether the supremacy bonus is taken was said already this turn.",
    rule=sections.SUPREMACY,
    areas=("calendar",),
)
BONUS_DECLINED = refusal(
    "bonus-declined", "The supremacy bonus was declined this turn.", rule=sections.SUPREMACY, areas=("calendar",)
)
USED_BEFORE = refusal(
    "used-before", "That was already used with this order card.", rule=sections.ORDERS, areas=("calendar",)
)


def order_of(table: Runewars, seat: str) -> str:
    """The order that lies open before a seat; empty where none does."""
    order = table.seat(seat).order
    return order.choice if order.open else ""


def order_at_turn(table: Runewars) -> str:
    """The order that is carried out now; empty where nobody has the turn."""
    seat = whose_turn(table)
    return order_of(table, seat) if seat else ""


def resolving(table: Runewars, *orders: str) -> list[str]:
    """The seat at turn where it resolves one of these orders; else none."""
    return [seat for seat in seats_at_turn(table) if order_of(table, seat) in orders]


def without_bonus(table: Runewars, seat: str) -> Iterator[Refused]:
    """Why a seat has no supremacy bonus for its order (C-05)."""
    order = order_of(table, seat)
    used = table.seat(seat).used
    if order and not OrderCard.of(table, order).supremacy:
        yield HAS_NO_BONUS(order=table.called("orders", order))
    elif order and not is_supreme(table, order, used):
        higher = max(used, key=lambda other: number_of(table, other))
        yield HIGHER_USED(higher=table.called("orders", higher), order=table.called("orders", order))


def not_in_bonus(table: Runewars, seat: str) -> Iterator[Refused]:
    """Why a seat may not do what only a supremacy bonus allows; doing it takes the bonus (`take_bonus`)."""
    yield from without_bonus(table, seat)
    if table.turn.bonus == "declined":
        yield BONUS_DECLINED()


def take_bonus(table: Runewars) -> None:
    """What was done is done by the bonus, so the order itself is through; for `apply`."""
    table.turn.base, table.turn.bonus = True, "taken"


def used_before(table: Runewars, option: str) -> Iterator[Refused]:
    """Why what an order allows once may not be done again."""
    if option in table.turn.used:
        yield USED_BEFORE()


class BonusEvent(OrderEvent):
    during = ("turns",)
    seat: Living
    order: Annotated[OrderId, Settled()] = ""

    def check_first(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from without_bonus(table, self.seat)
        if not whose_turn(table):
            yield NONE_AT_TURN()
        if table.turn.bonus:
            yield BONUS_SETTLED()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.but(order=order_of(table, self.seat))


class SupremacyTaken(BonusEvent):
    help_text = "The order is the highest that the seat has used this year: it takes the supremacy bonus."
    says = "{seat} takes the supremacy bonus[ of {order}]"
    title = "Take the supremacy bonus"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """Before a stronghold that is fought for; any other bonus is taken by what it allows."""
        for seat in resolving(table, "conquer"):
            here = table.area_at(table.turn.areas[-1]) if table.turn.areas else Area()
            if here.contested and here.stronghold:
                yield Offer(text("Take the supremacy bonus: the stronghold counts 3 less"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from base_first(table, self.seat)

    def apply(self, table: Runewars) -> None:
        table.turn.bonus = "taken"


class SupremacyDeclined(BonusEvent):
    help_text = "The seat does without the supremacy bonus of its order."
    says = "{seat} does without the supremacy bonus[ of {order}]"
    title = "Decline the supremacy bonus"

    def apply(self, table: Runewars) -> None:
        table.turn.bonus = "declined"


EVENTS = (SupremacyTaken, SupremacyDeclined)
