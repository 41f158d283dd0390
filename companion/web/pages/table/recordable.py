"""The events that can be recorded on a table, by area of play."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.form import title_of
from companion.view_context import ViewContext
from companion.web.visitors.roles import may
from domain.framework.events.event import Event
from domain.framework.kernel import BY_HOST
from domain.framework.table import Table


@dataclass(frozen=True)
class Possible:
    """An event to record; `barred` is the reason against it now, if there is one."""

    event: str
    title: str
    about: str
    barred: str


def recordable_by_area(here: ViewContext, table: Table) -> Mapping[str, Sequence[Possible]]:
    """The events that can be recorded on a table, by area of play."""
    return by_area(recordable_on(here, table), here)


def recordable_on(here: ViewContext, table: Table) -> dict[type[Event[Any]], Possible]:
    """The events that can be recorded on a table."""
    return {
        cls: _possible(name, cls, here, table)
        for name, cls in here.game.offered(table).items()
        if may("host") or not issubclass(cls, BY_HOST)
    }


def by_area(every: Mapping[type[Event[Any]], Possible], here: ViewContext) -> dict[str, list[Possible]]:
    """Recordable events by area of play, in the visitor's language."""
    areas: dict[str, list[Possible]] = {}
    for cls, found in every.items():
        areas.setdefault(here.tongue.translate(cls.heading), []).append(found)
    return areas


def _possible(name: str, cls: type[Event[Any]], here: ViewContext, table: Table) -> Possible:
    barred = next((reason.text.render(here.tongue) for reason in table.gate(cls.during)), "")
    return Possible(name, title_of(cls, here.tongue), here.tongue.translate(cls.help_text), barred)


__all__ = ["Possible", "by_area", "recordable_by_area", "recordable_on"]
