"""Pages of cards: adding one, correcting one, or binding a name to one; first the kind, then its fields."""

from typing import Any

from flask import Blueprint, render_template, request

from companion.forms.cards import card_form, card_values, is_about_known_thing, kind_called, kind_in
from companion.forms.form import title_of
from companion.forms.values import typed_of_arguments
from companion.view_context import ViewContext
from companion.web.pages.table.answer import answer_recorded
from companion.web.visitors.page import command_of_form, current_services, with_live_campaign
from domain.framework.events.event import Event
from domain.framework.game import event_named
from domain.framework.refusal import Misfit, RefusedAll

cards = Blueprint("cards", __name__, url_prefix="/c/<key>/record")
ADDED, CORRECTED, BOUND = "content-added", "content-corrected", "content-bound"


@cards.get(f"/{ADDED}", defaults={"event": ADDED})
@cards.get(f"/{CORRECTED}", defaults={"event": CORRECTED})
@cards.get(f"/{BOUND}", defaults={"event": BOUND})
@with_live_campaign
def form(here: ViewContext, event: str) -> str:
    """The form of a card: the kinds, then the fields of the chosen kind."""
    cls, typed = event_named(here.game, event), typed_of_arguments(dict(request.args.lists()))
    if kind_in(typed) not in here.game.kinds:
        return kinds_to_type_in(here, cls, event)
    return show_card_form(here, event, typed)


@cards.post(f"/{ADDED}", defaults={"event": ADDED})
@cards.post(f"/{CORRECTED}", defaults={"event": CORRECTED})
@cards.post(f"/{BOUND}", defaults={"event": BOUND})
@with_live_campaign
def record(here: ViewContext, event: str) -> Any:
    """Record the card, or show the form again with its complaints."""
    cls, typed = event_named(here.game, event), dict(request.form.lists())
    if kind_in(typed) not in here.game.kinds:
        return kinds_to_type_in(here, cls, event), 422
    try:
        values = card_values(cls, here.table, typed, here.tongue)
        return answer_recorded(here, current_services().campaigns.record(here.id, event, values, command_of_form()))
    except (Misfit, RefusedAll) as wrong:
        return show_card_form(here, event, typed, wrong), 422


def kinds_to_type_in(here: ViewContext, cls: type[Event[Any]], event: str) -> str:
    """The kinds of which a card can be added; for a correction, those with known cards."""
    offered = [
        (kind, kind_called(kind, here.tongue))
        for kind in here.game.kinds
        if not is_about_known_thing(cls) or any(True for _ in here.table.ids(kind))
    ]
    about = here.tongue.translate(cls.help_text)
    return render_template(
        "table/recording/kinds.html", event=event, title=title_of(cls, here.tongue), about=about, kinds=offered
    )


def show_card_form(here: ViewContext, event: str, typed: Any, wrong: Misfit | RefusedAll | None = None) -> str:
    cls = event_named(here.game, event)
    shown = card_form(cls, here.table, here.tongue, typed, wrong)
    kind = kind_in(typed)
    return render_template(
        "table/recording/card.html", event=event, form=shown, kind=kind, called=kind_called(kind, here.tongue)
    )


__all__ = ["cards"]
