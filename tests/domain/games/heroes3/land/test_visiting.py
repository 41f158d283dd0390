"""Visits: cubes, flags, mines, settlements and towns, and what a second visit brings."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import Adjusted
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.announcing import CombatAnnounced
from domain.games.heroes3.combat.ending import CombatEnded
from domain.games.heroes3.land.laying import TileDescribed, TileLaid, TokenPlaced
from domain.games.heroes3.land.locations import BankRewardTaken, FieldUsed
from domain.games.heroes3.land.moving import FieldRevisited, HeroMoved
from domain.games.heroes3.land.visiting import FieldFlagged, FieldVisited, ProductionLost, SettlementClaimed
from domain.games.heroes3.rounds import SeatEliminated
from domain.games.heroes3.setup.players import GameBegun, GameSetUp
from domain.games.heroes3.town.units import UnitReinforced
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS, taken

Events = tuple[Event[Any], ...]
STEP = HeroMoved(seat=CASTLE, to="S1 1")


def beside(location: str, *between: Event[Any], level: int = 0, good: str = "", **fields: Any) -> Events:
    """The Castle's hero stands beside a field with a location, in an alliance with the Dungeon."""
    return (
        GameSetUp(mode="alliance", **{"tracks": ("map",), **fields}),
        *taken(CASTLE, DUNGEON, team="Light"),
        *taken(NECROPOLIS, team="Dark"),
        TileLaid(place="0 0", kind="starting", tile="S1", seat=CASTLE),
        TileLaid(place="2 1", kind="starting", tile="S2", seat=NECROPOLIS),
        TileDescribed(
            tile="S1",
            locations={"1": location},
            levels={"1": level} if level else {},
            yields={"1": good} if good else {},
        ),
        *between,
        GameBegun(starting=CASTLE),
    )


def test_a_visit_leaves_a_cube_whether_its_effect_is_used_or_not() -> None:
    """3.8, 1."""
    spec = given(GAME, *beside("water-wheel"), STEP)
    spec.then(table(**{"fields.S1 1.cube": True, "seats.castle.main.last": "S1 1"}))
    spec.then_prompts(FieldUsed)


def test_a_field_with_a_cube_counts_as_empty() -> None:
    """R16."""
    seen = Adjusted(path="fields.S1 1.cube", after=True, reason="given")
    given(GAME, *beside("water-wheel", seen), STEP).then_no_prompt(FieldUsed)


def test_only_a_revisitable_field_is_visited_again() -> None:
    """R17, R02."""
    given(GAME, *beside("water-wheel"), STEP).when(FieldRevisited(seat=CASTLE)).then(refused("not-revisited"))
    stables = (*beside("stables"), STEP)
    given(GAME, *stables).when(FieldRevisited(seat=CASTLE)).then(
        followed(FieldVisited(seat=CASTLE, field="S1 1", used=True)),
        table(**{"seats.castle.main.spent": 2, "fields.S1 1.cube": False}),
    )


def test_who_has_no_hero_on_the_map_visits_nothing() -> None:
    away = Adjusted(path="seats.castle.main.field", after="", reason="given")
    given(GAME, *beside("stables"), away).when(FieldRevisited(seat=CASTLE)).then(refused("no-hero"))


@pytest.mark.parametrize(("good", "amount"), [("gold", 5), ("materials", 2), ("valuables", 1)])
def test_a_mine_raises_the_income_and_pays_its_first_owner_at_once(good: str, amount: int) -> None:
    """E15, E26."""
    had = {"gold": 15, "materials": 3, "valuables": 1}[good]
    spec = given(GAME, *beside("mine", good=good)).when(STEP)
    base = 10 if good == "gold" else 0
    spec.then(
        table(**{f"seats.castle.income.{good}": base + amount, f"seats.castle.goods.{good}": had + amount}),
    )


def test_who_takes_a_mine_later_gets_its_income_alone() -> None:
    mine = (*beside("mine", good="materials"), FieldFlagged(seat=NECROPOLIS, field="S1 1"))
    given(GAME, *mine).when(STEP).then(
        followed(
            FieldVisited(seat=CASTLE, field="S1 1"),
            FieldFlagged(
                seat=CASTLE, field="S1 1", good="materials", amount=2, loser=NECROPOLIS, lost_good="materials",
                lost_amount=2,
            ),
            ProductionLost(seat=NECROPOLIS, field="S1 1", good="materials", amount=2),
        ),
        table(**{"seats.castle.goods.materials": 3, "seats.necropolis.income.materials": 0}),
    )  # fmt: skip


@pytest.mark.parametrize("seat", [CASTLE, DUNGEON])
def test_what_oneself_or_an_ally_flagged_counts_as_empty(seat: str) -> None:
    flagged = (*beside("mine", good="gold"), FieldFlagged(seat=seat, field="S1 1"))
    given(GAME, *flagged).when(STEP).then(followed(FieldVisited(seat=CASTLE, field="S1 1")))
    given(GAME, *flagged).when(FieldFlagged(seat=CASTLE, field="S1 1")).then(refused("flagged-already"))


def test_guards_come_before_a_flag() -> None:
    guarded = beside("mine", level=3, good="gold")
    given(GAME, *guarded).when(FieldFlagged(seat=CASTLE, field="S1 1")).then(refused("guarded"))
    given(GAME, *guarded).when(STEP).then(
        followed(CombatAnnounced(seat=CASTLE, field="S1 1", level=3, kind="neutral")),
        table(**{"fields.S1 1.flags": []}),
    )


def test_guards_that_are_gone_stay_gone() -> None:
    """9.2, 66."""
    cleared = Adjusted(path="fields.S1 1.cleared", after=True, reason="given")
    given(GAME, *beside("mine", cleared, level=3, good="gold")).when(STEP).then(
        table(combat=None, **{"fields.S1 1.flags": [CASTLE]})
    )


@pytest.mark.parametrize("location", ["obelisk", "star-axis"])
def test_some_places_keep_all_flags(location: str) -> None:
    shared = (*beside(location), FieldFlagged(seat=NECROPOLIS, field="S1 1"), STEP)
    given(GAME, *shared).then(table(**{"fields.S1 1.flags": [NECROPOLIS, CASTLE]}))


# --- settlements -----------------------------------------------------------------------------

THERE = (*beside("settlement", tracks=("map", "towns")), STEP)
CLAIM = SettlementClaimed(seat=CASTLE, field="S1 1")


def test_a_settlement_raises_the_income_that_is_chosen() -> None:
    spec = given(GAME, *THERE)
    spec.then_must("Castle: which income does S1, field 1 (Settlement) raise?")
    spec.when(CLAIM.copy_with(good="materials")).then(
        table(**{"seats.castle.income.materials": 2, "seats.castle.goods.materials": 5, "fields.S1 1.flags": [CASTLE]})
    )


def test_or_reinforces_a_unit_for_nothing_the_first_time_and_then_for_half() -> None:
    free = given(GAME, *THERE).when(CLAIM)
    free.then_prompts(UnitReinforced)
    assert free.play.campaign.table.agenda.of(UnitReinforced, seat=CASTLE, means="first settlement flag")
    taken_over = (
        *beside("settlement", tracks=("map", "towns")),
        SettlementClaimed(seat=NECROPOLIS, field="S1 1", good="gold"),
        Adjusted(path="seats.castle.main.field", after="S1 1", reason="given"),
    )
    later = given(GAME, *taken_over).when(CLAIM)
    later.then(
        followed(ProductionLost(seat=NECROPOLIS, field="S1 1", good="gold", amount=5)),
        table(**{"seats.castle.goods.gold": 15}),
    )
    assert later.play.campaign.table.agenda.of(UnitReinforced, seat=CASTLE, means="settlement")


def test_a_settlement_is_claimed_before_the_turn_goes_on() -> None:
    given(GAME, *THERE).when(HeroMoved(seat=CASTLE, to="S1 0")).then(refused("still-due"))


# --- towns -----------------------------------------------------------------------------------


def test_a_random_town_brings_ten_gold_and_is_a_settlement_from_then_on() -> None:
    """6.12."""
    given(GAME, *beside("random-town"), STEP).when(CombatEnded(winner=CASTLE)).then(
        table(**{"seats.castle.income.gold": 20, "seats.castle.goods.gold": 25, "seats.castle.held": True})
    )
    taken_before = (*beside("random-town"), FieldFlagged(seat=NECROPOLIS, field="S1 1"))
    spec = given(GAME, *taken_before).when(FieldVisited(seat=CASTLE, field="S1 1"), bend="given")
    spec.then_must("Castle: which income does S1, field 1 (Random Town) raise?")
    spec.and_then(CLAIM.copy_with(good="materials")).then(table(**{"seats.necropolis.income.gold": 10}))


def test_a_town_that_is_taken_gives_a_cube() -> None:
    """2.5, 3.8."""
    took = FieldFlagged(seat=CASTLE, field="S2 0")
    given(GAME, *beside("empty")).when(took).then(
        says("Castle flagged S2, field 0 (Town)"),
        table(**{"seats.castle.cubes": {NECROPOLIS: 1}, "seats.necropolis.buildings": {}}),
    )
    given(GAME, *beside("empty"), took).when(FieldFlagged(seat=NECROPOLIS, field="S2 0")).then(
        table(**{"fields.S2 0.flags": [NECROPOLIS], "seats.necropolis.cubes": {}})
    )


def test_an_ally_who_frees_a_town_takes_no_cube_of_its_owner() -> None:
    lost = (*beside("empty"), FieldFlagged(seat=NECROPOLIS, field="S1 0"))
    given(GAME, *lost).when(FieldFlagged(seat=DUNGEON, field="S1 0")).then(table(**{"seats.dungeon.cubes": {}}))


def test_nobody_defends_the_town_of_a_player_who_is_out() -> None:
    """3.7, 3; 4.16, PlayerEliminated."""
    beside_town = Adjusted(path="seats.castle.main.field", after="S2 4", reason="given")
    others = taken("tower", team="Third")
    spec = given(GAME, *beside("empty", *others), SeatEliminated(seat=NECROPOLIS), beside_town)
    spec.when(HeroMoved(seat=CASTLE, to="S2 0")).then(table(**{"combat": None, "fields.S2 0.flags": [CASTLE]}))


def test_a_random_town_that_an_enemy_holds_is_fought_for_like_a_settlement() -> None:
    """6.12: once it is flagged it is a settlement."""
    held = (*beside("random-town"), FieldFlagged(seat=NECROPOLIS, field="S1 1"))
    given(GAME, *held).when(STEP).then(table(**{"combat.kind": "garrison", "combat.defender": NECROPOLIS}))


def test_a_town_that_its_owner_won_back_is_besieged_as_before() -> None:
    """3.14."""
    back = (FieldFlagged(seat=CASTLE, field="S2 0"), FieldFlagged(seat=NECROPOLIS, field="S2 0"))
    beside_town = Adjusted(path="seats.castle.main.field", after="S2 4", reason="given")
    spec = given(GAME, *beside("empty"), *back, beside_town).when(HeroMoved(seat=CASTLE, to="S2 0"))
    spec.then(table(**{"combat.kind": "siege", "combat.own_town": True}))


# --- creature banks and tokens ---------------------------------------------------------------


def test_a_token_counts_in_place_of_the_field() -> None:
    """3.7, 1."""
    token = TokenPlaced(field="S1 1", token="one-way-out")
    given(GAME, *beside("water-wheel", token), STEP).then_no_prompt(FieldUsed)


def test_a_bank_is_fought_once_and_its_reward_taken_once() -> None:
    bank = TokenPlaced(field="S1 1", token="bank", bank="imp-cache")
    given(GAME, *beside("blocked", bank)).when(STEP).then(table(**{"combat.kind": "bank"}))
    seen = Adjusted(path="fields.S1 1.cube", after=True, reason="given")
    spec = given(GAME, *beside("blocked", bank, seen), STEP)
    spec.then(table(combat=None)).then_no_prompt(BankRewardTaken)
    spec.when(FieldRevisited(seat=CASTLE)).then(refused("not-revisited"))
