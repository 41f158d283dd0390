"""The tiles of a tournament's map, and which of them a player lays next (锦标赛模式, p54)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from domain.framework.refusal import refusal
from domain.games.heroes3 import sections
from domain.games.heroes3.base import seat_of
from domain.games.heroes3.state.kinds import ScenarioCard, TileKind
from domain.games.heroes3.state.table import Heroes3

MAP_UNFINISHED = refusal(
    "map-unfinished", "The map is not complete: a {kind} tile is next.", rule=sections.TOURNAMENT, areas=("map",)
)


def builds_map(table: Heroes3) -> bool:
    """Whether the two players of a tournament sit, and build its map."""
    return table.mode == "tournament" and table.phase == "setup" and len(table.seats) > 1


def pool_of(table: Heroes3) -> Mapping[TileKind, int]:
    """The number of tiles of each kind that the map has; empty if unknown."""
    return table.map_tiles or ScenarioCard.of(table, table.scenario).tiles


@dataclass(frozen=True, slots=True)
class NextTile:
    """The next tile of the map.

    Args:
        kind: its kind.
        seat: the player who lays it.
        left: the number of tiles of this kind that are left, including it.
    """

    kind: TileKind
    seat: str
    left: int


def next_tile(table: Heroes3) -> NextTile | None:
    """The next tile of the map; None if it is complete, or if its tiles or the starting player are unknown (p54)."""
    pool = pool_of(table)
    if not builds_map(table) or not pool or table.starting not in table.seats:
        return None
    first = table.starting
    second = next(seat for seat in table.seats if seat != first)
    laid = Counter(tile.kind for tile in table.tiles.values())
    left: dict[TileKind, int] = {kind: pool.get(kind, 0) - laid[kind] for kind in ("center", "near", "far")}
    if left["center"] > 0:
        return NextTile("center", first, left["center"])
    if left["near"] > 0:
        return NextTile("near", first if laid["near"] % 2 else second, left["near"])
    homeless = [seat for seat in (first, second) if not seat_of(table, seat).main.field]
    if homeless:
        return NextTile("starting", homeless[0], len(homeless))
    if left["far"] > 0:
        return NextTile("far", second if laid["far"] % 2 else first, left["far"])
    return None
