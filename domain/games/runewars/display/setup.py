"""The order of the setup: players, the map with its contents, runes, and the first cards (3.1, 3.2)."""

from collections.abc import Iterator, Sequence

from domain.framework.game import Prompt
from domain.framework.kernel import AreasTracked
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered, offered_prompts
from domain.games.runewars.base import seats_clockwise
from domain.games.runewars.cards import QuestsDrawn, TacticsDrawn
from domain.games.runewars.realm.dials import DialSet, DialsSet, InfluenceGained
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.runes import StartingRunesPlaced
from domain.games.runewars.setup import completion, filling
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced, is_laid
from domain.games.runewars.setup.laying import MapTilePlaced, may_be_laid, offers_without_map
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound, is_setting_up
from domain.games.runewars.setup.saved_maps import MapLaid, QuestCardsRemoved, SetupQuestDealt
from domain.games.runewars.state.table import FEWEST_SEATS, Runewars

PLAYERS: Sequence[Ordered] = (FactionChosen, StartingPlayerFound, InfluenceGained)
"""The factions, the starting player and the influence, which are needed before the map."""
MAP: Sequence[Ordered] = (
    MapLaid,
    SetupQuestDealt,
    OfferedBy(AreasTracked, offers_without_map),
    MapTilePlaced,
    ExampleMapLaid,
    HomeMarkerPlaced,
    HomeTilePlaced,
)
"""The sources of the map: a saved map, none in the app, tile by tile, or the example; then the home realms."""
CONTENTS: Sequence[Ordered] = (
    filling.AreaDescribed,
    filling.NeutralsSetUp,
    filling.CityPlaced,
    filling.ExplorationTokensPlaced,
    QuestCardsRemoved,
)
"""The contents of the map, once a home realm is laid."""
DIALS: Sequence[Ordered] = (
    OfferedBy(DialSet, DialSet.offers_at_start),
    OfferedBy(DialsSet, DialsSet.offers_at_start),
)
"""The dials of each seat, by which its first units are recruited."""
PIECES: Sequence[Ordered] = (filling.StartingStrongholdPlaced, filling.StartingUnitsPlaced)
"""The first pieces of each seat."""
RUNES: Sequence[Ordered] = (StartingRunesPlaced,)
"""The first runes of each seat."""
CARDS: Sequence[Ordered] = (
    Grouped(
        (
            OfferedBy(TacticsDrawn, completion.first_tactics),
            OfferedBy(QuestsDrawn, completion.first_quests),
            OfferedBy(ObjectiveDealt, completion.first_objectives),
        )
    ),
)
"""The first cards of each seat."""
END: Sequence[Ordered] = (completion.WarBegun,)
"""The end of the setup."""
SETUP: Sequence[Ordered] = (*PLAYERS, *MAP, *CONTENTS, *DIALS, *PIECES, *RUNES, *CARDS, *END)
"""All of it."""


def player_prompts(table: Runewars) -> Iterator[Prompt]:
    """The players; nothing but factions as long as there are too few of them."""
    return offered_prompts(PLAYERS if len(table.seats) >= FEWEST_SEATS else (FactionChosen,), table)


def laying_prompts(table: Runewars) -> Iterator[Prompt]:
    """The map with its contents; even during a bid or a duel, which are steps of their own."""
    if not is_setting_up(table) or not table.tracks("map") or not may_be_laid(table):
        return
    yield from offered_prompts(MAP, table, any_step=True)
    if filling.is_any_home_laid(table):
        yield from offered_prompts(CONTENTS, table, any_step=True)


def piece_prompts(table: Runewars) -> Iterator[Prompt]:
    """The dials, then the first pieces of each seat, once a home realm is laid."""
    if is_setting_up(table):
        yield from offered_prompts(DIALS, table, any_step=True)
    if is_setting_up(table) and table.tracks("map") and may_be_laid(table) and filling.is_any_home_laid(table):
        # The first pieces begin with the starting player, and `Grouped` with the first seat.
        clockwise = seats_clockwise(table)
        pieces = offered_prompts(PIECES, table, any_step=True)
        yield from sorted(pieces, key=lambda one: clockwise.index(one.fields["seat"]))


def rune_prompts(table: Runewars) -> Iterator[Prompt]:
    """The first runes, once there are home realms for them, or if no map is tracked."""
    if is_setting_up(table) and (is_laid(table) or not table.tracks("map")):
        yield from offered_prompts(RUNES, table, any_step=True)


def card_prompts(table: Runewars) -> Iterator[Prompt]:
    """The first cards, once the starting player is known."""
    if table.step == "setup" and table.starting:
        yield from offered_prompts(CARDS, table, any_step=True)
