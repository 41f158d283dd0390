"""Odalin: Dungeons of Doom: a campaign of heroes who carry the souls of Demon Lords through dungeons."""

from importlib.resources import files

from domain.framework.cards.packs import read_pack
from domain.framework.game import Game, WhoseTurn
from domain.framework.text import Term, text
from domain.games.faces import FACES
from domain.games.odalin.base import has_turns
from domain.games.odalin.campaign.party import FIRST_EVENING, TRACKING_SETS, CampaignSetUp
from domain.games.odalin.display.board import board
from domain.games.odalin.display.ending import ending
from domain.games.odalin.display.prompts import prompts
from domain.games.odalin.display.series import PLOTS, outcomes, series
from domain.games.odalin.display.sheets import sheets
from domain.games.odalin.events import EVENTS, compelled
from domain.games.odalin.state.kinds import KINDS
from domain.games.odalin.state.table import Odalin


def turn_shown(table: Odalin) -> WhoseTurn | None:
    """The hero or villain at turn; None if turns are not tracked or no one is at turn."""
    who = table.at_turn if has_turns(table) else ""
    return WhoseTurn(table.called("combatants", who), who if who in table.heroes else "") if who else None


GAME = Game(
    key="odalin",
    name=Term("Odalin: Dungeons of Doom", "奥达兰：末日地牢"),
    seats=(1, 4),
    face=FACES["odalin"],
    table=Odalin,
    opening=CampaignSetUp,
    tracking=CampaignSetUp,
    tracking_sets=TRACKING_SETS,
    first_evening=FIRST_EVENING,
    own_events=EVENTS,
    prompts=prompts,
    sheets=sheets,
    board=board,
    compels=compelled,
    series=series,
    plots=PLOTS,
    outcomes=outcomes,
    ending=ending,
    turn=turn_shown,
    round_name=text("Round[ {round}]"),
    chapter_name=text("Day[ {chapter}]"),
    pack=read_pack(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"), KINDS).content,
)
