"""The chronicle: a campaign's log as a story in one language, before it is formatted.

Sessions contain the game's rounds, rounds its steps, steps the events. Consequences are nested under their cause,
notes under their entry. The story contains only what counts, as it counts now: corrections and bookkeeping events
(`LogLine.bookkeeping`) are left out. All sentences are rendered here; a document format adds none.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from domain.framework.game import PUBLIC, Viewer
from domain.framework.kernel import NoteAdded
from domain.framework.text import ENGLISH, Text, Tongue, text, value_as_words
from domain.log.campaign import Campaign
from projections.documents.plain import plain_sheet
from projections.documents.taps import merge_taps
from projections.heads import head_of, players_of
from projections.log import LogLine, render_line
from projections.photos import Photo, photos_among

DEEPEST = 3
"""How deep consequences of consequences are nested; deeper ones stay at this level."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A remark on a line: why a refusal was bent, or when it happened."""

    kind: Literal["bent", "later"]
    text: str


@dataclass(slots=True)
class Item:
    """An event, or a note on it."""

    position: int
    kind: Literal["event", "note", "unreadable"]
    text: str
    actor: str = ""
    marks: list[Mark] = field(default_factory=list)
    notes: "list[Item]" = field(default_factory=list)
    followed: "list[Item]" = field(default_factory=list)
    number: int = 0
    """The number of a line that a correction added; 0 for the line of an entry."""


@dataclass(slots=True)
class Step:
    """A step of a round; the title is empty if the game has no steps."""

    title: str
    items: list[Item]


@dataclass(slots=True)
class Round:
    title: str
    steps: list[Step]


@dataclass(slots=True)
class Chapter:
    """A session, or the entries between two; `summary` is its closing note and its result."""

    title: str
    date: str
    length: str
    players: str
    summary: str
    rounds: list[Round]
    photos: list[Photo]

    @property
    def about(self) -> str:
        """The date, the length and the players."""
        return " · ".join(filter(None, (self.date, self.length, self.players)))


@dataclass(slots=True)
class Chronicle:
    """The whole story: a head of labelled facts, its chapters, and the current sheets."""

    game: str
    name: str
    language: str
    head: list[tuple[str, str]]
    chapters: list[Chapter]
    sheets_title: str
    sheets: list[dict[str, Any]]


def begin_chronicle(
    campaign: Campaign,
    lines: Sequence[LogLine],
    remarks: Mapping[int, Sequence[LogLine]],
    tongue: Tongue = ENGLISH,
    viewer: Viewer = PUBLIC,
) -> tuple[Chronicle, Iterator[Chapter]]:
    """The chronicle of a campaign for a viewer, without its chapters, and these one by one as they are taken.

    The lines are as corrections left them (`place_lines`); the remarks are the notes on them.
    """
    teller = _Teller(campaign, lines, tongue, viewer)
    story = Chronicle(
        game=value_as_words(campaign.game.name, tongue),
        name=campaign.table.name,
        language=tongue.document,
        head=list(teller.head()),
        chapters=[],
        sheets_title=text("Save sheets").render(tongue),
        sheets=[plain_sheet(sheet, tongue) for sheet in campaign.game.sheets(teller.table)],
    )
    return story, teller.chapters(remarks)


def tell_chronicle(
    campaign: Campaign,
    lines: Sequence[LogLine],
    remarks: Mapping[int, Sequence[LogLine]],
    tongue: Tongue = ENGLISH,
    viewer: Viewer = PUBLIC,
) -> Chronicle:
    """Build the whole chronicle of a campaign for a viewer, as `begin_chronicle` begins it."""
    story, chapters = begin_chronicle(campaign, lines, remarks, tongue, viewer)
    story.chapters += chapters
    return story


class _Teller:
    """Builds the items of a log's lines in one language."""

    def __init__(self, campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue, viewer: Viewer) -> None:
        self.campaign, self.game = campaign, campaign.game
        self.table = campaign.game.view(campaign.table, viewer)
        self.viewer = viewer
        self.tongue = tongue
        self.every = lines
        self.lines = {line.key: line for line in lines if line.counts and line.topic not in self.game.bookkeeping}
        self.photos = photos_among(lines)
        self.causes = {line.position: line.cause for line in lines if not line.number}

    def say(self, words: Text) -> str:
        return words.render(self.tongue)

    # --- one line ---

    def line_text(self, line: LogLine) -> str:
        return render_line(line.as_it_counts, self.campaign, self.table, self.tongue)

    def item(self, line: LogLine) -> Item:
        words, marks = self.line_text(line), list(self._marks(line))
        item = Item(line.position, _kind(line), words, line.actor, marks, number=line.number)
        if item.actor and item.actor in item.text:
            item.actor = ""
        return item

    def _marks(self, line: LogLine) -> Iterator[Mark]:
        if line.reason:
            yield Mark("bent", self.say(text("against the rule: {reason}", reason=line.reason)))
        if line.later:
            yield Mark("later", self.say(text("recorded later: {when}", when=line.later)))

    def cause_of(self, line: LogLine) -> int:
        """The entry under which a line is listed: the nearest visible one among its causes; 0 if there is none."""
        cause = line.cause
        while cause is not None and (cause, 0) not in self.lines:
            cause = self.causes.get(cause)
        return cause or 0

    # --- all lines ---

    def _lines_by_chapter(
        self, groups: Sequence[Sequence[LogLine]], nested: Mapping[int, int]
    ) -> Mapping[int, Sequence[LogLine]]:
        """The visible lines, runs of taps merged, by the number of their chapter: that of the line they are below."""
        every = self.lines.values()
        lines = [line for line in every if line.number or not self._stands_under(line.position, nested)]
        causes = {line.cause for line in lines} | nested.keys() | set(nested.values())
        own_chapter = {line.key: number for number, members in enumerate(groups) for line in members}
        placed: dict[int, int] = {}
        found: dict[int, list[LogLine]] = {}
        for line in merge_taps(lines, self.game, causes):
            chapter = placed.get(self.cause_of(line), own_chapter[line.key])
            if not line.number:
                placed[line.position] = chapter
            found.setdefault(chapter, []).append(line)
        return found

    def _items(
        self, lines: Sequence[LogLine], remarks: Mapping[int, Sequence[LogLine]], nested: Mapping[int, int]
    ) -> dict[tuple[int, int], Item]:
        """The top-level items of a chapter by the keys of their lines, with consequences and notes nested in them."""
        made: dict[int, tuple[Item, int]] = {}
        top: dict[tuple[int, int], Item] = {}
        for line in lines:
            item = self.item(line)
            above, depth = made.get(self.cause_of(line), (None, 0))
            if above is None:
                top[line.key] = item
            else:
                _below(item, above)
            if line.number:
                continue
            made[line.position] = (item, depth + 1) if above is None or depth < DEEPEST else (above, depth)
            notes = [n for n in remarks.get(line.position, ()) if self._stands_under(n.position, nested)]
            item.notes = [self.item(note) for note in notes]
        return top

    def _stands_under(self, position: int, nested: Mapping[int, int]) -> bool:
        """Whether a note is listed under its entry: an earlier, visible one that is not itself such a note."""
        about = nested.get(position)
        return about is not None and about < position and (about, 0) in self.lines and about not in nested

    # --- the whole ---

    def chapters(self, remarks: Mapping[int, Sequence[LogLine]]) -> Iterator[Chapter]:
        """The chapters in order; the sentences of one are rendered when it is taken."""
        nested = {note.position: about for about, notes in remarks.items() for note in notes}
        groups = [list(group) for _, group in groupby(self.every, lambda line: line.session)]
        by_chapter = self._lines_by_chapter(groups, nested)
        for at, members in enumerate(groups):
            number, items = members[0].session, self._items(by_chapter.get(at, ()), remarks, nested)
            rows = [(line, items[line.key]) for line in members if line.key in items]
            if rows or number is not None:
                yield self._chapter(number, members, rows)

    def _chapter(self, number: int | None, members: Sequence[LogLine], rows: Sequence[tuple[LogLine, Item]]) -> Chapter:
        head = head_of(members)
        return Chapter(
            title=self._title(number, members[0].position),
            date=head.dated(self.tongue) if number is not None else head.date,
            length=head.lasted(self.tongue) if number is not None else "",
            players=value_as_words(head.players, self.tongue) if head.players else "",
            summary=head.summary(self.game, self.tongue) if number is not None else "",
            rounds=self._rounds(rows),
            photos=[photo for photo in self.photos if photo.session == number],
        )

    def _title(self, session: int | None, first: int) -> str:
        if session is not None:
            return self.say(text("Session {number}", number=session))
        if all(line.session is None for line in self.every):
            return self.say(text("What happened"))
        return self.say(text("The beginning") if first == 1 else text("Between sessions"))

    def _rounds(self, members: Sequence[tuple[LogLine, Item]]) -> list[Round]:
        return [
            Round(
                self.say(self.game.whereabouts(*when)),
                [
                    Step(self._step(step), [item for _, item in part])
                    for step, part in groupby(list(group), lambda member: self.game.heading(member[0].place)[2])
                ],
            )
            for when, group in groupby(members, lambda member: (member[0].chapter, member[0].round))
        ]

    def _step(self, key: str) -> str:
        return value_as_words(self.table.steps.get(key, key), self.tongue)

    def head(self) -> Iterator[tuple[str, str]]:
        lines = self.every
        sessions = {line.session for line in lines if line.session is not None}
        struck = sum(line.struck for line in lines)
        yield self.say(text("Game")), value_as_words(self.game.name, self.tongue)
        if players := players_of(lines):
            yield self.say(text("Players")), value_as_words(players, self.tongue)
        heads = [head_of(list(found)) for _, found in groupby(lines, lambda line: line.session)]
        dates = sorted({head.date for head in heads if head.date})
        if dates:
            yield self.say(text("Played")), dates[0] if len(dates) == 1 else f"{dates[0]} – {dates[-1]}"
        yield self.say(text("Sessions")), str(len(sessions))
        yield self.say(text("Entries")), str(sum(not line.number for line in lines))
        if struck:
            yield self.say(text("Taken back")), str(struck)
        if unreadable := sum(bool(line.unreadable) for line in lines):
            yield self.say(text("Unreadable")), str(unreadable)


def _below(item: Item, above: Item) -> None:
    """Nest a consequence under its cause, without the marks that both have."""
    item.marks = [mark for mark in item.marks if mark not in above.marks]
    item.actor = ""
    above.followed.append(item)


def _kind(line: LogLine) -> Literal["event", "note", "unreadable"]:
    if line.unreadable:
        return "unreadable"
    return "note" if line.topic == NoteAdded.topic else "event"


__all__ = ["Chapter", "Chronicle", "Item", "Mark", "Round", "Step", "begin_chronicle", "tell_chronicle"]
