"""The board of the toy game: its map to tap on, and a piece a seat."""

from collections.abc import Iterator, Sequence

from domain.components.map_geometry import HEXAGON
from domain.components.numbers import counter_of
from domain.framework.text import text
from domain.framework.views.board import Ask, Chip, Handle, Pad, Piece, Plan
from domain.framework.views.board import Space as Spot
from domain.framework.views.sheet import Track
from tests.toy.harbour import CoinsGained, TowerBuilt
from tests.toy.sailing import BoatSailed, hex_of, in_reach
from tests.toy.table import Harbour


def board(table: Harbour) -> Sequence[Piece]:
    """All of it; what is secret is covered by then."""
    gates = Track(text("Gates"), table.gates, 9, path="gates")
    return [Piece("map", text("The map"), tracks=[gates], plan=plan(table)), *bets(table), *seats(table)]


def plan(table: Harbour) -> Plan:
    """The spaces, and the boat, which sails where it is tapped."""
    pad = Pad(
        BoatSailed(space=table.boat),
        "space",
        [(id_, table.called("spaces", id_)) for id_ in in_reach(table) if id_ != table.boat],
    )
    return Plan(text("The map"), [_spot(table, id_) for id_ in table.ids("spaces")], pads=[pad] if pad else [])


def _spot(table: Harbour, space: str) -> Spot:
    boat = [Chip(text("boat"))] if table.boat == space else []
    return Spot(space, table.called("spaces", space), hex_of(table, space).middle, HEXAGON, things=boat)


def bets(table: Harbour) -> Iterator[Piece]:
    """Who has bet, a line each, and on which space once the bets are open."""
    rows = [
        Piece(f"bet-{name}", name, marks=[table.called("spaces", bet.choice) if bet.choice else text("face down")])
        for name, bet in table.bets.items()
    ]
    if rows:
        yield Piece("bets", text("Bets"), rows=rows)


def seats(table: Harbour) -> Iterator[Piece]:
    """Coins, towers and what a seat may do."""
    for name, seat in table.seats.items():
        coins = counter_of(table, text("Coins"), CoinsGained, seat=name)
        yield Piece(
            f"seat-{name}",
            name,
            counters=[coins],
            chips=[Chip(table.called("towers", tower)) for tower in seat.towers],
            asks=[Ask(text("Build a tower"), TowerBuilt, {"seat": name})],
            handle=Handle(name, seat=name, numbers=[("token", coins)]),
        )
