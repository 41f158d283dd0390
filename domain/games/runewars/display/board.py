"""The board of a war: current events, the season, the map, a piece for each kingdom."""

from collections.abc import Iterator, Sequence
from typing import Literal

from domain.framework.text import text
from domain.framework.views.board import Ask, Chip, Counter, Handle, Pad, Piece, event_if_valid
from domain.framework.views.sharing import shared_by_viewers
from domain.framework.views.sheet import Said
from domain.games.runewars.areas import held_by, is_frozen
from domain.games.runewars.base import whose_turn
from domain.games.runewars.display.map import area_piece, plan_of_map
from domain.games.runewars.display.moments import piece_of_moment
from domain.games.runewars.display.sheets import dial_counter, influence_counter
from domain.games.runewars.realm import dials
from domain.games.runewars.runes import rune_tokens_of
from domain.games.runewars.setup.filling import AreaDescribed
from domain.games.runewars.setup.laying import MapRolledBack, MapTilePlaced
from domain.games.runewars.setup.saved_maps import MapKept, MapLaid
from domain.games.runewars.state.kinds import OrderCard
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen, unused_orders

# === Lasting effects of the season: a card that works until the next one, water that can be crossed


def season_piece(table: Runewars) -> Iterator[Piece]:
    """The current season; no piece if it has no lasting effect."""
    if marks := list(_season_marks(table)):
        yield Piece("season", table.called("season numbers", str(table.season)), marks=marks)


def _season_marks(table: Runewars) -> Iterator[Said]:
    if table.lasting and table.tracks("calendar"):
        yield text("still works: {card}", card=table.called("season-cards", table.lasting))
    if table.tracks("map") and is_frozen(table):
        yield text("the water is frozen")


# === The board: current events, the map, a kingdom for each seat, and a piece for each area ======


def board(table: Runewars) -> Sequence[Piece]:
    """The board of a table whose secrets are already covered."""
    mapped = [the_map(table), *(area_piece(table, id_) for id_ in table.land)] if table.tracks("map") else []
    kingdoms = (piece_of_player(table, seat) for seat in table.seats)
    return [*piece_of_moment(table), *season_piece(table), *mapped, *kingdoms]


@shared_by_viewers
def the_map(table: Runewars) -> Piece:
    """The map; areas without a place are named below it."""
    apart = [Chip(table.called("areas", id_)) for id_, area in table.land.items() if area.q is None]
    return Piece(
        "map",
        text("The map"),
        plan=plan_of_map(table),
        chips=apart,
        asks=list(_map_actions(table)),
    )


def _map_actions(table: Runewars) -> Iterator[Ask]:
    """The actions on the map as a whole."""
    if table.step == "setup":
        yield Ask(text("Lay a tile"), MapTilePlaced)
        if table.laying.tiles:
            yield Ask(text("Take the map up"), MapRolledBack)
        elif any(table.ids("maps")):
            yield Ask(text("Lay a kept map"), MapLaid)
    if table.laying.tiles:
        yield Ask(text("Keep this map"), MapKept)
    if not table.laying.tiles:
        yield Ask(text("Type in an area"), AreaDescribed)


@shared_by_viewers
def piece_of_player(table: Runewars, id_: str) -> Piece:
    """The play area of a player."""
    seat = table.seats[id_]
    name = table.called("seats", id_)
    return Piece(
        f"seat-{id_}",
        name,
        note=seat.player,
        marks=list(_seat_marks(table, id_)),
        counters=[counter for _, counter in _counts_of_seat(table, id_)],
        pads=[(text("{seat}: order", seat=name), pad) for pad in _order_pad(table, id_)],
        handle=Handle(name, seat=id_, numbers=list(_counts_of_seat(table, id_))[:2], active=whose_turn(table) == id_),
        look=_turn_mark(table, id_),
    )


def _turn_mark(table: Runewars, id_: str) -> Literal["", "active", "done"]:
    """Whether a seat is at turn; while orders are chosen, whether it is ready."""
    if whose_turn(table) == id_:
        return "active"
    return "done" if table.step == "orders" and table.seats[id_].order.chosen else ""


def _order_pad(table: Runewars, id_: str) -> Iterator[Pad]:
    """The order cards to choose from. Once one is chosen, only a viewer who knows it may change it."""
    order, left = table.seats[id_].order, unused_orders(table, id_)
    if table.step != "orders" or not left or (order.chosen and not order.choice):
        return
    if event := event_if_valid(OrderChosen, seat=id_, order=left[0]):
        yield Pad(event, "order", [(card, table.called("orders", card)) for card in left], chosen=order.choice)


def _seat_marks(table: Runewars, id_: str) -> Iterator[Said]:
    seat = table.seats[id_]
    if seat.eliminated:
        yield text("out of the war")
    if table.tracks("calendar"):
        cards = [OrderCard.of(table, order) for order in seat.used]
        used = tuple(str(card.number) if "number" in card.model_fields_set else "?" for card in cards)
        if used:
            yield text("orders used: {orders}", orders=used)
        if table.step == "orders":
            yield text("order chosen") if seat.order.chosen else text("still to choose")
    for title in seat.titles:
        yield dials.title_priced(table, title)


def _counts_of_seat(table: Runewars, id_: str) -> Iterator[tuple[str, Counter]]:
    """The counts of a seat, each with its icon."""
    if table.tracks("influence"):
        yield "token", influence_counter(table, id_)
    if table.tracks("runes", "map"):
        yield "rune", Counter(text("Rune tokens"), rune_tokens_of(table, id_))
    if table.tracks("map"):
        yield "banner", Counter(text("Areas"), len(held_by(table, id_)))
    for resource in table.seats[id_].dials if table.tracks("dials") else ():
        yield resource, dial_counter(table, id_, resource)
