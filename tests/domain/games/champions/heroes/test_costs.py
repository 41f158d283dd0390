"""Costs at a table that keeps every card: what is played is paid for, with cards that are there."""

from companion.testing import given, refused, table
from domain.framework.kernel import ContentAdded
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered
from domain.games.champions.cards.handling import UsesSpent
from domain.games.champions.heroes.playing import CardPlayed, CostDeclared, PaymentAborted, ResourceGenerated
from domain.games.champions.piles.players_decks import CardsCounted, CardsDrawn
from domain.games.champions.rounds import TurnEnded
from domain.games.champions.setup.decks import DeckListed
from domain.games.champions.setup.scenarios import GameBegun
from tests.domain.games.champions.moments import HERO_FORM, HEROES, RHINO, SPIDER, Events, tracking

KICK = ContentAdded(kind="cards", id="Long Kick", fields={"type": "event", "cost": 2})
SPARK = ContentAdded(kind="cards", id="Spark", fields={"type": "resource"})
SHOOTER = ContentAdded(kind="cards", id="Shooter", fields={"type": "upgrade", "cost": 1, "uses": 3})
IN_HAND: Events = (
    KICK,
    SHOOTER,
    *HERO_FORM,
    CardsCounted(seat=SPIDER, deck=20, hand=0),
    CardsDrawn(seat=SPIDER, count=2, cards=("Long Kick", "Spark")),
)


def test_r_cost_a_card_with_a_cost_is_paid_for_before_it_is_played() -> None:
    kick = CardPlayed(seat=SPIDER, card="Long Kick")
    given(GAME, *IN_HAND).when(kick).then(refused("unpaid", bendable=True, says="0 of 2"))
    given(GAME, *IN_HAND, tracking("hands")).when(kick.copy_with(paid=1)).then()
    free = (*IN_HAND, CostDeclared(seat=SPIDER, card="Long Kick", change=-2))
    given(GAME, *free).when(kick).then()


def test_r_cost_nobody_pays_for_a_card_that_is_elsewhere() -> None:
    given(GAME, *IN_HAND).when(CostDeclared(seat=SPIDER, card="Shooter")).then(
        refused("not-at-hand", bendable=True, says="Shooter is neither in the hand nor in play")
    )
    given(GAME, *IN_HAND).when(CostDeclared(seat=SPIDER, card="Long Kick")).then()
    in_play = (*IN_HAND, CardEntered(name="Shooter", seat=SPIDER))
    given(GAME, *in_play).when(CostDeclared(seat=SPIDER, card="Shooter", cost=1)).then()


def test_r_cost_what_was_counted_off_a_card_comes_back_with_a_payment_that_is_given_up() -> None:
    paying = (*IN_HAND, CardEntered(name="Shooter", seat=SPIDER), CostDeclared(seat=SPIDER, card="Long Kick"))
    by = ResourceGenerated(seat=SPIDER, by="Shooter", exhausts=True, resources={"wild": 1})
    spent = given(GAME, *paying, by).when(UsesSpent(card="Shooter"))
    spent.then(table(**{"payment.uses": {"Shooter": 1}}))
    given_up = spent.and_then(PaymentAborted(seat=SPIDER))
    assert list(given_up.play.campaign.table.play["Shooter"].counters.values()) == [3]  # type: ignore[attr-defined]


def test_r_cost_no_turn_ends_while_a_card_is_being_paid_for() -> None:
    paying = (*IN_HAND, CostDeclared(seat=SPIDER, card="Long Kick"))
    given(GAME, *paying).when(TurnEnded(seat=SPIDER)).then(
        refused("still-paying", bendable=True, says="First finish paying for Long Kick, or do not play it.")
    )
    given(GAME, *paying, PaymentAborted(seat=SPIDER)).when(TurnEnded(seat=SPIDER)).then()


def test_r_cost_no_more_copies_of_a_card_pay_than_are_in_the_deck_list() -> None:
    listed = DeckListed(seat=SPIDER, cards={"Spark": 1, "Long Kick": 2})
    once = ResourceGenerated(seat=SPIDER, spent="Spark", resources={"energy": 1})
    paying = given(GAME, KICK, SPARK, *HEROES).when(listed, bend="a short one")
    for event in (
        RHINO,
        GameBegun(),
        CardsCounted(seat=SPIDER, deck=0, hand=3),
        CostDeclared(seat=SPIDER, card="Long Kick"),
    ):
        paying = paying.and_then(event)
    paying.and_then(once).and_then(once).then(
        refused("no-more-copies", bendable=True, says="1 copy of Spark in the deck list")
    )
