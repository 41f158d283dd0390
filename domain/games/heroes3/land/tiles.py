"""Tiles of seven fields: their places, free places, adjacent fields, and printed values (p31)."""

from collections.abc import Iterator, Mapping

from domain.components.map_geometry import Hex
from domain.games.heroes3.state.kinds import LocationCard, PrintedField, TileCard
from domain.games.heroes3.state.table import NUMBERS, Heroes3, Spot

NEXT_TILES = (Hex(2, 1), Hex(-1, 3), Hex(-3, 2), Hex(-2, -1), Hex(1, -3), Hex(3, -2))
"""The vectors from the middle of a tile to the middles of the six adjacent places."""
MIDDLE = Hex(0, 0)
GATE = "gate"
MOVING_TOKENS = ("one-way-in", "two-way", "whirlpool")
"""Tokens that move a hero to another token."""
TRACK_SPACES: Mapping[str, int] = {"gold": 5, "materials": 2, "valuables": 1}
"""The value of a space of each income track (5.8)."""


def place_id(spot: Hex) -> str:
    """The id of the place of a tile with this middle."""
    return f"{spot.q} {spot.r}"


def spot_at(place: str) -> Hex | None:
    """The middle of a place; None if the id is invalid."""
    q, _, r = place.partition(" ")
    try:
        return Hex(int(q), int(r))
    except ValueError:
        return None


def field_id(tile: str, number: int | str) -> str:
    return f"{tile} {number}"


def fields_around(middle: Hex, turned: int) -> list[Hex]:
    """The seven fields of a tile: its middle, then those around it by number, rotated with the tile."""
    return [middle, *(middle.moved(spot.turned(turned)) for spot in MIDDLE.around())]


def tiles_beside(table: Heroes3, at: Hex) -> list[str]:
    """The adjacent places that have a tile."""
    return [place for way in NEXT_TILES if (place := place_id(at.moved(way))) in table.tiles]


def free_places(table: Heroes3) -> list[str]:
    """The places for another tile: next to the tiles on the map; for the first tile, the middle."""
    if not table.tiles:
        return [place_id(MIDDLE)]
    found = (place_id(Hex(tile.q, tile.r).moved(way)) for tile in table.tiles.values() for way in NEXT_TILES)
    return [place for place in dict.fromkeys(found) if place not in table.tiles]


def places_to_lay(table: Heroes3) -> list[str]:
    """The places on which a tap may lay a tile of the scenario during setup."""
    return free_places(table) if table.phase == "setup" and table.tiles else []


def place_of(table: Heroes3, field: str) -> str:
    """The place of the tile with a field."""
    tile = table.fields.get(field, Spot()).tile
    return next((place for place, laid in table.tiles.items() if laid.tile == tile), "")


def ids_by_spot(table: Heroes3) -> dict[Hex, str]:
    return {Hex(spot.q, spot.r): id_ for id_, spot in table.fields.items()}


def twin_of(table: Heroes3, field: str) -> str:
    """The other field of a Subterranean Gate, which counts as the same field; empty if there is none (p34)."""
    spot = table.fields.get(field, Spot())
    if spot.token != GATE:
        return ""
    others = (id_ for id_, other in table.fields.items() if other.token == GATE and other.pair == spot.pair)
    return next((id_ for id_ in others if id_ != field), "")


def is_below(table: Heroes3, field: str) -> bool:
    """Whether a field is underground."""
    place = table.tiles.get(place_of(table, field))
    return bool(place and place.kind == "subterranean")


def border_between(table: Heroes3, field: str, other: str) -> bool:
    """Whether a yellow line separates two adjacent fields."""
    here, there = table.fields[field], table.fields[other]
    side = Hex(here.q, here.r).around().index(Hex(there.q, there.r))
    return side in here.borders or (side + 3) % 6 in there.borders


def touching(table: Heroes3, field: str) -> list[str]:
    """The fields adjacent to a field, even behind a yellow line."""
    here = table.fields.get(field)
    known = ids_by_spot(table) if here else {}
    return [known[spot] for spot in Hex(here.q, here.r).around() if spot in known] if here else []


def fields_beside(table: Heroes3, field: str) -> list[str]:
    """The fields that a hero may step to: on the same level, not blocked, not behind a yellow line (3.6)."""
    steps = []
    for one in filter(None, (field, twin_of(table, field))):
        steps += [
            other
            for other in touching(table, one)
            if table.fields[other].category != "blocked"
            and not border_between(table, one, other)
            and is_below(table, one) == is_below(table, other)
        ]
    return list(dict.fromkeys(step for step in steps if step != field))


def face_down_beside(table: Heroes3, field: str) -> list[str]:
    """The places of face-down tiles that are adjacent to a field, on its own level."""
    here = table.fields.get(field)
    if here is None:
        return []
    around = set(Hex(here.q, here.r).around())
    below = is_below(table, field)
    return [
        place
        for place, tile in table.tiles.items()
        if not tile.tile
        and (tile.kind == "subterranean") == below
        and around & set(fields_around(Hex(tile.q, tile.r), 0))
    ]


def tiles_in_box(table: Heroes3, kind: str | None) -> list[str]:
    """The known tiles of a kind, or without a known kind, that are not on the map."""
    lying = {tile.tile for tile in table.tiles.values()}
    return [id_ for id_ in table.ids("tiles") if id_ not in lying and TileCard.of(table, id_).kind in (None, kind)]


def printed_fields(table: Heroes3, tile: str) -> Mapping[str, PrintedField]:
    """The fields of a tile by number, from a pack or typed in as content; without those of unknown number."""
    found = (PrintedField.of(table, id_) for id_ in table.ids("printed-fields"))
    return {str(one.number): one for one in found if one.tile == tile and "number" in one.model_fields_set}


def amount_at(card: LocationCard | None, good: str | None) -> int:
    """The yield of a field: that of its location, or else a space of the income track."""
    return (card.amount if card else 0) or TRACK_SPACES.get(good or "", 0)


def typed_fields(table: Heroes3, tile: str) -> Mapping[str, PrintedField]:
    """The fields of a tile that were typed in when it was face up before."""
    card = TileCard.of(table, tile)
    return {
        n: PrintedField(
            location=card.locations.get(n, ""), level=card.levels.get(n, 0), sea=n in card.sea,
            good=card.yields.get(n),
        )
        for n in {**card.locations, **card.levels, **card.yields, **dict.fromkeys(card.sea)}
    }  # fmt: skip


def columns_of(table: Heroes3, tile: str) -> dict[str, object]:
    """The known values of a tile's fields, one mapping per value, as an event that lays the tile stores them."""
    fields = printed_fields(table, tile) or typed_fields(table, tile)
    known = {n: LocationCard.of(table, field.location) for n, field in fields.items()}
    yields = {n: good for n, field in fields.items() if (good := field.good or known[n].good)}
    return {
        "locations": {n: field.location for n, field in fields.items() if field.location},
        "levels": {n: field.level for n, field in fields.items() if field.level},
        "categories": {n: card.category for n, card in known.items() if card.category},
        "yields": yields,
        "amounts": {n: fields[n].amount or amount_at(known[n], good) for n, good in yields.items()},
        "sea": tuple(n for n, field in fields.items() if field.sea or known[n].sea),
        "borders": {n: tuple(field.borders) for n, field in fields.items() if field.borders},
    }


def fields_of_tile(tile: str) -> Iterator[str]:
    yield from (field_id(tile, number) for number in NUMBERS)
