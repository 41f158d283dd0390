"""Where nothing is left: what takes off more than there is leaves none, and a limit that is passed leaves no room."""

import pytest

from domain.games.runewars import GAME
from domain.games.runewars.base import spend_influence
from domain.games.runewars.heroes.actions import HeroHealed
from domain.games.runewars.heroes.company import duel_damage, health_left, points_due, room_for, train_attribute
from domain.games.runewars.march.diplomacy import unallied_units
from domain.games.runewars.realm.building import developments_left, strongholds_left
from domain.games.runewars.realm.dials import most_turned, turn_dial
from domain.games.runewars.rune_tokens import false_left, real_left, real_range
from domain.games.runewars.state.heroes import Hero
from domain.games.runewars.state.table import NEUTRAL, Area, Group, Rune, Runewars, Seat, Stack, Stronghold
from domain.games.runewars.state.war import Battle, Fighter
from domain.games.runewars.units import carry_units, excess_of, left_in_box, standing_first, take_units, too_many
from domain.games.runewars.war.armies import damage_fighters
from domain.games.runewars.war.outcome import strength_of_side

SEAT, UNIT, HERE, THERE, HERO = "human", "footman", "1A", "1B", "astarra"


def war(standing: int = 0, routed: int = 0, **seat: int) -> Runewars:
    """A table where a seat has so many units in an area, and numbers of its own."""
    table = GAME.table()
    assert isinstance(table, Runewars)
    table.seats = {SEAT: Seat.model_validate(seat), "elf": Seat()}
    table.land = {
        HERE: Area(controller=SEAT, stacks={UNIT: Stack(owner=SEAT, standing=standing, routed=routed)}),
        THERE: Area(),
    }
    table.heroes = {HERO: Hero(seat=SEAT, area=HERE)}
    table.library = {"units": {UNIT: {"figures": 16}}, "heroes": {HERO: {"health": 3}}}
    return table


@pytest.mark.parametrize(("have", "left"), [(3, 1), (2, 0), (1, 0), (0, 0)])
def test_influence_dials_and_damage_go_down_to_none(have: int, left: int) -> None:
    table = war(influence=have)
    spend_influence(table, SEAT, 2)
    table.seats[SEAT].dials["wood"] = have
    turn_dial(table, SEAT, "wood", -2)
    table.heroes[HERO].damage = have
    HeroHealed(hero=HERO, amount=2).apply(table)
    assert (table.seats[SEAT].influence, table.seats[SEAT].dials["wood"], table.heroes[HERO].damage) == (left,) * 3


@pytest.mark.parametrize(
    ("standing", "routed", "left"), [(0, 0, (2, 1)), (1, 0, (1, 1)), (2, 1, (0, 0)), (3, 0, (0, 1)), (0, 2, (2, 0))]
)
def test_units_leave_an_area_as_far_as_there_are_some(standing: int, routed: int, left: tuple[int, int]) -> None:
    area = Area(stacks={UNIT: Stack(owner=SEAT, standing=2, routed=1)})
    take_units(area, UNIT, standing, routed)
    assert (area.stacks[UNIT].standing, area.stacks[UNIT].routed) == left


@pytest.mark.parametrize(("standing", "routed", "came"), [(1, 0, (1, 0)), (3, 3, (2, 1)), (0, 1, (0, 1))])
def test_units_arrive_as_many_as_left(standing: int, routed: int, came: tuple[int, int]) -> None:
    table = war(2, 1)
    carry_units(table, f"{HERE}/{UNIT}", THERE, standing, routed)
    here, there = table.land[HERE].stacks[UNIT], table.land[THERE].stacks[UNIT]
    assert (there.standing, there.routed, there.owner) == (*came, SEAT)
    assert (here.standing, here.routed) == (2 - came[0], 1 - came[1])


@pytest.mark.parametrize(("lost", "lying"), [(1, {}), (2, {}), (3, {UNIT: 1})])
def test_where_those_that_stand_go_first_the_rest_of_them_lies(lost: int, lying: dict[str, int]) -> None:
    assert standing_first(war(2, 1), HERE, {UNIT: lost}) == lying


@pytest.mark.parametrize(("standing", "more", "beyond"), [(6, 2, 0), (7, 2, 1), (8, 0, 0), (9, 0, 1), (0, 9, 1)])
def test_c_12_what_is_beyond_eight_units_is_too_much(standing: int, more: int, beyond: int) -> None:
    table = war(standing)
    assert too_many(table.land[HERE], SEAT, more) == beyond
    assert excess_of(table.land[HERE], SEAT) == max(0, standing - 8)


@pytest.mark.parametrize(("standing", "left"), [(0, 16), (15, 1), (16, 0), (17, 0)])
def test_c_25_in_the_box_are_the_figures_that_are_not_on_the_map(standing: int, left: int) -> None:
    assert left_in_box(war(standing), UNIT) == left


def test_nobody_knows_what_is_in_the_box_of_units_that_were_not_counted() -> None:
    table = war()
    table.library = {}
    assert left_in_box(table, UNIT) is None


@pytest.mark.parametrize(
    ("units", "stronghold", "siege", "more", "sum_of_it"),
    [(3, 0, 0, 0, 3), (3, 5, 0, 0, 8), (3, 5, 3, 1, 6), (3, 2, 3, 0, 3), (1, 0, 0, -1, 0), (1, 0, 0, -2, 0)],
)
def test_c_13_siege_brings_a_stronghold_to_nothing_and_cards_a_side(
    units: int, stronghold: int, siege: int, more: int, sum_of_it: int
) -> None:
    assert strength_of_side(units, stronghold, siege, more) == sum_of_it


@pytest.mark.parametrize(("dealt", "prevented", "taken"), [(3, 1, 2), (2, 2, 0), (1, 2, 0)])
def test_c_28_damage_of_a_duel_is_prevented_as_far_as_there_is_some(dealt: int, prevented: int, taken: int) -> None:
    assert duel_damage(dealt, prevented) == taken


@pytest.mark.parametrize(("damage", "left"), [(0, 3), (2, 1), (3, 0), (4, 0)])
def test_a_hero_can_take_what_is_left_of_their_health(damage: int, left: int) -> None:
    table = war()
    table.heroes[HERO].damage = damage
    assert health_left(table, HERO) == left


@pytest.mark.parametrize(("trained", "room"), [(0, 2), (1, 1), (2, 0), (3, 0)])
def test_c_26_an_attribute_is_trained_twice(trained: int, room: int) -> None:
    hero = Hero(training={"strength": trained, "agility": 2, "wisdom": 2})
    assert (room_for(hero, "strength"), points_due(hero)) == (room, room)
    train_attribute(hero, "strength", 1)
    assert hero.training["strength"] == min(2, trained + 1)


@pytest.mark.parametrize(("count", "left"), [(0, (4, 5)), (1, (3, 4)), (4, (0, 1)), (5, (0, 0)), (6, (0, 0))])
def test_a_seat_builds_four_strongholds_and_five_developments(count: int, left: tuple[int, int]) -> None:
    table = war()
    table.land = {
        f"{n}A": Area.model_validate(
            {"controller": SEAT, "stronghold": {"owner": SEAT}, "development": {"kind": "tavern", "owner": SEAT}}
        )
        for n in range(count)
    }
    assert (strongholds_left(table, SEAT), developments_left(table, SEAT)) == left


@pytest.mark.parametrize(
    ("allied", "standing", "lying", "others"),
    [("", 2, 1, {"giant": (2, 1)}), (SEAT, 2, 1, {}), ("elf", 0, 1, {"giant": (0, 1)}), ("elf", 0, 0, {})],
)
def test_neutral_units_that_are_with_nobody_are_talked_to(
    allied: str, standing: int, lying: int, others: dict[str, tuple[int, int]]
) -> None:
    table = war(3)
    table.land[HERE].stacks["giant"] = Stack(owner=NEUTRAL, standing=standing, routed=lying)
    table.land[HERE].allied = allied
    assert unallied_units(table, HERE, SEAT) == others


@pytest.mark.parametrize(("real", "fake"), [(0, 2), (1, 1), (2, 0)])
def test_c_25_runes_in_the_supply_are_those_that_are_not_on_the_map(real: int, fake: int) -> None:
    table = war()
    table.groups = {"start": Group(tokens=real + fake, real=real)}
    assert (real_left(table), false_left(table)) == (21 - real, 17 - fake)
    table.epic = True
    assert real_left(table) == 21 + 17 - real


@pytest.mark.parametrize(
    ("tokens", "real", "have"), [(2, 1, (0, 1)), (1, 1, (1, 1)), (1, 0, (0, 0)), (3, 2, (0, 1)), (2, 2, (1, 1))]
)
def test_c_32_of_runes_that_were_mixed_a_seat_has_at_least_what_the_others_cannot_have(
    tokens: int, real: int, have: tuple[int, int]
) -> None:
    table = war()
    table.groups = {"start": Group(tokens=tokens, real=real)}
    table.land[HERE].rune = Rune(group="start")
    assert real_range(table, SEAT) == have


@pytest.mark.parametrize(("damage", "healed", "left"), [(3, 1, 2), (1, 1, 0), (0, 1, 0), (0, 0, 0)])
def test_damage_tokens_are_taken_back_as_far_as_there_are_some(damage: int, healed: int, left: int) -> None:
    table = war(1)
    fighter = Fighter(side=SEAT, owner=SEAT, unit=UNIT, letter="A", damage=damage)
    table.battle = Battle(area=HERE, fighters={"footman A": fighter})
    damage_fighters(table, {"footman A": -healed})
    assert table.battle.fighters["footman A"].damage == left


@pytest.mark.parametrize(("there", "by", "turned"), [(0, 2, 2), (8, 2, 1), (9, 2, 0), (10, 2, 0)])
def test_a_dial_turns_as_far_as_it_goes(there: int, by: int, turned: int) -> None:
    table = war()
    table.library = {"factions": {SEAT: {"food_spaces": [""] * 10}}}
    table.seats[SEAT].dials["food"] = there
    assert most_turned(table, SEAT, "food", by) == turned


def test_a_stronghold_stands_until_it_is_said_to_be_destroyed() -> None:
    assert Stronghold(owner=SEAT).intact
