"""The file of a described game: to save, to change the game by, and to share."""

from collections.abc import Sequence
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, render_template, request, send_file, url_for

from companion.config import release_number
from companion.game_files import LineFault, line_faults, read_game_file
from companion.game_words import describe_changes
from companion.view_context import ViewContext
from companion.web.network.gate import gate_of_app
from companion.web.pages.own.composing import answer, own_table
from companion.web.pages.own.uploads import source_sent
from companion.web.pages.people.invitation import drawn_code
from companion.web.visitors.language import say_value
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from domain.framework.cards.packs import write_pack
from domain.framework.content import Content
from domain.framework.refusal import Misfit
from domain.framework.text import Text
from domain.games.own.definition import definition_now

game_files = Blueprint("game_files", __name__, url_prefix="/c/<key>/game-file")
SHOWN = 200
"""The changes that a page lists."""


@game_files.get("/")
@with_live_campaign
def show(here: ViewContext) -> str:
    """The file of the game: its text, the way to save it, and a code that opens this page on a phone."""
    gate, path = gate_of_app().address, url_for("game_files.show", key=here.key)
    return render_template(
        "own/share.html",
        source=write_game_file(definition_now(own_table(here))),
        code=drawn_code(f"{gate}{path}") if gate else None,
        address=f"{gate}{path}".removeprefix("http://"),
    )


@game_files.get("/game.toml")
@with_live_campaign
def save(here: ViewContext) -> Response:
    """Send the whole definition as a file, with what was typed in."""
    source = write_game_file(definition_now(own_table(here))).encode()
    return send_file(BytesIO(source), "application/toml", as_attachment=True, download_name=f"{here.key}.toml")


def write_game_file(definition: Content) -> str:
    """A definition as the text of a file, with a line for each thing."""
    return write_pack(definition, release_number(), by_line=True)


@game_files.get("/change")
@with_live_campaign
def ask(here: ViewContext) -> str:
    """The upload of a file that changes the game."""
    own_table(here)
    return show_change()


@game_files.post("/change")
@with_live_campaign
def change(here: ViewContext) -> Any:
    """Show the difference that a file makes, or its faults by line; or take the file."""
    table = own_table(here)
    try:
        source = source_sent()
    except Misfit as wrong:
        return show_change(refused=[say_value(fault) for fault in wrong.faults.values()]), 422
    try:
        read = read_game_file(source).content
        wanted = here.game.pack_with(table, read)
        changes = describe_changes(table, wanted)
        if request.form.get("act") != "take" or not changes:
            return show_change(source, changes=changes)
        return answer(here, current_services().campaigns.change_pack(here.id, wanted, command_of_form()))
    except Misfit as wrong:
        return show_change(source, faults=line_faults(source, wrong.faults)), 422


def show_change(
    source: str = "",
    *,
    changes: Sequence[Text] | None = None,
    faults: Sequence[LineFault] = (),
    refused: Sequence[str] = (),
) -> str:
    said = None if changes is None else [say_value(one) for one in changes]
    return render_template(
        "own/change.html", source=source, changes=said, faults=faults, refused=refused, most_shown=SHOWN
    )


__all__ = ["game_files"]
