"""Sentences, public fields and indexed words of the log's lines; the same for every viewer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import orjson

from domain.framework import kernel
from domain.framework.events.event import Event, sentence_of_event, texts_for_hidden
from domain.framework.game import AnyGame
from domain.framework.table import Table
from domain.framework.text import Text, text
from domain.games.source import GAME_MISSING
from domain.log.entries import Entry
from domain.log.entry_decoding import REMEMBERED_LINES
from projections.search.index import words_of


@dataclass(frozen=True)
class DescribedLine:
    """A line's sentence, and its fields without secrets."""

    entry: Entry
    sentence: Text
    fields: Mapping[str, Any]

    @cached_property
    def words(self) -> str:
        """The sentence as it is stored."""
        return str(self.sentence)

    @cached_property
    def json(self) -> str:
        """The fields as they are stored."""
        return orjson.dumps(self.fields).decode()

    @cached_property
    def found_by(self) -> str:
        """The indexed words of an entry that was neither bent nor recorded later."""
        return words_of(self.sentence, self.entry._replace(bent=None, later=""), self.fields)


class DescribedEntry(NamedTuple):
    """An entry with its sentence and public fields."""

    entry: Entry
    said: DescribedLine

    @property
    def words(self) -> tuple[int, str]:
        """The line's position and its indexed words."""
        entry, said = self.entry, self.said
        if entry.bent or entry.later:
            return entry.position, words_of(said.sentence, entry, said.fields)
        return entry.position, said.found_by


KeptLines = Mapping[int, tuple[str, str]]
"""The stored sentence and public fields of lines, by position; the fields are JSON."""


def describe_entries(
    game: AnyGame, entries: Iterable[Entry], kept: KeptLines | None = None
) -> Iterator[DescribedEntry]:
    """Yield entries with their sentences, in the names of the game's own pack, so that rows depend on nothing later.

    Entries with the same topic and fields are rendered once, because the sentence is the slowest part of a line.

    Args:
        kept: the lines of a game that is not installed any more, as it described them.
    """
    names, known = _names_and_known_lines(game)
    for entry in entries:
        if kept and entry.unreadable == GAME_MISSING and entry.position in kept:
            yield DescribedEntry(entry, _as_kept(entry, *kept[entry.position]))
            continue
        key = entry.topic, orjson.dumps(entry.fields)
        said = known.get(key) if entry.event else None
        if said is None:
            fields = public_fields(game, entry.topic, entry.fields) if entry.event else {}
            said = DescribedLine(entry, _log_sentence(entry, names), fields)
            if len(known) >= REMEMBERED_LINES:
                known.clear()
            if entry.event is not None:
                known[key] = said
        yield DescribedEntry(entry, said)


def _as_kept(entry: Entry, sentence: str, fields: str) -> DescribedLine:
    return DescribedLine(entry, Text("{said}", {"said": sentence}), orjson.loads(fields))


@lru_cache(maxsize=16)
def _names_and_known_lines(game: AnyGame) -> tuple[Table, dict[tuple[str, bytes], DescribedLine]]:
    """A game's cache: an empty table for the names in its pack, and the described lines by topic and fields."""
    return game.new_table(game.pack), {}


def _log_sentence(entry: Entry, names: Table) -> Text:
    if entry.unreadable == GAME_MISSING:
        what = entry.topic.rpartition(".")[2].replace("-", " ").capitalize()
        return text("{what} (the game is not installed here)", what=what)
    if entry.event is None:
        return text("An entry that cannot be read here ({why}): {topic}", why=entry.unreadable, topic=entry.topic)
    return sentence_of_event(type(entry.event), mask_secrets(type(entry.event), entry.fields), names)


def mask_secrets(cls: type[Event[Any]], fields: Mapping[str, Any]) -> dict[str, Any]:
    """An event's fields for its sentence, with placeholder words in place of secrets."""
    hidden = texts_for_hidden(cls, fields)
    return {name: hidden.get(name, value) for name, value in fields.items()}


Knows = Callable[[type[Event[Any]], Mapping[str, Any]], bool]
"""Whether the viewer may know every field of an event."""


def public_fields(
    game: AnyGame, topic: str, fields: Mapping[str, Any], knows: Knows = lambda cls, fields: False
) -> dict[str, Any]:
    """An event's fields without its secrets, also those of events inside an amendment.

    `knows` decides which events the viewer may see in full.
    """
    cls = game.by_topic.get(topic)
    if cls is None:  # nothing is known about its secrets
        return {}
    hidden = () if knows(cls, fields) else cls.hidden(fields)
    shown = {name: value for name, value in fields.items() if name not in hidden}
    if cls is kernel.Amended:
        shown["now"] = [
            {**stored, "event": public_fields(game, stored["topic"], stored["event"], knows)} for stored in shown["now"]
        ]
    return shown


__all__ = ["DescribedEntry", "DescribedLine", "Knows", "describe_entries", "mask_secrets", "public_fields"]
