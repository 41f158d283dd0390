"""Influence that nobody typed in is unknown: it is shown as “?”, and asked for before it is compared."""

from typing import Any

from companion.testing import given, refused, says, table
from domain.games.runewars import GAME
from domain.games.runewars.areas import tally_of
from domain.games.runewars.base import by_influence, is_influence_unknown
from domain.games.runewars.display.series import series
from domain.games.runewars.display.sheets import influence_counter
from domain.games.runewars.realm.bids import BidOpened, BidPlaced
from domain.games.runewars.realm.dials import InfluenceCounted, InfluenceGained, InfluenceSpent, titles_claimable
from domain.games.runewars.runes import StartingRunesPlaced, rune_tokens_of
from domain.games.runewars.setup.completion import WarBegun, are_first_tactics_unknown
from domain.games.runewars.setup.example import ExampleMapLaid
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound
from domain.games.runewars.year.seasons import SeasonCardDrawn

BARE = (FactionChosen(faction="human"), FactionChosen(faction="elf", influence=3))
COUNTED = InfluenceCounted(seat="human", amount=4)
ASKED = "Daqan Lords: how much influence is there now?"


def test_it_is_no_number_and_asked_for_before_the_war() -> None:
    setup = given(GAME, *BARE, StartingPlayerFound(seat="human"))
    setup.then(table(**{"seats.human.influence": None})).then_next("Daqan Lords: how much influence at the start?")
    known: Any = setup.play.campaign.table
    assert influence_counter(known, "human").value is None
    assert (tally_of(known, "human").influence, "influence human" in series(known)) == (None, False)
    gained = setup.when(InfluenceGained(seat="human", amount=4))
    gained.then(table(**{"seats.human.influence": 4, "seats.human.starting_influence": 4}))


def test_it_is_not_compared_until_it_is_counted() -> None:
    war = given(GAME, *BARE, WarBegun(), SeasonCardDrawn())
    known: Any = war.play.campaign.table
    war.then_prompts(ASKED)
    assert is_influence_unknown(known, "human", "elf")
    assert by_influence(known, ["human", "elf"]) == ["elf", "human"]
    assert titles_claimable(known, "human") == list(known.ids("titles"))
    war.when(InfluenceSpent(seat="human", amount=1)).then(refused("influence-unknown", bendable=False))
    bidding = war.when(BidOpened()).then_next(ASKED)
    bidding.and_then(BidPlaced(seat="human", amount=1)).then(refused("influence-unknown", bendable=False))
    counted = bidding.and_then(COUNTED).then(says("Daqan Lords had 4 influence"), table(**{"seats.human.influence": 4}))
    counted.then_next(BidPlaced)
    counted.and_then(COUNTED).then(refused("influence-counted", bendable=False))


def test_rune_tokens_and_first_tactics_cards_are_unknown_until_they_are_typed_in() -> None:
    setup = given(GAME, *BARE, StartingPlayerFound(seat="human"), ExampleMapLaid())
    known: Any = setup.play.campaign.table
    assert (rune_tokens_of(known, "human"), are_first_tactics_unknown(known, "human")) == (None, True)
    placed = setup.when(StartingRunesPlaced(seat="human", areas=("H1", "H2", "H3"), fake="H1"))
    placed_table: Any = placed.play.campaign.table
    assert rune_tokens_of(placed_table, "human") == 3
