"""The page on which a table composes its own game, and the forms of its parts."""

from dataclasses import dataclass
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for

from companion.forms.cards import IN_CARD
from companion.forms.things import (
    event_of,
    fixed_fields,
    hidden_values,
    thing_form,
    typed_of_thing,
    values_of_thing,
)
from companion.forms.widgets import MARK, Typed
from companion.game_words import ONE
from companion.view_context import ViewContext
from companion.web.pages.own.ids import free_id
from companion.web.pages.own.rows import card_of_parts, cards_of, kind_of_parent, parts_of
from companion.web.pages.table.boards import SHEETS, board_template_of
from companion.web.visitors.language import say_value, store_name
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from domain.campaigns import Receipt
from domain.framework.events.event import Event, name_of
from domain.framework.fields.fields import make_event
from domain.framework.kernel import ContentCorrected
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.text import Text, text
from domain.framework.views.sheet import Said
from domain.games.own.definition import GONE
from domain.games.own.example import with_example_seat
from domain.games.own.kinds import KINDS, GameCard
from domain.games.own.table import OwnTable

compose = Blueprint("compose", __name__, url_prefix="/c/<key>/game")
PLAYER = text("A player")
"""The name of the invented player on the picture of the board."""


@compose.get("/")
@with_live_campaign
def game(here: ViewContext) -> str:
    """The parts of the game, with its board next to them."""
    table = own_table(here)
    g.live, g.drawers = False, False
    return render_template(
        "own/compose.html",
        cards=cards_of(table),
        board=board_template_of(here.game) or SHEETS,
        table=with_example_seat(table, say_value(PLAYER)),
        sheets=lambda: here.sheets(here.table),
    )


@compose.get("/<kind>")
@with_live_campaign
def new_thing(here: ViewContext, kind: str) -> str:
    """The form of a new thing; its owner, or the thing it belongs to, is in the address."""
    fixed = fixed_fields(card_to_add(here, kind))
    asked = {name: value for name, value in request.args.items() if name in fixed}
    return show_thing(here, kind, "", typed_of_thing(kind, "", own_table(here), here.tongue, asked))


@compose.get("/<kind>/<thing>")
@with_live_campaign
def one_thing(here: ViewContext, kind: str, thing: str) -> str:
    """The form of a thing with what is known of it, and the things that belong to it."""
    find_thing(here, kind, thing)
    return show_thing(here, kind, thing, typed_of_thing(kind, thing, own_table(here), here.tongue, {}))


@compose.post("/<kind>")
@with_live_campaign
def add_thing(here: ViewContext, kind: str) -> Any:
    """Record a new thing, or show its form again with complaints."""
    card_to_add(here, kind)
    return save_thing(here, kind, "")


@compose.post("/<kind>/<thing>")
@with_live_campaign
def change_thing(here: ViewContext, kind: str, thing: str) -> Any:
    """Record what was changed, or that the thing is taken out; or show the form again with complaints."""
    find_thing(here, kind, thing)
    if request.form.get("act") == "remove":
        return take_out(here, kind, thing)
    return save_thing(here, kind, thing)


def own_table(here: ViewContext) -> OwnTable:
    """The table of a described game.

    Raises:
        NotFound: the game of the campaign is another one.
    """
    if not isinstance(here.table, OwnTable):
        raise NotFound("This campaign is not of your own game.")
    return here.table


def card_of_kind(here: ViewContext, kind: str) -> Any:
    """The class of a kind.

    Raises:
        NotFound: there is no such kind.
    """
    own_table(here)
    if kind not in KINDS:
        raise NotFound("There is no kind of content called “{kind}”.", kind=kind)
    return KINDS[kind]


def card_to_add(here: ViewContext, kind: str) -> Any:
    """The class of a kind of which things can be added.

    Raises:
        NotFound: there is no such kind, or a game has one thing of it.
    """
    if card_of_kind(here, kind) is GameCard:
        raise NotFound("There is no kind of content called “{kind}”.", kind=kind)
    return KINDS[kind]


def find_thing(here: ViewContext, kind: str, thing: str) -> None:
    """Check that the game has a thing now.

    Raises:
        NotFound: it has no such thing.
    """
    card_of_kind(here, kind)
    if thing not in own_table(here).live(kind):
        raise NotFound("There is no “{id}” to correct.", id=thing)


def save_thing(here: ViewContext, kind: str, thing: str) -> Any:
    """Record the form of a thing, or show it again with complaints."""
    table, typed = own_table(here), dict(request.form.lists())
    try:
        fields = values_of_thing(kind, thing, table, here.tongue, typed)
        if thing and not fields:
            return redirect(url_for("compose.game", key=here.key), 303)
        id_ = thing or free_id(table, kind, fields)
        known = {"kind": kind, "id": id_, "fields": fields}
        receipt = current_services().campaigns.record(here.id, name_of(event_of(thing)), known, command_of_form())
    except (Misfit, RefusedAll) as wrong:
        return show_thing(here, kind, thing, typed, wrong), 422
    return answer(here, receipt, f"{kind}-{id_}")


def take_out(here: ViewContext, kind: str, thing: str) -> Any:
    """Record that a thing and those that belong to it are no part of the game any more."""
    table = own_table(here)
    below = [(row.kind, row.id) for row in parts_of(table, kind, thing)]
    events = [gone(of, id_) for of, id_ in (*below, (kind, thing))]
    try:
        receipt = current_services().campaigns.record_all(here.id, events, command_of_form())
    except RefusedAll as wrong:
        return show_thing(here, kind, thing, typed_of_thing(kind, thing, table, here.tongue, {}), wrong), 422
    return answer(here, receipt)


def gone(kind: str, id_: str) -> Event[Any]:
    """The event that takes a thing out of the game."""
    return make_event(ContentCorrected, {"kind": kind, "id": id_, "fields": {GONE: True}})


def answer(here: ViewContext, receipt: Receipt, row: str = "") -> Any:
    """The page of the game, with the toast of what was recorded."""
    command = receipt.entries[0].command
    return store_name(redirect(url_for("compose.game", key=here.key, saved=command, _anchor=row or None), 303))


@dataclass(frozen=True)
class ShownThing:
    """The thing of a form: its kind and id, its name (empty for a new one), its sort, and what it belongs to."""

    kind: str
    id: str
    name: Said
    sort: Text
    of: Said


def show_thing(here: ViewContext, kind: str, id_: str, typed: Any, wrong: Misfit | RefusedAll | None = None) -> str:
    table = own_table(here)
    sort = ONE[KINDS[kind]]  # type: ignore[index]
    return render_template(
        "own/thing.html",
        thing=ShownThing(kind, id_, table.called(kind, id_) if id_ else "", sort, parent_called(table, kind, typed)),
        form=thing_form(kind, id_, table, here.tongue, typed, wrong),
        hidden=hidden_values(kind, typed),
        parts=card_of_parts(table, kind, id_) if id_ else None,
        removable=bool(id_) and KINDS[kind] is not GameCard,
    )


def parent_called(table: OwnTable, kind: str, typed: Typed) -> Said:
    """The name of what a thing belongs to; empty if it belongs to nothing."""
    card: Any = KINDS[kind]
    ids = typed.get(f"{MARK}{IN_CARD}{card.belongs_to}", ()) if card.belongs_to else ()
    return table.called(kind_of_parent(card), ids[0]) if ids else ""


__all__ = ["compose", "own_table"]
