"""The encounter deck."""

from companion.testing import followed, given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.cards.entering import SideSchemeEntered
from domain.games.champions.cards.handling import CardNumberSet
from domain.games.champions.piles.encounter_deck import (
    DealtCardsCounted,
    EncounterCardsCameBack,
    EncounterCardsDealt,
    EncounterCardsDiscarded,
    EncounterCardsRemoved,
    EncounterCounted,
    EncounterDeckExhausted,
    cards_dealt_each,
    step_cards,
)
from domain.games.champions.rounds import step_threat
from domain.games.champions.threat import AccelerationTokensPlaced
from tests.domain.games.champions.moments import IRON, PLAYING, SPIDER, at

COUNTED = (*PLAYING, EncounterCounted(deck=20, discard=3))
NEARLY_EMPTY = (*PLAYING, EncounterCounted(deck=2, discard=9))


def test_e1_hazard_icons_are_dealt_one_by_one_in_player_order() -> None:
    assert cards_dealt_each(["a", "b", "c"], 1, 2) == {"a": 2, "b": 2, "c": 1}
    assert cards_dealt_each(["a", "b"], 1, 3) == {"a": 3, "b": 2}
    assert cards_dealt_each(["a"], 2, 0) == {"a": 2}


def test_encounter_cards_lie_face_down_before_a_player() -> None:
    given(GAME, *COUNTED).when(EncounterCardsDealt(cards={SPIDER: 1, IRON: 2})).then(
        says("Encounter cards dealt: Spider-Man 1, Iron Man 2"),
        table(**{"scenario.deck": 17, "seats.spider-man.dealt": 1, "seats.Iron Man.dealt": 2}),
    )


def test_somebody_is_dealt_cards() -> None:
    given(GAME, *COUNTED).when(EncounterCardsDealt(cards={})).then(refused("nobody-dealt"))


def test_f38_an_encounter_deck_that_runs_out_gives_a_token_and_dealing_goes_on() -> None:
    given(GAME, *NEARLY_EMPTY).when(EncounterCardsDealt(cards={SPIDER: 3})).then(
        followed(EncounterDeckExhausted(drawn=1, cards=9), AccelerationTokensPlaced(amount=1)),
        table(**{"scenario.deck": 8, "scenario.discard": [], "scenario.reshuffles": 1, "main.tokens": 1}),
    )


def test_f38_discarding_from_the_encounter_deck_stops_where_it_ends() -> None:
    given(GAME, *NEARLY_EMPTY).when(EncounterCardsDiscarded(count=5, cards=("shocker",))).then(
        says(
            "2 cards discarded from the encounter deck: Shocker",
            "The encounter deck ran out, its discard pile was shuffled: 11 cards",
            "1 acceleration token placed",
        ),
        table(**{"scenario.deck": 11, "main.tokens": 1}),
    )


def test_an_encounter_deck_that_nobody_counted_never_runs_out() -> None:
    given(GAME, *PLAYING).when(EncounterCardsDealt(cards={SPIDER: 3})).then(
        followed(), table(**{"seats.spider-man.dealt": 3})
    )


def test_an_encounter_deck_with_cards_has_not_run_out() -> None:
    given(GAME, *COUNTED).when(EncounterDeckExhausted()).then(refused("encounter-left", bendable=True))


def test_cards_dealt_are_counted_as_the_table_has_them() -> None:
    given(GAME, *COUNTED).when(DealtCardsCounted(seat=SPIDER, dealt=2)).then(table(**{"seats.spider-man.dealt": 2}))


def test_encounter_cards_are_removed_from_the_game() -> None:
    given(GAME, *COUNTED).when(EncounterCardsRemoved(cards=("shocker",))).then(
        says("1 encounter card removed from the game: Shocker"),
        table(**{"scenario.discard": ["", ""], "scenario.removed": ["shocker"]}),
    )
    given(GAME, *COUNTED).when(EncounterCardsRemoved(count=4)).then(refused("too-few-cards", bendable=False))


def test_who_removes_the_last_card_of_the_encounter_deck_shuffles() -> None:
    given(GAME, *NEARLY_EMPTY).when(EncounterCardsRemoved(of="deck", count=2)).then(
        followed(EncounterDeckExhausted(cards=9), AccelerationTokensPlaced(amount=1))
    )


def test_encounter_cards_come_back_that_were_removed_until_something_happens() -> None:
    until = EncounterCardsRemoved(cards=("shocker",), until="Rhino is stunned")
    gone = given(GAME, *COUNTED).when(until)
    gone.then(table(**{"scenario.away": [{"card": "shocker", "until": "Rhino is stunned"}]}))
    gone.and_then(EncounterCardsCameBack(cards=("shocker",), to="deck")).then(
        says("1 encounter card came back: Shocker: deck"),
        table(**{"scenario.removed": [], "scenario.away": [], "scenario.deck": 21}),
    )
    gone.and_then(EncounterCardsCameBack(count=2)).then(refused("too-few-cards", bendable=False))


def test_no_more_is_removed_from_the_encounter_deck_than_there_is() -> None:
    given(GAME, *NEARLY_EMPTY).when(EncounterCardsRemoved(of="deck", count=3)).then(refused("too-few-cards"))
    given(GAME, *PLAYING).when(EncounterCardsRemoved(of="deck", count=3)).then(followed())


def test_fewer_icons_than_none_take_no_card_from_anybody() -> None:
    odd = (SideSchemeEntered(name="Crowd"), CardNumberSet(card="Crowd", number="hazard", value=-5))
    table = at(*PLAYING, *odd, CardNumberSet(card="Crowd", number="acceleration", value=-5))
    assert step_cards(table) == {SPIDER: 1, IRON: 1}
    assert step_threat(table) == 2
