"""Where nothing is left: what takes off more than there is leaves none; what is unknown is not counted as none."""

from collections.abc import Callable, Mapping

import pytest

from domain.framework.events.chance import NO_CHANCE
from domain.framework.events.event import Event
from domain.games.champions.campaign import CampaignCounterChanged
from domain.games.champions.cards.entering import ally_limit, cards_over_limit
from domain.games.champions.cards.handling import CardNumberSet
from domain.games.champions.encounter import leave_its_pile
from domain.games.champions.enemies.course import damage_of
from domain.games.champions.harm import (
    DamageHealed,
    DamageMoved,
    MostHitPointsChanged,
    after_prevention,
)
from domain.games.champions.harm import excess_damage as beyond
from domain.games.champions.heroes.playing import CostPaid, why_not_paid
from domain.games.champions.numbers import count_icons, modified_number, more_hit_points
from domain.games.champions.piles.encounter_deck import EncounterDeckExhausted
from domain.games.champions.piles.players_decks import PlayerDeckReshuffled, cards_short_of_hand
from domain.games.champions.rounds import cards_over_hand_size, rounds_left
from domain.games.champions.setup.decks import take_deck
from domain.games.champions.setup.scenarios import damage_with
from domain.games.champions.state.parts import Activation, Body, Effect, InPlay, Payment
from domain.games.champions.state.table import Champions, MainScheme, Scenario, Seat

HERO, OTHER, ALLY = "spider-man", "iron-man", "daredevil"


def game(there: int) -> Champions:
    """A table where everything that is counted is there so many times."""
    table = Champions(step="player", players=2)
    table.seats = {HERO: Seat(health=there, damage=there, dealt=there, deck=there), OTHER: Seat()}
    table.play[ALLY] = InPlay(card=ALLY, type="ally", controller=HERO, health=there, damage=there)
    table.campaign.counters["delay"] = there
    table.scenario.deck = there
    return table


ONE_LESS = [
    (DamageMoved(target=ALLY, to=HERO, amount=1), lambda table: table.play[ALLY].damage),
    (DamageHealed(target=HERO, amount=1), lambda table: table.seats[HERO].damage),
    (MostHitPointsChanged(target=ALLY, by=-1), lambda table: table.play[ALLY].health),
    (CampaignCounterChanged(counter="delay", change=-1), lambda table: table.campaign.counters["delay"]),
]


@pytest.mark.parametrize("there", [0, 1, 2])
@pytest.mark.parametrize(("event", "number"), ONE_LESS, ids=lambda value: getattr(value, "topic", ""))
def test_one_less_is_none_at_the_least(event: Event[Champions], number: Callable[[Champions], int], there: int) -> None:
    table = game(there)
    event.apply(table)
    assert number(table) == max(0, there - 1)


@pytest.mark.parametrize(("there", "left"), [(0, 0), (1, 0), (3, 2)])
def test_a_card_that_leaves_its_pile_is_one_less_there(there: int, left: int) -> None:
    table = game(there)
    leave_its_pile(table, HERO, "dealt")
    leave_its_pile(table, HERO, "deck")
    table.seats[HERO].take("deck", 1)
    assert (table.seats[HERO].dealt, table.scenario.deck, table.seats[HERO].deck) == (left, left, left)


@pytest.mark.parametrize(("health", "by", "now"), [(3, -2, 1), (3, -3, 0), (3, -4, 0), (0, 1, 1)])
def test_hit_points_at_most_are_none_at_the_least(health: int, by: int, now: int) -> None:
    table = game(health)
    more_hit_points(table, ALLY, by)
    assert table.play[ALLY].health == now


@pytest.mark.parametrize(("value", "set_to"), [(-1, 0), (0, 0), (1, 1)])
def test_hit_points_are_not_set_below_none_and_a_bonus_is(value: int, set_to: int) -> None:
    assert CardNumberSet(card=ALLY, number="health", value=value).least() == set_to
    assert CardNumberSet(card=ALLY, number="attack_bonus", value=value).least() == value


@pytest.mark.parametrize(("damage", "left"), [(0, 3), (2, 1), (3, 0), (4, 0)])
def test_hit_points_left_are_none_at_the_least(damage: int, left: int) -> None:
    assert Body(health=3, damage=damage).left == left


@pytest.mark.parametrize(
    ("changes", "number"),
    [
        ([("plus", -1)], 1),
        ([("plus", -2)], 0),
        ([("plus", -3)], 0),
        ([("set", 1)], 1),
        ([("set", 0)], 0),
        ([("set", -1)], 0),
        ([("set", 4), ("set", 3), ("plus", 1)], 3),
        ([("half", 0)], 1),
        ([("plus", 1), ("half", 0)], 2),
        ([("times", 2), ("plus", 1)], 6),
        ([("times", 0)], 0),
    ],
)
def test_f2_a_number_is_set_or_summed_doubled_halved_and_rounded_up_at_the_end(
    changes: list[tuple[str, int]], number: int
) -> None:
    effects = [Effect.model_validate({"text": "", "operation": how, "amount": amount}) for how, amount in changes]
    assert modified_number(2, effects) == number


@pytest.mark.parametrize(("hazard", "found"), [(1, 3), (-1, 1), (-2, 0), (-3, 0)])
def test_icons_are_those_of_all_cards_in_play_and_none_at_the_least(hazard: int, found: int) -> None:
    table = game(1)
    table.play[ALLY].printed = {"hazard": 2, "crisis": 1}
    table.main.hazard = hazard
    assert (count_icons(table, "hazard"), count_icons(table, "crisis")) == (found, 1)


@pytest.mark.parametrize(("limit", "more", "may"), [(3, 0, 3), (3, 1, 4), (1, -1, 0), (0, -1, 0)])
def test_allies_are_limited_by_what_the_player_controls(limit: int, more: int, may: int) -> None:
    table = game(1)
    table.seats[HERO].ally_limit = limit
    table.play[ALLY].printed = {"ally_limit": more}
    assert ally_limit(table, HERO) == may


BEYOND = [(0, 0), (2, 0), (3, 0), (4, 1), (6, 3)]


@pytest.mark.parametrize(("have", "too_many"), BEYOND)
def test_what_is_beyond_three_is_too_much_of_cards_and_of_damage(have: int, too_many: int) -> None:
    assert (cards_over_limit(have, 3), cards_over_hand_size(have, 3), beyond(have, 3), after_prevention(have, 3)) == (
        too_many,
    ) * 4
    assert cards_short_of_hand(3, have) == too_many


def test_where_nobody_knows_how_much_there_may_be_nothing_is_too_much() -> None:
    assert (cards_over_hand_size(9, None), beyond(9, None), damage_with(Seat(), 3)) == (0, 0, 0)
    assert damage_with(Seat(health=9), None) == 0


@pytest.mark.parametrize(("left", "damage"), [(9, 0), (8, 1), (0, 9), (12, 0)])
def test_a_hero_goes_on_with_the_hit_points_that_were_left(left: int, damage: int) -> None:
    assert damage_with(Seat(health=9), left) == damage


@pytest.mark.parametrize(
    ("threat", "target", "acceleration", "rounds"),
    [(0, 7, 2, 4), (1, 7, 2, 3), (6, 7, 2, 1), (7, 7, 2, 0), (9, 7, 2, 0), (0, 7, 0, 0), (0, None, 2, 0), (0, 1, 1, 1)],
)
def test_f40_the_rounds_that_are_left_until_the_scheme_has_its_target(
    threat: int, target: int | None, acceleration: int, rounds: int
) -> None:
    table = Champions(main=MainScheme(threat=threat, target=target, acceleration=acceleration))
    assert rounds_left(table) == rounds


@pytest.mark.parametrize(("value", "prevented", "damage"), [(5, 0, 3), (5, 2, 1), (5, 4, 0), (2, 0, 0), (1, 0, 0)])
def test_f12_defense_and_prevention_take_off_no_more_than_an_attack_has(
    value: int, prevented: int, damage: int
) -> None:
    table = game(9)
    table.seats[HERO].printed = {"defense": 2}
    attack = Activation(enemy="villain", kind="attack", seat=HERO, defender=HERO, defended=True)
    assert damage_of(table, attack, value, prevented) == damage


def test_f33_before_tough_nothing_is_prevented() -> None:
    table = game(9)
    table.seats[HERO].tough = True
    attack = Activation(enemy="villain", kind="attack", seat=HERO)
    assert damage_of(table, attack, 5, 2) == 5


@pytest.mark.parametrize(
    ("cost", "needs", "generated", "codes"),
    [
        (2, {}, {"mental": 2}, []),
        (2, {}, {"mental": 1}, ["unpaid"]),
        (2, {"energy": 1}, {"mental": 2}, ["wrong-resources"]),
        (2, {"energy": 1}, {"mental": 1, "energy": 1}, []),
        (2, {"energy": 1}, {"mental": 1, "wild": 1}, []),
        (2, {"energy": 2}, {"mental": 1, "wild": 1}, ["wrong-resources"]),
        (3, {"energy": 1, "mental": 1}, {"energy": 3}, ["wrong-resources"]),
        (3, {"energy": 1, "mental": 1}, {"energy": 2, "wild": 1}, []),
    ],
)
def test_f23_too_much_of_one_type_pays_for_no_other(
    cost: int, needs: Mapping[str, int], generated: Mapping[str, int], codes: list[str]
) -> None:
    assert [reason.code for reason in why_not_paid(cost, needs, generated)] == codes


@pytest.mark.parametrize(("generated", "lost"), [(3, 1), (2, 0), (1, 0), (0, 0)])
def test_resources_beyond_the_cost_are_lost(generated: int, lost: int) -> None:
    table = game(1)
    table.payment = Payment(seat=HERO, card=ALLY, cost=2, generated={"wild": generated})
    assert CostPaid(seat=HERO).settle(table, NO_CHANCE).lost == lost


@pytest.mark.parametrize(
    ("discard", "kept", "drawn", "deck", "stays"), [(3, 0, 0, 3, 0), (3, 1, 1, 1, 1), (3, 3, 0, 0, 3), (2, 3, 0, 0, 2)]
)
def test_what_is_shuffled_in_is_the_discard_pile_but_for_the_last_cards(
    discard: int, kept: int, drawn: int, deck: int, stays: int
) -> None:
    table = Champions(scenario=Scenario(discard=["shocker"] * discard))
    event = EncounterDeckExhausted(kept=kept, drawn=drawn).settle(table, NO_CHANCE)
    event.apply(table)
    assert (event.cards, table.scenario.deck, len(table.scenario.discard)) == (deck + drawn, deck, stays)
    assert table.scenario.reshuffles == 1


@pytest.mark.parametrize(("discard", "drawn", "deck"), [(3, 0, 3), (3, 2, 1), (3, 3, 0), (2, 3, 0)])
def test_a_new_deck_is_the_discard_pile_without_what_was_drawn_of_it(discard: int, drawn: int, deck: int) -> None:
    table = game(0)
    table.seats[HERO].discard = ["web"] * discard
    PlayerDeckReshuffled(seat=HERO, drawn=drawn).apply(table)
    assert (table.seats[HERO].deck, table.seats[HERO].discard) == (deck, [])


@pytest.mark.parametrize(("listed", "deck"), [(4, 1), (3, 0), (2, 0)])
def test_a_list_that_is_taken_late_leaves_in_the_deck_what_was_not_drawn(listed: int, deck: int) -> None:
    table = game(0)
    table.seats[HERO].hand, table.seats[HERO].discard = ["web", "web"], ["web"]
    take_deck(table, HERO, {"web": listed}, "justice")
    assert (table.seats[HERO].deck, table.seats[HERO].counted, table.seats[HERO].aspect) == (deck, True, "justice")


@pytest.mark.parametrize(("players", "seats", "heads"), [(0, 0, 1), (0, 2, 2), (3, 2, 3)])
def test_numbers_for_each_player_count_those_who_began(players: int, seats: int, heads: int) -> None:
    table = Champions(players=players, seats={str(n): Seat() for n in range(seats)})
    assert table.heads == heads
