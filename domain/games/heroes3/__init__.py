"""Heroes of Might and Magic III: The Board Game: factions explore a map, build towns, and fight."""

from functools import partial
from importlib.resources import files

from domain.framework.cards.packs import read_pack
from domain.framework.game import Game, WhoseTurn
from domain.framework.text import Term, text
from domain.games.faces import FACES
from domain.games.heroes3.base import TURNS
from domain.games.heroes3.collection import convert_collection
from domain.games.heroes3.display.board import board, plan_to_choose
from domain.games.heroes3.display.ending import ending
from domain.games.heroes3.display.fights import unit_at_turn
from domain.games.heroes3.display.prompts import prompts
from domain.games.heroes3.display.series import PLOTS, outcomes, series
from domain.games.heroes3.display.sheets import sheets
from domain.games.heroes3.events import EVENTS, compelled
from domain.games.heroes3.setup.players import FIRST_EVENING, TRACKING_SETS, GameSetUp
from domain.games.heroes3.state.kinds import KINDS
from domain.games.heroes3.state.table import Heroes3

PACK = read_pack(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"), KINDS).content


def turn_shown(table: Heroes3) -> WhoseTurn | None:
    """The faction at turn; in a combat, the unit at turn and its player."""
    seat = TURNS.whose_turn(table)
    if seat and (acting := unit_at_turn(table)):
        player, unit = acting
        return WhoseTurn(unit, player if player in table.seats else "")
    return WhoseTurn(table.called("factions", seat), seat) if seat else None


GAME = Game(
    key="heroes3",
    name=Term("Heroes of Might and Magic III: The Board Game", "魔法门之英雄无敌III：桌面游戏"),
    seats=(1, 6),
    face=FACES["heroes3"],
    rivals=True,
    table=Heroes3,
    opening=GameSetUp,
    tracking=GameSetUp,
    tracking_sets=TRACKING_SETS,
    first_evening=FIRST_EVENING,
    own_events=EVENTS,
    prompts=prompts,
    sheets=sheets,
    board=board,
    compels=compelled,
    plan=plan_to_choose,
    series=series,
    plots=PLOTS,
    outcomes=outcomes,
    ending=ending,
    turn=turn_shown,
    round_name=text("Round[ {round}]"),
    chapter_name=text("Scenario[ {chapter}]"),
    converted_pages=partial(convert_collection, PACK),
    pack=PACK,
)
