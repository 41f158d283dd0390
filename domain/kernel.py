"""The events that every game has: the campaign, its evenings, notes, own content, corrections."""

from collections.abc import Collection, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, TypeAdapter, ValidationError

from domain.binding import bind
from domain.chance import Chance
from domain.content import term_of
from domain.event import Choice, Event, Line, Occasion, Prose, Remark, Searched, Settled
from domain.kinds import alike, label_of, names_of, near_or_all, odd_values
from domain.refusal import NotFound, Refused, never, refusal
from domain.table import AREAS, Sitting, Table, look, put, split
from domain.text import Text
from domain.veil import hidden_at, keepers, opened, owners

Key = Annotated[str, Field(min_length=1, max_length=80)]
Position = Annotated[int, Field(ge=1, le=9_999_999)]
Scalar = bool | Annotated[int, Field(ge=-999_999_999, le=999_999_999)] | Remark | None
PLAIN = bool | int | str | None
FIXED = ("content", "library", "bound", "secrets_open")
"""Parts of a table that have events of their own."""

SESSION_OPEN = never("session-open", "Session {number} is still open. End it first.")
NO_SESSION = never("no-session", "No session is open.")
CONTENT_PRESENT = never("content-present", "“{id}” is already known. Correct it instead.")
NO_SUCH_KIND = never("no-such-kind", "There is no kind of content called “{kind}”. There is: {near}.")
NO_SUCH_FIELD = never("no-such-field", "A card of the {kind} has no field “{name}”. It has: {near}.")
ODD_ON_CARD = refusal("odd-on-card", "{fault}. Is that really what the card says?")
LOOKS_LIKE_KNOWN = refusal("looks-like-known", "“{name}” looks like what is known already: {near}. Is it another one?")
NOTHING_TO_BIND_TO = never("nothing-to-bind-to", "There is no “{id}” that it could be. Type it in first.")
NAME_IS_KNOWN = never("name-is-known", "“{text}” is a known thing itself.")
BOUND_ALREADY = never("bound-already", "“{text}” is {other} already. Take that back first.")
CONTENT_UNKNOWN = never("content-unknown", "There is no “{id}” to correct.")
NO_SUCH_PATH = never("no-such-path", "There is nothing at “{path}”.")
NOT_A_VALUE = never("not-a-value", "“{path}” is not a single value.")
TURNS_OVER = never("turns-over", "That would turn over what somebody keeps hidden. Record its reveal instead.")
ALREADY_OPEN = never("already-open", "All secrets lie open already.")
NOT_AGREED = never("not-agreed", "Everybody would see everything that is kept hidden. Say that everybody agrees.")
DOES_NOT_FIT = never("does-not-fit", "“{after}” does not fit there.")


def _modest(fields: dict[str, Any]) -> dict[str, Any]:
    """Values as a card has them: short printable texts, small numbers, lists of these; not a book.

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
            case int() | float() if not abs(value) <= MOST_COUNTED:  # not a number is not small either
                raise ValueError("too large")
            case dict():
                pending += [(part, depth + 1) for pair in value.items() for part in pair]
            case list():
                pending += [(part, depth + 1) for part in value]


MOST_TYPED_IN = 10_000
MOST_COUNTED = 999_999_999
DEEPEST = 5
_REMARK = TypeAdapter(Remark)
_PROSE: TypeAdapter[str] = TypeAdapter(Prose)
Fields = Annotated[dict[Line, JsonValue], AfterValidator(_modest)]
"""What stands on a card, by name."""


class KernelEvent(Event[Table]):
    """An event of any game."""

    area_of_play = "Table"
    namespace: ClassVar[str] = "table"


class CampaignStarted(KernelEvent):
    """The areas there are at that time are tracked, until the table says otherwise; none that come later."""

    help_text = "A campaign begins, pinned to a content pack."
    says = "Started “{name}”"
    game: Key
    name: Line
    pack: Key
    areas: Annotated[tuple[Key, ...] | None, Settled()] = None

    def settle(self, table: Table, chance: Chance) -> Self:
        return self.but(areas=tuple(table.areas))

    def apply(self, table: Table) -> None:
        table.name, table.content = self.name, self.pack
        if self.areas is not None:
            table.tracked = list(self.areas)


class CampaignBranched(KernelEvent):
    help_text = "From here on this campaign goes its own way; up to here it is its parent's."
    says = "Branched off “{parent}” after entry {entry}, as “{name}”"
    name: Line
    parent: Line
    parent_key: Key
    entry: Position

    def apply(self, table: Table) -> None:
        table.name = self.name


class CampaignRenamed(KernelEvent):
    help_text = "The campaign gets another name; its key stays."
    says = "Renamed to “{name}”"
    name: Line

    def apply(self, table: Table) -> None:
        table.name = self.name


class PackChanged(KernelEvent):
    help_text = "The campaign is pinned to another content pack from here on."
    says = "Changed to another content pack"
    pack: Key

    def apply(self, table: Table) -> None:
        table.content = self.pack


class SessionStarted(KernelEvent):
    help_text = "People sat down to play."
    says = "Sat down to play[: {players}]"
    players: Annotated[tuple[Line, ...], Field(max_length=12)] = ()

    def check(self, table: Table) -> Iterator[Refused]:
        if table.sitting:
            yield SESSION_OPEN(number=table.sitting.number)

    def apply(self, table: Table) -> None:
        table.sittings += 1
        table.sitting = Sitting(number=table.sittings, players=list(self.players))


class SessionEnded(KernelEvent):
    help_text = "The evening is over; the sheets are put away as they are."
    says = "Put the game away[. {note}]"
    closes = "session"
    note: Remark = ""

    def check(self, table: Table) -> Iterator[Refused]:
        if not table.sitting:
            yield NO_SESSION()

    def apply(self, table: Table) -> None:
        table.sitting = None


class AreasTracked(KernelEvent):
    """Where none are named, it stays as it is."""

    help_text = "What this table keeps track of; what it leaves out is neither asked for nor held against anybody."
    says = "Keeps track of {tracks}"
    tracks: Annotated[tuple[str, ...] | None, Choice(AREAS, lambda table: table.areas)] = None

    @classmethod
    def prefilled(cls, table: Table) -> Mapping[str, Any]:
        return {"tracks": table.areas_tracked()}

    def settle(self, table: Table, chance: Chance) -> Self:
        return self if self.tracks else self.but(tracks=tuple(table.areas_tracked()))

    def apply(self, table: Table) -> None:
        table.tracked = list(self.tracks or ())


class NoteAdded(KernelEvent):
    help_text = "A remark, about somebody or something at the table, or on an entry of the log."
    says = "Note: {text}"
    text: Prose
    about: Remark = ""
    entry: Position | None = None

    def apply(self, table: Table) -> None:
        if self.entry is None:
            table.notes.setdefault(self.about, []).append(self.text)


def on_no_card(table: Table, kind: str, fields: Mapping[str, Any]) -> Iterator[Refused]:
    """What stands on no card of a kind: asked of who types it in, never of a log that an earlier release wrote."""
    card = table.kinds.get(kind)
    if card is None and not table.kinds:  # a game that lists no kinds takes any
        return
    if card is None:
        yield NO_SUCH_KIND(kind=kind, near=near_or_all(kind, table.kinds))
        return
    for name in fields:
        if name not in card.model_fields:
            yield NO_SUCH_FIELD(kind=Text(kind), name=name, near=near_or_all(name, card.model_fields))
    for place, fault in odd_values(card, fields).items():
        yield ODD_ON_CARD(place=place, fault=fault.but(field=Text(label_of(card, place))))


class ContentAdded(KernelEvent):
    help_text = "Something the rulebook does not list is typed in from its card, once."
    says = "Added {id} to the {kind}[: {fields}]"
    kind: Line
    id: Line
    fields: Fields = Field(default_factory=dict)

    def check(self, table: Table) -> Iterator[Refused]:
        if self.id in table.ids(self.kind):
            yield CONTENT_PRESENT(id=self.id)

    def doubts(self, table: Table) -> Iterator[Refused]:
        yield from on_no_card(table, self.kind, self.fields)
        names = {id_: names_of(table.called(self.kind, id_)) for id_ in table.ids(self.kind)}
        for name in names_of(term_of(self.id, self.fields)):
            if like := tuple(id_ for id_ in alike(name, names) if id_ != self.id):
                yield LOOKS_LIKE_KNOWN(name=name, near=tuple(table.called(self.kind, id_) for id_ in like))
                return

    def apply(self, table: Table) -> None:
        table.library.setdefault(self.kind, {}).setdefault(self.id, {}).update(self.fields)


class ContentCorrected(KernelEvent):
    help_text = "What was typed in, or what the pack says, is put right for this campaign."
    says = "Corrected {id}: {fields}[. {reason}]"
    kind: Line
    id: Line
    fields: Fields
    reason: Occasion = ""

    def check(self, table: Table) -> Iterator[Refused]:
        if self.id not in table.ids(self.kind):
            yield CONTENT_UNKNOWN(id=self.id)

    def doubts(self, table: Table) -> Iterator[Refused]:
        yield from on_no_card(table, self.kind, self.fields)

    def apply(self, table: Table) -> None:
        table.library.setdefault(self.kind, {}).setdefault(self.id, {}).update(self.fields)


class ContentBound(KernelEvent):
    """Whether the text stands anywhere is not asked: it may stand where somebody keeps it hidden."""

    help_text = "What was typed in as free text turned out to be a known thing: it is that everywhere from now on."
    says = "“{text}” turned out to be {id}"
    kind: Annotated[str, Choice("kinds", lambda table: table.kinds)]
    text: Annotated[Line, Field(title="as it was typed in")]
    id: Annotated[Line, Field(title="what it is")]

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
        bind(table, self.kind, self.text, self.id)


class Adjusted(KernelEvent):
    """Whether the value is a secret is settled: the log has no table to ask."""

    help_text = "A number set by hand, because a card or the table says so; always possible, always marked."
    says = "By hand: {path} from {before} to {after}. {reason}"
    path: Line
    after: Scalar
    reason: Annotated[Line, Searched()]
    before: Annotated[Scalar, Settled()] = None
    hidden_value: Annotated[bool, Settled()] = False

    @classmethod
    def hidden(cls, fields: Mapping[str, Any]) -> tuple[str, ...]:
        return ("before", "after") if fields.get("hidden_value") else ()

    @classmethod
    def keepers(cls, fields: Mapping[str, Any], table: Table) -> Collection[str] | None:
        knowing = keepers(table, str(fields["path"]))
        if knowing is None and cls.hidden(fields) and not table.secrets_open:
            return owners(table, str(fields["path"]))  # what lies there now is not what was set then
        return knowing

    def check(self, table: Table) -> Iterator[Refused]:
        segments = split(self.path)
        try:
            here = look(table, segments)
            parents = [look(table, segments[:n]) for n in range(len(segments))]
        except NotFound:
            yield NO_SUCH_PATH(path=self.path)
            return
        if not isinstance(here, PLAIN) or segments[0] in FIXED or any(isinstance(p, list) for p in parents):
            yield NOT_A_VALUE(path=self.path)
            return
        trial = table.model_copy(deep=True)
        put(trial, segments, self.after)
        try:
            type(table).model_validate(trial.model_dump(warnings=False), strict=True)
        except ValidationError:
            yield DOES_NOT_FIT(after=self.after)
        else:
            if opened(table, trial):
                yield TURNS_OVER()

    def settle(self, table: Table, chance: Chance) -> Self:
        return self.but(before=look(table, split(self.path)), hidden_value=hidden_at(table, self.path))

    def apply(self, table: Table) -> None:
        put(table, split(self.path), self.after)


class SecretsOpened(KernelEvent):
    """It is for the host; whatever is hidden later lies open as well, until it is taken back."""

    help_text = "The game is over: what anybody kept hidden is shown to everybody, in all that was written down too."
    says = "All secrets were laid open"
    closes = "revealed"
    agreed: bool = Field(default=False, title="everybody agrees")

    def check(self, table: Table) -> Iterator[Refused]:
        if table.secrets_open:
            yield ALREADY_OPEN()
        elif not self.agreed:
            yield NOT_AGREED()

    def apply(self, table: Table) -> None:
        table.secrets_open = True


class Withdrawn(KernelEvent):
    help_text = "Entries are taken back. They stay in the log, struck through, and no longer count."
    says = "Took back {entries}"
    entries: tuple[Position, ...] = Field(min_length=1)
    choice: Literal["alone", "those", "since"] = "alone"


class Restored(KernelEvent):
    help_text = "Entries that were taken back count again; with `correction`, just as before that correction."
    says = "Restored {entries}"
    entries: tuple[Position, ...] = Field(min_length=1)
    correction: Position | None = None


class StoredEvent(BaseModel):
    """An event inside an amendment, as an entry would store it."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")

    topic: Key
    event: dict[str, JsonValue]
    version: int = 1


def stored(event: Event[Any]) -> StoredEvent:
    """An event as an amendment keeps it."""
    return StoredEvent(topic=event.topic, event=event.model_dump(mode="json"), version=event.version)


class Amended(KernelEvent):
    """`now` counts in place of the entry: its own event, put right, then what follows from it; what had followed
    before, `replaces`, no longer counts.
    """

    help_text = "An entry is put right where it stands."
    says = "Put entry {entry} right"
    entry: Position
    now: tuple[StoredEvent, ...] = Field(min_length=1)
    replaces: tuple[Position, ...] = ()


CORRECTIONS: tuple[type[KernelEvent], ...] = (Withdrawn, Restored, Amended)

EVENTS: tuple[type[Event[Any]], ...] = (
    CampaignStarted,
    CampaignBranched,
    CampaignRenamed,
    PackChanged,
    SessionStarted,
    SessionEnded,
    AreasTracked,
    NoteAdded,
    ContentAdded,
    ContentCorrected,
    ContentBound,
    Adjusted,
    SecretsOpened,
    *CORRECTIONS,
)

BY_HAND: tuple[type[Event[Any]], ...] = (
    CampaignRenamed,
    SessionStarted,
    SessionEnded,
    NoteAdded,
    ContentAdded,
    ContentCorrected,
    ContentBound,
    Adjusted,
    SecretsOpened,
)
"""Those a player records; the others are recorded by the campaign itself."""
BY_HOST: tuple[type[Event[Any]], ...] = (SecretsOpened,)
"""Those of them that are for the host alone."""
