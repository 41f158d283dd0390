"""Prompts before the war: players, the map, its units, cards and runes, the end of the setup."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from domain.framework.events.event import Choice, name_for
from domain.framework.game import Prompt
from domain.framework.kernel import AreasTracked
from domain.framework.text import Text, text
from domain.games.runewars.cards import QuestsDrawn, TacticsDrawn, names_cards
from domain.games.runewars.heroes.company import heroes_of
from domain.games.runewars.realm.dials import InfluenceGained
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.runes import RUNES_AT_START, StartingRunesPlaced, kinds_written
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.example import ExampleMapLaid, cities_of_example
from domain.games.runewars.setup.filling import (
    CityPlaced,
    ExplorationTokensPlaced,
    NeutralsSetUp,
    StartingStrongholdPlaced,
    StartingUnitsPlaced,
    city_spaces,
    home_areas,
    printed_units,
    starting_units,
    still_to_place,
)
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced, without_home
from domain.games.runewars.setup.laying import (
    MapTilePlaced,
    ground_of,
    is_printed,
    lays_next,
    may_be_laid,
    seats_clockwise,
    without_areas,
)
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound
from domain.games.runewars.setup.saved_maps import (
    QUESTS_EACH,
    MapLaid,
    QuestCardsRemoved,
    SetupQuestDealt,
    may_be_drawn,
    quests_off_map,
)
from domain.games.runewars.state.kinds import FactionSheet
from domain.games.runewars.state.table import FEWEST_SEATS, MOST_SEATS, Runewars
from domain.games.runewars.year.seasons import SeasonCardDrawn, asks_for_card

ON_THE_MAP = ("map", "units", "runes", "exploration")
"""The tracked areas that need a map; without one they stay on paper."""

FIRST_INFLUENCE = range(1, 10)
"""The values of starting influence that are a tap each."""
FIRST_UNITS = range(1, 6)
"""The numbers of first units of a type that are a tap each."""

EXPLORE = text("Place the exploration tokens")

# === Laying and filling the map, in the recommended order of setup (3.1, 3.2) ====================


def laying_prompts(table: Runewars) -> Iterator[Prompt]:
    """The steps of setup for the map; none if it is not tracked."""
    if table.step != "setup" or len(table.seats) < FEWEST_SEATS or not table.tracks("map"):
        return
    if not may_be_laid(table):
        return
    if not table.laying.tiles and not table.land:
        yield from prompts_of_map(table)
    elif lays_next(table) and table.laying.tiles:
        yield prompt_to_lay(table)
    elif table.laying.tiles:
        yield from prompts_of_homes(table)
    yield from prompts_to_fill(table)
    yield from prompts_to_found(table)


def prompts_of_map(table: Runewars) -> Iterator[Prompt]:
    """The sources of the map: tile by tile, a saved map, the example, or single areas."""
    printed = is_printed(table)
    if not printed:
        yield prompt_for_example(table)
    kept = [saved for saved in table.ids("maps") if may_be_drawn(table, saved)]
    if kept:
        fields = {"map": kept[0]} if len(kept) == 1 else {}
        yield Prompt(text("Lay a kept map"), MapLaid, required=not printed, fields=fields, opens_form=True)
    yield from dealing_tiles(table)
    yield prompt_to_lay(table)
    if not printed:
        without = [area for area in table.areas_tracked() if area not in ON_THE_MAP]
        yield Prompt(text("Play without a map in the app"), AreasTracked, required=True, fields={"tracks": without})


def prompt_for_example(table: Runewars) -> Prompt:
    """The example map, on one card with the tokens that are drawn for it."""
    title, card = text("Lay the example map, with made-up tiles"), text("The example map")
    cities = [city_prompt(table, area) for area in cities_of_example(table)]
    tokens = [Prompt(EXPLORE, ExplorationTokensPlaced, required=True)] if table.exploring else []
    return Prompt(title, ExampleMapLaid, required=True, card=card, then=(*cities, *tokens))


def dealing_tiles(table: Runewars) -> Iterator[Prompt]:
    """The setup quests that name the tiles, if tiles are typed in."""
    short = [seat for seat in seats_clockwise(table) if len(table.laying.quests.get(seat, ())) < QUESTS_EACH]
    if short and is_printed(table):
        title = text("{seat}: deal a setup quest", seat=table.called("seats", short[0]))
        yield Prompt(title, SetupQuestDealt, fields={"seat": short[0]})


def is_laid(table: Runewars) -> bool:
    """Whether the map is laid with all home realms, or was typed in area by area."""
    if table.laying.tiles:
        return not lays_next(table) and not any(without_home(table))
    return bool(table.land)


def prompt_to_lay(table: Runewars) -> Prompt:
    """The next tile, with the player who lays it. The number of areas is asked for if tiles are not typed in."""
    seat = lays_next(table)
    own = [tile for tile in table.laying.dealt.get(seat, ()) if tile not in table.laying.tiles]
    fields = {"seat": seat, **({"tile": own[0]} if len(own) == 1 else {})}
    printed, name = is_printed(table), table.called("seats", seat)
    title = text("{seat} lays a tile", seat=name)
    if not printed and not table.laying.tiles:
        title = text("Lay it tile by tile: {seat} begins", seat=name)
    shows = () if printed else ("shows",)
    place = ("place",) if ground_of(table) or without_areas(table) else ()
    return Prompt(title, MapTilePlaced, required=True, fields=fields, opens_form=True, also_required=(*shows, *place))


def prompts_of_homes(table: Runewars) -> Iterator[Prompt]:
    """Home markers, then the home tiles that take their places."""
    homeless = list(without_home(table))
    if table.laying.marked < len(table.seats) and homeless:
        yield Prompt(text("Place a home marker"), HomeMarkerPlaced, required=True)
    elif homeless:
        title = text("{seat} lays the home tile", seat=table.called("seats", homeless[0]))
        yield Prompt(title, HomeTilePlaced, required=True, fields={"seat": homeless[0]})


def prompts_to_fill(table: Runewars) -> Iterator[Prompt]:
    """The starting units and tokens, once the home realms are placed."""
    if not any(area.home for area in table.land.values()):
        return
    if table.tracks("units") and neutrals_due(table):
        yield Prompt(text("Set up the neutral units"), NeutralsSetUp, required=True)
    for area in city_spaces(table):
        yield replace(city_prompt(table, area), card=text("Cities"))
    if table.exploring and not any(area.exploration for area in table.land.values()):
        yield Prompt(EXPLORE, ExplorationTokensPlaced, required=True)
    if table.tracks("cards") and quests_off_map(table):
        yield Prompt(text("Take out the quests that lead nowhere"), QuestCardsRemoved, required=True)


def city_prompt(table: Runewars, area: str) -> Prompt:
    """The city of an area; its token is drawn."""
    title = text("City in {area}", area=table.called("areas", area))
    return Prompt(title, CityPlaced, required=True, fields={"area": area})


def neutrals_due(table: Runewars) -> bool:
    """Whether areas with printed neutral units are still empty."""
    return any(printed_units(table, id_) for id_, area in table.land.items() if not area.stacks)


def without_stronghold(table: Runewars) -> list[str]:
    """The seats without a stronghold, the starting player first."""
    founded = {area.stronghold.owner for area in table.land.values() if area.stronghold}
    return [seat for seat in seats_clockwise(table) if seat not in founded]


def prompts_to_found(table: Runewars) -> Iterator[Prompt]:
    """A stronghold and the first units of each player, the starting player first."""
    if not any(area.home for area in table.land.values()):
        return
    bare = without_stronghold(table)
    for seat in seats_clockwise(table):
        name = table.called("seats", seat)
        if seat in bare:
            yield Prompt(
                text("{seat}: place the first stronghold", seat=name),
                StartingStrongholdPlaced,
                required=True,
                fields={"seat": seat},
                keypad="area",
            )
        elif table.tracks("units") and awaits_units(table, seat):
            yield from prompts_of_first_units(table, seat)


def prompts_of_first_units(table: Runewars, seat: str) -> Iterator[Prompt]:
    """The first units of a seat: all in the area of its stronghold, or divided in the form.

    If their number is unknown from the dials, it is asked for each type of unit, all in one area.
    """
    title = text("{seat}: place the first units", seat=table.called("seats", seat))
    area, units = founded_in(table, seat), still_to_place(table, seat)
    fields = {name: value for name, value in (("seat", seat), ("area", area), ("units", units)) if value}
    if area and units:
        where = text("{seat}: where do the first units go?", seat=table.called("seats", seat))
        names = name_for(Choice("units"), units, table)
        together = text("All in {area}: {units}", area=table.called("areas", area), units=names)
        yield Prompt(together, StartingUnitsPlaced, True, fields, reminder=title, question=where)
        yield Prompt(text("Divide them"), StartingUnitsPlaced, fields=fields, opens_form=True, question=where)
    elif area:
        count = text(
            "{seat}: how many first units in {area}?",
            seat=table.called("seats", seat),
            area=table.called("areas", area),
        )
        yield Prompt(
            count, StartingUnitsPlaced, True, fields, reminder=title, keypad="units", keypad_numbers=FIRST_UNITS
        )
    else:
        yield Prompt(title, StartingUnitsPlaced, required=True, fields=fields, opens_form=True)


def founded_in(table: Runewars, seat: str) -> str:
    """The area of a seat's stronghold, since most first units are placed there."""
    owners = {id_: area.stronghold.owner for id_, area in table.land.items() if area.stronghold}
    return next((id_ for id_, owner in owners.items() if owner == seat), "")


def awaits_units(table: Runewars, seat: str) -> bool:
    """Whether a seat has units to place: those of its dials, or any units if the dials are unknown."""
    if starting_units(table, seat) is not None:
        return bool(still_to_place(table, seat))
    return not any(stack.owner == seat for area in table.land.values() for stack in area.stacks.values())


# === The first cards of each seat, answered together (3.1) =======================================

# S9: two quest cards in hand.
QUESTS_AT_START = 2


BEGIN = text("Begin the war")


def prompts_to_deal(table: Runewars) -> Iterator[Prompt]:
    """The first cards of a seat on one card: tactics as on its sheet, two quests, an objective.

    If the table does not name its cards, they do not delay setup: they are on the card that begins the war.
    """
    named = names_cards(table)
    begins = not named and not any(what_setup_lacks_before_cards(table))
    together, must = BEGIN if begins else text("Cards at the start"), named or begins
    for id_, seat in table.seats.items():
        name, count = table.called("seats", id_), FactionSheet.of(table, id_).tactics or 0
        if count and not seat.held:
            title = text("{seat}: {count|tactics card|tactics cards}", seat=name, count=count)
            yield Prompt(title, TacticsDrawn, must, {"seat": id_, "count": count}, opens_form=named, card=together)
        if not seat.quests:
            title = text("{seat}: {count|quest card|quest cards}", seat=name, count=QUESTS_AT_START)
            yield Prompt(
                title, QuestsDrawn, must, {"seat": id_, "count": QUESTS_AT_START}, opens_form=named, card=together
            )
        if not seat.has_objective:
            title = text("{seat}: deal an objective", seat=name)
            yield Prompt(title, ObjectiveDealt, must, {"seat": id_}, opens_form=named, card=together)


def without_cards(table: Runewars) -> list[str]:
    """Seats that lack some of the cards they begin with."""
    asked = list(prompts_to_deal(table))
    return [seat for seat in table.seats if any(prompt.fields["seat"] == seat for prompt in asked)]


# === The first runes of each seat ================================================================


def rune_prompts(table: Runewars) -> Iterator[Prompt]:
    """The first runes. Their areas are each seat's own secret."""
    if table.step == "setup" and len(table.seats) >= FEWEST_SEATS and table.tracks("runes") and may_fill_homes(table):
        for seat in without_runes(table):
            yield first_runes(table, seat)


def first_runes(table: Runewars, seat: str) -> Prompt:
    """The first runes of a seat, one in each home area; only the false one is asked for, if identities are recorded."""
    name, here = table.called("seats", seat), home_areas(table, seat)
    title = text("{seat}: place the first runes", seat=name)
    if table.epic or len(here) != RUNES_AT_START:
        return Prompt(title, StartingRunesPlaced, required=True, fields={"seat": seat})
    fields = {"seat": seat, "areas": here}
    if not kinds_written(table):
        return Prompt(title, StartingRunesPlaced, required=True, fields=fields)
    which = text("{seat}: which of the first runes is false?", seat=name)
    return Prompt(which, StartingRunesPlaced, True, fields, also_required=("fake",), reminder=title, keypad="fake")


def may_fill_homes(table: Runewars) -> bool:
    """Whether home realms can be filled: they are placed, or no map is tracked."""
    return not table.tracks("map") or is_laid(table)


def without_runes(table: Runewars) -> list[str]:
    """Seats that have yet to place their first runes, the starting player first."""
    return [seat for seat in seats_clockwise(table) if seat not in table.groups]


# === Players, the starting player, and the end of setup with all that is missing =================


def prompts_before_the_map(table: Runewars) -> Iterator[Prompt]:
    """The factions and the starting player, who are needed before the map."""
    if len(table.seats) < MOST_SEATS and not table.laying.tiles:
        may_be_all = len(table.seats) >= FEWEST_SEATS
        title = text("Take another faction") if may_be_all else text("Take a faction")
        yield Prompt(title, FactionChosen, required=not may_be_all, keypad="faction")
    if len(table.seats) < FEWEST_SEATS:
        return
    if not table.starting:
        yield Prompt(text("That is all: who begins?"), StartingPlayerFound, required=True, keypad="seat")
    for seat in without_influence(table):
        yield _first_influence(table, seat)


def _first_influence(table: Runewars, seat: str) -> Prompt:
    """The starting influence of a seat; from its sheet if that is typed in."""
    title = text("{seat}: how much influence at the start?", seat=table.called("seats", seat))
    if printed := FactionSheet.of(table, seat).influence:
        return Prompt(title, InfluenceGained, fields={"seat": seat, "amount": printed}, opens_form=True, reminder=title)
    return Prompt(
        title, InfluenceGained, fields={"seat": seat}, reminder=title, keypad="amount", keypad_numbers=FIRST_INFLUENCE
    )


def without_influence(table: Runewars) -> list[str]:
    """The seats without any influence, whose sheets are unknown."""
    seats = table.seats.items() if table.tracks("influence") and not table.season else ()
    return [id_ for id_, seat in seats if not seat.influence and not seat.starting_influence]


def prompts_that_end_setup(table: Runewars) -> Iterator[Prompt]:
    """The end of the setup, with the list of missing steps."""
    if len(table.seats) < FEWEST_SEATS:
        return
    lacks = tuple(what_setup_lacks(table))
    if any(what_setup_lacks_before_cards(table)) or (lacks and names_cards(table)):
        yield Prompt(BEGIN, WarBegun, required=True, leaves=lacks)
    else:
        drawn = Prompt(text("Draw the season card"), SeasonCardDrawn, required=True)
        then = () if asks_for_card(table) or not table.tracks("calendar") else (drawn,)
        yield Prompt(BEGIN, WarBegun, required=True, card=BEGIN if then or lacks else None, then=then)


def what_setup_lacks(table: Runewars) -> Iterator[Text]:
    """The missing steps of setup, possible now or later, in the rulebook's order.

    Dials are left out: unknown ones are asked for during the war, before they are needed.
    """
    yield from what_setup_lacks_before_cards(table)
    if table.tracks("cards") and (seats := without_cards(table)):
        yield text("the first cards of {seats}", seats=_names_of(table, seats))


def what_setup_lacks_before_cards(table: Runewars) -> Iterator[Text]:
    """The missing steps of setup before the cards that are dealt at its end."""
    if not table.starting:
        yield text("who begins")
    if seats := without_influence(table):
        yield text("the influence of {seats}", seats=_names_of(table, seats))
    if table.tracks("map"):
        yield from _on_the_map(table)
    if table.tracks("runes") and (seats := without_runes(table)):
        yield text("the first runes of {seats}", seats=_names_of(table, seats))
    if table.tracks("heroes") and (seats := [seat for seat in table.alive() if not heroes_of(table, seat)]):
        yield text("the first hero of {seats}", seats=_names_of(table, seats))


def _on_the_map(table: Runewars) -> Iterator[Text]:
    """The missing map, and the missing contents of areas."""
    laid = is_laid(table)
    if not laid:
        yield text("the map with all home realms")
    if table.tracks("units") and (not laid or neutrals_due(table)):
        yield text("the neutral units")
    if not laid or any(city_spaces(table)):
        yield text("the cities")
    if table.exploring and not any(area.exploration for area in table.land.values()):
        yield text("the exploration tokens")
    if seats := without_stronghold(table):
        yield text("the first stronghold of {seats}", seats=_names_of(table, seats))
    if table.tracks("units") and (seats := [seat for seat in seats_clockwise(table) if awaits_units(table, seat)]):
        yield text("the first units of {seats}", seats=_names_of(table, seats))


def _names_of(table: Runewars, seats: Sequence[str]) -> tuple[object, ...]:
    return tuple(table.called("seats", seat) for seat in seats)
