"""Readings for pages: each a form with controls for its missing fields."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.forms.controls import Control, Filled, control_of
from companion.forms.values import default_values, form_strings
from companion.forms.widgets import widgets_of
from companion.quick_entry.keys import keys_of
from companion.quick_entry.option_matches import Offers
from companion.quick_entry.reading import Reading
from companion.view_context import ViewContext


@dataclass(frozen=True)
class Shown:
    """A reading on a page: its sentence, the hidden fields of its form, the controls of its missing fields.

    `more` is whether further fields depend on these controls, so that the form asks again. `elsewhere` is whether the
    reading links to the event's own form, because it is refused.
    """

    event: str
    said: str
    apart: str
    why_not: str
    fields: Sequence[tuple[str, str]]
    controls: Sequence[Control]
    more: bool
    elsewhere: bool
    keys: Sequence[str] = ()
    """The words by which a device finds the reading without the host; empty if the device could not record it."""

    @property
    def address(self) -> dict[str, tuple[str, ...]]:
        """The fields as the query of the event's form."""
        names = dict.fromkeys(name for name, _ in self.fields)
        return {name[2:]: tuple(value for other, value in self.fields if other == name) for name in names}


def show_reading(number: int, reading: Reading, here: ViewContext, offers: Offers) -> Shown:
    """A reading for a page; its number makes the ids of its controls unique."""
    cls = reading.cls
    known = {**default_values(cls), **reading.fields} if not reading.why_not else reading.fields
    typed = {name: values for name, values in form_strings(cls, known).items() if any(values)}
    missing = () if reading.why_not else reading.missing
    filled = Filled(cls, here.table, here.tongue, typed, ())
    asked = [control_of(widget, filled) for widget in widgets_of(cls) if widget.field.name in missing]
    first = [replace(control, place=f"say-{number}-", needed=True) for control in asked if not control.waits]
    more, elsewhere = len(first) < len(asked), bool(reading.why_not) or (bool(asked) and not first)
    return Shown(
        event=reading.event,
        said=reading.said,
        apart=reading.apart,
        why_not=reading.why_not,
        fields=[(name, value) for name, values in typed.items() for value in values],
        controls=first,
        more=more,
        elsewhere=elsewhere,
        keys=() if more or elsewhere else keys_of(reading, here, offers),
    )


__all__ = ["Shown", "show_reading"]
