"""Secrets in lines of the log, revealed to viewers who may know them and searched for them.

Stored rows contain no secrets; here they are read from the entries.
"""

import sqlite3
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import closing
from functools import lru_cache
from itertools import islice
from typing import Any
from weakref import WeakKeyDictionary

import orjson

from domain.framework import kernel
from domain.framework.events.event import Event, sentence_of_event
from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.log.campaign import Campaign
from domain.log.entries import Entry
from domain.log.history import CHUNK
from domain.log.permissions import is_kept_from
from projections.base import TOKENIZE
from projections.log import LogLine, Wanted, positions_by_words, select_lines_until_now
from projections.search.index import words_of
from projections.search.public_fields import public_fields
from projections.search.words import Meanings, fts_query, no_other_meanings

Seats = frozenset[str]


def reveal_known(found: Iterable[LogLine], campaign: Campaign, seats: Seats) -> list[LogLine]:
    """The lines, with the secrets that some seats may know by now."""
    return [_with_secrets(line, campaign, seats) or line for line in found]


def found_hidden(
    cursor: sqlite3.Cursor, campaign: Campaign, seats: Seats, search: str, means: Meanings = no_other_meanings
) -> Collection[int]:
    """The positions of lines that only match a search by their secrets, limited to those that some seats may know."""
    if not search.strip() or search.startswith("#") or not _hiding_topics(campaign.game):
        return ()
    words = _words_by_campaign.setdefault(campaign, HiddenWords())
    matching = words.positions_of(cursor, campaign, fts_query(search, means))
    if not matching:
        return ()
    left = sorted(matching - positions_by_words(cursor, campaign.id, search, means))
    return [one.position for one in _entries_in_chunks(campaign, left) if _knows_any(one, campaign, seats)]


class HiddenWords:
    """A full-text index of the lines of a campaign that hide something from anyone; it follows the log.

    It is in memory only, because read models contain no secrets. It contains the secrets of all seats: callers filter
    the matches.
    """

    def __init__(self) -> None:
        self._upto = 0
        self._db = _words_table()

    def positions_of(self, cursor: sqlite3.Cursor, campaign: Campaign, query: str) -> set[int]:
        """The positions of the lines whose words, secrets included, match a query."""
        if campaign.position < self._upto:  # the file was put back
            self._upto, self._db = 0, _words_table()
        self._read_new(cursor, campaign)
        return {position for (position,) in self._db.execute("SELECT rowid FROM told WHERE told MATCH ?", [query])}

    def _read_new(self, cursor: sqlite3.Cursor, campaign: Campaign) -> None:
        new = Wanted(topics=sorted(_hiding_topics(campaign.game)), after=self._upto)
        hiding = [
            line.position for line in select_lines_until_now(cursor, campaign, new) if _hides_any(line, campaign.game)
        ]
        names: Table = campaign.game_at_start.new_table()
        words = ((one.position, _words(one, names)) for one in _entries_in_chunks(campaign, hiding))
        self._db.executemany("INSERT INTO told (rowid, words) VALUES (?,?)", words)
        self._upto = campaign.position


_words_by_campaign: WeakKeyDictionary[Campaign, HiddenWords] = WeakKeyDictionary()
"""The indexes of the campaigns in memory."""


def _words_table() -> sqlite3.Connection:
    """A full-text table in memory, for one thread at a time."""
    db = sqlite3.connect(":memory:", check_same_thread=False)
    db.execute(f"CREATE VIRTUAL TABLE told USING fts5(words, content='', tokenize='{TOKENIZE}')")
    return db


def _entries_in_chunks(campaign: Campaign, positions: Iterable[int]) -> Iterator[Entry]:
    """The entries at some positions, some read at a time."""
    ahead = iter(positions)
    while chunk := list(islice(ahead, CHUNK)):
        yield from campaign.entries_found(chunk).values()


def keeps_secrets(cursor: sqlite3.Cursor, campaign: Campaign, seat: str) -> bool:
    """Whether a line of the log hides something that this seat knows by now and others do not."""
    topics = _hiding_topics(campaign.game)
    hiding = select_lines_until_now(cursor, campaign, Wanted(topics=topics)) if topics else ()
    return any(_hides_for(seat, line, campaign) for line in hiding if not line.unreadable)


def _hides_for(seat: str, line: LogLine, campaign: Campaign) -> bool:
    events = _events_in_line(campaign.game.by_topic[line.topic], line.values, campaign.game)
    knowing = (cls.keepers(fields, campaign.table) for cls, fields in events if cls.hidden(fields))
    return any(seat in seats for seats in knowing if seats is not None)


def positions_with_words(words_by_position: Mapping[int, str], query: str) -> list[int]:
    """The positions of the texts that match a query, by the rules of the log's index."""
    if not words_by_position:
        return []
    with closing(_words_table()) as db:
        db.executemany("INSERT INTO told (rowid, words) VALUES (?,?)", words_by_position.items())
        return [position for (position,) in db.execute("SELECT rowid FROM told WHERE told MATCH ?", [query])]


def _words(entry: Entry, names: Table) -> str:
    """The words of an entry's line, secrets included."""
    if entry.event is None:
        return ""
    return words_of(sentence_of_event(type(entry.event), entry.fields, names), entry, entry.fields)


def _hides_any(line: LogLine, game: AnyGame) -> bool:
    """Whether a line hides something from anyone, at some time."""
    if line.unreadable:
        return False
    return any(cls.hidden(fields) for cls, fields in _events_in_line(game.by_topic[line.topic], line.values, game))


def _knows_any(entry: Entry, campaign: Campaign, seats: Seats) -> bool:
    """Whether some seats may know by now anything that an entry hides."""
    if entry.event is None:
        return False
    return any(
        hides.hidden(fields) and not is_kept_from(seats, hides, fields, campaign.table)
        for hides, fields in _events_in_line(type(entry.event), entry.fields, campaign.game)
    )


def _with_secrets(line: LogLine, campaign: Campaign, seats: Seats) -> LogLine | None:
    """A line with its secrets; None if it has none that these seats may know."""
    if line.topic not in _hiding_topics(campaign.game) or line.unreadable:
        return None

    def knows(cls: type[Event[Any]], fields: Mapping[str, Any]) -> bool:
        return not is_kept_from(seats, cls, fields, campaign.table)

    cls, values = campaign.game.by_topic[line.topic], line.values
    if not any(
        hides.hidden(fields) and knows(hides, fields) for hides, fields in _events_in_line(cls, values, campaign.game)
    ):
        return None
    entry = campaign.entry(line.position)
    fields = public_fields(campaign.game, line.topic, entry.fields, knows)
    sentence = str(_sentence(cls, fields, campaign))
    return line._replace(text=sentence, fields=orjson.dumps(fields).decode())


def _events_in_line(
    cls: type[Event[Any]], fields: Mapping[str, Any], game: AnyGame
) -> Iterable[tuple[type[Event[Any]], Mapping[str, Any]]]:
    """The events in a stored line: its own, or those inside an amendment."""
    if cls is not kernel.Amended:
        return [(cls, fields)]
    return [(game.by_topic[now["topic"]], now["event"]) for now in fields["now"] if now["topic"] in game.by_topic]


def _sentence(cls: type[Event[Any]], fields: Mapping[str, Any], campaign: Campaign) -> Any:
    """The sentence of a line, with names as in stored lines."""
    return sentence_of_event(cls, fields, campaign.game_at_start.new_table())


@lru_cache(maxsize=64)
def _hiding_topics(game: AnyGame) -> frozenset[str]:
    """The topics whose lines may contain secrets."""
    return frozenset(cls.topic for cls in game.events if cls.secrets.fields or cls in (kernel.Adjusted, kernel.Amended))


__all__ = ["HiddenWords", "found_hidden", "keeps_secrets", "positions_with_words", "reveal_known"]
