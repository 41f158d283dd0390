"""Entries: the stored form of an event, and one line of the log."""

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import orjson

from domain.framework.events.chance import RandomOutcome
from domain.framework.text import Text, text

if TYPE_CHECKING:
    from domain.framework.events.event import Event

CORRECTION_TOPICS = ("table.withdrawn", "table.restored", "table.amended")
"""The topics of the kernel's corrections: listed here too, because a file is opened and listed without any event."""


class Raw(NamedTuple):
    """An entry as it is stored: its position in the campaign, from 1, its topic and its bytes."""

    position: int
    topic: str
    state: bytes


Row = tuple[int, str, bytes]
"""An entry as a fold reads it: a `Raw` without names."""


class Source(Protocol):
    """The storage that a campaign's entries are read from, in order of position."""

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        """Entries after one position, up to and with another."""
        ...

    def rows(self, after: int = 0, upto: int | None = None) -> Iterable[Row]:
        """Entries between the same positions as plain rows, for a fold."""
        ...

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        """The withdrawals, restorations and amendments among them."""
        ...

    def of_topics(self, topics: Collection[str], after: int = 0, upto: int | None = None) -> Sequence[Row]:
        """Entries of some topics between two positions."""
        ...

    def at(self, positions: Collection[int]) -> Sequence[Raw]:
        """The entries that exist at some positions, the oldest first."""
        ...

    def head(self) -> int:
        """The last position; 0 before the first entry."""
        ...


class Memory:
    """A `Source` that is a list: for campaigns that are not stored yet, for specs, and for trying things out."""

    def __init__(self, raws: Iterable[Raw] = ()) -> None:
        self.raws = list(raws)

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        return iter(self.raws[max(after, 0) : upto])

    rows = read

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        return [raw for raw in self.read(after, upto) if raw.topic in CORRECTION_TOPICS]

    def of_topics(self, topics: Collection[str], after: int = 0, upto: int | None = None) -> Sequence[Row]:
        return [raw for raw in self.read(after, upto) if raw.topic in topics]

    def at(self, positions: Collection[int]) -> Sequence[Raw]:
        return [self.raws[position - 1] for position in sorted(positions) if 0 < position <= len(self.raws)]

    def head(self) -> int:
        return len(self.raws)


class Stamp(NamedTuple):
    """The part of an entry's stamp by which it is recorded again."""

    said: frozenset[str]
    """The fields that a person typed or chose."""
    fell: Sequence[RandomOutcome]
    """The random outcomes."""


class Entry(NamedTuple):
    """One line of the log: an event and all that is known about its recording.

    It is a tuple because a log has many thousands. `event` is None if it cannot be read; `unreadable` then says why.
    """

    position: int
    topic: str
    fields: Mapping[str, Any]
    event: "Event[Any] | None"
    id: str = ""
    time: str = ""
    actor: str = ""
    device: str = ""
    session: int | None = None
    chapter: int = 0
    round: int = 0
    step: str = ""
    cause: int | None = None
    bent: Mapping[str, Any] | None = None
    later: str = ""
    said: frozenset[str] | None = None
    """The fields that a person typed or chose (`fields_said`); the rules filled in all others. None for a consequence
    and for entries of older releases. For an amendment, the fields of the amended event; None for other corrections."""
    fell: Sequence[RandomOutcome] = ()
    """The random outcomes while the event was completed, in order; unknown for a command without `said`. They can name
    a hidden card or the order of a deck, so no one is shown them."""
    inserted: Sequence[int] = ()
    """For an amendment, the places in `now` of forgotten events: each is a command of its own, all others are
    consequences."""
    request: str = ""
    """The digest of the program's request; only the first entry of its command has it."""
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
    "chapter": int,
    "round": int,
    "step": str,
    "cause": int,
    "bent": dict,
    "later": str,
    "said": list,
    "fell": list,
    "inserted": list,
    "request": str,
    "previous": str,
}
"""The stamp of an entry: its keys in the order of an `Entry`, each with its type in JSON. An empty value is left out,
except that of `said`."""
_UNKNOWN = {key: Entry._field_defaults[key] for key in META}


def digest_of(raw: Raw) -> str:
    """The fingerprint that the next entry carries; it covers position, topic and every byte.

    It also exists for the wrong types that a damaged file may contain.
    """
    return hashlib.sha256(f"{raw.position}\n{raw.topic}\n".encode() + raw.state).hexdigest()


def encode_state(event: "Event[Any]", entry: Mapping[str, Any], fields: Mapping[str, Any] | None = None) -> bytes:
    """An entry's stored bytes: the event's fields, and the entry's own, empty ones left out.

    Callers that already have the event's `fields` as JSON values pass them.
    """
    document: dict[str, Any] = {"version": event.version} if event.version > 1 else {}
    document["event"] = event.model_dump(mode="json") if fields is None else fields
    stamp = {**entry, "said": _names_said(event, document["event"], entry.get("said"))}
    said = stamp["said"]
    document["entry"] = {key: stamp[key] for key in META if stamp.get(key) or (key == "said" and said is not None)}
    return orjson.dumps(document)


def _names_said(event: "Event[Any]", fields: Mapping[str, Any], said: Collection[str] | None) -> Sequence[str] | None:
    """The fields that were said, in the order of the event; for a correction, in alphabetical order."""
    if said is None or event.topic in CORRECTION_TOPICS:
        return said if said is None else sorted(said)
    return [name for name in fields if name in said]


def stamp_of_state(document: Mapping[str, Any]) -> dict[str, Any]:
    """The stamp of an entry: all fields except its event; invalid ones are left out."""
    return _clean_stamp(document.get("entry"), {})


def stamped_fields(meta: object) -> Iterable[Any]:
    """The fields of an `Entry` except its event, in their order, with defaults for those left out.

    By position and not by name, because this is most of the work for a line of the log (docs/develop/speed.md).
    """
    return _clean_stamp(meta, _UNKNOWN.copy()).values()


def _clean_stamp(meta: object, found: dict[str, Any]) -> dict[str, Any]:
    """Write the valid fields of a stamp over the defaults in `found`."""
    if isinstance(meta, dict):
        kinds = META.get
        for key, value in meta.items():
            if (kind := type(value)) is kinds(key) and (kind is not int or -LARGEST < value < LARGEST):
                if kind is not list:
                    found[key] = value
                elif (read := _LISTS[key](value)) is not None:
                    found[key] = read
    return found


def _read_said(stored: list[Any]) -> frozenset[str] | None:
    """The names of the fields that were said; None if they are invalid."""
    return frozenset(stored) if _NAMES.issuperset(map(type, stored)) else None


def _read_fell(stored: list[Any]) -> tuple[RandomOutcome, ...] | None:
    """The random outcomes of a stamp; None if one of them is invalid."""
    found = tuple(map(_read_outcome, stored))
    return found if None not in found else None  # type: ignore[return-value]


def _read_places(stored: list[Any]) -> tuple[int, ...] | None:
    """The places of a stamp; None if one of them is invalid."""
    return tuple(stored) if all(type(place) is int and place > 0 for place in stored) else None


def _read_outcome(stored: object) -> RandomOutcome | None:
    match stored:
        case ["draw", 0, shown]:
            return RandomOutcome("draw", 0, shown)
        case ["shuffle", 0, [*order]]:
            return RandomOutcome("shuffle", 0, tuple(order))
        case ["dice", int(faces), [*dice]] if all(type(die) is int for die in dice):
            return RandomOutcome("dice", faces, tuple(dice))
    return None


_NAMES = frozenset({str})
_LISTS: Mapping[str, Callable[[list[Any]], object]] = {"said": _read_said, "fell": _read_fell, "inserted": _read_places}
"""The functions that read the lists of a stamp."""


LARGEST = 2**62
"""Numbers up to here fit a database."""


def targets_of(event: "Event[Any] | None") -> tuple[int, ...]:
    """The entries a correction is about; none if it is no correction."""
    from domain.framework import kernel  # noqa: PLC0415 - all events are made of it, and most who know entries need none

    match event:
        case kernel.Withdrawn(entries=entries) | kernel.Restored(entries=entries):
            return entries
        case kernel.Amended(entry=target):
            return (target,)
    return ()


# --- the chain: every entry carries the digest of the one before it -----------------------------

CHANGED = text("entry {entry} does not follow from entry {before}: one of them was changed")
DAMAGED, MISSING = text("entry {entry} is damaged"), text("entry {entry} is missing")


class Break(NamedTuple):
    """A break of the chain: its position and the fault, as a translatable text."""

    position: int
    told: Text

    @property
    def what(self) -> str:
        return str(self.told)


class Chain:
    """The chain of digests of one log: its position, and the digest that the next entry has to carry.

    The bytes of a damaged entry have changed since the next one was recorded, so the next one is not checked.
    """

    def __init__(self) -> None:
        self.position = 0
        self.digest = ""
        self._holds = True

    def add(self, raw: Raw) -> list[Break]:
        """Add the next entry; returns its fault, if any."""
        found, before = [], previous_of(raw)
        if raw.position != self.position + 1:
            found.append(Break(self.position + 1, MISSING.copy_with(entry=self.position + 1)))
        if before is None:
            found.append(Break(raw.position, DAMAGED.copy_with(entry=raw.position)))
        elif self._holds and before != self.digest:
            found.append(Break(raw.position, CHANGED.copy_with(entry=raw.position, before=raw.position - 1)))
        self.position, self.digest, self._holds = raw.position, digest_of(raw), before is not None
        return found


def chain_breaks(raws: Iterable[Raw]) -> list[Break]:
    """Every break in a log's chain of digests."""
    chain = Chain()
    return [found for raw in raws for found in chain.add(raw)]


def previous_of(raw: Raw) -> str | None:
    """The digest that an entry carries of the one before it; None if it cannot be read."""
    try:
        previous = orjson.loads(raw.state)["entry"].get("previous", "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return None
    return previous if isinstance(previous, str) else None
