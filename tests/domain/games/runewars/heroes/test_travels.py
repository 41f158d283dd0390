"""Where heroes go (英雄移动; 撤退): W-23, X81, X35, X36, X37, X98."""

from collections.abc import Mapping
from typing import Any

from companion.testing import Spec, given, refused, says, table
from domain.framework.events.event import Event
from domain.games.runewars import GAME
from domain.games.runewars.heroes.actions import (
    HeroMoved,
    HeroRetreated,
    HeroStrategized,
    Trip,
    out_of_reach,
    way_of,
    ways_of,
)
from domain.games.runewars.heroes.damage import HeroRouted
from domain.games.runewars.heroes.quest_phase import QuestPhaseEnded
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.state.table import Area, Exploration, Runewars, Seat
from tests.domain.games.runewars.heroes.summer import CARTHOS, DEALT, ELF, HEROES, summer, with_state
from tests.domain.games.runewars.moments import SPRING, THREE, ordered, over

ROW = ("1A", "1B", "2A", "2B", "3A")


def a_row(**tokens: str) -> Runewars:
    """Five areas in a row, a mountain before the last, all but the first held by an enemy; a hero at its start."""
    land = {id_: Area(q=place, r=0, controller="human" if place else "elf") for place, id_ in enumerate(ROW)}
    land["3A"].borders = {"3": "mountain"}
    for area, kind in tokens.items():
        land[area].exploration = Exploration(kind=kind)
    found = Runewars().with_pack(GAME.pack)
    found.seats, found.land = {"elf": Seat(), "human": Seat()}, land
    found.heroes = {ELF: Hero(seat="elf", area="1A")}
    return found


def codes(found: Runewars, to: str, via: str = "", portals: bool = False) -> list[str]:
    return [reason.code for reason in out_of_reach(found, Trip(ELF, to, via, portals))]


def test_w23_a_hero_comes_two_areas_far_through_an_enemy_area() -> None:
    assert codes(a_row(), "2A") == []
    assert way_of(a_row(), Trip(ELF, "2A")) == ["1B", "2A"]


def test_x81_a_hero_comes_no_further_than_two_areas() -> None:
    assert codes(a_row(), "2B") == ["too-far"]


def test_x35_a_hero_crosses_no_mountain() -> None:
    found = a_row()
    found.heroes[ELF].area = "2B"
    assert codes(found, "3A") == ["border-closed"]


def test_a_way_that_is_said_is_held_to_its_borders() -> None:
    assert codes(a_row(), "2A", "1B") == []
    assert codes(a_row(), "2B", "1B") == ["too-far"]
    assert codes(a_row(), "1A", "2A") == ["too-far"] * 2


def test_a_dungeon_holds_who_enters_it() -> None:
    held = a_row(**{"1B": "dungeon"})
    assert codes(held, "2A") == ["dungeon-in-the-way"]
    assert codes(held, "1B") == []


def test_a_dungeon_that_lies_beside_a_hero_is_entered_at_once() -> None:
    """Not by a longer way past another area."""
    found = a_row(**{"1B": "dungeon"})
    found.land["5A"] = Area(q=1, r=-1, controller="elf")
    assert sorted(ways_of(found, Trip(ELF, "1B"))) == [["1B"], ["5A", "1B"]]
    assert way_of(found, Trip(ELF, "1B")) == ["1B"]


def test_a_way_past_a_dungeon_is_taken_where_there_is_another() -> None:
    found = a_row(**{"1B": "dungeon"})
    found.land["5A"] = Area(q=1, r=-1, controller="elf")
    found.land["2A"].q, found.land["2A"].r = 2, -1
    assert way_of(found, Trip(ELF, "2A")) == ["5A", "2A"]


def test_who_entered_a_dungeon_goes_no_further_this_season() -> None:
    held = with_state(summer(), **{f"heroes.{ELF}.stopped": True})
    held.when(HeroMoved(hero=ELF, to="2A")).then(refused("held-by-dungeon", bendable=True))


def test_paid_portals_lie_beside_each_other() -> None:
    found = a_row(**{"1A": "magic-portal", "3A": "magic-portal"})
    found.seats["elf"].influence = 1
    assert codes(found, "3A") == ["too-far"]
    assert codes(found, "3A", portals=True) == []
    assert way_of(found, Trip(ELF, "3A", portals=True)) == ["3A"]


# --- Strategize ----------------------------------------------------------------------------------


def strategizing(order: str = "strategize", *before: Event[Any]) -> Spec:
    """The first spring: the elves resolve an order first."""
    chosen = ordered(elf=order, uthuk="fortify", human="acquire-power")
    return given(HEROES, *THREE, *DEALT, *before, *SPRING, *chosen)


def test_strategize_moves_a_hero_once() -> None:
    moved = (
        strategizing()
        .when(HeroStrategized(hero=ELF, to="1B"))
        .then(table(**{f"heroes.{ELF}.area": "1B", "turn.base": True}))
    )
    moved.and_then(HeroStrategized(hero=ELF, to="1A")).then(refused("hero-moved-by-order", bendable=True))


def test_x37_no_other_order_moves_heroes() -> None:
    for order in ("mobilize", "conquer"):
        strategizing(order).when(HeroStrategized(hero=ELF, to="1B")).then(
            refused("heroes-not-by-order", bendable=True, says="Heroes move by Strategize")
        )


def test_x36_strategize_enters_friendly_or_empty_areas() -> None:
    enemy = AreaTaken(seat="human", area="1B")
    strategizing("strategize", enemy).when(HeroStrategized(hero=ELF, to="1B")).then(
        refused("hero-not-into-enemy-area", bendable=True)
    )


def test_x32_a_routed_hero_is_not_moved() -> None:
    strategizing().when(HeroRouted(hero=ELF)).and_then(HeroStrategized(hero=ELF, to="1B")).then(
        refused("hero-routed", bendable=True)
    )


def test_strategize_moves_ones_own_heroes() -> None:
    strategizing().when(HeroStrategized(hero=CARTHOS, to="1B")).then(refused("not-your-turn", bendable=True))


def test_a_hero_retreats_anywhere_beside_and_is_routed() -> None:
    retreat = summer().when(HeroRetreated(hero=ELF, to="2A"))
    retreat.then(table(**{f"heroes.{ELF}.area": "2A", f"heroes.{ELF}.routed": True}))


def test_a_hero_retreats_no_further() -> None:
    apart = with_state(summer(), **{"land": {"1A": Area(q=0, r=0), "9A": Area(q=9, r=0)}})
    apart.when(HeroRetreated(hero=ELF, to="9A")).then(refused("no-way", bendable=True))


# --- portals -------------------------------------------------------------------------------------

PORTALS: Mapping[str, object] = {
    "land": {
        "1A": Area(q=0, r=0, exploration=Exploration(kind="magic-portal")),
        "9A": Area(q=9, r=0, exploration=Exploration(kind="magic-portal")),
    }
}


THROUGH = HeroMoved(hero=ELF, to="9A", portal=True)


def test_x98_a_portal_costs_an_influence() -> None:
    spec = with_state(summer(), **PORTALS).when(THROUGH)
    spec.then(table(**{"seats.elf.influence": 2, f"heroes.{ELF}.area": "9A"}))
    spec.then(says("Silhouette moved to 9A through a magic portal"))


def test_x98_who_has_no_influence_passes_no_portal() -> None:
    poor = with_state(summer(), **PORTALS, **{"seats.elf.influence": 0})
    poor.when(THROUGH).then(refused("not-enough-influence", bendable=False))


def test_x98_strategize_leads_through_portals_too() -> None:
    spec = with_state(strategizing(), **PORTALS)
    spec.when(HeroStrategized(hero=ELF, to="9A")).then(refused("no-way"))
    poor = with_state(strategizing(), **PORTALS, **{"seats.elf.influence": 0})
    poor.when(HeroStrategized(hero=ELF, to="9A", portal=True)).then(refused("not-enough-influence"))
    paid = with_state(strategizing(), **PORTALS).when(HeroStrategized(hero=ELF, to="9A", portal=True))
    paid.then(table(**{"seats.elf.influence": 2, f"heroes.{ELF}.area": "9A"}))


def test_the_end_of_a_season_ends_a_dungeons_hold() -> None:
    held = with_state(summer(), **{f"heroes.{ELF}.stopped": True, f"heroes.{ELF}.strategized": True})
    phase = held.when(QuestPhaseEnded())
    for event in (
        *ordered(elf="mobilize", uthuk="fortify", human="recruit"),
        *over("elf", "human", "uthuk", elf="mobilize"),
    ):
        phase = phase.and_then(event)
    phase.then(table(**{f"heroes.{ELF}.stopped": False, f"heroes.{ELF}.strategized": False}))
