"""Movement points: gained by basic moves and cards, spent by moving, gone at the end of the turn."""

from typing import Any

import pytest

from companion.testing import followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.framework.table import Table
from domain.games.odalin import GAME
from domain.games.odalin.campaign.party import CampaignSetUp
from domain.games.odalin.combat.actions import BasicMoveTaken
from domain.games.odalin.combat.attacks import AttackDeclared
from domain.games.odalin.combat.conditions import ConditionsGained
from domain.games.odalin.combat.movement import Moved, MovementGained, MovementSet
from domain.games.odalin.combat.rounds import TurnEnded
from domain.games.odalin.display.heroes import hero_piece
from domain.games.odalin.heroes.cards import CardMoved, SleeveNamed
from domain.games.odalin.state.table import Odalin
from tests.domain.games.odalin.opening import ANA, BEN, IMP, PARTY

LEFT = "heroes.Ana.movement"
MOVE = BasicMoveTaken(hero=ANA)


def in_hand(**fields: Any) -> tuple[Event[Any], ...]:
    """Ana at turn with a card in hand, of which some numbers are known."""
    card = ContentAdded(kind="action-cards", id="dash", fields={"en": "Dash", "half": "upper", **fields})
    away, back = (CardMoved(hero=ANA, sleeve="Ana 1", zone=zone) for zone in ("removed", "hand"))
    return (card, *PARTY[:-1], SleeveNamed(hero=ANA, sleeve="Ana 1", hero_card="dash"), away, PARTY[-1], back)


DASH = AttackDeclared(hero=ANA, sleeve="Ana 1", target=IMP, damage=2)


def shown(table_: Table) -> list[str]:
    """The movement points on the board and on the strip, for the hero at turn."""
    assert isinstance(table_, Odalin)
    piece = hero_piece(table_, ANA)
    numbers = [one for icon, one in piece.handle.numbers if icon == "run"] if piece.handle else []
    return [one.shown for one in (*piece.counters, *numbers) if str(one.label) == "Movement points"]


def test_a_basic_move_and_a_card_give_points_that_add_up() -> None:
    """EX-25: 3 and 4 make 7."""
    spec = given(GAME, *in_hand(movement=4), MOVE).when(DASH)
    spec = spec.then(followed(MovementGained(hero=ANA, amount=4, source="action card", points=4)), table(**{LEFT: 7}))
    assert shown(spec.play.campaign.table) == ["7", "7"]
    spec.then(says("Ana attacked Imp 1 with Dash", "Ana gained 4 movement points (action card)"))


def test_moving_uses_the_points_that_there_are() -> None:
    spec = given(GAME, *PARTY, MOVE).then_prompts("Move: 3 movement points left").when(Moved(hero=ANA, amount=2))
    spec = spec.then(says("Ana used 2 movement points"), table(**{LEFT: 1}))
    spec.and_then(Moved(hero=ANA, amount=2)).then(
        refused("too-far", bendable=False, says="1 movement point left, not 2")
    )
    spec.and_then(MOVE).then(table(**{LEFT: 4}))
    given(GAME, *PARTY, MOVE).when(Moved(hero=BEN, amount=1)).then(refused("not-your-turn"))


def test_the_points_are_gone_at_the_end_of_the_turn() -> None:
    spec = given(GAME, *PARTY, MOVE).when(TurnEnded(who=ANA)).then(table(**{LEFT: 0}))
    assert shown(spec.play.campaign.table) == []


@pytest.mark.parametrize(("condition", "lefts"), [("slowed", (1, 4)), ("quickened", (5, 8))])
def test_c_move_cond_what_slows_or_quickens_counts_once_a_turn(condition: str, lefts: tuple[int, int]) -> None:
    spec = given(GAME, *PARTY, ConditionsGained(whom=ANA, tokens={condition: 1})).when(MOVE)
    spec.then(table(**{LEFT: lefts[0]})).and_then(MOVE).then(table(**{LEFT: lefts[1]}))


def test_g10_what_slows_takes_the_rest_from_the_next_points() -> None:
    slowed = given(GAME, *PARTY, ConditionsGained(whom=ANA, tokens={"slowed": 1}))
    spec = slowed.when(MovementGained(hero=ANA, amount=1, source="boots")).then(table(**{LEFT: 0}))
    spec.and_then(MOVE).then(table(**{LEFT: 2}), says("Ana moved: 2 movement points"))


def test_a_card_of_unknown_movement_leaves_the_points_unknown_until_they_are_said() -> None:
    spec = given(GAME, *in_hand(damage=2), MOVE).when(DASH).then(table(**{LEFT: None}))
    assert shown(spec.play.campaign.table) == ["?", "?"]
    spec.when(Moved(hero=ANA, amount=1)).then(refused("movement-unknown", says="how many movement points Ana has"))
    spec.and_then(MovementGained(hero=ANA, amount=3)).then(table(**{LEFT: None}))
    said = spec.then_prompts("Ana: how many movement points?").and_then(MovementSet(hero=ANA, movement=5))
    said.then(table(**{LEFT: 5})).and_then(Moved(hero=ANA, amount=5)).then(table(**{LEFT: 0}))


def test_the_movement_of_a_card_is_typed_in_once() -> None:
    spec = given(GAME, *in_hand()).when(DASH.model_copy(update={"movement": 3})).then(table(**{LEFT: 3}))
    assert spec.play.campaign.table.thing("action-cards", "Ana 1")["movement"] == 3


def test_a_basic_attack_gives_no_points_and_leaves_none_unknown() -> None:
    spec = given(GAME, *PARTY, MOVE).when(AttackDeclared(hero=ANA, basic=True, target=IMP))
    spec.then(table(**{LEFT: 3}))


def test_a_table_without_turns_keeps_no_points() -> None:
    untracked = CampaignSetUp(tracks=("cards", "attacks", "rooms"))
    card = DASH.model_copy(update={"movement": 3})
    given(GAME, *in_hand(), untracked).when(card).then(followed(), table(**{LEFT: 0}))
