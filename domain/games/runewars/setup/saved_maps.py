"""Saved maps, stored as content and laid at once, and the setup quests that add tiles (地图设置 1-2)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, LogRole
from domain.framework.events.marks import Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.base import Living, QuestId, seats_clockwise
from domain.games.runewars.setup.laying import (
    MapEvent,
    Tiles,
    TilesLaid,
    as_printed,
    cells_of,
    home_tile,
    is_home,
    is_map_empty,
    is_printed,
)
from domain.games.runewars.state.kinds import MapTile, QuestCard, SavedMap
from domain.games.runewars.state.table import Runewars

# === Own maps: a laid map is saved as content, a saved map is laid at once =======================

NOTHING_LIES = never("nothing-lies", "There is no tile on the map yet.", rule=sections.MAP_SETUP)
MAP_KNOWN = never("map-known", "There is already a map called “{name}”. Give this one another name.")
MAP_LIES = never("map-lies", "There is a map on the table. Take it up first.", rule=sections.MAP_SETUP)
MAP_BLANK = never(
    "map-blank",
    "The tiles of {name} are unknown here. Add the pack of the table that saved it, or lay them one by one.",
)
PLACE_AND_TURN = 3


def tiles_lying(saved: SavedMap) -> Tiles:
    """The tiles of a saved map with a valid place."""
    return {tile: (at[0], at[1], at[2]) for tile, at in saved.tiles.items() if len(at) == PLACE_AND_TURN}


def for_these_seats(table: Runewars, tiles: Tiles) -> Tiles:
    """A saved map with the home tiles of the current players: each at its own place, or else at a free one."""
    own = {home_tile(table, seat): seat for seat in table.seats}
    left = [at for tile, at in tiles.items() if is_home(table, tile) and tile not in own]
    homeless = [tile for tile in own if tile and tile not in tiles]
    land = {tile: at for tile, at in tiles.items() if tile in own or not is_home(table, tile)}
    return {**land, **dict(zip(homeless, left, strict=False))}


def may_be_drawn(table: Runewars, saved: str) -> bool:
    """Whether the areas of the tiles of a saved map are known, except those of home tiles."""
    tiles = [tile for tile in tiles_lying(SavedMap.of(table, saved)) if not is_home(table, tile)]
    return all(cells_of(table, tile) for tile in tiles)


class MapKept(MapEvent):
    help_text = "Save this map under a name, to lay it out at once next time. A pack file takes it anywhere."
    sentence = "The map was kept: {name}"
    title = "Keep this map"
    log = LogRole(bookkeeping=True)
    name: Line = Field(title="name of the map")
    tiles: Annotated[Tiles, Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not table.laying.tiles:
            yield NOTHING_LIES()
        if self.name in table.ids("maps"):
            yield MAP_KNOWN(name=self.name)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        laid = table.laying.tiles
        return self.copy_with(tiles={tile: (at.q, at.r, at.turned) for tile, at in laid.items()})

    def apply(self, table: Runewars) -> None:
        card = {"en": self.name, "tiles": {tile: list(at) for tile, at in self.tiles.items()}}
        table.library.setdefault(SavedMap.kind_name, {})[self.name] = card


class MapLaid(TilesLaid):
    help_text = "Lay out a saved map all at once, with the home realms of this game's players."
    sentence = "The map was laid: {map}"
    title = "Lay a kept map"
    during = ("setup",)
    map: Annotated[str, Choice("maps")]

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The saved maps, if no map is laid; they are optional if tiles are typed in."""
        kept = [saved for saved in table.ids("maps") if may_be_drawn(table, saved)] if is_map_empty(table) else []
        if kept:
            fields = {"map": kept[0]} if len(kept) == 1 else {}
            yield Offer(fields=fields, required=not is_printed(table), opens_form=True)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.laying.tiles:
            yield MAP_LIES()
        if not may_be_drawn(table, self.map):
            yield MAP_BLANK(name=table.called("maps", self.map))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        tiles = for_these_seats(table, tiles_lying(SavedMap.of(table, self.map)))
        return self.copy_with(**as_printed(table, {tile: at for tile, at in tiles.items() if _is_tile(table, tile)}))


def _is_tile(table: Runewars, tile: str) -> bool:
    return tile in table.ids(MapTile.kind_name)


# === Setup quests, which name tiles, and quest cards without an area on this map (地图设置 1-2; 构建任务牌堆)

TWO_EACH = refusal("two-each", "{seat} already has two setup quests.", rule=sections.MAP_SETUP)
DEALT_BEFORE = never("dealt-before", "That quest was dealt to {seat}.", rule=sections.MAP_SETUP)
ALL_LEAD_HERE = never(
    "all-lead-here", "Every quest that is typed in leads to an area of this map.", rule=sections.QUESTS
)
# The setup quests dealt to each player, which name the tiles (地图设置 1).
QUESTS_EACH = 2


def setup_quests(table: Runewars) -> Iterable[str]:
    """Setup quests that are not dealt yet."""
    dealt = [quest for quests in table.laying.quests.values() for quest in quests]
    return [quest for quest in table.ids("quests") if QuestCard.of(table, quest).tile and quest not in dealt]


def quests_off_map(table: Runewars) -> list[str]:
    """Quests whose areas are known, but not on this map."""
    known = {quest: QuestCard.of(table, quest).areas for quest in table.ids("quests")}
    removed = table.laying.removed
    return [quest for quest, areas in known.items() if areas and not {*areas} & {*table.land} and quest not in removed]


def next_to_deal(table: Runewars) -> list[str]:
    """The seat that is dealt the next setup quest, before the first tile; none if no tiles are typed in."""
    if not is_map_empty(table) or not is_printed(table):
        return []
    return [seat for seat in seats_clockwise(table) if len(table.laying.quests.get(seat, ())) < QUESTS_EACH][:1]


class SetupQuestDealt(MapEvent):
    title = "Deal a setup quest"
    help_text = "Deal each player two setup quests, face up, one at a time. Each comes with its map tile."
    sentence = "{seat} was dealt {quest}[, which brings {tile}]"
    during = ("setup",)
    layout = Layout(usual=("tile",))
    offer = Offer(text("{seat}: deal a setup quest"), each=("seat", next_to_deal))
    seat: Living
    quest: Annotated[QuestId, Choice("quests", setup_quests, free=True)]
    tile: Annotated[Annotated[str, Choice("tiles")] | None, Printed(QuestCard, by="quest")] = None

    def check(self, table: Runewars) -> Iterator[Refused]:
        for seat, quests in table.laying.quests.items():
            if self.quest in quests:
                yield DEALT_BEFORE(seat=table.called("seats", seat))
        if len(table.laying.quests.get(self.seat, ())) >= QUESTS_EACH:
            yield TWO_EACH(seat=table.called("seats", self.seat))

    def apply(self, table: Runewars) -> None:
        table.laying.quests.setdefault(self.seat, []).append(self.quest)
        if self.tile:
            table.laying.dealt.setdefault(self.seat, []).append(self.tile)


class QuestCardsRemoved(MapEvent):
    help_text = "Quests for areas that are not on this map go back to the box. Shuffle the setup quests into the deck."
    sentence = "Removed from the game: {quests}"
    title = "Take out the quests that lead nowhere"
    during = ("setup",)
    tracked = ("map", "cards")
    offer = Offer(required=True, when=quests_off_map)
    quests: Annotated[tuple[Annotated[str, Choice("quests")], ...], Settled()] = ()

    def check(self, table: Runewars) -> Iterator[Refused]:
        if not quests_off_map(table):
            yield ALL_LEAD_HERE()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        return self.copy_with(quests=tuple(quests_off_map(table)))

    def apply(self, table: Runewars) -> None:
        table.laying.removed = [*table.laying.removed, *self.quests]
