"""Open cards of shared decks: discard piles that begin, and cards that an event reveals."""

from companion.testing import given, refused, says, table
from domain.framework.game import PUBLIC
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.decks import shared_deck
from domain.games.heroes3.cards.revealing import (
    CardsRevealed,
    DiscardPileBegun,
    RevealedCardsReturned,
    RevealedCardTaken,
)
from domain.games.heroes3.cards.searching import CardKept, SearchBegun
from domain.games.heroes3.setup.players import GameBegun
from tests.domain.games.heroes3.opening import CASTLE, OPENING_HAND, dealt, game

SETUP = game("cards")[:-1]
BEGUN = GameBegun(starting=CASTLE)
MERCHANT = CardsRevealed(deck="artifact", cards=("head-of-legion", "hourglass"), source="Artifact Merchant")


def test_in_setup_each_shared_deck_begins_its_discard_pile() -> None:
    """Setup, 16."""
    given(GAME, *SETUP).then_prompts(
        *(f"Turn up the first card of the {deck} deck" for deck in ("Ability", "Artifact", "Spell"))
    )
    begun = given(GAME, *SETUP).when(DiscardPileBegun(deck="spell"), rolled=("curse",))
    begun.then(says("The discard pile of the Spell deck began with Curse"), table(**{"discards.spell": ["curse"]}))
    begun.and_then(DiscardPileBegun(deck="spell")).then(refused("pile-begun"))


def test_the_first_card_of_a_deck_in_the_box_is_named() -> None:
    boxed = game("cards", decks=())[:-1]
    prompts = [one for one in given(GAME, *boxed).play.campaign.prompts(PUBLIC) if one.event is DiscardPileBegun]
    assert [one.missing for one in prompts] == [["card"]] * 3
    given(GAME, *boxed).when(DiscardPileBegun(deck="spell", card="Slow")).then(table(**{"discards.spell": ["Slow"]}))
    given(GAME, *boxed).when(DiscardPileBegun(deck="spell", card="wisdom")).then(refused("not-of-deck"))


def test_split_decks_begin_a_pile_each() -> None:
    split = game("cards", options=("split-decks",))[:-1]
    begun = given(GAME, *split).when(DiscardPileBegun(deck="major"))
    begun.then(table(**{"discards.major": ["head-of-legion"]}))


def test_after_artifacts_of_the_bonus_the_pile_begins_anew() -> None:
    """p10: deck and discard pile are shuffled together, and one is discarded from the top."""
    looked = (
        *SETUP, DiscardPileBegun(deck="artifact", card="cart-of-ore"),
        SearchBegun(seat=CASTLE, deck="artifact", looked=("hourglass", "cape-of-velocity")),
        CardKept(seat=CASTLE, card="hourglass"),
    )  # fmt: skip
    begun = given(GAME, *looked, BEGUN).then_prompts("Which card begins the discard pile of the Artifact deck?")
    begun.then(table(discards={}))
    kept = (*SETUP, DiscardPileBegun(deck="artifact", card="cart-of-ore"), BEGUN)
    given(GAME, *kept).then(table(**{"discards.artifact": ["cart-of-ore"]}))


def test_cards_that_an_event_reveals_are_bought_or_shuffled_back() -> None:
    """p15: Artifact Merchant."""
    shown = given(GAME, *dealt(), MERCHANT)
    shown.then_must("Shuffle the revealed cards of the Artifact deck back").then_prompts("Castle takes a revealed card")
    assert "hourglass" in shared_deck(shown.play.campaign.table, "artifact").held
    bought = shown.when(RevealedCardTaken(seat=CASTLE, deck="artifact", card="hourglass", cost={"gold": 5}))
    bought.then(
        says("Castle took Hourglass of the Evil Hour, for Gold 5"),
        table(**{"seats.castle.hand": [*OPENING_HAND, "hourglass"], "revealed.artifact": ["head-of-legion"]}),
    )
    bought.and_then(RevealedCardTaken(seat=CASTLE, deck="artifact", card="hourglass")).then(refused("not-held"))
    bought.and_then(RevealedCardsReturned(deck="artifact")).then(
        says("The revealed cards of the Artifact deck were shuffled back: Head of Legion"), table(revealed={})
    )


def test_which_cards_of_a_deck_in_the_box_are_revealed_is_said() -> None:
    boxed = dealt(decks=())
    given(GAME, *boxed).when(CardsRevealed(deck="artifact")).then(refused("say-seen"))
    given(GAME, *boxed).when(CardsRevealed(deck="artifact", cards=("Centaur's Axe",))).then(
        says("Revealed 1 card of the Artifact deck: Centaur's Axe")
    )
    given(GAME, *boxed).when(CardsRevealed(deck="artifact", cards=("haste",))).then(refused("not-of-deck"))
