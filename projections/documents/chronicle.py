"""The chronicle: a campaign's log as a story, in one language, before anybody decides how it looks.

Sessions hold the game's rounds, rounds hold its steps, steps hold what happened; consequences stand
under their cause, notes under the entry they are about. All words are said here; a renderer adds none.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, Literal

from domain.event import Event, sentence
from domain.game import ANYBODY
from domain.kernel import NoteAdded, Restored, SessionStarted, Withdrawn
from domain.log.campaign import Campaign
from domain.log.entries import CORRECTION_TOPICS
from domain.log.guarding import is_kept_from
from domain.text import ENGLISH, Text, Tongue, say, text
from projections.documents.plain import plain_sheet
from projections.documents.taps import runs
from projections.log import LogLine, masked, retell

DEEPEST = 3
"""How deep consequences of consequences are shown nested; what follows deeper stands beside them."""
QUOTED = 3
"""How many sentences a remark on a correction quotes."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something worth knowing about a line: what it said before, why a refusal was bent, when it was."""

    kind: Literal["was", "bent", "later"]
    text: str


@dataclass(slots=True)
class Item:
    """Something that happened, or a remark on it; `struck` if it no longer counts."""

    position: int
    kind: Literal["event", "correction", "note", "unreadable"]
    text: str
    actor: str = ""
    struck: bool = False
    marks: list[Mark] = field(default_factory=list)
    notes: "list[Item]" = field(default_factory=list)
    followed: "list[Item]" = field(default_factory=list)


@dataclass(slots=True)
class Step:
    """A step of a round; the title is empty where the game has none."""

    title: str
    items: list[Item]


@dataclass(slots=True)
class Round:
    title: str
    steps: list[Step]


@dataclass(slots=True)
class Chapter:
    """A session, or what was recorded outside of any."""

    title: str
    date: str
    players: str
    rounds: list[Round]


@dataclass(slots=True)
class Chronicle:
    """The whole story: a head of labelled facts, its chapters, and the sheets as they stand."""

    game: str
    name: str
    language: str
    head: list[tuple[str, str]]
    chapters: list[Chapter]
    sheets_title: str
    sheets: list[dict[str, Any]]


def chronicle(
    campaign: Campaign, lines: Sequence[LogLine], remarks: Mapping[int, Sequence[LogLine]], tongue: Tongue = ENGLISH
) -> Chronicle:
    """The chronicle of a live campaign, from the lines of its log (`log.lines`, `log.remarks`), for anybody."""
    teller = _Teller(campaign, lines, tongue)
    items = teller.items(remarks)
    return Chronicle(
        game=say(campaign.game.name, tongue),
        name=campaign.table.name,
        language=tongue.document,
        head=list(teller.head()),
        chapters=list(teller.chapters(items)),
        sheets_title=text("Save sheets").render(tongue),
        sheets=[plain_sheet(sheet, tongue) for sheet in campaign.game.sheets(teller.table)],
    )


class _Teller:
    """Tells the lines of one log in one language."""

    def __init__(self, campaign: Campaign, lines: Sequence[LogLine], tongue: Tongue) -> None:
        self.game = campaign.game
        self.table = campaign.game.view(campaign.table, ANYBODY)
        self.tongue = tongue
        self.amended = campaign.standing().amended
        self.lines = {line.position: line for line in lines}

    def say(self, words: Text) -> str:
        return words.render(self.tongue)

    # --- one line ---

    def line_text(self, line: LogLine) -> str:
        return retell(line, self.game, self.table, self.tongue)

    def event_text(self, event: Event[Any]) -> str:
        """What an event says to anybody: the one that counts in place of an amended line."""
        cls, fields = type(event), event.model_dump(mode="json")
        fields = masked(cls, fields) if is_kept_from(ANYBODY.seats, cls, fields, self.table) else fields
        return sentence(type(event), fields, self.table).render(self.tongue)

    def item(self, line: LogLine) -> Item:
        item = Item(line.position, _kind(line), self.line_text(line), line.actor, line.struck, list(self._marks(line)))
        if item.kind == "correction":
            item.text = self._remark(line)
        elif line.position in self.amended:
            self._put_right(item)
        if item.actor and item.actor in item.text:
            item.actor = ""
        return item

    def _marks(self, line: LogLine) -> Iterator[Mark]:
        if line.reason:
            yield Mark("bent", self.say(text("against the rule: {reason}", reason=line.reason)))
        if line.later:
            yield Mark("later", self.say(text("recorded later: {when}", when=line.later)))

    def _put_right(self, item: Item) -> None:
        """What counts in place of a line, with what it said before, and what follows now."""
        events = self.amended[item.position].events
        item.marks.insert(0, Mark("was", self.say(text("was: “{sentence}”", sentence=item.text))))
        item.text = self.event_text(events[0]) if events else item.text
        item.followed += [Item(item.position, "event", self.event_text(event)) for event in events[1:]]

    def _remark(self, line: LogLine) -> str:
        """A correction, quoting what it is about."""
        fields = line.values
        match line.topic:
            case Withdrawn.topic:
                return self.say(text("took back: {sentences}", sentences=self._quoted(fields["entries"])))
            case Restored.topic:
                return self.say(text("restored: {sentences}", sentences=self._quoted(fields["entries"])))
        return self.say(text("put right: {sentences}", sentences=self._quoted([fields["entry"]])))

    def _quoted(self, positions: Iterable[int]) -> str:
        """The sentences of entries, without those that merely followed from others among them."""
        all_ = set(positions)
        heads = [p for p in sorted(all_) if p not in self.lines or self.lines[p].cause not in all_]
        quotes = [
            self.say(text("“{sentence}”", sentence=self.line_text(self.lines[p])))
            if p in self.lines
            else self.say(text("entry {entry}", entry=p))
            for p in heads[:QUOTED]
        ]
        if len(heads) > QUOTED:
            quotes.append(self.say(text("and {count} more", count=len(heads) - QUOTED)))
        return say(quotes, self.tongue)

    # --- all lines ---

    def items(self, remarks: Mapping[int, Sequence[LogLine]]) -> dict[int, Item]:
        """The items that stand on their own, with all that belongs under them, by position."""
        nested = {note.position: about for about, notes in remarks.items() for note in notes}
        lines = [line for line in self.lines.values() if not self._stands_under(line.position, nested)]
        causes = {line.cause for line in lines} | nested.keys() | set(nested.values())
        made: dict[int, tuple[Item, int]] = {}
        top: dict[int, Item] = {}
        for line in runs(lines, self.game, causes):
            item = self.item(line)
            above, depth = made.get(line.cause or 0, (None, 0))
            if above is None:
                top[line.position], made[line.position] = item, (item, 1)
            else:
                _below(item, above)
                made[line.position] = (item, depth + 1) if depth < DEEPEST else (above, depth)
            notes = [n for n in remarks.get(line.position, ()) if self._stands_under(n.position, nested)]
            item.notes = [self.item(note) for note in notes]
        return top

    def _stands_under(self, position: int, nested: Mapping[int, int]) -> bool:
        """Whether a note is shown under its entry: an earlier one, shown, and no such note itself."""
        about = nested.get(position)
        return about is not None and about < position and about in self.lines and about not in nested

    # --- the whole ---

    def chapters(self, items: Mapping[int, Item]) -> Iterator[Chapter]:
        session = None
        placed: list[tuple[int | None, LogLine, Item]] = []
        for position, item in items.items():
            line = self.lines[position]
            if item.kind != "correction" or line.session is not None:
                session = line.session
            placed.append((session, line, item))
        for number, group in groupby(placed, lambda one: one[0]):
            members = [(line, item) for _, line, item in group]
            yield self._chapter(number, members)

    def _chapter(self, number: int | None, members: Sequence[tuple[LogLine, Item]]) -> Chapter:
        first = members[0][0]
        title = self._title(number, first.position)
        players = self._players(line for line, _ in members)
        return Chapter(
            title,
            first.time[:10],
            say(players, self.tongue) if players else "",
            self._rounds(members),
        )

    def _title(self, session: int | None, first: int) -> str:
        if session is not None:
            return self.say(text("Session {number}", number=session))
        if all(line.session is None for line in self.lines.values()):
            return self.say(text("What happened"))
        return self.say(text("The beginning") if first == 1 else text("Between sessions"))

    def _rounds(self, members: Sequence[tuple[LogLine, Item]]) -> list[Round]:
        return [
            Round(
                self.say(self.game.whereabouts(*when)),
                [
                    Step(self._step(step), [item for _, item in part])
                    for step, part in groupby(list(group), lambda member: member[0].step)
                ],
            )
            for when, group in groupby(members, lambda member: (member[0].chapter, member[0].round))
        ]

    def _step(self, key: str) -> str:
        return say(self.table.steps.get(key, key), self.tongue)

    def _players(self, lines: Iterable[LogLine]) -> list[str]:
        """Who sat at the table, each once, in the order they came."""
        found: dict[str, None] = {}
        for line in lines:
            if line.topic == SessionStarted.topic and line.counts and not line.unreadable:
                amendment = self.amended.get(line.position)
                events = [e for e in amendment.events if isinstance(e, SessionStarted)] if amendment else []
                found.update(dict.fromkeys(events[0].players if events else map(str, line.values["players"])))
        return list(found)

    def head(self) -> Iterator[tuple[str, str]]:
        lines = list(self.lines.values())
        sessions = {line.session for line in lines if line.session is not None}
        struck = sum(line.struck for line in lines)
        yield self.say(text("Game")), say(self.game.name, self.tongue)
        if players := self._players(lines):
            yield self.say(text("Players")), say(players, self.tongue)
        dates = sorted({line.time[:10] for line in lines if line.time})
        if dates:
            yield self.say(text("Played")), dates[0] if len(dates) == 1 else f"{dates[0]} – {dates[-1]}"
        yield self.say(text("Sessions")), str(len(sessions))
        yield self.say(text("Entries")), str(len(lines))
        if struck:
            yield self.say(text("Taken back")), str(struck)
        if unreadable := sum(bool(line.unreadable) for line in lines):
            yield self.say(text("Unreadable")), str(unreadable)


def _below(item: Item, above: Item) -> None:
    """Put a consequence under its cause, without repeating what goes for both."""
    item.marks = [mark for mark in item.marks if mark not in above.marks]
    item.actor = ""
    above.followed.append(item)


def _kind(line: LogLine) -> Literal["event", "correction", "note", "unreadable"]:
    if line.unreadable:
        return "unreadable"
    if line.topic in CORRECTION_TOPICS:
        return "correction"
    return "note" if line.topic == NoteAdded.topic else "event"


__all__ = ["Chapter", "Chronicle", "Item", "Mark", "Round", "Step", "chronicle"]
