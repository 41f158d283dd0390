"""Who may act by an order now: the seat at turn by its own, and by the bonus where it has that."""

from collections.abc import Iterator

from domain.games.runewars import sections
from domain.games.runewars.base import not_at_turn, whose_turn
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import BASE_FIRST
from domain.games.runewars.year.turns import not_in_bonus, order_at_turn, take_bonus, used_before
from domain.language.refusal import Refused, refusal

OTHER_ORDER = refusal(
    "other-order", "{seat} resolves {order} this turn.", rule=sections.PLAYER_TURNS, areas=("calendar",)
)
CALLED_FOR = ("text", "secondary", "turns")
"""The steps in which an order is carried out, or a card may call for what it does."""


def not_by_order(table: Runewars, seat: str, order: str) -> Iterator[Refused]:
    """Why a seat may not do what an order is for: another's turn, or another order. A season card may ask for it."""
    yield from not_at_turn(table, seat)
    resolved = order_at_turn(table)
    if whose_turn(table) == seat and resolved != order:
        yield OTHER_ORDER(seat=table.called("seats", seat), order=table.called("orders", resolved))


def not_by_bonus(table: Runewars, seat: str, order: str) -> Iterator[Refused]:
    """Why a seat may not do what the supremacy bonus of an order is for."""
    yield from not_by_order(table, seat, order)
    if whose_turn(table) == seat and order_at_turn(table) == order:
        yield from not_in_bonus(table, seat)


def base_first(table: Runewars, order: str, option: str) -> Iterator[Refused]:
    """Why a supremacy bonus waits: the order itself always comes first, and it was not carried out yet."""
    if order_at_turn(table) == order and option not in table.turn.used:
        yield BASE_FIRST(order=table.called("orders", order))


def used_up(table: Runewars, order: str, option: str) -> Iterator[Refused]:
    """Why what an order allows once may not be done again; a season card asks everybody."""
    if order_at_turn(table) == order:
        yield from used_before(table, option)


def use(table: Runewars, order: str, option: str) -> None:
    """An order is carried out by something that it allows once; for `apply`."""
    if order_at_turn(table) == order:
        table.turn.base, table.turn.used = True, [*table.turn.used, option]


def use_bonus(table: Runewars, order: str, option: str) -> None:
    """The bonus of an order is taken by something that it allows once; for `apply`."""
    if order_at_turn(table) == order:
        use(table, order, option)
        take_bonus(table)
