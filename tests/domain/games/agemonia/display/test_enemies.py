"""An enemy on the board: what is printed on its card, what the initiative card gives it, and its models."""

from typing import Any

import pytest

from domain.games.agemonia.display.fight import enemy_piece
from domain.games.agemonia.state.scenario import Enemy, Figure, InitiativeCard, Token
from domain.games.agemonia.state.table import Agemonia, Hero


def board(card: InitiativeCard | None = None, phase: str = "turns", **enemy: Any) -> Agemonia:
    table = Agemonia.model_validate({"scene": {"phase": phase}})
    table.scene.enemies["wolf"] = Enemy.model_validate({"symbol": "red", "shield": 0, "provoke": 0, **enemy})
    table.scene.initiative = card
    return table


def marks(table: Agemonia) -> list[str]:
    return [str(mark) for mark in enemy_piece(table, "wolf", "").marks]


CLAW = InitiativeCard(actions={"red": "claw"})


@pytest.mark.parametrize(
    ("table", "shown"),
    [
        (board(), []),
        (board(CLAW), ["claw"]),
        (board(CLAW, phase="select"), []),
        (board(None), []),
        (board(CLAW, symbol="blue"), []),
        (board(shield=2), ["Shield 2"]),
        (board(shield=1, provoke=2, retaliate=3), ["Shield 1", "Provoke 2", "Retaliate 3"]),
        (board(shield=None, provoke=None), ["Shield ?", "Provoke ?"]),
        (board(defeated=2), ["defeated: 2"]),
        (board(CLAW, shield=1, defeated=1), ["claw", "Shield 1", "defeated: 1"]),
    ],
)
def test_its_card_says_what_is_printed_and_in_the_turns_what_the_initiative_card_gives_it(
    table: Agemonia, shown: list[str]
) -> None:
    assert marks(table) == shown


def test_the_side_of_its_board_is_told_by_how_many_models_there_are() -> None:
    sides = [marks(board(models=count)) for count in (0, 1, 2, 6, 7, 8)]
    assert (sides[0], sides[2], sides[4]) == ([], sides[3], sides[5])
    assert len({str(side) for side in sides}) == 4


def test_its_models_are_rows_in_the_order_of_their_numbers() -> None:
    table = board(figures={number: Figure(health=3, most=3) for number in ("10", "2", "x")})
    piece = enemy_piece(table, "wolf", "")
    assert ([str(row.title) for row in piece.rows], piece.note) == (["x", "2", "10"], "")
    assert [str(ask.label) for ask in piece.asks] == ["Put more on the map", "Condition"]
    uncounted = enemy_piece(board(figures={"1": Figure(health=3, most=3), "2": Figure()}), "wolf", "")
    assert (str(uncounted.asks[-1].label), uncounted.asks[-1].fields) == ("Defeat an enemy", {"figure": "wolf 2"})
    empty = enemy_piece(board(), "wolf", "")
    assert (empty.rows, str(empty.note), [str(ask.label) for ask in empty.asks]) == (
        [],
        "None on the map.",
        ["Put more on the map"],
    )


@pytest.mark.parametrize(
    ("health", "endless", "marks"),
    [
        (None, True, ["∞", "spawned this round", "3", "totem"]),
        (None, False, ["?", "spawned this round", "3", "totem"]),
        (2, False, ["spawned this round", "3", "totem"]),
    ],
)
def test_a_model_is_shown_with_where_it_stands_and_what_lies_on_it(
    health: int | None, endless: bool, marks: list[str]
) -> None:
    table = board(endless=endless, figures={"1": Figure(health=health, most=health, spawned=2)})
    table.scene.round, table.scene.places = 2, {"wolf 1": "3"}
    table.scene.tokens = {"totem": Token(where="wolf 1"), "other": Token(where="3")}
    (row,) = enemy_piece(table, "wolf", "").rows
    assert ([str(mark) for mark in row.marks], len(row.counters)) == (marks, 0 if health is None else 1)


@pytest.mark.parametrize(
    ("active", "done", "look", "pads"),
    [("lunara", [], "", 1), ("", [], "", 0), ("wolf 1", [], "active", 0), ("lunara", ["wolf 1"], "done", 1)],
)
def test_who_is_at_turn_hits_a_model_by_a_tap(active: str, done: list[str], look: str, pads: int) -> None:
    table = board(figures={"1": Figure(health=3, most=3)})
    table.heroes["lunara"] = Hero()
    table.scene.done = done
    (row,) = enemy_piece(table, "wolf", active).rows
    assert (row.look, len(row.pads)) == (look, pads)


def test_while_nobody_typed_its_shield_a_tap_says_it_instead_of_a_hit() -> None:
    table = board(shield=None, figures={"1": Figure(health=3, most=3)})
    table.heroes["lunara"] = Hero()
    (row,) = enemy_piece(table, "wolf", "lunara").rows
    assert [str(label) for label, _ in row.pads] == ["Shield on its card:"]
