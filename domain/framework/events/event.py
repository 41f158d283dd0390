"""Event: one thing that happened at the table.

The class of an event declares everything about it: its fields, when it may happen, what the rules fill in, what it
changes, its consequences, and its log line. Forms, the API, the command line, the docs and the tests are derived from
the class (see `fields.py`). They read class variables and marks, never names or docstrings.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, Self, TypeVar, final, get_origin

from pydantic import BaseModel, ConfigDict

from domain.framework.events.card_defaults import NOTHING_SAID, Printed, printed_in
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.marked_fields import fits_field, is_marked, metadata_of
from domain.framework.events.marks import Settled
from domain.framework.events.offer import At, Offer
from domain.framework.events.value_names import with_names
from domain.framework.refusal import Refused
from domain.framework.text import Text, kebab_case, text

if TYPE_CHECKING:
    from domain.framework.table import Table

TableT = TypeVar("TableT", bound="Table")
Closing = Literal["", "session", "scenario", "revealed"]
Moment = Literal["", "visit", "turn", "round", "step", "scenario", "evening"]
"""The parts that play is divided into. When a player ends a moment, prompts left in it are lost or come too late."""
NOTHING: tuple[object, ...] = (None, "", (), [], {})
"""Empty values, which need not be hidden."""


@dataclass(frozen=True, slots=True)
class Seating:
    """The fields of an event that seats a player: the one with the seat, and the one with the player's name.

    `is_player` says whether seats are called by their players at a table, because nothing else is chosen there.
    """

    seat: str
    player: str
    is_player: "Callable[[Any], bool] | None" = None


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
        no_choice: the optional fields that no player chooses, so one tap may leave them out: rolled or drawn here,
            printed, or needed only if a card or the table differs. Any other field with several values keeps a prompt
            from being recorded by one tap.
        keeps_unnamed: whether a field that is left out keeps its value on the table (`Event.values_kept`), as in
            settings and descriptions.
    """

    usual: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    remembered: tuple[str, ...] = ()
    keypad: str = ""
    keypad_numbers: Collection[int] = ()
    keypad_none: Text = NO_VALUE
    no_choice: tuple[str, ...] = ()
    keeps_unnamed: bool = False


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
        headline: whether the screen for the room shows it large for a moment, such as the end of a combat.
        concludes: whether it ends a combat, a scenario or the game. Each screen shows it until a tap closes it.
        memorable: whether the recap of an evening tells it, as it tells each headline: a defeat, a level, a prize.
    """

    bookkeeping: bool = False
    confirm_undo: Closing = ""
    starts_round: bool = False
    changes_names: bool = False
    headline: bool = False
    concludes: bool = False
    memorable: bool = False


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
    layout: ClassVar[Layout] = Layout()
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
        found = self._left_out(table) if self.layout.keeps_unnamed else {}
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
        closed = any(isinstance(mark, Choice) and not mark.free for mark in metadata_of(info))
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


@cache
def inherited_checks(cls: type[Event[Any]]) -> "tuple[Callable[[Event[Any], Any], Iterator[Refused]], ...]":
    """Each `check` of the classes that an event derives from, in the order they run, before its last one."""
    found = [base.__dict__["check"] for base in reversed(cls.__mro__) if "check" in base.__dict__ and base is not Event]
    return tuple(found[:-1])


def _typed_from_cards(cls: type[Event[Any]]) -> Iterator[tuple[str, Printed]]:
    """The fields that a table remembers, each with its card: public, and filled in by players."""
    for name, mark in printed_in(cls).items():
        if not is_marked(cls.model_fields[name], Settled) and {name, mark.by}.isdisjoint(cls.secrets.fields):
            yield name, mark


def name_of(cls: type[Event[Any]]) -> str:
    """The name of an event in addresses and commands: the last part of its topic."""
    return cls.topic.rpartition(".")[2]


def title_of_event(cls: type[Event[Any]]) -> str:
    """The title of an event, a message: `toy.tower-built` → Tower built."""
    return cls.title or name_of(cls).replace("-", " ").capitalize()
