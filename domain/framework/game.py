"""Game: the contract between a game and companion, as one plain object."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property
from typing import Any, Generic, Literal

import orjson
from pydantic import BaseModel

from domain.framework import kernel
from domain.framework.content import Content, Converted, merge_content
from domain.framework.events.choice import Known
from domain.framework.events.event import Event, TableT, name_of
from domain.framework.refusal import NotFound
from domain.framework.table import Table
from domain.framework.text import Term, Text, text
from domain.framework.views.board import Plan
from domain.framework.views.face import HOUSE, GameFace
from domain.framework.views.sheet import Said, Sheet
from domain.framework.views.visibility import table_seen_by


@dataclass(frozen=True, slots=True)
class Viewer:
    """A viewer: the seats of a player, whose secrets the viewer knows; the public if there are no seats."""

    seats: frozenset[str] = frozenset()

    @classmethod
    def on(cls, *seats: str) -> "Viewer":
        """A viewer with these seats."""
        return cls(frozenset(seats))


PUBLIC = Viewer()


@dataclass(frozen=True, slots=True)
class Prompt:
    """An event that could be recorded next: its words and its known fields.

    Args:
        title: the words of the prompt.
        required: whether it must be done.
        fields: the known fields of the event.
        opens_form: whether there is more to fill in than the required fields, so that its form is opened in any case.
        also_required: optional fields without which this event cannot be recorded.
        reminder: the text that reports it as left undone when a player ends the moment. A must uses its title.
        leaves: the texts that the end of a moment reports as left undone, if they are shown together and not per
            prompt.
        card: the heading over prompts that are answered together; each of them has a tick.
        ticked: whether it is ticked on that card at first.
        then: prompts on the same card that depend on this one, so that it is not known yet whether they can be
            recorded.
        keypad: the only open field. If this is the next prompt, each value of the field is a tap.
        keypad_numbers: the values of a numeric pad, wherever it is shown; the form takes any other number.
        seats: the seats that it is for; none if it is for everyone. If a game names none, they are found in the fields
            (`seats_of`).
        joint: whether it speaks for all its seats at once. A player is not offered it if another player plays one of
            them.
        question: the question that it answers. If this is the next prompt, the question is shown with all prompts that
            answer it, and none of them is the large button.
    """

    title: Text
    event: type[Event[Any]]
    required: bool = False
    fields: Mapping[str, Any] = field(default_factory=dict)
    opens_form: bool = False
    also_required: Sequence[str] = ()
    reminder: Text | None = None
    leaves: "Sequence[Text]" = ()
    card: Text | None = None
    ticked: bool = True
    then: "Sequence[Prompt]" = ()
    keypad: str = ""
    keypad_numbers: Sequence[int] = ()
    seats: frozenset[str] = frozenset()
    joint: bool = False
    question: Text | None = None

    @property
    def missing(self) -> list[str]:
        """The fields that are needed and not known yet."""
        required = (
            *(name for name, info in self.event.model_fields.items() if info.is_required()),
            *self.also_required,
        )
        return [name for name in dict.fromkeys(required) if name not in self.fields]

    @property
    def closes(self) -> bool:
        """Whether it ends a moment; all others do something in it."""
        return bool(self.event.ends)

    @property
    def complete(self) -> bool:
        """Whether all fields are known, so that one tap records it. The field of a pad is still a question."""
        is_asked = bool(self.keypad) and self.keypad not in self.fields
        return not (self.missing or self.opens_form or self.keypad_numbers or is_asked)

    @property
    def joins(self) -> bool:
        """Whether another player joins with it. It is not waited for once there are enough players."""
        return self.event.seating is not None

    @property
    def undone(self) -> Text | None:
        """The text that reports it as left undone; None if it is optional."""
        if self.closes:
            return None
        return self.reminder or (self.title if self.required else None)


@dataclass(frozen=True, slots=True)
class Plot:
    """A chart of the numbers in `Game.series` whose name is its key, or its key and an id of a kind.

    With `lines` there is a chart for each id of the kind, which compares these lines. The name of the number of a line
    is the key of the line and that id.
    """

    key: str
    title: Term
    kind: str = ""
    lines: "Sequence[Plot]" = ()


SURFACE = 1
"""The version of the names that an installed game imports (`companion.sdk`). It is raised when names are added."""
BY_SCENARIO = text("Scenario")


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a scenario: its name, and each result in order with whether it was a success.

    `by` is the grouping of outcomes: the scenario, or for instance a hero or a mode. Outcomes with the same `by` are
    shown together.
    """

    name: Said
    results: Sequence[tuple[Said, bool]]
    by: Said = BY_SCENARIO


@dataclass(frozen=True, slots=True)
class Ending:
    """The result of a finished game or scenario, until another one begins.

    Args:
        sheet: its title names the winner; its blocks are the deciding facts and the final numbers.
        won: whether the players won together; None if they played against each other.
    """

    sheet: Sheet
    won: bool | None = None


@dataclass(frozen=True, slots=True)
class WhoseTurn:
    """The seat at turn.

    Args:
        said: a few words for the line at the top of each page.
        seat: the id of the seat, a key of `Table.chairs`; empty if no player acts, such as in a villain's turn.
    """

    said: Said
    seat: str = ""


def no_turn(table: Any) -> WhoseTurn | None:
    return None


def no_series(table: Any) -> Mapping[str, int]:
    return {}


def nothing(table: Any) -> Iterable[Event[Any]]:
    return ()


def no_outcomes(table: Any) -> Sequence[Outcome]:
    return ()


def no_ending(table: Any) -> Ending | None:
    return None


def no_board(table: Any) -> object:
    return None


def no_plan(table: Any, kind: str, offered: Collection[str], known: Known) -> Plan | None:
    return None


def no_picture(table: Any, kind: str, id_: str, known: Known) -> Plan | None:
    return None


def nobody(table: Any) -> Said:
    return ""


def none_ready(table: Any) -> Collection[str]:
    return ()


def no_prompts(table: Any) -> Sequence[Prompt]:
    return ()


@dataclass(frozen=True, slots=True)
class TrackingSet:
    """Areas that a table may choose to track together, and a text about them.

    The first set of a game is the default.
    """

    key: str
    name: Text
    about: Text
    areas: Sequence[str]


MOST_DESCRIBED = 64
"""The number of described games that are cached."""
ROUND = text("Round[ {round}]")
CHAPTER = text("Chapter[ {chapter}]")


@dataclass(frozen=True, eq=False)
class Game(Generic[TableT]):
    """The contract of a game.

    Args:
        key: stable name in commands, topics and files.
        name: as on the box.
        seats: fewest and most players.
        tracking_sets: named sets of areas that a new table may choose to track; none if its opening does not ask for
            them.
        first_evening: what players type in before and during their first evening, and on which page; shown to a new
            campaign.
        face: its colours and its crest.
        table: the state, empty by default.
        own_events: the events of this game; those of the kernel are added.
        prompts: what comes next, for all seats, musts in the order of the rulebook; a pure function of the table as a
            viewer sees it.
        sheets: the save sheets, from the table.
        board: the values for the board's template that are not in the table.
        plan: the map on which a player may choose among ids of a kind, by the known fields that choices depend on; None
            for kinds without a map.
        picture: the picture of an id of a kind, for a form with a choice of a few, by the known fields that the ids
            depend on; None if there is no picture.
        compels: the events that follow from the state of the table, whatever led to it. It is called after each
            command, and again until it yields nothing. Events that a correction left out are prompted for as a must.
        turn: the seat at turn; None if there is none.
        waiting: what all players wait for while no seat is at turn; empty if there is nothing to show.
        ready: the seats that have chosen, while all choose at once and others have not.
        series: the numbers that charts follow, by name.
        plots: the charts of these numbers, in the order they are shown.
        outcomes: the result of each scenario played, from the table.
        ending: the result of a finished game or scenario, until another one begins.
        pack: the content it ships with.
        opening: an event recorded right after the start, from the fields given to `new`.
        round_name: the name of a round, with `{round}` and without.
        rounds: the names of the rounds of a chapter, if they have names, such as seasons.
        chapter_name: the name of a chapter, with `{chapter}` and without.
        tracking: the event whose field `tracks` sets the tracked areas; the kernel's by default.
        converted: converts cards of another program, a JSON document, to content; None if no such program is known.
        converted_pages: converts pages of a fan collection, by folder and file, to content, for some boxes or for all.
        bgg: its number at BoardGameGeek, for programs that keep plays; 0 if unknown.
        rivals: whether players play against each other, so that each corrects only what is their own; the host corrects
            all.
        by_pack: the game as a content pack describes it; None if its packs have only cards.
        changed_pack: the pack of a campaign after another file was added to its pack; both together by default. If
            packs describe the game, the first one includes what the table typed in.
        surface: the version of `companion.sdk` that it needs, if it is an installed package.
        origin: where it comes from: shipped with the program, an installed package, or missing here. The program sets
            it.
    """

    key: str
    name: Term
    seats: tuple[int, int]
    table: type[TableT]
    own_events: tuple[type[Event[Any]], ...]
    sheets: Callable[[TableT], Sequence[Sheet]]
    board: Callable[[TableT], object] = no_board
    plan: Callable[[TableT, str, Collection[str], Known], Plan | None] = no_plan
    picture: Callable[[TableT, str, str, Known], Plan | None] = no_picture
    compels: Callable[[TableT], Iterable[Event[Any]]] = nothing
    turn: Callable[[TableT], WhoseTurn | None] = no_turn
    waiting: Callable[[TableT], Said] = nobody
    ready: Callable[[TableT], Collection[str]] = none_ready
    prompts: Callable[[TableT], Sequence[Prompt]] = no_prompts
    series: Callable[[TableT], Mapping[str, int]] = no_series
    plots: Sequence[Plot] = ()
    outcomes: Callable[[TableT], Sequence[Outcome]] = no_outcomes
    ending: Callable[[TableT], Ending | None] = no_ending
    pack: Content = field(default_factory=Content)
    face: GameFace = HOUSE
    tracking_sets: Sequence[TrackingSet] = ()
    first_evening: Sequence[Text] = ()
    opening: type[Event[Any]] | None = None
    round_name: Text = ROUND
    rounds: Sequence[Term] = ()
    chapter_name: Text = CHAPTER
    tracking: type[Event[Any]] = kernel.AreasTracked
    converted: Callable[[object], Converted] | None = None
    converted_pages: Callable[[Mapping[str, str], Collection[str]], Converted] | None = None
    bgg: int = 0
    rivals: bool = False
    by_pack: "Callable[[AnyGame, Content], AnyGame] | None" = None
    changed_pack: Callable[[Content, Content], Content] = merge_content
    surface: int = 1
    origin: Literal["shipped", "installed", "missing"] = "shipped"

    def for_pack(self, pack: Content) -> "AnyGame":
        """The game as a content pack describes it; this game, unless its packs describe games."""
        if self.by_pack is None or pack is self.pack:
            return self
        if pack.digest not in self._described:
            if len(self._described) >= MOST_DESCRIBED:
                self._described.clear()
            self._described[pack.digest] = self.by_pack(self, pack)
        return self._described[pack.digest]

    def for_table(self, table: Table) -> "AnyGame":
        """The game as the pack of a table describes it, with what the table typed in or corrected."""
        if self.by_pack is None or not table.library:
            return self.for_pack(table.pack)
        key = f"{table.pack.digest} {orjson.dumps(table.library).decode()}"
        if key not in self._described:
            self._described[key] = self.for_pack(merge_content(table.pack, Content(table.library)))
        return self._described[key]

    def pack_with(self, table: Table, more: Content) -> Content:
        """The pack of a table after a file was added to it."""
        old = table.pack
        if self.by_pack and table.library:
            old = merge_content(old, Content(table.library))
        return self.changed_pack(old, more)

    @cached_property
    def _described(self) -> "dict[str, AnyGame]":
        """The games that content packs describe, by digest."""
        return {}

    @cached_property
    def events(self) -> tuple[type[Event[Any]], ...]:
        return (*kernel.EVENTS, *self.own_events)

    @cached_property
    def steps(self) -> Mapping[str, Term | Text]:
        """The steps of the game by key, as its table lists them."""
        return self.new_table().steps

    @property
    def kinds(self) -> Mapping[str, type[BaseModel]]:
        """The kinds of content, each with the class of its cards, as the table lists them."""
        return self.table.kinds

    @cached_property
    def by_topic(self) -> dict[str, type[Event[Any]]]:
        return {event.topic: event for event in self.events}

    @cached_property
    def bookkeeping(self) -> frozenset[str]:
        """The topics that a chronicle leaves out."""
        return frozenset(event.topic for event in self.events if event.log.bookkeeping)

    @cached_property
    def headlines(self) -> frozenset[str]:
        """The topics that the room's screen shows large for a moment."""
        return frozenset(event.topic for event in self.events if event.log.headline)

    @cached_property
    def conclusions(self) -> frozenset[str]:
        """The topics that end a combat, a scenario or the game."""
        return frozenset(event.topic for event in self.events if event.log.concludes)

    @cached_property
    def memorable(self) -> frozenset[str]:
        """The topics that a recap tells: what the room is shown large, what ends something, and what is marked so."""
        roles = {event.topic: event.log for event in self.events}
        return frozenset(topic for topic, role in roles.items() if role.headline or role.concludes or role.memorable)

    @cached_property
    def begin_rounds(self) -> frozenset[str]:
        """The topics that begin a round of a fight."""
        return frozenset(event.topic for event in self.events if event.log.starts_round)

    @cached_property
    def by_name(self) -> dict[str, type[Event[Any]]]:
        """The events a player may record, by the last part of their topic; none if the game is not installed."""
        if self.origin == "missing":
            return {}
        by_hand = [event for event in (*self.own_events, *kernel.BY_HAND) if not event.automatic]
        tracking = [self.tracking] if self.table.areas else []
        return {name_of(event): event for event in (*by_hand, *tracking)}

    def offered(self, table: TableT) -> dict[str, type[Event[Any]]]:
        """The events whose areas a table tracks."""
        return {name: event for name, event in self.by_name.items() if table.tracks(*event.tracked)}

    def followers(self, event: Event[Any], table: TableT, plan: Any) -> list[Event[Any]]:
        """The consequences of an event that was just applied, in areas that the table tracks.

        Args:
            plan: the plan of the event (`Event.plan`), made before it was applied.
        """
        return [follower for follower in event.follow_plan(table, plan) if table.tracks(*follower.tracked)]

    def compelled(self, table: TableT) -> list[Event[Any]]:
        """The events that the state of the table compels, in areas that it tracks."""
        return [event for event in self.compels(table) if table.tracks(*event.tracked)]

    def round_called(self, round_: int) -> Term | Text:
        """The name of a round, from 1, or else its number."""
        if 0 < round_ <= len(self.rounds):
            return self.rounds[round_ - 1]
        return self.round_name.copy_with(round=round_)

    def turn_words(self, table: TableT) -> Said:
        """The seat at turn, or else what all players wait for; empty if there is neither."""
        turn = self.turn(table)
        return turn.said if turn else self.waiting(table)

    def whereabouts(self, chapter: int, round_: int, step: str = "") -> Text:
        """The name of a place: its chapter, round and step, if there are any."""
        parts = {
            "chapter": chapter and self.chapter_name.copy_with(chapter=chapter),
            "round": round_ and self.round_called(round_),
            "step": step and self.steps.get(step, step),
        }
        return Text(" · ".join(f"{{{name}}}" for name, part in parts.items() if part), parts)

    def heading(self, place: tuple[int, int, str]) -> tuple[int, int, str]:
        """The place under which the log groups its lines: the steps of a round with a name are one group."""
        chapter, round_, _ = place
        return (chapter, round_, "") if self.rounds and round_ else place

    def view(self, table: TableT, viewer: Viewer) -> TableT:
        """The table as a viewer may see it."""
        return table_seen_by(table, viewer.seats)

    def new_table(self, pack: Content | None = None) -> TableT:
        return self.table().with_pack(self.pack if pack is None else pack)


AnyGame = Game[Any]


def event_to_record(game: AnyGame, name: str, table: Any) -> type[Event[Any]]:
    """The event that may be recorded at a table under a name: by hand, or because the rules bring it about there.

    Raises:
        NotFound: as `event_named`.
    """
    compelled = {name_of(type(event)): type(event) for event in game.compelled(table)}
    return compelled.get(name) or event_named(game, name)


def event_named(game: AnyGame, name: str) -> type[Event[Any]]:
    """The event a player may record under a name.

    Raises:
        NotFound: there is none; the sentence names similar ones.
    """
    if game.origin == "missing":
        raise NotFound("The game “{game}” is not installed here. Install it to record.", game=game.key)
    if name in game.by_name:
        return game.by_name[name]
    near = get_close_matches(name, game.by_name, 3)
    raise NotFound("There is no event “{name}”. Perhaps: {near}", name=name, near=tuple(near) or "–")
