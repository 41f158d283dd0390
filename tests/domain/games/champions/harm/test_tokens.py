"""Damage on cards that are no characters."""

from companion.testing import given, refused, says, table
from domain.games.champions import GAME
from domain.games.champions.cards.entering import AttachmentEntered
from domain.games.champions.display.board import board
from domain.games.champions.harm import DamageMoved, DamageTokensPlaced, DamageTokensRemoved
from domain.games.champions.state.table import VILLAIN
from tests.domain.games.champions.moments import IN_PLAY, PLAYING, SPIDER, at

SUIT = "armored-rhino-suit"
ARMORED = (*PLAYING, *IN_PLAY, AttachmentEntered(name=SUIT, host=VILLAIN))
STRUCK = (*ARMORED, DamageTokensPlaced(card=SUIT, amount=3, source="an attack on Rhino"))


def test_armor_takes_damage_in_place_of_the_villain() -> None:
    given(GAME, *ARMORED).when(DamageTokensPlaced(card=SUIT, amount=3)).then(
        says("3 damage placed on Armored Rhino Suit"), table(**{f"play.{SUIT}.damage": 3, "villain.damage": 0})
    )


def test_no_more_is_taken_off_than_lies_there() -> None:
    given(GAME, *STRUCK).when(DamageTokensRemoved(card=SUIT, amount=4)).then(refused("not-enough", bendable=False))
    given(GAME, *STRUCK).when(DamageTokensRemoved(card=SUIT, amount=2)).then(table(**{f"play.{SUIT}.damage": 1}))


def test_characters_are_dealt_damage_instead() -> None:
    given(GAME, *ARMORED).when(DamageTokensPlaced(card="shocker")).then(refused("not-offered"))


def test_damage_moves_from_such_a_card_to_a_dial() -> None:
    given(GAME, *STRUCK).when(DamageMoved(target=SUIT, to=SPIDER, amount=2)).then(
        table(**{f"play.{SUIT}.damage": 1, "seats.spider-man.damage": 2})
    )


def test_f35_a_dial_takes_no_more_damage_than_it_has_left() -> None:
    heavy = (*ARMORED, DamageTokensPlaced(card=SUIT, amount=12))
    given(GAME, *heavy).when(DamageMoved(target=SUIT, to=SPIDER, amount=12)).then(
        table(**{f"play.{SUIT}.damage": 0, "seats.spider-man.damage": 10})
    )


def test_damage_on_a_card_is_counted_on_the_board_once_there_is_some() -> None:
    (bare,) = next(piece for piece in board(at(*ARMORED)) if piece.key == VILLAIN).rows
    assert ([*bare.counters], [str(ask.label) for ask in bare.asks]) == ([], ["Damage on it"])
    (struck,) = next(piece for piece in board(at(*STRUCK)) if piece.key == VILLAIN).rows
    assert [(counter.value, counter.up, counter.down) for counter in struck.counters] == [
        (3, DamageTokensPlaced(card=SUIT), DamageTokensRemoved(card=SUIT))
    ]
