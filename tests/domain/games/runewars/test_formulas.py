"""Formulas of the rulebook as pure functions: C-04, C-06, C-14, C-15, C-23 to C-25, C-29, C-30, C-33 to C-36, C-39."""

from random import Random

import pytest

from domain.framework.events.chance import Chance
from domain.games.runewars import GAME
from domain.games.runewars.base import by_influence
from domain.games.runewars.cards import (
    QUESTS,
    TACTICS,
    cards_in_excess,
    deck_of,
    discard_open,
    draw_fate_cards,
    lay_open,
    take_tactics,
)
from domain.games.runewars.realm.building import developments_left, strongholds_left
from domain.games.runewars.realm.dials import least_price
from domain.games.runewars.rune_tokens import count_thrones, false_left, may_hold_rune, may_inspect, real_left
from domain.games.runewars.state.kinds import Season, Symbol
from domain.games.runewars.state.table import (
    Area,
    Development,
    Exploration,
    Group,
    Rune,
    Runewars,
    Seat,
    Stack,
    Stronghold,
)
from domain.games.runewars.state.war import Army, Battle, Fighter
from domain.games.runewars.units import left_in_box
from domain.games.runewars.war.aftermath import has_stronghold_left
from domain.games.runewars.war.armies import enlist_fighters, standing_fighters
from domain.games.runewars.war.battle_rounds import Icons, sum_icons
from domain.games.runewars.year.orders import play_order, unused_orders


def known(**parts: object) -> Runewars:
    """A table that knows what is printed in the rulebook."""
    return Runewars.model_validate(parts).with_pack(GAME.pack)


def seats(**influence: tuple[int, int]) -> dict[str, Seat]:
    """Seats with the influence that they have, and what they began with."""
    return {id_: Seat(influence=now, starting_influence=first) for id_, (now, first) in influence.items()}


# --- the year --------------------------------------------------------------------------------


def test_c_04_the_lowest_number_plays_first() -> None:
    table = known(seats=seats(human=(9, 9), elf=(0, 0), uthuk=(5, 5)))
    orders = {"human": "fortify", "elf": "harvest", "uthuk": "strategize"}
    assert play_order(table, orders) == ["uthuk", "elf", "human"]


def test_c_04_of_the_same_number_who_has_most_influence_then_who_began_with_most() -> None:
    table = known(seats=seats(human=(2, 1), elf=(2, 5), uthuk=(3, 0)))
    assert play_order(table, dict.fromkeys(table.seats, "recruit")) == ["uthuk", "elf", "human"]
    assert by_influence(table, ["human", "elf", "uthuk"]) == ["uthuk", "elf", "human"]


def test_g_07_who_is_equal_in_all_keeps_the_order_of_the_seats() -> None:
    table = known(seats=seats(human=(2, 2), elf=(2, 2)))
    assert play_order(table, {"human": "recruit", "elf": "recruit"}) == ["human", "elf"]


def test_c_06_eight_orders_less_those_that_were_used_this_year() -> None:
    table = known(seats={"human": Seat(used=["harvest", "fortify"])})
    assert unused_orders(table, "human") == [
        "strategize",
        "mobilize",
        "conquer",
        "recruit",
        "rally-support",
        "acquire-power",
    ]


@pytest.mark.parametrize(
    ("season", "year", "name"),
    [(1, 1, "spring"), (4, 1, "winter"), (5, 2, "spring"), (11, 3, "autumn"), (24, 6, "winter"), (32, 8, "winter")],
)
def test_c_39_four_seasons_are_a_year(season: int, year: int, name: Season) -> None:
    table = known(season=season)
    assert (table.chapter, table.season_name, table.place[0]) == (year, name, (season - 1) % 4 + 1)


def test_c_39_six_years_and_eight_in_an_epic_game() -> None:
    assert (known().last_season, known(epic=True).last_season) == (24, 32)


# --- fate cards ------------------------------------------------------------------------------


def side(*routed: bool) -> Battle:
    battle = Battle(attacker="elf", defender="uthuk")
    enlist_fighters(battle, Fighter(side="elf", owner="elf", unit="elf-archer", letter=""), len(routed))
    for fighter, is_routed in zip(battle.fighters.values(), routed, strict=True):
        fighter.routed = is_routed
    return battle


def test_c_14_a_card_for_each_unit_that_stands() -> None:
    assert len(standing_fighters(side(False, True, False), "elf")) == 2


@pytest.mark.parametrize(
    ("symbols", "icons"),
    [
        (["blank"], Icons()),
        (["damage 2", "damage 1"], Icons(damage=3)),
        (["rout 1", "rout 2", "blank"], Icons(routs=3)),
        (["special", "special", "damage 3"], Icons(specials=2, damage=3)),
    ],
)
def test_c_14_icons_add_up_to_what_is_printed_on_them(symbols: list[Symbol], icons: Icons) -> None:
    assert sum_icons(symbols) == icons


def test_c_15_a_draw_that_empties_the_deck_goes_on_with_the_discard_pile() -> None:
    discarded = [str(number) for number in range(1, 29)]
    table = known(fate_discard=discarded, draws_fate=True)
    draw = draw_fate_cards(table, 3, Chance(Random(1)))
    assert set(draw.cards[:2]) == {"29", "30"}
    assert draw.cards[2] in discarded
    assert draw.shuffled
    lay_open(table, draw.cards, draw.shuffled)
    assert (table.fate_discard, len(deck_of(table))) == ([], 27)
    discard_open(table)
    assert (table.fate_discard, table.fate_open, len(deck_of(table))) == ([*draw.cards], [], 27)


# --- the box ---------------------------------------------------------------------------------


def keep(owner: str) -> Area:
    return Area(stronghold=Stronghold(owner=owner), controller=owner)


def test_c_23_a_conqueror_has_a_stronghold_left_while_fewer_than_four_stand() -> None:
    table = known(land={str(n): keep("elf") for n in range(3)}, battle=Battle(attacker="elf", defender="human"))
    assert has_stronghold_left(table)
    table.land["3"] = keep("elf")
    assert not has_stronghold_left(table)


@pytest.mark.parametrize(("lying", "price"), [(0, 1), (3, 4)])
def test_c_24_a_title_costs_more_than_lies_on_it(lying: int, price: int) -> None:
    assert least_price(known(on_titles={"captain": lying}), "captain") == price


def test_c_25_the_box_has_what_is_not_on_the_map() -> None:
    footmen = Area(stacks={"footman": Stack(owner="human", standing=3, routed=1)})
    walled = keep("human").model_copy(update={"development": Development(owner="human", kind="diplomacy")})
    table = known(land={"1A": footmen, "1B": walled})
    assert (left_in_box(table, "footman"), left_in_box(table, "giant")) == (12, 4)
    assert (strongholds_left(table, "human"), developments_left(table, "human")) == (3, 4)
    assert (strongholds_left(table, "elf"), developments_left(table, "elf")) == (4, 5)


def test_c_25_of_a_unit_that_nobody_counted_there_are_enough() -> None:
    assert left_in_box(known(), "clockwork-bear") is None


def test_c_25_twenty_one_real_runes_and_seventeen_false_ones() -> None:
    table = known(groups={"human": Group(tokens=3, real=2), "card": Group(tokens=1, real=0)})
    assert (real_left(table), false_left(table)) == (19, 15)


def test_c_25_in_an_epic_game_false_runes_stand_in_for_real_ones() -> None:
    assert real_left(known(epic=True, groups={"human": Group(tokens=21, real=21)})) == 17


# --- runes -----------------------------------------------------------------------------------


def throne(owner: str) -> Area:
    return Area(controller=owner, exploration=Exploration(kind="dragon-throne"))


def test_c_29_a_dragon_throne_counts_for_who_controls_it() -> None:
    table = known(land={"5A": throne("elf"), "5B": throne("elf"), "5C": throne("")})
    assert (count_thrones(table, "elf"), count_thrones(table, "human")) == (2, 0)


def test_c_30_six_real_runes_win_and_seven_in_an_epic_game() -> None:
    assert (known().goal, known(epic=True).goal) == (6, 7)


def test_c_33_who_controls_an_area_or_has_a_hero_there_may_look() -> None:
    table = known(land={"5A": Area(controller="elf", rune=Rune(kind="real"))})
    assert may_inspect(table, "elf", "5A")
    assert may_inspect(table, "human", "5A", visitors=["human"])
    assert not may_inspect(table, "human", "5A", visitors=["uthuk"])
    assert not may_inspect(table, "human", "9Z")


@pytest.mark.parametrize(
    ("area", "may"),
    [
        pytest.param(Area(controller="human"), True, id="of one's own"),
        pytest.param(Area(), True, id="empty"),
        pytest.param(Area(stacks={"giant": Stack(standing=1)}), True, id="of neutral units"),
        pytest.param(Area(controller="elf"), False, id="of an enemy"),
        pytest.param(Area(controller="human", rune=Rune(kind="fake")), False, id="with a rune"),
    ],
)
def test_c_34_a_rune_lies_in_an_area_of_ones_own_or_of_nobody_without_another(area: Area, may: bool) -> None:
    assert may_hold_rune(known(land={"5A": area}), "human", "5A") is may


# --- hands and losses ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "found"),
    [
        (Seat(tactics=["", "ambush"] * 5, quests=["", "", ""]), []),
        (Seat(tactics=[""] * 9, fresh=["", "", ""]), [(TACTICS, 10, 2)]),
        (Seat(quests=[""] * 5), [(QUESTS, 3, 2)]),
    ],
)
def test_c_35_ten_tactics_cards_and_three_quests(hand: Seat, found: list[object]) -> None:
    assert list(cards_in_excess(hand)) == found


def test_c_36_a_card_of_this_season_waits_and_one_of_the_start_does_not() -> None:
    table = known(seats={"human": Seat()})
    take_tactics(table, "human", 1, ["mountain-pass"])
    table.season = 1
    take_tactics(table, "human", 2, ["ambush"])
    assert (table.seats["human"].tactics, table.seats["human"].fresh) == (["mountain-pass"], ["ambush", ""])


def test_c_40_losses_are_told_by_type_and_by_cause() -> None:
    army = Army()
    army.lose("footman", "damage")
    army.lose("footman", "nowhere to go", 2)
    assert (army.lost, army.causes) == ({"footman": 3}, {"damage": 1, "nowhere to go": 2})
