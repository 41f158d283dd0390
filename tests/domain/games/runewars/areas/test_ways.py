"""Ways over the land: reach (C-20), borders (C-21), retreats (C-22), and why a way is none (X33 to X35, X44, X45)."""

from collections.abc import Iterable

import pytest

from domain.framework.refusal import Refused
from domain.games.runewars import GAME
from domain.games.runewars.areas import (
    PORTAL,
    Pace,
    areas_in_reach,
    areas_one_step_away,
    borders_of,
    distance_between,
    is_frozen,
    may_pay_portals,
    no_retreat,
    retreat_areas,
    units_stranded,
    why_out_of_reach,
)
from domain.games.runewars.state.kinds import Border
from domain.games.runewars.state.table import NEUTRAL, Area, Exploration, Runewars, Seat, Stack, Step

HUMAN, FLYING = Pace("human"), Pace("human", flying=True)


def a_row(**areas: Area) -> Runewars:
    """Areas from left to right, each beside the next."""
    for q, area in enumerate(areas.values()):
        area.q, area.r = q, 0
    return Runewars(seats={"human": Seat(), "elf": Seat()}, land=areas).with_pack(GAME.pack)


def of(seat: str, **units: int) -> Area:
    """An area that a seat controls."""
    return Area(controller=seat, stacks={unit: Stack(owner=seat, standing=n) for unit, n in units.items()})


def neutral() -> Area:
    return Area(stacks={"giant": Stack(owner=NEUTRAL, standing=1)})


def walled(border: Border) -> Area:
    """An empty area whose right border is not open."""
    return Area(borders={"0": border})


def codes(reasons: Iterable[Refused]) -> list[str]:
    return [reason.code for reason in reasons]


def test_a_border_printed_on_one_side_closes_both() -> None:
    table = a_row(a=walled("mountain"), b=Area())
    assert borders_of(table, "b") == {"a": "mountain"} == {"a": borders_of(table, "a")["b"]}


def test_an_area_that_nobody_placed_lies_beside_all() -> None:
    table = a_row(a=Area(), b=Area(), c=Area())
    table.land["somewhere"] = Area()
    assert set(borders_of(table, "a")) == {"b", "somewhere"}
    assert set(borders_of(table, "somewhere")) == {"a", "b", "c"}


def test_c_20_units_cross_friendly_and_empty_areas() -> None:
    table = a_row(a=of("human"), b=Area(), c=of("human"), d=of("elf"))
    assert areas_in_reach(table, "a", Pace("human", 3)) == {"a": 0, "b": 1, "c": 2, "d": 3}
    assert areas_in_reach(table, "a", HUMAN) == {"a": 0, "b": 1, "c": 2}


@pytest.mark.parametrize("between", [neutral(), of("elf")], ids=["neutral", "enemy"])
def test_c_20_units_enter_but_never_cross_areas_of_others(between: Area) -> None:
    table = a_row(a=of("human"), b=between, c=Area())
    assert areas_in_reach(table, "a", HUMAN) == {"a": 0, "b": 1}
    assert codes(why_out_of_reach(table, "a", "c", HUMAN)) == ["way-barred"]
    assert areas_in_reach(table, "a", Pace("human", hero=True)) == {"a": 0, "b": 1, "c": 2}


def test_a_way_that_is_too_long_is_none() -> None:
    table = a_row(a=of("human"), b=Area(), c=Area(), d=Area())
    (reason,) = why_out_of_reach(table, "a", "d", HUMAN)
    assert (reason.code, str(reason)) == ("too-far", "A is 3 areas away from d; the limit is 2.")


def test_a_way_over_a_mountain_is_none_but_for_who_flies() -> None:
    table = a_row(a=of("human"), b=walled("mountain"), c=Area())
    (reason,) = why_out_of_reach(table, "a", "c", HUMAN)
    assert reason.code == "border-closed"
    assert "Between b and c there is mountain" in str(reason)
    assert not codes(why_out_of_reach(table, "a", "c", FLYING))


def test_a_hole_is_no_way() -> None:
    table = a_row(a=of("human"), b=Area())
    table.land["b"].q = 2
    assert codes(why_out_of_reach(table, "a", "b", HUMAN)) == ["no-way"]


def test_water_opens_when_it_freezes() -> None:
    table = a_row(a=walled("water"), b=Area())
    assert not areas_one_step_away(table, "a", HUMAN)
    table.frozen = True
    assert areas_one_step_away(table, "a", HUMAN) == ["b"]


def test_g_45_some_tables_cross_water_as_soon_as_the_winter_card_is_drawn() -> None:
    table = a_row(a=walled("water"), b=Area())
    table.season, table.step, table.rulings = 4, "text", ["frozen-from-card-draw"]
    assert areas_one_step_away(table, "a", HUMAN) == ["b"]
    table.rulings = []
    assert not areas_one_step_away(table, "a", HUMAN)


def test_g_52_an_activated_area_is_crossed_unless_the_table_rules_otherwise() -> None:
    table = a_row(a=of("human"), b=Area(activated=["human"]), c=Area())
    assert "c" in areas_in_reach(table, "a", HUMAN)
    table.rulings = ["activated-blocks-transit"]
    assert codes(why_out_of_reach(table, "a", "c", HUMAN)) == ["way-activated"]


def test_magic_portals_lie_beside_each_other_for_who_pays() -> None:
    gates = {id_: Area(exploration=Exploration(kind=PORTAL)) for id_ in ("a", "d")}
    table = a_row(a=gates["a"], b=Area(), c=Area(), d=gates["d"])
    assert areas_one_step_away(table, "a", HUMAN) == ["b"]
    assert areas_one_step_away(table, "a", Pace("human", portals=True)) == ["b", "d"]


def test_c_22_a_retreat_leads_to_a_friendly_area_else_to_an_empty_one() -> None:
    table = a_row(a=Area(), b=of("elf"), c=of("human"))
    assert retreat_areas(table, "human", "b") == ["c"]
    assert codes(no_retreat(table, "human", "b", "a")) == ["not-a-retreat"]
    table.land["c"].controller = "elf"
    assert retreat_areas(table, "human", "b") == ["a"]
    assert codes(no_retreat(table, "human", "a", "c")) == ["not-beside"]


def test_c_22_unallied_neutrals_retreat_to_what_nobody_controls() -> None:
    table = a_row(a=neutral(), b=neutral(), c=of("human"))
    assert retreat_areas(table, NEUTRAL, "b") == ["a"]
    assert codes(no_retreat(table, NEUTRAL, "b", "c")) == ["not-for-neutrals"]


def test_a_retreat_does_not_lead_off_the_map() -> None:
    table = a_row(a=Area(), b=of("elf"))
    assert codes(no_retreat(table, "elf", "b", "nowhere")) == []
    table.step = "turns"
    assert codes(no_retreat(table, "elf", "b", "nowhere")) == ["off-the-map"]


def test_c_22_units_that_retreat_stay_together() -> None:
    table = a_row(a=of("human"), b=of("elf"))
    table.land["a"].borders = {"0": "water"}
    table.library = {"units": {"pegasus": {"en": "Pegasus", "flying": True}}}
    assert retreat_areas(table, "human", "b", ["pegasus"]) == ["a"]
    table.land["c"] = Area(q=2, r=0)
    assert retreat_areas(table, "human", "b", ["pegasus", "footman"]) == ["c"]
    assert units_stranded(table, "human", "b", "c", ["pegasus", "footman"]) == []


def test_g_09_where_only_wings_lead_away_who_flies_goes_and_the_rest_is_lost() -> None:
    table = a_row(a=of("human"), b=of("elf"))
    table.land["a"].borders = {"0": "water"}
    table.library = {"units": {"pegasus": {"en": "Pegasus", "flying": True}}}
    assert retreat_areas(table, "human", "b", ["pegasus", "footman"]) == ["a"]
    assert units_stranded(table, "human", "b", "a", ["pegasus", "footman"]) == ["footman"]
    assert retreat_areas(table, "human", "b", ["footman"]) == []


def test_a_retreat_leads_to_an_area_of_the_map() -> None:
    table = a_row(a=of("human"), b=of("elf"))
    table.step = "turns"
    assert codes(no_retreat(table, "human", "b", "nowhere")) == ["off-the-map"]


@pytest.mark.parametrize(
    ("season", "step", "ruled", "frozen"),
    [
        (4, "turns", True, True),
        (4, "season", True, False),
        (4, "setup", True, False),
        (3, "turns", True, False),
        (4, "turns", False, False),
    ],
)
def test_g_45_water_is_frozen_from_the_card_of_winter_where_the_table_rules_so(
    season: int, step: Step, ruled: bool, frozen: bool
) -> None:
    table = a_row(a=walled("water"), b=Area())
    table.season, table.step, table.rulings = season, step, ["frozen-from-card-draw"] if ruled else []
    assert is_frozen(table) is frozen
    assert areas_one_step_away(table, "a", HUMAN) == (["b"] if frozen else [])
    table.frozen = True
    assert is_frozen(table)


def test_g_45_mountains_do_not_freeze() -> None:
    table = a_row(a=walled("mountain"), b=Area())
    table.frozen = True
    assert (areas_one_step_away(table, "a", HUMAN), areas_one_step_away(table, "a", FLYING)) == ([], ["b"])


@pytest.mark.parametrize(("influence", "tracked", "may"), [(0, True, False), (1, True, True), (0, False, True)])
def test_a_portal_costs_an_influence_where_influence_is_counted(influence: int, tracked: bool, may: bool) -> None:
    table = a_row(a=Area())
    table.seats["human"].influence = influence
    table.tracked = None if tracked else ["map"]
    assert may_pay_portals(table, "human") is may


@pytest.mark.parametrize(("one", "other", "far"), [("a", "a", 0), ("a", "b", 1), ("a", "d", 3), ("a", "e", None)])
def test_the_distance_is_counted_over_areas_that_there_are(one: str, other: str, far: int | None) -> None:
    table = a_row(a=Area(), b=walled("mountain"), c=Area(), d=Area())
    table.land["e"] = Area(q=9, r=9)
    table.land["f"] = Area()
    assert (distance_between(table, one, other), distance_between(table, other, one)) == (far, far)
    assert (distance_between(table, "f", "f"), distance_between(table, "f", "a")) == (0, None)


def test_g_09_nobody_is_stranded_where_all_can_walk_or_nobody_flies() -> None:
    table = a_row(a=of("human"), b=of("elf"), c=of("human"))
    table.land["a"].borders = {"0": "water"}
    table.library = {"units": {"pegasus": {"en": "Pegasus", "flying": True}}}
    both = ["pegasus", "footman"]
    assert (retreat_areas(table, "human", "b", both), units_stranded(table, "human", "b", "c", both)) == (["c"], [])
    assert units_stranded(table, "human", "b", "a", both) == []
    table.land["c"].controller = "elf"
    assert units_stranded(table, "human", "b", "a", ["footman"]) == []
    assert units_stranded(table, "human", "b", "c", both) == []
