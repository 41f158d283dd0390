"""A table that keeps track of neither map nor cards follows no turns: each player acts at any time in a round."""

from companion.testing import Spec, given, refused, table
from domain.framework.game import PUBLIC
from domain.framework.offers.prompt_list import next_prompt, seats_of
from domain.framework.views.board import pieces_of_board
from domain.games.heroes3 import GAME
from domain.games.heroes3.combat.announcing import CombatAnnounced
from domain.games.heroes3.rounds import RoundEnded, TurnEnded
from domain.games.heroes3.state.table import Area
from tests.domain.games.heroes3.opening import CASTLE, DUNGEON, game


def begun(*tracks: Area) -> Spec:
    return given(GAME, *game(*tracks, factions=(CASTLE, DUNGEON)))


def announcers(spec: Spec) -> list[object]:
    """The seats whose sheet announces a combat."""
    pieces = [part for piece in pieces_of_board(GAME.board(spec.play.campaign.table)) for part in (piece, *piece.parts)]
    return [ask.fields["seat"] for piece in pieces for ask in piece.asks if ask.event is CombatAnnounced]


def test_building_and_recruiting_have_a_name_among_what_comes_next() -> None:
    play = begun("towns").play
    assert [str(prompt.title) for prompt in play.campaign.prompts(PUBLIC)] == [
        "Castle: build", "Dungeon: build", "Castle: recruit a unit", "Dungeon: recruit a unit",
        "Castle: hire a secondary hero", "Dungeon: hire a secondary hero",
        "Castle: end the turn", "End round 1",
        "Announce a combat", "Gain resources", "Raise an income", "Lose a unit",
    ]  # fmt: skip


def test_with_towns_each_player_ends_a_turn_before_the_round_is_the_next_to_end() -> None:
    """The acts of a turn come before its end, and no player waits for another (p16)."""
    spec = begun("towns").then_next("Castle: end the turn").then_prompts("End round 1")
    spec.then_skips(RoundEnded, "the turn of Castle", "the turn of Dungeon")
    spec.when(TurnEnded(seat=DUNGEON)).then(table(**{"seats.dungeon.done": True})).then_next("Castle: end the turn")
    all_ended = (TurnEnded(seat=DUNGEON), TurnEnded(seat=CASTLE))
    over = given(GAME, *game("towns", factions=(CASTLE, DUNGEON)), *all_ended)
    over.then_next("End round 1").then_prompts("Castle: build")
    over.when(TurnEnded(seat=CASTLE)).then(refused("turn-taken", bendable=False, says="Castle"))
    over.when(RoundEnded()).then(table(round=2)).then_next("Castle: end the turn")


def test_a_seat_that_has_ended_its_turn_is_asked_for_nothing() -> None:
    """Its phone shows the end of the round as a may, until all have ended theirs."""
    spec = begun("towns").when(TurnEnded(seat=CASTLE))
    prompts = spec.play.campaign.prompts(PUBLIC)
    own = [one for one in prompts if seats_of(one, spec.play.campaign.table) <= {CASTLE}]
    assert next_prompt(prompts, own) is None
    assert [str(one.title) for one in prompts][:2] == ["Dungeon: build", "Castle: build"]


def test_without_towns_a_round_is_a_single_step() -> None:
    begun().then_next("End round 1").then_no_prompt(TurnEnded)


def test_a_combat_is_announced_on_every_sheet_or_on_none() -> None:
    assert announcers(begun("towns")) == []
    assert announcers(begun("towns", "combats")) == [CASTLE, DUNGEON]
    assert announcers(begun("towns", "cards", "combats")) == [CASTLE]
