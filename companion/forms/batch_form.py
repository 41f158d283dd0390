"""The form of several events recorded as one command: a row for each, with a tick and its fields.

    r0.event = hero-book-level-read   r0.on = yes   r0.f.hero = lunara   r0.f.level = 1

The prefix of its row keeps fields of the same name apart.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.forms.form import Form, form_of
from companion.forms.initial_values import initial_values
from companion.forms.values import form_strings, values_of
from companion.forms.widgets import Typed
from domain.framework.events.event import Event, name_of
from domain.framework.fields.fields import make_event
from domain.framework.game import Prompt
from domain.framework.refusal import Misfit, RefusedOne
from domain.framework.table import Table
from domain.framework.text import Tongue

ROW = re.compile(r"r(\d{1,3})\.(event|on|f\..+)")
EVENT, TICK = "event", "on"
Wrong = Mapping[int, Misfit] | Mapping[int, RefusedOne]
"""The errors of a card's rows, by row number."""


@dataclass(frozen=True)
class Row:
    """An event of a card: its title, whether it is ticked, and its form, which is empty if all fields are known."""

    mark: str
    title: str
    event: str
    ticked: bool
    form: Form
    known: Sequence[tuple[str, str]]
    """The known fields, sent as hidden inputs: (control name, value)."""


@dataclass(frozen=True)
class Sent:
    """A submitted row: its event, whether it is ticked, and its form values."""

    event: str
    ticked: bool
    typed: Typed


def row_prefix(number: int) -> str:
    """The prefix of all field names of a row."""
    return f"r{number}."


def rows_sent(form: Mapping[str, Sequence[str]]) -> dict[int, Sent]:
    """The rows of a submitted card, by row number."""
    found: dict[int, dict[str, Sequence[str]]] = {}
    for name, values in form.items():
        if match := ROW.fullmatch(name):
            found.setdefault(int(match[1]), {})[match[2]] = values
    return {
        number: Sent(
            event=str((row.get(EVENT) or [""])[0]),
            ticked=bool(row.get(TICK)),
            typed={name: values for name, values in row.items() if name not in (EVENT, TICK)},
        )
        for number, row in sorted(found.items())
    }


def strip_row_prefix(arguments: Mapping[str, Sequence[str]]) -> Typed:
    """The values of a form, with names without the prefix of a row."""
    return {re.sub(r"^r\d+\.", "", name): list(values) for name, values in arguments.items()}


def rows_of(
    prompts: Sequence[Prompt], table: Table, tongue: Tongue, sent: Mapping[int, Sent], wrong: Wrong
) -> list[Row]:
    """The rows of a card with their complaints; unchanged rows keep their submitted values."""
    return [
        _make_row(number, prompt, table, tongue, sent.get(number), wrong.get(number))
        for number, prompt in enumerate(prompts)
    ]


def _make_row(
    number: int, prompt: Prompt, table: Table, tongue: Tongue, sent: Sent | None, wrong: Misfit | RefusedOne | None
) -> Row:
    cls, mark = prompt.event, row_prefix(number)
    kept = sent if sent and sent.event == name_of(cls) else None
    asked = form_strings(cls, prompt.fields)
    typed = kept.typed if kept else initial_values(cls, table, tongue, {}, asked, prompt.also_required)
    known = [(mark + name, value) for name, values in typed.items() for value in values] if prompt.complete else ()
    return Row(
        mark=mark,
        title=prompt.title.render(tongue),
        event=name_of(cls),
        ticked=kept.ticked if kept else prompt.ticked,
        form=form_of(cls, table, tongue, typed, wrong, mark, prompt.also_required),
        known=known,
    )


def events_of(
    sent: Mapping[int, Sent], events: Mapping[str, type[Event[Any]]], table: Table, tongue: Tongue
) -> tuple[dict[int, Event[Any]], dict[int, Misfit]]:
    """The events of the ticked rows, by row number, and the errors of those that are invalid."""
    made: dict[int, Event[Any]] = {}
    unfit: dict[int, Misfit] = {}
    for number, row in sent.items():
        if row.ticked and row.event in events:
            cls = events[row.event]
            try:
                made[number] = make_event(cls, values_of(cls, table, row.typed, tongue))
            except Misfit as wrong:
                unfit[number] = wrong
    return made, unfit


__all__ = ["Row", "Sent", "events_of", "row_prefix", "rows_of", "rows_sent", "strip_row_prefix"]
