"""The sheets of a war: all of it once it is over, each seat's kingdom, the map, the calendar, what is kept secret."""

from collections.abc import Iterator, Sequence

from domain.games.runewars.display.paper.battles import battle_sheet
from domain.games.runewars.display.paper.calendar import calendar
from domain.games.runewars.display.paper.heroes import heroes_sheet
from domain.games.runewars.display.paper.lands import lands, map_sheet
from domain.games.runewars.display.paper.secrets import kept
from domain.games.runewars.display.paper.summary import summary
from domain.games.runewars.realm.power import title_priced
from domain.games.runewars.runes.tokens import with_rune
from domain.games.runewars.state.table import RESOURCES, Runewars
from domain.language.shown.sheet import Block, Box, Boxes, Fact, Facts, Sheet
from domain.language.table import join
from domain.language.text import text


def sheets(table: Runewars) -> Sequence[Sheet]:
    """All sheets, as the viewer of the table may see them."""
    return [
        *summary(table),
        *(kingdom(table, seat) for seat in table.seats),
        *map_sheet(table),
        *heroes_sheet(table),
        *calendar(table),
        *battle_sheet(table),
        *(kept(table, seat) for seat in table.seats),
    ]


def kingdom(table: Runewars, id_: str) -> Sheet:
    """A seat's sheet, as everybody sees it."""
    return Sheet(f"kingdom-{id_}", table.called("seats", id_), list(_blocks(table, id_)))


def _blocks(table: Runewars, id_: str) -> Iterator[Block]:
    yield Facts(text("Kingdom"), list(_numbers(table, id_)))
    if table.tracks("calendar"):
        seat = table.seats[id_]
        path = join(("seats", id_, "used"))
        used = [Box(table.called("orders", order), order in seat.used, path) for order in table.ids("orders")]
        yield Boxes(text("Orders used this year"), used)
    yield from lands(table, id_)


def _numbers(table: Runewars, id_: str) -> Iterator[Fact]:
    """What is counted of a seat, as far as this table tracks it."""
    seat, at = table.seats[id_], ("seats", id_)
    if seat.player:
        yield Fact(text("Player"), seat.player)
    if table.tracks("influence"):
        yield Fact(text("Influence"), seat.influence, path=join((*at, "influence")))
        if titles := tuple(title_priced(table, title) for title in seat.titles):
            yield Fact(text("Titles"), text("{titles}", titles=titles), path=join((*at, "titles")))
    if table.tracks("dials"):
        for resource in RESOURCES:
            path = join((*at, "dials", resource))
            yield Fact(table.called("resources", resource), seat.dials.get(resource, 0), path=path)
    if table.tracks("cards"):
        tactics = len(seat.tactics) + len(seat.fresh)
        yield Fact(text("Tactics cards"), tactics, path=join((*at, "tactics")))
        yield Fact(text("Quest cards"), len(seat.quests), path=join((*at, "quests")))
    if table.tracks("runes", "map"):
        yield Fact(text("Rune tokens"), len(with_rune(table, id_)), path="land")


__all__ = ["sheets"]
