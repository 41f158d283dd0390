"""Controls: a widget with its values, options and complaints, ready to be rendered."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic_core import to_jsonable_python

from companion.forms.complaints import Complaint
from companion.forms.names import Options, names_offered_at
from companion.forms.several import Rows
from companion.forms.values import known_choice_fields, known_values
from companion.forms.widget import MANY
from companion.forms.widgets import MARK, Typed, Widget, widgets_of
from domain.framework.events.card_defaults import printed_in
from domain.framework.events.choice import Known
from domain.framework.events.event import Event, name_of
from domain.framework.fields.feasibility import is_open_if_asked
from domain.framework.fields.field_shapes import (
    ChoiceShape,
    FieldShape,
    MappingShape,
    NumberShape,
    TextShape,
    YesNoShape,
)
from domain.framework.fields.fields import FieldInfo
from domain.framework.table import Table
from domain.framework.text import Tongue, sentence_case, text


@dataclass(frozen=True)
class Control:
    """A field as shown on a page; its template receives it as `c`."""

    widget: Widget
    label: str
    heading: str
    """The heading: its label, or its question."""
    hint: str
    options: Options
    values: Sequence[str]
    event: str
    """The name of the form's event."""
    waits: Sequence[str] = ()
    """The labels of the fields that its options depend on and that have no value yet."""
    hidden: bool = False
    """Whether it has options that the viewer may not know."""
    faults: Sequence[str] = ()
    row: str = ""
    """The prefix of its name if several events are recorded on one card."""
    plain: bool = False
    """Whether it still has its default value."""
    needed: bool = False
    """Whether it must be filled in here, although the field is optional."""
    place: str = ""
    """The prefix of its ids, if the page has several forms."""
    known: Known = field(default_factory=dict)
    """The known values of the fields that choices depend on."""
    most: Mapping[str, int] = field(default_factory=dict)
    """The number of available things for each option, if known."""
    closed: bool = False
    """Whether only the offered options are accepted."""
    unlikely: Container[str] = ()
    """The options that are unlikely or refused; they are listed last."""
    printed: str = ""
    """The value printed on the card, in words, which applies if the field is empty; empty if unknown."""

    @property
    def template(self) -> str:
        return f"controls/{self.widget.template}.html"

    @property
    def name(self) -> str:
        return self.row + self.widget.name

    @property
    def id(self) -> str:
        return self.place + self.name.replace(".", "-")

    @property
    def shape(self) -> FieldShape:
        return self.widget.field.shape

    @property
    def required(self) -> bool:
        return self.needed or self.widget.field.required

    @property
    def nullable(self) -> bool:
        """Whether the field may be left empty."""
        return not self.required and self.widget.field.default is None

    @property
    def length(self) -> int | None:
        """The maximum number of characters; None if it is not limited."""
        match self.shape:
            case TextShape(longest=longest) | ChoiceShape(longest=longest):
                return longest
        return None

    @property
    def value(self) -> str:
        """The single value; empty if there is none."""
        return self.values[0] if self.values else ""

    @property
    def chosen(self) -> Options:
        """The chosen options."""
        called = dict(self.options)
        return [(id_, called[id_]) for id_ in self.values if id_ in called]

    @property
    def said(self) -> str:
        """The values as text."""
        called = dict(self.options)
        if isinstance(self.shape, YesNoShape):
            return self.label if self.value == "yes" else ""
        if isinstance(self.shape, MappingShape):
            known = [(name, count) for id_, name in self.options if (count := self.counts.get(id_))]
            return ", ".join(f"{name} {count}" for name, count in (*known, *self.rows))
        if self.value.isdecimal() and self.value not in called:
            return f"{self.label} {self.value}"
        return ", ".join(called.get(value, value) for value in self.values)

    @property
    def other(self) -> str:
        """The value, if it is not one of the options."""
        return "" if self.value in dict(self.options) else self.value

    @property
    def rest(self) -> Sequence[str]:
        """The values that are not among the options."""
        called = dict(self.options)
        return [value for value in self.values if value not in called]

    @property
    def rows(self) -> Sequence[tuple[str, str]]:
        """The typed names that are not among the options, each with its value; empty unless the widget has rows."""
        flat = iter(self.values[len(self.options) :])
        return list(zip(flat, flat, strict=True)) if isinstance(self.widget, Rows) else []

    @property
    def given(self) -> str:
        """The names of the controls that its options depend on, separated by spaces."""
        choice = self.widget.field.choice
        return " ".join(self.row + MARK + name for name in (*choice.given, *choice.beside)) if choice else ""

    @property
    def first(self) -> Options:
        """The options that are shown directly."""
        others = {id_ for id_, _ in self.others}
        return [(id_, name) for id_, name in self.options if id_ not in others]

    @property
    def others(self) -> Options:
        """The unlikely options that are not chosen."""
        held = self.counts if isinstance(self.shape, MappingShape) else dict.fromkeys(self.values, "chosen")
        return [(id_, name) for id_, name in self.options if id_ in self.unlikely and not held.get(id_)]

    @property
    def is_of_ones(self) -> bool:
        """Whether there is at most one of each option, so that a checkbox suffices."""
        return bool(self.options) and all(
            self.most.get(id_) == 1 and self.counts[id_] in ("", "0", "1") for id_, _ in self.options
        )

    @property
    def is_idle(self) -> bool:
        """Whether nothing can be entered yet, because there are no options."""
        chosen = self.widget.field.chosen
        return chosen is not None and not (chosen.free or self.required or self.options or self.waits or self.hidden)

    @property
    def counts(self) -> Mapping[str, str]:
        """The value of each option, by id, if the widget has one per option."""
        return dict(zip([id_ for id_, _ in self.options], self.values, strict=False))


@dataclass(frozen=True)
class Filled:
    """The input of a form's controls: event, table, typed values, complaints."""

    cls: type[Event[Any]]
    table: Table
    tongue: Tongue
    typed: Typed
    complaints: Sequence[Complaint]
    row: str = ""
    needs: Sequence[str] = ()

    @cached_property
    def known_fields(self) -> Known:
        """The known values of the fields that choices depend on."""
        return known_choice_fields(self.cls, self.table, self.typed, self.tongue)

    @cached_property
    def known_values(self) -> Known:
        """The typed values that can be parsed."""
        return known_values(self.cls, self.table, self.typed, self.tongue)

    def label(self, field: FieldInfo) -> str:
        return sentence_case(self.tongue.translate(field.label))

    def heading(self, field: FieldInfo) -> str:
        """The heading of a field: its label, or its question."""
        label = self.label(field)
        return text("{question}?", question=label).render(self.tongue) if field.asks else label

    def labels_awaited(self, field: FieldInfo) -> list[str]:
        """The labels of the fields that a field's options depend on and that have no value yet."""
        missing = set(field.choice.given if field.choice else ()) - self.known_fields.keys()
        return [self.label(widget.field) for widget in widgets_of(self.cls) if widget.field.name in missing]

    def printed_value(self, widget: Widget, options: Options) -> str:
        """The value printed on the card, in words, or only a number; empty if none is printed or known."""
        if widget.field.name not in printed_in(self.cls):
            return ""
        said = self.cls.model_construct(None, **self.known_fields).with_card_defaults(self.table)
        standing = widget.displayed_values(widget.typed(to_jsonable_python(getattr(said, widget.field.name))), options)
        words = [dict(options).get(one) or self.tongue.translate(one) for one in standing if one]
        if words and isinstance(widget.field.shape, NumberShape):
            return words[0]  # a number box has no room for more
        return text("{value} (card)", value=tuple(words)).render(self.tongue) if words else ""

    def is_closed(self, field: FieldInfo) -> bool:
        """Whether the table accepts only the offered options."""
        return bool(field.choice and field.choice.closed and field.choice.closed(self.table))

    def suited_widget(self, widget: Widget, options: Options, unlikely: Container[str]) -> Widget:
        """The widget of a field for its options; without free text if only the options are accepted."""
        if not self.is_closed(widget.field):
            return widget.for_options(options)
        first = [option for option in options if option[0] not in unlikely]
        by_first = len(options) <= MANY and not widget.field.required
        return widget.for_options_alone().for_options(first if by_first else options)

    def counts_of_each(self, field: FieldInfo) -> Mapping[str, int]:
        """The number of available things for each option of a field."""
        return field.choice.most_of(self.table, self.known_fields) if field.choice else {}

    def unlikely_options(self, field: FieldInfo, options: Options) -> Container[str]:
        """The options of a field that are listed last: unlikely ones and refused ones."""
        ids = [id_ for id_, _ in options]
        closest = field.choice.closest(ids, self.table, self.known_fields) if field.choice else ids
        return {*ids}.difference(closest) | self._refused_options(field, ids)

    def _refused_options(self, field: FieldInfo, ids: Sequence[str]) -> set[str]:
        """The options that the rules refuse, whatever else is chosen; empty if all of them are refused."""
        if not isinstance(field.shape, ChoiceShape) or not 1 < len(ids) <= MANY:
            return set()
        refused = {
            id_
            for id_ in ids
            if not is_open_if_asked(self.cls, {**self.known_values, field.name: id_}, self.needs, self.table)
        }
        return refused if len(refused) < len(ids) else set()

    def prefer_likely_options(self, widget: Widget, values: list[str], likely: list[str]) -> list[str]:
        """The values, with an unlikely preset replaced by a likely option; typed values are kept."""
        is_preset = not self.complaints and values == list(widget.typed(widget.field.default).get(widget.name, ()))
        is_one = isinstance(widget.field.shape, ChoiceShape) and not widget.field.required
        return likely[:1] if is_preset and is_one and values and likely and values[0] not in likely else values

    def hides_options(self, field: FieldInfo) -> bool:
        """Whether the viewer may not know the options of a field."""
        choice = field.choice
        return (
            choice is not None
            and choice.rests(self.known_fields)
            and not all(choice.ids(self.table, self.known_fields))
        )


def control_of(widget: Widget, filled: Filled) -> Control:
    """The control of a widget, filled with the typed values of its form."""
    field = widget.field
    options = names_offered_at(field, filled.table, filled.tongue, filled.known_fields).options
    unlikely = filled.unlikely_options(field, options)
    options = sorted(options, key=lambda option: option[0] in unlikely)
    shown = filled.suited_widget(widget, options, unlikely)
    values = shown.displayed_values(filled.typed, options)
    untouched = to_jsonable_python(None if field.required else field.default)
    values = filled.prefer_likely_options(shown, values, [id_ for id_, _ in options if id_ not in unlikely])
    return Control(
        shown,
        label=filled.label(field),
        heading=filled.heading(field),
        hint=filled.tongue.translate(shown.hint),
        options=options,
        values=values,
        event=name_of(filled.cls),
        waits=filled.labels_awaited(field),
        hidden=filled.hides_options(field),
        faults=[complaint.said for complaint in filled.complaints if field.name in complaint.fields],
        row=filled.row,
        plain=not any(values) or values == shown.displayed_values(widget.typed(untouched), options),
        needed=field.name in filled.needs,
        known=filled.known_fields,
        most=filled.counts_of_each(field),
        closed=filled.is_closed(field),
        unlikely=unlikely,
        printed=filled.printed_value(shown, options),
    )


__all__ = ["Control", "Filled", "control_of"]
