"""Runewars: two to four factions at war for the dragon runes, over six years of four seasons."""

from importlib.resources import files

from domain.cards.packs import read_pack
from domain.game import Game
from domain.games.runewars import excess
from domain.games.runewars.base import whose_turn
from domain.games.runewars.display.prompts import prompts
from domain.games.runewars.display.series import PLOTS, series
from domain.games.runewars.display.sheets import sheets
from domain.games.runewars.heroes.events import EVENTS as HERO_EVENTS
from domain.games.runewars.march import effects
from domain.games.runewars.realm import (
    bids,
    building,
    cards,
    cities,
    dials,
    elimination,
    harvest,
    holdings,
    influence,
    objectives,
    power,
    recruiting,
)
from domain.games.runewars.march import activation, answers, by_cards, diplomacy, strategize
from domain.games.runewars.realm import holdings
from domain.games.runewars.runes import gains, handling, victory
from domain.games.runewars.setup import areas, filling, homes, laying, maps, players, quests, starting
from domain.games.runewars.state.kinds import KINDS
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war import aftermath, battles, fortifications, outcome, rounds, volleys
from domain.games.runewars.war import effects as war_effects
from domain.games.runewars.year import autumn, orders, seasons, turns
from domain.games.runewars.war import aftermath, battles, effects, fortifications, outcome, rounds, volleys
from domain.games.runewars.year import orders, seasons, turns
from domain.shown.sheet import Said
from domain.text import Term, text


def at_turn(table: Runewars) -> Said:
    """Whose turn it is, for the strip."""
    seat = whose_turn(table)
    return table.called("seats", seat) if seat else ""


GAME = Game(
    key="runewars",
    name=Term("Runewars", "符文战争"),
    seats=(2, 4),
    table=Runewars,
    opening=players.WarSetUp,
    own_events=(
        *players.EVENTS,
        *quests.EVENTS,
        *laying.EVENTS,
        *homes.EVENTS,
        *maps.EVENTS,
        *areas.EVENTS,
        *filling.EVENTS,
        *starting.EVENTS,
        *seasons.EVENTS,
        *orders.EVENTS,
        *turns.EVENTS,
        *autumn.EVENTS,
        *holdings.EVENTS,
        *excess.EVENTS,
        *effects.EVENTS,
        *dials.EVENTS,
        *harvest.EVENTS,
        *building.EVENTS,
        *recruiting.EVENTS,
        *cities.EVENTS,
        *influence.EVENTS,
        *power.EVENTS,
        *bids.EVENTS,
        *cards.EVENTS,
        *objectives.EVENTS,
        *elimination.EVENTS,
        *activation.EVENTS,
        *strategize.EVENTS,
        *diplomacy.EVENTS,
        *answers.EVENTS,
        *by_cards.EVENTS,
        *gains.EVENTS,
        *handling.EVENTS,
        *victory.EVENTS,
        *battles.EVENTS,
        *effects.EVENTS,
        *volleys.EVENTS,
        *rounds.EVENTS,
        *fortifications.EVENTS,
        *outcome.EVENTS,
        *aftermath.EVENTS,
        *HERO_EVENTS,
    ),
    prompts=prompts,
    sheets=sheets,
    turn=at_turn,
    series=series,
    plots=PLOTS,
    pack=read_pack(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"), KINDS).content,
    round_name=text("Season[ {round}]"),
    rounds=(Term("Spring", "春季"), Term("Summer", "夏季"), Term("Autumn", "秋季"), Term("Winter", "冬季")),
    chapter_name=text("Year[ {chapter}]"),
    rivals=True,
)
