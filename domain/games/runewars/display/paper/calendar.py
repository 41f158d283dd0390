"""The calendar sheet: each season with its card, everybody's order, who played when, and whose bonus was taken."""

from collections.abc import Iterator

from domain.games.runewars.state.calendar import SeasonPast
from domain.games.runewars.state.table import Runewars
from domain.language.shown.sheet import Grid, Said, Sheet
from domain.language.text import Text, text


def calendar(table: Runewars) -> Iterator[Sheet]:
    """One row a season that was begun."""
    if table.tracks("calendar") and table.calendar:
        seats = [table.called("seats", seat) for seat in table.seats]
        heads = [text("Season"), text("Card"), *seats, text("Order of play")]
        rows = [_row(table, number, past) for number, past in table.calendar.items()]
        yield Sheet("calendar", text("Calendar"), [Grid(text("Seasons"), heads, rows)])


def _row(table: Runewars, number: str, past: SeasonPast) -> list[Said]:
    card = table.called("season-cards", past.card) if past.card else "–"
    played = text("{seats}", seats=tuple(table.called("seats", seat) for seat in past.play))
    orders = [_order(table, past, seat) for seat in table.seats]
    return [table.called("season numbers", number), card, *orders, played]


def _order(table: Runewars, past: SeasonPast, seat: str) -> Text | str:
    order = past.orders.get(seat)
    if not order:
        return "–"
    return text("{order}[ {bonus|★}]", order=table.called("orders", order), bonus=seat in past.bonus)


__all__ = ["calendar"]
