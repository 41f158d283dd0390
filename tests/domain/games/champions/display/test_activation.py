"""An activation is drawn large: the enemy with its number and boost cards, and whom it strikes."""

from domain.framework.views.board import Face, Piece
from domain.games.champions.display.board import board
from domain.games.champions.enemies.activations import ActivationChanged, ActivationStarted
from domain.games.champions.enemies.boosts import AttackUndefended, BoostCardTurnedUp, DefenderDeclared
from tests.domain.games.champions.moments import IRON, SPIDER, STEP_BY_STEP, Events, at, villain_phase

ATTACK: Events = (*STEP_BY_STEP, ActivationStarted(enemy="villain", seat=SPIDER))


def activation(*events: Events) -> Piece:
    """What happens now, which is the first piece of the board that is one."""
    (piece,) = [one for one in board(at(*(event for some in events for event in some))) if one.look == "moment"]
    assert piece.key == "activation"
    return piece


def said(faces: object) -> list[tuple[str, str]]:
    """Cards as they are seen: the name and the number of each."""
    found: list[Face] = list(faces)  # type: ignore[call-overload]
    return [(str(face.name), "".join(sign.shown for sign in face.signs)) for face in found]


def test_an_attack_shows_the_number_of_the_enemy_and_its_boost_card_face_down() -> None:
    enemy, target = activation(ATTACK).inside
    assert (str(enemy.title), said(enemy.faces)) == ("Rhino I attacks", [("ATK", "2"), ("face down", "")])
    assert (str(target.title), list(target.faces)) == ("Spider-Man is attacked", [])
    assert (target.counters[0].value, target.counters[0].up, target.counters[0].down) == (10, None, None)


def test_who_defends_shows_the_defense_and_boost_cards_what_comes_on_top() -> None:
    defended = (DefenderDeclared(defender=SPIDER), BoostCardTurnedUp(icons=1), ActivationChanged(by=2))
    piece = activation(ATTACK, defended)
    enemy, target = piece.inside
    assert said(enemy.faces) == [("ATK", "2"), ("boost card", "+1"), ("by a card", "+2")]
    assert (str(target.title), said(target.faces)) == ("Spider-Man defends", [("DEF", "3")])
    assert str(piece.note) == "Rhino I strikes Spider-Man: 2 damage"


def test_that_nobody_defends_is_told() -> None:
    assert "no defender" in [str(mark) for mark in activation(ATTACK, (AttackUndefended(),)).marks]


def test_a_scheme_shows_the_threat_there_is() -> None:
    enemy, target = activation(STEP_BY_STEP, (ActivationStarted(enemy="villain", seat=IRON, because="card"),)).inside
    assert (str(enemy.title), said(enemy.faces)[0]) == ("Rhino I schemes", ("SCH", "1"))
    assert str(target.title).startswith("Threat on ")
    assert target.counters[0].of == 14


def test_a_table_of_dials_sees_the_first_activation_with_a_number_that_nobody_knows() -> None:
    piece = activation(villain_phase())
    enemy, _ = piece.inside
    assert said(enemy.faces) == [("SCH", "?")]
    assert list(piece.buttons) == []
