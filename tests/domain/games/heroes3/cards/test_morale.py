"""Morale, as tokens or as cards: gained, lost and spent."""

import pytest

from companion.testing import followed, given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.cards.handling import CardsDiscarded, CardsDrawn
from domain.games.heroes3.cards.morale import (
    MoraleCardDiscarded,
    MoraleCardUsed,
    MoraleGained,
    MoraleLost,
    MoraleSpent,
    events_of_morale,
)
from domain.games.heroes3.cards.searching import CardKept, SearchBegun
from domain.games.heroes3.rounds import TurnEnded
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, KINGDOMS, NECROPOLIS, dealt, game

UP, DOWN = MoraleGained(seat=CASTLE), MoraleLost(seat=CASTLE)
DRAW = MoraleSpent(seat=CASTLE, use="draw a card")
TOURNAMENT = dealt(mode="tournament", factions=(CASTLE, DUNGEON))

# --- tokens ----------------------------------------------------------------------------------


def test_morale_that_rises_brings_a_token() -> None:
    given(GAME, *KINGDOMS).when(MoraleGained(seat=CASTLE, source="field")).then(
        says("Castle gained morale, field: a token comes"), table(**{"seats.castle.morale": 1})
    )


def test_tokens_of_both_kinds_cancel() -> None:
    given(GAME, *KINGDOMS, UP).when(DOWN).then(
        says("Castle lost morale: a token goes"), table(**{"seats.castle.morale": 0})
    )
    given(GAME, *KINGDOMS, DOWN).when(UP).then(table(**{"seats.castle.morale": 0}))


def test_a_second_token_does_not_come() -> None:
    """9.2, 7: never a refusal."""
    given(GAME, *KINGDOMS, UP).when(UP).then(
        says("Castle gained morale: nothing more comes"), table(**{"seats.castle.morale": 1})
    )


def test_the_first_token_may_be_spent_before_the_second_comes() -> None:
    spec = given(GAME, *dealt(), UP, UP)
    spec.then_prompts("Castle may spend morale before more of it comes: on what?")
    spec.when(DRAW, rolled=("offense",)).then(
        says(
            "Castle spent morale: draw a card; the morale gained before takes its place",
            "Castle drew 1 card: Offense, morale",
        ),
        table(**{"seats.castle.morale": 1}),
    )
    spec.and_then(DRAW).then(table(**{"seats.castle.morale": 0}))


def test_it_may_no_longer_once_the_turn_is_over() -> None:
    given(GAME, *dealt(), UP, UP, TurnEnded(seat=CASTLE)).then_no_prompt(MoraleSpent)


def test_at_a_second_negative_token_the_hand_goes_with_the_turn() -> None:
    """9.2, 6: the token stays."""
    twice = (*dealt(), DOWN, DOWN)
    given(GAME, *twice).then(table(**{"seats.castle.morale": -1, "seats.castle.hand_goes": True}))
    given(GAME, *twice).when(TurnEnded(seat=CASTLE)).then(
        says("Castle ended the turn, and discarded the hand: Attack, Defense, Power, Magic Arrow"),
        table(**{"seats.castle.hand": [], "seats.castle.hand_goes": False, "seats.castle.morale": -1}),
    )


@pytest.mark.parametrize("event", [MoraleGained(seat=NECROPOLIS), MoraleLost(seat=NECROPOLIS)])
def test_necropolis_has_no_morale(event: MoraleGained | MoraleLost) -> None:
    """R30."""
    given(GAME, *KINGDOMS).when(event).then(refused("ignores-morale", says="Necropolis ignores morale."))


@pytest.mark.parametrize(("seat", "follows"), [(CASTLE, 1), (NECROPOLIS, 0)])
def test_nothing_that_changes_morale_changes_that_of_necropolis(seat: str, follows: int) -> None:
    """R30."""
    for rises in (True, False):
        assert len([*events_of_morale(seat, "field", rises=rises)]) == follows


# --- spending it -----------------------------------------------------------------------------


def test_positive_morale_draws_a_card() -> None:
    given(GAME, *dealt(), UP).when(DRAW, rolled=("offense",)).then(
        followed(CardsDrawn(seat=CASTLE, cards=("offense",), source="morale")), table(**{"seats.castle.morale": 0})
    )
    given(GAME, *dealt()).when(DRAW).then(refused("no-morale"))


def test_or_discards_any_number_and_draws_as_many() -> None:
    cycled = MoraleSpent(seat=CASTLE, use="discard and draw", discarded=("attack", "power"))
    given(GAME, *dealt(), UP).when(cycled, rolled=("offense", "knowledge")).then(
        followed(
            CardsDiscarded(seat=CASTLE, count=2, cards=("attack", "power"), source="morale"),
            CardsDrawn(seat=CASTLE, count=2, cards=("offense", "knowledge"), source="morale"),
        ),
        table(**{"seats.castle.hand": ["defense", "magic-arrow", "offense", "knowledge"]}),
    )


def test_what_was_drawn_at_the_table_is_named() -> None:
    given(GAME, *dealt(), UP).when(DRAW.copy_with(drawn=("bless-1",))).then(table(**{"seats.castle.hand.4": "bless-1"}))


def test_or_rerolls_a_die_unless_an_option_forbids_it() -> None:
    reroll = MoraleSpent(seat=CASTLE, use="reroll a die")
    given(GAME, *KINGDOMS, UP).when(reroll).then(says("Castle spent morale: reroll a die"))
    given(GAME, *game("towns", options=("no-rerolls",)), UP).when(reroll).then(refused("no-rerolls"))


def test_in_a_tournament_a_search_is_done_again() -> None:
    again = MoraleSpent(seat=CASTLE, use="search again")
    looking = (UP, SearchBegun(seat=CASTLE, deck="spell", looked=("curse", "haste")))
    spec = given(GAME, *TOURNAMENT, *looking).when(again)
    spec.then(
        says("Castle spent morale: search again; discarded: Curse, Haste"),
        table(**{"discards.spell": ["curse", "haste"], "seats.castle.search.looked": []}),
    )
    spec.then_must("Castle: search 2 of the Spell deck")
    spec.then_no_prompt(CardKept)
    given(GAME, *TOURNAMENT, UP).when(again).then(refused("not-searching"))
    given(GAME, *dealt(), *looking).when(again).then(refused("wrong-mode"))


def test_of_a_split_deck_the_search_is_done_again_too() -> None:
    split = dealt(mode="tournament", factions=(CASTLE, DUNGEON), options=("split-decks",))
    looking = SearchBegun(seat=CASTLE, deck="artifact", part="major", looked=("head-of-legion",), count=1)
    spec = given(GAME, *split, UP, looking).when(MoraleSpent(seat=CASTLE, use="search again"))
    spec.then_must("Castle: search 1 of the Artifact deck")


def test_a_table_without_cards_spends_morale_too() -> None:
    given(GAME, *KINGDOMS, UP).when(DRAW).then(followed(), table(**{"seats.castle.morale": 0}))


# --- morale cards ----------------------------------------------------------------------------

CARDS = game("towns", options=("morale-cards",))


def gained(card: str) -> MoraleGained:
    return MoraleGained(seat=CASTLE, card=card)


def lost(card: str) -> MoraleLost:
    return MoraleLost(seat=CASTLE, card=card)


def test_morale_may_be_cards() -> None:
    given(GAME, *CARDS).when(gained("Bravery")).then(
        says("Castle gained morale: a card comes, Bravery"), table(**{"seats.castle.good_morale": ["Bravery"]})
    )
    given(GAME, *CARDS).when(MoraleLost(seat=CASTLE)).then(table(**{"seats.castle.bad_morale": [""]}))


def test_there_are_two_positive_cards_at_most_and_any_number_of_negative_ones() -> None:
    two = (*CARDS, gained("Bravery"), gained("Courage"))
    given(GAME, *two).when(gained("Luck")).then(table(**{"seats.castle.good_morale": ["Bravery", "Courage"]}))
    three = (*CARDS, lost("Fear"), lost("Panic"), lost("Gloom"))
    given(GAME, *three).then(table(**{"seats.castle.bad_morale": ["Fear", "Panic", "Gloom"]}))


def test_a_card_of_the_other_kind_goes_first_and_its_player_says_which() -> None:
    given(GAME, *CARDS, lost("Fear")).when(UP).then(table(**{"seats.castle.bad_morale": []}))
    spec = given(GAME, *CARDS, lost("Fear"), lost("Panic"))
    spec.when(gained("Panic")).then(table(**{"seats.castle.bad_morale": ["Fear"], "seats.castle.good_morale": []}))
    spec = given(GAME, *CARDS, lost("Fear"), lost("Panic")).when(UP)
    spec.then_must("Castle: which morale card goes?")
    gone = MoraleCardDiscarded(seat=CASTLE, positive=False, card="Fear")
    spec.when(gone.copy_with(card="Gloom")).then(refused("no-such-morale"))
    spec.when(gone).then(says("Castle discarded a morale card: Fear"), table(**{"seats.castle.bad_morale": ["Panic"]}))


def test_a_used_morale_card_goes_back() -> None:
    two = (*CARDS, gained("Bravery"), gained("Courage"))
    given(GAME, *two).when(MoraleCardUsed(seat=CASTLE, card="Courage", effect="a reroll")).then(
        says("Castle used the morale card Courage: a reroll"), table(**{"seats.castle.good_morale": ["Bravery"]})
    )
    given(GAME, *two).when(MoraleCardUsed(seat=CASTLE, card="Fear")).then(refused("no-such-morale"))
    given(GAME, *CARDS, MoraleLost(seat=CASTLE)).when(MoraleCardUsed(seat=CASTLE, card="Fear")).then(
        table(**{"seats.castle.bad_morale": []})
    )
