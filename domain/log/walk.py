"""Walking on through the log with other entries counting: what a correction would lead to."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from domain import kernel, veil
from domain.choices import unknown_choices
from domain.event import Event, choices_asked
from domain.log.campaign import SOMETHING_HIDDEN, Campaign, as_told
from domain.log.checkpoints import EVERY, Checkpoint, state_bytes
from domain.log.entries import CORRECTION_TOPICS, Entry, Raw, Row, encode
from domain.log.fold import Failure, failure, fold
from domain.log.guarding import is_kept_from
from domain.log.reading import Reader, Unreadable, stamp_of
from domain.log.standing import Amendment, Standing, standing
from domain.log.trace import Trace
from domain.refusal import NotFound, Refused
from domain.table import Table

Happened = Event[Any] | Amendment
"""What an entry does: its event, or those that stand in its place."""


@dataclass
class Walk:
    """Where a walk arrived: the table, its trace, checkpoints on the way, what was refused and what failed."""

    table: Table
    trace: Trace
    kept: list[tuple[int, bytes]] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    refused: list[tuple[Entry, list[Refused]]] = field(default_factory=list)
    public: dict[int, list[Refused]] = field(default_factory=dict)
    """The reasons of each refused entry in words that tell nobody a secret, by its position."""
    alone: "Walk | None" = None
    """Where it would have arrived with nothing left out; None if nothing was."""

    def checkpoints(self, known: int) -> Iterator[Checkpoint]:
        """What the walk leaves to start later folds from; `known` is the last correction it took into account."""
        return (Checkpoint(position, known, state) for position, state in self.kept)

    def keep(self, position: int) -> None:
        """Keep the table as it is after an entry."""
        self.kept.append((position, state_bytes(self.table)))

    def take(self, row: Row, happened: Happened, reader: Reader) -> None:
        """What an entry does; what the code of today cannot apply is told as a fold tells it."""
        try:
            happened.apply(self.table)
        except Exception as error:
            self.failures += failure(reader, row, error, amended=isinstance(happened, Amendment))
        else:
            self.trace.note(row[0], self.table)

    def parted(self, campaign: Campaign) -> "Walk":
        """Another one that goes on from where this one is."""
        table = campaign.packed(self.table.model_copy(deep=True))
        return Walk(table, self.trace.parted(), [*self.kept], [*self.failures])


def standing_with(campaign: Campaign, corrections: Sequence[kernel.KernelEvent]) -> Standing:
    """What would count if corrections were recorded now."""
    raws = [
        Raw(campaign.position + 1 + n, correction.topic, encode(correction, {}))
        for n, correction in enumerate(corrections)
    ]
    return standing([*campaign.source.corrections(), *raws], campaign.reader)


def first_changed(before: Standing, after: Standing) -> int:
    """The first position whose standing a correction changes.

    Raises:
        NotFound: it changes none.
    """
    marks: tuple[tuple[Mapping[int, object], Mapping[int, object]], ...] = (
        (before.withdrawn, after.withdrawn),
        (before.replaced, after.replaced),
        (before.amended, after.amended),
    )
    changed = [p for old, new in marks for p in old.keys() | new.keys() if old.get(p) != new.get(p)]
    if not changed:
        raise NotFound("That would change nothing.")
    return min(changed)


def fold_on(campaign: Campaign, now: Standing, first: int) -> Walk:
    """Fold from a position to the head with what counts now, whatever the rules would say."""
    walk = _start(campaign, now, first)
    for rows in _stages(campaign, first):
        walk.failures += fold(walk.table, rows, now, campaign.reader, walk.trace.note)
        walk.keep(rows[-1][0])
    walk.trace.tell(walk.table)
    return walk


def walk_on(campaign: Campaign, before: Standing, now: Standing, excused: frozenset[int]) -> Walk:
    """The same as if it were being recorded: what would be refused is left out, with all it caused, and listed.

    What was refused already with what counted before is not held against it. All this is one reading of the log: where
    something is refused, the table as it was and the one with nothing left out go on beside the one that is walked.
    """
    first = first_changed(before, now)
    walk = _start(campaign, now, first)
    walker = _Walker(campaign, before, now, excused, walk)
    for rows in _stages(campaign, first):
        walker.go_on(rows)
        for arrived in filter(None, (walk, walk.alone)):
            arrived.keep(rows[-1][0])
    for arrived in filter(None, (walk, walk.alone)):
        arrived.trace.tell(arrived.table)
    return walk


def _start(campaign: Campaign, now: Standing, first: int) -> Walk:
    table = campaign.fold_to(first - 1, now, campaign.position)
    return Walk(table, Trace(campaign.game, table))


def _stages(campaign: Campaign, first: int) -> Iterator[list[Row]]:
    """The rows from a position to the head, as many at a time as lie between two checkpoints."""
    rows = iter(campaign.source.rows(first - 1, campaign.position))
    while stage := list(islice(rows, EVERY)):
        yield stage


def _reasons(campaign: Campaign, table: Table, happened: Happened, known: Mapping[str, Any]) -> list[Refused]:
    """Why an entry would no longer happen; a fault of the code says nothing against it, nor does what has no event."""
    event = _first(happened)
    if event is None:
        return []
    try:
        return _against(campaign, table, event, known)
    except Exception:  # what `apply` makes of it is told
        return []


def _first(happened: Happened) -> Event[Any] | None:
    """The event that is asked whether it may happen; None where what was put right cannot be read any more."""
    return next(iter(happened.events), None) if isinstance(happened, Amendment) else happened


def _against(campaign: Campaign, table: Table, event: Event[Any], known: Mapping[str, Any]) -> list[Refused]:
    """Why an entry would no longer happen: a command that the rules refuse, a consequence that nothing calls for."""
    if known.get("cause") is not None:
        return table.held(event.lapses(table))
    reasons = campaign.against(event, table)  # what was recorded stays, whatever the table tracks by now
    if known.get("bent") or known.get("later"):
        reasons = campaign.past_the_gate(event, table, reasons)
        return [reason for reason in reasons if not reason.bendable]
    return reasons


def _public(campaign: Campaign, table: Table, happened: Happened, reasons: list[Refused]) -> list[Refused]:
    """Reasons as anybody may hear them: what rests on a secret is only said to be there."""
    event = _first(happened)
    if event is None or is_kept_from(None, type(event), dict(event), table):
        return [SOMETHING_HIDDEN()]
    return as_told(reasons, campaign.against(event, campaign.packed(veil.side_by_side(campaign.table, table, ())[1])))


class _AsItWas:
    """The table as it stood before each entry, with what counted before a correction."""

    def __init__(self, campaign: Campaign, before: Standing, position: int) -> None:
        self._campaign = campaign
        self._amended, self._skip = before.amended, before.skips()
        self._table = campaign.fold_to(position - 1, before, campaign.position)

    def refuses(self, row: Row, known: Mapping[str, Any]) -> bool:
        """Whether an entry would have been refused there, too."""
        position, topic, state = row
        if position in self._skip:
            return False
        happened = self._amended.get(position) or self._campaign.reader.event(topic, state)
        return bool(_reasons(self._campaign, self._table, happened, known))

    def take(self, row: Row, happened: Happened | None) -> None:
        """What an entry did; `happened` is what it does now, None if it cannot be read."""
        position, reader = row[0], self._campaign.reader
        if position in self._skip:
            return
        with suppress(Exception):  # told of where it counts
            did: Happened | None = self._amended.get(position)
            if did is None and happened is not None:
                did = reader.event(*row[1:]) if isinstance(happened, Amendment) else reader.again(row, happened)
            if did is not None:
                did.apply(self._table)


class _Walker:
    """Goes through the log row by row, with every check where a glance is not enough."""

    def __init__(
        self, campaign: Campaign, before: Standing, now: Standing, excused: frozenset[int], walk: Walk
    ) -> None:
        self._campaign = campaign
        self._before = before
        self._amended, self._skip, self._excused = now.amended, now.skips(), excused
        self._walk = walk
        self._was: _AsItWas | None = None
        self._dropped = set[int]()
        self._glances: dict[str, Glance] = {}

    def go_on(self, rows: Iterable[Row]) -> None:
        """Some entries more; what cannot be read changes nothing and stops nothing."""
        reader, amended, skip, walk = self._campaign.reader, self._amended, self._skip, self._walk
        for row in rows:
            position, topic, state = row
            make = reader.makers.get(topic)
            if make is None or topic in CORRECTION_TOPICS:
                continue
            happened: Happened | None = amended.get(position)
            if happened is None:
                with suppress(Unreadable):
                    happened = make(state)
            if happened is not None and position not in skip:
                if self._plainly(row, happened):
                    walk.take(row, happened, reader)
                else:
                    self._carefully(row, happened)
            if self._was is not None:
                self._beside(row, happened)

    def _beside(self, row: Row, happened: Happened | None) -> None:
        """The same entry on the tables that go on beside the one that is walked."""
        if self._was is not None:
            self._was.take(row, happened)
        if self._walk.alone is not None and happened is not None and row[0] not in self._skip:
            reader = self._campaign.reader
            again = happened if isinstance(happened, Amendment) else reader.again(row, happened)
            self._walk.alone.take(row, again, reader)

    def _plainly(self, row: Row, happened: Happened) -> bool:
        """Whether a glance shows that nothing is against an entry."""
        position, topic, state = row
        if isinstance(happened, Amendment) or position in self._excused:
            return False
        glance = self._glances.get(topic)
        if glance is None:
            glance = self._glances[topic] = Glance(type(happened))
        try:
            if is_plain(state):
                return glance.allows(happened, self._walk.table)
            return not self._dropped and is_consequence(state) and glance.calls_for(happened, self._walk.table)
        except Exception:  # it is looked at again
            return False

    def _carefully(self, row: Row, happened: Happened) -> None:
        """An entry with its reasons against it, if it is a command; a consequence may lapse."""
        position, walk, known = row[0], self._walk, stamp_of(row[2])
        if known.get("cause") in self._dropped:
            self._dropped.add(position)
            return
        reasons = [] if position in self._excused else _reasons(self._campaign, walk.table, happened, known)
        if reasons and not self._refused_already(row, known):
            walk.alone = walk.alone or walk.parted(self._campaign)
            walk.refused.append((self._campaign.reader.entry(Raw(*row)), reasons))
            walk.public[position] = _public(self._campaign, walk.table, happened, reasons)
            self._dropped.add(position)
            return
        walk.take(row, happened, self._campaign.reader)

    def _refused_already(self, row: Row, known: Mapping[str, Any]) -> bool:
        self._was = self._was or _AsItWas(self._campaign, self._before, row[0])
        return self._was.refuses(row, known)


# --- glances ---------------------------------------------------------------------------------

_CAUSE, _BENT, _LATER, _ESCAPE = b'"cause":', b'"bent":', b'"later":', b"\\"


def is_plain(state: bytes) -> bool:
    """Whether an entry's bytes surely tell of no cause, of nothing bent and of no other time.

    With a backslash any of these words may be written otherwise.
    """
    return not (_CAUSE in state or _BENT in state or _LATER in state or _ESCAPE in state)


def is_consequence(state: bytes) -> bool:
    """Whether an entry surely has a cause."""
    return _CAUSE in state and stamp_of(state).get("cause") is not None


class Glance:
    """Whether the rules plainly allow an event of a class, seen without asking them for reasons.

    A walk goes through thousands of entries of which hardly one is refused. What a glance does not allow is looked at
    again with every check, so it may say no too often, and never yes where there is a reason.
    """

    def __init__(self, cls: type[Event[Any]]) -> None:
        choices = {name: choice for name, choice in choices_asked(cls).items() if not choice.free or choice.closed}
        self._depends = any(choice.free or choice.given for choice in choices.values())
        self._choices = [(name, choice.among or choice.ids, choice) for name, choice in choices.items()]
        self._checks = cls.check is not Event.check
        self._lapses = cls.lapses is not Event.lapses

    def allows(self, event: Event[Any], table: Table) -> bool:
        """Whether a command is plainly allowed."""
        if self._depends:
            if unknown_choices(event, table):
                return False
        elif not self._offers(event, table):
            return False
        if event.during and any(True for _ in table.gate(event.during)):
            return False
        return not self._checks or not any(True for _ in event.check(table))

    def _offers(self, event: Event[Any], table: Table) -> bool:
        """Whether a table offers all that an event names."""
        for name, ids, choice in self._choices:
            value = getattr(event, name)
            if type(value) is str:
                if not value or value not in ids(table):
                    return False
            elif choice.strange(value, table):
                return False
        return True

    def calls_for(self, event: Event[Any], table: Table) -> bool:
        """Whether a consequence plainly still happens."""
        return not self._lapses or not any(True for _ in event.lapses(table))
