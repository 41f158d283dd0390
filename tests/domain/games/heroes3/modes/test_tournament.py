"""The tournament: who goes second, and victory points at its end (p54)."""

from companion.testing import followed, given, refused, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.handling import CardGained, CardRemoved
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.modes.tournament import PointsGained, VictoryPointsCounted
from domain.games.heroes3.rounds import GameEnded, ObjectiveMet, RoundEnded, TurnBegun, TurnEnded
from domain.games.heroes3.setup.players import RulingMade
from domain.games.heroes3.town.buildings import BuildingBuilt
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, game

TWO = (CASTLE, DUNGEON)
BEGUN = (
    *game("towns", "map", "cards", mode="tournament", factions=TWO, rounds=1), TurnBegun(seat=CASTLE),
)  # fmt: skip
DONE = (*BEGUN, TurnEnded(seat=CASTLE), TurnBegun(seat=DUNGEON), TurnEnded(seat=DUNGEON))
ENDS_AT_ONCE = RulingMade(ruling="tournament-ends-at-once")


def test_who_goes_second_begins_with_positive_morale() -> None:
    given(GAME, *BEGUN).then(table(**{"seats.dungeon.morale": 1, "seats.castle.morale": 0}))


def test_the_last_round_of_a_tournament_counts_points_and_the_most_win() -> None:
    built = (*BEGUN, BuildingBuilt(seat=CASTLE, building="city-hall", cost={"gold": 5}), *DONE[len(BEGUN) :])
    given(GAME, *built).when(RoundEnded()).then(
        followed(
            VictoryPointsCounted(points={CASTLE: 2, DUNGEON: 1}),
            GameEnded(winners=(CASTLE,), reason="victory points"),
        )
    )


def test_the_points_of_a_tournament_are_the_scores_of_its_result() -> None:
    given(GAME, *DONE).when(RoundEnded()).then(table(**{"played.0.scores": {CASTLE: 1, DUNGEON: 1}}))


def test_a_game_that_ends_without_a_count_has_no_scores() -> None:
    given(GAME, *BEGUN).when(GameEnded(winners=(CASTLE,))).then(table(**{"played.0.scores": {}}))


def test_a_tie_is_a_shared_victory() -> None:
    """9.2, 34."""
    given(GAME, *DONE).when(RoundEnded()).then(table(winners=[CASTLE, DUNGEON]))


def test_a_condition_ends_a_tournament_with_its_round_unless_the_table_ruled_otherwise() -> None:
    """9.2, 53."""
    given(GAME, *BEGUN).when(ObjectiveMet(side=CASTLE)).then(table(phase="turns"))
    ruled = (*BEGUN, ENDS_AT_ONCE)
    given(GAME, *ruled).when(ObjectiveMet(side=CASTLE)).then(table(phase="over", reason="victory points"))


def test_level_half_the_artifacts_and_points_of_the_scenario_count() -> None:
    """5.9; an artifact that was removed is kept beside the deck and counts on (p54)."""
    played = (
        *game("towns", "map", "cards", mode="tournament", factions=TWO),
        ENDS_AT_ONCE,
        ExperienceGained(seat=CASTLE, amount=2),
        *(CardGained(seat=CASTLE, card=card) for card in ("head-of-legion", "cart-of-ore", "cape-of-velocity")),
        CardRemoved(seat=CASTLE, card="cart-of-ore"),
        PointsGained(seat=CASTLE, amount=3),
    )
    given(GAME, *played).when(ObjectiveMet(side=CASTLE)).then(
        followed(
            VictoryPointsCounted(points={CASTLE: 6, DUNGEON: 1}),
            GameEnded(winners=(CASTLE,), reason="victory points"),
        )
    )


def test_points_are_not_counted_before_the_end() -> None:
    given(GAME, *BEGUN).when(VictoryPointsCounted()).then(refused("points-later", bendable=True))


def test_points_for_what_is_not_known_are_asked_for() -> None:
    """Unknown is not 0: areas that are not tracked, and cards of unknown kind."""
    untracked = (*game("towns", mode="tournament", factions=TWO), ENDS_AT_ONCE, ObjectiveMet(side=CASTLE))
    spec = given(GAME, *untracked).then_must("Count victory points")
    spec.when(VictoryPointsCounted()).then(refused("say-points", says="mines and settlements, artifacts"))
    spec.when(VictoryPointsCounted(more={DUNGEON: 3})).then(
        VictoryPointsCounted(more={DUNGEON: 3}, points={CASTLE: 1, DUNGEON: 4}),
        GameEnded(winners=(DUNGEON,), reason="victory points"),
    )
    strange = (*BEGUN, ENDS_AT_ONCE, CardGained(seat=DUNGEON, card="Centaur's Axe"), ObjectiveMet(side=CASTLE))
    given(GAME, *strange).when(VictoryPointsCounted()).then(refused("say-points", says="artifacts"))


def test_points_are_of_tournaments() -> None:
    """R55."""
    given(GAME, *game(factions=TWO)).when(PointsGained(seat=CASTLE, amount=1)).then(refused("only-in-tournament"))
    given(GAME, *game(factions=TWO)).when(VictoryPointsCounted()).then(refused("only-in-tournament"))
