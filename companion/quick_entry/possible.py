"""Whether an event can be recorded now, given its known fields, and the direction of its effect."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.quick_entry.filling import missing_fields
from companion.view_context import ViewContext
from domain.framework.cards.typos import as_known
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import settle_without_dice
from domain.framework.fields.choices import choices_wanting
from domain.framework.fields.fields import make_event
from domain.framework.fields.number_paths import number_marks_of
from domain.framework.offers.tracked_areas import why_untracked
from domain.framework.refusal import NotFound, Refused, never
from domain.framework.table import Table, value_at
from domain.framework.text import spaced_words
from domain.log.command import Seats
from domain.log.reasons import reasons_against

NOTHING_TO_CHOOSE = never("nothing-to-choose", "Nothing to choose from yet: {kind}.")


def refusals_for_seats(
    cls: type[Event[Any]], values: Mapping[str, Any], here: ViewContext, seats: Seats
) -> Sequence[Refused]:
    """The refusals of an event, worded so that no seat learns a secret.

    Raises:
        Misfit: the values do not fit the event's fields.
    """
    if missing_fields(cls, values):
        return _early_refusals(cls, values, here, here.campaign.table if seats is None else here.table)
    return reasons_against(here.game, make_event(cls, values), here.campaign.table, seats)


def refusals_as_seen(
    cls: type[Event[Any]], values: Mapping[str, Any], here: ViewContext, needs: Sequence[str] = ()
) -> Sequence[Refused]:
    """The refusals of an event on the table as the viewer sees it, without those based on secrets.

    While required fields or `needs` are missing, only the refusals that do not depend on them are found.

    Raises:
        Misfit: the values do not fit the event's fields.
    """
    if missing_fields(cls, values, needs):
        return _early_refusals(cls, values, here, here.table)
    return reasons_against(here.game, as_known(make_event(cls, values), here.table), here.table)


def _early_refusals(cls: type[Event[Any]], values: Mapping[str, Any], here: ViewContext, table: Table) -> list[Refused]:
    """The refusals that need no further field: an untracked area, another step, a choice without options."""
    kinds = dict.fromkeys(choice.kind for choice in choices_wanting(cls, table, values))
    nothing = [NOTHING_TO_CHOOSE(kind=spaced_words(kind)) for kind in kinds]
    gates = [*why_untracked(here.game, cls, table)] or [*table.gate(cls.during)]
    return [*gates, *nothing]


def settle_for_viewer(event: Event[Any], here: ViewContext) -> Event[Any]:
    """An event settled as far as the viewer may know; unchanged if that would need dice or is impossible."""
    return settle_without_dice(event, here.table) or event


def direction_of_event(event: Event[Any], here: ViewContext) -> int:
    """The sign of the change that an event makes to a public value: 1 up, -1 down.

    0 if the event changes none, or the direction is unknown.
    """
    for name, mark in number_marks_of(type(event)):
        trial = here.table.model_copy(deep=True)
        settled = settle_without_dice(event, trial)
        paths = [path for path, _ in mark.sizes_by_path(event, here.table, name)] if settled else []
        if settled is None or not paths:
            return 0
        settled.record_on(trial)
        before, after = (_number_at(table, paths[0]) for table in (here.table, trial))
        way = (after > before) - (after < before)
        return -way if mark.counted_down else way
    return 0


def _number_at(table: Table, path: tuple[str, ...]) -> int:
    """The number at a path; 0 if there is none yet."""
    try:
        found = value_at(table, path)
    except NotFound:
        return 0
    return found if isinstance(found, int) else 0


__all__ = ["direction_of_event", "refusals_as_seen", "refusals_for_seats", "settle_for_viewer"]
