"""Boards: the template of a game's board, and counters that record one tap or the sum of a run of taps."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, TypeVar, cast

from flask import current_app, url_for
from jinja2 import TemplateError, TemplateNotFound

from companion.forms.widgets import Widget, widgets_of
from companion.view_context import ViewContext
from companion.web.rendering.board import board_shown, why_barred
from companion.web.rendering.part_cache import Parts
from companion.web.rendering.static_files import OF_GAMES
from companion.web.visitors.page import view_of_request
from companion.web.visitors.visitor import current_visitor
from domain.components.agenda import due_prompts
from domain.framework.events.event import Event, name_of
from domain.framework.events.marked_fields import merged_field_of
from domain.framework.fields.feasibility import can_be_recorded, may_be_recorded
from domain.framework.fields.field_shapes import NumberShape
from domain.framework.game import AnyGame, event_named, no_board
from domain.framework.offers.prompt_list import offered_asks
from domain.framework.refusal import NotFound
from domain.framework.table import Table
from domain.framework.text import Text, text
from domain.framework.views.board import Ask, Counter, Handle, Piece, Plan, handles_of_board, pieces_of_board
from domain.games.guarded import is_unavailable
from domain.log.permissions import kept_from, why_not_to_record

log = logging.getLogger(__name__)
PIECES = "table/pieces/pieces.html"
"""The template of a game whose board consists of pieces only."""
SHEETS = "table/sheets-board.html"
"""The template of a game without a board, which shows its sheets."""
ALL, SEATED, FURTHER = text("All"), text("At the table"), text("The rest")
"""Labels of drawer handles: for all seats, or for the handles that do not fit into the row."""
DRAWER = "all"
"""The id of the drawer of handles."""
EMPTY: tuple[object, ...] = (None, "", [], {})
"""Values that a form need not send."""


def board_template_of(game: AnyGame, board: object = None) -> str | None:
    """The template of a game's board: its own, or the one for pieces; None if it has no board.

    Args:
        board: the board; one that reports a fault of an installed game is drawn as pieces.
    """
    own = None if is_unavailable(board) else _game_template(game, "board")
    return own or (None if game.board is no_board else PIECES)


def room_template_of(game: AnyGame, board: object = None) -> str | None:
    """The template of a game's board for a large screen: its own, or that of the board, as `board_template_of`."""
    own = None if is_unavailable(board) else _game_template(game, "room")
    return own or board_template_of(game, board)


def _game_template(game: AnyGame, what: str) -> str | None:
    """A template of a game, if it exists."""
    parts = cast(Parts, current_app.extensions["parts"])
    return parts.get(("template", game.key, game.origin, what), lambda: _find_template(game, what))


def _find_template(game: AnyGame, what: str) -> str | None:
    name = f"{OF_GAMES}{game.key}/{what}.html"
    try:
        current_app.jinja_env.get_template(name)
    except TemplateNotFound:
        return None
    except TemplateError:
        if game.origin != "installed":
            raise
        log.exception("The template %s of an installed game cannot be read.", name)
        return None
    return name


@dataclass(frozen=True)
class Tap:
    """A step of a counter: its event, hidden fields, the field for the sum of a run of taps, and the largest sum.

    `barred` is the reason why the rules would refuse it now.
    """

    event: str
    fields: Sequence[tuple[str, str]]
    sums: str
    run: int
    barred: Text | None


def awaits_players(here: ViewContext) -> bool:
    """Whether players still have to take the first seats of the table."""
    return not here.table.chairs() and any(one.joins for one in here.campaign.prompts_of_all(here.viewer))


def board_at(here: ViewContext, table: Table) -> Any:
    """The board of a table, now or after an earlier entry."""
    return board_shown(here) if table is here.table else here.game.board(table)


def one_tap(event: Event[Any]) -> Tap:
    """A step as a form of this page's campaign; empty fields are left out."""
    found = view_of_request()
    assert found is not None, "a board is of a campaign"
    return Tap(*_step_form(event), why_barred(event, found))


def _step_form(event: Event[Any]) -> tuple[str, Sequence[tuple[str, str]], str, int]:
    """The content of a step's form: its event, its fields, the field for the sum, the largest sum."""
    form = _form(type(event))
    values = {name: value for name, value in event.model_dump(mode="json").items() if name in form.widgets}
    typed = [form.widgets[name].typed(value) for name, value in values.items() if value not in EMPTY]
    fields = [(name, value) for sent in typed for name, values in sent.items() for value in values]
    return name_of(type(event)), fields, form.sums, form.run


def why_shut(event: Event[Any]) -> str:
    """The reason why the step of an event is closed; empty if it is open."""
    found = view_of_request()
    assert found is not None, "a board is of a campaign"
    return next((reason.text.render(found.tongue) for reason in found.table.gate(type(event).during)), "")


def is_tracked(event: Event[Any] | str) -> bool:
    """Whether this page's table tracks the areas that an event needs."""
    found = view_of_request()
    assert found is not None, "a board is of a campaign"
    cls = event_named(found.game, event) if isinstance(event, str) else type(event)
    return found.table.tracks(*cls.tracked)


def with_open_pads(plan: Plan) -> Plan:
    """A plan, reduced to the pads that the visitor may tap now."""
    mine = (pad for pad in plan.pads if is_tracked(pad.event) and is_theirs(pad.event))
    return replace(plan, pads=[pad for pad in mine if not why_shut(pad.event)])


def open_to(event: str, known: Mapping[str, Any]) -> bool:
    """Whether no known field makes the rules refuse an event at this page's table."""
    found = view_of_request()
    assert found is not None, "a board is of a campaign"
    return may_be_recorded(event_named(found.game, event), known, found.table)


def is_theirs(event: Event[Any]) -> bool:
    """Whether the visitor may record an event: it is not another seat's secret or own action."""
    found = view_of_request()
    assert found is not None, "a board is of a campaign"
    return not any(why_not_to_record(current_visitor().author, event, found.table))


def for_visitor(ask: Ask) -> bool:
    """Whether an action concerns the visitor: it is for one of their seats, or they have none.

    Another seat's own action is not offered, since it would be refused.
    """
    found = view_of_request()
    assert found is not None, "a board is of a campaign"
    known = dict.fromkeys(ask.event.secrets.fields) | dict(ask.fields)
    if any(kept_from(current_visitor().speaks_for, ask.event, known, found.table)):
        return False
    return not (ask.seats and found.viewer.seats) or bool(ask.seats & found.viewer.seats)


def piece_of(here: ViewContext, id_: str) -> Piece:
    """The piece of a board with an id, with its actions, including refused ones.

    Raises:
        NotFound: there is no such piece.
    """
    for piece in pieces_of_board(board_shown(here)):
        if piece.id == id_:
            asks = [*asks_about(here.game, here.table, piece), *piece.asks]
            return replace(
                piece,
                asks=[ask for ask in asks if for_visitor(ask) and can_be_recorded(ask.event, ask.fields, here.table)],
            )
    raise NotFound("That is no longer on the board.")


def asks_about(game: AnyGame, table: Table, piece: Piece) -> Sequence[Ask]:
    """The prompts for a game's events at the thing that a piece shows."""
    due = tuple(due_prompts(table, game.by_name))
    return tuple(offered_asks(game.own_events, table, piece.about, due)) if piece.about else ()


class Seated(Protocol):
    """A part that belongs to a seat, or to none."""

    @property
    def seat(self) -> str: ...


SeatedT = TypeVar("SeatedT", bound=Seated)


def own_first(parts: Sequence[SeatedT]) -> list[SeatedT]:
    """Parts of a board, the visitor's own first."""
    found = view_of_request()
    seats = found.viewer.seats if found else ()
    return sorted(parts, key=lambda part: part.seat not in seats)


def handles_of(here: ViewContext) -> list[Handle]:
    """The handles of this page, the visitor's own first."""
    return own_first(handles_of_board(board_shown(here)))


ROOM = 5
"""Handles that fit side by side on a phone."""


@dataclass(frozen=True)
class Reach:
    """The parts of a board that stay in reach: a row of handles, and those in a drawer on a phone.

    Attributes:
        row: all handles, one's own first.
        put: the handles of the row that a phone leaves out.
        lines: the handles in the drawer.
        pulls: the handle that opens the drawer.
    """

    row: Sequence[Handle]
    put: Sequence[Handle] = ()
    lines: Sequence[Handle] = ()
    pulls: Handle | None = None


def reach_of(here: ViewContext) -> Reach:
    """The parts of this page that stay in reach.

    A player's own seats are in the row, and all seats are in the drawer. For other visitors, the drawer holds the
    handles that do not fit into the row.
    """
    row = handles_of(here)
    seats = [handle for handle in row if handle.seat]
    others = [handle for handle in seats if handle.seat not in here.viewer.seats]
    if 1 < len(others) < len(seats):
        count = [("person", Counter(SEATED, len(seats)))]
        pulls = Handle(ALL, DRAWER, numbers=count, active=any(handle.active for handle in others))
        return Reach(row, others, seats, pulls)
    if len(row) > ROOM:
        return Reach(row, row[ROOM - 1 :], row[ROOM - 1 :], Handle(FURTHER, DRAWER, icon="more"))
    return Reach(row)


def way_to_track(here: ViewContext) -> str:
    """The address of the form in which a table chooses the areas it tracks."""
    return url_for("play.form", key=here.key, event=name_of(here.game.tracking))


@dataclass(frozen=True)
class _Form:
    """The form of an event without its values, cached."""

    widgets: Mapping[str, Widget]
    sums: str
    run: int


@cache
def _form(cls: type[Event[Any]]) -> _Form:
    """The form of a tap: the field that sums a run of taps, and the largest sum."""
    widgets = {widget.field.name: widget for widget in widgets_of(cls)}
    counted = widgets.get(merged_field_of(cls))
    if counted and isinstance(shape := counted.field.shape, NumberShape) and (shape.least or 0) >= 0:
        return _Form(widgets, counted.name, shape.most or 1)
    return _Form(widgets, "", 1)  # a step that may be negative goes both ways, but a run has one direction


__all__ = [
    "SHEETS",
    "Reach",
    "Tap",
    "awaits_players",
    "board_at",
    "board_template_of",
    "for_visitor",
    "is_theirs",
    "is_tracked",
    "one_tap",
    "open_to",
    "own_first",
    "piece_of",
    "reach_of",
    "room_template_of",
    "way_to_track",
    "why_shut",
    "with_open_pads",
]
