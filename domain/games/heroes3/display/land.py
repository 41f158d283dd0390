"""The map as a plan: fields with flags and heroes, face-down tiles, and the event of a tap on each."""

from collections.abc import Collection, Iterator, Mapping, Sequence

from domain.components.map_geometry import HEXAGON, Hex
from domain.framework.events.choice import NOTHING_KNOWN, Known
from domain.framework.text import Text, text
from domain.framework.views.board import (
    Ask,
    Badge,
    BadgeKind,
    Button,
    Edge,
    Pad,
    Piece,
    Plan,
    Point,
    Space,
    SpaceKind,
    event_if_valid,
)
from domain.framework.views.sharing import shared_by_viewers
from domain.framework.views.sheet import Said
from domain.games.heroes3.base import TURNS, Whose, hero_of
from domain.games.heroes3.cards.decks import TILE_DECK, is_kept
from domain.games.heroes3.land.laying import MapKept, TileDiscovered, TileLaid, TilePlaced, TokenPlaced, kind_laid_next
from domain.games.heroes3.land.moving import FieldRevisited, HeroMoved, category_of, heroes_on, to_go
from domain.games.heroes3.land.tiles import (
    MOVING_TOKENS,
    face_down_beside,
    fields_around,
    is_below,
    places_to_lay,
    spot_at,
    tiles_in_box,
)
from domain.games.heroes3.land.visiting import answers_due
from domain.games.heroes3.state.kinds import TileKind
from domain.games.heroes3.state.table import Heroes3, Spot

TITLE = text("The map")
CORNERS = ((1, 2), (2, 3), (3, 4), (4, 5), (5, 0), (0, 1))
"""The two corners at the ends of each side of a hexagon; the sides begin on the right."""
INSET = 0.94
ICONS = {"gold": "token", "materials": "ore", "valuables": "gem"}
SIGNS = {
    "town": "city", "random-town": "city", "settlement": "tower", "obelisk": "ruin", "grail": "spark",
    "dragon-utopia": "flame", "treasure": "sack", "resource": "box", "artifact": "star", "learning-stone": "lesson",
    "stables": "run", "blocked": "illegal", "visit": "quest", "flag": "banner", "revisit": "door",
}  # fmt: skip
"""The sign of a location, or else of its kind, because a field is too small for its name on the screen for the room."""
TOKEN_SIGNS = {"gate": "door", "whirlpool": "swirl", "bank": "lock"}
BARE = ("empty", "blocked")
"""Locations whose names are not shown on the map."""


def plan(table: Heroes3) -> Plan | None:
    """The map; None if it has no tiles."""
    spaces = [*(field_space(table, id_) for id_ in table.fields), *hidden_spaces(table), *free_spaces(table)]
    return Plan(TITLE, spaces, list(edges(table)), list(pads(table))) if spaces else None


def map_to_choose(table: Heroes3, kind: str, offered: Collection[str], known: Known = NOTHING_KNOWN) -> Plan | None:
    """The map to choose a field or the place of a tile on; None for other kinds."""
    if kind not in ("fields", "places"):
        return None
    spaces = [*(field_space(table, id_) for id_ in table.fields), *hidden_spaces(table)]
    if kind == "places":
        free = [(id_, spot) for id_ in offered if id_ not in table.tiles and (spot := spot_at(id_))]
        spaces += [Space(id_, "", spot.middle, HEXAGON, kind="fog", faint=True) for id_, spot in free]
        covers = [spot.middle for spot in fields_around(Hex(0, 0), 0)]
        return Plan(TITLE, spaces, list(edges(table)), covers=covers)
    return Plan(TITLE, spaces, list(edges(table))) if {space.id for space in spaces} & {*offered} else None


def field_space(table: Heroes3, id_: str) -> Space:
    """A field of a face-up tile."""
    spot = table.fields[id_]
    owner = spot.flags[-1] if spot.flags else spot.town_of
    name: Said = table.called("locations", spot.location) if spot.location and spot.location not in BARE else ""
    if spot.token:
        name = table.called("field-tokens", spot.token)
    return Space(
        id_, name, Hex(spot.q, spot.r).middle, HEXAGON, owner, badges=list(badges(table, id_, spot)),
        kind=kind_of_field(table, id_, spot), place=id_,
    )  # fmt: skip


BACKS: Mapping[TileKind | None, SpaceKind] = {"sea": "sea", "subterranean": "cave"}
"""The ground of face-down tiles whose backs show it."""
TOWNS = ("town", "random-town", "settlement")


def kind_of_field(table: Heroes3, id_: str, spot: Spot) -> SpaceKind:
    """The ground of a field. Blocked fields and the sea come first, because they decide who can enter."""
    if "blocked" in (spot.location, spot.category):
        return "rock"
    if spot.sea:
        return "sea"
    if spot.location in TOWNS:
        return "town"
    return "field" if spot.good else "cave" if is_below(table, id_) else "land"


def badges(table: Heroes3, id_: str, spot: Spot) -> Iterator[Badge]:
    """The signs on a field, heroes first."""
    for seat, whose in heroes_on(table, id_):
        said = text("{seat}: the {whose}", seat=table.called("factions", seat), whose=Text(whose))
        yield Badge("hero", said, "" if whose == "main hero" else "2", "figure", seat)
    for hero in table.ai_heroes.values():
        if hero.field == id_ and not hero.beaten:
            yield Badge("hero", text("AI hero {hero}", hero=hero.name), "AI", "figure")
    if spot.good:
        said = text("{count} {good}", count=spot.amount, good=table.called("goods", spot.good))
        yield Badge(ICONS[spot.good], said, str(spot.amount or ""), "resource")
    elif not spot.token and (sign := SIGNS.get(spot.location) or SIGNS.get(spot.category)):
        kind: BadgeKind = "blocked" if kind_of_field(table, id_, spot) == "rock" else "place"
        yield Badge(sign, table.called("locations", spot.location), kind=kind)
    if spot.level and not spot.cleared:
        yield Badge("skull", text("guards of level {level}", level=spot.level), str(spot.level), "guard")
    if spot.cube:
        yield Badge("check", text("visited"), kind="visited")
    if spot.ai:
        yield Badge("banner", text("held by the AI"), kind="danger")
    if spot.token:
        sign = TOKEN_SIGNS.get(spot.token, "explore")
        yield Badge(sign, text("{token}", token=table.called("field-tokens", spot.token)), spot.pair, "token")
    if spot.sea:
        yield Badge("drop", text("sea"), kind="ground", quiet=True)


def hidden_spaces(table: Heroes3) -> Iterator[Space]:
    """The seven spaces of each face-down tile; a tap on its middle discovers it."""
    for place, tile in table.tiles.items():
        if tile.tile:
            continue
        middle, *around = fields_around(Hex(tile.q, tile.r), 0)
        name, kind = text("{kind} tile", kind=Text(tile.kind or "")), BACKS.get(tile.kind, "fog")
        yield Space(place, name, middle.middle, HEXAGON, kind=kind, faint=True)
        for n, spot in enumerate(around, 1):
            yield Space(f"{place} {n}", "", spot.middle, HEXAGON, kind=kind, faint=True)


def free_spaces(table: Heroes3) -> Iterator[Space]:
    """The middles of the free places for the scenario's next tile."""
    for place in places_to_lay(table):
        if spot := spot_at(place):
            yield Space(place, "+", spot.middle, HEXAGON, kind="fog", faint=True)


def pads(table: Heroes3) -> Iterator[Pad]:
    """The events of a tap on the map: a tile is laid; or the player at turn moves a hero or discovers a tile."""
    free = [(place, text("Lay a tile")) for place in places_to_lay(table)]
    if free and (laid := event_if_valid(TileLaid, place=free[0][0], kind=kind_laid_next(table))):
        yield Pad(laid, "place", free, needs=("kind",))
    seat = TURNS.whose_turn(table)
    if not seat or table.combat or answers_due(table):
        return
    for whose in heroes_to_move(table, seat):
        fields = () if hero_of(table, seat, whose).locked else to_go(table, seat, whose)
        steps = [(field, table.called("fields", field)) for field in fields]
        if steps and (event := event_if_valid(HeroMoved, seat=seat, whose=whose, to=steps[0][0])):
            yield Pad(event, "to", steps)
        hidden = face_down_beside(table, field_of(table, seat, whose))
        named = [(place, text("Discover this tile")) for place in hidden]
        if named and (found := event_if_valid(TileDiscovered, seat=seat, whose=whose, place=hidden[0])):
            yield Pad(found, "place", named, needs=("tile",) if is_tile_asked(table, hidden) else ())


def is_tile_asked(table: Heroes3, places: Sequence[str]) -> bool:
    """Whether a tap on one of these face-down tiles asks which it is: some are known, and the app draws none."""
    known = any(tiles_in_box(table, table.tiles[place].kind) for place in places)
    return known and not is_kept(table, TILE_DECK)


def heroes_to_move(table: Heroes3, seat: str) -> Iterator[Whose]:
    """The heroes of a seat with movement points left, the main hero first."""
    here = table.seats[seat]
    if here.main.left and here.main.field:
        yield "main hero"
    if here.second and here.second.left and here.second.field:
        yield "secondary hero"


def field_of(table: Heroes3, seat: str, whose: Whose) -> str:
    here = table.seats[seat]
    return here.main.field if whose == "main hero" else here.second.field if here.second else ""


def edges(table: Heroes3) -> Iterator[Edge]:
    """Yellow lines, and the outlines of tiles."""
    for spot in table.fields.values():
        for side in spot.borders:
            yield _edge(Hex(spot.q, spot.r), side)


def _edge(spot: Hex, side: int) -> Edge:
    one, two = (_corner(spot, corner) for corner in CORNERS[side])
    return Edge(one, two, text("yellow line"), "mountain")


def _corner(spot: Hex, number: int) -> Point:
    (x, y), (right, down) = HEXAGON[number], spot.middle
    return right + INSET * x, down + INSET * y


@shared_by_viewers
def the_map(table: Heroes3) -> Piece:
    """The map, with its buttons and links."""
    return Piece("land", TITLE, plan=plan(table), buttons=list(_buttons(table)), asks=list(_asks(table)))


def _buttons(table: Heroes3) -> Iterator[Button]:
    """The button for another visit, if the hero at turn is on a field that allows it."""
    seat = TURNS.whose_turn(table)
    if not seat or table.combat:
        return
    for whose in heroes_to_move(table, seat):
        spot = table.fields.get(field_of(table, seat, whose), Spot())
        event = event_if_valid(FieldRevisited, seat=seat, whose=whose)
        if event and (category_of(table, spot) == "revisit" or spot.token in MOVING_TOKENS):
            kind, shown = ("field-tokens", spot.token) if spot.token else ("locations", spot.location)
            yield Button(text("Visit {location} again", location=table.called(kind, shown)), event)


def _asks(table: Heroes3) -> Sequence[Ask]:
    if table.phase == "setup":
        kept = [Ask(text("Keep this map"), MapKept)] if table.tiles else []
        placed = [Ask(text("Place a token"), TokenPlaced)] if table.fields else []
        return [Ask(text("Lay a tile"), TileLaid), *placed, *kept]
    seat = TURNS.whose_turn(table)
    placed = [Ask(text("Place a far tile"), TilePlaced, {"seat": seat}, seats=frozenset({seat}))] if seat else []
    supply = placed if seat and table.seats[seat].supply else []
    return [*supply, Ask(text("Place a token"), TokenPlaced)] if table.fields else [Ask(text("Lay a tile"), TileLaid)]
