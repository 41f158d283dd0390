"""Cards played, and what pays for them."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, SideSchemeEntered
from domain.games.champions.defeats import SeatEliminated
from domain.games.champions.heroes.playing import (
    CardPlayed,
    CostDeclared,
    CostPaid,
    EventResolved,
    PaymentAborted,
    ResourceGenerated,
    modified_cost,
    why_not_paid,
)
from domain.games.champions.piles.encounter_deck import EncounterCardsDealt
from domain.games.champions.piles.players_decks import (
    CardsCounted,
    CardsDiscarded,
    CardsDrawn,
    HandNamed,
    PlayerDeckReshuffled,
)
from domain.games.champions.threat import ThreatRemoved
from domain.games.champions.timing.abilities import AbilityTriggered, EffectCancelled, PerilBegun
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER, tracking

GENIUS = ContentAdded(kind="cards", id="Genius", fields={"type": "resource", "resources": {"mental": 2}})
HAND = (
    *PLAYING,
    GENIUS,
    CardsCounted(seat=SPIDER, deck=30),
    CardsDrawn(seat=SPIDER, count=5, cards=("daredevil", "energy", "Genius", "wakanda-forever", "combat-training")),
)
PAYING = (*HAND, CostDeclared(seat=SPIDER, card="daredevil"))
ENERGY, MENTAL = ResourceGenerated(seat=SPIDER, spent="energy"), ResourceGenerated(seat=SPIDER, spent="Genius")


# --- hands that are only counted ------------------------------------------------------------


COUNTED = (tracking("hands"), *PLAYING, CardsCounted(seat=SPIDER, hand=5))


def test_a_table_that_counts_hands_says_how_many_cards_pay_for_a_card() -> None:
    given(GAME, *COUNTED).when(CardPlayed(seat=SPIDER, type="ally", paid=2)).then(
        followed(),
        says("Spider-Man played a card, paid for with 2 cards from the hand"),
        table(**{"seats.spider-man.hand": ["", ""], "seats.spider-man.discard": ["", ""]}),
        table(**{"tallies.spider-man.played": 1}),
    )
    given(GAME, *COUNTED).when(CardPlayed(seat=SPIDER, type="event", paid=2)).then(
        table(**{"seats.spider-man.hand": ["", ""], "seats.spider-man.discard": ["", "", ""]})
    )


def test_it_is_asked_what_pays_for_a_card_and_of_which_type_it_is() -> None:
    given(GAME, *COUNTED).when(CardPlayed(seat=SPIDER, type="ally")).then(refused("paid-unknown", bendable=False))
    given(GAME, *COUNTED).when(CardPlayed(seat=SPIDER, paid=1)).then(refused("played-unknown", bendable=False))
    given(GAME, *COUNTED).when(CardPlayed(seat=SPIDER, type="ally", paid=5)).then(refused("too-few-cards"))


def test_an_event_of_a_counted_hand_is_discarded() -> None:
    played = CardPlayed(seat=SPIDER, type="event", paid=0)
    given(GAME, *COUNTED).when(played).then(table(**{"seats.spider-man.discard": [""]}))


def test_nobody_plays_out_of_an_empty_hand() -> None:
    given(GAME, *PLAYING).when(CardPlayed(seat=SPIDER)).then(refused("pile-empty", bendable=False))


# --- costs ----------------------------------------------------------------------------------


def test_a_cost_is_paid_with_cards_out_of_the_hand_and_the_ally_comes_into_play() -> None:
    paid = (
        given(GAME, *PAYING)
        .when(ENERGY)
        .then(says("Spider-Man generated Energy ×2 for Daredevil, from the hand: Energy"))
    )
    paid.and_then(CardPlayed(seat=SPIDER, card="daredevil")).then(refused("unpaid", says="2 of 4 resources"))
    played = paid.and_then(MENTAL).and_then(CardPlayed(seat=SPIDER, card="daredevil"))
    played.then(
        table(
            **{
                "payment": None,
                "play.daredevil.controller": SPIDER,
                "seats.spider-man.hand": ["wakanda-forever", "combat-training"],
                "seats.spider-man.discard": ["energy", "Genius"],
            }
        )
    )


def free(card: str) -> CostDeclared:
    """A card costs nothing, as another one says."""
    return CostDeclared(seat=SPIDER, card=card, cost=0)


def test_what_costs_nothing_is_played_without_paying() -> None:
    given(GAME, *HAND, free("daredevil")).when(CardPlayed(seat=SPIDER, card="daredevil")).then(
        table(**{"play.daredevil.health": 3})
    )


def test_what_it_costs_is_asked_where_nobody_knows() -> None:
    given(GAME, *HAND).when(CostDeclared(seat=SPIDER, card="Genius")).then(refused("cost-unknown", bendable=False))
    given(GAME, *HAND).when(CostDeclared(seat=SPIDER, card="Genius", cost=0)).then()


def test_only_one_cost_is_paid_at_a_time() -> None:
    given(GAME, *PAYING).when(CostDeclared(seat=SPIDER, card="energy", cost=1)).then(refused("paying-already"))
    given(GAME, *PAYING).when(ResourceGenerated(seat=IRON, by="Suit", resources={"energy": 1})).then(
        refused("not-paying")
    )


def test_f24_a_cost_is_never_below_nothing() -> None:
    assert [modified_cost(3, -1), modified_cost(1, -2), modified_cost(2, 1)] == [2, 0, 3]
    given(GAME, *HAND).when(CostDeclared(seat=SPIDER, card="daredevil", change=-1)).then(table(**{"payment.cost": 3}))


def test_a35_a_card_does_not_pay_for_itself() -> None:
    given(GAME, *PAYING).when(ResourceGenerated(seat=SPIDER, spent="daredevil", resources={"mental": 1})).then(
        refused("pays-for-itself")
    )


def test_a35_another_card_of_the_hand_may_be_a_copy_of_it() -> None:
    unseen = CardsDrawn(seat=SPIDER, count=1)
    spec = given(GAME, *HAND, unseen, CostDeclared(seat=SPIDER, card="daredevil"))
    spec.when(ResourceGenerated(seat=SPIDER, spent="daredevil", resources={"mental": 1})).then()


def test_nobody_spends_a_card_that_they_do_not_hold_or_that_nobody_knows() -> None:
    given(GAME, *PAYING).when(ResourceGenerated(seat=SPIDER, spent="Strength", resources={"physical": 2})).then(
        refused("not-held")
    )
    given(GAME, *PAYING).when(ResourceGenerated(seat=SPIDER, spent="combat-training")).then(refused("worth-unknown"))


def test_an_ability_may_exhaust_for_its_resource() -> None:
    by = ResourceGenerated(seat=SPIDER, by=SPIDER, resources={"mental": 1}, exhausts=True)
    spec = given(GAME, *PAYING).when(by)
    spec.then(table(**{"payment.generated": {"mental": 1}, "seats.spider-man.exhausted": True}))
    spec.and_then(PaymentAborted(seat=SPIDER)).then(table(**{"seats.spider-man.exhausted": False}))


def test_nobody_pays_with_the_ability_of_anothers_card() -> None:
    given(GAME, *PAYING).when(ResourceGenerated(seat=SPIDER, by=IRON, resources={"energy": 1})).then(
        refused("not-controlled")
    )


def test_what_is_not_paid_after_all_comes_back() -> None:
    given(GAME, *PAYING, ENERGY).when(PaymentAborted(seat=SPIDER)).then(
        says("Spider-Man did not pay for Daredevil after all"),
        table(
            **{
                "payment": None,
                "seats.spider-man.discard": [],
                "seats.spider-man.hand": ["daredevil", "Genius", "wakanda-forever", "combat-training", "energy"],
            }
        ),
    )


def test_d24_e16_resources_of_any_type_pay_and_what_is_beyond_is_lost() -> None:
    generated = {"energy": 2, "physical": 1, "wild": 1}
    assert list(why_not_paid(4, {}, generated)) == []
    paid = given(GAME, *HAND, CostDeclared(seat=SPIDER, card="daredevil", cost=3)).when(
        ResourceGenerated(seat=SPIDER, by=SPIDER, resources=generated)
    )
    paid.and_then(CostPaid(seat=SPIDER)).then(says("Spider-Man paid for Daredevil, 1 more than it cost"))


@pytest.mark.parametrize(
    ("generated", "missing"),
    [({"mental": 2}, []), ({"mental": 1, "wild": 1}, []), ({"mental": 1, "energy": 1}, ["wrong-resources"])],
)
def test_d25_a_typed_cost_takes_its_type_or_a_wild_resource(generated: dict[str, int], missing: list[str]) -> None:
    assert [reason.code for reason in why_not_paid(2, {"mental": 2}, generated)] == missing


def test_d25_a_wild_resource_counts_as_what_it_is_declared() -> None:
    needing = (*HAND, CostDeclared(seat=SPIDER, card="Genius", cost=2, needs={"mental": 2}))
    first = ResourceGenerated(seat=SPIDER, by=SPIDER, resources={"mental": 1})
    wild = ResourceGenerated(seat=SPIDER, by=SPIDER, resources={"wild": 1}, wild="mental")
    given(GAME, *needing, first, wild).when(CostPaid(seat=SPIDER)).then()
    given(GAME, *needing, first, wild.copy_with(wild="energy")).when(CostPaid(seat=SPIDER)).then(
        refused("wrong-resources", bendable=True, says="2 Mental, not 1")
    )


# --- cards ----------------------------------------------------------------------------------


def test_e13_a_card_may_be_played_out_of_the_discard_pile_where_a_card_permits_it() -> None:
    discarded = (*HAND, free("daredevil"), CardsDiscarded(seat=SPIDER, cards=("daredevil",)))
    given(GAME, *discarded).when(CardPlayed(seat=SPIDER, card="daredevil", permitted="discard")).then(
        table(**{"seats.spider-man.discard": [], "play.daredevil.owner": SPIDER})
    )


def test_an_upgrade_may_come_under_another_players_control() -> None:
    trained = CardPlayed(seat=SPIDER, card="combat-training", under=IRON)
    given(GAME, *HAND, free("combat-training")).when(trained).then(
        table(**{"play.combat-training.controller": IRON, "play.combat-training.owner": SPIDER})
    )


def test_allies_are_played_on_the_own_turn_and_events_at_any_time() -> None:
    drawn = (*PLAYING, CardsCounted(seat=IRON, deck=9), CardsDrawn(seat=IRON, count=2, cards=("daredevil", "Repulsor")))
    given(GAME, *drawn).when(CardPlayed(seat=IRON, card="daredevil")).then(refused("not-your-turn"))
    given(GAME, *drawn).when(CardPlayed(seat=IRON, card="Repulsor", type="event")).then()


def test_a_card_that_nobody_typed_in_is_what_the_player_says() -> None:
    drawn = (*PLAYING, CardsCounted(seat=SPIDER, hand=3))
    given(GAME, *drawn).when(CardPlayed(seat=SPIDER, card="Hawkeye")).then(refused("no-type"))
    given(GAME, *drawn).when(CardPlayed(seat=SPIDER, card="Hawkeye", type="ally", health=3)).then(
        table(**{"play.Hawkeye.health": 3})
    )


FOR_FREE = free("wakanda-forever")
FOREVER = CardPlayed(seat=SPIDER, card="wakanda-forever", most=1)


def test_an_event_is_resolved_and_then_discarded() -> None:
    played = given(GAME, *HAND, FOR_FREE).when(FOREVER).then(table(**{"seats.spider-man.discard": []}))
    played.then_prompts(EventResolved(seat=SPIDER, card="wakanda-forever"))
    played.and_then(EventResolved(seat=SPIDER, card="wakanda-forever")).then(
        says("Wakanda Forever! was resolved, and discarded"),
        table(**{"seats.spider-man.discard": ["wakanda-forever"], "agenda.due": {}}),
    )


def test_e29_an_event_may_lead_to_several_abilities_in_a_chosen_order() -> None:
    spec = given(GAME, *HAND, FOR_FREE, FOREVER)
    for upgrade in ("Panther Claws", "Energy Daggers", "Vibranium Suit"):
        spec = spec.when(AbilityTriggered(card=upgrade, seat=SPIDER, kind="special")).then()
    spec.and_then(EventResolved(seat=SPIDER, card="wakanda-forever")).then()


def test_d35_an_event_that_is_cancelled_is_discarded_and_counts_towards_its_max() -> None:
    cancelled = given(GAME, *HAND, FOR_FREE, FOREVER, EffectCancelled(card="wakanda-forever", seat=SPIDER)).when(
        EventResolved(seat=SPIDER, card="wakanda-forever", cancelled=True)
    )
    cancelled.then(table(**{"seats.spider-man.discard": ["wakanda-forever"]}))
    again = cancelled.and_then(CardsDrawn(seat=SPIDER, cards=("wakanda-forever",))).and_then(FOREVER)
    again.then(refused("max-used", bendable=True))


def test_d49_nobody_else_plays_a_card_during_peril() -> None:
    given(GAME, *HAND, PerilBegun(seat=IRON)).when(FOREVER).then(refused("in-peril"))
    given(GAME, *PAYING, PerilBegun(seat=IRON)).when(ENERGY).then(refused("in-peril"))


def test_a_card_of_hero_form_needs_it() -> None:
    given(GAME, *HAND).when(FOREVER.copy_with(form="hero")).then(refused("not-in-form"))


def test_a_card_is_not_played_from_a_hand_that_holds_others() -> None:
    given(GAME, *HAND).when(CardPlayed(seat=SPIDER, card="the-triskelion")).then(refused("not-held", bendable=False))


def test_e14_a_hand_and_a_discard_pile_are_those_of_one_player() -> None:
    counted = CardsCounted(seat=IRON, deck=30, hand=1, discard=1)
    both = (*HAND, counted, HandNamed(seat=IRON, cards=("energy",)))
    mine = given(GAME, *both).when(CardsDiscarded(seat=SPIDER, cards=("daredevil",)))
    mine.then(table(**{"seats.spider-man.discard": ["daredevil"], "seats.Iron Man.discard": [""]}))
    given(GAME, *both).when(CardsDrawn(seat=IRON)).then(
        table(**{"seats.Iron Man.deck": 29, "seats.spider-man.deck": 25, "seats.Iron Man.hand": ["energy", ""]})
    )
    theirs = CardPlayed(seat=IRON, card="daredevil", type="ally")
    given(GAME, *both).when(theirs).then(refused("not-held", bendable=False))
    given(GAME, *PLAYING, *both[-2:]).when(CardPlayed(seat=SPIDER, permitted="discard")).then(refused("pile-empty"))


def test_a_card_that_is_no_ally_is_not_played_as_one() -> None:
    given(GAME, *HAND).when(CardPlayed(seat=SPIDER, card="wakanda-forever", type="ally")).then(
        refused("other-type", bendable=True)
    )
    given(GAME, *HAND).when(CardPlayed(seat=SPIDER, card="energy")).then(
        refused("not-played", says="Energy cannot be played: resource.")
    )


def test_the_last_card_of_a_deck_that_is_played_is_enough_to_shuffle() -> None:
    last = (*PLAYING, CardsCounted(seat=SPIDER, deck=1, discard=4))
    given(GAME, *last).when(CardPlayed(seat=SPIDER, card="Hawkeye", type="event", permitted="deck")).then(
        followed(PlayerDeckReshuffled(seat=SPIDER, cards=4), EncounterCardsDealt(cards={SPIDER: 1}))
    )


def test_no_event_is_resolved_that_was_not_played() -> None:
    resolved = EventResolved(seat=SPIDER, card="wakanda-forever")
    given(GAME, *HAND).when(resolved).then(refused("nothing-to-resolve", bendable=True))
    given(GAME, *HAND, FOR_FREE, FOREVER, resolved).when(resolved).then(refused("nothing-to-resolve"))


def test_what_is_exhausted_does_not_exhaust_for_a_resource() -> None:
    by = ResourceGenerated(seat=SPIDER, by=SPIDER, resources={"mental": 1}, exhausts=True)
    given(GAME, *PAYING, by).when(by).then(refused("is-exhausted", bendable=True))


def test_who_is_out_of_the_game_keeps_nobody_from_paying() -> None:
    out = (*PAYING, SeatEliminated(seat=SPIDER), CardsCounted(seat=IRON, deck=9, hand=5))
    spec = given(GAME, *out).then_no_prompt(PaymentAborted, ResourceGenerated)
    spec.when(CostDeclared(seat=IRON, card="Repulsor", cost=1)).then(table(**{"payment.seat": IRON}))


def test_an_ability_that_is_paid_for_says_so() -> None:
    support = (*PLAYING, CardsCounted(seat=SPIDER, deck=9, hand=2), CardEntered(name="the-triskelion", seat=SPIDER))
    named = (*support, HandNamed(seat=SPIDER, cards=("energy", "energy")))
    costs = CostDeclared(seat=SPIDER, card="the-triskelion", cost=2)
    given(GAME, *named, costs).then_prompts(ResourceGenerated, "Spider-Man: generate resources by an ability")
    given(GAME, *named, costs, ENERGY).then_prompts(CardPlayed, CostPaid(seat=SPIDER))
    given(GAME, *named, costs, ENERGY).then_next(CostPaid(seat=SPIDER), viewer=Viewer.on(SPIDER))


def test_who_has_no_card_left_pays_by_an_ability() -> None:
    empty = (*PLAYING, CostDeclared(seat=SPIDER, card="the-triskelion", cost=2))
    by = ResourceGenerated(seat=SPIDER, by="Quinjet", resources={"energy": 2})
    (prompt,) = [one for one in given(GAME, *empty).play.campaign.prompts(PUBLIC) if one.event is ResourceGenerated]
    assert (prompt.required, prompt.also_required) == (True, ("by", "resources"))
    given(GAME, *empty, by).then_next(CostPaid(seat=SPIDER))


def test_a_card_that_nobody_typed_in_is_played_once_it_is_paid_for() -> None:
    drawn = (*PLAYING, CardsCounted(seat=SPIDER, hand=3), CostDeclared(seat=SPIDER, card="Hawkeye", cost=0))
    given(GAME, *drawn).then_next(CardPlayed(seat=SPIDER, card="Hawkeye"))


def test_a_table_that_follows_costs_and_no_hands_spends_what_it_says() -> None:
    unseen = (tracking("cards"), *PLAYING, CostDeclared(seat=SPIDER, card="daredevil"))
    spec = given(GAME, *unseen).when(ENERGY).and_then(ENERGY)
    spec.then(table(**{"payment.generated": {"energy": 4}, "seats.spider-man.hand": []}))
    spec.then_next(CostPaid(seat=SPIDER))


def test_a_side_scheme_of_a_player_is_played_and_goes_to_its_owners_discard_pile() -> None:
    plan = ContentAdded(kind="cards", id="Plan", fields={"type": "player side scheme", "cost": 0, "threat": 2})
    played = (tracking("hands", "schemes"), *PLAYING, plan, CardsCounted(seat=SPIDER, hand=5))
    free = CardPlayed(seat=SPIDER, card="Plan", paid=0)
    spec = given(GAME, *played).when(free)
    spec.then(
        followed(SideSchemeEntered(name="Plan", card="Plan", threat=2, owner=SPIDER)), table(**{"play.Plan.threat": 2})
    )
    given(GAME, *played, free).when(ThreatRemoved(scheme="Plan", amount=2)).then(
        table(**{"seats.spider-man.discard": ["Plan"], "scenario.discard": []})
    )
