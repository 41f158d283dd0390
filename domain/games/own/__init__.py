"""A game that a table describes in one file: what it keeps track of, without code."""

from importlib.resources import files

from domain.framework.content import load_pack
from domain.framework.game import Game
from domain.framework.text import Term, text
from domain.games.own.definition import changed_definition, game_by_definition
from domain.games.own.display import board, ending, outcomes, prompts, seats_ready, series, sheets, turn_shown
from domain.games.own.events import EVENTS
from domain.games.own.numbers import compelled
from domain.games.own.table import OwnTable

GAME = Game(
    key="own",
    name=Term("Your own game", "自定游戏"),
    seats=(1, 4),
    table=OwnTable,
    own_events=EVENTS,
    prompts=prompts,
    sheets=sheets,
    board=board,
    compels=compelled,
    turn=turn_shown,
    ready=seats_ready,
    series=series,
    outcomes=outcomes,
    ending=ending,
    round_name=text("Round[ {round}]"),
    chapter_name=text("Scenario[ {chapter}]"),
    by_pack=game_by_definition,
    changed_pack=changed_definition,
    pack=load_pack(files(__package__).joinpath("campaign.toml").read_text(encoding="utf-8")),
)
