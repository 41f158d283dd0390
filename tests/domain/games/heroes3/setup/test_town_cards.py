"""Town cards: what is dealt, who chooses from it, and what is passed on (城镇牌, p72)."""

from typing import Any

import pytest

from companion.testing import given, refused, says, table
from domain.games.heroes3 import GAME
from domain.games.heroes3.setup.players import FactionTaken, GameSetUp
from domain.games.heroes3.setup.town_cards import TownCardsDealt, cards_undealt
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, NECROPOLIS

TOWER = "tower"


def setup(*after: Any, **fields: Any) -> Any:
    """The setup of a game with town cards, and with the core game and the Tower."""
    return (
        GameSetUp(**{"options": ("town-cards",), "boxes": ("tower", "stretch-2"), "decks": ("towns",), **fields}),
        *after,
    )


ANN = TownCardsDealt(player="Ann", cards=(CASTLE, DUNGEON))
ANN_CHOSE = (ANN, FactionTaken(faction=CASTLE, player="Ann"))


def test_a_player_is_dealt_two_factions_of_the_boxes_in_the_game() -> None:
    """p72: cards of boxes that are not there are skipped."""
    spec = given(GAME, *setup()).then_must(TownCardsDealt)
    assert set(cards_undealt(spec.play.campaign.table)) == {CASTLE, DUNGEON, NECROPOLIS, TOWER}
    spec.when(TownCardsDealt(player="Ann"), rolled=(DUNGEON, TOWER)).then(
        TownCardsDealt(player="Ann", cards=(DUNGEON, TOWER)),
        table(town_cards={"Ann": [DUNGEON, TOWER]}),
        says("Town cards dealt to Ann: Dungeon, Tower"),
    )


def test_with_few_factions_one_is_dealt() -> None:
    dealt = TownCardsDealt(player="Ann", count=1)
    given(GAME, *setup()).when(dealt, rolled=(TOWER,)).then(table(town_cards={"Ann": [TOWER]}))


def test_the_player_chooses_one_of_the_cards() -> None:
    spec = given(GAME, *setup(ANN)).then_prompts("Ann plays Castle", "Ann plays Dungeon").then_no_prompt(TownCardsDealt)
    spec.when(FactionTaken(faction=TOWER, player="Ann")).then(
        refused("town-card-not-dealt", bendable=True, says="Castle, Dungeon")
    )
    spec.when(FactionTaken(faction=DUNGEON, player="Ann")).then(table(**{"seats.dungeon.player": "Ann"}))


def test_a_card_that_was_dealt_and_not_chosen_is_out_of_the_deck() -> None:
    there = given(GAME, *setup(*ANN_CHOSE)).play.campaign.table
    assert set(cards_undealt(there)) == {NECROPOLIS, TOWER}


def test_the_other_card_is_passed_on_and_the_next_player_draws_one() -> None:
    passed = TownCardsDealt(player="Bob", passed=True)
    spec = given(GAME, *setup(*ANN_CHOSE)).then_prompts(
        "Deal town cards to a player", "Pass the town card Dungeon on to the next player"
    )
    spec.when(passed, rolled=(TOWER,)).then(
        table(town_cards={"Ann": [CASTLE], "Bob": [DUNGEON, TOWER]}),
        says("Town cards dealt to Bob: Dungeon, Tower, the first one passed on"),
    )


def test_nothing_is_passed_on_before_the_player_has_chosen() -> None:
    passed = TownCardsDealt(player="Bob", passed=True)
    for before in ((), (ANN,)):
        given(GAME, *setup(*before)).when(passed).then(refused("none-passed", bendable=False))


@pytest.mark.parametrize(
    ("event", "code"),
    [
        (ANN, "dealt-already"),
        (TownCardsDealt(player="Bob", cards=(CASTLE, TOWER)), "faction-taken"),
        (TownCardsDealt(player="Bob", cards=(DUNGEON, TOWER)), "dealt-to-other"),
        (TownCardsDealt(player="Bob", cards=("cove", TOWER)), "no-such-box"),
    ],
)
def test_what_is_not_dealt(event: TownCardsDealt, code: str) -> None:
    given(GAME, *setup(*ANN_CHOSE)).when(event).then(refused(code))


def test_with_all_cards_dealt_no_more_are() -> None:
    last = TownCardsDealt(player="Bob", cards=(NECROPOLIS, TOWER))
    all_out = (*ANN_CHOSE, last, FactionTaken(faction=TOWER, player="Bob"))
    given(GAME, *setup(*all_out)).when(TownCardsDealt(player="Cid")).then(refused("too-few-towns"))


def test_without_the_option_factions_are_taken_as_the_players_like() -> None:
    plain = given(GAME, *setup(options=())).then_must(FactionTaken).then_no_prompt(TownCardsDealt)
    plain.when(ANN).then(refused("no-town-cards"))


def test_without_town_cards_no_faction_is_offered_when_all_of_the_boxes_are_taken() -> None:
    """The name of the player decides nothing then."""
    core = (
        GameSetUp(boxes=("core",)),
        *(FactionTaken(faction=one, player=one) for one in (CASTLE, DUNGEON, NECROPOLIS)),
    )
    given(GAME, *core).then_no_prompt(FactionTaken)
