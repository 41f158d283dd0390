"""Whose turn it is, as the top of each page says it."""

import pytest

from companion.testing import given
from domain.framework.game import PUBLIC
from domain.games.heroes3 import GAME
from domain.games.heroes3.land.laying import TileDescribed, TileDiscovered, TileLaid
from domain.games.heroes3.land.moving import FieldRevisited, HeroMoved
from domain.games.heroes3.rounds import RoundEnded, TurnBegun, TurnEnded
from domain.games.heroes3.setup.bonuses import StartingBonusTaken, StartingDeckBuilt
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp
from domain.games.heroes3.town.buildings import BuildingBuilt, SpellBookUsed
from domain.games.heroes3.town.units import UnitRecruited, UnitReinforced
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, Events, taken
from tests.moments import Moment


def turn_after(entries: int) -> tuple[str, str] | None:
    """The words and the seat of the turn after so many entries of a golden log."""
    turn = GAME.turn(Moment(GAME, "a combat", "0.1.0", entries).play_on().campaign.table)
    return turn and (str(turn.said), turn.seat)


@pytest.mark.parametrize(
    ("entries", "turn"),
    [
        pytest.param(106, ("Castle", "castle"), id="a hero moves"),
        pytest.param(110, ("Castle", "castle"), id="a combat is set up"),
        pytest.param(113, ("Castle: Griffins", "castle"), id="the fastest unit"),
        pytest.param(114, ("Neutral units: Wolf Riders", "necropolis"), id="neutral units, played by another seat"),
        pytest.param(120, ("Castle", "castle"), id="the combat is over"),
    ],
)
def test_in_a_combat_the_unit_at_turn_is_named(entries: int, turn: tuple[str, str]) -> None:
    assert turn_after(entries) == turn


# --- what a turn offers ----------------------------------------------------------------------

HOME = {"0": "town", "1": "mine", "2": "stables"}


def turn(*between: object, tracks: tuple[str, ...] = ("towns", "map"), **fields: object) -> Events:
    """The first turn of a clash, the Castle on its home next to a face-down tile."""
    setup = GameSetUp(tracks=tracks, options=("no-astrologers",), **fields)
    return (
        setup, *taken(CASTLE, DUNGEON), TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileLaid(place="2 1", kind="far"), TileDescribed(tile="S1", locations=HOME), GameBegun(starting=CASTLE),
        *between,
    )  # fmt: skip


def test_a_turn_leads_the_hero_over_the_map_and_then_to_its_end() -> None:
    given(GAME, *turn()).then_must(HeroMoved).then_prompts(BuildingBuilt, TurnEnded)
    moved = turn(
        HeroMoved(seat=CASTLE, to="S1 3"), HeroMoved(seat=CASTLE, to="S1 4"), HeroMoved(seat=CASTLE, to="S1 5")
    )
    given(GAME, *moved).then_must(TurnEnded).then_no_prompt(HeroMoved)


def test_a_turn_offers_a_tile_beside_the_hero_and_another_visit() -> None:
    given(GAME, *turn()).then_no_prompt(TileDiscovered, FieldRevisited)
    given(GAME, *turn(HeroMoved(seat=CASTLE, to="S1 1"))).then_prompts(TileDiscovered)
    visited = turn(HeroMoved(seat=CASTLE, to="S1 2"))
    given(GAME, *visited).then_prompts(FieldRevisited)


def test_a_turn_offers_the_acts_of_the_town_that_are_left() -> None:
    dwelling = BuildingBuilt(seat=CASTLE, building="dwelling-bronze", cost={"gold": 0})
    spec = given(GAME, *turn()).then_no_prompt(UnitRecruited, UnitReinforced, SpellBookUsed)
    spec.when(dwelling).then_prompts(UnitRecruited).then_no_prompt(BuildingBuilt)
    over = (TurnEnded(seat=CASTLE), TurnEnded(seat=DUNGEON), RoundEnded())
    citadel = BuildingBuilt(seat=CASTLE, building="citadel", cost={"gold": 0})
    given(GAME, *turn(dwelling, *over, citadel)).then_prompts(UnitReinforced)
    guild = BuildingBuilt(seat=CASTLE, building="mage-guild", cost={"gold": 0})
    given(GAME, *turn(guild)).then_no_prompt(SpellBookUsed)
    given(GAME, *turn(guild, *over)).then_prompts(SpellBookUsed)


def test_nothing_is_offered_before_the_turn_is_begun() -> None:
    cards = turn(tracks=("towns", "map", "cards"))
    given(GAME, *cards).then_must(TurnBegun).then_no_prompt(HeroMoved, BuildingBuilt, TurnEnded)
    given(GAME, *cards, TurnBegun(seat=CASTLE)).then_must(HeroMoved)


def test_setup_offers_the_game_and_the_starting_decks() -> None:
    begun = (GameSetUp(tracks=("cards",)), *taken(CASTLE, DUNGEON))
    spec = given(GAME, *begun).then_prompts(GameSetUp, StartingDeckBuilt).then_must(StartingDeckBuilt)
    spec.when(StartingDeckBuilt(seat=CASTLE, cards={"attack": 9})).then_no_prompt(
        "Castle: which cards are in the starting deck?"
    )
    given(GAME, *begun, GameBegun(starting=CASTLE)).then_no_prompt(GameSetUp, StartingDeckBuilt)


def test_another_faction_is_offered_after_the_setup_of_those_who_play() -> None:
    spec = given(GAME, GameSetUp(), *taken(CASTLE, DUNGEON))
    offered = [prompt.event for prompt in spec.play.campaign.prompts(PUBLIC)]
    assert offered.index(StartingBonusTaken) < offered.index(FactionTaken) < offered.index(GameBegun)
