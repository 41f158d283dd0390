"""Orders and turns: chosen face down, revealed together, and resolved in order, with the bonus."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.simultaneous_choices import seats_undecided
from domain.framework.events.chance import Chance
from domain.framework.events.choice import NOTHING_KNOWN, Choice, Known
from domain.framework.events.event import Event, Layout, LogRole, Secrets
from domain.framework.events.marks import Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import Table
from domain.framework.text import Text, text
from domain.games.runewars import sections
from domain.games.runewars.areas import held_by, strongholds_of
from domain.games.runewars.base import (
    Living,
    OrderId,
    RunewarsEvent,
    by_influence,
    is_influence_unknown,
    not_at_turn,
    seats_at_turn,
    still_due,
    whose_turn,
)
from domain.games.runewars.cards import hands_too_full
from domain.games.runewars.state.kinds import OrderCard
from domain.games.runewars.state.table import MOST_SEATS, Area, Runewars, Turn
from domain.games.runewars.year.seasons import follow_last_turn

# === Orders: chosen face down, revealed together, resolved by one player after the other (选择指令卡)

STILL_CHOOSING = refusal("still-choosing", "Orders are missing: waiting for {seats}.", rule=sections.ORDERS)
NOT_BEGUN = STILL_CHOOSING.saying("The war has not begun: orders are chosen in its first season.")
ORDER_USED = refusal("order-used", "{order} was already used this year.", rule=sections.ORDERS, areas=("calendar",))
HERO_TO_KEEP = refusal(
    "hero-to-keep", "{seat} drew hero cards: first one of them is kept.", rule=sections.RALLY_SUPPORT, areas=("heroes",)
)
NOT_TIED = never("not-tied-in-order", "{seat} is not one of those who are tied.", rule=sections.PLAY_ORDER)
BASE_FIRST = refusal(
    "base-first",
    "First carry out {order} itself, then its supremacy bonus.",
    rule=sections.SUPREMACY,
    areas=("calendar",),
)
BASE_LEFT = refusal(
    "base-left",
    "{seat} has yet to carry out {order}: {what}.",
    rule=sections.SUPREMACY,
    areas=("calendar",),
)
WHO_MOVES = text("Who moves to an adjacent area?")
"""The question of Strategize, which units and heroes answer."""
NONE_AT_TURN = refusal("none-at-turn", "No player has an order left to resolve.", rule=sections.PLAYER_TURNS)


def number_of(table: Runewars, order: str) -> int:
    """The number of an order, 1 to 8."""
    return OrderCard.of(table, order).number


def is_supreme(table: Runewars, order: str, used: list[str]) -> bool:
    """Whether an order has its supremacy bonus: it is the highest used this year (C-05)."""
    numbers = [number_of(table, other) for other in (*used, order)]
    return OrderCard.of(table, order).supremacy and number_of(table, order) == max(numbers)


def play_order(table: Runewars, orders: Mapping[str, str]) -> list[str]:
    """Seats by the numbers of their orders, ties by influence (C-04)."""
    # Ties are broken by influence, because sorting is stable.
    return sorted(by_influence(table, list(orders)), key=lambda seat: number_of(table, orders[seat]))


def tied_seats(table: Runewars, orders: Mapping[str, str]) -> list[tuple[str, ...]]:
    """Seats with the same order, influence and starting influence (G-07), or with the same order and one unknown."""
    same = Counter(number_of(table, order) for seat, order in orders.items() if is_influence_unknown(table, seat))
    groups: dict[tuple[int, ...], list[str]] = {}
    for seat in play_order(table, orders):
        known = table.seat(seat)
        number = number_of(table, orders[seat])
        is_known = table.tracks("influence") and not same[number]
        influence = (known.influence or 0, known.starting_influence) if is_known else ()
        groups.setdefault((number, *influence), []).append(seat)
    return [tuple(group) for group in groups.values() if len(group) > 1]


def base_left(table: Runewars, seat: str) -> Text | None:
    """The open duty of the base ability of the current order, which is never skipped; None if there is none."""
    order, here = table.seat(seat).order, whose_turn(table) == seat
    if not here or not order.open or table.turn.base:
        return None
    match order.choice:
        case "mobilize" | "conquer" if table.tracks("map"):
            return text("an area is activated")
        case "harvest" if table.tracks("dials"):
            return text("the dials are set to the harvest")
        case "recruit" if table.tracks("units", "map") and strongholds_of(table, seat):
            return text("a dial recruits")
        case "rally-support" if table.tracks("map") and any(table.land[area].city for area in held_by(table, seat)):
            return text("the cities give their support")
        case "acquire-power" if table.tracks("influence"):
            return text("the dials give influence")
    return None


def base_first(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusal of a supremacy bonus before the order itself was carried out."""
    if base_left(table, seat):
        yield BASE_FIRST(order=table.called("orders", table.seat(seat).order.choice))


def unused_orders(table: Runewars, seat: str) -> list[str]:
    """The orders that a seat has not used this year."""
    return [order for order in table.ids("orders") if order not in table.seat(seat).used]


def still_to_choose(table: Runewars) -> list[str]:
    """The seats that have not chosen an order yet."""
    return seats_undecided(table.alive(), {id_: seat.order for id_, seat in table.seats.items()})


def _played(table: Runewars, seat: str, order: str) -> Text:
    return text("{seat} {order}", seat=table.called("seats", seat), order=table.called("orders", order))


class OrderEvent(RunewarsEvent):
    heading = "Orders"
    tracked = ("calendar",)


class AnyOrder(Choice):
    """The choice of an order. Only unused ones are offered, but the event itself refuses others."""

    __slots__ = ()

    def strange(self, value: Any, table: Table, known: Known = NOTHING_KNOWN) -> list[str]:
        return [] if value in table.ids(self.kind) else [value]


class OrderChosen(OrderEvent):
    title = "Choose an order"
    help_text = "Choose an order card, face down. You can change it until all are flipped, and no one else sees it."
    sentence = "{seat} chose an order[: {order}]"
    during = ("orders",)
    secrets = Secrets(("order",))
    acting_seat = "seat"
    seat: Living
    order: Annotated[str, AnyOrder("orders", unused_orders, given=("seat",))]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in still_to_choose(table):
            title = text("{seat}: choose an order", seat=table.called("seats", seat))
            yield Offer(title, {"seat": seat}, required=True, keypad="order")

    def check(self, table: Runewars) -> Iterator[Refused]:
        if self.order not in unused_orders(table, self.seat):
            yield ORDER_USED(order=table.called("orders", self.order))

    def apply(self, table: Runewars) -> None:
        choice = table.seat(self.seat).order
        choice.chosen, choice.open, choice.choice = True, False, self.order


class OrdersRevealed(OrderEvent):
    title = "Turn the orders over"
    help_text = "Flip all order cards: the lowest number goes first."
    sentence = "Orders were revealed: {orders}"
    during = ("orders",)
    log = LogRole(confirm_undo="revealed")
    orders: Annotated[Mapping[Living, OrderId], Settled()] = Field(default_factory=dict)
    turns: Annotated[tuple[Living, ...], Settled()] = ()
    ties: Annotated[tuple[tuple[Annotated[str, Field(max_length=20)], ...], ...], Settled()] = ()

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        """The orders of the seats, in the order of play."""
        orders = fields.get("orders")
        pairs = orders.items() if isinstance(orders, Mapping) else ()
        return {"orders": tuple(_played(table, seat, order) for seat, order in pairs)}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        yield Offer(text("Turn the orders over"), required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        left = still_to_choose(table)
        if left and table.season:
            yield STILL_CHOOSING(seats=tuple(table.called("seats", id_) for id_ in left))
        elif left:
            yield NOT_BEGUN()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        orders = {id_: table.seat(id_).order.choice for id_ in table.alive() if table.seat(id_).order.choice}
        turns = tuple(play_order(table, orders))
        return self.copy_with(
            orders={seat: orders[seat] for seat in turns}, turns=turns, ties=tuple(tied_seats(table, orders))
        )

    def apply(self, table: Runewars) -> None:
        table.step, table.order, table.done, table.turn = "turns", list(self.turns), [], Turn()
        table.this_season.orders, table.this_season.play = dict(self.orders), list(self.turns)
        for id_, order in self.orders.items():
            seat = table.seat(id_)
            seat.order.open, seat.order.chosen, seat.order.choice = True, True, order
            seat.used = [*seat.used, order]
        # The event put last on the agenda is due first, so the first tie is put last.
        for group in reversed(self.ties):
            table.agenda.put(TieOrdered, tied=list(group))


class TieOrdered(OrderEvent):
    """Decides the first of tied seats, for the whole season. If three are tied, the other two are asked next."""

    help_text = "Players with the same order are tied in everything: the table decides who goes first."
    sentence = "{seat} came first[ of {tied}]"
    question = "A tie between {tied}: who comes first?"
    layout = Layout(keypad="seat")
    title = "Say who comes first"
    during = ("turns",)
    tied: Annotated[tuple[Living, ...], Field(max_length=MOST_SEATS), Field(title="who is tied")]
    seat: Annotated[str, Choice("seats", lambda table, tied: tied, given=("tied",))] = Field(title="who goes first")

    def check(self, table: Runewars) -> Iterator[Refused]:
        waiting = [seat for seat in self.tied if seat in table.order and seat not in table.done]
        orders = {table.seat(seat).order.choice for seat in waiting}
        if self.seat not in waiting or len(waiting) < len(self.tied) or len(orders) > 1:
            yield NOT_TIED(seat=table.called("seats", self.seat))

    def apply(self, table: Runewars) -> None:
        rest = [seat for seat in self.tied if seat != self.seat]
        # Tied seats keep their places among the others; only the order of these places changes.
        following = iter((self.seat, *rest))
        table.order = [next(following) if seat in self.tied else seat for seat in table.order]
        table.this_season.play = list(table.order)
        if len(rest) > 1:
            table.agenda.put(TieOrdered, tied=[*rest])


class TurnEnded(OrderEvent):
    help_text = "The player is done with the order card; the next player goes."
    sentence = "{seat} ended the turn"
    title = "End the turn"
    during = ("turns",)
    ends = "turn"
    seat: Living

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            yield Offer(text("{seat}: end the turn", seat=table.called("seats", seat)), {"seat": seat}, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from still_due(table)
        yield from hands_too_full(table, self.seat)
        if what := base_left(table, self.seat):
            order = table.called("orders", table.seat(self.seat).order.choice)
            yield BASE_LEFT(seat=table.called("seats", self.seat), order=order, what=what)
        if table.seat(self.seat).hero_cards:
            yield HERO_TO_KEEP(seat=table.called("seats", self.seat))
        if not whose_turn(table):
            yield NONE_AT_TURN()

    def apply(self, table: Runewars) -> None:
        if table.turn.bonus == "taken":
            table.this_season.bonus.append(self.seat)
        table.done, table.turn = [*table.done, self.seat], Turn()

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        yield from follow_last_turn(table)


# === A turn: the order, then its supremacy bonus if it is the highest used this year (最高奖励)

HIGHER_USED = refusal(
    "higher-used",
    "No supremacy bonus: {higher} was already used this year and is higher than {order}.",
    rule=sections.SUPREMACY,
    areas=("calendar",),
)
KEPT_BY_ACTS = refusal(
    "kept-by-acts", "{order} is carried out by acts that are recorded.", rule=sections.ORDERS, areas=("calendar",)
)
CARRIED_OUT = never("carried-out", "{order} was already carried out.", rule=sections.ORDERS, areas=("calendar",))
HAS_NO_BONUS = never("has-no-bonus", "{order} has no supremacy bonus.", rule=sections.SUPREMACY, areas=("calendar",))
BONUS_SETTLED = refusal(
    "bonus-settled",
    "The supremacy bonus was already decided this turn.",
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
    """The open order of a seat; empty if there is none."""
    order = table.seat(seat).order
    return order.choice if order.open else ""


def order_at_turn(table: Runewars) -> str:
    """The current order; empty if no seat is at turn."""
    seat = whose_turn(table)
    return order_of(table, seat) if seat else ""


def seat_resolving(table: Runewars, *orders: str) -> list[str]:
    """The seat at turn if it resolves one of these orders; otherwise none."""
    return [seat for seat in seats_at_turn(table) if order_of(table, seat) in orders]


def without_bonus(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusals of a supremacy bonus that the seat does not have for its order (C-05)."""
    order = order_of(table, seat)
    used = table.seat(seat).used
    if order and not OrderCard.of(table, order).supremacy:
        yield HAS_NO_BONUS(order=table.called("orders", order))
    elif order and not is_supreme(table, order, used):
        higher = max(used, key=lambda other: number_of(table, other))
        yield HIGHER_USED(higher=table.called("orders", higher), order=table.called("orders", order))


def not_in_bonus(table: Runewars, seat: str) -> Iterator[Refused]:
    """The refusals of an act that only a supremacy bonus allows; the act takes the bonus (`take_bonus`)."""
    yield from without_bonus(table, seat)
    if table.turn.bonus == "declined":
        yield BONUS_DECLINED()


def take_bonus(table: Runewars) -> None:
    """Take the bonus by an act that it allows, which ends the order itself. For `apply`."""
    table.turn.base, table.turn.bonus = True, "taken"


def used_before(table: Runewars, option: str) -> Iterator[Refused]:
    """The refusal of a second use in an order."""
    if option in table.turn.used:
        yield USED_BEFORE()


AREAS_OF_BASE: Mapping[str, tuple[str, ...]] = {
    "strategize": ("units", "map"),
    "mobilize": ("map",),
    "conquer": ("map",),
    "harvest": ("dials",),
    "recruit": ("units", "map"),
    "rally-support": ("map",),
    "acquire-power": ("influence",),
    "fortify": ("map",),
}
"""The areas without which the table carries out an order by itself."""
AREAS_OF_BONUS: Mapping[str, tuple[str, ...]] = {
    "strategize": ("cards",),
    "mobilize": ("map",),
    "conquer": ("map",),
    "harvest": ("map",),
    "recruit": ("units", "map"),
    "rally-support": ("heroes",),
    "acquire-power": ("influence",),
}
"""The areas without which the table carries out a supremacy bonus by itself."""


def is_at_table(table: Runewars, order: str, areas: Mapping[str, tuple[str, ...]]) -> bool:
    """Whether no act of an order is recorded, since the table does not track what it changes."""
    return order in areas and not table.tracks(*areas[order])


class OrderCarriedOut(OrderEvent):
    """Carries out the base ability of an order whose acts are not tracked, such as a march without a map."""

    title = "Carry out the order"
    help_text = "The order is carried out at the table, since the app does not track what it changes."
    sentence = "{seat} carried out {order}[: {note}]"
    during = ("turns",)
    seat: Living
    order: Annotated[OrderId, Settled()] = ""
    note: Remark = ""

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        for seat in seats_at_turn(table):
            if is_at_table(table, order := order_of(table, seat), AREAS_OF_BASE):
                title = text("{order}: done at the table", order=table.called("orders", order))
                yield Offer(title, {"seat": seat}, required=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        order = order_of(table, self.seat)
        if not whose_turn(table):
            yield NONE_AT_TURN()
        elif whose_turn(table) == self.seat and table.turn.base:
            yield CARRIED_OUT(order=table.called("orders", order))
        elif not is_at_table(table, order, AREAS_OF_BASE):
            yield KEPT_BY_ACTS(order=table.called("orders", order))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(order=order_of(table, self.seat))

    def apply(self, table: Runewars) -> None:
        table.turn.base = True


class BonusEvent(OrderEvent):
    during = ("turns",)
    seat: Living
    order: Annotated[OrderId, Settled()] = ""

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_at_turn(table, self.seat)
        yield from without_bonus(table, self.seat)
        if not whose_turn(table):
            yield NONE_AT_TURN()
        if table.turn.bonus:
            yield BONUS_SETTLED()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(order=order_of(table, self.seat))


class SupremacyTaken(BonusEvent):
    help_text = "This is the player's highest order so far this year: the supremacy bonus is theirs."
    sentence = "{seat} took the supremacy bonus[ of {order}]"
    title = "Take the supremacy bonus"

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The offers before a fight for a stronghold, and if the acts that the bonus allows are not tracked."""
        for seat in seats_at_turn(table):
            if table.turn.base and is_at_table(table, order_of(table, seat), AREAS_OF_BONUS):
                yield Offer(text("Take the supremacy bonus"), {"seat": seat})
        for seat in seat_resolving(table, "conquer"):
            here = table.area_at(table.turn.areas[-1]) if table.turn.areas else Area()
            if here.contested and here.stronghold:
                yield Offer(text("Take the supremacy bonus: the stronghold counts 3 less"), {"seat": seat})

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from base_first(table, self.seat)

    def apply(self, table: Runewars) -> None:
        table.turn.bonus = "taken"


class SupremacyDeclined(BonusEvent):
    help_text = "The player passes on the supremacy bonus."
    sentence = "{seat} declined the supremacy bonus[ of {order}]"
    title = "Decline the supremacy bonus"

    def apply(self, table: Runewars) -> None:
        table.turn.bonus = "declined"
