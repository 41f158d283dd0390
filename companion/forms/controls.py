"""Controls: a widget with its values, its options and its complaints, ready to be rendered."""

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from pydantic_core import to_jsonable_python

from companion.forms.complaints import Complaint
from companion.forms.names import Options, names_at
from companion.forms.several import Rows
from companion.forms.values import known_by
from companion.forms.widget import MANY
from companion.forms.widgets import MARK, Typed, Widget, widgets_of
from domain.language.event import Event, Known, name_of
from domain.language.fields import FieldInfo
from domain.language.printed import printed_in
from domain.language.shapes import ChoiceShape, FieldShape, MappingShape, TextShape, YesNoShape
from domain.language.table import Table
from domain.language.text import Tongue, sentence_case, text


@dataclass(frozen=True)
class Control:
    """One field as a page shows it: its template draws it as `c`."""

    widget: Widget
    label: str
    heading: str
    """What stands above it: its label, or the question that it asks."""
    hint: str
    options: Options
    values: Sequence[str]
    event: str
    """The name of the event whose form it stands in."""
    waits: Sequence[str] = ()
    """The labels of the fields that it depends on and that nobody chose yet."""
    hidden: bool = False
    """Whether there is something to choose from, and who looks may not know what."""
    faults: Sequence[str] = ()
    row: str = ""
    """What the names of its card's row begin with, where several events are recorded on one card."""
    plain: bool = False
    """Whether it holds what it would hold if nobody touched it."""
    needed: bool = False
    """Whether nothing can be recorded without it here, though its event does without it elsewhere."""
    place: str = ""
    """What its ids begin with, to be told from those of other forms on the page."""
    known: Known = field(default_factory=dict)
    """What the form knows of the fields that choices depend on."""
    most: Mapping[str, int] = field(default_factory=dict)
    """How many there are of each option, where that is known."""
    closed: bool = False
    """Whether nothing but the options is welcome here."""
    unlikely: Container[str] = ()
    """The options that are hardly meant, as far as the choice says which are."""
    printed: str = ""
    """What it holds if nothing is said: what stands on the card, in words; empty where that is not known."""

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
        """Whether choosing nothing is a choice."""
        return not self.required and self.widget.field.default is None

    @property
    def length(self) -> int | None:
        """How many characters may be typed, where that is bounded."""
        match self.shape:
            case TextShape(longest=longest) | ChoiceShape(longest=longest):
                return longest
        return None

    @property
    def value(self) -> str:
        """The value, where it takes one."""
        return self.values[0] if self.values else ""

    @property
    def chosen(self) -> Options:
        """The options that are chosen."""
        called = dict(self.options)
        return [(id_, called[id_]) for id_ in self.values if id_ in called]

    @property
    def said(self) -> str:
        """What it holds, in words."""
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
        """The value, where it is none of the options."""
        return "" if self.value in dict(self.options) else self.value

    @property
    def rest(self) -> Sequence[str]:
        """The values that are no options."""
        called = dict(self.options)
        return [value for value in self.values if value not in called]

    @property
    def rows(self) -> Sequence[tuple[str, str]]:
        """The names that are no options, each with what stands beside it, where the control has rows for them."""
        flat = iter(self.values[len(self.options) :])
        return list(zip(flat, flat, strict=True)) if isinstance(self.widget, Rows) else []

    @property
    def given(self) -> str:
        """The names of the controls that it depends on."""
        choice = self.widget.field.choice
        return " ".join(self.row + MARK + name for name in (*choice.given, *choice.beside)) if choice else ""

    @property
    def first(self) -> Options:
        """The options to see at once."""
        others = {id_ for id_, _ in self.others}
        return [(id_, name) for id_, name in self.options if id_ not in others]

    @property
    def others(self) -> Options:
        """The options that are hardly meant, and that nobody chose."""
        held = self.counts if isinstance(self.shape, MappingShape) else dict.fromkeys(self.values, "chosen")
        return [(id_, name) for id_, name in self.options if id_ in self.unlikely and not held.get(id_)]

    @property
    def is_of_ones(self) -> bool:
        """Whether there is at most one of each option, so that it is there or not."""
        return bool(self.options) and all(
            self.most.get(id_) == 1 and self.counts[id_] in ("", "0", "1") for id_, _ in self.options
        )

    @property
    def is_idle(self) -> bool:
        """Whether nothing may be said in it yet: what there is to choose from is nothing."""
        chosen = self.widget.field.chosen
        return chosen is not None and not (chosen.free or self.required or self.options or self.waits or self.hidden)

    @property
    def counts(self) -> Mapping[str, str]:
        """The value beside each option, by id, where the control has one for each."""
        return dict(zip([id_ for id_, _ in self.options], self.values, strict=False))


@dataclass(frozen=True)
class Filled:
    """What a form's controls are made from: its event, the table, what was typed, the complaints."""

    cls: type[Event[Any]]
    table: Table
    tongue: Tongue
    typed: Typed
    complaints: Sequence[Complaint]
    row: str = ""
    needs: Sequence[str] = ()

    @cached_property
    def known(self) -> Known:
        """What is known of the fields that choices depend on."""
        return known_by(self.cls, self.table, self.typed, self.tongue)

    def label(self, field: FieldInfo) -> str:
        return sentence_case(self.tongue.translate(field.label))

    def heading(self, field: FieldInfo) -> str:
        """What stands above a field: its label, or the question that it asks."""
        label = self.label(field)
        return text("{question}?", question=label).render(self.tongue) if field.asks else label

    def waits(self, field: FieldInfo) -> list[str]:
        """The labels of the fields that one depends on and that nobody chose yet."""
        missing = set(field.choice.given if field.choice else ()) - self.known.keys()
        return [self.label(widget.field) for widget in widgets_of(self.cls) if widget.field.name in missing]

    def printed(self, widget: Widget, options: Options) -> str:
        """The value printed on the card, in words; empty where none is printed, or it is not known."""
        if widget.field.name not in printed_in(self.cls):
            return ""
        said = self.cls.model_construct(None, **self.known).with_printed(self.table)
        standing = widget.displayed_values(widget.typed(to_jsonable_python(getattr(said, widget.field.name))), options)
        words = [dict(options).get(one) or self.tongue.translate(one) for one in standing if one]
        return text("{value} (card)", value=tuple(words)).render(self.tongue) if words else ""

    def is_closed(self, field: FieldInfo) -> bool:
        """Whether nothing but what a field offers is welcome at this table."""
        return bool(field.choice and field.choice.closed and field.choice.closed(self.table))

    def suited(self, widget: Widget, options: Options, unlikely: Container[str]) -> Widget:
        """What a field is drawn as: where nothing but the options is welcome, and it may be left out, by those that are
        meant; what has to be chosen is a list, or lies on a map.
        """
        if not self.is_closed(widget.field):
            return widget.for_options(options)
        first = [option for option in options if option[0] not in unlikely]
        by_first = len(options) <= MANY and not widget.field.required
        return widget.for_options_alone().for_options(first if by_first else options)

    def counts_of_each(self, field: FieldInfo) -> Mapping[str, int]:
        """How many there are of each thing that a field counts."""
        return field.choice.most_of(self.table, self.known) if field.choice else {}

    def unlikely_options(self, field: FieldInfo, options: Options) -> Container[str]:
        """The options of a field that are hardly meant."""
        ids = [id_ for id_, _ in options]
        return {*ids}.difference(field.choice.closest(ids, self.table, self.known)) if field.choice else ()

    def likelier(self, widget: Widget, values: list[str], likely: list[str]) -> list[str]:
        """What is preset and hardly meant gives way to what is; nothing that somebody sent does."""
        is_preset = not self.complaints and values == list(widget.typed(widget.field.default).get(widget.name, ()))
        is_one = isinstance(widget.field.shape, ChoiceShape) and not widget.field.required
        return likely[:1] if is_preset and is_one and values and likely and values[0] not in likely else values

    def hides(self, field: FieldInfo) -> bool:
        """Whether the viewer may not know what a field offers."""
        choice = field.choice
        return choice is not None and choice.rests(self.known) and not all(choice.ids(self.table, self.known))


def control_of(widget: Widget, filled: Filled) -> Control:
    """Make the control of a widget from what was typed in its form."""
    field = widget.field
    options = names_at(field, filled.table, filled.tongue, filled.known).options
    unlikely = filled.unlikely_options(field, options)
    shown = filled.suited(widget, options, unlikely)
    values = shown.displayed_values(filled.typed, options)
    untouched = to_jsonable_python(None if field.required else field.default)
    values = filled.likelier(shown, values, [id_ for id_, _ in options if id_ not in unlikely])
    return Control(
        shown,
        label=filled.label(field),
        heading=filled.heading(field),
        hint=filled.tongue.translate(shown.hint),
        options=options,
        values=values,
        event=name_of(filled.cls),
        waits=filled.waits(field),
        hidden=filled.hides(field),
        faults=[complaint.said for complaint in filled.complaints if field.name in complaint.fields],
        row=filled.row,
        plain=not any(values) or values == shown.displayed_values(widget.typed(untouched), options),
        needed=field.name in filled.needs,
        known=filled.known,
        most=filled.counts_of_each(field),
        closed=filled.is_closed(field),
        unlikely=unlikely,
        printed=filled.printed(shown, options),
    )


__all__ = ["Control", "Filled", "control_of"]
