"""The form of an event: its fields as controls of a page, and what was typed in them as JSON values.

Every control is named `f.` and its field, so that no field can be mistaken for one of the form's own
(who, when, why). What stands in a form is `Typed`: strings, as browsers send them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from pydantic_core import PydanticUndefined, to_jsonable_python

from companion.forms.widgets import MISSING, Typed, Widget, widget_of
from domain.event import Event, name_of
from domain.fields import FieldInfo, fields_of
from domain.refusal import Misfit, Refused, RefusedAll, heading
from domain.table import Table
from domain.text import ENGLISH, Text, Tongue, say, sentence_case

FEW = 4
"""A form of so many fields shows them all; of a longer one the empty optional ones are folded away."""
MARK = "f."


@dataclass(frozen=True)
class Control:
    """One field as a page shows it."""

    name: str
    label: str
    widget: str
    required: bool
    nullable: bool
    values: Sequence[str]
    options: Sequence[tuple[str, str]] = ()
    least: int | None = None
    most: int | None = None
    length: int | None = None
    hint: str = ""
    faults: Sequence[str] = ()
    folded: bool = False

    @property
    def id(self) -> str:
        return self.name.replace(".", "-")

    @property
    def value(self) -> str:
        """What stands in it, where it takes one thing."""
        return self.values[0] if self.values else ""

    @property
    def counts(self) -> Mapping[str, str]:
        """What stands in each of its numbers, where it has one an option."""
        return dict(zip([id_ for id_, _ in self.options], self.values, strict=False))


@dataclass(frozen=True)
class Complaint:
    """What is wrong with what was typed: a sentence for the top of the form, or for its fields."""

    said: str
    fields: frozenset[str] = frozenset()
    rule: str = ""


@dataclass(frozen=True)
class Form:
    """An event's form: controls in the order of its class, complaints, whether these can be bent, or cannot."""

    title: str
    about: str
    controls: Sequence[Control]
    complaints: Sequence[Complaint] = field(default_factory=tuple)
    bendable: bool = False
    barred: bool = False

    @property
    def shown(self) -> list[Control]:
        return [control for control in self.controls if not control.folded]

    @property
    def folded(self) -> list[Control]:
        return [control for control in self.controls if control.folded]


def asked(cls: type[Event[Any]]) -> list[FieldInfo]:
    """The fields a form asks for: those that the rules do not fill in themselves."""
    return [info for info in fields_of(cls) if not info.settled]


def title_of(cls: type[Event[Any]], tongue: Tongue) -> str:
    """An event's name: `toy.tower-built` → Tower built."""
    return tongue.translate(name_of(cls).replace("-", " ").capitalize())


# --- from values to a form -------------------------------------------------------------------


def defaults(cls: type[Event[Any]]) -> dict[str, Any]:
    """What fields hold when nobody fills them in, as JSON values."""
    found = {name: info.get_default(call_default_factory=True) for name, info in cls.model_fields.items()}
    return {name: to_jsonable_python(value) for name, value in found.items() if value is not PydanticUndefined}


def typed_of(cls: type[Event[Any]], values: Mapping[str, Any]) -> Typed:
    """JSON values as what would stand in the form."""
    typed: dict[str, Sequence[str]] = {}
    for info in asked(cls):
        if info.name in values:
            typed.update(widget_of(info).typed(MARK + info.name, values[info.name]))
    return typed


def marked(arguments: Mapping[str, Sequence[str]]) -> Typed:
    """An address's own arguments (`?hero=lunara`) as what would stand in the form."""
    return {MARK + name: list(values) for name, values in arguments.items()}


def form_of(
    cls: type[Event[Any]], table: Table, tongue: Tongue, typed: Typed, wrong: Misfit | RefusedAll | None = None
) -> Form:
    """An event's form with what was typed in it, and what is wrong with that."""
    complaints = complaints_of(cls, wrong, tongue)
    infos = asked(cls)
    controls = [_control(info, named_options(info, table, tongue), typed, tongue) for info in infos]
    told = [_with_faults(control, info.name, complaints) for control, info in zip(controls, infos, strict=True)]
    refused = isinstance(wrong, RefusedAll)
    bendable = isinstance(wrong, RefusedAll) and wrong.bendable
    return Form(
        title_of(cls, tongue),
        tongue.translate(cls.help_text),
        _folding(told),
        complaints,
        bendable,
        refused and not bendable,
    )


def _control(info: FieldInfo, options: Sequence[tuple[str, str]], typed: Typed, tongue: Tongue) -> Control:
    widget = widget_of(info)
    name = MARK + info.name
    return Control(
        name=name,
        label=sentence_case(tongue.translate(info.label)),
        widget=widget.drawn(len(options)),
        required=info.required,
        nullable=not info.required and info.default is None,
        values=widget.standing(name, typed, options),
        options=options,
        least=info.schema.get("minimum"),
        most=info.schema.get("maximum", info.schema.get("maxItems")),
        length=info.schema.get("maxLength"),
        hint=tongue.translate(widget.hint),
    )


def _with_faults(control: Control, field_name: str, complaints: Sequence[Complaint]) -> Control:
    """A control with what is wrong with it."""
    return replace(control, faults=[complaint.said for complaint in complaints if field_name in complaint.fields])


def _folding(controls: Sequence[Control]) -> list[Control]:
    """The controls with those folded away that may stay empty and do, if there are many."""
    if len(controls) <= FEW:
        return list(controls)
    folding = [replace(c, folded=not c.required and not c.faults and not any(c.values)) for c in controls]
    return folding if sum(not c.folded for c in folding) > 1 else list(controls)


def named_options(info: FieldInfo, table: Table, tongue: Tongue) -> list[tuple[str, str]]:
    """A field's options, each with its name."""
    return [(id_, _name(name, tongue)) for id_, name in info.options(table).items()]


def _name(name: object, tongue: Tongue) -> str:
    told = say(name, tongue)
    return told.replace("-", " ") if told.islower() else told


# --- from a form to values -------------------------------------------------------------------


def values_of(cls: type[Event[Any]], table: Table, typed: Typed, tongue: Tongue = ENGLISH) -> dict[str, Any]:
    """What was typed, as JSON values; fields left empty are left out, so that their defaults hold."""
    found = {}
    for info in asked(cls):
        widget = widget_of(info)
        value = widget.read(MARK + info.name, typed)
        if widget.by_name:
            value = ids_of(value, info, table, tongue)
        if value is not MISSING:
            found[info.name] = value
    return found


def ids_of(value: Any, info: FieldInfo, table: Table, tongue: Tongue = ENGLISH) -> Any:
    """Ids in place of the names of known things; what is not known stays as it was typed."""
    known = {
        name.casefold(): id_
        for spoken in (Tongue(content="zh"), ENGLISH, tongue)
        for id_, name in named_options(info, table, spoken)
    }
    known.update((id_.casefold(), id_) for id_ in info.options(table))
    if isinstance(value, list):
        return [known.get(part.casefold(), part) for part in value]
    return known.get(value.casefold(), value) if isinstance(value, str) else value


def changes_of(
    cls: type[Event[Any]], table: Table, typed: Typed, kept: Mapping[str, Any], tongue: Tongue = ENGLISH
) -> dict[str, Any]:
    """What was typed in the form of an entry to put right; a field left empty is emptied, a secret one kept.

    `kept` are the entry's fields as they count.
    """
    shown = {info.name for info in asked(cls)} - set(cls.hidden(kept))
    emptied = {name: value for name, value in defaults(cls).items() if name in shown}
    return {**emptied, **values_of(cls, table, typed, tongue)}


# --- complaints ------------------------------------------------------------------------------


def complaints_of(cls: type[Event[Any]], wrong: Misfit | RefusedAll | None, tongue: Tongue) -> list[Complaint]:
    """What is wrong, each with the fields it is about."""
    match wrong:
        case Misfit():
            labels = {info.name: tongue.translate(info.label) for info in asked(cls)}
            return [_misfit(name, fault, labels, tongue) for name, fault in wrong.faults.items()]
        case RefusedAll():
            return [
                Complaint(reason.text.render(tongue), frozenset(_concerned(cls, reason)), heading(reason.rule, tongue))
                for reason in wrong.reasons
            ]
    return []


def _misfit(name: str, fault: Text, labels: Mapping[str, str], tongue: Tongue) -> Complaint:
    head = name.partition(".")[0]
    label = labels.get(head) or tongue.translate(name)
    said = Text(fault.message, {**fault.values, "field": label}).render(tongue)
    return Complaint(sentence_case(said), frozenset({head} & labels.keys()))


def _concerned(cls: type[Event[Any]], reason: Refused) -> Iterable[str]:
    """The fields a reason names, by their name or by the kind of thing they take."""
    values = reason.text.values
    for info in asked(cls):
        kind = str(values.get("kind"))
        of_kind = reason.code == "not-offered" and info.choice is not None and info.choice.kind == kind
        if info.name in values or of_kind:
            yield info.name


__all__ = [
    "MARK",
    "Complaint",
    "Control",
    "Form",
    "Typed",
    "Widget",
    "changes_of",
    "complaints_of",
    "defaults",
    "form_of",
    "ids_of",
    "marked",
    "title_of",
    "typed_of",
    "values_of",
]
