"""The map: a plan of all areas, and the actions of each."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from domain.components.map_geometry import HEXAGON, Hex
from domain.framework.events.choice import NOTHING_KNOWN, Known
from domain.framework.text import Text, text
from domain.framework.views.board import (
    Ask,
    Badge,
    BadgeKind,
    Chip,
    Edge,
    Piece,
    Plan,
    Point,
    Space,
    SpaceKind,
    WayKind,
    id_of,
)
from domain.framework.views.sharing import shared_by_viewers
from domain.framework.views.sheet import Said
from domain.games.runewars.areas import areas_by_hex, border_at, border_between, hex_of, neighbours_of, opposite_side
from domain.games.runewars.display.sheets import RUNE_WORDS, say_yields, things_in, units_in
from domain.games.runewars.setup import filling
from domain.games.runewars.setup.hexes import MIDDLE, Cell, Ground, move_tile
from domain.games.runewars.setup.homes import home_cells
from domain.games.runewars.setup.laying import cells_of, cover_of, ground_of, places_covered
from domain.games.runewars.state.heroes import living_heroes
from domain.games.runewars.state.table import NEUTRAL, RESOURCES, Area, Runewars, spot_of

# === The map as a plan: the controller, the yield and the contents of each area, in small signs

TITLE = text("The map")
BETWEEN: Mapping[str, tuple[WayKind, Text]] = {
    "mountain": ("mountain", text("mountain")),
    "water": ("water", text("water")),
}
RUNE_ICONS: Mapping[str, str] = {"real": "rune-real", "fake": "rune-false", "": "rune"}
CORNERS = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 1))
"""The two corners at the ends of each side of a hexagon; the sides begin on the right."""
INSET = 0.96
"""The distance of a border from the middle of its area, so that both sides of a border are visible."""


def plan_of_map(table: Runewars) -> Plan | None:
    """The map; None if no area has a place."""
    spaces = [space for id_ in table.land if (space := space_of(table, id_))]
    return Plan(TITLE, spaces, edges_drawn(table)) if spaces else None


def plan_to_choose(table: Runewars, kind: str, offered: Collection[str], known: Known = NOTHING_KNOWN) -> Plan | None:
    """The map to choose an area or a place on; None for other kinds, and if no offered id is on it.

    For a place, the plan includes the shape of the tile or marker, if it is known.
    """
    if kind not in ("areas", "places"):
        return None
    spaces = [space for id_ in table.land if (space := space_of(table, id_))]
    free = [_free_place(id_, spot) for id_ in offered if (spot := spot_of(id_))] if kind == "places" else []
    at = {space.id for space in (*spaces, *free)}
    covers = [spot.middle for spot in places_covered(table, known)] if kind == "places" else []
    return Plan(TITLE, [*spaces, *free], edges_drawn(table), covers=covers) if at & {*offered} else None


def _free_place(id_: str, spot: Hex) -> Space:
    """A free place for a tile or marker."""
    return Space(id_, "", spot.middle, HEXAGON, kind="fog", faint=True)


def picture_of_tile(table: Runewars, kind: str, id_: str, known: Known) -> Plan | None:
    """A tile in a rotation, with the map around it; a home marker at its place; None for other kinds."""
    if kind == "markers" and (marker := table.laying.markers.get(id_)):
        return sketch_of_places([Cell("", spot) for spot in cover_of(marker)], ground_of(table))
    if kind != "turns":
        return None
    seat, marker_id, tile = (known.get(name) for name in ("seat", "marker", "tile"))
    if marker_id:
        cells = home_cells(table, str(seat), marker_id, id_)
        return sketch_of_places(cells, ground_of(table)) if cells else None
    return (
        sketch_of_places(move_tile(cells_of(table, tile, known.get("shows") or 0), MIDDLE, int(id_)), {})
        if tile
        else None
    )


def sketch_of_places(cells: Sequence[Cell], ground: Ground) -> Plan:
    """Some places in colour, with the map around them."""
    near = {spot for cell in cells for beside in cell.at.around() for spot in (beside, *beside.around())}
    around_ = [Cell("", spot, ground[spot]) for spot in ground if spot in near]
    spaces = [Space("", "", cell.at.middle, HEXAGON) for cell in around_]
    laid = [Space("", "", cell.at.middle, HEXAGON, laid=True) for cell in cells]
    sides = [(cell.at, side, shown) for cell in (*around_, *cells) for side, shown in enumerate(cell.sides)]
    return Plan(TITLE, [*spaces, *laid], [_edge(*one) for one in sides if one[2] != "open"])


@shared_by_viewers
def space_of(table: Runewars, id_: str) -> Space | None:
    """An area as a space of the plan; None for one without a place."""
    area = table.land[id_]
    spot = hex_of(area)
    if not spot:
        return None
    return Space(
        id_,
        table.called("areas", id_),
        spot.middle,
        HEXAGON,
        area.controller,
        badges=list(badges_of_area(table, id_)),
        kind=kind_of_area(area),
        opens=id_of(key_of(table, id_)),
    )


GROUNDS: Mapping[str, SpaceKind] = {"food": "field", "wood": "wood", "ore": "stone"}
"""The ground that yields a resource."""


def kind_of_area(area: Area) -> SpaceKind:
    """The ground of an area: by its city, or by the resource that it yields most of."""
    printed = {"food": area.food, "wood": area.wood, "ore": area.ore}
    most = max(RESOURCES, key=lambda resource: printed[resource])
    return GROUNDS[most] if printed[most] else "town" if area.city else "land"


def key_of(table: Runewars, id_: str) -> str:
    """The key of the piece of an area, which is part of an address and independent of the area's name."""
    return f"area-{list(table.land).index(id_)}"


def badges_of_area(table: Runewars, id_: str) -> Iterator[Badge]:
    """The badges of an area, most important first."""
    area = table.land[id_]
    if area.contested:
        yield Badge("arena", text("contested"), kind="danger")
    yield from _unit_badges(table, area)
    yield from _heroes(table, id_)
    yield from _buildings(table, area)
    yield from _tokens(table, area)
    yield from _yield_badges(table, area)


def _unit_badges(table: Runewars, area: Area) -> Iterator[Badge]:
    """One badge for the standing units of an owner, and one for the routed ones."""
    standing, routed = Counter[str](), Counter[str]()
    for stack in area.stacks.values():
        standing[stack.owner] += stack.standing
        routed[stack.owner] += stack.routed
    for owner in standing:
        who, seat = table.called("owners", owner), area.allied if owner == NEUTRAL else owner
        icon = "wild" if owner == NEUTRAL else "troops"
        kind: BadgeKind = "figure" if seat else "guard"
        if standing[owner]:
            said = text("{owner}: {count} standing", owner=who, count=standing[owner])
            yield Badge(icon, said, str(standing[owner]), kind, seat)
        if routed[owner]:
            said = text("{owner}: {count} routed", owner=who, count=routed[owner])
            yield Badge("fallen", said, str(routed[owner]), kind, seat)


def _heroes(table: Runewars, id_: str) -> Iterator[Badge]:
    """A sign for the heroes of each seat."""
    here = Counter(table.heroes[hero].seat for hero in living_heroes(table.heroes) if table.heroes[hero].area == id_)
    for seat, count in here.items():
        said = text("{seat}: {count|hero|heroes}", seat=table.called("seats", seat), count=count)
        yield Badge("hero", said, str(count) if count > 1 else "", "figure", seat)


def _buildings(table: Runewars, area: Area) -> Iterator[Badge]:
    if area.stronghold:
        owner, intact = area.stronghold.owner, area.stronghold.intact
        words = text("stronghold of {owner}") if intact else text("destroyed stronghold of {owner}")
        said = words.copy_with(owner=table.called("seats", owner))
        yield Badge("tower" if intact else "ruin", said, kind="place", seat=owner)
    if area.development:
        owner = area.development.owner
        yield Badge("works", _said(table.called("developments", area.development.kind)), kind="place", seat=owner)
    if area.city:
        yield Badge("city", _said(table.called("cities", area.city)), kind="place")


def _tokens(table: Runewars, area: Area) -> Iterator[Badge]:
    if area.rune:
        yield Badge(RUNE_ICONS[area.rune.kind], RUNE_WORDS[area.rune.kind], kind="token")
    if area.exploration:
        known = area.exploration.kind
        said = _said(table.called("explorations", known)) if known else text("exploration token")
        yield Badge("explore", said, str(area.exploration.back or "") if not known else "", "token")
    if area.fallen:
        yield Badge("sack", text("rewards of a defeated hero"), kind="token")
    for seat in area.activated:
        yield Badge("active", text("activated by {seat}", seat=table.called("seats", seat)), kind="token", seat=seat)


def _yield_badges(table: Runewars, area: Area) -> Iterator[Badge]:
    """The yield of an area."""
    printed = {"food": area.food, "wood": area.wood, "ore": area.ore}
    for resource in RESOURCES:
        if printed[resource]:
            said = text("{count} {resource}", count=printed[resource], resource=table.called("resources", resource))
            yield Badge(resource, said, str(printed[resource]), "resource", quiet=True)


def _said(name: object) -> Text:
    return text("{name}", name=name)


@shared_by_viewers
def edges_drawn(table: Runewars) -> Sequence[Edge]:
    """The coloured borders, each drawn once: within the area that shows it, or between two areas that both do."""
    at, drawn = areas_by_hex(table), list[Edge]()
    for area in table.land.values():
        spot = hex_of(area)
        for side, beside in enumerate(spot.around()) if spot else ():
            shown, other = border_at(area, side), at.get(beside)
            doubled = other and border_at(table.land[other], opposite_side(side)) == shown
            if spot and shown != "open" and not (doubled and opposite_side(side) < side):
                drawn.append(_edge(spot, side, shown))
    return drawn


def _edge(spot: Hex, side: int, shown: str) -> Edge:
    one, two = (_corner(spot, corner) for corner in CORNERS[side])
    kind, said = BETWEEN[shown]
    return Edge(one, two, said, kind)


def _corner(spot: Hex, corner: int) -> Point:
    (x, y), (across, down) = spot.middle, HEXAGON[corner]
    return x + INSET * across, y + INSET * down


# === The piece that a tap on an area opens: its contents, and the possible acts ==================


@shared_by_viewers
def area_piece(table: Runewars, id_: str) -> Piece:
    """The piece of an area."""
    area = table.land[id_]
    return Piece(
        key_of(table, id_),
        table.called("areas", id_),
        note=_held(table, id_),
        marks=[*_yields_shown(table, id_), *say_borders(table, id_)],
        chips=[Chip(said) for said in (*units_in(table, area), *heroes_in(table, id_), *things_in(table, area))],
        asks=list(asks_of_area(table, id_)),
        aside=True,
        about=("areas", id_),
    )


def _held(table: Runewars, id_: str) -> Text:
    area = table.land[id_]
    home = table.called("seats", area.home) if area.home else ""
    if area.controller:
        held = table.called("seats", area.controller)
        return text("Held by {seat}[, home of {home}]", seat=held, home=home)
    return text("No player holds it[, home of {home}]", home=home)


def heroes_in(table: Runewars, id_: str) -> Iterator[Text]:
    """The heroes of an area, each with its player."""
    for hero in living_heroes(table.heroes):
        known = table.heroes[hero]
        if known.area == id_:
            name, seat = table.called("heroes", hero), table.called("seats", known.seat)
            yield text("{hero} of {seat}[, {damage} damage]", hero=name, seat=seat, damage=known.damage)


def _yields_shown(table: Runewars, id_: str) -> Iterator[Said]:
    shown = say_yields(table, table.land[id_])
    if shown.values["yields"]:
        yield shown


def say_borders(table: Runewars, id_: str) -> Iterator[Said]:
    """The neighbours behind mountains or water."""
    between = {other: border_between(table, id_, other) for other in neighbours_of(table, id_)}
    for kind, words in (("mountain", text("mountain to {areas}")), ("water", text("water to {areas}"))):
        if beside := [other for other, shown in between.items() if shown == kind]:
            yield words.copy_with(areas=tuple(table.called("areas", other) for other in beside))


def asks_of_area(table: Runewars, id_: str) -> Iterator[Ask]:
    """The actions of an area in addition to offers: setup, and corrections of the map by hand."""
    if table.step == "setup":
        yield from setting_up(table, id_)
    yield Ask(text("Fix the area"), filling.AreaDescribed, {"area": id_})
    if neighbours_of(table, id_):
        yield Ask(text("Fix a border"), filling.BorderCorrected, {"area": id_})


def setting_up(table: Runewars, id_: str) -> Iterator[Ask]:
    """The actions that fill an area before the war."""
    area, here = table.land[id_], {"area": id_}
    if area.home:
        yield Ask(text("First stronghold"), filling.StartingStrongholdPlaced, {**here, "seat": area.home})
        yield Ask(text("First units"), filling.StartingUnitsPlaced, {**here, "seat": area.home})
        return
    if area.city_space and not area.city:
        yield Ask(text("City placed"), filling.CityPlaced, here)
    yield Ask(text("Neutral units"), filling.NeutralsSetUp, here)
