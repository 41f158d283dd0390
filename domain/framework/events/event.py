"""Event: one thing that happened at the table.

The class of an event declares everything about it: its fields, when it may happen, what the rules fill in, what it
changes, its consequences, and its log line. Forms, the API, the command line, the docs and the tests are derived from
the class (see `fields.py`). They read class variables and marks, never names or docstrings.
"""

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    Self,
    TypeVar,
    Union,
    final,
    get_args,
    get_origin,
)

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    TypeAdapter,
    ValidationError,
)

from domain.framework.events.card_defaults import NOTHING_SAID, Printed, printed_in
from domain.framework.events.chance import Chance
from domain.framework.events.choice import NOTHING_KNOWN as NOTHING_KNOWN  # noqa: PLC0414 - events and what they take are asked for here
from domain.framework.events.choice import Choice as Choice  # noqa: PLC0414
from domain.framework.events.choice import Known as Known  # noqa: PLC0414
from domain.framework.events.offer import At as At  # noqa: PLC0414
from domain.framework.events.offer import Offer as Offer  # noqa: PLC0414
from domain.framework.events.size_limits import bound_lengths
from domain.framework.events.text_checks import refuse_blank, refuse_line_breaks, refuse_unprintable
from domain.framework.refusal import Refused
from domain.framework.text import Term, Text, kebab_case, spaced_words, text

if TYPE_CHECKING:
    from domain.framework.table import Table

TableT = TypeVar("TableT", bound="Table")
Closing = Literal["", "session", "scenario", "revealed"]
Moment = Literal["", "visit", "turn", "round", "step", "scenario", "evening"]
"""The parts that play is divided into. When a player ends a moment, prompts left in it are lost or come too late."""

OWN_MARK = re.compile(r"\d$|\b\w$")
"""The end of a name with its own number or letter: “Ogre 1”, “Razorwing A”."""

Line = Annotated[str, Field(max_length=200), AfterValidator(refuse_line_breaks), AfterValidator(refuse_blank)]
"""One line of text, 1 to 200 characters after stripping."""
Remark = Annotated[str, Field(max_length=200), AfterValidator(refuse_line_breaks)]
"""One line of text that may be empty."""
Prose = Annotated[str, Field(max_length=5_000), AfterValidator(refuse_unprintable), AfterValidator(refuse_blank)]
"""Text of several lines, 1 to 5,000 characters after stripping."""
MOST_COUNTED = 999_999
Count = Annotated[int, Field(ge=0, le=MOST_COUNTED)]
"""A number of things: 0 to 999,999."""
Amount = Annotated[int, Field(ge=1, le=MOST_COUNTED)]
"""A number of things: 1 to 999,999."""
Delta = Annotated[int, Field(ge=-MOST_COUNTED, le=MOST_COUNTED)]
"""A change up or down: −999,999 to 999,999."""


@dataclass(frozen=True, slots=True)
class FixedTexts:
    """Marks a text that the rules fill in with one of some fixed words, so that it is translated."""

    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Settled:
    """Marks a field that no form asks for: `settle` fills it in, or (`offered`) the program that offers the event.

    If its type has no maximum, a text has at most 1,000 characters, and a list or mapping at most 999 items.
    """

    offered: bool = False

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> Any:
        """The type of the field with an upper bound, since no offer limits a value that no player chooses."""
        return bound_lengths(handler(source))


@dataclass(frozen=True, slots=True)
class KeepsOrder:
    """Marks a list whose order counts, and which may contain duplicates."""


@dataclass(frozen=True, slots=True)
class TypicalNumber:
    """Marks a number that is printed on a card. If the value is unknown, the − and + of a form begin at this number."""

    value: int


@dataclass(frozen=True, slots=True)
class CountList:
    """Marks counts by thing, such as a deck list, that people type one per line or paste."""


@dataclass(frozen=True, slots=True)
class Merged:
    """Marks the number that is summed when repeated taps are shown as one line; their other fields are equal.

    If the rules fill in a part that the sentence names, this part is marked too, after the tapped number.
    """


@dataclass(frozen=True, slots=True)
class SearchText:
    """Marks a field by which the log can be searched, in addition to the sentence of the event."""


@dataclass(frozen=True, slots=True)
class NamedAs:
    """Marks a field that is rendered by the name of a kind, although any text is accepted."""

    kind: str


Occasion = Annotated[Remark, SearchText()]
"""A remark on the reason for an event, such as a card, a text or a purpose. The log can be searched by it."""

NOTHING: tuple[object, ...] = (None, "", (), [], {})
"""Empty values, which need not be hidden."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The fields of an event that seats a player: the one with the seat, and the one with the player's name."""

    seat: str
    player: str


NO_VALUE = text("none")


@dataclass(frozen=True, slots=True)
class Layout:
    """How forms and prompts arrange the fields of an event.

    Args:
        usual: the optional fields that are mostly given: a form shows them, and folds the other optional ones.
        assumed: the fields that a form names in one line if it begins with their values, such as whose turn it is.
        remembered: the fields in which a form begins with the values that were recorded last.
        keypad: the field that remains open once the event is due; each of its values is one tap.
        keypad_numbers: the values of a keypad that takes a number; others are given in the form.
        keypad_none: the words on the key that leaves the field out.
    """

    usual: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    keypad: str = ""
    keypad_numbers: Collection[int] = ()
    keypad_none: Text = NO_VALUE


@dataclass(frozen=True, slots=True)
class Secrets:
    """The secret fields of an event, and the field `of` with the seat that may see them.

    No other seat records or corrects the event.
    """

    fields: tuple[str, ...] = ()
    of: str = "seat"


@dataclass(frozen=True, slots=True)
class LogRole:
    """The role of an event in the log.

    Args:
        bookkeeping: whether it concerns the records of the table, such as a card typed in: a chronicle omits it.
        confirm_undo: what it ends, or reveals: an undo of it, or across it, is confirmed first.
        starts_round: whether a round begins with it that `Table.place` does not count, such as one of a combat: the log
            is divided by it.
        changes_names: whether it changes the name of a thing (`Table.names_rest_on`).
    """

    bookkeeping: bool = False
    confirm_undo: Closing = ""
    starts_round: bool = False
    changes_names: bool = False


class UnknownField(Exception):
    """Raised if a field of an offered event is read that is not known yet."""


class Event(BaseModel, Generic[TableT]):
    """A thing that happened, in the past tense; immutable.

    `check`, `settle`, `plan` and `follow` run once, when the event is recorded. `apply` runs then and in every fold.
    Therefore it is small and total, and never refuses.
    """

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)

    namespace: ClassVar[str]
    topic: ClassVar[str]
    heading: ClassVar[str]
    """The heading in lists of events, set by the base class of a module."""
    help_text: ClassVar[str]
    """One line that describes the event above its form, in a player's words."""
    sentence: ClassVar[str]
    """The log line: what happened, in the past tense, with its fields in braces."""
    title: ClassVar[str] = ""
    """The name of the event in forms and lists, if players do not use the words of its topic."""
    question: ClassVar[str] = ""
    """The question of the due event, with the known fields in braces; `sentence` if empty."""
    answers: ClassVar[str] = ""
    """The question that the due event answers, with the known fields in braces. Due events with the same question
    belong together."""
    no_choice: ClassVar[tuple[str, ...]] = ()
    """The optional fields that no player chooses, so one tap may leave them out: rolled or drawn here, printed, or
    needed only if a card or the table differs. Any other field with several values keeps a prompt from being recorded
    by one tap."""
    layout: ClassVar[Layout] = Layout()
    keeps_unnamed: ClassVar[bool] = False
    """Whether a field that is left out keeps its value on the table (`values_kept`), as in settings and
    descriptions."""
    version: ClassVar[int] = 1
    former_fields: ClassVar[tuple[str, ...]] = ()
    """The fields that older releases stored and that are no fields any more. A stored entry may have them; they are
    dropped when it is read. No new version is needed for them."""
    limits: ClassVar[Mapping[Any, Known]] = {}
    """The limits that the event uses (`domain/components/limits.py`), each with the fields that make it a use."""
    during: ClassVar[tuple[str, ...]] = ()
    """The steps that it belongs to; empty: any time."""
    tracked: ClassVar[tuple[str, ...]] = ()
    """The areas that a table must track for the event to be offered and recorded; empty: none."""
    automatic: ClassVar[bool] = False
    """Whether only the rules record it, so that it has no form."""
    log: ClassVar[LogRole] = LogRole()
    headline: ClassVar[bool] = False
    """Whether the screen for the room shows it large for a moment, such as the end of a combat."""
    concludes: ClassVar[bool] = False
    """Whether it ends a combat, a scenario or the game. Each screen shows it until a tap closes it."""
    ends: ClassVar[Moment] = ""
    """The moment that it ends. It is the next prompt only when nothing in that moment is left undone. Prompts that
    would be lost with the moment are confirmed first (`domain/log/losses.py`)."""
    secrets: ClassVar[Secrets] = Secrets()
    acting_seat: ClassVar[str] = ""
    """The field with the seat whose act it is, secret or not. No other seat records or corrects it."""
    comes_again: ClassVar[bool] = False
    """Whether it is an offer that costs nothing to decline, so that it lapses with a turn without a warning."""
    seating: ClassVar[Seating | None] = None
    """The fields by which it brings a player to the table. A phone without a seat that records it gets that seat."""
    reseating: ClassVar[Seating | None] = None
    """The fields by which it names another player of a seat at the table. That player's phone gets the seat."""
    offer: ClassVar[Offer | None] = None
    """The way in which it may be wanted in its step, if that needs no rule of its own; otherwise `offers` yields it."""
    on_tap: ClassVar[Mapping[str, At]] = {}
    """The menu entry of this event on a tapped object, by kind of object."""
    typed_from_cards: ClassVar[tuple[tuple[str, Printed], ...]] = ()
    """The fields that a table remembers, each with its card. Cached when the class is made, because every fold reads
    it."""

    @classmethod
    def hidden(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        """The fields of such an event that others may not see; none if all of them are empty.

        Missing fields were left out, as a row of the log leaves out hidden fields.
        """
        secret = cls.secrets.fields
        return secret if any(fields.get(name, name) not in NOTHING for name in secret) else ()

    @classmethod
    def keepers(cls, fields: Mapping[str, Any], table: "Table") -> Collection[str] | None:
        """The seats that may know the secrets of such an event, none if no seat may. None if everyone may know them."""
        if table.secrets_open:
            return None
        return tuple(filter(None, [str(fields.get(cls.secrets.of) or "")])) if cls.hidden(fields) else None

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        _keep_free(cls)

    @classmethod
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        if hasattr(cls, "namespace") and hasattr(cls, "sentence"):
            cls.typed_from_cards = tuple(_typed_from_cards(cls))
            _keep_choosable(cls)
            _keep_former(cls)
            if "topic" not in cls.__dict__:
                cls.topic = f"{cls.namespace}.{kebab_case(cls.__name__)}"

    @classmethod
    def prefilled(cls, table: TableT) -> Mapping[str, Any]:
        """The initial values of its form in addition to the defaults of its fields, from the table."""
        return {}

    def values_kept(self, table: TableT) -> Mapping[str, Any]:
        """The values that the table already has for its fields; fields that are left out keep them."""
        return self.prefilled(table)

    @classmethod
    def needed(cls, table: TableT, known: Known) -> Iterator[str]:
        """The fields that the due event requires because the table knows too little to leave them out."""
        yield from ()

    @classmethod
    def reminders(cls, table: TableT, known: Known) -> Iterator[Text]:
        """The lines above the fields of its form: texts of cards in the table's own words, for the known fields."""
        yield from ()

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: TableT) -> Mapping[str, object]:
        """The values of its sentence that depend on several fields, such as the name of a card by its kind."""
        return {}

    @classmethod
    def offers(cls, table: TableT) -> "Iterator[Offer]":
        """The ways in which the event may be wanted, within its step.

        `check` filters them, so its reasons are not repeated.
        """
        yield from cls.offer.made_at(table) if cls.offer else ()

    def check(self, table: TableT) -> Iterator[Refused]:
        """Every reason why this may not be recorded now; changes nothing.

        The `check` of each base class runs too, the base first.

        It also runs in another step, if a table bends the step or records something later. Therefore it raises nothing
        but refusals on any table, even one without a fight, an attack or a turn.

        Reasons that need few fields come before those that need more, because an offer is judged by its known fields.
        """
        yield from ()

    @final
    def refusals(self, table: TableT) -> Iterator[Refused]:
        """Every reason why this may not be recorded now, those of its base classes first."""
        said = self.with_card_defaults(table)
        for check in inherited_checks(type(self)):
            yield from check(said, table)
        yield from said.check(table)

    def void_reasons(self, table: TableT) -> Iterator[Refused]:
        """The reasons why this, as a consequence, does not happen after earlier consequences of the same command.

        `follow` leaves out a consequence that cannot happen from the start.
        """
        yield from ()

    def warnings(self, table: TableT) -> Iterator[Refused]:
        """The questions to confirm before recording, in addition to `check`, without secrets.

        Entries of the log are not asked.
        """
        yield from ()

    def settle(self, table: TableT, chance: Chance) -> Self:
        """The event with computed and rolled outcomes filled in."""
        return self

    @final
    def with_card_defaults(self, table: TableT) -> Self:
        """The event as `check` and `settle` see it, with the values that were left out.

        These are the printed values of cards (`Printed`) and the values that the event keeps on the table.
        """
        found = self._left_out(table) if self.keeps_unnamed else {}
        for name, mark in printed_in(type(self)).items():
            with suppress(UnknownField):
                id_, said = getattr(self, mark.by), getattr(self, name)
                value = mark.value(name, table, id_) if id_ and said in NOTHING_SAID else None
                if value is not None and fits_field(type(self), name, value, table):
                    found[name] = value
        return self.copy_with(**found) if found else self

    def _left_out(self, table: TableT) -> dict[str, Any]:
        """The fields that were left out, with the values that the table already has."""
        kept: Mapping[str, Any] = {}
        with suppress(UnknownField):
            kept = self.values_kept(table)
        plain = {name: tuple(value) if isinstance(value, list) else value for name, value in kept.items()}
        return {name: value for name, value in plain.items() if name not in self.model_fields_set}

    @final
    def complete(self, table: TableT, chance: Chance) -> Self:
        """The event as it is recorded: with printed values, and settled."""
        return self.with_card_defaults(table).settle(table, chance)

    def apply(self, table: TableT) -> None:
        """Change the table; called by `record_on` alone."""

    def record_on(self, table: TableT) -> None:
        """Change the table: remove the event from the agenda, apply it, and remember what it says about cards."""
        table.strike(self.topic, self)
        if self.typed_from_cards:
            self._keep_typed(table)
        self.apply(table)

    def _keep_typed(self, table: TableT) -> None:
        """Let the table remember what the event says about cards."""
        for name, mark in self.typed_from_cards:
            id_, value = getattr(self, mark.by), getattr(self, name)
            if id_ and value not in NOTHING_SAID:
                table.keep_typed(mark.card.kind_name, id_, mark.known_by(name, value))

    def plan(self, table: TableT) -> Any:
        """What `follow_plan` needs to know of the table before `apply`, such as a card that `apply` removes.

        It changes nothing, and holds values that `apply` does not change. It is not stored: recording the event again
        computes it again.
        """
        return None

    def follow(self, table: TableT) -> "Iterator[Event[TableT]]":
        """The consequences of the event, after `apply`. Each becomes a separate entry."""
        yield from ()

    def follow_plan(self, table: TableT, plan: Any) -> "Iterator[Event[TableT]]":
        """The consequences of an event with a `plan`, after `apply`; those of `follow` by default."""
        return self.follow(table)

    def __iter__(self) -> Iterator[tuple[str, Any]]:  # type: ignore[override]  # as pydantic has it
        """The fields with their values.

        Raises:
            UnknownField: a field is not known yet.
        """
        for name in type(self).model_fields if len(self.__dict__) < len(type(self).model_fields) else ():
            getattr(self, name)
        return super().__iter__()

    if not TYPE_CHECKING:  # a type checker would take every name for a field

        def __getattr__(self, name: str) -> Any:
            if name in type(self).model_fields:
                raise UnknownField(name)
            return super().__getattr__(name)

    def copy_with(self, **values: object) -> Self:
        """A copy with other values; for `settle`."""
        return self.model_copy(update=values)

    def describe(self, table: "Table") -> Text:
        """The log line: `sentence` with the table's names in place of ids."""
        return sentence_of_event(type(self), dict(self), table)


def _keep_free(cls: type) -> None:
    """Refuse a field that shadows a method or attribute of a base class; pydantic would take that for its default.

    Raises:
        TypeError: there is such a field.
    """
    for name, annotation in vars(cls).get("__annotations__", {}).items():
        known = any(hasattr(base, name) or name in getattr(base, "__class_vars__", ()) for base in cls.__bases__)
        if known and get_origin(annotation) is not ClassVar:
            raise TypeError(
                f"{cls.__name__}.{name}: an event has “{name}” for something else, so no field is called that."
                f' Give the field another name; Field(title="{name}") shows it by this one.'
            )


def _keep_choosable(cls: type[Event[Any]]) -> None:
    """Refuse a choice whose default is blank: blanks are never offered, so the event could never be recorded.

    Raises:
        TypeError: there is such a field.
    """
    for name, info in cls.model_fields.items():
        closed = any(isinstance(mark, Choice) and not mark.free for mark in _metadata(info))
        if info.default == "" and closed and not is_marked(info, Settled):
            raise TypeError(
                f'{cls.__name__}.{name}: a blank is never one of the ids that are offered, so the default "" is always'
                f' refused. For a choice that may be left out write "{name}: Annotated[str, Choice(…)] | None = None".'
            )


def _keep_former(cls: type[Event[Any]]) -> None:
    """Refuse a field with the name of a former one: old entries would lose their values of it.

    Raises:
        TypeError: there is such a field.
    """
    for name in cls.former_fields:
        if name in cls.model_fields:
            raise TypeError(f"{cls.__name__}.{name}: older entries have another field of this name. Give it another.")


def sentence_of_event(cls: type[Event[Any]], fields: Mapping[str, object], table: "Table") -> Text:
    """The sentence of an event from its fields, with names in place of ids. The caller masks secrets."""
    values = {name: with_names(cls, name, value, table) for name, value in fields.items()}
    return Text(cls.sentence, {**values, **cls.sentence_values(fields, table)})


def texts_for_hidden(cls: type[Event[Any]], fields: Mapping[str, Any]) -> Mapping[str, object]:
    """The words of a sentence in place of hidden fields: one remark that something is hidden."""
    return {name: "" if place else text("hidden") for place, name in enumerate(cls.hidden(fields))}


def question_of(cls: type[Event[Any]], known: Mapping[str, object], table: "Table") -> Text:
    """The question of a due event from the known fields, or its sentence if it has no question."""
    values = sentence_of_event(cls, {**dict.fromkeys(cls.model_fields, ""), **known}, table)
    return Text(cls.question or cls.sentence, values.values)


def question_answered(cls: type[Event[Any]], known: Mapping[str, object], table: "Table") -> Text | None:
    """The question that a due event answers; None if it has none."""
    return Text(cls.answers, question_of(cls, known, table).values) if cls.answers else None


def as_text(value: object, own: Container[str]) -> object:
    """A value with fixed words as translatable texts; other values are unchanged."""
    match value:
        case str():
            return spaced_words(value) if value and value in own else value
        case list() | tuple():
            return tuple(as_text(part, own) for part in value)
    return value


def with_names(cls: type[Event[Any]], name: str, value: object, table: "Table") -> object:
    """The value of a field for a sentence, with names in place of ids and of fixed words."""
    kind = _named_in(cls).get(name) or choices_of(cls).get(name)
    beside = choices_beside(cls).get(name)

    def named_part(part: object) -> object:
        return name_for(kind, part, table) if kind else as_text(part, fixed_texts_by_field(cls).get(name, ()))

    if beside and isinstance(value, Mapping):
        pairs = ((named_part(key), name_for(beside, held, table)) for key, held in value.items())
        return tuple(text("{name}: {held}", name=key, held=held) for key, held in pairs)
    return named_part(value)


def name_for(choice: Choice | NamedAs, value: object, table: "Table") -> object:
    """Names in place of ids; a value that is not an id is unchanged."""
    match value:
        case str():
            return table.called(choice.kind, value)
        case Mapping():
            return tuple(
                _amounts([(table.called(choice.kind, id_), n) for id_, n in value.items()], choice.kind, table)
            )
        case Iterable():
            return tuple(table.called(choice.kind, id_) for id_ in value)
    return value


def _amounts(amounts: Sequence[tuple[Term | Text | str, object]], kind: str, table: "Table") -> Iterator[object]:
    """Each name with its number: “Footman ×2” for pieces that are alike, “Food 2” for others.

    A colon separates a number from a name that ends in its own number or letter, as in “Ogre 1: 6”.
    """
    apart = any(OWN_MARK.search(str(name)) for name, _ in amounts)
    for name, count in amounts:
        if kind in table.alike:
            yield name if count == 1 else text("{name} ×{count}", name=name, count=count)
        elif apart:
            yield text("{name}: {count}", name=name, count=count)
        else:
            yield text("{name} {count}", name=name, count=count)


@cache
def inherited_checks(cls: type[Event[Any]]) -> "tuple[Callable[[Event[Any], Any], Iterator[Refused]], ...]":
    """Each `check` of the classes that an event derives from, in the order they run, before its last one."""
    found = [base.__dict__["check"] for base in reversed(cls.__mro__) if "check" in base.__dict__ and base is not Event]
    return tuple(found[:-1])


@cache
def choices_of(cls: type[BaseModel]) -> dict[str, Choice]:
    """The fields whose values or keys are ids, each with its choice."""
    found = {
        name: next((m for m in _metadata(info, beside_keys=False) if isinstance(m, Choice)), None)
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
def choices_asked(cls: type[Event[Any]]) -> dict[str, Choice]:
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
def all_choices_asked(cls: type[Event[Any]]) -> tuple[ChoiceAsked, ...]:
    """Every choice that players make in an event, in the order of its fields."""
    return tuple(
        ChoiceAsked(name, choices[name], beside)
        for name, info in cls.model_fields.items()
        for beside, choices in ((False, choices_of(cls)), (True, choices_beside(cls)))
        if name in choices and not is_marked(info, Settled)
    )


@cache
def fields_depended_on(cls: type[Event[Any]]) -> tuple[str, ...]:
    """The fields that its choices or printed values depend on, in order."""
    asked = [(one.field, one.choice) for one in all_choices_asked(cls)]
    given = {one for name, choice in asked for one in (*choice.given, *choice.beside) if one != name}
    printed = [mark for name, mark in printed_in(cls).items() if not is_marked(cls.model_fields[name], Settled)]
    given |= {name for mark in printed for name in mark.rests_on}
    return tuple(name for name in cls.model_fields if name in given)


@cache
def fixed_texts_by_field(cls: type[Event[Any]]) -> dict[str, tuple[str, ...]]:
    """The fields whose values are fixed words in the code, with these words."""
    found = {name: fixed_texts(info) for name, info in cls.model_fields.items()}
    return {name: words for name, words in found.items() if words}


@cache
def merged_field_of(cls: type[Event[Any]]) -> str:
    """The field that is summed when repeated taps are shown as one line; empty if taps are listed separately."""
    return next(_marked(cls, Merged), "")


@cache
def search_fields_of(cls: type[Event[Any]]) -> tuple[str, ...]:
    """The fields by which the log can be searched, in addition to sentences."""
    return tuple(_marked(cls, SearchText))


@cache
def _named_in(cls: type[Event[Any]]) -> dict[str, NamedAs]:
    marks = ((name, mark) for name, info in cls.model_fields.items() for mark in _metadata(info))
    return {name: mark for name, mark in marks if isinstance(mark, NamedAs)}


def _marked(cls: type[Event[Any]], mark: type) -> Iterator[str]:
    return (name for name, info in cls.model_fields.items() if any(isinstance(m, mark) for m in _metadata(info)))


def fixed_texts(info: Any) -> tuple[str, ...]:
    """The fixed words that a field of an event or a state accepts; none if it accepts other values."""
    named = (word for mark in _metadata(info) if isinstance(mark, FixedTexts) for word in mark.words)
    return tuple(dict.fromkeys((*named, *_literals(info.annotation))))


def _literals(annotation: Any) -> Iterator[str]:
    if get_origin(annotation) is Literal:
        yield from (word for word in get_args(annotation) if isinstance(word, str))
    else:
        for part in get_args(annotation):
            yield from _literals(part)


def _typed_from_cards(cls: type[Event[Any]]) -> Iterator[tuple[str, Printed]]:
    """The fields that a table remembers, each with its card: public, and filled in by players."""
    for name, mark in printed_in(cls).items():
        if not is_marked(cls.model_fields[name], Settled) and {name, mark.by}.isdisjoint(cls.secrets.fields):
            yield name, mark


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
    return any(isinstance(one, mark) for one in _metadata(info))


def typical_number_of(info: Any) -> int | None:
    """The number on most cards, if a field is marked with one."""
    return next((one.value for one in _metadata(info) if isinstance(one, TypicalNumber)), None)


def _metadata(info: Any, *, beside_keys: bool = True) -> Iterator[object]:
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


def name_of(cls: type[Event[Any]]) -> str:
    """The name of an event in addresses and commands: the last part of its topic."""
    return cls.topic.rpartition(".")[2]


def title_of_event(cls: type[Event[Any]]) -> str:
    """The title of an event, a message: `toy.tower-built` → Tower built."""
    return cls.title or name_of(cls).replace("-", " ").capitalize()
