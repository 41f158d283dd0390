"""The map of a tournament, built by both players in turn: who lays which tile next, and where (锦标赛模式, p54)."""

from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from domain.framework.events.event import Layout
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, refusal
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import WRONG_MODE, HeroesEvent, Living
from domain.games.heroes3.land.tiles import free_places, place_of, spot_at, tiles_beside
from domain.games.heroes3.setup.map_tiles import NextTile, builds_map, next_tile, pool_of
from domain.games.heroes3.state.kinds import ScenarioCard, Small, TileKind
from domain.games.heroes3.state.table import Heroes3

OTHER_TILE = refusal(
    "other-tile", "A {kind} tile is next in building the map: {seat} lays it.", rule=sections.TOURNAMENT
)
FACE_UP = refusal(
    "tournament-face-up", "The tiles of a tournament are face up: say which tile it is.", rule=sections.TOURNAMENT
)
BESIDE_CENTER = refusal(
    "beside-center", "A near tile is laid next to a center tile, if there is room.", rule=sections.TOURNAMENT
)
BESIDE_NEAR = refusal("beside-near", "The first starting tile is laid next to a near tile.", rule=sections.TOURNAMENT)
FARTHEST = refusal(
    "farthest-home", "The second starting tile is laid as many tiles as possible from the first: {most}, not {have}.",
    rule=sections.TOURNAMENT,
)  # fmt: skip
BESIDE_HOME = refusal(
    "beside-home", "The first far tile of {seat} is laid next to its starting tile.", rule=sections.TOURNAMENT
)
TWO_TILES = refusal("beside-two", "A far tile is laid next to two tiles of the map.", rule=sections.TOURNAMENT)
TWO_OBELISKS = refusal(
    "two-obelisks", "A tournament has two near tiles with an Obelisk at least.", rule=sections.TOURNAMENT
)
FEWEST_NEAR, FEWEST_TOUCHED = 2, 2


class MapBuildingEvent(HeroesEvent):
    """The base of what is decided before the players build the map of a tournament."""

    heading = "Map"
    tracked = ("map",)
    during = ("setup",)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode != "tournament":
            yield WRONG_MODE()


class StarterChosen(MapBuildingEvent):
    title = "Choose the starting player"
    help_text = "The player who rolled the most says who starts; that decides the order in which tiles are laid."
    sentence = "{starting} starts"
    layout = Layout(keypad="starting")
    starting: Annotated[Living, Field(title="starting player")]

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if builds_map(table) and not table.starting:
            yield Offer(text("Who starts? The player who rolled the most chooses"), required=True, keypad="starting")

    def apply(self, table: Heroes3) -> None:
        table.starting = self.starting


class MapTilesCounted(MapBuildingEvent):
    """Enters how many tiles the scenario's map has, besides the two starting tiles. They are kept with the scenario."""

    title = "Count the tiles of the map"
    help_text = (
        "The center, near and far tiles of the scenario; at least two of the near tiles have an Obelisk. The pools of "
        "near and far tiles are face down."
    )
    sentence = "The map has {center|center tile|center tiles}, {near|near tile|near tiles}, {far|far tile|far tiles}"
    center: Small
    near: Small
    far: Small

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if builds_map(table) and not pool_of(table):
            yield Offer(text("How many tiles does the map have?"), required=True, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if self.near < FEWEST_NEAR:
            yield TWO_OBELISKS()

    def apply(self, table: Heroes3) -> None:
        table.map_tiles = {"center": self.center, "near": self.near, "far": self.far}
        if table.scenario:
            table.keep_typed(ScenarioCard.kind_name, table.scenario, {"tiles": dict(table.map_tiles)})


def beside_kind(table: Heroes3, place: str, kind: TileKind) -> bool:
    """Whether a place is next to a tile of a kind."""
    return any(table.tiles[other].kind == kind for other in tiles_next_to(table, place))


def homes(table: Heroes3) -> dict[str, str]:
    """The place of the starting tile of each player who has one."""
    fields = {id_: seat.main.field for id_, seat in table.seats.items()}
    return {id_: place_of(table, field) for id_, field in fields.items() if field}


def tiles_next_to(table: Heroes3, place: str) -> list[str]:
    """The adjacent places of a place that have a tile."""
    middle = spot_at(place)
    return tiles_beside(table, middle) if middle else []


def tiles_between(table: Heroes3, place: str) -> dict[str, int]:
    """The steps from tile to tile between a tile and each place of the map, and each free place next to it."""
    found, edge = {place: 0}, [place]
    for here in edge:
        beyond = [other for other in tiles_next_to(table, here) if other not in found]
        found |= dict.fromkeys(beyond, found[here] + 1)
        edge += beyond
    for free in free_places(table):
        found[free] = 1 + min((found[beside] for beside in tiles_next_to(table, free) if beside in found), default=0)
    return found


def why_not_laid(
    table: Heroes3, place: str, kind: TileKind, tile: str | None, home_of: str | None
) -> Iterator[Refused]:
    """The refusals of a tile of a tournament's map: another one is next, it is not named, or the place is wrong."""
    due = next_tile(table)
    if due is None:
        return
    laid: TileKind = "starting" if home_of else kind
    if laid != due.kind or (home_of and home_of != due.seat):
        yield OTHER_TILE(kind=Text(due.kind), seat=table.called("factions", due.seat))
        return
    if not tile and not home_of:
        yield FACE_UP()
    yield from _wrong_place(table, place, due)


def _wrong_place(table: Heroes3, place: str, due: NextTile) -> Iterator[Refused]:
    at = homes(table)
    match due.kind:
        case "near":
            if not beside_kind(table, place, "center") and any(
                beside_kind(table, free, "center") for free in free_places(table)
            ):
                yield BESIDE_CENTER()
        case "starting" if not at:
            if not beside_kind(table, place, "near"):
                yield BESIDE_NEAR()
        case "starting":
            steps = tiles_between(table, next(iter(at.values())))
            most = max((steps.get(free, 0) for free in free_places(table)), default=0)
            if steps.get(place, 0) < most:
                yield FARTHEST(most=most, have=steps.get(place, 0))
        case "far" if sum(tile.kind == "far" for tile in table.tiles.values()) < len(table.seats):
            if at.get(due.seat, "") not in tiles_next_to(table, place):
                yield BESIDE_HOME(seat=table.called("factions", due.seat))
        case "far":
            if len(tiles_next_to(table, place)) < FEWEST_TOUCHED:
                yield TWO_TILES()
