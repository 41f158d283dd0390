"""Pages of content packs: the pinned one, newer ones, and the table's own content."""

from collections.abc import Iterable
from io import BytesIO
from typing import Any

from flask import Blueprint, Response, redirect, render_template, request, send_file, url_for

from companion.config import release_number
from companion.forms.cards import kind_called
from companion.view_context import ViewContext
from companion.web.visitors.language import say_value
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from domain.framework.cards.binding import strangers_by_kind
from domain.framework.cards.packs import Pack, own_content_of, read_pack, write_pack
from domain.framework.content import Content, describe_content_changes, merge_content
from domain.framework.refusal import Misfit
from domain.framework.text import Text

packs = Blueprint("packs", __name__, url_prefix="/c/<key>/content")


@packs.get("/")
@with_live_campaign
def offered(here: ViewContext) -> Any:
    """The changes that the game's own pack would make, and the upload of a pack; of a described game, its file."""
    if here.game.by_pack:
        return redirect(url_for("game_files.ask", key=here.key), 303)
    return show_pack(here, "", pack_of_today(here))


@packs.post("/")
@with_live_campaign
def take(here: ViewContext) -> Any:
    """Show the changes that a pack would make, or pin the campaign to it."""
    if here.game.by_pack:
        return redirect(url_for("game_files.change", key=here.key), 307)
    source = request.form.get("pack", "")
    try:
        pack = read_pack(source, here.game.kinds, release_number()) if source else Pack(here.game.pack)
    except Misfit as wrong:
        return show_pack(here, source, pack_of_today(here), faults=wrong.faults.values()), 422
    wanted = merge_content(here.campaign.table.pack, pack.content)
    if request.form.get("act") != "take" or wanted.digest == here.campaign.table.content:
        return show_pack(here, source, wanted, unknown=pack.unknown.values())
    current_services().campaigns.change_pack(here.id, wanted, command_of_form())
    return redirect(url_for("packs.offered", key=here.key), 303)


@packs.get("/export/own.toml")
@with_live_campaign
def own(here: ViewContext) -> Response:
    """Send the campaign's own content as a pack file."""
    pack = write_pack(own_content_of(here.table, here.game.pack), release_number()).encode()
    return send_file(BytesIO(pack), "application/toml", as_attachment=True, download_name=f"{here.key}.toml")


def pack_of_today(here: ViewContext) -> Content:
    """The current pack of the game, with the additions of this campaign's pack."""
    return merge_content(here.campaign.table.pack, here.game.pack)


def show_pack(
    here: ViewContext, source: str, wanted: Content, *, faults: Iterable[Text] = (), unknown: Iterable[Text] = ()
) -> str:
    """Show the changes that a pack would make, or its faults, and its unknown parts."""
    sentences_by_name = {
        "changes": describe_content_changes(here.campaign.table.pack, wanted),
        "faults": faults,
        "unknown": unknown,
    }
    found = {name: [say_value(one) for one in sentences] for name, sentences in sentences_by_name.items()}
    unheard = [(kind, kind_called(kind, here.tongue), names) for kind, names in strangers_by_kind(here.table).items()]
    return render_template("campaign/content.html", source=source, strangers=unheard, **found)


__all__ = ["packs"]
