"""Events of a table's own content: cards typed in, corrected, and names bound to known things."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, JsonValue, TypeAdapter

from domain.framework.cards.binding import bind_text
from domain.framework.cards.kinds import ids_alike, label_of, names_of, near_or_all, odd_values
from domain.framework.cards.typos import LOOKS_LIKE_KNOWN
from domain.framework.cards.words import NAMES, card_called, card_in_words
from domain.framework.content import term_of
from domain.framework.events.choice import Choice
from domain.framework.events.event import NOTHING, LogRole
from domain.framework.events.marks import Line, NamedAs, Occasion, Prose, Remark
from domain.framework.kernel.base import KernelEvent
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import KINDS, Table
from domain.framework.text import Text, spaced_words

CONTENT_PRESENT = never("content-present", "“{id}” is already known. Correct it instead.")
NO_SUCH_KIND = never("no-such-kind", "There is no kind of content called “{kind}”. There is: {near}.")
NO_SUCH_FIELD = never("no-such-field", "A card of the {kind} has no field “{name}”. It has: {near}.")
ODD_ON_CARD = refusal("odd-on-card", "{fault}. Is that really what the card says?")
NOTHING_TO_BIND_TO = never("nothing-to-bind-to", "Nothing is called “{id}” here. Type it in first.")
NAME_IS_KNOWN = never("name-is-known", "“{text}” is already a separate thing here.")
BOUND_ALREADY = never("bound-already", "“{text}” already means {other}. Take that back first.")
CONTENT_UNKNOWN = never("content-unknown", "There is no “{id}” to correct.")


def _modest(fields: dict[str, Any]) -> dict[str, Any]:
    """Values of a card: short printable texts, small numbers, lists of these; not a book.

    Only the table's own words, in `text`, have several lines.
    """
    if len(str(fields)) > MOST_TYPED_IN:
        raise ValueError("too much")
    own_words = fields.get("text")
    if isinstance(own_words, str):
        _PROSE.validate_python(own_words)
        fields = {name: value for name, value in fields.items() if name != "text"}
    _all_modest(fields)
    return fields if own_words is None else {**fields, "text": own_words}


def _all_modest(fields: dict[str, Any]) -> None:
    pending: list[tuple[Any, int]] = [(fields, 0)]
    while pending:
        value, depth = pending.pop()
        if depth > DEEPEST:
            raise ValueError("too deep")
        match value:
            case str():
                _REMARK.validate_python(value)
            case bool() | None:
                pass
            case int() | float() if not abs(value) <= MOST_COUNTED:  # rejects not-a-number as well
                raise ValueError("too large")
            case dict():
                pending += [(part, depth + 1) for pair in value.items() for part in pair]
            case list():
                pending += [(part, depth + 1) for part in value]


# Typed values stay in the log for ever and are read in every fold.
MOST_TYPED_IN = 10_000
MOST_COUNTED = 999_999_999
DEEPEST = 5
_REMARK = TypeAdapter(Remark)
_PROSE: TypeAdapter[str] = TypeAdapter(Prose)
Fields = Annotated[dict[Line, JsonValue], AfterValidator(_modest)]
"""The fields of a card, by name."""


def unknown_card_fields(table: Table, kind: str, fields: Mapping[str, Any]) -> Iterator[Refused]:
    """The refusals of fields that no card of a kind has.

    They apply to new entries, never to a log of an earlier release.
    """
    card = table.kinds.get(kind)
    if card is None and not table.kinds:  # a game without kinds accepts any kind
        return
    if card is None:
        yield NO_SUCH_KIND(kind=kind, near=near_or_all(kind, table.kinds))
        return
    for name in fields:
        if name not in card.model_fields:
            yield NO_SUCH_FIELD(kind=spaced_words(kind), name=name, near=near_or_all(name, card.model_fields))
    for place, fault in odd_values(card, fields).items():
        yield ODD_ON_CARD(place=place, fault=fault.copy_with(field=Text(label_of(card, place))))


class CardEvent(KernelEvent):
    """The base of events about a card, which is identified by its name."""

    shown_by_name: ClassVar[tuple[str, ...]] = ()
    """Fields of the card that its name contains already."""
    untold: ClassVar[tuple[object, ...]] = ()
    """Values without information on such a card."""

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Table) -> Mapping[str, object]:
        match fields:
            case {"kind": str(kind), "id": str(id_), "fields": Mapping() as card}:
                rest = {name: value for name, value in card.items() if cls._is_told(name, value)}
                return {"id": card_called(table, kind, id_, card), "fields": card_in_words(table, kind, rest)}
            case {"kind": str(kind), "id": str(id_)}:
                return {"id": card_called(table, kind, id_, {})}
        return {}

    @classmethod
    def _is_told(cls, name: str, value: object) -> bool:
        return name not in cls.shown_by_name and value not in cls.untold


class ContentAdded(CardEvent):
    title = "Type in a card or a number"
    help_text = "Type in something the rulebook does not list, once, from its card."
    sentence = "Added {id} to the {kind}[: {fields}]"
    shown_by_name, untold = NAMES, NOTHING
    log = LogRole(bookkeeping=True)
    kind: Annotated[Line, NamedAs(KINDS), Field(title="what kind")]
    id: Line
    fields: Fields = Field(default_factory=dict)

    def check(self, table: Table) -> Iterator[Refused]:
        if self.id in table.ids(self.kind):
            yield CONTENT_PRESENT(id=self.id)
        yield from table.refuse_card(self.kind, self.id, self.fields)

    def warnings(self, table: Table) -> Iterator[Refused]:
        yield from unknown_card_fields(table, self.kind, self.fields)
        names = {id_: names_of(table.called(self.kind, id_)) for id_ in table.ids(self.kind)}
        for name in names_of(term_of(self.id, self.fields)):
            if like := tuple(id_ for id_ in ids_alike(name, names) if id_ != self.id):
                yield LOOKS_LIKE_KNOWN(name=name, near=tuple(table.called(self.kind, id_) for id_ in like))
                return

    def apply(self, table: Table) -> None:
        table.library.setdefault(self.kind, {}).setdefault(self.id, {}).update(self.fields)


class ContentCorrected(CardEvent):
    title = "Correct a card or a number"
    help_text = "Correct something that was typed in, or that comes from the pack, for this campaign only."
    sentence = "Corrected {id}: {fields}[. {reason}]"
    log = LogRole(bookkeeping=True)
    kind: Annotated[Line, Field(title="what kind")]
    id: Line
    fields: Fields
    reason: Occasion = ""

    def check(self, table: Table) -> Iterator[Refused]:
        if self.id not in table.ids(self.kind):
            yield CONTENT_UNKNOWN(id=self.id)
        yield from table.refuse_card(self.kind, self.id, self.fields)

    def warnings(self, table: Table) -> Iterator[Refused]:
        yield from unknown_card_fields(table, self.kind, self.fields)

    def apply(self, table: Table) -> None:
        table.library.setdefault(self.kind, {}).setdefault(self.id, {}).update(self.fields)


class ContentBound(CardEvent):
    """Binds a text to a known thing. The text need not occur on the table, because it may be in a hidden part."""

    title = "Say what a typed name is"
    help_text = "A name someone typed turns out to be a known thing: from now on it counts as that everywhere."
    sentence = "“{text}” turned out to be {id}"
    log = LogRole(bookkeeping=True)
    kind: Annotated[str, Choice(KINDS, lambda table: table.kinds)]
    text: Annotated[Line, Field(title="as it was typed in")]
    id: Annotated[Line, Field(title="what is it")]

    def check(self, table: Table) -> Iterator[Refused]:
        known = set(table.ids(self.kind))
        if self.id not in known:
            yield NOTHING_TO_BIND_TO(id=self.id)
        if self.text in known:
            yield NAME_IS_KNOWN(text=self.text)
        if (other := table.meant(self.kind, self.text)) != self.text:
            yield BOUND_ALREADY(text=self.text, other=table.called(self.kind, other))

    def apply(self, table: Table) -> None:
        table.bound.setdefault(self.kind, {})[self.text] = self.id
        if typed := table.typed.get(self.kind, {}).pop(self.text, {}):
            table.typed[self.kind][self.id] = {**typed, **table.typed[self.kind].get(self.id, {})}
        bind_text(table, self.kind, self.text, self.id)
