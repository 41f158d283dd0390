"""The example map: tiles, home realms, neutral units and cities at once, for a table without typed tiles."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Annotated, Any, Self

from pydantic import Field

from domain.framework.cards.packs import read_pack
from domain.framework.content import Content, merge_content
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never
from domain.framework.text import text
from domain.games.runewars import sections
from domain.games.runewars.areas import update_control
from domain.games.runewars.base import CityId
from domain.games.runewars.setup.filling import (
    Units,
    free_cities,
    printed_units,
)
from domain.games.runewars.setup.laying import (
    BEGINS_FIRST,
    WHICH_MAP,
    Id,
    TilesLaid,
    as_printed,
    is_map_empty,
    is_printed,
    may_be_laid,
)
from domain.games.runewars.setup.players import TOO_FEW_SEATS
from domain.games.runewars.setup.saved_maps import MAP_LIES, for_these_seats, tiles_lying
from domain.games.runewars.state.kinds import KINDS, SavedMap
from domain.games.runewars.state.table import FEWEST_SEATS, NEUTRAL, Runewars
from domain.games.runewars.units import put_units

TILES_KNOWN = never("tiles-known", "The tiles of this table are already typed in: lay those.", rule=sections.MAP_SETUP)


@cache
def example_tiles() -> Content:
    """The invented tiles of the demo table, and their maps."""
    here = files("domain.games.runewars")
    tiles, maps = (
        read_pack(here.joinpath(name).read_text(encoding="utf-8"), KINDS).content
        for name in ("demo.toml", "example.toml")
    )
    return merge_content(tiles, maps)


def example_for(table: Runewars) -> Runewars:
    """An empty table with the seats of this one, and with the tiles of the example as content."""
    content = merge_content(table.pack, example_tiles())
    return Runewars(seats=table.seats).with_pack(content)


def print_of_example(table: Runewars, example: Runewars) -> dict[str, Any]:
    """The fields of the example map for the seats of a table."""
    return as_printed(example, for_these_seats(example, tiles_lying(SavedMap.of(example, str(len(table.seats))))))


class ExampleMapLaid(TilesLaid):
    help_text = (
        "A map to begin with, by the rules, for as many as play: its tiles are invented, what differs can be fixed."
    )
    sentence = "The example map was laid, with its neutral units[; cities: {cities}]"
    title = "Lay the example map"
    during = ("setup",)
    offer = Offer(
        text("To try the app out: the example map, with made-up tiles"),
        required=True,
        question=WHICH_MAP,
        when=lambda table: is_map_empty(table) and not is_printed(table),
    )
    neutrals: Annotated[Mapping[Id, Units], Settled()] = Field(default_factory=dict)
    cities: Annotated[Mapping[Annotated[str, Choice("areas")], CityId], Settled()] = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.laying.tiles or table.land:
            yield MAP_LIES()
        if is_printed(table):
            yield TILES_KNOWN()
        if len(table.seats) < FEWEST_SEATS:
            yield TOO_FEW_SEATS(count=len(table.seats))
        elif not may_be_laid(table):
            yield BEGINS_FIRST()

    def settle(self, table: Runewars, chance: Chance) -> Self:
        example = example_for(table)
        printed = print_of_example(table, example)
        neutrals = {area: units for area in printed["lies_on"] if (units := printed_units(example, area))}
        cities = dict(zip(printed["city_spaces"], chance.shuffle(free_cities(table)), strict=False))
        return self.copy_with(**printed, neutrals=neutrals if table.tracks("units") else {}, cities=cities)

    def apply(self, table: Runewars) -> None:
        super().apply(table)
        for area, units in self.neutrals.items():
            for unit, count in units.items():
                put_units(table.area(area), unit, NEUTRAL, count)
        for area, city in self.cities.items():
            table.area(area).city = city
        update_control(table, *self.neutrals)
