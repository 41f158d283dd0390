"""Marvel Champions: The Card Game: one to four heroes against a villain and its scheme."""

from importlib.resources import files

from domain.framework.cards.packs import read_pack
from domain.framework.game import Game
from domain.framework.text import Term, text
from domain.games.champions.display.board import board, say_enemies_waiting, turn_shown
from domain.games.champions.display.ending import ending
from domain.games.champions.display.prompts import prompts
from domain.games.champions.display.series import PLOTS, outcomes, series
from domain.games.champions.display.sheets import sheets
from domain.games.champions.events import EVENTS
from domain.games.champions.outside import convert_database
from domain.games.champions.setup.players import TRACKING_SETS, TableOpened
from domain.games.champions.state.kinds import KINDS
from domain.games.champions.state.table import Champions
from domain.games.faces import FACES

GAME = Game(
    key="champions",
    name=Term("Marvel Champions", "漫威传奇再起"),
    seats=(1, 4),
    face=FACES["champions"],
    table=Champions,
    opening=TableOpened,
    tracking=TableOpened,
    tracking_sets=TRACKING_SETS,
    own_events=EVENTS,
    prompts=prompts,
    sheets=sheets,
    board=board,
    ending=ending,
    turn=turn_shown,
    waiting=say_enemies_waiting,
    series=series,
    plots=PLOTS,
    outcomes=outcomes,
    bgg=285774,
    converted=convert_database,
    pack=read_pack(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"), KINDS).content,
    round_name=text("Round[ {round}]"),
    chapter_name=text("Game[ {chapter}]"),
)
