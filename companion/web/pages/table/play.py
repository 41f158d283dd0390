"""The page Play: the board, the prompts, and the form of every event."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flask import Blueprint, g, redirect, render_template, request, url_for

from companion.forms.batch_form import strip_row_prefix
from companion.forms.form import Form, form_of, title_of
from companion.forms.initial_values import initial_values
from companion.forms.values import form_strings, names_offered, typed_of_arguments, values_of
from companion.forms.widgets import MARK, Typed
from companion.quick_entry.reading import LATELY
from companion.view_context import ViewContext
from companion.web.pages.people.sitting import record_taking_seat
from companion.web.pages.table.answer import answer_late, answer_recorded
from companion.web.pages.table.boards import piece_of
from companion.web.pages.table.conclusions import SEEN
from companion.web.pages.table.late_answers import late_answer
from companion.web.pages.table.offers import (
    NEEDS,
    called_with_players,
    everything_recordable,
)
from companion.web.pages.table.play_page import draw_play, sitting_of
from companion.web.pages.table.recent_lines import (
    last_recorded_fields,
)
from companion.web.visitors.language import set_preference
from companion.web.visitors.page import campaign_view, command_of_form, current_services, with_live_campaign
from companion.web.visitors.visitor import current_visitor, players_of_others
from domain.framework.events.event import Event, name_of
from domain.framework.fields.fields import make_event
from domain.framework.game import event_named, event_to_record
from domain.framework.offers.prompt_list import seats_named, skipped_by_end
from domain.framework.offers.tracked_areas import why_untracked
from domain.framework.refusal import Misfit, RefusedAll
from domain.log.losses import LEAVES_UNDONE, losses
from domain.log.open_prompts import open_prompts
from projections.log import topics_lately

play = Blueprint("play", __name__, url_prefix="/c/<key>")


@play.get("/")
@with_live_campaign
def board(here: ViewContext) -> Any:
    """The page Play."""
    return draw_play(here)


@play.get("/opened/<piece>")
@with_live_campaign
def opened(here: ViewContext, piece: str) -> str:
    """The actions at a piece of the board that a tap opens."""
    g.live = True
    return render_template("table/opened.html", piece=piece_of(here, piece))


@play.post("/recap")
@with_live_campaign
def fold_recap(here: ViewContext) -> Any:
    """Keep the recap folded on this device until the next session."""
    response = redirect(url_for("play.board", key=here.key), 303)
    set_preference(response, "recap", sitting_of(here), path=url_for("play.board", key=here.key))
    return response


@play.post("/seen")
@with_live_campaign
def put_conclusion_away(here: ViewContext) -> Any:
    """Dismiss the end of a combat, a scenario or the game on this device."""
    page = url_for("play.board" if request.form.get("leads_on") else "screen.large", key=here.key)
    response = redirect(page, 303)
    set_preference(response, SEEN, request.form.get("position", "")[:20], path=url_for("play.board", key=here.key))
    return response


@play.get("/record/")
@with_live_campaign
def every(here: ViewContext) -> str:
    """Every event that can be recorded, by area of play."""
    with current_services().store.reading() as cursor:
        recent = topics_lately(cursor, here.id, LATELY)
    return render_template("table/recording/everything.html", everything=everything_recordable(here, recent))


@play.get("/record/<event>")
@with_live_campaign
def form(here: ViewContext, event: str) -> str:
    """The form of an event, with the values in the address."""
    cls = event_to_record(here.game, event, here.table)
    if reasons := list(why_untracked(here.game, cls, here.table)):
        return render_template("table/recording/untracked.html", title=title_of(cls, here.tongue), reasons=reasons)
    asked = {**player_likely(here, cls), **typed_of_arguments(dict(request.args.lists()))}
    needs = request.args.getlist(NEEDS)
    typed = initial_values(cls, here.table, here.tongue, last_recorded_fields(here, cls), asked, needs)
    return render_form(here, event, form_at_table(here, cls, typed, needs=needs), typed)


def player_likely(here: ViewContext, cls: type[Event[Any]]) -> Typed:
    """The player field of an event that adds a seat, for a guest without a seat or one who may have several.

    If seats are called by their players, both fields have the name of a guest without a seat. Rivals have one seat
    each, so a guest with a seat is not suggested and can enter other players.
    """
    me = current_visitor()
    if cls.seating is None or me.guest is None or (me.seats and here.game.rivals):
        return {}
    known = {cls.seating.player: me.name}
    if not me.seats and cls.seating.is_player and cls.seating.is_player(here.table):
        known[cls.seating.seat] = me.name
    return form_strings(cls, known)


def form_at_table(
    here: ViewContext,
    cls: type[Event[Any]],
    typed: Typed,
    wrong: Misfit | RefusedAll | None = None,
    needs: Sequence[str] = (),
) -> Form:
    """The form of an event at this table, for the prompt that it answers."""
    prompts = open_prompts(here.game, here.table)
    preset = request.form.getlist("preset") if request.method == "POST" else None
    return form_of(cls, here.table, here.tongue, typed, wrong, needs=needs, prompts=prompts, preset=preset)


def render_form(here: ViewContext, event: str, form: Form, typed: Typed) -> str:
    """The page of an event's form; for the end of a moment, with the prompts that it skips."""
    cls = event_to_record(here.game, event, here.table)
    prompts = here.campaign.prompts_of_all(here.viewer) if cls.ends or cls.log.confirm_undo else ()
    lost = losses(here.campaign, cls, event_typed(here, cls, typed), here.viewer, prompts)
    return render_template(
        "table/recording/record.html",
        event=event,
        form=form,
        whose=seats_asked(here, cls),
        skips=[said.render(here.tongue) for said in lost or skipped_by_end(cls, prompts)],
        asked=bool(lost),
    )


def event_typed(here: ViewContext, cls: type[Event[Any]], typed: Typed) -> Event[Any] | None:
    """The event of a form; None while a field is missing or invalid."""
    try:
        return make_event(cls, values_of(cls, here.table, typed, here.tongue))
    except Misfit:
        return None


def seats_asked(here: ViewContext, cls: type[Event[Any]]) -> list[str]:
    """The names of the seats in a form, as far as filled in, if all of them are played by others."""
    asked = dict(request.form.lists()) if request.form else typed_of_arguments(dict(request.args.lists()))
    known = {name.removeprefix(MARK): values[0] for name, values in asked.items() if name.startswith(MARK) and values}
    seats, players = seats_named(cls, known, here.table), players_of_others(here.id)
    return called_with_players(sorted(seats), here, players) if seats <= players.keys() else []


@play.post("/record/<event>")
@with_live_campaign
def record(here: ViewContext, event: str) -> Any:
    """Record a form, or show it again with its complaints."""
    cls = event_to_record(here.game, event, here.table)
    typed = dict(request.form.lists())
    if request.form.get("act") == "narrow":
        return render_form(here, event, form_at_table(here, cls, typed), typed)
    try:
        values = values_of(cls, here.table, typed, here.tongue)
        happened = make_event(cls, values)
    except Misfit as misfit:
        return render_form(here, event, form_at_table(here, cls, typed, misfit), typed), 422
    if late := late_answer(here, happened, refused=False):
        return answer_late(here, late)
    command = replace(command_of_form(), asks="sure" not in request.form)
    try:
        return answer_recorded(here, record_taking_seat(here.campaign, event, values, command))
    except (Misfit, RefusedAll) as error:
        # The page lists what would be lost, and its form confirms it.
        is_warning = isinstance(error, RefusedAll) and error.reasons[0].code == LEAVES_UNDONE.code
        wrong = None if is_warning else error
    with campaign_view(here.key) as now:
        if wrong and (late := late_answer(now, happened, refused=True)):
            return answer_late(now, late)
        return render_form(now, event, form_at_table(now, cls, typed, wrong), typed), 422


@play.get("/record/<event>/<field>")
@with_live_campaign
def found(here: ViewContext, event: str, field: str) -> str:
    """The options of a field whose names contain the typed text, or the likely ones if nothing is typed.

    The address also has the values that the options depend on.
    """
    cls = {name_of(cls): cls for cls in here.game.events}.get(event) or event_named(here.game, event)
    names = names_offered(cls, field, here.table, strip_row_prefix(dict(request.args.lists())), here.tongue)
    typed = request.args.get("typed", "")
    return render_template("table/recording/found.html", id=field, options=names.search(typed), typed=typed)


__all__ = ["play"]
