"""Forms of events that enter a card: the fields of the card's kind replace the event's `fields`.

    f.kind = items   f.id = 007   f.fields.price = 3

A field of the card has the prefix `f.fields.`, so that it cannot be confused with a field of the event.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from companion.forms.complaints import Complaint, complaints_of
from companion.forms.controls import Control, Filled, control_of
from companion.forms.form import Form, title_of
from companion.forms.values import replace_names
from companion.forms.widgets import MARK, MISSING, Typed, Widget, widget_of
from domain.framework.events.choice import NOTHING_KNOWN, Choice
from domain.framework.events.event import Event
from domain.framework.fields.field_shapes import ChoiceShape
from domain.framework.fields.fields import fields_of
from domain.framework.kernel import ContentBound, ContentCorrected
from domain.framework.refusal import Misfit, RefusedAll
from domain.framework.table import Table
from domain.framework.text import Tongue, sentence_case, spaced_words, text

KIND, ID, FIELDS = "kind", "id", "fields"
IN_CARD = f"{FIELDS}."
MOST_OF_A_LINE = 200
"""The maximum number of characters in an id."""
FEW = 12
"""The number of a card's fields that are always shown; further fields are folded if empty."""


def kind_in(typed: Typed) -> str:
    """The chosen kind of content; empty if none was chosen."""
    return (typed.get(MARK + KIND) or [""])[0]


def kind_called(kind: str, tongue: Tongue) -> str:
    """The display name of a kind of content."""
    return sentence_case(spaced_words(kind).render(tongue))


def card_form(
    cls: type[Event[Any]], table: Table, tongue: Tongue, typed: Typed, wrong: Misfit | RefusedAll | None = None
) -> Form:
    """The form of a card of the chosen kind, with the typed values and complaints."""
    complaints = card_complaints(cls, wrong, tongue)
    filled = Filled(cls, table, tongue, typed, complaints)
    own, card = (
        [control_of(widget, filled) for widget in widgets]
        for widgets in (_of_event(cls, kind_in(typed)), _of_card(cls, table, kind_in(typed)))
    )
    card = [_with_known(control, cls, table, tongue, typed) for control in card]
    folded = [control for control in card[FEW:] if not any(control.values) and not control.faults]
    bendable = isinstance(wrong, RefusedAll) and wrong.bendable
    return Form(
        title_of(cls, tongue),
        tongue.translate(cls.help_text),
        [*own, *(control for control in card if control not in folded)],
        folded,
        complaints,
        bendable,
        isinstance(wrong, RefusedAll) and not bendable,
    )


def card_complaints(cls: type[Event[Any]], wrong: Misfit | RefusedAll | None, tongue: Tongue) -> list[Complaint]:
    """The complaints, with those about a card's field assigned to that field."""
    found = complaints_of(cls, wrong, tongue)
    if not isinstance(wrong, RefusedAll):
        return found
    places = [str(reason.text.values.get("place", "")).partition(".")[0] for reason in wrong.reasons]
    return [
        replace(one, fields=one.fields | {IN_CARD + place}) if place else one
        for one, place in zip(found, places, strict=True)
    ]


def _with_known(control: Control, cls: type[Event[Any]], table: Table, tongue: Tongue, typed: Typed) -> Control:
    """A control with the known value in its hint, if the event corrects a known card."""
    id_ = (typed.get(MARK + ID) or [""])[0]
    known = table.thing(kind_in(typed), id_).get(control.widget.field.name.removeprefix(IN_CARD))
    if known is None or not is_about_known_thing(cls):
        return control
    now = text("Now: {value}", value=known).render(tongue)
    return replace(control, hint=" ".join(filter(None, (control.hint, now))))


def card_values(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue) -> dict[str, Any]:
    """The values typed in a card's form as JSON; empty fields are left out."""
    kind = kind_in(typed)
    own = _read_widgets(_of_event(cls, kind), table, typed, tongue)
    card = _read_widgets(_of_card(cls, table, kind), table, typed, tongue)
    found = {FIELDS: {name.removeprefix(IN_CARD): value for name, value in card.items()}}
    return {**own, KIND: kind, **(found if FIELDS in cls.model_fields else {})}


def _read_widgets(widgets: Iterable[Widget], table: Table, typed: Typed, tongue: Tongue) -> dict[str, Any]:
    found = {widget.field.name: read_card_widget(widget, table, typed, tongue) for widget in widgets}
    return {name: value for name, value in found.items() if value is not MISSING}


def read_card_widget(widget: Widget, table: Table, typed: Typed, tongue: Tongue) -> Any:
    """The value of a card's widget as JSON, with ids for names.

    Raises:
        Misfit: a typed name is unknown or ambiguous.
    """
    value = widget.read(typed)
    if value is MISSING or not widget.field.choice:
        return value
    try:
        return replace_names(value, widget, table, tongue, NOTHING_KNOWN)
    except Misfit as wrong:
        raise Misfit({widget.field.name: wrong.faults[""].copy_with(field=widget.field.name)}) from None


def is_about_known_thing(cls: type[Event[Any]]) -> bool:
    """Whether an event is about a known thing, so that its id is chosen instead of typed."""
    return issubclass(cls, ContentCorrected | ContentBound)


def _of_event(cls: type[Event[Any]], kind: str) -> Iterator[Widget]:
    """The widgets of the event's fields, without `kind` and `fields`."""
    for field in fields_of(cls):
        if field.name == ID and is_about_known_thing(cls):
            yield widget_of(replace(field, shape=ChoiceShape(Choice(kind, free=True), longest=MOST_OF_A_LINE)))
        elif field.name not in (KIND, FIELDS):
            yield widget_of(field)


def _of_card(cls: type[Event[Any]], table: Table, kind: str) -> Iterator[Widget]:
    """The widgets of a kind's fields; all optional, because a value may be unknown."""
    for field in fields_of(table.kinds[kind]) if FIELDS in cls.model_fields else ():
        yield widget_of(replace(field, name=IN_CARD + field.name, required=False, default=None))


__all__ = [
    "card_complaints",
    "card_form",
    "card_values",
    "is_about_known_thing",
    "kind_called",
    "kind_in",
    "read_card_widget",
]
