"""Secrets in lines of the log, revealed to viewers who may know them and searched for them.

Stored rows contain no secrets; here they are read from the entries.
"""

import sqlite3
from collections.abc import Collection, Iterable, Mapping
from contextlib import closing
from functools import lru_cache
from typing import Any

import orjson

from domain.framework import kernel
from domain.framework.events.event import Event, sentence_of_event
from domain.framework.game import AnyGame
from domain.log.campaign import Campaign
from domain.log.permissions import is_kept_from
from projections.log import LogLine, Wanted, select_lines
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
    """The positions of lines whose secrets match a search, limited to those that some seats may know by now."""
    if not search.strip() or search.startswith("#") or not (topics := _hiding_topics(campaign.game)):
        return ()
    hiding = select_lines(cursor, campaign.id, Wanted(topics=topics))
    words_of = {line.position: _words(line, campaign) for line in hiding if _with_secrets(line, campaign, seats)}
    return positions_with_words(words_of, fts_query(search, means))


def keeps_secrets(cursor: sqlite3.Cursor, campaign: Campaign, seat: str) -> bool:
    """Whether a line of the log hides something that this seat knows by now and others do not."""
    topics = _hiding_topics(campaign.game)
    hiding = select_lines(cursor, campaign.id, Wanted(topics=topics)) if topics else ()
    return any(_hides_for(seat, line, campaign) for line in hiding if not line.unreadable)


def _hides_for(seat: str, line: LogLine, campaign: Campaign) -> bool:
    events = _events_in_line(campaign.game.by_topic[line.topic], line.values, campaign.game)
    knowing = (cls.keepers(fields, campaign.table) for cls, fields in events if cls.hidden(fields))
    return any(seat in seats for seats in knowing if seats is not None)


def positions_with_words(words_by_position: Mapping[int, str], query: str) -> list[int]:
    """The positions of the texts that match a query, by the rules of the log's index."""
    if not words_by_position:
        return []
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE VIRTUAL TABLE told USING fts5(words, tokenize='unicode61')")
        db.executemany("INSERT INTO told (rowid, words) VALUES (?,?)", words_by_position.items())
        return [position for (position,) in db.execute("SELECT rowid FROM told WHERE told MATCH ?", [query])]


def _words(line: LogLine, campaign: Campaign) -> str:
    entry = campaign.entry(line.position)
    return words_of(_sentence(type(entry.event), entry.fields, campaign), entry, entry.fields) if entry.event else ""


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


__all__ = ["found_hidden", "keeps_secrets", "positions_with_words", "reveal_known"]
