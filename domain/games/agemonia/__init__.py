"""Agemonia: a co-operative story campaign of city, journey and scenario steps."""

from importlib.resources import files

from domain.framework.cards.packs import read_pack
from domain.framework.game import Game
from domain.framework.text import Term, text
from domain.games.agemonia.campaign import party
from domain.games.agemonia.console.initiative import heroes_ready, turn_shown
from domain.games.agemonia.display.board import board
from domain.games.agemonia.display.ending import ending
from domain.games.agemonia.display.prompts import prompts
from domain.games.agemonia.display.series import PLOTS, outcomes, series
from domain.games.agemonia.display.sheets import sheets
from domain.games.agemonia.events import EVENTS
from domain.games.agemonia.state.kinds import KINDS
from domain.games.agemonia.state.table import Agemonia
from domain.games.faces import FACES

GAME = Game(
    key="agemonia",
    name=Term("Agemonia", "艾吉莫尼亚"),
    seats=(1, 4),
    face=FACES["agemonia"],
    bgg=270871,
    table=Agemonia,
    opening=party.CampaignSetUp,
    tracking=party.CampaignSetUp,
    tracking_sets=party.TRACKING_SETS,
    own_events=EVENTS,
    prompts=prompts,
    sheets=sheets,
    board=board,
    ending=ending,
    turn=turn_shown,
    ready=heroes_ready,
    series=series,
    plots=PLOTS,
    outcomes=outcomes,
    round_name=text("Campaign round[ {round}]"),
    pack=read_pack(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"), KINDS).content,
)
