"""What comes next before the war: who plays and who begins first, last what closes setup and all that it leaves out."""

from collections.abc import Iterator, Sequence

from domain.games.runewars.display.coming.dealing import without_cards
from domain.games.runewars.display.coming.gaining import without_runes
from domain.games.runewars.display.coming.laying import awaits_units, is_laid, neutrals_due, without_stronghold
from domain.games.runewars.heroes.values import heroes_of
from domain.games.runewars.realm.influence import InfluenceGained
from domain.games.runewars.setup.filling import city_spaces
from domain.games.runewars.setup.laying import clockwise
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound, WarBegun
from domain.games.runewars.state.kinds import FactionSheet
from domain.games.runewars.state.seats import FEWEST_SEATS, MOST_SEATS
from domain.games.runewars.state.table import Runewars
from domain.language.game import Prompt
from domain.language.text import Text, text


def prompts_before_the_map(table: Runewars) -> Iterator[Prompt]:
    """Factions, then who begins: that comes before the map."""
    if len(table.seats) < FEWEST_SEATS:
        yield Prompt(text("A player takes a faction"), FactionChosen, must=True)
        return
    if len(table.seats) < MOST_SEATS and not table.laying.tiles:
        yield Prompt(text("A player takes a faction"), FactionChosen)
    if not table.starting:
        yield Prompt(text("Who begins?"), StartingPlayerFound, must=True, opens=True)
    for seat in without_influence(table):
        title = text("{seat}: how much influence at the start?", seat=table.called("seats", seat))
        printed = FactionSheet.of(table, seat).influence
        yield Prompt(title, InfluenceGained, fields={"seat": seat, **({"amount": printed} if printed else {})})


def without_influence(table: Runewars) -> list[str]:
    """Seats that began with none and have gained none: nobody typed in what their sheets give them."""
    seats = table.seats.items() if table.tracks("influence") and not table.season else ()
    return [id_ for id_, seat in seats if not seat.influence and not seat.starting_influence]


def prompts_that_end_setup(table: Runewars) -> Iterator[Prompt]:
    """What ends setup, with all that is missing then."""
    if len(table.seats) >= FEWEST_SEATS:
        yield Prompt(text("The war begins"), WarBegun, must=True, leaves=tuple(what_setup_lacks(table)))


def what_setup_lacks(table: Runewars) -> Iterator[Text]:
    """All that setup still lacks, whether it can be done now or waits for something else, in the rulebook's order."""
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
    if table.tracks("cards") and (seats := without_cards(table)):
        yield text("the first cards of {seats}", seats=_names_of(table, seats))


def _on_the_map(table: Runewars) -> Iterator[Text]:
    """The map itself first; what stands on it is missing, too, as long as it is not laid."""
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
    if table.tracks("units") and (seats := [seat for seat in clockwise(table) if awaits_units(table, seat)]):
        yield text("the first units of {seats}", seats=_names_of(table, seats))


def _names_of(table: Runewars, seats: Sequence[str]) -> tuple[object, ...]:
    return tuple(table.called("seats", seat) for seat in seats)


__all__ = ["prompts_before_the_map", "prompts_that_end_setup", "what_setup_lacks"]
