"""What the board says of the moment at hand."""

from typing import Any

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.framework.views.board import Piece
from domain.games.odalin import GAME
from domain.games.odalin.combat.attacks import AttackDeclared
from domain.games.odalin.combat.balance import BalanceMoved
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.modes import AllyJoined
from domain.games.odalin.display.board import board
from domain.games.odalin.dungeon.rooms import HazardSuffered, RoomSetUp, TrapSprung
from domain.games.odalin.heroes.cards import CardMoved, SleeveNamed
from tests.domain.games.odalin.opening import ANA, BEN, IMP, PARTY, fight, party


def piece(name: str, *events: Event[Any]) -> Piece:
    return next(piece for piece in board(given(GAME, *events).play.campaign.table) if piece.key == name)


def test_c_move_cond_who_is_at_turn_reads_what_slows_or_quickens_it() -> None:
    slowed, quickened = (ConditionsGained(whom=ANA, tokens={one: 1}) for one in ("slowed", "quickened"))
    assert "2 movement points fewer" in map(str, piece("hero-Ana", *PARTY, slowed).marks)
    assert "2 movement points more" in map(str, piece("hero-Ana", *PARTY, quickened).marks)
    waiting = ConditionsGained(whom=BEN, tokens={"slowed": 1})
    assert "2 movement points fewer" not in map(str, piece("hero-Ben", *PARTY, waiting).marks)


def test_c_mp_an_attack_says_how_far_its_card_moves() -> None:
    dash = ContentAdded(kind="action-cards", id="dash", fields={"en": "Dash", "kind": "attack", "movement": 4})
    named = SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="dash")
    away = CardMoved(hero=ANA, sleeve="Ana 1", zone="removed")
    events = (dash, *PARTY[:-1], named, away, PARTY[-1], CardMoved(hero=ANA, sleeve="Ana 1", zone="hand"))
    shown = piece("attack", *events, AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP, damage=2))
    assert "moves 4" in map(str, shown.marks)


def test_who_is_hurt_by_what_lies_in_the_room_is_said_with_a_tap_on_it() -> None:
    """3.22, and the end of a turn in 5.3: nobody tracks where they stand."""
    room = RoomSetUp(entry="1", tokens={"chest": 1, "trap": 2}, terrain=("fire", "order-rune"), quiet=True)
    found = piece("room", *party(), room).chips
    assert [(str(chip.name), chip.opens and chip.opens.event) for chip in found] == [
        ("Chest", None),
        ("Trap", TrapSprung),
        ("Fire", HazardSuffered),
        ("Order rune", None),
    ]


def test_hit_points_that_nobody_typed_in_are_unknown_not_none() -> None:
    rows = piece("villains", *fight(), AllyJoined(name="Miller")).rows
    (miller,) = (row for row in rows if str(row.title) == "Miller")
    assert miller.counters[0].value is None


def test_the_balance_is_moved_by_a_tap() -> None:
    counter = piece("party", *fight(system="balance track")).counters[0]
    assert (counter.up, counter.down) == (BalanceMoved(side="order", amount=1), BalanceMoved(side="chaos", amount=1))
