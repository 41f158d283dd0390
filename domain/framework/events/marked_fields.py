"""The fields of a class by their types and marks: choices, fixed words, fields that are summed or searched."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from domain.framework.events.card_defaults import printed_in
from domain.framework.events.choice import Choice
from domain.framework.events.marks import FixedTexts, Merged, NamedAs, SearchText, Settled, TypicalNumber

if TYPE_CHECKING:
    from domain.framework.table import Table


@cache
def choices_of(cls: type[BaseModel]) -> dict[str, Choice]:
    """The fields whose values or keys are ids, each with its choice."""
    found = {
        name: next((m for m in metadata_of(info, beside_keys=False) if isinstance(m, Choice)), None)
        for name, info in cls.model_fields.items()
    }
    return {name: choice for name, choice in found.items() if choice}


@cache
def choices_beside(cls: type[BaseModel]) -> dict[str, Choice]:
    """The fields with a mapping whose values are ids, each with the choice of its values."""
    found = {
        name: next((m for m in _metadata_in(_held_beside_keys(info.annotation)) if isinstance(m, Choice)), None)
        for name, info in cls.model_fields.items()
    }
    return {name: choice for name, choice in found.items() if choice}


def all_choices(cls: type[BaseModel]) -> tuple[Choice, ...]:
    """Every choice of a class, whether players or only the rules fill it in."""
    return (*choices_of(cls).values(), *choices_beside(cls).values())


@cache
def choices_asked(cls: type[BaseModel]) -> dict[str, Choice]:
    """The fields of `choices_of` that players fill in, not the rules."""
    return {name: choice for name, choice in choices_of(cls).items() if not is_marked(cls.model_fields[name], Settled)}


@dataclass(frozen=True, slots=True)
class ChoiceAsked:
    """A choice that players make in a field: of its values or keys, or (`beside`) of the values of a mapping."""

    field: str
    choice: Choice
    beside: bool

    def ids_chosen(self, value: Any) -> Any:
        """The chosen ids in the value of the field."""
        if not self.beside or not isinstance(value, Mapping):
            return value
        return [id_ for held in value.values() for id_ in ([held] if isinstance(held, str) else held or ())]

    def with_ids_changed(self, value: Any, change: Callable[[Any], Any]) -> Any:
        """The value of the field with other ids for this choice."""
        if self.beside and isinstance(value, Mapping):
            return {key: change(held) for key, held in value.items()}
        return change(value)


@cache
def all_choices_asked(cls: type[BaseModel]) -> tuple[ChoiceAsked, ...]:
    """Every choice that players make in an event, in the order of its fields."""
    return tuple(
        ChoiceAsked(name, choices[name], beside)
        for name, info in cls.model_fields.items()
        for beside, choices in ((False, choices_of(cls)), (True, choices_beside(cls)))
        if name in choices and not is_marked(info, Settled)
    )


@cache
def fields_depended_on(cls: type[BaseModel]) -> tuple[str, ...]:
    """The fields that its choices or printed values depend on, in order."""
    asked = [(one.field, one.choice) for one in all_choices_asked(cls)]
    given = {one for name, choice in asked for one in (*choice.given, *choice.beside) if one != name}
    printed = [mark for name, mark in printed_in(cls).items() if not is_marked(cls.model_fields[name], Settled)]
    given |= {name for mark in printed for name in mark.rests_on}
    return tuple(name for name in cls.model_fields if name in given)


@cache
def fixed_texts_by_field(cls: type[BaseModel]) -> dict[str, tuple[str, ...]]:
    """The fields whose values are fixed words in the code, with these words."""
    found = {name: fixed_texts(info) for name, info in cls.model_fields.items()}
    return {name: words for name, words in found.items() if words}


@cache
def merged_field_of(cls: type[BaseModel]) -> str:
    """The field that is summed when repeated taps are shown as one line; empty if taps are listed separately."""
    return next(_marked(cls, Merged), "")


@cache
def search_fields_of(cls: type[BaseModel]) -> tuple[str, ...]:
    """The fields by which the log can be searched, in addition to sentences."""
    return tuple(_marked(cls, SearchText))


@cache
def named_in(cls: type[BaseModel]) -> dict[str, NamedAs]:
    """The fields that are rendered by the name of a kind, each with its mark."""
    marks = ((name, mark) for name, info in cls.model_fields.items() for mark in metadata_of(info))
    return {name: mark for name, mark in marks if isinstance(mark, NamedAs)}


def _marked(cls: type[BaseModel], mark: type) -> Iterator[str]:
    return (name for name, info in cls.model_fields.items() if any(isinstance(m, mark) for m in metadata_of(info)))


def fixed_texts(info: Any) -> tuple[str, ...]:
    """The fixed words that a field of an event or a state accepts; none if it accepts other values."""
    named = (word for mark in metadata_of(info) if isinstance(mark, FixedTexts) for word in mark.words)
    return tuple(dict.fromkeys((*named, *_literals(info.annotation))))


def _literals(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
    else:
        for part in get_args(annotation):
            yield from _literals(part)


def fits_field(cls: type[BaseModel], name: str, value: object, table: "Table") -> bool:
    """Whether a value is valid for a field at a table, and offered if the field has a choice."""
    choice = choices_of(cls).get(name)
    if choice and not choice.given and choice.strange(value, table):
        return False
    try:
        return bool(adapter_of(cls, name).validate_python(value) == value)
    except ValidationError:
        return False


@cache
def adapter_of(cls: type[BaseModel], name: str) -> TypeAdapter[Any]:
    """The validator of the value of one field."""
    info = cls.model_fields[name]
    kind: Any = Annotated[info.annotation, *info.metadata] if info.metadata else info.annotation
    return TypeAdapter(kind, config=ConfigDict(strict=True))


def is_marked(info: Any, mark: type) -> bool:
    """Whether a field has a mark of a class, such as `Settled`."""
    return any(isinstance(one, mark) for one in metadata_of(info))


def typical_number_of(info: Any) -> int | None:
    """The number on most cards, if a field is marked with one."""
    return next((one.value for one in metadata_of(info) if isinstance(one, TypicalNumber)), None)


def metadata_of(info: Any, *, beside_keys: bool = True) -> Iterator[object]:
    """All metadata of a field, including that of optional and repeated members, and of the values of a mapping."""
    yield from info.metadata
    yield from _metadata_in(info.annotation, beside_keys=beside_keys)


def _metadata_in(annotation: Any, *, beside_keys: bool = True) -> Iterator[object]:
    pending = [annotation]
    while pending:
        part = pending.pop()
        yield from getattr(part, "__metadata__", ())
        members = getattr(part, "__args__", ())
        pending.extend(members if beside_keys or not _is_mapping(part) else members[:1])


def _held_beside_keys(annotation: Any) -> Any:
    """The type of the values of a mapping, which may be optional; None for other types."""
    if _is_mapping(annotation):
        return get_args(annotation)[1]
    members = getattr(annotation, "__args__", ()) if get_origin(annotation) in (Annotated, Union, UnionType) else ()
    return next(filter(None, map(_held_beside_keys, members)), None)


def _is_mapping(annotation: Any) -> bool:
    origin = get_origin(annotation)
    return isinstance(origin, type) and issubclass(origin, Mapping)
