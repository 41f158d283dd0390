"""Building the map of a tournament: center, near tiles, starting tiles, far tiles, in turn (p54)."""

from companion.testing import given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.land.laying import TileLaid
from domain.games.heroes3.land.tournament_map import MapTilesCounted, StarterChosen
from domain.games.heroes3.setup.players import FactionTaken, GameBegun, GameSetUp
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, Events

SEATED: Events = (
    GameSetUp(mode="tournament", tracks=("map",)),
    FactionTaken(faction=CASTLE, player="Ann"),
    FactionTaken(faction=DUNGEON, player="Ben"),
)
COUNTED = MapTilesCounted(center=1, near=2, far=3)
CASTLE_STARTS = (*SEATED, StarterChosen(starting=CASTLE), COUNTED)


def laid(place: str, kind: str, tile: str) -> TileLaid:
    return TileLaid(place=place, kind=kind, tile=tile)


CENTER = laid("0 0", "center", "C1")
NEARS = (laid("2 1", "near", "N1"), laid("-2 -1", "near", "N2"))
HOMES = (
    TileLaid(place="4 2", kind="starting", tile="S1", seat=CASTLE),
    TileLaid(place="-4 -2", kind="starting", tile="S2", seat=DUNGEON),
)
FARS = (laid("6 3", "far", "F1"), laid("-6 -3", "far", "F2"), laid("1 4", "far", "F3"))


def test_the_starting_player_and_the_tiles_of_the_map_are_asked_for() -> None:
    given(GAME, *SEATED).then_must("Who starts? The player who rolled the most chooses")
    given(GAME, *SEATED, StarterChosen(starting=DUNGEON)).then_must("How many tiles does the map have?")
    clash = (GameSetUp(mode="clash", tracks=("map",)), *SEATED[1:])
    given(GAME, *clash).then_no_prompt(StarterChosen, MapTilesCounted)
    given(GAME, *clash).when(COUNTED).then(refused("wrong-mode"))


def test_the_tiles_of_a_scenario_are_typed_in_once() -> None:
    scenario = (GameSetUp(mode="tournament", tracks=("map",), scenario="Duel"), *SEATED[1:])
    counted = (*scenario, StarterChosen(starting=CASTLE), COUNTED)
    given(GAME, *counted).then(table(**{"map_tiles.near": 2})).then_no_prompt(MapTilesCounted)
    typed = given(GAME, *counted).play.campaign.table.typed["scenarios"]
    assert list(typed.values()) == [{"tiles": {"center": 1, "near": 2, "far": 3}}]


def test_a_tournament_has_two_near_tiles_with_an_obelisk() -> None:
    given(GAME, *SEATED).when(COUNTED.copy_with(near=1)).then(refused("two-obelisks"))


def test_the_players_lay_the_tiles_in_turn_until_the_map_is_complete() -> None:
    steps = [
        (CENTER, "Castle: lay a center tile (1 left)"),
        (NEARS[0], "Dungeon: lay a near tile (2 left)"),
        (NEARS[1], "Castle: lay a near tile (1 left)"),
        (HOMES[0], "Castle: lay your starting tile"),
        (HOMES[1], "Dungeon: lay your starting tile"),
        (FARS[0], "Castle: lay a far tile (3 left)"),
        (FARS[1], "Dungeon: lay a far tile (2 left)"),
        (FARS[2], "Castle: lay a far tile (1 left)"),
    ]
    before: Events = CASTLE_STARTS
    for event, words in steps:
        given(GAME, *before).then_must(words).when(GameBegun(starting=CASTLE)).then(refused("map-unfinished"))
        before = (*before, event)
    given(GAME, *before).then_must("Begin the game: Castle goes first").when(GameBegun(starting=CASTLE)).then(
        table(round=1)
    )


def test_the_log_says_who_laid_a_tile() -> None:
    given(GAME, *CASTLE_STARTS, CENTER).when(NEARS[0]).then(
        says("A near tile is at the place 1 right from the middle of the map: N1, laid by Dungeon")
    )


def test_another_kind_of_tile_or_a_face_down_one_waits() -> None:
    given(GAME, *CASTLE_STARTS).when(laid("0 0", "near", "N1")).then(
        refused("other-tile", says="A center tile is next in building the map: Castle lays it.")
    )
    ready = (*CASTLE_STARTS, CENTER, *NEARS)
    given(GAME, *ready).when(HOMES[1]).then(refused("other-tile", says="Castle"))
    given(GAME, *CASTLE_STARTS).when(TileLaid(place="0 0", kind="center")).then(refused("tournament-face-up"))


def test_a_near_tile_is_laid_next_to_a_center_tile() -> None:
    away = (*CASTLE_STARTS, CENTER, NEARS[0])
    given(GAME, *away).when(laid("4 2", "near", "N2")).then(refused("beside-center", bendable=True))


def test_the_first_starting_tile_is_next_to_a_near_tile_and_the_second_one_far_away() -> None:
    ready = (*CASTLE_STARTS, CENTER, *NEARS)
    one_side = (*CASTLE_STARTS, CENTER, NEARS[0], laid("-1 3", "near", "N2"))
    given(GAME, *one_side).when(HOMES[0].copy_with(place="-2 -1")).then(refused("beside-near"))
    given(GAME, *ready, HOMES[0]).when(HOMES[1].copy_with(place="-1 3")).then(refused("farthest-home", says="4, not"))


def test_the_first_far_tile_of_a_player_is_next_to_its_starting_tile_and_any_later_one_next_to_two() -> None:
    ready = (*CASTLE_STARTS, CENTER, *NEARS, *HOMES)
    given(GAME, *ready).when(laid("-6 -3", "far", "F1")).then(refused("beside-home", says="Castle"))
    given(GAME, *ready, *FARS[:2]).when(laid("8 4", "far", "F3")).then(refused("beside-two"))


def test_without_counted_tiles_any_tile_is_laid() -> None:
    """A table that does not say them keeps its freedom."""
    given(GAME, *SEATED).when(laid("0 0", "far", "F1")).then(table(**{"tiles.0 0.kind": "far"}))
