"""Reading: decoding stored bytes into events and log lines. Nothing else decodes an event."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any, NamedTuple

import orjson
from pydantic import ValidationError

from domain.framework.content import Content
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.games.source import GAME_MISSING
from domain.log.entries import Entry, Raw, Row, stamp_of_state, stamped_fields

_OPENING, _STAMP = b'{"event":', b',"entry":{'
OPENING = len(_OPENING)


class Unreadable(ValueError):
    """An entry that this version cannot read; kept, shown and exported as it is."""


# --- with every check -------------------------------------------------------------------------


def document_of(state: bytes) -> dict[str, Any]:
    """A stored entry's document; if its stamp is damaged, only the event, which is enough for a fold.

    Raises:
        Unreadable: not even that is there.
    """
    try:
        document = orjson.loads(state)
    except orjson.JSONDecodeError:
        document = {"event": event_document_slice(state)}
    if not isinstance(document, dict) or not isinstance(document.get("event"), dict):
        raise Unreadable("damaged")
    return document


def first_fields(raw: Raw) -> Mapping[str, Any]:
    """The fields of a stored entry, empty if it cannot be read."""
    with suppress(ValueError):
        fields: Mapping[str, Any] = document_of(raw.state)["event"]
        return fields
    return {}


def key_of_game(first: Raw) -> str:
    """The key of the game of a campaign, from its first entry."""
    return str(first_fields(first).get("game", first.topic.partition(".")[0]))


def game_at_start(first: Raw, game: AnyGame, packs: Callable[[str], Content | None]) -> AnyGame:
    """The game as the pack that a campaign began with describes it; stored lines use its names.

    Args:
        first: the first entry of the campaign.
    """
    if game.by_pack is None:
        return game
    return game.for_pack(packs(str(first_fields(first).get("pack", ""))) or game.pack)


def event_document_slice(state: bytes) -> Any:
    """The fields of an entry, cut out from between its opening and its stamp; None if they are not there."""
    end = state.rfind(_STAMP)
    if end < 0 or state[:OPENING] != _OPENING:
        return None
    try:
        return orjson.loads(state[OPENING:end])
    except orjson.JSONDecodeError:
        return None


def stamp_of(state: bytes) -> dict[str, Any]:
    """The stamp of a stored entry, without decoding its event; empty if it is damaged."""
    meta = _bytes_after_stamp(state, state.rfind(_STAMP))
    return stamp_of_state(document_of(state) if meta is None else {"entry": meta})


def _bytes_after_stamp(state: bytes, at: int) -> Any:
    """The bytes between an entry's stamp and its end; None if another program wrote it, or it is damaged."""
    if at < 0 or not state.endswith(b"}"):
        return None
    try:
        return orjson.loads(state[at + len(_STAMP) - 1 : -1])
    except orjson.JSONDecodeError:
        return None


def upcast_event(cls: type[Event[Any]], document: Mapping[str, Any]) -> Event[Any]:
    """Bring a stored event to today's shape, step by step, and validate it.

    Raises:
        Unreadable: it is of a newer version, or its fields do not fit.
    """
    version = document.get("version", 1)
    if not isinstance(version, int) or version > cls.version:
        raise Unreadable(f"written by a newer version ({version})")
    try:
        fields = dict(document["event"])
        for old in range(version, cls.version):
            getattr(cls, f"upcast_v{old}_v{old + 1}")(fields)
        return cls.model_validate_json(orjson.dumps(_without(fields, cls.former_fields)))
    except ValidationError as error:
        raise Unreadable(f"does not fit its event ({error.error_count()} faults)") from None
    except Exception as error:  # an upcast has to work on any content of a file
        raise Unreadable(f"cannot be brought to today's shape ({error})") from None


def _without(fields: dict[str, Any], former: tuple[str, ...]) -> dict[str, Any]:
    """The stored fields of an event that are still fields of it, in their order."""
    return {name: value for name, value in fields.items() if name not in former} if former else fields


# --- as the fold reads ------------------------------------------------------------------------


class Shape(NamedTuple):
    """The JSON layout of an event's fields: their names in order, which are lists, whether any is an object.

    An event without objects cannot be changed, so several tables may share it. Former fields may stand anywhere
    between the others.
    """

    names: tuple[str, ...]
    lists: tuple[str, ...]
    has_objects: bool
    former: tuple[str, ...]

    def fields_of(self, document: object) -> dict[str, Any] | None:
        """The fields in an event's document without former ones; None if this program would not write the others so."""
        if type(document) is not dict:
            return None
        fields = document if tuple(document) == self.names else _without(document, self.former)
        return fields if tuple(fields) == self.names else None


@cache
def shape_of(cls: type[Event[Any]]) -> Shape | None:
    """The layout of an event whose fields are plain JSON; None if a field needs decoding or an upcast exists."""
    fields = {name: info.annotation for name, info in cls.model_fields.items()}
    if cls.version > 1 or not all(_is_plain_json(annotation) for annotation in fields.values()):
        return None
    lists = tuple(name for name, annotation in fields.items() if _is_list(annotation))
    return Shape(tuple(fields), lists, any(_has_keys(annotation) for annotation in fields.values()), cls.former_fields)


def _is_plain_json(annotation: Any) -> bool:
    """Whether a field holds plain JSON values, or one tuple or mapping of them with text keys."""
    parts = tuple(_classes_in(annotation))
    return (
        all(part is Mapping or issubclass(part, str | int | dict | tuple | type(None)) for part in parts)
        and sum(part is Mapping or issubclass(part, tuple | dict) for part in parts) <= 1
        and all(issubclass(key, str) for keys in _key_types(annotation) for key in _classes_in(keys))
    )


def _key_types(annotation: Any) -> Iterator[Any]:
    """The types of the keys of mappings in a type."""
    parts: tuple[Any, ...] = getattr(annotation, "__args__", ())
    if getattr(annotation, "__origin__", None) in (dict, Mapping):
        yield parts[0]
    for part in parts:
        yield from _key_types(part)


def _is_list(annotation: Any) -> bool:
    return any(part is tuple for part in _classes_in(annotation))


def _has_keys(annotation: Any) -> bool:
    return any(part is Mapping or issubclass(part, dict) for part in _classes_in(annotation))


def _classes_in(annotation: Any) -> Iterator[type]:
    """The classes that a type is composed of."""
    pending = [annotation]
    while pending:
        part = pending.pop()
        origin = getattr(part, "__origin__", None)
        if isinstance(origin, type):
            yield origin
        elif isinstance(part, type):
            yield part
        pending.extend(a for a in getattr(part, "__args__", ()) if not isinstance(a, str | int))


Make = Callable[[bytes], Event[Any]]
"""Makes an event of an entry's bytes; raises `Unreadable`."""
REMEMBERED = 256
"""The number of events of a class that are cached by their bytes."""
REMEMBERED_LINES = 2_000
"""The number of entries of a game whose content is cached, for the lines of its log."""


def maker_of(cls: type[Event[Any]]) -> Make:
    """The function that makes an event of a class from stored bytes.

    Fields with the layout of their class were validated when they were recorded. They are not validated again, because
    a fold reads tens of thousands of them (docs/develop/speed.md). The event is made as if it was unpickled, so that it
    is copied and compared like any other.

    Equal bytes make the same event object, unless it holds something mutable, because a long log repeats itself.
    """
    shape = shape_of(cls)
    if shape is None:
        return lambda state: upcast_event(cls, document_of(state))
    new, besides = object.__new__, cls.model_construct(_fields_set=set(shape.names)).__getstate__()
    remembered: dict[bytes, Event[Any]] = {}
    recall, is_shared = remembered.get, not shape.has_objects

    def make(state: bytes) -> Event[Any]:
        end = state.rfind(_STAMP)
        said = state[:end] if end > 0 else b""
        if (known := recall(said)) is not None:
            return known
        if (fields := _fields_in(said, shape)) is None:
            return upcast_event(cls, document_of(state))
        event = new(cls)
        event.__setstate__({**besides, "__dict__": fields})
        if is_shared:
            if len(remembered) >= REMEMBERED:
                remembered.clear()
            remembered[said] = event
        return event

    return make


def _fields_in(said: bytes, shape: Shape) -> dict[str, Any] | None:
    """The fields in an entry's opening bytes; None if this program would not write them so."""
    try:
        fields = shape.fields_of(orjson.loads(said[OPENING:]) if said[:OPENING] == _OPENING else None)
    except orjson.JSONDecodeError:
        return None
    if fields is not None:
        for name in shape.lists:
            fields[name] = None if fields[name] is None else tuple(fields[name])
    return fields


class _Makers(dict[str, Make | None]):
    """The decoders of a game's events by topic; None for an unknown topic.

    Each is made when it is first needed: a campaign uses some sixty of a game's two hundred events. Making all took
    16 ms of CPU whenever a game was opened; this takes 2.
    """

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self._classes = game.by_topic

    def __missing__(self, topic: str) -> Make | None:
        cls = self._classes.get(topic)
        if cls is None:
            return None
        self[topic] = found = maker_of(cls)
        return found


class Reader:
    """Decodes the stored entries of a game: events for folds and walks, entries for the log."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.makers = _Makers(game)
        self._unknown = GAME_MISSING if game.origin == "missing" else "unknown event"
        self._remembered: dict[tuple[str, bytes], Said] = {}

    def _shape_of_topic(self, topic: str) -> Shape | None:
        """The layout of a topic's event; None if it has none, or the topic is unknown."""
        cls = self.game.by_topic.get(topic)
        return shape_of(cls) if cls else None

    def event(self, topic: str, state: bytes) -> Event[Any]:
        """The event of an entry, as the fold decodes it.

        Raises:
            Unreadable: it cannot be read, or is not known here.
        """
        make = self.makers[topic]
        if make is None:
            raise Unreadable(self._unknown)
        return make(state)

    def skips_validation(self, topic: str, fields: object) -> bool:
        """Whether fields that were cut out by `event_document_slice` make an event of this topic without validation."""
        shape = self._shape_of_topic(topic)
        return shape is not None and shape.fields_of(fields) is not None

    def checked(self, topic: str, document: Mapping[str, Any]) -> Event[Any]:
        """The event of an entry's document, validated as if it came from outside.

        Raises:
            Unreadable: it does not fit, or is not known here.
        """
        cls = self.game.by_topic.get(topic)
        if cls is None:
            raise Unreadable(self._unknown)
        if "version" not in document and shape_of(cls):
            with suppress(ValidationError):  # without a detour through JSON, where no field needs one
                return cls.model_validate(_without(document["event"], cls.former_fields))
        return upcast_event(cls, document)

    def entry(self, raw: Raw) -> Entry:
        """A stored entry as one line of the log; never fails."""
        try:
            document = document_of(raw.state)
        except Unreadable as error:
            return Entry(raw.position, raw.topic, {}, None, unreadable=str(error))
        return _make_entry(raw, self._readable_document(raw.topic, document), document.get("entry"))

    def entries(self, rows: Iterable[Row]) -> list[Entry]:
        """Many stored entries as lines; equal bytes share one immutable result."""
        return [self._entry_as_written(row) or self.entry(Raw(*row)) for row in rows]

    def _entry_as_written(self, row: Row) -> Entry | None:
        """An entry in the exact form this program writes; None for any other."""
        _, topic, state = row
        end = state.rfind(_STAMP)
        meta, key = _bytes_after_stamp(state, end), (topic, state[:end])
        if meta is None:
            return None
        found = self._remembered.get(key)
        if found is None:
            event = event_document_slice(state)
            if not isinstance(event, dict):
                return None
            if len(self._remembered) >= REMEMBERED_LINES:
                self._remembered.clear()
            found = self._remembered[key] = self._readable_document(topic, {"event": event})
        return _make_entry(row, found, meta)

    def _readable_document(self, topic: str, document: Mapping[str, Any]) -> "Said":
        """The readable part of a document."""
        try:
            event = self.checked(topic, document)
            return Said(document["event"], event, is_upcast=document.get("version", 1) < event.version)
        except Unreadable as error:
            return Said(document["event"], None, str(error))


class Said(NamedTuple):
    """The decoded event of an entry: its fields, and its event, or why there is none."""

    fields: Mapping[str, Any]
    event: Event[Any] | None
    unreadable: str = ""
    is_upcast: bool = False


def _make_entry(row: Row, said: Said, meta: object) -> Entry:
    """Make an entry of its decoded event and its stamp."""
    position, topic, _ = row
    fields, event, unreadable, is_upcast = said
    entry = Entry._make((position, topic, fields, event, *stamped_fields(meta), unreadable))
    # `said` has the names of that version's fields; an upcast may rename one, or add one that could not be typed then.
    return entry._replace(said=None) if is_upcast else entry


@lru_cache(maxsize=64)
def reader_of(game: AnyGame) -> Reader:
    """The reader of a game, cached."""
    return Reader(game)


__all__ = [
    "Reader",
    "Unreadable",
    "document_of",
    "event_document_slice",
    "first_fields",
    "game_at_start",
    "key_of_game",
    "reader_of",
    "shape_of",
    "stamp_of",
    "upcast_event",
]
