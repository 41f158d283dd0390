"""Runewars: two to four factions at war for the dragon runes, over six years of four seasons."""

from collections.abc import Collection, Iterator
from importlib.resources import files

from domain.components.agenda import due_prompts, events_by_name
from domain.framework.cards.packs import read_pack
from domain.framework.fields.feasibility import may_be_recorded
from domain.framework.game import Game, Prompt, WhoseTurn
from domain.framework.offers.prompt_list import seats_of
from domain.framework.text import Term, text
from domain.framework.views.sheet import Said
from domain.games.faces import FACES
from domain.games.runewars.base import RunewarsEvent, whose_turn
from domain.games.runewars.display.board import board
from domain.games.runewars.display.ending import ending
from domain.games.runewars.display.map import picture_of_tile, plan_to_choose
from domain.games.runewars.display.prompts import prompts
from domain.games.runewars.display.series import PLOTS, series
from domain.games.runewars.display.sheets import sheets
from domain.games.runewars.events import EVENTS
from domain.games.runewars.heroes.exploring import coming_down
from domain.games.runewars.realm.bids import still_to_bid
from domain.games.runewars.setup.players import WarSetUp
from domain.games.runewars.state.kinds import KINDS
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.war.course import side_at_work
from domain.games.runewars.year.orders import still_to_choose


def turn_shown(table: Runewars) -> WhoseTurn | None:
    """The faction at turn and its order; in a battle, the side that acts and its initiative."""
    if table.battle and table.tracks("units", "calendar") and (side := side_at_work(table.battle)):
        said = text("{side}[: initiative {number}]", side=table.called("owners", side), number=table.battle.round or "")
        return WhoseTurn(said, table.battle.player_of(side))
    if not (seat := whose_turn(table)) or not table.tracks("calendar"):
        return None
    order = table.called("orders", table.seat(seat).order.choice) if table.seat(seat).order.open else ""
    return WhoseTurn(text("{seat}[: {order}]", seat=table.called("seats", seat), order=order), seat)


SHARED_STEPS = ("text", "secondary")
"""Steps without a seat at turn, in which the seats act one after another."""


def seats_still_choosing(table: Runewars) -> list[str]:
    """The seats that have not yet placed a bid or chosen an order, while all do."""
    return still_to_bid(table) if table.bid else still_to_choose(table) if table.step == "orders" else []


def seats_ready(table: Runewars) -> Collection[str]:
    """The seats that have closed their bid or chosen their order, while others have not."""
    left = seats_still_choosing(table)
    return [seat for seat in table.alive() if seat not in left] if left else ()


def seats_waited_for(table: Runewars) -> Collection[str]:
    """The seats that hold up the others.

    They have yet to bid, to choose an order once another seat is ready, to decide a tie, or to act on the season or its
    card.
    """
    if left := seats_still_choosing(table):
        return left if table.bid or seats_ready(table) else ()
    if table.bid and table.bid.decider:
        return (table.bid.decider,)
    return {seat for one in _due_in_shared_step(table) for seat in seats_of(one, table)}


def _due_in_shared_step(table: Runewars) -> Iterator[Prompt]:
    """The due events of a step without turns that may be recorded now."""
    asked = (*due_prompts(table, events_by_name(RunewarsEvent)), *prompts(table)) if table.step in SHARED_STEPS else ()
    yield from (one for one in asked if one.required and may_be_recorded(one.event, one.fields, table))


def say_who_is_waited_for(table: Runewars) -> Said:
    waited = seats_waited_for(table) if table.tracks("calendar") else ()
    names = tuple(table.called("seats", seat) for seat in table.seats if seat in waited)
    return text("waiting for {seats}", seats=names) if names else ""


GAME = Game(
    key="runewars",
    name=Term("Runewars", "符文战争"),
    seats=(2, 4),
    face=FACES["runewars"],
    table=Runewars,
    opening=WarSetUp,
    own_events=EVENTS,
    prompts=prompts,
    sheets=sheets,
    board=board,
    ending=ending,
    plan=plan_to_choose,
    picture=picture_of_tile,
    compels=coming_down,
    turn=turn_shown,
    waiting=say_who_is_waited_for,
    ready=seats_ready,
    series=series,
    plots=PLOTS,
    pack=read_pack(files(__package__).joinpath("content.toml").read_text(encoding="utf-8"), KINDS).content,
    round_name=text("Season[ {round}]"),
    rounds=(Term("Spring", "春季"), Term("Summer", "夏季"), Term("Autumn", "秋季"), Term("Winter", "冬季")),
    chapter_name=text("Year[ {chapter}]"),
    bgg=59294,
    rivals=True,
)
