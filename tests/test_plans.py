"""Plans of the golden logs: each space has its ground, and each sign on it says what it means."""

from collections.abc import Iterator

import pytest

from domain.framework.game import AnyGame
from domain.framework.views.board import Piece, Plan, pieces_of_board
from domain.games import BY_KEY
from domain.games.heroes3 import GAME as HEROES3
from domain.games.runewars import GAME as RUNEWARS
from tests.moments import moments_of


def plans_in(pieces: Iterator[Piece]) -> Iterator[Plan]:
    for piece in pieces:
        if piece.plan:
            yield piece.plan
        yield from plans_in(iter(piece.parts))


def plans_of(game: AnyGame) -> list[Plan]:
    """The plans on the boards of all moments of a game."""
    boards = (game.board(moment.play_on().campaign.table) for moment in moments_of(game))
    return [plan for board in boards for plan in plans_in(iter(pieces_of_board(board)))]


@pytest.mark.parametrize("game", BY_KEY.values(), ids=BY_KEY)
def test_each_sign_on_a_plan_says_what_it_means(game: AnyGame) -> None:
    signs = {(badge.icon, badge.kind) for plan in plans_of(game) for space in plan.spaces for badge in space.badges}
    assert [icon for icon, kind in signs if not kind] == []


@pytest.mark.parametrize(
    ("game", "kinds"),
    [(HEROES3, {"land", "field", "town", "rock", "fog"}), (RUNEWARS, {"field", "wood", "stone"})],
    ids=["heroes3", "runewars"],
)
def test_a_map_has_grounds_of_several_kinds(game: AnyGame, kinds: set[str]) -> None:
    assert kinds <= {space.kind for plan in plans_of(game) for space in plan.spaces}
