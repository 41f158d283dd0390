"""Rounds: what comes back, what comes in, whose turn it is, and how a game ends."""

from domain.games.heroes3 import GAME
from domain.games.heroes3.rounds import (
    AstrologersProclaimed,
    GameEnded,
    IncomeCollected,
    RoundEnded,
    RoundStarted,
    SeatEliminated,
)
from domain.games.heroes3.town.buildings import BuildingBuilt
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, NECROPOLIS
from tests.specs import followed, given, refused, table


def test_the_first_round_has_no_start() -> None:
    given(GAME, *KINGDOMS).when(RoundEnded()).then(followed(RoundStarted(number=2)), table(round=2))


def test_an_odd_round_brings_income_to_everybody() -> None:
    two = (*KINGDOMS, RoundEnded())
    given(GAME, *two).when(RoundEnded()).then(
        followed(
            RoundStarted(number=3),
            *(IncomeCollected(seat=seat, goods={"gold": 10}) for seat in (CASTLE, DUNGEON, NECROPOLIS)),
        ),
        table(**{"seats.castle.goods.gold": 25}),
    )


def test_town_tokens_come_back_each_round() -> None:
    built = (*KINGDOMS, BuildingBuilt(seat=CASTLE, building="citadel", cost={"gold": 5}))
    given(GAME, *built).when(BuildingBuilt(seat=CASTLE, building="city-hall")).then(refused("token-used"))
    given(GAME, *built, RoundEnded()).when(BuildingBuilt(seat=CASTLE, building="city-hall")).then(
        table(**{"seats.castle.buildings.city-hall": 2})
    )


def test_astrologers_proclaim_in_even_rounds() -> None:
    given(GAME, *KINGDOMS).when(AstrologersProclaimed(card="Week of the Mole")).then(refused("not-even"))
    given(GAME, *KINGDOMS, RoundEnded()).when(AstrologersProclaimed(card="Week of the Mole")).then(
        table(proclamation="Week of the Mole")
    )


def test_the_last_faction_standing_wins_at_once() -> None:
    given(GAME, *KINGDOMS, SeatEliminated(seat=CASTLE)).when(SeatEliminated(seat=DUNGEON)).then(
        followed(GameEnded(winners=(NECROPOLIS,), reason="last faction standing")), table(phase="over")
    )
