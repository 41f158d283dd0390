"""An enemy's turn is drawn large: what its card says of its attack, and what waits for the shields of its target."""

from companion.testing import given
from domain.framework.events.event import Event
from domain.framework.views.board import Face, Piece
from domain.games.agemonia import GAME
from domain.games.agemonia.console.enemy_turns import EnemyAttackDeclared
from domain.games.agemonia.console.rounds import InitiativeCardRevealed
from domain.games.agemonia.console.turns import TurnEnded
from domain.games.agemonia.display.fight import scenario_console
from domain.games.agemonia.display.strikes import strike_faces
from domain.games.agemonia.state.table import Agemonia
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, ONE, VENIA, Events, at, enemy, turns

CARD = {"attack": "melee", "damage": 2, "ability": "agility", "ability_or": "will", "condition": "bleeding"}
ORDER = ("ally red", "enemy red", "ally green")


def fight(*events: Event[object], **card: object) -> Agemonia:
    """A fight at the turn of the first enemy."""
    before: Events = (*FIGHTING, *enemy(2, **{**CARD, **card}), *turns(*ORDER), TurnEnded(figure=LUNARA))
    found: Agemonia = given(GAME, *before, *events).play.campaign.table
    return found


def now(table: Agemonia) -> Piece:
    """What happens now in the fight."""
    console = scenario_console(table)
    assert console
    (piece,) = console.now
    assert piece.look == "moment"
    return piece


def said(face: Face) -> tuple[str, list[tuple[str, str]]]:
    """A card as it is seen: its name, and the signs on it."""
    return str(face.name), [(sign.icon, sign.shown) for sign in face.signs]


def test_the_attack_of_the_enemy_at_turn_stands_large_above_whom_it_may_hit() -> None:
    piece = now(fight())
    assert [said(face) for face in piece.faces] == [
        ("melee", [("wound", "2")]),
        ("agility", [("shield", "")]),
        ("will", [("shield", "")]),
        ("Bleeding", [("ill", "")]),
    ]
    assert [row.key for row in piece.rows] == ["hits-lunara", "hits-venia"]


def test_an_attack_on_stamina_says_so() -> None:
    faces = now(fight(damage=0, stamina=3, condition=None)).faces
    assert said(faces[0]) == ("melee", [("chip", "3")])


def test_of_a_card_that_nobody_typed_in_nothing_is_told() -> None:
    assert list(now(fight(attack=None, damage=0, ability=None, ability_or=None, condition=None)).faces) == []


def test_the_initiative_card_says_what_it_does_and_places_whom_first() -> None:
    places = at(venia="A", skitterer_1="A", lunara="B")
    card = InitiativeCardRevealed(order=ORDER, actions={"red": "claw"}, horn=("red",))
    found: Agemonia = given(
        GAME, *FIGHTING, *enemy(2, **CARD), *turns()[:-1], card, TurnEnded(figure=LUNARA), *places
    ).play.campaign.table
    piece = now(found)
    assert [str(mark) for mark in piece.marks] == ["claw", "first against Venia"]
    assert said(piece.faces[-1]) == ("horn", [("spark", "")])


def test_an_attack_that_waits_shows_how_strong_it_is_and_the_shields_that_were_rolled() -> None:
    table = fight(EnemyAttackDeclared(figure=ONE, target=VENIA, attack="melee", value=4, ability="strength"))
    assert [said(face) for face in now(table).faces][:2] == [
        ("damage", [("wound", "4")]),
        ("strength", [("shield", "")]),
    ]
    assert table.scene.strike
    table.scene.strike.successes = 3
    assert said(list(strike_faces(table, table.scene.strike))[-1]) == ("rolled", [("shield", "3")])
    assert str(now(table).note) == "1 damage left"
