"""What comes next while the map is laid and filled, in the recommended order of setup (3.1, 3.2)."""

from collections.abc import Iterator

from domain.games.runewars.setup.filling import (
    CityPlaced,
    ExplorationTokensPlaced,
    NeutralsSetUp,
    city_spaces,
    printed_units,
)
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced, without_home
from domain.games.runewars.setup.laying import MapTilePlaced, clockwise, lays_next, may_be_laid
from domain.games.runewars.setup.maps import MapLaid
from domain.games.runewars.setup.quests import QUESTS_EACH, QuestCardsRemoved, SetupQuestDealt, astray
from domain.games.runewars.setup.starting import (
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
    starting_units,
    still_to_place,
)
from domain.games.runewars.state.kinds import AreaPrint
from domain.games.runewars.state.seats import FEWEST_SEATS
from domain.games.runewars.state.table import Runewars
from domain.language.game import Prompt
from domain.language.text import text


def coming(table: Runewars) -> Iterator[Prompt]:
    """The steps of setup about the map; a table that does not track it is asked nothing."""
    if table.step != "setup" or len(table.seats) < FEWEST_SEATS or not table.tracks("map"):
        return
    if not may_be_laid(table):
        return
    if not table.laying.tiles and not table.land:
        yield from beginning(table)
    if lays_next(table) and (table.laying.tiles or not table.land):
        yield from laying(table)
    elif table.laying.tiles:
        yield from settling(table)
    yield from filling(table)
    yield from founding(table)


def beginning(table: Runewars) -> Iterator[Prompt]:
    """A kept map at once, or setup quests that bring the tiles."""
    if any(table.ids("maps")):
        yield Prompt(text("Lay a kept map"), MapLaid)
    for seat in clockwise(table):
        if len(table.laying.quests.get(seat, ())) < QUESTS_EACH:
            title = text("{seat}: setup quest", seat=table.called("seats", seat))
            yield Prompt(title, SetupQuestDealt, fields={"seat": seat})
            return


def is_laid(table: Runewars) -> bool:
    """Whether the map lies with all home realms, or was typed in area by area."""
    if table.laying.tiles:
        return not lays_next(table) and not any(without_home(table))
    return bool(table.land)


def is_printed(table: Runewars) -> bool:
    """Whether anybody typed in what areas the tiles have, so that a map can be laid here."""
    return any(AreaPrint.of(table, area).tile for area in table.ids("areas"))


def laying(table: Runewars) -> Iterator[Prompt]:
    """The next tile, by whose turn it is."""
    seat = lays_next(table)
    own = [tile for tile in table.laying.dealt.get(seat, ()) if tile not in table.laying.tiles]
    fields = {"seat": seat, **({"tile": own[0]} if len(own) == 1 else {})}
    name, known = table.called("seats", seat), bool(table.laying.tiles) or is_printed(table)
    title = text("{seat} lays a tile", seat=name)
    if not known:
        title = text(
            "{seat} lays a tile: its areas are not in the app, add them under Content or describe each area", seat=name
        )
    yield Prompt(title, MapTilePlaced, must=known, fields=fields, opens=True)


def settling(table: Runewars) -> Iterator[Prompt]:
    """Home markers, then the home tiles that take their places."""
    homeless = list(without_home(table))
    if table.laying.marked < len(table.seats) and homeless:
        yield Prompt(text("Place a home marker"), HomeMarkerPlaced, must=True)
    elif homeless:
        title = text("{seat} lays the home tile", seat=table.called("seats", homeless[0]))
        yield Prompt(title, HomeTilePlaced, must=True, fields={"seat": homeless[0]})


def filling(table: Runewars) -> Iterator[Prompt]:
    """What stands there before anybody comes, once the home realms lie."""
    if not any(area.home for area in table.land.values()):
        return
    if table.tracks("units") and neutrals_due(table):
        yield Prompt(text("Set up the neutral units"), NeutralsSetUp, must=True)
    for area in city_spaces(table):
        title = text("City in {area}", area=table.called("areas", area))
        yield Prompt(title, CityPlaced, True, {"area": area}, card=text("Cities"))
    if table.exploring and not any(area.exploration for area in table.land.values()):
        yield Prompt(text("Place the exploration tokens"), ExplorationTokensPlaced, must=True)
    if table.tracks("cards") and astray(table):
        yield Prompt(text("Take out the quests that lead nowhere"), QuestCardsRemoved, must=True)


def neutrals_due(table: Runewars) -> bool:
    """Whether neutral units are printed on areas where nobody stands."""
    return any(printed_units(table, id_) for id_, area in table.land.items() if not area.stacks)


def without_stronghold(table: Runewars) -> list[str]:
    """The seats that have founded none, the starting player first."""
    founded = {area.stronghold.owner for area in table.land.values() if area.stronghold}
    return [seat for seat in clockwise(table) if seat not in founded]


def founding(table: Runewars) -> Iterator[Prompt]:
    """A stronghold and the first units of each player, the starting player first."""
    if not any(area.home for area in table.land.values()):
        return
    bare = without_stronghold(table)
    for seat in clockwise(table):
        name = table.called("seats", seat)
        if seat in bare:
            yield Prompt(
                text("{seat}: first stronghold", seat=name), StartingStrongholdPlaced, must=True, fields={"seat": seat}
            )
        elif table.tracks("units") and awaits_units(table, seat):
            fields = {"seat": seat, "units": still_to_place(table, seat)}
            known = {name: value for name, value in fields.items() if value}
            yield Prompt(
                text("{seat}: first units", seat=name), StartingUnitsPlaced, must=True, fields=known, opens=True
            )


def awaits_units(table: Runewars, seat: str) -> bool:
    """Whether a seat has units to place: those its dials still give, or any where nobody knows how many."""
    if starting_units(table, seat) is not None:
        return bool(still_to_place(table, seat))
    return not any(stack.owner == seat for area in table.land.values() for stack in area.stacks.values())
