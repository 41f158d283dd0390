"""The end of the player phase."""

from companion.testing import followed, given, refused, table
from domain.games.champions import GAME
from domain.games.champions.cards.entering import CardEntered
from domain.games.champions.cards.handling import CardExhausted
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.piles.players_decks import CardsCounted, CardsDrawn, HandRefilled
from domain.games.champions.rounds import CardsReadied, HandRefreshed, PlayerPhaseEnded, cards_over_hand_size
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, SPIDER, Events, tracking, turns_done


def ending(hand: int, form: Events = HERO_FORM) -> Events:
    """The end of the first player phase, with so many cards in the first hand."""
    counted = (CardsCounted(seat=SPIDER, deck=20, hand=hand), CardsCounted(seat=IRON, deck=20, hand=5))
    return (*form, *counted, *turns_done(SPIDER, IRON), PlayerPhaseEnded())


def test_d19_a_hand_above_its_size_is_discarded_from() -> None:
    above = given(GAME, *ending(7))
    above.when(HandRefreshed(seat=SPIDER, discarded=1)).then(
        refused("hand-too-large", bendable=True, says="discard 1 card first")
    )
    above.when(HandRefreshed(seat=SPIDER, discarded=2)).then(
        followed(), table(**{"seats.spider-man.hand": [""] * 5, "seats.spider-man.discard": ["", ""]})
    )


def test_d19_a_hand_below_its_size_is_refilled() -> None:
    given(GAME, *ending(3)).when(HandRefreshed(seat=SPIDER)).then(
        followed(CardsDrawn(seat=SPIDER, count=2)), table(**{"seats.spider-man.hand": [""] * 5})
    )


def test_a_player_may_discard_more_and_draws_for_it() -> None:
    given(GAME, *ending(5)).when(HandRefreshed(seat=SPIDER, discarded=3)).then(
        followed(CardsDrawn(seat=SPIDER, count=3))
    )


def test_d20_the_hand_size_is_that_of_the_form_at_the_end() -> None:
    back = (*HERO_FORM, FormChanged(seat=SPIDER, by_card=True))
    given(GAME, *ending(4, form=back)).when(HandRefreshed(seat=SPIDER)).then(
        followed(CardsDrawn(seat=SPIDER, count=2)), table(**{"seats.spider-man.hand": [""] * 6})
    )


def test_f28_where_nobody_knows_the_hand_size_nothing_must_be_discarded() -> None:
    assert [cards_over_hand_size(7, 5), cards_over_hand_size(5, 5), cards_over_hand_size(7, None)] == [2, 0, 0]


def test_a_hand_size_that_nobody_knew_is_said_once() -> None:
    said = given(GAME, *ending(5), HandRefreshed(seat=SPIDER)).when(HandRefreshed(seat=IRON, size=6))
    said.then(
        followed(CardsDrawn(seat=IRON, count=1), CardsReadied()), table(**{"seats.Iron Man.printed": {"alter_hand": 6}})
    )


def test_nobody_refills_a_hand_twice() -> None:
    given(GAME, *ending(5), HandRefreshed(seat=SPIDER)).when(HandRefreshed(seat=SPIDER)).then(
        refused("refilled", bendable=True)
    )


def test_nobody_discards_more_than_is_in_hand_at_the_end() -> None:
    given(GAME, *ending(2)).when(HandRefreshed(seat=SPIDER, discarded=3)).then(refused("too-few-cards"))


def test_nobody_names_more_than_is_drawn() -> None:
    given(GAME, *ending(5)).when(HandRefreshed(seat=SPIDER, drawn=("energy",))).then(refused("more-named"))


def test_what_is_drawn_at_the_end_may_be_named() -> None:
    given(GAME, *ending(3)).when(HandRefreshed(seat=SPIDER, drawn=("energy",))).then(
        table(**{"seats.spider-man.hand": ["", "", "", "energy", ""]})
    )


def test_once_all_hands_are_refilled_everything_is_readied() -> None:
    tired = (*HERO_FORM, CardEntered(name="daredevil", seat=SPIDER), CardExhausted(card="daredevil"))
    last = given(GAME, *ending(5, form=tired), HandRefreshed(seat=SPIDER)).when(HandRefreshed(seat=IRON))
    last.then(followed(CardsReadied()), table(**{"step": "threat", "play.daredevil.exhausted": False}))


def test_cards_are_not_readied_before_all_hands_are_refilled() -> None:
    given(GAME, *ending(5)).when(CardsReadied()).then(refused("hands-left", bendable=True))


def test_a_table_that_tracks_no_hands_has_no_such_step() -> None:
    over = given(GAME, tracking("turns"), *PLAYING, *turns_done(SPIDER, IRON)).when(PlayerPhaseEnded())
    over.then(table(step="threat", refreshed=[]))


def test_a_card_says_to_draw_up_to_the_hand_size() -> None:
    few = (*HERO_FORM, CardsCounted(seat=SPIDER, deck=20, hand=3))
    given(GAME, *few).when(HandRefilled(seat=SPIDER)).then(followed(CardsDrawn(seat=SPIDER, count=2)))
    full = (*HERO_FORM, CardsCounted(seat=SPIDER, deck=20, hand=5))
    given(GAME, *full).when(HandRefilled(seat=SPIDER)).then(refused("hand-full", bendable=True))
    given(GAME, *full).when(HandRefilled(seat=IRON)).then(refused("no-hand-size", bendable=False))
