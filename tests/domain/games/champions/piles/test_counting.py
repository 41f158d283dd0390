"""Decks that nobody counted: they never run out, nothing is refused for them, and the table is asked how many."""

from typing import Any

import pytest

from companion.testing import AnyEvent, followed, given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered, MinionEntered
from domain.games.champions.cards.leaving import CardLeft
from domain.games.champions.display.cards import encounter_piles, pile_pieces
from domain.games.champions.encounter import NemesisSetEntered
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.piles.encounter_deck import EncounterCardsDealt, EncounterCounted
from domain.games.champions.piles.players_decks import (
    CardsCounted,
    CardsDrawn,
    CardsPutOnDeck,
    CardsRemoved,
    CardsSearchedFor,
    DeckCardsDiscarded,
)
from domain.games.champions.rounds import (
    ActivationsEnded,
    HandRefreshed,
    PlayerPhaseEnded,
    SchemeThreatPlaced,
    StepCardsDealt,
)
from domain.games.champions.setup.scenarios import GameBegun
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, SET_UP, SPIDER, at, tracking


def test_what_was_counted_is_told_none_of_it_as_well() -> None:
    for event, shown in (
        (CardsCounted(seat=SPIDER, hand=1, deck=9), "Spider-Man counted 1 card in hand, 9 in the deck"),
        (CardsCounted(seat=SPIDER, deck=9), "Spider-Man counted 9 in the deck"),
        (CardsCounted(seat=SPIDER, deck=0, discard=4), "Spider-Man counted 0 in the deck, 4 in the discard pile"),
        (EncounterCounted(deck=0, discard=7), "Encounter cards: 0 in the deck, 7 in the discard pile"),
    ):
        given(GAME, *PLAYING).when(event).then(says(shown))


def test_who_counts_says_a_number() -> None:
    for event in (CardsCounted(seat=SPIDER), EncounterCounted()):
        given(GAME, *PLAYING).when(event).then(refused("nothing-counted", bendable=False))


HAND = (*HERO_FORM, CardsCounted(seat=SPIDER, hand=4, discard=3))
DECK = "How many cards are in the deck of Spider-Man?"
ENCOUNTER = "How many cards are in the encounter deck?"


@pytest.mark.parametrize(
    "event",
    [
        CardsDrawn(seat=SPIDER, count=2),
        DeckCardsDiscarded(seat=SPIDER, count=2),
        CardsSearchedFor(seat=SPIDER, count=2),
        CardsRemoved(seat=SPIDER, of="deck", count=2),
        CardEntered(name="daredevil", seat=SPIDER, out_of="deck"),
        CardPlayed(seat=SPIDER, card="wakanda-forever", permitted="deck"),
    ],
    ids=lambda event: type(event).__name__,
)
def test_a_deck_that_nobody_counted_never_runs_out(event: AnyEvent) -> None:
    in_a_large_one = given(GAME, *HAND, deck(30)).when(event, bend="it costs nothing").then().outcome.events[1:]
    given(GAME, *HAND).when(event, bend="it costs nothing").then(followed(*in_a_large_one))


def deck(cards: int) -> AnyEvent:
    return CardsCounted(seat=SPIDER, deck=cards)


def test_cards_found_in_a_deck_that_nobody_counted_are_in_hand() -> None:
    given(GAME, *HAND).when(CardsSearchedFor(seat=SPIDER, cards=("energy",))).then(
        table(**{"seats.spider-man.hand": ["", "", "", "", "energy"]})
    )


def test_a_card_put_on_a_deck_is_not_all_there_is_to_draw() -> None:
    one = (*HAND, CardsPutOnDeck(seat=SPIDER))
    given(GAME, *one).when(CardsDrawn(seat=SPIDER, count=3)).then(
        followed(), says("Spider-Man drew 3 cards"), table(**{"seats.spider-man.hand": [""] * 6})
    )


def test_a_hand_is_refilled_from_a_deck_that_nobody_counted() -> None:
    few = (tracking("hands"), *PLAYING, CardsCounted(seat=SPIDER, hand=3, discard=1), PlayerPhaseEnded())
    given(GAME, *few).then_prompts(DECK, "Spider-Man: draw 3 cards")
    given(GAME, *few).when(HandRefreshed(seat=SPIDER)).then(
        followed(CardsDrawn(seat=SPIDER, count=3)),
        table(**{"seats.spider-man.hand": [""] * 6, "seats.spider-man.discard": [""]}),
    )


def test_no_more_is_promised_than_there_is() -> None:
    few = (tracking("hands"), *PLAYING, CardsCounted(seat=SPIDER, deck=1, hand=3), PlayerPhaseEnded())
    given(GAME, *few).then_prompts("Spider-Man: draw 1 card")


def test_cards_discarded_by_name_alone_are_drawn_again_where_the_deck_runs_out() -> None:
    full = (*HERO_FORM, CardsCounted(seat=SPIDER, deck=1, hand=5))
    ending = (tracking("hands"), *full, PlayerPhaseEnded())
    given(GAME, *ending).when(HandRefreshed(seat=SPIDER, cards=("energy", "daredevil"))).then(
        table(**{"seats.spider-man.hand": [""] * 5})
    )


NEMESIS = NemesisSetEntered(seat=SPIDER, minion="Vulture", shuffled=3)


def test_an_encounter_deck_that_nobody_counted_does_not_run_out_by_what_is_shuffled_in() -> None:
    for more in ((NEMESIS,), (MinionEntered(name="Thug", seat=IRON), CardLeft(card="Thug", to="deck"))):
        given(GAME, *PLAYING, *more).when(EncounterCardsDealt(cards={SPIDER: 4})).then(
            followed(), table(**{"main.tokens": 0})
        )


def test_an_encounter_deck_that_nobody_counted_is_asked_for_where_it_is_dealt_from() -> None:
    start = (tracking("encounter"), *SET_UP, GameBegun(), PlayerPhaseEnded(), SchemeThreatPlaced(), ActivationsEnded())
    given(GAME, *start).then_prompts(ENCOUNTER, StepCardsDealt)
    given(GAME, *start).then_next(StepCardsDealt)
    given(GAME, *start, EncounterCounted(deck=20)).then_no_prompt(ENCOUNTER)


def test_the_board_tells_no_number_that_nobody_knows() -> None:
    uncounted = at(*PLAYING, CardsCounted(seat=SPIDER, discard=2), NEMESIS)
    assert [str(one.label) for piece in pile_pieces(uncounted, SPIDER) for one in piece.counters] == ["Discard pile"]
    assert [str(one.label) for piece in encounter_piles(uncounted) for one in piece.counters] == ["Discard pile"]
    piles = [*pile_pieces(uncounted, SPIDER), *encounter_piles(uncounted)]
    assert [one.path for piece in piles for one in piece.counters] == ["seats.spider-man.discard", "scenario.discard"]
    counted = at(*PLAYING, deck(8), EncounterCounted(deck=9))
    assert [one.value for piece in pile_pieces(counted, SPIDER) for one in piece.counters] == [8, 0]
    assert [one.value for piece in encounter_piles(counted) for one in piece.counters] == [9, 0]


@pytest.mark.parametrize("pile", ["hand", "deck", "discard"])
def test_nothing_comes_out_of_a_pile_that_is_known_to_be_empty(pile: Any) -> None:
    empty = (*PLAYING, CardsCounted(seat=SPIDER, hand=0, deck=0, discard=0))
    comes = CardEntered(name="daredevil", seat=SPIDER, out_of=pile)
    given(GAME, *empty).when(comes).then(refused("pile-empty"))
    one = CardsCounted(seat=SPIDER, **{"hand": 0, "deck": 0, "discard": 0, pile: 1})
    given(GAME, *PLAYING, one).when(comes).then()
