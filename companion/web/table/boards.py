"""Boards: the template of a game's own, and one step of a counter as a form that records it with one tap."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Protocol, TypeVar

from flask import current_app, url_for
from jinja2 import TemplateNotFound

from companion.forms.widgets import Widget, widgets_of
from companion.view_context import ViewContext
from companion.web.drawing.board import board_shown, why_barred
from companion.web.page import here
from companion.web.who import who
from domain.language.event import Event, name_of, summed_in
from domain.language.game import AnyGame, event_named, no_board
from domain.language.judge import is_open_so_far, is_open_to
from domain.language.prompts import offered_asks
from domain.language.refusal import NotFound
from domain.language.shapes import NumberShape
from domain.language.shown.board import Ask, Counter, Handle, Piece, handles, pieces
from domain.language.table import Table
from domain.language.text import Text, text
from domain.log.guarding import not_for
from domain.things.agenda import due_prompts

PIECES = "table/pieces/pieces.html"
"""The board of a game whose pieces are all there is to it."""
SHEETS = "table/sheets-board.html"
"""What stands in the place of a board where a game has none: its sheets."""
ALL, SEATED, FURTHER = text("All"), text("At the table"), text("The rest")
"""What the handle of a drawer with handles is called: of all seats, or of what has no room beside them."""
DRAWER = "all"
"""The id of that drawer."""
EMPTY: tuple[object, ...] = (None, "", [], {})
"""Values that a form need not send."""


def board_of(game: AnyGame) -> str | None:
    """The template that draws a game's board: its own, or that of pieces; None where it has no board."""
    return _own(game, "board") or (None if game.board is no_board else PIECES)


def room_of(game: AnyGame) -> str | None:
    """The template that draws a game's board for everybody in the room: its own for that, or the one of its board."""
    return _own(game, "room") or board_of(game)


def _own(game: AnyGame, what: str) -> str | None:
    """A template of a game, if it has that one."""
    name = f"games/{game.key}/{what}.html"
    try:
        current_app.jinja_env.get_template(name)
    except TemplateNotFound:
        return None
    return name


@dataclass(frozen=True)
class Tap:
    """One step: its event and hidden fields, the field in which a run of taps puts its sum, and how much that takes.

    `barred` says why the rules would refuse it now.
    """

    event: str
    fields: Sequence[tuple[str, str]]
    sums: str
    run: int
    barred: Text | None


def board_at(here: ViewContext, table: Table) -> Any:
    """What the board of a table shows, of now or of any time before."""
    return board_shown(here).board if table is here.table else here.game.board(table)


def one_tap(event: Event[Any]) -> Tap:
    """A step as a form of the campaign that this page is about; what is empty is not sent."""
    found = here()
    assert found is not None, "a board is of a campaign"
    return Tap(*_sent(event), why_barred(event, found))


def _sent(event: Event[Any]) -> tuple[str, Sequence[tuple[str, str]], str, int]:
    """What the form of a step sends: its event, its fields, the field that sums a run, how much that takes."""
    form = _form(type(event))
    values = {name: value for name, value in event.model_dump(mode="json").items() if name in form.widgets}
    typed = [form.widgets[name].typed(value) for name, value in values.items() if value not in EMPTY]
    fields = [(name, value) for sent in typed for name, values in sent.items() for value in values]
    return name_of(type(event)), fields, form.sums, form.run


def why_shut(event: Event[Any]) -> str:
    """Why the step that an event belongs to is not open; empty if it is."""
    found = here()
    assert found is not None, "a board is of a campaign"
    return next((reason.text.render(found.tongue) for reason in found.table.gate(type(event).during)), "")


def is_tracked(event: Event[Any] | str) -> bool:
    """Whether the table that this page is about tracks what an event needs, or one of that name."""
    found = here()
    assert found is not None, "a board is of a campaign"
    cls = event_named(found.game, event) if isinstance(event, str) else type(event)
    return found.table.tracks(*cls.tracked)


def open_to(event: str, known: Mapping[str, Any]) -> bool:
    """Whether nothing that is known so far is against an event of a name, at the table that this page is about."""
    found = here()
    assert found is not None, "a board is of a campaign"
    return is_open_so_far(event_named(found.game, event), known, found.table)


def is_theirs(event: Event[Any]) -> bool:
    """Whether an event is whoever asks's to record: no other seat's secret, and no other seat's own doing."""
    found = here()
    assert found is not None, "a board is of a campaign"
    return not any(not_for(who().author, event, found.table))


def piece_of(here: ViewContext, id_: str) -> Piece:
    """The part of a board that has an id on the page, with what can be done there, whatever is said of the rest.

    Raises:
        NotFound: there is none.
    """
    for piece in pieces(board_shown(here).board):
        if piece.id == id_:
            asks = [*asks_about(here.game, here.table, piece), *piece.asks]
            return replace(piece, asks=[ask for ask in asks if is_open_to(ask.event, ask.fields, here.table)])
    raise NotFound("There is nothing like that on the board any more.")


def asks_about(game: AnyGame, table: Table, piece: Piece) -> Sequence[Ask]:
    """What the events of a game are asked for at the thing that a piece shows, if it shows one."""
    due = tuple(due_prompts(table, game.by_name))
    return tuple(offered_asks(game.own_events, table, piece.about, due)) if piece.about else ()


class Seated(Protocol):
    """What belongs to a seat, or to none."""

    @property
    def seat(self) -> str: ...


SeatedT = TypeVar("SeatedT", bound=Seated)


def own_first(parts: Sequence[SeatedT]) -> list[SeatedT]:
    """Parts of a board with those of whoever asks before the others, each in their order."""
    found = here()
    seats = found.viewer.seats if found else ()
    return sorted(parts, key=lambda part: part.seat not in seats)


def handles_of(here: ViewContext) -> list[Handle]:
    """What of the board stays in reach on this page, one's own first."""
    return own_first(handles(board_shown(here).board))


ROOM = 5
"""So many handles stand in the row of a phone beside each other."""


@dataclass(frozen=True)
class Reach:
    """What of a board stays in reach: the row of its handles, and the drawer of those for which a phone has no room.

    Attributes:
        row: all handles, one's own first.
        put: those of the row that a phone leaves out.
        lines: the handles in the drawer.
        pulls: the handle that pulls it out.
    """

    row: Sequence[Handle]
    put: Sequence[Handle] = ()
    lines: Sequence[Handle] = ()
    pulls: Handle | None = None


def reach_of(here: ViewContext) -> Reach:
    """What stays in reach on this page.

    Who plays on a seat has it in the row, and all seats a tap away; else what does not fit into the row is.
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
    """The form in which a table says what it tracks."""
    return url_for("play.form", key=here.key, event=name_of(here.game.tracking))


@dataclass(frozen=True)
class _Form:
    """What the form of an event is made of, whatever its values."""

    widgets: Mapping[str, Widget]
    sums: str
    run: int


@cache
def _form(cls: type[Event[Any]]) -> _Form:
    widgets = {widget.field.name: widget for widget in widgets_of(cls)}
    counted = widgets.get(summed_in(cls))
    if counted and isinstance(shape := counted.field.shape, NumberShape) and (shape.least or 0) >= 0:
        return _Form(widgets, counted.name, shape.most or 1)
    return _Form(widgets, "", 1)  # a step of what may be less than nothing goes either way, and a run has one way


__all__ = [
    "SHEETS",
    "Reach",
    "Tap",
    "board_at",
    "board_of",
    "is_theirs",
    "is_tracked",
    "one_tap",
    "open_to",
    "own_first",
    "piece_of",
    "reach_of",
    "room_of",
    "way_to_track",
    "why_shut",
]
