"""Hands and players' decks."""

from companion.testing import followed, given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.piles.encounter_deck import EncounterCardsDealt
from domain.games.champions.piles.players_decks import (
    CardsCounted,
    CardsDiscarded,
    CardsDrawn,
    DeckCardsDiscarded,
    PlayerDeckReshuffled,
)
from tests.domain.games.champions.moments import PLAYING, SPIDER, tracking

COUNTED = (*PLAYING, CardsCounted(seat=SPIDER, deck=34, hand=6))
NEARLY_EMPTY = (*PLAYING, CardsCounted(seat=SPIDER, deck=2, discard=20))


def test_cards_are_drawn_from_the_deck() -> None:
    given(GAME, *COUNTED).when(CardsDrawn(seat=SPIDER, count=2)).then(
        says("Spider-Man drew 2 cards"),
        table(**{"seats.spider-man.deck": 32, "seats.spider-man.hand": [""] * 8}),
    )


def test_a_card_drawn_has_a_name_where_somebody_says_it() -> None:
    given(GAME, *COUNTED).when(CardsDrawn(seat=SPIDER, count=2, cards=("energy",))).then(
        table(**{"seats.spider-man.hand": ["", "", "", "", "", "", "energy", ""]})
    )


def test_nobody_names_more_cards_than_are_drawn() -> None:
    given(GAME, *COUNTED).when(CardsDrawn(seat=SPIDER, cards=("energy", "energy"))).then(refused("more-named"))


def test_d16_a_deck_that_runs_out_is_the_discard_pile_and_drawing_goes_on() -> None:
    given(GAME, *NEARLY_EMPTY).when(CardsDrawn(seat=SPIDER, count=5)).then(
        followed(
            PlayerDeckReshuffled(seat=SPIDER, drawn=3, cards=20),
            EncounterCardsDealt(cards={SPIDER: 1}),
        ),
        table(
            **{
                "seats.spider-man.hand": [""] * 5,
                "seats.spider-man.deck": 17,
                "seats.spider-man.discard": [],
                "seats.spider-man.dealt": 1,
            }
        ),
    )


def test_f39_the_last_card_of_a_deck_is_enough_to_shuffle() -> None:
    given(GAME, *NEARLY_EMPTY).when(CardsDrawn(seat=SPIDER, count=2)).then(
        table(**{"seats.spider-man.deck": 20, "seats.spider-man.dealt": 1})
    )


def test_a17_where_deck_and_discard_pile_are_empty_the_table_decides() -> None:
    empty = (*PLAYING, CardsCounted(seat=SPIDER, deck=0))
    given(GAME, *empty).when(CardsDrawn(seat=SPIDER)).then(refused("nothing-to-draw", bendable=True))


def test_a17_no_more_is_drawn_than_there_is() -> None:
    few = (*PLAYING, CardsCounted(seat=SPIDER, deck=1, discard=1))
    given(GAME, *few).when(CardsDrawn(seat=SPIDER, count=5)).then(
        table(**{"seats.spider-man.hand": ["", ""], "seats.spider-man.deck": 0, "seats.spider-man.dealt": 1})
    )


def test_f39_discarding_from_the_deck_stops_where_it_ends() -> None:
    given(GAME, *NEARLY_EMPTY).when(DeckCardsDiscarded(seat=SPIDER, count=5)).then(
        followed(PlayerDeckReshuffled(seat=SPIDER, cards=22), EncounterCardsDealt(cards={SPIDER: 1})),
        table(**{"seats.spider-man.deck": 22, "seats.spider-man.discard": [], "seats.spider-man.dealt": 1}),
    )


def test_an_empty_deck_is_not_discarded_from() -> None:
    empty = (*PLAYING, CardsCounted(seat=SPIDER, deck=0))
    given(GAME, *empty).when(DeckCardsDiscarded(seat=SPIDER)).then(refused("nothing-to-draw", bendable=True))


def test_a_deck_with_cards_is_not_shuffled_anew() -> None:
    given(GAME, *COUNTED).when(PlayerDeckReshuffled(seat=SPIDER)).then(refused("deck-left", bendable=True))


def test_a_table_without_an_encounter_deck_is_dealt_nothing_when_a_deck_runs_out() -> None:
    given(GAME, tracking("hands"), *NEARLY_EMPTY).when(CardsDrawn(seat=SPIDER, count=5)).then(
        followed(PlayerDeckReshuffled(seat=SPIDER, drawn=3, cards=20))
    )


def test_cards_are_discarded_from_the_hand() -> None:
    named = (*COUNTED, CardsDrawn(seat=SPIDER, cards=("energy",)))
    given(GAME, *named).when(CardsDiscarded(seat=SPIDER, count=2, cards=("energy",))).then(
        says("Spider-Man discarded 2 cards: Energy"),
        table(**{"seats.spider-man.hand": [""] * 5, "seats.spider-man.discard": ["energy", ""]}),
    )


def test_nobody_discards_more_than_is_in_hand() -> None:
    given(GAME, *COUNTED).when(CardsDiscarded(seat=SPIDER, count=7)).then(refused("too-few-cards", bendable=False))


def test_a_card_that_is_not_in_a_hand_all_named_is_not_discarded() -> None:
    named = (*PLAYING, CardsCounted(seat=SPIDER, deck=9), CardsDrawn(seat=SPIDER, cards=("energy",)))
    given(GAME, *named).when(CardsDiscarded(seat=SPIDER, cards=("daredevil",))).then(refused("not-held"))


def test_a_blank_may_be_any_card() -> None:
    given(GAME, *COUNTED).when(CardsDiscarded(seat=SPIDER, cards=("daredevil",))).then(
        table(**{"seats.spider-man.hand": [""] * 5, "seats.spider-man.discard": ["daredevil"]})
    )


def test_piles_are_counted_as_the_table_has_them() -> None:
    given(GAME, *COUNTED).when(CardsCounted(seat=SPIDER, hand=4, discard=2)).then(
        says("Spider-Man counted 4 cards in hand, 2 in the discard pile"),
        table(**{"seats.spider-man.hand": [""] * 4, "seats.spider-man.deck": 34, "seats.spider-man.discard": ["", ""]}),
    )
