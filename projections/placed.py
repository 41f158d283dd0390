"""Log lines as corrections left them: changed and added lines at their places.

A correction lists the events that count instead of a command. Each of them is shown on the line of one of the command's
entries, as recorded or with other values, or on a line added after one.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import orjson

from domain.framework.events.event import Event, sentence_of_event, texts_for_hidden
from domain.framework.events.marked_fields import search_fields_of
from domain.framework.table import Table
from domain.log.campaign import Campaign
from domain.log.effective_entries import Amendment
from domain.log.entries import Entry
from domain.log.permissions import is_kept_from
from projections.known import Seats, found_hidden, positions_with_words, reveal_known
from projections.log import LogLine
from projections.search.index import chinese_names
from projections.search.public_fields import mask_secrets, public_fields
from projections.search.words import Meanings, fts_query, no_other_meanings, space_characters

AnyEvent = Event[Any]
BLANK = LogLine(0, "", None, 0, 0, "", "", "", "", "{}", None, None, "", None, None, None, "")
SAME_EVENT, SAME_TOPIC = 3, 2
"""How well an event fits an entry: equal, or of the same topic with other values."""


@dataclass(frozen=True)
class Restated:
    """The events that count instead of a command, each with the entry whose line shows it; None if it was added."""

    entry: int
    by: int
    events: Sequence[AnyEvent]
    entries: Sequence[int | None]
    recorded: Mapping[int, AnyEvent | None]
    """The events of the command's entries as they were recorded."""
    inserted: Collection[int] = ()
    """The indexes of inserted events, each of which is a command."""
    actor: str = ""
    """The author of the correction."""

    @cached_property
    def keys(self) -> Sequence[tuple[int, int]]:
        """The keys of the lines of the events: the entry's, or the command's with a number."""
        found: list[tuple[int, int]] = []
        for entry in self.entries:
            number = 1 + sum(1 for _, number in found if number)
            found.append((self.entry, number) if entry is None else (entry, 0))
        return found

    @property
    def changed(self) -> Iterator[tuple[int, AnyEvent]]:
        """The changed entries, each with the event that counts."""
        for entry, event in zip(self.entries, self.events, strict=True):
            if entry is not None and event != self.recorded[entry]:
                yield entry, event

    @property
    def added(self) -> Iterator[AnyEvent]:
        return (event for entry, event in zip(self.entries, self.events, strict=True) if entry is None)

    @property
    def gone(self) -> Iterator[int]:
        """The entries of the command that no longer count."""
        return (entry for entry in self.recorded if entry not in self.entries)

    def begins_command(self, number: int) -> bool:
        """Whether an added line is an inserted event rather than a consequence."""
        return number > 0 and self.keys.index((self.entry, number)) in self.inserted

    def added_after(self, entry: int) -> Iterator[tuple[int, AnyEvent]]:
        """The lines added after an entry as (number, event); those before all others follow the command."""
        behind = self.entry
        for (position, number), event in zip(self.keys, self.events, strict=True):
            if not number:
                behind = position
            elif behind == entry:
                yield number, event


def restated_by(campaign: Campaign, corrections: Iterable[int]) -> dict[int, Restated]:
    """The commands that some corrections restate as of today, by the position of the correction."""
    now, found = campaign.standing(), dict[int, tuple[int, tuple[int, ...]]]()
    for by in set(corrections):
        correction = campaign.corrected.correction(by)
        entry = correction.targets[0] if correction and correction.amendment else None
        if correction and entry in now.amended and now.amended[entry].by == by and now.counts(entry):
            found[by] = (entry, correction.replaces)
    entries = campaign.entries_found([one for by, (entry, others) in found.items() for one in (by, entry, *others)])
    return {
        by: replace(
            restated(by, [entries[one] for one in (entry, *others) if one in entries], now.amended[entry]),
            actor=entries[by].actor,
        )
        for by, (entry, others) in found.items()
    }


def restated_at(campaign: Campaign, positions: Iterable[int]) -> dict[int, Restated]:
    """The restated commands that some entries belong to, by the position of each of their entries."""
    now = campaign.standing()
    by = {now.replaced.get(one) or (now.amended[one].by if one in now.amended else 0) for one in positions}
    return {entry: one for one in restated_by(campaign, by).values() for entry in one.recorded}


def restated(by: int, command: Sequence[Entry], amendment: Amendment) -> Restated:
    """The events of an amendment, assigned to the entries of the command that they replace."""
    events, recorded = amendment.events, {entry.position: entry.event for entry in command}
    forgotten = events[min(amendment.inserted, default=len(events)) :]
    assigned = [*_assign([*recorded.values()], events[: len(events) - len(forgotten)]), *(None for _ in forgotten)]
    entries = [None if at is None else command[at].position for at in assigned]
    return Restated(command[0].position, by, events, entries, recorded, amendment.inserted)


def _assign(recorded: Sequence[AnyEvent | None], events: Sequence[AnyEvent]) -> list[int | None]:
    """For each event the index of the recorded event it continues, or None; a longest common subsequence by fit."""
    best = [[0] * (len(recorded) + 1) for _ in range(len(events) + 1)]
    for n in reversed(range(len(events))):
        for m in reversed(range(len(recorded))):
            fit = _fit(recorded[m], events[n])
            best[n][m] = max(best[n + 1][m], best[n][m + 1], fit and fit + best[n + 1][m + 1])
    found: list[int | None] = []
    m = 0
    for n in range(len(events)):
        while m < len(recorded) and best[n][m] == best[n][m + 1]:
            m += 1
        fit = m < len(recorded) and _fit(recorded[m], events[n])
        if fit and best[n][m] == fit + best[n + 1][m + 1]:
            found.append(m)
            m += 1
        else:
            found.append(None)
    return found


def _fit(recorded: AnyEvent | None, event: AnyEvent) -> int:
    if recorded is None or recorded.topic != event.topic:
        return 0
    return SAME_EVENT if recorded == event else SAME_TOPIC


# --- lines -----------------------------------------------------------------------------------


def place_lines(found: Iterable[LogLine], campaign: Campaign, seats: Seats) -> list[LogLine]:
    """The lines with the secrets that some seats may know, as corrections left them, in the order of the log.

    A recorded line that no longer follows stays, struck through. Added lines come after the line they follow.
    """
    lines = reveal_known(found, campaign, seats)
    by = [one for line in lines for one in (line.replaced_by, line.amended_by) if one]
    placer = _Placer(campaign, seats, restated_by(campaign, by)) if by else None
    return [one for line in lines for one in placer.place(line)] if placer else lines


class _Placer:
    """Places the lines of restated commands."""

    def __init__(self, campaign: Campaign, seats: Seats, by_correction: Mapping[int, Restated]) -> None:
        self._campaign, self._seats, self._restated = campaign, seats, by_correction

    def place(self, line: LogLine) -> Iterator[LogLine]:
        """A line as it counts, and the lines added right after it."""
        one = self._restated.get(line.replaced_by or line.amended_by or 0)
        if one is None or line.withdrawn_by or line.position not in one.recorded:
            yield line
            return
        if line.position not in one.entries:
            yield line._replace(replaced_by=one.by, amended_by=None)
        else:
            yield self._as_it_counts(line._replace(replaced_by=None, amended_by=None), one)
        for number, event in one.added_after(line.position):
            yield self.added_line(line, one, number, event)

    def _as_it_counts(self, line: LogLine, one: Restated) -> LogLine:
        event = dict(one.changed).get(line.position)
        if event is None:
            return line
        text, fields = self._said(event)
        return line._replace(amended_by=one.by, now=fields, now_text=text)

    def added_line(self, behind: LogLine, one: Restated, number: int, event: AnyEvent) -> LogLine:
        text, fields = self._said(event)
        is_command = one.begins_command(number)
        return behind._replace(
            position=one.entry, number=number, topic=event.topic, text=text, fields=fields,
            cause=None if is_command else one.entry, actor=one.actor if is_command else "", bent=None, later="",
            withdrawn_by=None, replaced_by=None, amended_by=one.by, unreadable="", now="", now_text="",
        )  # fmt: skip

    def _said(self, event: AnyEvent) -> tuple[str, str]:
        """The sentence of an event, and its fields as JSON, as the seats may know them."""
        cls, fields = type(event), event.model_dump(mode="json")
        game = self._campaign.game

        def knows(cls: type[AnyEvent], fields: Mapping[str, Any]) -> bool:
            return not is_kept_from(self._seats, cls, fields, self._campaign.table)

        shown = fields if knows(cls, fields) else mask_secrets(cls, fields)
        words = str(sentence_of_event(cls, shown, names_of_pack(self._campaign)))
        return words, orjson.dumps(public_fields(game, cls.topic, fields, knows)).decode()


# --- searching -------------------------------------------------------------------------------


def found_outside_index(
    cursor: sqlite3.Cursor, campaign: Campaign, seats: Seats, search: str, means: Meanings = no_other_meanings
) -> Collection[int]:
    """The positions of lines that match a search outside the index.

    These are lines with secrets that some seats may know by now, and lines that corrections changed or added.
    """
    hidden = found_hidden(cursor, campaign, seats, search, means)
    if not search.strip() or search.startswith("#"):
        return hidden
    words: dict[int, str] = {}
    for position, line in _lines_of_corrections(campaign, seats):
        words[position] = f"{words.get(position, '')} {_words_of(line, campaign)}"
    return [*hidden, *positions_with_words(words, fts_query(search, means))]


def corrected_lines_about(campaign: Campaign, seats: Seats, topics: Collection[str], id_: str) -> Collection[int]:
    """The positions of lines that corrections changed or added after, of one of `topics` with `id_` in a field."""
    named = orjson.dumps(id_).decode() if id_ else ""
    found = _lines_of_corrections(campaign, seats)
    return {position for position, line in found if line.topic in topics and named in line.fields}


def _lines_of_corrections(campaign: Campaign, seats: Seats) -> Iterator[tuple[int, LogLine]]:
    """The lines that corrections changed or added, each with the position of the entry it is found at."""
    every = restated_by(campaign, {one.by for one in campaign.standing().amended.values()})
    placer = _Placer(campaign, seats, every)
    for one in every.values():
        for entry, event in one.changed:
            yield entry, placer.added_line(BLANK, one, 0, event)
        for entry in one.recorded:
            for number, event in one.added_after(entry):
                yield entry, placer.added_line(BLANK, one, number, event)


def _words_of(line: LogLine, campaign: Campaign) -> str:
    """The words of a line, as the index has them."""
    cls = campaign.game.by_topic[line.topic]
    sentence = sentence_of_event(cls, {**texts_for_hidden(cls, line.values), **line.values}, names_of_pack(campaign))
    searched = [str(line.values[name]) for name in search_fields_of(cls) if line.values.get(name)]
    return space_characters(" ".join((str(sentence), *chinese_names(sentence), *searched)))


def names_of_pack(campaign: Campaign) -> Table:
    """An empty table with the names of the game's own pack, which stored lines use."""
    table: Table = campaign.game_at_start.new_table()
    return table


__all__ = [
    "Restated",
    "corrected_lines_about",
    "found_outside_index",
    "place_lines",
    "restated",
    "restated_at",
    "restated_by",
]
