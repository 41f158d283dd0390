"""The sheets of a war: a kingdom for each seat, and the calendar."""

from collections.abc import Sequence

from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.shown.sheet import Box, Boxes, Fact, Facts, Sheet
from domain.table import join
from domain.text import text


def sheets(table: Runewars) -> Sequence[Sheet]:
    return [_kingdom(table, seat) for seat in table.seats]


def _kingdom(table: Runewars, id_: str) -> Sheet:
    """A seat's sheet, as everybody sees it."""
    seat = table.seats[id_]
    dials = [
        Fact(
            table.called("resources", resource),
            seat.dials.get(resource, 0),
            path=join(("seats", id_, "dials", resource)),
        )
        for resource in RESOURCES
    ]
    influence = Fact(text("Influence"), seat.influence, path=join(("seats", id_, "influence")))
    orders = [Box(table.called("orders", order), order in seat.used) for order in table.ids("orders")]
    return Sheet(
        f"kingdom-{id_}",
        table.called("seats", id_),
        [Facts(text("Kingdom"), [influence, *dials]), Boxes(text("Orders used this year"), orders)],
    )
