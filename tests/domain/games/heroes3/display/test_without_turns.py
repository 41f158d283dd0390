"""A table that keeps track of neither map nor cards follows no turns: each player acts at any time in a round."""

from domain.framework.game import PUBLIC
from domain.framework.views.board import pieces_of_board
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.announcing import CombatAnnounced
from domain.games.heroes3.state.table import Area
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, game
from tests.specs import Spec, given


def begun(*tracks: Area) -> Spec:
    return given(GAME, *game(*tracks, factions=(CASTLE, DUNGEON)))


def announcers(spec: Spec) -> list[object]:
    """The seats whose sheet announces a combat."""
    pieces = [part for piece in pieces_of_board(GAME.board(spec.play.campaign.table)) for part in (piece, *piece.parts)]
    return [ask.fields["seat"] for piece in pieces for ask in piece.asks if ask.event is CombatAnnounced]


def test_building_and_recruiting_have_a_name_among_what_comes_next() -> None:
    play = begun("towns").play
    assert [str(prompt.title) for prompt in play.campaign.prompts(PUBLIC)] == [
        "Castle: build", "Dungeon: build", "Castle: recruit a unit", "Dungeon: recruit a unit", "End round 1",
    ]  # fmt: skip


def test_a_combat_is_announced_on_every_sheet_or_on_none() -> None:
    assert announcers(begun("towns")) == []
    assert announcers(begun("towns", "combats")) == [CASTLE, DUNGEON]
    assert announcers(begun("towns", "cards", "combats")) == [CASTLE]
