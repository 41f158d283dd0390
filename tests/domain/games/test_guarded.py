"""Guards around the parts of an installed game: a part that fails is replaced, and no other game notices."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NoReturn

import pytest

from domain.framework.game import PUBLIC, AnyGame, no_turn
from domain.framework.refusal import RefusedAll
from domain.games.guarded import guard_game, is_unavailable
from domain.log.campaign import Campaign
from domain.log.entries import Memory
from tests import toy
from tests.house import House
from tests.toy import SeatTaken

WHY = "This part is unavailable: ZeroDivisionError"
DRAWN = ("board", "sheets", "waiting", "series", "outcomes", "ready", "ending", "plan", "picture", "turn")


def fails(*_: object) -> NoReturn:
    raise ZeroDivisionError("by a rule")


def faulty(*parts: str) -> AnyGame:
    """The toy game as an installed package, with parts that fail."""
    return guard_game(replace(toy.GAME, **dict.fromkeys(parts, fails)))  # type: ignore[arg-type]


def test_each_drawn_part_that_fails_has_a_replacement() -> None:
    game = faulty(*DRAWN)
    table = game.new_table()
    (piece,), (sheet,) = game.board(table), game.sheets(table)
    assert [str(piece.title), str(sheet.title), str(game.waiting(table))] == [WHY] * 3
    assert is_unavailable(game.board(table))
    assert (game.series(table), game.outcomes(table), game.ready(table)) == ({}, (), ())
    assert (game.ending(table), game.turn(table), game.plan(table, "", (), {}), game.picture(table, "", "", {})) == (
        (None,) * 4
    )


def test_a_failure_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    game = faulty("board")
    with caplog.at_level(logging.ERROR):
        for _ in range(3):
            game.board(game.new_table())
    assert caplog.messages == ["The part “board” of the game “toy” failed."]


def test_a_part_that_fails_while_it_is_read_has_failed() -> None:
    def sheets(_: Any) -> Iterator[object]:
        yield fails()

    game = guard_game(replace(toy.GAME, sheets=sheets))  # type: ignore[arg-type]
    assert [str(sheet.title) for sheet in game.sheets(game.new_table())] == [WHY]


def test_parts_that_work_and_parts_that_are_not_there_stay() -> None:
    game = guard_game(replace(toy.GAME, turn=no_turn))
    table = game.new_table()
    assert game.sheets(table) == toy.GAME.sheets(table)
    assert game.turn is no_turn
    assert not is_unavailable(game.board(table))


@pytest.mark.parametrize("part", ["prompts", "compels"])
def test_prompts_that_fail_are_one_that_says_so(part: str, caplog: pytest.LogCaptureFixture) -> None:
    game = faulty(part)
    (prompt,) = Campaign("0" * 32, game, Memory()).prompts(PUBLIC)
    assert str(prompt.title) == "What comes next is unavailable (ZeroDivisionError). Write a note"
    assert prompt.event.topic == "table.note-added"
    assert "The prompts of the game “toy” failed." in caplog.messages


def test_a_command_whose_rules_fail_is_refused_and_changes_nothing(house: House) -> None:
    id_ = house.new()
    faulty_house = House(house.path, (faulty("compels"),))
    with pytest.raises(RefusedAll, match="A rule of the installed game Harbour of Towers"):
        faulty_house.campaigns.record(id_, "seat-taken", {"seat": "Ann"}, house.command())
    faulty_house.close()
    house.record(id_, SeatTaken(seat="Ann"))
    with house.campaigns.open(id_) as live:
        assert [*live.table.chairs()] == ["Ann"]
