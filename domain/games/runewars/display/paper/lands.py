"""What stands where: the map as a sheet, and the areas of one seat."""

from collections.abc import Iterator, Mapping

from domain.games.runewars.holding import held_by
from domain.games.runewars.state.land import Area, Rune
from domain.games.runewars.state.table import Runewars
from domain.language.shown.sheet import Fact, Grid, Said, Sheet
from domain.language.table import join
from domain.language.text import Text, text

RUNE_WORDS: Mapping[str, Text] = {"real": text("real rune"), "fake": text("false rune"), "": text("rune")}
FAITHFUL: Mapping[bool, Text] = {True: text("intact"), False: text("destroyed")}


def lands(table: Runewars, seat: str) -> Iterator[Grid]:
    """The areas of a seat; nothing where the table tracks none."""
    if table.tracks("map"):
        held = [_row(table, id_) for id_ in held_by(table, seat)]
        yield Grid(text("Areas"), [text("Area"), text("Units"), text("What stands there"), text("Yields")], held)


def map_sheet(table: Runewars) -> Iterator[Sheet]:
    """One row an area, whoever holds it."""
    if table.land:
        heads = [text("Area"), text("Held by"), text("Units"), text("What stands there"), text("Yields")]
        rows = [[id_, _holder(table, area), *_row(table, id_)[1:]] for id_, area in _named(table)]
        named = [[table.called("areas", str(row[0])), *row[1:]] for row in rows]
        yield Sheet("map", text("The map"), [Grid(text("Areas"), heads, named)])


def _named(table: Runewars) -> list[tuple[str, Area]]:
    return sorted(table.land.items())


def _holder(table: Runewars, area: Area) -> Said:
    return table.called("seats", area.controller) if area.controller else "–"


def _row(table: Runewars, id_: str) -> list[Said | Fact]:
    area = table.land[id_]
    units = Fact("", text("{units}", units=tuple(units_in(table, area))), path=join(("land", id_, "stacks")))
    things = Fact("", text("{things}", things=tuple(things_in(table, area))), path=join(("land", id_)))
    return [table.called("areas", id_), units, things, yields(table, area)]


def units_in(table: Runewars, area: Area) -> Iterator[Text]:
    """The units of an area, type by type."""
    for unit, stack in area.stacks.items():
        name = table.called("units", unit)
        yield text("{count} {unit}[ ({routed} routed)]", count=stack.size, unit=name, routed=stack.routed)


def things_in(table: Runewars, area: Area) -> Iterator[Said]:
    """What lies and stands in an area besides units, as the viewer knows it."""
    if area.stronghold:
        owner = table.called("seats", area.stronghold.owner)
        yield text("stronghold of {owner} ({state})", owner=owner, state=FAITHFUL[area.stronghold.intact])
    if area.development:
        resource = table.called("resources", area.development.resource) if area.development.resource else ""
        name = table.called("developments", area.development.kind)
        yield text("{name}[ ({resource})]", name=name, resource=resource)
    if area.city:
        yield table.called("cities", area.city)
    if area.rune:
        yield rune_word(area.rune)
    if area.exploration:
        known = area.exploration.kind
        yield table.called("explorations", known) if known else text("exploration token")
    if area.activated:
        yield text("activated by {seats}", seats=tuple(table.called("seats", seat) for seat in area.activated))


def rune_word(rune: Rune) -> Text:
    """A rune token, as the viewer of the table knows it."""
    return RUNE_WORDS[rune.kind]


def yields(table: Runewars, area: Area) -> Text:
    """The resources that are printed in an area."""
    printed = {"food": area.food, "wood": area.wood, "ore": area.ore}
    told = tuple(
        text("{count} {resource}", count=count, resource=table.called("resources", resource))
        for resource, count in printed.items()
        if count
    )
    return text("{yields}", yields=told)


__all__ = ["lands", "map_sheet", "rune_word", "things_in", "units_in", "yields"]
