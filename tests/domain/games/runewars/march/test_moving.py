"""Strategize, Mobilize and Conquer: W-10; X28 to X36, X38, X39; G-33, G-43, G-52."""

from typing import Any

import pytest

from companion.testing import NOTHING, Spec, followed, refused, says, table
from domain.framework.events.marked_fields import all_choices_asked, choices_of
from domain.framework.kernel import Adjusted
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsMoved, UnitsRouted
from domain.games.runewars.march.diplomacy import DiplomacyStarted
from domain.games.runewars.march.marches import (
    AreaActivated,
    UnitsMarched,
    UnitsStrategized,
    note_arrivals,
    who_may_come,
)
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.units import ExcessDestroyed
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.outcome import BattleResolvedByHand
from domain.games.runewars.year.orders import SupremacyTaken, TurnEnded
from tests.domain.games.runewars.march.land import Spot, later_turn, turn
from tests.domain.games.runewars.moments import THREE

HOME = Spot(area="1A", q=0, units={"footman": 3})
NEXT = Spot(area="1B", q=1)
STABLE = Spot(area="5A", q=5, units={"knight": 1}, borders={"1": "mountain"})
AROUND_IT = (Spot(area="4A", q=4), Spot(area="6A", q=5, r=1), Spot(area="7A", q=6, units={"giant": 1}))


def strategize(area: str, **stacks: int) -> UnitsStrategized:
    return UnitsStrategized(seat="human", area=area, stacks={id_.replace("_", "/"): n for id_, n in stacks.items()})


def into(area: str, **stacks: int) -> UnitsMarched:
    named = {id_.replace("_", "/", 1).replace("_", "-"): count for id_, count in stacks.items()}
    return UnitsMarched(seat="human", area=area, stacks=named)


def activated(order: str, area: str, *land: Spot) -> Spec:
    return turn(order, *land).when(AreaActivated(seat="human", area=area))


# --- Strategize ---


def test_w_10_units_move_beside_and_no_token_is_placed() -> None:
    friendly = Spot(area="1B", q=1, units={"bowman": 1})
    moved = turn("strategize", HOME, friendly, STABLE, *AROUND_IT).when(strategize("1B", **{"1A_footman": 2}))
    moved.then(
        says("Daqan Lords moved to 1B: Footman (1A) ×2"),
        table(**{"land.1A.stacks.footman.standing": 1, "land.1B.stacks.footman.standing": 2, "land.1B.activated": []}),
    )
    moved.and_then(strategize("4A", **{"5A_knight": 1})).then(
        table(**{"land.4A.controller": "human", "land.5A.controller": ""})
    )


@pytest.mark.parametrize(
    ("area", "code"), [("7A", "not-welcome"), ("6A", "border-closed")], ids=["W-10 neutral units", "W-10 a mountain"]
)
def test_w_10_not_everywhere(area: str, code: str) -> None:
    turn("strategize", STABLE, *AROUND_IT).when(strategize(area, **{"5A_knight": 1})).then(refused(code, bendable=True))


def test_w_10_the_first_order_of_the_year_has_its_bonus() -> None:
    moved = turn("strategize", HOME, NEXT).when(strategize("1B", **{"1A_footman": 2}))
    moved.and_then(SupremacyTaken(seat="human")).then(table(**{"turn.bonus": "taken"}))


def test_x29_strategize_goes_one_area_far() -> None:
    far = turn("strategize", HOME, NEXT, Spot(area="1C", q=2))
    far.when(strategize("1C", **{"1A_footman": 1})).then(refused("too-far", bendable=True, says="the limit is 1"))


def test_x29_even_fast_units_go_one_area_far() -> None:
    far = turn("strategize", STABLE, Spot(area="4A", q=4), Spot(area="3A", q=3))
    far.when(strategize("3A", **{"5A_knight": 1})).then(refused("too-far"))


def test_x29_who_moved_stays() -> None:
    moved = turn("strategize", HOME, NEXT, Spot(area="1C", q=2)).when(strategize("1B", **{"1A_footman": 2}))
    moved.and_then(strategize("1C", **{"1B_footman": 1})).then(refused("moved-before", bendable=True))


def test_x31_strategize_does_not_take_units_out_of_an_activated_area() -> None:
    kept = later_turn("mobilize", "strategize", HOME, NEXT)
    kept.when(AreaActivated(seat="human", area="1A"), bend="a card").and_then(
        strategize("1B", **{"1A_footman": 1})
    ).then(refused("kept-by-token", bendable=True))


def test_strategize_enters_an_activated_area() -> None:
    kept = turn("strategize", HOME, NEXT).when(AreaActivated(seat="human", area="1B"), bend="a card")
    kept.and_then(strategize("1B", **{"1A_footman": 1})).then(table(**{"land.1B.stacks.footman.standing": 1}))


def test_x38_more_than_eight_are_brought_down_to_eight() -> None:
    full = turn("strategize", HOME, Spot(area="1B", q=1, units={"bowman": 8})).when(
        strategize("1B", **{"1A_footman": 2})
    )
    full.then_prompts("Daqan Lords: destroy units in 1B until 8 are left")
    full.and_then(TurnEnded(seat="human")).then(refused("still-due"))


def test_a_strategist_does_not_mobilize() -> None:
    turn("strategize", HOME, NEXT).when(AreaActivated(seat="human", area="1B")).then(
        refused("other-order", bendable=True, says="the current order is #1 Strategize")
    )


# --- Mobilize and Conquer ---

DRAGON = Spot(area="T", q=0, units={"dragon": 1})
CAMP = Spot(area="camp", q=1, units={"footman": 2})
ROAD = Spot(area="road", q=2)
RIDERS = Spot(area="riders", q=3, units={"knight": 1})
YARD = Spot(area="yard", q=0, r=1, routed={"siege-tower": 1})
BUTTS = Spot(area="butts", q=0, r=-2, units={"bowman": 2})
GIANTS = Spot(area="giants", q=0, r=-1, units={"giant": 1})
WAR = (YARD, BUTTS, DRAGON, CAMP, ROAD, RIDERS, GIANTS)


def test_the_token_comes_first() -> None:
    activated("mobilize", "T", *WAR).then(says("Daqan Lords activated T"), table(**{"land.T.activated": ["human"]}))
    turn("mobilize", *WAR).when(into("T", camp_footman=2)).then(refused("not-activated", bendable=True))


def test_they_march_into_the_area_that_was_activated_last() -> None:
    both = activated("mobilize", "1A", HOME, NEXT, STABLE, *AROUND_IT).and_then(AreaActivated(seat="human", area="1B"))
    both.and_then(into("1A", **{"5A_knight": 1})).then(refused("not-activated", bendable=True))


def test_units_march_in_from_several_areas_at_once() -> None:
    marched = activated("mobilize", "T", *WAR).and_then(into("T", camp_footman=2, riders_knight=1))
    marched.then(
        table(
            **{
                "land.T.stacks.footman.standing": 2,
                "land.T.stacks.knight.standing": 1,
                "land.T.controller": "",
                "land.T.contested": True,
                "land.camp.controller": "",
            }
        )
    )


def test_then_they_fight_or_negotiate() -> None:
    marched = activated("mobilize", "T", *WAR).and_then(into("T", camp_footman=2))
    marched.then_prompts(BattleStarted(seat="human", area="T"))
    marched.and_then(TurnEnded(seat="human")).then(refused("still-due", says="Daqan Lords fights for T"))
    marched.and_then(DiplomacyStarted(seat="human", area="T", influence=1)).then(
        table(**{"step": "turns", "diplomacy.area": "T"})
    )


@pytest.mark.parametrize(
    ("stack", "code"),
    [("yard_siege_tower", "routed-stay"), ("butts_bowman", "way-barred")],
    ids=["X32 a routed siege tower", "X34 bowmen behind giants"],
)
def test_who_cannot_come(stack: str, code: str) -> None:
    march = activated("mobilize", "T", *WAR).and_then(into("T", **{stack: 1}))
    march.then(refused(code, bendable=True))


def test_who_can_come_is_offered_first() -> None:
    now = activated("mobilize", "T", *WAR).play.campaign.table
    [asked] = [asked for asked in all_choices_asked(UnitsMarched) if asked.choice.kind == "stacks"]
    offered = asked.choice.options(now, {"seat": "human", "area": "T"})
    assert list(offered) == ["camp/footman", "riders/knight", "yard/siege-tower", "butts/bowman"]


def test_x33_units_on_foot_come_two_areas_far() -> None:
    far = Spot(area="far", q=3, units={"bowman": 1})
    activated("mobilize", "T", DRAGON, Spot(area="camp", q=1), ROAD, far).and_then(into("T", far_bowman=1)).then(
        refused("too-far", bendable=True, says="Far is 3 areas away from T; the limit is 2.")
    )


def test_x30_an_area_is_activated_once_a_year() -> None:
    again = later_turn("harvest", "conquer", HOME).when(AreaActivated(seat="human", area="1A"))
    again.and_then(AreaActivated(seat="human", area="1A")).then(
        refused("already-activated", bendable=True), refused("used-before", bendable=True)
    )


def test_x31_units_stay_where_their_token_lies() -> None:
    both = activated("mobilize", "1A", HOME, NEXT).and_then(AreaActivated(seat="human", area="1B"))
    both.and_then(into("1B", **{"1A_footman": 1})).then(refused("kept-by-token", bendable=True))


def test_g_43_an_area_may_be_activated_without_moving() -> None:
    activated("mobilize", "1B", HOME, NEXT).and_then(TurnEnded(seat="human")).then()


def test_the_second_use_of_mobilize_is_its_bonus() -> None:
    land = (HOME, NEXT, Spot(area="1C", q=2))
    second = activated("mobilize", "1A", *land).and_then(AreaActivated(seat="human", area="1B"))
    second.then(table(**{"turn.bonus": "taken", "turn.areas": ["1A", "1B"]}))
    second.and_then(AreaActivated(seat="human", area="1C")).then(refused("used-before", bendable=True))


def test_what_is_not_on_a_map_that_is_laid_cannot_be_activated() -> None:
    turn("mobilize", HOME).when(AreaActivated(seat="human", area="9Z")).then(refused("not-offered", bendable=False))


def test_x22_without_supremacy_there_is_no_second_use() -> None:
    below = later_turn("recruit", "mobilize", HOME, NEXT).when(AreaActivated(seat="human", area="1A"))
    below.and_then(AreaActivated(seat="human", area="1B")).then(refused("higher-used", bendable=True))


def test_conquer_activates_one_area() -> None:
    activated("conquer", "1A", HOME, NEXT).and_then(AreaActivated(seat="human", area="1B")).then(
        refused("used-before", bendable=True)
    )


ENEMY = Spot(area="E", q=0, r=1, units={"berserker": 1})


def test_an_enemy_area_is_fought_for() -> None:
    fight = activated("conquer", "E", ENEMY, CAMP).and_then(into("E", camp_footman=2))
    fight.then(table(**{"land.E.controller": "uthuk", "land.E.contested": True}))
    fight.then_prompts(BattleStarted(seat="human", area="E")).then_no_prompt(DiplomacyStarted)


def test_g_10_an_empty_home_area_of_another_is_fought_for() -> None:
    home = Spot(area="E", q=0, r=1, home="uthuk")
    activated("conquer", "E", home, CAMP).and_then(into("E", camp_footman=1)).then_prompts(
        BattleStarted(seat="human", area="E")
    )


def test_until_the_battle_begins_more_may_come() -> None:
    first = activated("conquer", "E", ENEMY, CAMP, Spot(area="tents", q=-1, r=1, units={"knight": 1}))
    both = first.and_then(into("E", camp_footman=1)).and_then(into("E", tents_knight=1))
    both.then(table(**{"land.E.stacks.knight.standing": 1}))
    both.and_then(BattleStarted(seat="human", area="E")).then(table(**{"battle.area": "E", "agenda.due": {}}))


def arrived() -> Spec:
    """Two footmen have come to an enemy, and the battle has not begun."""
    return activated("conquer", "E", ENEMY, CAMP).and_then(into("E", camp_footman=2))


def test_where_a_card_leaves_nobody_to_attack_there_is_no_battle() -> None:
    burnt = arrived().and_then(UnitsDestroyed(area="E", units={"footman": 2}, why="Fire"))
    burnt.then(table(**{"land.E.contested": False, "land.E.controller": "uthuk", "agenda.due": {}}))
    burnt.and_then(TurnEnded(seat="human")).then()


def test_where_a_card_leaves_nobody_to_defend_the_area_is_theirs() -> None:
    burnt = arrived().and_then(UnitsDestroyed(area="E", units={"berserker": 1}, why="Fire"))
    burnt.then(table(**{"land.E.contested": False, "land.E.controller": "human", "agenda.due": {}}))


def test_who_was_routed_on_arrival_loses_the_battle_and_is_destroyed() -> None:
    lying = arrived().and_then(UnitsRouted(area="E", units={"footman": 2}, why="Panic"))
    lying.then_must(BattleStarted(seat="human", area="E"))
    lost = lying.and_then(BattleStarted(seat="human", area="E")).and_then(BattleResolvedByHand(winner="uthuk"))
    lost.then(table(**{"battles.0.armies.human.causes": {"routed before": 2}, "land.E.controller": "uthuk"}))
    lost.and_then(TurnEnded(seat="human")).then()


def test_a_stronghold_is_fought_for_though_a_card_leaves_nobody_in_it() -> None:
    fort = Spot(area="E", q=0, r=1, units={"berserker": 1}, stronghold="uthuk")
    fight = activated("conquer", "E", fort, CAMP).and_then(into("E", camp_footman=2))
    burnt = fight.and_then(UnitsDestroyed(area="E", units={"berserker": 1}, why="Fire"))
    burnt.then(table(**{"land.E.contested": True})).then_prompts(BattleStarted(seat="human", area="E"))


def test_who_is_led_away_by_a_card_does_not_fight() -> None:
    away = arrived().and_then(UnitsMoved(seat="human", area="camp", stacks={"E/footman": 2}, why="Retreat"))
    away.then(table(**{"land.E.contested": False, "land.E.controller": "uthuk", "agenda.due": {}}))


def test_x38_any_number_may_fight() -> None:
    many = Spot(area="camp", q=1, units={"footman": 8, "knight": 2})
    activated("conquer", "E", ENEMY, many).and_then(into("E", camp_footman=8, camp_knight=2)).then_no_prompt(
        ExcessDestroyed
    )


def fought(*land: Spot) -> Spec:
    """The first use of Mobilize caused a battle, and the second one is under way."""
    first = activated("mobilize", "E", ENEMY, CAMP, *land).and_then(
        Adjusted(path="turn.fought", after=True, reason="they fought")
    )
    return first.and_then(AreaActivated(seat="human", area="T"))


def test_x39_the_second_use_may_not_cause_another_battle() -> None:
    enemies = Spot(area="T", q=0, units={"berserker": 1})
    fought(enemies).and_then(into("T", camp_footman=1)).then(refused("second-battle", bendable=True))


def test_x39_diplomacy_is_all_that_is_left() -> None:
    talks = fought(DRAGON).and_then(into("T", camp_footman=1))
    talks.then_prompts("Daqan Lords offers influence to the neutral units of T")
    talks.then_no_prompt(BattleStarted, "Or offer influence to the neutral units of T")


# --- allied neutral units ---

HERD = Spot(area="camp", q=1, units={"footman": 2, "beastman": 2})


def test_x28_neutral_units_do_not_go_alone_where_they_would_leave_the_alliance() -> None:
    alone = activated("mobilize", "T", Spot(area="T", q=0), HERD).and_then(into("T", camp_beastman=1))
    alone.then(refused("allies-alone", bendable=True))


def test_g_33_neutral_units_that_went_alone_are_nobodys() -> None:
    empty = activated("mobilize", "T", Spot(area="T", q=0), HERD)
    empty.and_then(into("T", camp_beastman=1), bend="the table lets them").then(
        table(**{"land.T.allied": "", "land.T.controller": ""})
    )


def test_neutral_units_go_alone_to_a_friendly_area() -> None:
    activated("mobilize", "T", Spot(area="T", q=0, units={"bowman": 1}), HERD).and_then(
        into("T", camp_beastman=2)
    ).then(table(**{"land.T.allied": "human"}))


def test_neutral_units_that_come_along_fight_on_their_side() -> None:
    beasts = Spot(area="T", q=0, units={"beastman": 3})
    marched = activated("mobilize", "T", beasts, HERD).and_then(into("T", camp_footman=1, camp_beastman=2))
    battle = marched.and_then(BattleStarted(seat="human", area="T")).play.campaign.table.battle
    assert battle is not None
    assert battle.allies == {"beastman": 2}


def test_of_those_who_came_along_only_who_is_left_attacks() -> None:
    marched = activated("mobilize", "T", Spot(area="T", q=0, units={"giant": 1}), HERD)
    burnt = marched.and_then(into("T", camp_footman=1, camp_beastman=2)).and_then(
        UnitsDestroyed(area="T", units={"beastman": 1}, why="Fire")
    )
    burnt.and_then(BattleStarted(seat="human", area="T")).then(table(**{"battle.allies": {"beastman": 1}}))


# --- portals, activated ways, cards ---

GATES = (Spot(area="1A", q=0, units={"footman": 1}, portal=True), Spot(area="9A", q=9, portal=True))


def test_x98_units_pass_a_magic_portal_for_an_influence() -> None:
    gates = activated("mobilize", "9A", *GATES)
    gates.and_then(into("9A", **{"1A_footman": 1})).then(refused("no-way", bendable=True))
    through = gates.and_then(into("9A", **{"1A_footman": 1}).copy_with(portal=True))
    through.then(table(**{"land.9A.controller": "human", "seats.human.influence": 3}))


def test_g_52_a_table_may_close_activated_areas_to_who_passes() -> None:
    land = (Spot(area="1A", q=0, units={"footman": 1}), NEXT, Spot(area="1C", q=2))
    ruled = (*THREE, RulingMade(ruling="activated-blocks-transit"))
    play = turn("mobilize", *land, start=ruled).when(AreaActivated(seat="human", area="1B"))
    play.and_then(AreaActivated(seat="human", area="1C")).and_then(into("1C", **{"1A_footman": 1})).then(
        refused("way-activated", bendable=True)
    )


def test_a_card_moves_units_wherever_it_says() -> None:
    moved = turn("harvest", HOME, Spot(area="9A", q=9)).when(
        UnitsMoved(seat="human", area="9A", stacks={"1A/footman": 3}, why="Forced March")
    )
    moved.then(followed(), table(**{"land.9A.controller": "human", "land.1A.stacks.footman": NOTHING}))


def test_whom_a_card_leads_to_an_enemy_in_their_turn_has_to_fight() -> None:
    moved = turn("harvest", HOME, ENEMY).when(UnitsMoved(seat="human", area="E", stacks={"1A/footman": 3}))
    moved.then_prompts(BattleStarted(seat="human", area="E"))


def test_nobody_moves_more_than_there_are() -> None:
    turn("harvest", HOME, NEXT).when(UnitsMoved(seat="human", area="1B", stacks={"1A/footman": 4})).then(
        refused("not-so-many", bendable=False)
    )


def test_nobody_moves_units_of_another() -> None:
    activated("mobilize", "T", DRAGON, Spot(area="camp", q=1, units={"berserker": 1})).and_then(
        into("T", camp_berserker=1)
    ).then(refused("not-offered"))


def test_a_seat_moves_in_its_own_turn() -> None:
    other = UnitsMarched(seat="elf", area="T", stacks={"camp/elf-archer": 1})
    activated("mobilize", "T", DRAGON, Spot(area="camp", q=1, units={"elf-archer": 1})).and_then(other).then(
        refused("not-your-turn", bendable=True)
    )


def test_x39_the_last_influence_is_not_left_at_a_portal() -> None:
    gates = (
        Spot(area="T", q=0, units={"dragon": 1}, portal=True),
        Spot(area="gate", q=9, units={"knight": 1}, portal=True),
    )
    poor = fought(*gates).and_then(Adjusted(path="seats.human.influence", after=1, reason="one is left"))
    poor.and_then(into("T", gate_knight=1).copy_with(portal=True)).then(refused("nothing-to-offer", bendable=True))


def test_x39_without_influence_there_is_no_diplomacy_either() -> None:
    poor = fought(DRAGON).and_then(Adjusted(path="seats.human.influence", after=0, reason="all is spent"))
    poor.and_then(into("T", camp_footman=1)).then(refused("nothing-to-offer", bendable=True))


# --- what a form offers first: where units come to, and who can come ---


def likely(spec: Spec, event: type[Any], field: str, **known: str) -> list[str]:
    choice = choices_of(event)[field]
    table = spec.play.campaign.table
    return choice.closest(choice.ids(table, known), table, known)


LINE = tuple(Spot(area=f"{n}A", q=n) for n in range(1, 6))
"""Areas in a line, behind the home of three footmen; a step further than they come lies the last."""


def test_areas_within_reach_are_meant_first_to_be_activated() -> None:
    land = turn("mobilize", Spot(area="0A", q=0, units={"footman": 3}), *LINE)
    assert likely(land, AreaActivated, "area", seat="human") == ["1A", "2A"]
    used = land.when(AreaActivated(seat="human", area="1A"))
    assert likely(used, AreaActivated, "area", seat="human") == ["2A"]


def test_fast_units_come_a_step_further_and_routed_ones_nowhere() -> None:
    fast = Spot(area="0A", q=0, units={"knight": 1})
    lying = Spot(area="0A", q=0, routed={"knight": 1})
    found = [likely(turn("mobilize", home, *LINE), AreaActivated, "area", seat="human")[-1] for home in (fast, lying)]
    assert found == ["3A", "5A"]


def test_units_that_a_token_keeps_where_they_are_reach_nothing() -> None:
    kept = activated("mobilize", "0A", Spot(area="0A", q=0, units={"footman": 1}), *LINE)
    assert set(likely(kept, AreaActivated, "area", seat="human")) == {"0A", "1A", "2A", "3A", "4A", "5A"}


def test_strategize_means_areas_beside_first_and_who_comes_there() -> None:
    land = turn("strategize", HOME, Spot(area="9A", q=9, units={"knight": 2}), NEXT, *LINE[1:])
    assert likely(land, UnitsStrategized, "area", seat="human") == ["1B"]
    assert likely(land, UnitsStrategized, "stacks", seat="human", area="1B") == ["1A/footman"]


def test_a_form_of_units_knows_how_many_stand_there() -> None:
    land = turn("strategize", Spot(area="1A", q=0, units={"footman": 3}, routed={"bowman": 2}), NEXT)
    choice = choices_of(UnitsStrategized)["stacks"]
    assert choice.most_of(land.play.campaign.table, {"seat": "human", "area": "1B"}) == {"1A/footman": 3}


def test_a_turn_knows_how_many_units_came_into_an_area() -> None:
    """More of a kind that come later are counted besides: G-33 is about each figure."""
    there = Runewars()
    for count in (2, 1):
        note_arrivals(there, {"1A/footman": count, "1B/archer": 1}, "2A")
    assert there.turn.moved == {"2A/footman": 3, "2A/archer": 2}


def test_no_units_come_first_while_nobody_says_where_to() -> None:
    there = turn("conquer", HOME, NEXT).play.campaign.table
    assert [*who_may_come(there, "human", "1B")] == [["1A/footman"]]
    assert [*who_may_come(there, "human", None)] == [*who_may_come(there, None, "1B")] == []
