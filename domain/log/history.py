"""History: entries, which of them count at a point in time, and the fold that makes a table of them."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import orjson
from pydantic import ValidationError

from domain import kernel
from domain.event import Event
from domain.game import AnyGame
from domain.table import Table

CORRECTION_TOPICS = tuple(event.topic for event in kernel.CORRECTIONS)


class Raw(NamedTuple):
    """An entry as it is stored: its position in the campaign, from 1, its topic and its bytes."""

    position: int
    topic: str
    state: bytes


Row = tuple[int, str, bytes]
"""What a fold reads of an entry: the same as `Raw`, without the names."""


class Source(Protocol):
    """Where a campaign's entries are read from, in order of position."""

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        """Entries after one position, up to and with another."""
        ...

    def rows(self, after: int = 0, upto: int | None = None) -> Iterable[Row]:
        """The same, as plain rows: what a fold reads."""
        ...

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        """The withdrawals, restorations and amendments among them."""
        ...

    def head(self) -> int:
        """The last position; 0 before the first entry."""
        ...


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log: an event and all that is known about its recording.

    `event` is None where the entry cannot be read; `unreadable` then says why.
    """

    position: int
    topic: str
    fields: Mapping[str, Any]
    event: Event[Any] | None
    id: str = ""
    time: str = ""
    actor: str = ""
    device: str = ""
    session: int | None = None
    round: int = 0
    step: str = ""
    cause: int | None = None
    bent: Mapping[str, Any] | None = None
    later: str = ""
    previous: str = ""
    unreadable: str = ""

    @property
    def command(self) -> str:
        """The id of the command that recorded it."""
        return self.id.rpartition(".")[0]

    @property
    def is_correction(self) -> bool:
        return self.topic in CORRECTION_TOPICS


META: Mapping[str, type] = {
    "id": str,
    "time": str,
    "actor": str,
    "device": str,
    "session": int,
    "round": int,
    "step": str,
    "cause": int,
    "bent": dict,
    "later": str,
    "previous": str,
}
"""What an entry says besides its event, left out where it is empty."""


def digest(raw: Raw) -> str:
    """The fingerprint that the next entry carries; it covers position, topic and every byte."""
    return hashlib.sha256(b"%d\n%s\n" % (raw.position, raw.topic.encode()) + raw.state).hexdigest()


def encode(event: Event[Any], entry: Mapping[str, Any]) -> bytes:
    """An entry's stored bytes: the event's fields and the entry's own, empty ones left out."""
    document: dict[str, Any] = {"version": event.version} if event.version > 1 else {}
    document["event"] = event.model_dump(mode="json")
    document["entry"] = {key: entry[key] for key in META if entry.get(key) not in (None, "", 0)}
    return orjson.dumps(document)


_OPENING, _STAMP = b'{"event":', b',"entry":{'
OPENING = len(_OPENING)


def document_of(state: bytes) -> dict[str, Any]:
    """A stored entry's document; of one with a damaged stamp, what happened, which is all that a fold needs.

    Raises:
        ValueError: not even that can be read.
    """
    try:
        document = orjson.loads(state)
    except orjson.JSONDecodeError:
        if state[:OPENING] != _OPENING:
            raise
        document = {"event": orjson.loads(state[OPENING : state.rfind(_STAMP)])}
    if not isinstance(document, dict) or not isinstance(document.get("event"), dict):
        raise ValueError("no event")
    return document


def taken(state: bytes) -> Any:
    """What the fold takes for an entry's fields without a second look; None if it looks twice."""
    end = state.rfind(_STAMP)
    if end < 0 or state[:OPENING] != _OPENING:
        return None
    try:
        return orjson.loads(state[OPENING:end])
    except orjson.JSONDecodeError:
        return None


class Unreadable(ValueError):
    """An entry that this version cannot read; kept, shown and exported as it is."""


def upcast(cls: type[Event[Any]], document: dict[str, Any]) -> Event[Any]:
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
        return cls.model_validate_json(orjson.dumps(fields))
    except ValidationError as error:
        raise Unreadable(f"does not fit its event ({error.error_count()} faults)") from None
    except Exception as error:  # an upcast meets whatever stands in a file
        raise Unreadable(f"cannot be brought to today's shape ({error})") from None


class Plain(NamedTuple):
    """An event whose stored fields are just what its class has: it is made of them without looking.

    `lists` are the fields that JSON stores as lists and the class has as tuples.
    """

    cls: type[Event[Any]]
    names: tuple[str, ...]
    lists: tuple[str, ...]


def plain_of(cls: type[Event[Any]]) -> Plain | None:
    """How to make an event fast; None where its fields are models of their own, or were other ones before."""
    fields = {name: info.annotation for name, info in cls.model_fields.items()}
    if cls.version > 1 or not all(_is_plain(annotation) for annotation in fields.values()):
        return None
    return Plain(cls, tuple(fields), tuple(name for name, annotation in fields.items() if _is_list(annotation)))


def _is_plain(annotation: Any) -> bool:
    """Whether a field holds JSON's own values, or a tuple of them."""
    return all(issubclass(part, str | int | dict | tuple | type(None)) for part in _classes(annotation))


def _is_list(annotation: Any) -> bool:
    return any(part is tuple for part in _classes(annotation))


def _classes(annotation: Any) -> Iterator[type]:
    """The classes that a type is made of."""
    pending = [annotation]
    while pending:
        part = pending.pop()
        origin = getattr(part, "__origin__", None)
        if isinstance(origin, type):
            yield origin
        elif isinstance(part, type):
            yield part
        pending.extend(a for a in getattr(part, "__args__", ()) if not isinstance(a, str | int))


class Readers:
    """How a game's stored entries are read: as lines of the log with every check, or fast, for the fold."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.plain = {topic: plain_of(event) for topic, event in game.by_topic.items()}

    def checked(self, cls: type[Event[Any]], document: dict[str, Any]) -> Event[Any]:
        """A stored event with every check.

        Raises:
            Unreadable: it is of a newer version, or its fields do not fit.
        """
        if "version" not in document and self.plain[cls.topic]:
            with suppress(ValidationError):
                return cls.model_validate(document["event"])
        return upcast(cls, document)

    def quick(self, topic: str, state: bytes) -> tuple[Event[Any], Mapping[str, Any]]:
        """An entry's event and stamp without a second look at what is stored, as the fold reads it.

        Raises:
            Exception: it cannot be read.
        """
        document = document_of(state)
        fields, plain = document["event"], self.plain[topic]
        if plain is None or "version" in document or tuple(fields) != plain.names:
            return upcast(self.game.by_topic[topic], document), stamp(document)
        for name in plain.lists:
            fields[name] = None if fields[name] is None else tuple(fields[name])
        return plain.cls.model_construct(**fields), document.get("entry", {})

    def entry(self, raw: Raw) -> Entry:
        """A stored entry as one line of the log; never fails."""
        try:
            document = document_of(raw.state)
        except ValueError:
            return Entry(raw.position, raw.topic, {}, None, unreadable="damaged")
        fields, known = document["event"], stamp(document)
        cls = self.game.by_topic.get(raw.topic)
        if cls is None:
            return Entry(raw.position, raw.topic, fields, None, unreadable="unknown event", **known)
        try:
            return Entry(raw.position, raw.topic, fields, self.checked(cls, document), **known)
        except Unreadable as error:
            return Entry(raw.position, raw.topic, fields, None, unreadable=str(error), **known)


def stamp(document: Mapping[str, Any]) -> dict[str, Any]:
    """What an entry says besides its event; anything that is not what it should be is left out."""
    meta = document.get("entry")
    if not isinstance(meta, dict):
        return {}
    return {key: value for key, value in meta.items() if type(value) is META.get(key) and _small(value)}


def _small(value: object) -> bool:
    """Whether a number fits a database; everything else does."""
    return type(value) is not int or -LARGEST < value < LARGEST


LARGEST = 2**62


@dataclass(frozen=True)
class Amendment:
    """What counts in place of an entry: the events in order, from the correction at `by`."""

    by: int
    events: tuple[Event[Any], ...]


@dataclass
class Standing:
    """Which entries do not count as they are: those withdrawn or replaced, by what, and those amended."""

    withdrawn: dict[int, int] = field(default_factory=dict)
    replaced: dict[int, int] = field(default_factory=dict)
    amended: dict[int, Amendment] = field(default_factory=dict)

    def skips(self) -> frozenset[int]:
        return frozenset(self.withdrawn) | frozenset(self.replaced)

    def counts(self, position: int) -> bool:
        return position not in self.withdrawn and position not in self.replaced


def standing(corrections: Sequence[Raw], readers: Readers) -> Standing:
    """What corrections amount to; a later one that counts decides about an earlier one and its targets."""
    found, decided = Standing(), set[int]()
    for raw in reversed(corrections):
        entry = readers.entry(raw)
        if raw.position in found.withdrawn or (event := entry.event) is None:
            continue
        if any(target >= raw.position for target in targets_of(entry)):
            continue  # what is yet to come cannot be corrected
        match event:
            case kernel.Withdrawn(entries=entries):
                found.withdrawn.update((e, raw.position) for e in entries if e not in decided)
                decided.update(entries)
            case kernel.Restored(correction=int() as undone):
                if undone not in decided:
                    found.withdrawn[undone] = raw.position
                decided.add(undone)
            case kernel.Restored(entries=entries):
                decided.update(entries)
            case kernel.Amended(entry=target, now=now) if target not in found.amended:
                found.amended[target] = Amendment(raw.position, tuple(_readable(now, readers)))
                found.replaced.update((e, raw.position) for e in event.replaces)
    return found


def _readable(now: Iterable[kernel.Told], readers: Readers) -> Iterator[Event[Any]]:
    for told in now:
        cls = readers.game.by_topic.get(told.topic)
        if cls is None:
            continue
        with suppress(Unreadable):
            yield upcast(cls, {"event": told.event, "version": told.version})


def targets_of(entry: Entry) -> tuple[int, ...]:
    """The entries a correction is about."""
    match entry.event:
        case kernel.Withdrawn(entries=entries) | kernel.Restored(entries=entries):
            return entries
        case kernel.Amended(entry=target):
            return (target,)
    return ()


Watch = Callable[[int, Table], None]
"""Called after each entry that counted, with its position and the table after it."""


def fold(table: Table, rows: Iterable[Row], now: Standing, readers: Readers, watch: Watch | None = None) -> None:
    """Apply what counts among entries to a table, in place.

    What cannot be read changes nothing and stops nothing. This loop is what every open, undo and look
    back waits for: a plain event is made of its stored fields without calling anything but `apply`.
    """
    skip, amended, plain = now.skips(), now.amended, readers.plain
    special = skip | amended.keys()
    loads, make, put = orjson.loads, object.__new__, object.__setattr__
    for position, topic, state in rows:
        end = state.rfind(_STAMP)
        try:
            if position in special or (known := plain.get(topic)) is None or end < 0 or state[:OPENING] != _OPENING:
                if position in skip or topic not in readers.game.by_topic:
                    continue
                for event in _counted(position, topic, state, amended, readers):
                    event.apply(table)
            else:
                cls, names, lists = known
                fields = loads(state[OPENING:end])
                if tuple(fields) != names:
                    fields = upcast(cls, {"event": fields}).__dict__
                for name in lists:
                    fields[name] = None if fields[name] is None else tuple(fields[name])
                event = make(cls)
                put(event, "__dict__", fields)
                event.apply(table)
        except orjson.JSONDecodeError:  # written by other hands: read it with every check
            if not _apply_checked(table, topic, state, readers):
                continue
        except Exception:  # noqa: S112 - an unreadable entry is kept and shown, and never stops the others
            continue
        if watch is not None:
            watch(position, table)


def _apply_checked(table: Table, topic: str, state: bytes, readers: Readers) -> bool:
    """Apply an entry that is not laid out as ours are; whether that could be done."""
    try:
        upcast(readers.game.by_topic[topic], document_of(state)).apply(table)
    except Exception:
        return False
    return True


def _counted(
    position: int, topic: str, state: bytes, amended: Mapping[int, Amendment], readers: Readers
) -> Sequence[Event[Any]]:
    """The events that count at an entry, read with every check."""
    if position in amended:
        return amended[position].events
    return (upcast(readers.game.by_topic[topic], document_of(state)),)
