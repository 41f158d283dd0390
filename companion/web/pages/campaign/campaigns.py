"""Pages of the list of campaigns, of a new campaign, and of a campaign as a whole."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.demo import has_demo, make_demo
from companion.forms.complaints import complaints_of
from companion.forms.form import Form, form_of
from companion.forms.values import default_values, form_strings, typed_of_arguments, values_of
from companion.forms.widgets import MARK
from companion.view_context import ViewContext
from companion.web.pages.log.points import ended_sessions, related_entries
from companion.web.pages.people.owning import begin_as_own
from companion.web.visitors.guard import NotAllowed
from companion.web.visitors.language import tongue_of_visitor, use_game_catalogue
from companion.web.visitors.page import campaigns_listed, command_of_form, current_services, with_live_campaign
from companion.web.visitors.typed import one_line, position_typed
from companion.web.visitors.visitor import current_visitor, guests_of_app
from domain.campaigns import id_of_new
from domain.framework.game import AnyGame
from domain.framework.kernel import CampaignStarted
from domain.framework.refusal import Misfit, NotFound, RefusedAll
from domain.framework.text import value_as_words
from domain.games import BY_KEY, OWN

campaigns = Blueprint("campaigns", __name__)
AT_A_GLANCE = 12
"""Campaigns that fit the list without a search field."""


@campaigns.get("/")
def every() -> str:
    """The list of campaigns, the last played first, filtered by name if the address has a search.

    A search also finds hidden campaigns; otherwise they are in a second list.
    """
    words, hidden = one_line(request.args.get("search", ""), 200), "hidden" in request.args
    page = campaigns_listed(words, position_typed(request.args.get("page")) or 1, None if words else hidden)
    is_first_visit = not (page.count or page.hidden or words or hidden)
    return render_template(
        "campaign/campaigns.html",
        page=page,
        search=words,
        hidden=hidden,
        many=page.count > AT_A_GLANCE,
        games=current_services().campaigns.games,
        is_first_visit=is_first_visit,
        **(games_to_begin() if is_first_visit else {}),  # imports all games
    )


@campaigns.get("/new")
def choose() -> str:
    """The games to start a campaign of."""
    return render_template("campaign/choose.html", **games_to_begin())


def games_to_begin() -> dict[str, Any]:
    """The games on the shelf, those with an example, and the game that a table describes, which is none of them."""
    games = current_services().campaigns.games
    return {
        "shelf": [game for key, game in games.items() if key != OWN],
        "own": games.get(OWN),
        "examples": games_with_examples(),
        "broken": BY_KEY.broken,
    }


@campaigns.post("/example/<game>")
def example(game: str) -> Any:
    """Open a game's example campaign, which is created at the first request and shared by all visitors.

    Raises:
        NotAllowed: the visitor has an account, and the example would not be their own.
    """
    if current_visitor().account:
        raise NotAllowed
    key = make_demo(current_services(), game_of(game))
    return redirect(url_for("play.board", key=key), 303)


def games_with_examples() -> list[str]:
    """The keys of the games with an example; empty for a host with an account."""
    if current_visitor().account:
        return []
    return [key for key in current_services().campaigns.games if key != OWN and has_demo(key)]


@campaigns.get("/new/<game>")
def ask(game: str) -> str:
    """The form of a new campaign: its name and the first event of its game."""
    found = game_of(game)
    name = value_as_words(found.name, tongue_of_visitor())
    return render_opening(found, name, [], show_opening(found))


@campaigns.post("/new/<game>")
def begin(game: str) -> Any:
    """Start a campaign, or show the form again with its complaints."""
    found, name = game_of(game), request.form.get("name", "")
    cls, typed = found.opening, dict(request.form.lists())
    if chosen := next((one for one in found.tracking_sets if one.key == request.form.get("set")), None):
        typed[f"{MARK}tracks"] = list(chosen.areas)
    values = values_of(cls, found.new_table(), typed, tongue_of_visitor()) if cls else {}
    try:
        command = command_of_form()
        made = begin_as_own(id_of_new(command), lambda: current_services().campaigns.new(game, name, values, command))
    except (Misfit, RefusedAll) as wrong:
        named = complaints_of(CampaignStarted, wrong, tongue_of_visitor())
        faults = [complaint.said for complaint in named if "name" in complaint.fields]
        return render_opening(found, name, faults, show_opening(found, wrong)), 422
    return redirect(url_for("play.board", key=current_services().find_campaign(made.campaign).key), 303)


def game_of(key: str) -> AnyGame:
    """A game by its key. From here on the response uses the game's catalogue.

    Raises:
        NotFound: there is no such game.
    """
    if key not in current_services().campaigns.games:
        raise NotFound("The game “{game}” is not known here.", game=key)
    use_game_catalogue(key)
    return current_services().campaigns.games[key]


def render_opening(game: AnyGame, name: str, faults: Sequence[str], form: Form | None) -> str:
    """The page of a new campaign; if the game has sets of areas, single areas follow them."""
    every = [*form.shown, *form.folded] if form and game.tracking_sets else []
    areas = [control for control in every if control.widget.field.name == "tracks"]
    if form:
        shown, folded = ([c for c in part if c not in areas] for part in (form.shown, form.folded))
        form = replace(form, shown=shown, folded=folded)
    return render_template("campaign/new.html", game_of_page=game, name=name, faults=faults, form=form, areas=areas)


def show_opening(game: AnyGame, wrong: Misfit | RefusedAll | None = None) -> Form | None:
    """The form of a game's first event, with the typed values."""
    cls = game.opening
    if cls is None:
        return None
    begun = {**default_values(cls), **cls.prefilled(game.new_table())}
    asked = typed_of_arguments(dict(request.args.lists()))
    typed = dict(request.form.lists()) or dict(form_strings(cls, begun)) | dict(asked)
    return form_of(cls, game.new_table(), tongue_of_visitor(), typed, wrong)


@campaigns.get("/c/<key>/campaign")
@with_live_campaign
def about(here: ViewContext) -> str:
    """The page of a campaign as a whole."""
    return render_template("campaign/campaign.html", ends=ended_sessions(here), family=related_entries(here))


@campaigns.post("/c/<key>/hide")
@with_live_campaign
def hide(here: ViewContext) -> Any:
    """Hide a campaign from the list."""
    return set_hidden(here, True)


@campaigns.post("/c/<key>/show")
@with_live_campaign
def show(here: ViewContext) -> Any:
    """Put a hidden campaign back into the list."""
    return set_hidden(here, False)


def set_hidden(here: ViewContext, hidden: bool) -> Any:
    """Hide a campaign or show it again, and return to its page. A second tap changes nothing."""
    if here.table.hidden is not hidden:
        current_services().campaigns.set_hidden(here.id, hidden, command_of_form())
    return redirect(url_for("campaigns.about", key=here.key), 303)


@campaigns.post("/c/<key>/give-up")
@with_live_campaign
def give_up(here: ViewContext) -> Any:
    """Hand one's own campaign over to the administrator, to make room for another. Nothing is lost.

    Raises:
        NotAllowed: the campaign is the administrator's already.
    """
    if not current_visitor().account:
        raise NotAllowed
    guests_of_app().disown_campaign(here.id)
    return redirect(url_for("campaigns.every"), 303)


@campaigns.get("/c/<key>/more")
@with_live_campaign
def more(_: ViewContext) -> str:
    """The page of preferences, within a campaign."""
    return render_template("more.html")


@campaigns.get("/more")
def preferences() -> str:
    """The page of preferences."""
    return render_template("more.html")


__all__ = ["campaigns"]
