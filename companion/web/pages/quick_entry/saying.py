"""Pages of quick entry: the readings of typed words, and the question for a missing field."""

from collections.abc import Iterator, Mapping
from typing import Any

from flask import Blueprint, render_template, request

from companion.forms.values import values_of
from companion.forms.widgets import MARK, widgets_of
from companion.quick_entry.moments import current_scope
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.reading import LATELY, Listener
from companion.view_context import ViewContext
from companion.web.pages.log.lines import wanted_lines
from companion.web.pages.quick_entry.finding import find_pages
from companion.web.pages.quick_entry.shown import Shown, show_reading
from companion.web.visitors.page import current_services, with_campaign_copy
from companion.web.visitors.typed import one_line
from companion.web.visitors.visitor import current_visitor
from domain.framework.events.event import Event
from domain.framework.game import event_named
from projections.log import Wanted, topics_lately

saying = Blueprint("saying", __name__, url_prefix="/c/<key>/say")
LONGEST = 200
"""The longest text in characters; the rest is ignored."""
AGAIN = 60
"""Log lines that are searched for events to record again."""


@saying.get("")
@with_campaign_copy("words")
def page(here: ViewContext) -> str:
    """The readings of typed words, as a page."""
    return render_template("saying/page.html", **hear_words(here))


@saying.get("/heard")
@with_campaign_copy("words")
def part(here: ViewContext) -> str:
    """The readings of typed words, as a fragment for scripts."""
    return render_template("saying/heard.html", **hear_words(here))


def hear_words(here: ViewContext) -> dict[str, Any]:
    """Parse the words in the address into readings and search results.

    Without words, the readings are the prompts and recently recorded events. If the address names an event and its
    answers so far, the only reading is that event.
    """
    words = one_line(request.args.get("words", ""), LONGEST)
    with current_services().store.reading() as cursor:
        recent = topics_lately(cursor, here.id, LATELY)
    listener, offers = (
        Listener(here, current_visitor().author, recent),
        current_scope(here, current_visitor().author).offers,
    )
    if event := request.args.get("event"):
        return {"words": words, "readings": [show_question(event, listener, offers)], "found": ()}
    meant = (
        listener.readings(words)
        if words
        else [*listener.readings(""), *listener.readings_of_recorded(recorded_lately(here))]
    )
    readings = [show_reading(number, one, here, offers) for number, one in enumerate(meant, 1)]
    return {"words": words, "readings": readings, "found": find_pages(here, words) if words else ()}


def show_question(event: str, listener: Listener, offers: Offers) -> Shown:
    """The reading of an event with its answered fields, and its next question."""
    here, cls = listener.here, event_named(listener.here.game, event)
    typed = {name: values for name, values in request.args.lists() if name.startswith(MARK)}
    return show_reading(1, listener.reading_begun(cls, values_of(cls, here.table, typed, here.tongue)), here, offers)


def recorded_lately(here: ViewContext) -> Iterator[tuple[type[Event[Any]], Mapping[str, Any]]]:
    """Recently recorded events, the newest first, with the fields that their forms ask for."""
    for line in reversed(wanted_lines(here, Wanted(limit=AGAIN))):
        cls = here.game.by_topic.get(line.topic)
        if cls and line.counts and line.cause is None and not line.unreadable:
            asked = {widget.field.name for widget in widgets_of(cls)}
            yield (
                cls,
                {name: value for name, value in line.values_that_count.items() if name in asked and value is not None},
            )


__all__ = ["saying"]
