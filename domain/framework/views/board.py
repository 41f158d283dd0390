"""Board: the pieces, counters and plans of a game's board, independent of any format.

A board is pieces, which one template draws for every game; a game has a template of its own only for
what is its own. What such a template cannot simply read from the table, such as which event one step
of a number is, stands in the same plain objects.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import ValidationError

from domain.framework.events.event import Event
from domain.framework.views.sheet import Fact, Said, Track

EventT = TypeVar("EventT", bound=Event[Any])


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that goes up and down, one step an event; without an event, that direction is closed.

    Args:
        label: what is counted.
        value: how many there are.
        path: where in the state it comes from, for *why*; empty where there is nothing to tell yet.
        of: the most that is printed beside it.
        up: what one more records.
        down: what one less records.
        least: no step leads below it.
        most: no step leads above it.
        look: drawn large, to be seen across the table: life that runs out, or a danger that fills up; bare where
            something else shows already how full it is.
        icon: drawn before its label.
    """

    label: Said
    value: int
    path: str = ""
    of: int | None = None
    up: Event[Any] | None = None
    down: Event[Any] | None = None
    least: int = 0
    most: int | None = None
    look: Literal["", "life", "danger", "bare"] = ""
    icon: str = ""

    @property
    def fact(self) -> Fact:
        """The same number on a sheet, with its label, its most and its path; `replace` overrides these."""
        return Fact(self.label, self.value, self.of, self.path)


@dataclass(frozen=True, slots=True)
class Pad:
    """One event with several values of one field to choose from, each a tap: `choices` are value and label.

    `chosen` is the value that was tapped already, where it may still be changed. Where it `needs` more fields, a tap on
    a plan leads to the form, which asks for them.
    """

    event: Event[Any]
    field: str
    choices: Sequence[tuple[str, Said]]
    chosen: str = ""
    needs: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Chip:
    """A thing on a piece.

    Args:
        name: what it is.
        copies: how many of it.
        marks: what is to be said about it, each with its icon.
        look: whether it is done, or an ill that somebody suffers.
        opens: the form that a tap on it leads to, such as the one that takes it away.
    """

    name: Said
    copies: int = 1
    marks: Sequence[tuple[str, Said]] = ()
    look: Literal["", "on", "ill"] = ""
    opens: "Ask | None" = None


@dataclass(frozen=True, slots=True)
class Tallied:
    """A written word; its strokes are a counter, which is closed once the word is crossed out."""

    word: str
    tally: Counter
    crossed: bool = False


@dataclass(frozen=True, slots=True)
class Button:
    """A complete event, recorded with one tap on its words."""

    label: Said
    event: Event[Any]


@dataclass(frozen=True, slots=True)
class Ask:
    """A link to the form of an event, with its known fields; `seats` are those it is for, or none if everybody's."""

    label: Said
    event: type[Event[Any]]
    fields: Mapping[str, Any] = field(default_factory=dict)
    icon: str = ""
    seats: frozenset[str] = frozenset()


SpaceKind = Literal["land", "field", "wood", "stone", "town", "sea", "cave", "rock", "fog"]
"""The ground of a space, by which it is coloured:

- land: plain ground
- field, wood, stone: ground that yields something: food or money, wood, ore
- town: a town or a settlement
- sea: water
- cave: below the ground
- rock: blocked, nobody enters it
- fog: unknown, or nothing is there yet
"""
BadgeKind = Literal["", "figure", "guard", "place", "resource", "token", "visited", "blocked", "danger", "ground"]
"""The thing that a sign means:

- figure: somebody of a side: a hero, an ally, units
- guard: somebody who fights whoever enters; the space has a red rim
- place: a building, or a location
- resource: something that the space yields
- token: a token or a card that lies there
- visited: the space is used up; it is drawn faded
- blocked: nobody enters the space
- danger: a fight or a trap
- ground: the ground of the space, in a sign
- empty: a number, or a sign on a card
"""
WayKind = Literal["", "water", "mountain", "path", "climb"]
"""A mark between two points: none, a river, a wall or mountains, a way between two areas, a way that falls."""
Point = tuple[float, float]
"""Where something is drawn, to the right and down; a space is about two wide."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A small sign on a space of a plan: its icon, its name, and its text.

    Args:
        icon: what is drawn; empty for the mark of its seat.
        said: all of it in words.
        shown: a number, or a few words; empty where the icon says it all.
        kind: what it means.
        seat: the seat that it belongs to, in whose colour it is drawn; empty for nobody.
        quiet: whether it is part of the space itself, and never moves.
    """

    icon: str
    said: Said
    shown: Said = ""
    kind: BadgeKind = ""
    seat: str = ""
    quiet: bool = False


@dataclass(frozen=True, slots=True)
class Face:
    """An open card, drawn large: its name, and the signs on it that count."""

    name: Said
    signs: Sequence[Badge] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """A mark between two points of a plan: a wall, a river, a way."""

    one: Point
    two: Point
    said: Said
    kind: WayKind = ""


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a plan.

    Args:
        id: the id it is recorded by.
        name: what it is called.
        middle: where its middle is.
        corners: its corners, as seen from its middle.
        seat: the seat that it belongs to, in whose colour and hatching it is drawn; empty for nobody.
        things: what stands on it, by name.
        badges: what stands on it, as small signs.
        opens: the id on the page of what a tap on it opens; of a piece it is `id_of` its key.
        kind: its ground.
        faint: whether it is undiscovered, or not there yet, but could be.
        laid: whether it is part of what a picture shows, and not of what lies around it.
        place: its place as forms and log lines call it, if the name does not say that; printed where it is chosen.
    """

    id: str
    name: Said
    middle: Point
    corners: Sequence[Point]
    seat: str = ""
    things: Sequence[Chip] = ()
    badges: Sequence[Badge] = ()
    opens: str = ""
    kind: SpaceKind = "land"
    faint: bool = False
    laid: bool = False
    place: str = ""

    @property
    def badge_kinds(self) -> frozenset[BadgeKind]:
        """What its signs mean: it is drawn guarded or visited by them."""
        return frozenset(badge.kind for badge in self.badges)


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawn map: a tap on a space records the event of the first of its pads that offers the space.

    A space that is of no pad may open what can be done there.

    Args:
        title: what it shows.
        spaces: all its spaces.
        lines: what is marked between two points.
        pads: the events that a tapped space completes; nothing can be tapped where there are none.
        covers: what is laid on the space that is chosen covers shapes with these middles, as seen from its own.
    """

    title: Said
    spaces: Sequence[Space]
    lines: Sequence[Edge] = ()
    pads: Sequence[Pad] = ()
    covers: Sequence[Point] = ()


@dataclass(frozen=True, slots=True)
class Handle:
    """The part of a board that stays on a small screen, and opens its drawer.

    Args:
        name: whose part it is, or what is in it.
        opens: the id that the part has on the page; of a piece it is known.
        seat: the seat it belongs to; who plays there finds it first.
        icon: drawn in the place of the name, for a part that belongs to nobody.
        numbers: the numbers in it that are looked at most, each with its icon.
        marks: what else is to be said about it, each with its icon.
        active: whether it is its turn.
        folded: whether it is pulled out where there is room, too, since it is not needed now.
    """

    name: Said
    opens: str = ""
    seat: str = ""
    icon: str = ""
    numbers: Sequence[tuple[str, Counter]] = ()
    marks: Sequence[tuple[str, Said]] = ()
    active: bool = False
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a board: empty fields are not drawn.

    Args:
        key: tells it from the others of its board, in any letters.
        title: its heading.
        note: a line below it.
        marks: short things to be said about it, such as a status.
        counters: its numbers.
        tracks: its printed tracks.
        faces: cards that lie open there.
        chips: what lies there.
        words: what is written down there.
        plan: its map.
        rows: pieces that are alike, each a line of a compact list: its title, its numbers, its taps.
        buttons: what one tap records.
        pads: what one tap of several records, each with its words.
        asks: what is asked in a form.
        inside: the pieces within it.
        folded: whether it is shown only when it is opened; its note then stands beside its title.
        handle: what of it stays in reach, if it is looked up from anywhere.
        aside: whether it is shown only while a tap elsewhere, such as on a space of a plan, opens it.
        icon: drawn before its title.
        symbol: the sign that it bears on the table, before its title; its look is the game's own (`.symbol.<name>`).
        look: its turn, done for now, a danger, or what happens at this moment, which is drawn large, before all else.
        about: the thing that it shows, a kind and an id: what events say of such a thing (`Event.at`) is asked as well,
            once it is opened.
    """

    key: str
    title: Said
    note: Said = ""
    marks: Sequence[Said] = ()
    counters: Sequence[Counter] = ()
    tracks: Sequence[Track] = ()
    faces: Sequence[Face] = ()
    chips: Sequence[Chip] = ()
    words: Sequence[Tallied] = ()
    plan: Plan | None = None
    rows: "Sequence[Piece]" = ()
    buttons: Sequence[Button] = ()
    pads: Sequence[tuple[Said, Pad]] = ()
    asks: Sequence[Ask] = ()
    inside: "Sequence[Piece]" = ()
    folded: bool = False
    handle: Handle | None = None
    aside: bool = False
    icon: str = ""
    symbol: str = ""
    look: Literal["", "active", "done", "danger", "moment"] = ""
    about: tuple[str, str] | None = None

    @property
    def seat(self) -> str:
        """The seat that it belongs to; empty if to none."""
        return self.handle.seat if self.handle else ""

    @property
    def is_seen(self) -> bool:
        """Whether it shows anything besides actions."""
        lying = self.counters, self.tracks, self.faces, self.chips, self.words, self.rows
        return any((self.note, self.marks, *lying, self.plan, self.inside))

    @property
    def parts(self) -> "Sequence[Piece]":
        """All the pieces within it, its rows first."""
        return (*self.rows, *self.inside)

    @property
    def id(self) -> str:
        """Its id on the page."""
        return id_of(self.key)


def id_of(key: str) -> str:
    """The HTML id of a piece with this key: without spaces, and unique for every key."""
    return "piece-" + "".join(char if char.isalnum() or char in "-." else f"_{ord(char):x}" for char in key)


@runtime_checkable
class OwnBoard(Protocol):
    """A board with its own layout: its pieces, and its handles."""

    @property
    def pieces(self) -> Sequence[Piece]: ...

    @property
    def handles(self) -> Sequence[Handle]: ...


def pieces_of_board(board: object) -> Sequence[Piece]:
    """The pieces of a board, in its order; none of another type of board."""
    if isinstance(board, OwnBoard):
        return board.pieces
    return [piece for piece in board if isinstance(piece, Piece)] if isinstance(board, Sequence) else []


def handles_of_board(board: object) -> Sequence[Handle]:
    """The handles of a board, in its order: its own, or those of its pieces."""
    if isinstance(board, OwnBoard):
        return board.handles
    return [replace(piece.handle, opens=piece.id) for piece in pieces_of_board(board) if piece.handle]


def event_if_valid(cls: type[EventT], **values: Any) -> EventT | None:
    """An event of these values; None where values from the table do not fit its fields."""
    try:
        return cls(**values)
    except ValidationError:
        return None
