"""Pages that begin a game that a table describes: from a template, from the gallery, or from a file."""

from collections.abc import Mapping, Sequence
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.game_files import LineFault, line_faults, read_game_file
from companion.web.pages.own.uploads import source_sent
from companion.web.pages.people.owning import begin_as_own
from companion.web.visitors.language import say_value, tongue_of_visitor, use_game_catalogue
from companion.web.visitors.page import command_of_form, current_services
from companion.web.visitors.typed import one_line
from domain.campaigns import id_of_new
from domain.framework.content import Content
from domain.framework.refusal import Misfit
from domain.framework.text import Text, text, value_as_words
from domain.games import OWN
from domain.games.own.gallery import GALLERY, TEMPLATES, gallery_names, source_of

own_games = Blueprint("own_games", __name__, url_prefix="/new/own")
ABOUT: Mapping[str, tuple[Text, Text]] = {
    "campaign": (text("A campaign with heroes"), text("Health, gold, a journal, scenarios")),
    "score-sheet": (text("A score sheet"), text("Points of each player, and who wins")),
    "co-op": (text("Together against a track"), text("A danger that rises, deals, goals")),
    "counters": (text("Only counters"), text("One for each player, one for the table")),
}
"""The templates: what each is for, and what it has."""
LONGEST_NAME = 200


@own_games.get("/")
def choose() -> str:
    """The templates, the gallery, and the upload of a file."""
    return show_choices()


@own_games.get("/<template>")
def name_game(template: str) -> str:
    """The last step for a template or a game of the gallery: the name of the campaign."""
    use_game_catalogue(OWN)
    return show_naming(read_game_file(source_of(template)).content, template=template)


@own_games.post("/")
def read_file() -> Any:
    """The last step for a file, or its faults by line; nothing is begun yet."""
    use_game_catalogue(OWN)
    try:
        source = source_sent()
    except Misfit as wrong:
        return show_choices(refused=[say_value(fault) for fault in wrong.faults.values()]), 422
    try:
        return show_naming(read_game_file(source).content, source=source)
    except Misfit as wrong:
        return show_choices(source=source, faults=line_faults(source, wrong.faults)), 422


@own_games.post("/begin")
def begin() -> Any:
    """Begin the campaign: of a template, on the page where it is composed; else on the page Play."""
    use_game_catalogue(OWN)
    template, source = request.form.get("template", ""), request.form.get("pack", "")
    content = read_game_file(source_of(template) if template else source).content
    name, command = one_line(request.form.get("name", ""), LONGEST_NAME), command_of_form()
    services = current_services()
    try:
        made = begin_as_own(id_of_new(command), lambda: services.campaigns.new(OWN, name, {}, command, pack=content))
    except Misfit as wrong:
        faults = [say_value(fault) for fault in wrong.faults.values()]
        return show_naming(content, template=template, source=source, faults=faults), 422
    key = services.find_campaign(made.campaign).key
    return redirect(url_for("compose.game" if template in TEMPLATES else "play.board", key=key), 303)


def show_choices(source: str = "", faults: Sequence[LineFault] = (), refused: Sequence[str] = ()) -> str:
    names = gallery_names()
    use_game_catalogue(OWN)
    return render_template(
        "own/begin.html",
        templates=[(id_, *ABOUT[id_]) for id_ in TEMPLATES],
        gallery=[(id_, names[id_]) for id_ in GALLERY if id_ not in TEMPLATES],
        source=source,
        faults=faults,
        refused=refused,
    )


def show_naming(content: Content, *, template: str = "", source: str = "", faults: Sequence[str] = ()) -> str:
    game = current_services().campaigns.games[OWN].for_pack(content)
    return render_template(
        "own/name.html",
        game_of_page=game,
        counts=[(kind, len(things)) for kind, things in content.kinds.items() if kind != "game"],
        name=request.form.get("name") or value_as_words(game.name, tongue_of_visitor()),
        template=template,
        composed=template in TEMPLATES,
        source=source,
        faults=faults,
    )


__all__ = ["own_games"]
