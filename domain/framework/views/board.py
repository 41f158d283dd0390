"""Board: the pieces, counters and plans of a game's board, independent of any format.

A board consists of pieces, which one template draws for every game. A game has its own template only for parts that no
other game has. Values that such a template cannot read from the table are plain objects of this module, too, such as
the event of one step of a number.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, Protocol, TypeVar, runtime_checkable

from pydantic import ValidationError

from domain.framework.events.event import Event
from domain.framework.views.sheet import Fact, Said, Track, number_fact

EventT = TypeVar("EventT", bound=Event[Any])


@dataclass(frozen=True, slots=True)
class Counter:
    """A number that goes up and down by one step per event; without an event, that direction is closed.

    Args:
        label: the name of the number.
        value: the number; None is unknown, and shown as “?”.
        path: its path in the state, for *why*; empty if it has no history yet.
        of: the printed maximum.
        up: the event of one step up.
        down: the event of one step down.
        least: the lowest value that steps can reach.
        most: the highest value that steps can reach.
        look: drawn large, to be seen across the table: life that runs out, or a danger that fills up. Bare if something
            else shows already how full it is.
        icon: drawn before its label.
        lost: the part of an unknown number that is gone, such as damage, if any; shown as “? −3”.
    """

    label: Said
    value: int | None
    path: str = ""
    of: int | None = None
    up: Event[Any] | None = None
    down: Event[Any] | None = None
    least: int = 0
    most: int | None = None
    look: Literal["", "life", "danger", "bare"] = ""
    icon: str = ""
    lost: int | None = None

    @property
    def shown(self) -> str:
        """The number as it is shown, without its maximum."""
        if self.value is not None:
            return str(self.value)
        return f"? −{self.lost}" if self.lost else "?"

    @property
    def fact(self) -> Fact:
        """The same number on a sheet, with its label, maximum and path; `replace` overrides these."""
        if self.value is None and self.lost:
            return Fact(self.label, self.shown, self.of, self.path)
        return number_fact(self.label, self.value, self.of, self.path)


@dataclass(frozen=True, slots=True)
class Pad:
    """An event with several values of one field to choose from, each a tap: `choices` are pairs of value and label.

    `chosen` is the value that was tapped already, if it may still be changed. If the event `needs` more fields, a tap
    on a plan opens the form, which asks for them.
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
        name: its name.
        copies: the number of copies.
        marks: remarks on it, each with an icon.
        look: done (`on`), or a bad condition (`ill`).
        opens: the form that a tap on it opens, such as the one that removes it.
    """

    name: Said
    copies: int = 1
    marks: Sequence[tuple[str, Said]] = ()
    look: Literal["", "on", "ill"] = ""
    opens: "Ask | None" = None


@dataclass(frozen=True, slots=True)
class Tallied:
    """A written word. Its strokes are a counter, which is closed once the word is crossed out."""

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
    """A link to the form of an event, with its known fields; `seats` are those it is for, none for everyone."""

    label: Said
    event: type[Event[Any]]
    fields: Mapping[str, Any] = field(default_factory=dict)
    icon: str = ""
    seats: frozenset[str] = frozenset()


SpaceKind = Literal["land", "field", "wood", "stone", "town", "sea", "cave", "rock", "fog"]
"""The ground of a space, which gives its colour:

- land: plain ground
- field, wood, stone: ground that yields something: food or money, wood, ore
- town: a town or a settlement
- sea: water
- cave: below the ground
- rock: blocked, cannot be entered
- fog: unknown, or nothing is there yet
"""
BadgeKind = Literal["", "figure", "guard", "place", "resource", "token", "visited", "blocked", "danger", "ground"]
"""The meaning of a sign:

- figure: a figure of a side: a hero, an ally, units
- guard: a defender who fights anyone who enters; the space has a red rim
- place: a building, or a location
- resource: something that the space yields
- token: a token or a card on the space
- visited: the space is used up; it is drawn faded
- blocked: the space cannot be entered
- danger: a fight or a trap
- ground: the ground of the space, in a sign
- empty: a number, or a sign on a card
"""
WayKind = Literal["", "water", "mountain", "path", "climb"]
"""A mark between two points: none, a river, a wall or mountains, a way between two areas, a way that falls."""
Point = tuple[float, float]
"""A position on a drawing, to the right and down; a space is about two wide."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A small sign on a space of a plan: its icon, its name, and its text.

    Args:
        icon: the drawn icon; empty for the mark of its seat.
        said: the complete text.
        shown: a number or a few words; empty if the icon is enough.
        kind: its meaning.
        seat: the seat whose colour it is drawn in; empty if it belongs to no seat.
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
    """An open card, drawn large: its name, and its important signs."""

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
        name: its name.
        middle: the position of its middle.
        corners: its corners, relative to its middle.
        seat: the seat whose colour and hatching it is drawn in; empty if it belongs to no seat.
        things: the things on it, by name.
        badges: the things on it, as small signs.
        opens: the id on the page of the part that a tap on it opens; for a piece it is `id_of` its key.
        kind: its ground.
        faint: whether it is undiscovered, or could be placed but is not there yet.
        laid: whether it belongs to the subject of a picture, and not to the surroundings.
        place: its location as forms and log lines name it, if the name does not say that; shown when it is chosen.
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
        """The kinds of its signs; a space is drawn as guarded or visited by them."""
        return frozenset(badge.kind for badge in self.badges)


@dataclass(frozen=True, slots=True)
class Plan:
    """A drawn map. A tap on a space records the event of the first of its pads that offers the space.

    A space that no pad offers may open the actions that are possible there.

    Args:
        title: its subject.
        spaces: all its spaces.
        lines: marks between two points.
        pads: the events that a tapped space completes; if there are none, no space can be tapped.
        covers: the shapes that a tile on the chosen space covers, by their middles relative to its own.
    """

    title: Said
    spaces: Sequence[Space]
    lines: Sequence[Edge] = ()
    pads: Sequence[Pad] = ()
    covers: Sequence[Point] = ()


@dataclass(frozen=True, slots=True)
class Handle:
    """The part of a board that stays visible on a small screen, and opens its drawer.

    Args:
        name: the owner of the part, or its content.
        opens: the id of the part on the page; known for a piece.
        seat: the seat it belongs to; the player of that seat sees it first.
        icon: drawn in place of the name, for a part that belongs to no seat.
        numbers: the numbers in it that players need most, each with its icon.
        marks: other remarks on it, each with its icon.
        active: whether it is its turn.
        folded: whether it is a drawer on large screens, too, because it is not needed now.
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
    """A part of a board; empty fields are not drawn.

    Args:
        key: unique on its board, in any letters.
        title: its heading.
        note: a line below it.
        marks: short remarks on it, such as a status.
        counters: its numbers.
        tracks: its printed tracks.
        faces: its open cards.
        chips: the things on it.
        words: the words written on it.
        plan: its map.
        rows: similar pieces, each a line of a compact list: its title, its numbers, its taps.
        buttons: the events that one tap records.
        pads: events with several values, each value a tap; each with its words.
        asks: the forms that it opens.
        inside: the pieces within it.
        folded: whether it is shown only when it is opened; its note is then on the line of its title.
        handle: the handle that stays visible, if the piece is needed from any part of the board.
        aside: whether it is shown only while a tap elsewhere, such as on a space of a plan, opens it.
        icon: drawn before its title.
        symbol: the sign that it has on the table, before its title; the game defines its look (`.symbol.<name>`).
        look: its turn, done for now, a danger, or a current event, which is drawn large before all else.
        about: the object that it shows, as kind and id. When the piece is opened, the menu entries of this object
            (`Event.on_tap`) are offered as well.
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
        """The seat that it belongs to; empty if there is none."""
        return self.handle.seat if self.handle else ""

    @property
    def is_seen(self) -> bool:
        """Whether it shows anything in addition to actions."""
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
    """The pieces of a board, in its order; none for another type of board."""
    if isinstance(board, OwnBoard):
        return board.pieces
    return [piece for piece in board if isinstance(piece, Piece)] if isinstance(board, Sequence) else []


def handles_of_board(board: object) -> Sequence[Handle]:
    """The handles of a board, in its order: its own, or those of its pieces."""
    if isinstance(board, OwnBoard):
        return board.handles
    return [replace(piece.handle, opens=piece.id) for piece in pieces_of_board(board) if piece.handle]


def event_if_valid(cls: type[EventT], **values: Any) -> EventT | None:
    """An event of these values; None if values from the table do not fit its fields."""
    try:
        return cls(**values)
    except ValidationError:
        return None
