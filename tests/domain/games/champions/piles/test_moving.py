"""Cards from one pile of a player to another."""

from companion.testing import followed, given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.piles.encounter_deck import EncounterCardsDealt
from domain.games.champions.piles.players_decks import (
    CardsCameBack,
    CardsCounted,
    CardsDiscarded,
    CardsDrawn,
    CardsPutOnDeck,
    CardsRemoved,
    CardsSearchedFor,
    CardsTakenBack,
    DiscardsPutOnDeck,
    HandNamed,
    PlayerDeckReshuffled,
)
from tests.domain.games.champions.moments import PLAYING, SPIDER

COUNTED = (*PLAYING, CardsCounted(seat=SPIDER, deck=9, hand=2))
DISCARDED = (*COUNTED, CardsDiscarded(seat=SPIDER, cards=("energy",)))


def test_a_card_is_searched_for_in_the_deck() -> None:
    given(GAME, *COUNTED).when(CardsSearchedFor(seat=SPIDER, cards=("energy",))).then(
        says("Spider-Man found 1 card in the deck: Energy"),
        table(**{"seats.spider-man.hand": ["", "", "energy"], "seats.spider-man.deck": 8}),
    )


def test_no_more_is_found_than_there_is() -> None:
    given(GAME, *COUNTED).when(CardsSearchedFor(seat=SPIDER, count=10)).then(refused("too-few-cards", bendable=False))


def test_who_takes_the_last_card_of_a_deck_shuffles() -> None:
    given(GAME, *DISCARDED).when(CardsSearchedFor(seat=SPIDER, count=9)).then(
        followed(PlayerDeckReshuffled(seat=SPIDER, cards=1), EncounterCardsDealt(cards={SPIDER: 1}))
    )


def test_a_card_is_taken_back_from_the_discard_pile() -> None:
    given(GAME, *DISCARDED).when(CardsTakenBack(seat=SPIDER, cards=("energy",))).then(
        table(**{"seats.spider-man.hand": ["", "energy"], "seats.spider-man.discard": []})
    )
    given(GAME, *DISCARDED).when(CardsTakenBack(seat=SPIDER, cards=("daredevil",))).then(refused("not-held"))


def test_cards_go_from_the_hand_into_the_deck() -> None:
    given(GAME, *COUNTED).when(CardsPutOnDeck(seat=SPIDER, count=2)).then(
        table(**{"seats.spider-man.hand": [], "seats.spider-man.deck": 11})
    )


def test_cards_go_from_the_discard_pile_into_the_deck() -> None:
    given(GAME, *DISCARDED).when(DiscardsPutOnDeck(seat=SPIDER)).then(
        table(**{"seats.spider-man.discard": [], "seats.spider-man.deck": 10})
    )


def test_a_card_is_removed_from_the_game_until_it_comes_back() -> None:
    gone = given(GAME, *DISCARDED).when(CardsRemoved(seat=SPIDER, cards=("energy",), until="the round ends"))
    gone.then(
        says("Spider-Man: 1 card removed from the game: Energy until the round ends"),
        table(
            **{
                "seats.spider-man.discard": [],
                "seats.spider-man.removed": ["energy"],
                "seats.spider-man.away": [{"card": "energy", "until": "the round ends"}],
            }
        ),
    )
    gone.and_then(CardsCameBack(seat=SPIDER, cards=("energy",))).then(
        table(**{"seats.spider-man.hand": ["", "energy"], "seats.spider-man.removed": [], "seats.spider-man.away": []})
    )


def test_a_hand_is_written_down_later() -> None:
    given(GAME, *COUNTED).when(HandNamed(seat=SPIDER, cards=("energy",))).then(
        table(**{"seats.spider-man.hand": ["", "energy"]})
    )


def test_no_more_is_written_down_than_nobody_named() -> None:
    named = (*COUNTED, CardsDrawn(seat=SPIDER, cards=("energy",)))
    given(GAME, *named).when(HandNamed(seat=SPIDER, cards=("energy",) * 3)).then(refused("more-named"))
