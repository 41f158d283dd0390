"""Table: the state that all games share, and functions to walk, compare and describe any state."""

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, Self, TypeVar

import orjson
from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from domain.framework.content import Content, term_of
from domain.framework.refusal import NotFound, Refused, refusal
from domain.framework.text import Term, Text, spaced_words, text

Packs = Callable[[str], Content]
"""Content packs by digest; a digest that is unknown here yields the game's own pack."""


def _no_pack(_: str) -> Content:
    return Content()


AREAS = "tracked areas"
"""The kind of the keys of `Table.areas`."""
STEPS = "steps"
"""The kind of the keys of `Table.steps`."""
KINDS = "kinds"
"""The kind of the keys of `Table.kinds`."""
CHAIRS = "chairs"
"""The kind of the keys of `Table.chairs`."""
COLOURS = "colours"
"""The kind of the keys of `SEAT_COLOURS`."""
PORTRAITS = "portraits"
"""The kind of the digests of portraits."""
SEAT_COLOURS: Mapping[str, Text] = {
    "red": text("red"),
    "gold": text("golden yellow"),
    "green": text("green"),
    "blue": text("blue"),
    "violet": text("violet"),
    "silver": text("silver grey"),
}
"""The colours that distinguish seats. Each has its own shape where it is drawn, so that colour is never the only
sign."""
HEADS = "heads"
"""The kind of the keys of `SEAT_HEADS`."""
SEAT_HEADS: Mapping[str, Text] = {
    "wanderer": text("wanderer"),
    "knight": text("knight"),
    "wizard": text("wizard"),
    "elf": text("elf"),
    "dwarf": text("dwarf"),
    "queen": text("queen"),
    "king": text("king"),
    "pirate": text("pirate"),
    "witch": text("witch"),
    "mask": text("masked hero"),
    "golem": text("golem"),
    "fox": text("fox"),
    "owl": text("owl"),
    "wolf": text("wolf"),
    "bear": text("bear"),
    "cat": text("cat"),
    "raven": text("raven"),
    "stag": text("stag"),
    "dragon": text("dragon"),
    "lion": text("lion"),
}
"""The drawn heads that a seat can have as its portrait (`static/heads.svg`)."""
WRONG_STEP = refusal("wrong-step", "That belongs to: {steps}. Right now it is: {step}.")


MadeT = TypeVar("MadeT")


class MakesOnce(Protocol):
    """Makes values of a table once for the viewers of one moment (`views.sharing.Sharing`)."""

    def get(self, key: Hashable, make: Callable[[], MadeT]) -> MadeT: ...


class State(BaseModel):
    """A part of a table: plain values that `Event.apply` changes in place, JSON at all levels."""

    model_config = ConfigDict(extra="forbid", defer_build=True)

    if not TYPE_CHECKING:
        # A fold sets attributes millions of times; the values were checked when they were recorded.
        __setattr__ = object.__setattr__


@dataclass(frozen=True, slots=True)
class Keys:
    """Marks a mapping in a state whose keys are ids of a kind, so that changes show their names."""

    kind: str


@dataclass(frozen=True, slots=True)
class Names:
    """Marks a part of a state that contains ids of a kind, so that changes show their names."""

    kind: str


def kind_marked(info: FieldInfo, marked: type[Keys] | type[Names]) -> str:
    """The kind of the ids in a part of a state, or of its keys; empty if there are none."""
    return next((mark.kind for mark in info.metadata if isinstance(mark, marked)), "")


@dataclass(frozen=True, slots=True)
class NotLogged:
    """Marks a part of a state that is not described as a change.

    Other texts describe it, such as prompts, or it is bookkeeping that no player sees, such as a coordinate.
    """


@dataclass(frozen=True, slots=True)
class CardsByKind:
    """Marks a part of a state that has the fields of cards, by kind and id."""


class Sitting(State):
    """One session: its number, from 1, its players, and its day on the clock of the table.

    Attributes:
        day: the local day, such as `2026-11-20`; empty if it was recorded before days were.
        begun: the local time at which it started, such as `19:00`, if the table gave one.
        offset: minutes that the clock of the table is ahead of UTC; None if unknown.
        location: where they played, in words; empty if nobody said.
    """

    number: int
    players: list[str] = Field(default_factory=list)
    day: str = ""
    begun: str = ""
    offset: int | None = None
    location: str = ""


class Played(State):
    """A finished game or scenario.

    Attributes:
        session: the number of the session in which it ended; 0 if there was none.
        kind, what: the kind and id of the scenario; empty if the game has none.
        players: the name of the player of each seat that took part; empty if unknown.
        winners: the seats that won; None if it was given up.
        scores: the score of each seat that has one.
    """

    session: int
    kind: str = ""
    what: str = ""
    players: dict[str, str] = Field(default_factory=dict)
    winners: list[str] | None = None
    scores: dict[str, int] = Field(default_factory=dict)


class PlayedSeat(Protocol):
    """The state that a game keeps for a seat, including its player."""

    player: str


class Table(State):
    """The state of a campaign that all games share."""

    steps: ClassVar[Mapping[str, Term | Text]] = {}
    """The steps of the game, by the key that `Event.during` and `step` use."""
    areas: ClassVar[Mapping[str, Term | Text]] = {}
    """The areas that a table may leave untracked, in a player's words, by the key that `Event.tracked` and refusals
    use."""
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = {}
    """The kinds of content of the game, each with the class of its cards (`domain.framework.cards.kinds`)."""
    mixed: ClassVar[Mapping[str, Collection[str]]] = {}
    """Marks of the state that cover ids of several kinds, with these kinds: figures are heroes and enemies."""
    alike: ClassVar[Collection[str]] = ()
    """Kinds with several equal pieces. Sentences show their number with “×”."""
    names_rest_on: ClassVar[tuple[str, ...]] = ()
    """The parts of the state that temporary names depend on, such as the current villain. Recorded sentences use the
    names of their time; events that change these parts are marked (`LogRole.changes_names`)."""
    sits: ClassVar[str] = "seats"
    """The kind of the things that players play; `chairs` has their ids."""

    name: str = Field(default="", title="name")
    content: str = Field(default="", title="content pack")
    sitting: Sitting | None = Field(default=None, title="game session")
    sittings: int = Field(default=0, ge=0, title="game sessions")
    evenings: Annotated[list[Sitting], NotLogged()] = Field(default_factory=list, title="evenings")
    """The sessions that were started, the last one as well, without what a correction took back."""
    played: Annotated[list[Played], NotLogged()] = Field(default_factory=list, title="finished games")
    library: Annotated[dict[str, dict[str, dict[str, Any]]], CardsByKind()] = Field(
        default_factory=dict, title="own content"
    )
    typed: Annotated[dict[str, dict[str, dict[str, Any]]], NotLogged()] = Field(
        default_factory=dict, title="typed from cards"
    )
    """The fields of cards that events recorded, by kind and id (`Printed`). The pack and the library have priority."""
    bound: dict[str, dict[str, str]] = Field(default_factory=dict, title="names that turned out to be known")
    notes: dict[str, list[str]] = Field(default_factory=dict, title="notes")
    tracked: Annotated[Sequence[str] | None, Names(AREAS)] = Field(default=None, title=AREAS)
    """The areas that this table chose to track, so that an area of a later release is left out. None: it chose nothing,
    and tracks all."""
    colours: Annotated[dict[str, str], Keys(CHAIRS), Names(COLOURS)] = Field(
        default_factory=dict, title="colours of seats"
    )
    portraits: Annotated[dict[str, str], Keys(CHAIRS), Names(PORTRAITS)] = Field(
        default_factory=dict, title="portraits of seats"
    )
    """Drawn heads by id, and photos by digest. The photos are stored next to the log."""
    secrets_open: bool = Field(default=False, title="secrets are open")
    """Whether everyone may see all secrets."""
    hidden: bool = Field(default=False, title="hidden from the list")
    """Whether the host's list of campaigns leaves this one out."""
    # not private fields of pydantic, because they are read some hundred times per tap
    __slots__ = ("_packs", "_sharing")

    if TYPE_CHECKING:
        _packs: Packs
        _sharing: MakesOnce | None

    def model_post_init(self, _: object) -> None:
        """Start without content, until a source of packs is set."""
        self._packs, self._sharing = _no_pack, None

    def __copy__(self) -> Self:
        return super().__copy__().with_packs(self._packs)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Self:
        return super().__deepcopy__(memo).with_packs(self._packs)

    @property
    def pack(self) -> Content:
        """The content this campaign is pinned to now."""
        return self._packs(self.content)

    def with_packs(self, packs: Packs) -> Self:
        """Set the function that finds packs by their digest."""
        self._packs, self._sharing = packs, None
        return self

    def with_pack(self, pack: Content) -> Self:
        """Set this content, whichever pack the campaign is pinned to."""
        return self.with_packs(lambda _: pack)

    def pin_to(self, digest: str) -> None:
        """Pin the table to another pack; what was typed in has priority over it."""
        self.content = digest

    def shared(self, key: Hashable, make: Callable[[], MadeT]) -> MadeT:
        """What is made of this table alone, once for all viewers who know the same of what it reads (`views.sharing`).

        Args:
            key: what is made, such as a function and its other arguments.
        """
        return make() if self._sharing is None else self._sharing.get(key, make)

    def with_sharing(self, sharing: MakesOnce) -> Self:
        """Share what is made of this table. A copy shares nothing, because it may be changed."""
        self._sharing = sharing
        return self

    @property
    def place(self) -> tuple[int, str]:
        """The place of the table: the round, from 1 (0 = before the first), and the step's key."""
        return 0, ""

    @property
    def chapter(self) -> int:
        """The span in which rounds are counted, such as a scenario or a year, from 1; 0 if a game has none."""
        return 0

    def tracks(self, *areas: str) -> bool:
        """Whether all these areas are tracked."""
        return self.tracked is None or all(area in self.tracked for area in areas)

    def areas_tracked(self) -> list[str]:
        """The existing areas that this table tracks."""
        return [area for area in self.areas if self.tracks(area)]

    def holds_to(self, area: str) -> bool:
        """Whether knowledge of an area may refuse an event: only if it is tracked."""
        return self.tracks(area)

    def held(self, reasons: Iterable[Refused]) -> list[Refused]:
        """Reasons, without those about areas that this table does not track."""
        return [reason for reason in reasons if all(self.holds_to(area) for area in reason.areas)]

    def holds_to_steps(self) -> bool:
        """Whether the steps are tracked, so that an event outside its step can be refused."""
        return True

    def gate(self, during: tuple[str, ...]) -> Iterator[Refused]:
        """The generic refusal of an event outside its steps."""
        step = self.place[1]
        if during and step not in during and self.holds_to_steps():
            yield WRONG_STEP(
                steps=tuple(self.steps.get(key, key) for key in during),
                step=self.steps.get(step, step),
            )

    def strike(self, topic: str, happened: BaseModel) -> None:
        """Remove an event from the agenda before it changes the table; does nothing if the game has no agenda."""

    def meant(self, kind: str, id_: str) -> str:
        """The id that a text was bound to; the text itself if there is none."""
        return self.bound.get(self.sits if kind == CHAIRS else kind, {}).get(id_, id_)

    def bound_in(self, marked: str, value: str, kind: str, typed: str, id_: str) -> str:
        """The replacement of a value in a part marked with a kind, after a text of some kind was bound to an id."""
        marks = (self.sits,) if marked == CHAIRS else (marked, *self.mixed.get(marked, ()))
        return id_ if value == typed and kind in marks else value

    def ids(self, kind: str) -> Iterable[str]:
        """The ids of a kind: the pack's, then those typed in by hand."""
        return dict.fromkeys((*self.pack.of(kind), *self.library.get(kind, {})))

    def keep_typed(self, kind: str, id_: str, fields: Mapping[str, Any]) -> None:
        """Remember what an event says about a card; for `record_on`."""
        if fields:
            self.typed.setdefault(kind, {}).setdefault(id_, {}).update(fields)

    @classmethod
    def content_faults(cls, content: Content) -> Mapping[str, Text]:
        """The faults of a content pack by place, beyond the types of its fields; for packs that describe a game."""
        return {}

    def refuse_card(self, kind: str, id_: str, fields: Mapping[str, Any]) -> Iterable[Refused]:
        """The refusals of a typed card that does not fit the content of this table; as `content_faults`."""
        return ()

    def chairs(self) -> Mapping[str, Term | Text | str]:
        """The seats that a player may take, by id, with their names; none if a game has no seats."""
        return {}

    def played_seats(self) -> "Mapping[str, PlayedSeat]":
        """The part of the state with the player of each seat; none if a game names no players."""
        return {}

    def played_by(self) -> Mapping[str, str]:
        """The name of each seat's player, as recorded; empty if unknown."""
        return {id_: seat.player for id_, seat in self.played_seats().items()}

    def note_result(
        self, winners: Iterable[str] | None, kind: str = "", what: str = "", scores: Mapping[str, int] | None = None
    ) -> None:
        """Keep the result of a game or scenario that ended; for `apply`."""
        self.played.append(
            Played(
                session=self.sitting.number if self.sitting else 0,
                kind=kind,
                what=what,
                players=dict(self.played_by()),
                winners=None if winners is None else list(winners),
                scores=dict(scores or {}),
            )
        )

    def note_scores(self, scores: Mapping[str, int]) -> None:
        """Keep the scores of the newest result, if they are known only after it; for `apply`."""
        if self.played:
            self.played[-1] = self.played[-1].model_copy(update={"scores": dict(scores)})

    def own_colour(self, seat: str) -> str:
        """The colour of a seat's faction or hero, from its content; empty if unknown."""
        return str(self.thing(self.sits, seat).get("colour", ""))

    def seat_colours(self) -> Mapping[str, str]:
        """The colour of each seat: the chosen one, else its own, else the first that no other seat has."""
        found = {seat: self.colours.get(seat, "") for seat in self.chairs()}
        for seat, chosen in found.items():
            own = "" if chosen else self.own_colour(seat)
            if own in SEAT_COLOURS and own not in found.values():
                found[seat] = own
        free = cycle([colour for colour in SEAT_COLOURS if colour not in found.values()] or SEAT_COLOURS)
        return {seat: colour or next(free) for seat, colour in found.items()}

    def seat_of(self, kind: str, id_: str) -> str:
        """The seat that a thing belongs to; a seat belongs to itself. Empty if there is none."""
        return id_ if id_ in self.chairs() else ""

    def called(self, kind: str, id_: str) -> Term | Text | str:
        """The name of a thing; an unknown id is its own name."""
        if kind == AREAS:
            return self.areas.get(id_, id_)
        if kind == STEPS:
            return self.steps.get(id_, id_)
        if kind == KINDS:
            return spaced_words(id_) if id_ in self.kinds else id_
        if kind == COLOURS:
            return SEAT_COLOURS.get(id_, id_)
        if kind == PORTRAITS:
            return SEAT_HEADS.get(id_, text("a picture"))
        if kind == HEADS:
            return SEAT_HEADS.get(id_, id_)
        if kind == CHAIRS:
            return self.called(self.sits, id_)
        id_ = self.meant(kind, id_)
        if id_ in self.library.get(kind, {}):
            return term_of(id_, self.thing(kind, id_))
        return self.pack.terms.get(kind, {}).get(id_, id_)

    def apart(self, kind: str, id_: str) -> Term | Text | str:
        """The words that distinguish a thing from others with the same name."""
        return id_

    def thing(self, kind: str, id_: str) -> Mapping[str, Any]:
        """The known fields of a thing.

        Those typed in by hand have priority over the pack's, and these over those of events.
        """
        id_ = self.meant(kind, id_)
        return {**self.typed.get(kind, {}).get(id_, {}), **self.content_thing(kind, id_)}

    def content_thing(self, kind: str, id_: str) -> Mapping[str, Any]:
        """The fields of a thing in content: the pack's, overlaid with those typed in by hand; not those of events."""
        return {**(self.pack.thing(kind, id_) or {}), **self.library.get(kind, {}).get(id_, {})}


def as_json(state: object) -> Any:
    """A state, or a part of one, as plain JSON values."""
    return (
        state.model_dump(mode="json")
        if isinstance(state, BaseModel)
        else orjson.loads(orjson.dumps(state, default=_dump))
    )


def _dump(value: object) -> Any:
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    raise TypeError(type(value).__name__)


def split_path(path: str) -> tuple[str, ...]:
    """`heroes.lunara.stars` → its segments; a dot inside a key is written `\\.`."""
    return tuple(part.replace("\0", ".") for part in path.replace("\\.", "\0").split(".")) if path else ()


def join_path(segments: Iterable[object]) -> str:
    return ".".join(str(segment).replace(".", "\\.") for segment in segments)


def value_at(state: object, segments: Iterable[str]) -> Any:
    """The part of a state at a path.

    Raises:
        NotFound: there is nothing at that path.
    """
    here = state
    for segment in segments:
        try:
            here = _step(here, segment)
        except (KeyError, IndexError, ValueError, AttributeError, TypeError):
            raise NotFound("There is nothing at “{segment}”.", segment=segment) from None
    return here


def _step(here: Any, segment: str) -> Any:
    if isinstance(here, BaseModel):
        if segment not in type(here).model_fields:
            raise KeyError(segment)
        return getattr(here, segment)
    return here[int(segment)] if isinstance(here, list) else here[segment]


def put_value(state: Table, segments: tuple[str, ...], value: Any) -> None:
    """Set the value at a path; nothing happens if its place is gone."""
    try:
        parent = value_at(state, segments[:-1])
        _step(parent, segments[-1])
    except (NotFound, KeyError, IndexError, ValueError, TypeError):
        return
    if isinstance(parent, BaseModel):
        setattr(parent, segments[-1], value)
    elif isinstance(parent, list):
        parent[int(segments[-1])] = value
    else:
        parent[segments[-1]] = value


@dataclass(frozen=True, slots=True)
class Change:
    """A value that differs between two tables: its path, its old and its new value (None = absent)."""

    path: str
    before: Any
    after: Any


FEW = 2
"""The number of states in a list that may differ and still be described part by part."""


def changes_between(before: Table, after: Table) -> list[Change]:
    """Every leaf that differs, in the order of the state; appearing or disappearing empty values are no change."""
    differing = _differ(as_json(before), as_json(after), ())
    return [Change(join_path(path), old, new) for path, old, new in differing if not _is_untold(type(after), path)]


def _is_untold(cls: type[BaseModel], path: Iterable[str]) -> bool:
    """Whether a path leads to or through a part of a state that is not described as a change."""
    model: type[BaseModel] | None = cls
    for segment in path:
        if (info := model.model_fields.get(segment) if model else None) is not None:
            if any(isinstance(mark, NotLogged) for mark in info.metadata):
                return True
            model = inner_state(info.annotation)
    return False


def _differ(old: Any, new: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any, Any]]:
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys((*old, *new)):
            if key not in old:
                yield from ((leaf, None, value) for leaf, value in _leaves(new[key], (*path, key)))
            elif key not in new:
                yield from ((leaf, value, None) for leaf, value in _leaves(old[key], (*path, key)))
            else:
                yield from _differ(old[key], new[key], (*path, key))
    elif (differing := _states_that_differ(old, new)) is not None:
        for number in differing:
            yield from _differ(old[number], new[number], (*path, str(number)))
    else:
        yield path, old, new


def _states_that_differ(old: Any, new: Any) -> list[int] | None:
    """The indices of the few states that differ in two lists of equal length.

    None for other values, or if more than `FEW` differ.
    """
    if not (isinstance(old, list) and isinstance(new, list) and len(old) == len(new)):
        return None
    differing = [number for number, (was, now) in enumerate(zip(old, new, strict=True)) if was != now]
    are_states = all(isinstance(one, dict) for number in differing for one in (old[number], new[number]))
    return differing if are_states and len(differing) <= FEW else None


def _leaves(part: Any, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """The non-empty leaves of a part that only one of two states has."""
    if isinstance(part, dict):
        for key, value in part.items():
            yield from _leaves(value, (*path, key))
    elif part:
        yield path, part


def inner_state(annotation: object) -> type[BaseModel] | None:
    """The state class inside a field's type, if there is one."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for part in getattr(annotation, "__args__", ()):
        if found := inner_state(part):
            return found
    return None


def ways_to(cls: type[BaseModel], marks: Callable[[type[BaseModel]], object]) -> dict[str, type[BaseModel]]:
    """The fields of a state that contain a state with marks, each with the state class there."""
    inside = {name: inner_state(info.annotation) for name, info in cls.model_fields.items()}
    return {
        name: part
        for name, part in inside.items()
        if part and part is not cls and (marks(part) or ways_to(part, marks))
    }
