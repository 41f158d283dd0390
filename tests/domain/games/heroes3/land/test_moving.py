"""Heroes on the map: steps, discoveries, flags and settlements."""

from domain.games.heroes3 import GAME
from domain.games.heroes3.land.laying import TileDescribed, TileDiscovered, TileLaid
from domain.games.heroes3.land.moving import FieldRevisited, HeroMoved
from domain.games.heroes3.land.visiting import FieldFlagged, FieldVisited, ProductionLost, SettlementClaimed
from domain.games.heroes3.rounds import TurnEnded
from domain.games.heroes3.setup.players import GameBegun, GameSetUp
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, taken
from tests.specs import followed, given, refused, says, table

HOME = {"0": "town", "1": "mine", "2": "settlement", "3": "stables", "4": "blocked"}
MAP = (
    GameSetUp(mode="clash", tracks=("map",)),
    *taken(CASTLE, DUNGEON),
    TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
    TileLaid(place="2 1", kind="far"),
    TileDescribed(tile="S1", locations=HOME, yields={"1": "materials"}),
    GameBegun(starting=CASTLE),
)


def test_a_step_costs_a_movement_point_and_visits_the_field() -> None:
    given(GAME, *MAP).when(HeroMoved(seat=CASTLE, to="S1 3")).then(
        followed(FieldVisited(seat=CASTLE, field="S1 3", used=True)),
        table(**{"seats.castle.main.spent": 1, "seats.castle.main.last": "S1 3"}),
    )


def test_a_first_flag_on_a_mine_brings_its_amount_at_once() -> None:
    """E15: a mine that produces 2 building materials."""
    given(GAME, *MAP).when(HeroMoved(seat=CASTLE, to="S1 1")).then(
        table(**{"seats.castle.income.materials": 2, "seats.castle.goods.materials": 5}),
        says(
            "Castle moved the main hero to S1, field 1 (Mine)",
            "Castle visited S1, field 1 (Mine)",
            "Castle flagged S1, field 1 (Mine): income +2 Building materials, 2 at once",
        ),
    )


def test_a_settlement_asks_which_income_it_raises() -> None:
    there = (*MAP, HeroMoved(seat=CASTLE, to="S1 2"))
    given(GAME, *there).when(SettlementClaimed(seat=CASTLE, field="S1 2", good="valuables")).then(
        table(**{"seats.castle.income.valuables": 1, "seats.castle.goods.valuables": 2, "seats.castle.held": True})
    )


def test_a_blocked_field_cannot_be_entered() -> None:
    """R10."""
    given(GAME, *MAP).when(HeroMoved(seat=CASTLE, to="S1 4")).then(refused("blocked"))


def test_a_face_down_tile_beside_the_hero_is_discovered() -> None:
    there = (*MAP, HeroMoved(seat=CASTLE, to="S1 1"))
    given(GAME, *there).when(TileDiscovered(seat=CASTLE, place="2 1", tile="F2")).then(
        table(**{"seats.castle.main.spent": 2, "tiles.2 1.tile": "F2"})
    )


def test_three_steps_a_round() -> None:
    """R02."""
    there = (
        *MAP,
        HeroMoved(seat=CASTLE, to="S1 1"),
        HeroMoved(seat=CASTLE, to="S1 0"),
        HeroMoved(seat=CASTLE, to="S1 3"),
    )
    given(GAME, *there).when(HeroMoved(seat=CASTLE, to="S1 0")).then(refused("no-movement"))
    given(GAME, *there).when(FieldRevisited(seat=CASTLE)).then(refused("no-movement"))


def test_what_is_claimed_is_due_first() -> None:
    given(GAME, *MAP, HeroMoved(seat=CASTLE, to="S1 2")).when(TurnEnded(seat=CASTLE)).then(refused("still-due"))


def test_a_flag_that_is_taken_takes_what_it_yields() -> None:
    flagged = (*MAP, FieldFlagged(seat=CASTLE, field="S1 1"))
    given(GAME, *flagged).when(FieldFlagged(seat=DUNGEON, field="S1 1")).then(
        followed(ProductionLost(seat=CASTLE, field="S1 1", good="materials", amount=2)),
        table(**{"seats.castle.income.materials": 0, "seats.dungeon.income.materials": 2}),
    )
