"""Walk: replaying the log with other entries counting, to preview a correction."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache, partial
from itertools import islice
from typing import Any

from domain.language import kernel, veil
from domain.language.choices import unknown_choices
from domain.language.event import Choice, Event, choices_asked, inherited_checks
from domain.language.refusal import NotFound, Refused
from domain.language.table import Table
from domain.log.campaign import Campaign
from domain.log.checkpoints import EVERY, Checkpoint, state_bytes
from domain.log.entries import CORRECTION_TOPICS, Entry, Raw, Row
from domain.log.fold import Failure, failure_of, fold_entries
from domain.log.guarding import SOMETHING_HIDDEN, is_kept_from, reasons_as_seen
from domain.log.reading import Make, Reader, stamp_of
from domain.log.standing import Amendment, Standing

Happened = Event[Any] | Amendment
"""What an entry does: its event, or those that stand in its place."""


@dataclass
class Walk:
    """The result of a walk: the table, tables on the way, what was refused and what failed."""

    table: Table
    kept: list[tuple[int, bytes]] | None = None
    """Each with its position; None where somebody only looks, so that nobody will begin from there."""
    failures: list[Failure] = field(default_factory=list)
    refused: list[tuple[Entry, list[Refused]]] = field(default_factory=list)
    public: dict[int, list[Refused]] = field(default_factory=dict)
    """The reasons of each refused entry in words that tell nobody a secret, by its position."""
    alone: "Walk | None" = None
    """Where it would have arrived with nothing left out; None if nothing was."""

    def checkpoints(self, known: int) -> Iterator[Checkpoint]:
        """The checkpoints that later folds start from; `known` is the last correction it took into account."""
        return (Checkpoint(position, known, state) for position, state in self.kept or ())

    def keep(self, position: int) -> None:
        """Keep the table as it is after an entry."""
        if self.kept is not None:
            self.kept.append((position, state_bytes(self.table)))

    def take(self, row: Row, happened: Happened, reader: Reader) -> None:
        """Apply an entry; one that this version cannot apply is noted as a failure, as in a fold."""
        try:
            happened.happen(self.table)
        except Exception as error:
            self.failures += failure_of(reader, row, error, amended=isinstance(happened, Amendment))

    def copy(self, campaign: Campaign) -> "Walk":
        """A copy that goes on from here independently."""
        table = campaign.with_content(self.table.model_copy(deep=True))
        return Walk(table, None if self.kept is None else [*self.kept], [*self.failures])


def standing_if_recorded(campaign: Campaign, corrections: Sequence[kernel.KernelEvent]) -> Standing:
    """The standing if corrections were recorded now."""
    return campaign.corrected.standing_after(campaign.position, corrections)


def changed_positions(before: Standing, after: Standing) -> list[int]:
    """The positions whose standing a correction changes, in order; at least one.

    Raises:
        NotFound: it changes none.
    """
    marks: tuple[tuple[Mapping[int, object], Mapping[int, object]], ...] = (
        (before.withdrawn, after.withdrawn),
        (before.replaced, after.replaced),
        (before.amended, after.amended),
    )
    found = {p for old, new in marks for p in old.keys() | new.keys() if old.get(p) != new.get(p)}
    if not found:
        raise NotFound("That would change nothing.")
    return sorted(found)


Leaves = Callable[[Table], Walk]
"""What a walk that begins with a table leaves behind it."""


def recorded_walk(table: Table) -> Walk:
    """A walk that keeps tables on the way, because it is to be recorded."""
    return Walk(table, [])


def fold_on(campaign: Campaign, now: Standing, first: int) -> Walk:
    """Fold from a position to the head with what counts now, without asking the rules."""
    walk = recorded_walk(campaign.fold_to(first - 1, now, campaign.position))
    for rows in _rows_by_stage(campaign, first):
        walk.failures += fold_entries(walk.table, rows, now, campaign.reader)
        walk.keep(rows[-1][0])
    return walk


def walk_on(
    campaign: Campaign, before: Standing, now: Standing, excused: frozenset[int], leaves: Leaves = Walk
) -> Walk:
    """Replay as if it were being recorded: what would be refused is left out, with all it caused, and listed.

    What was refused already with what counted before is not held against it. All this is one reading of the log: where
    something is refused, the table as it was and the one with nothing left out go on beside the one that is walked.
    """
    first = changed_positions(before, now)[0]
    walker = next((one for one in campaign.walks or () if one.goes_for(before, now, excused)), None)
    if walker is None:
        walk = leaves(campaign.fold_to(first - 1, now, campaign.position))
        walker = Walker(campaign, before, now, excused, walk, first)
        if campaign.walks is not None:
            campaign.walks[:] = [walker]
    walker.go_to_the_head(campaign)
    return walker.walk


def _rows_by_stage(campaign: Campaign, first: int) -> Iterator[list[Row]]:
    """The rows from a position to the head, in batches from one checkpoint to the next."""
    rows = iter(campaign.source.rows(first - 1, campaign.position))
    while stage := list(islice(rows, EVERY)):
        yield stage


def _reasons_if_readable(
    campaign: Campaign, table: Table, happened: Happened, known: Mapping[str, Any]
) -> list[Refused]:
    """Why an entry would be refused; none where its rules raise an error or it has no event."""
    event = _event_asked(happened)
    if event is None:
        return []
    try:
        return _reasons_against(campaign, table, event, known)
    except Exception:  # what `apply` makes of it is told
        return []


def _event_asked(happened: Happened) -> Event[Any] | None:
    """The event to check; None where an amended one can no longer be read."""
    return next(iter(happened.events), None) if isinstance(happened, Amendment) else happened


def _reasons_against(campaign: Campaign, table: Table, event: Event[Any], known: Mapping[str, Any]) -> list[Refused]:
    """Why an entry would be refused: a command by the rules, a consequence because nothing causes it any more."""
    # Nobody decided on a consequence: it is not judged by `check`, but by whether its cause still calls for it.
    if known.get("cause") is not None:
        return table.held(event.lapses(table))
    reasons = campaign.reasons_against(event, table)  # what was recorded stays, whatever the table tracks by now
    if known.get("bent") or known.get("later"):
        reasons = campaign.reasons_besides_step(event, table, reasons)
        # The table overruled the bendable reasons once, knowing them; only arithmetic can stop such an entry now.
        return [reason for reason in reasons if not reason.bendable]
    return reasons


def _reasons_for_all(
    campaign: Campaign, table: Table, happened: Happened, reasons: list[Refused], shown: Callable[[Table], Table]
) -> list[Refused]:
    """Reasons without secrets: one that rests on a secret is only said to exist; `shown` is what the seats see."""
    event = _event_asked(happened)
    if event is None or is_kept_from(None, type(event), dict(event), table):
        # Any more precise reason would tell the other seats what is hidden.
        return [SOMETHING_HIDDEN()]
    return reasons_as_seen(reasons, campaign.reasons_against(event, campaign.with_content(shown(table))))


class _AsItWas:
    """The table before each entry, folded with what counted before the correction."""

    def __init__(self, campaign: Campaign, before: Standing, position: int) -> None:
        self._campaign = campaign
        self._amended, self._skip = before.amended, before.skips()
        self._table = campaign.fold_to(position - 1, before, campaign.position)

    def refuses(self, row: Row, known: Mapping[str, Any]) -> bool:
        """Whether the entry would have been refused on that table, too."""
        position, topic, state = row
        if position in self._skip:
            return False
        happened = self._amended.get(position) or self._campaign.reader.event(topic, state)
        return bool(_reasons_if_readable(self._campaign, self._table, happened, known))

    def take(self, position: int, event: Event[Any] | None) -> None:
        """Apply an entry as it counted before; `event` is its own, None if it cannot be read."""
        happened = self._amended.get(position, event)
        if happened is not None and position not in self._skip:
            with suppress(Exception):  # told of where it counts
                happened.happen(self._table)


class Walker:
    """Walks through the log row by row, with a full check where the quick check does not settle it."""

    def __init__(
        self, campaign: Campaign, before: Standing, now: Standing, excused: frozenset[int], walk: Walk, first: int
    ) -> None:
        self.walk, self._next = walk, first
        self._campaign = campaign
        self._shown: Callable[[Table], Table] = veil.view_of_both(campaign.table, ())
        self._before = before
        self._what_counts = _what_counts(before, now, excused)
        self._amended, self._skip, self._excused = now.amended, now.skips(), excused
        self._odd = self._skip | now.amended.keys() | excused
        self._was: _AsItWas | None = None
        self._dropped = set[int]()
        self._quick_checks = quick_checks_of(campaign.reader)

    def goes_for(self, before: Standing, now: Standing, excused: frozenset[int]) -> bool:
        """Whether it walks for this very correction, and no other was made since it began."""
        return self._what_counts == _what_counts(before, now, excused)

    def go_to_the_head(self, campaign: Campaign) -> None:
        """Walk through all entries recorded since it stopped."""
        self._campaign = campaign
        self._shown = veil.view_of_both(campaign.table, ())
        for rows in _rows_by_stage(campaign, self._next):
            self.go_on(rows)
            self._next = rows[-1][0] + 1
            for arrived in filter(None, (self.walk, self.walk.alone)):
                arrived.keep(rows[-1][0])

    def go_on(self, rows: Iterable[Row]) -> None:
        """Walk through some more rows; an unreadable entry changes nothing and stops nothing.

        Every preview waits for this loop, so it calls nothing for an entry that is plainly allowed but what is needed.
        """
        odd, checks, dropped, walk = self._odd, self._quick_checks, self._dropped, self.walk
        table = walk.table
        for row in rows:
            position, topic, state = row
            if (check := checks[topic]) is None:
                continue
            event = None
            try:
                event = check.make(state)
                plainly = position not in odd and check.allows(event, table)
                if not plainly or dropped or check.may_lapse:  # only then does it matter what it follows from
                    plainly = position not in odd and self._is_still_called_for(check, event, state, plainly)
            except Exception:  # it is looked at again
                plainly = False
            if event is None or not plainly:
                self._take_checked(row, event)
            else:
                try:
                    event.happen(table)
                except Exception as error:
                    walk.failures += failure_of(self._campaign.reader, row, error, amended=False)
            if self._was is not None:
                self._take_beside(row, event)

    def _is_still_called_for(self, check: "QuickCheck", event: Event[Any], state: bytes, is_allowed: bool) -> bool:
        """Whether an entry is plainly still caused by another, or allowed; its cause may be left out."""
        if _CAUSE not in state and _ESCAPE not in state:
            return is_allowed
        if self._dropped or not check.calls_for(event, self.walk.table):
            return False
        return is_allowed or stamp_of(state).get("cause") is not None

    def _take_checked(self, row: Row, event: Event[Any] | None) -> None:
        """Take an entry that counts after a full check; a refused command is listed, a consequence may lapse."""
        position, walk = row[0], self.walk
        happened = self._amended.get(position, event)
        if happened is None or position in self._skip:
            return
        known = stamp_of(row[2])
        if known.get("cause") in self._dropped:
            self._dropped.add(position)
            return
        reasons = [] if position in self._excused else _reasons_if_readable(self._campaign, walk.table, happened, known)
        if reasons and not self._refused_already(row, known):
            walk.alone = walk.alone or walk.copy(self._campaign)
            walk.refused.append((self._campaign.reader.entry(Raw(*row)), reasons))
            walk.public[position] = _reasons_for_all(self._campaign, walk.table, happened, reasons, self._shown)
            self._dropped.add(position)
            return
        walk.take(row, happened, self._campaign.reader)

    def _refused_already(self, row: Row, known: Mapping[str, Any]) -> bool:
        self._was = self._was or _AsItWas(self._campaign, self._before, row[0])
        return self._was.refuses(row, known)

    def _take_beside(self, row: Row, event: Event[Any] | None) -> None:
        """Apply the same entry to the tables that are compared with the walk's."""
        reader, position = self._campaign.reader, row[0]
        if self._was is not None:
            self._was.take(position, event and reader.event_for_table(row, event))
        happened = self._amended.get(position, event and reader.event_for_table(row, event))
        if self.walk.alone is not None and happened is not None and position not in self._skip:
            self.walk.alone.take(row, happened, reader)


def _what_counts(before: Standing, now: Standing, excused: frozenset[int]) -> object:
    """The events that count before a correction and with it, by entry."""
    amended = ({position: one.events for position, one in each.amended.items()} for each in (before, now))
    return before.skips(), now.skips(), *amended, excused


# --- quick checks ----------------------------------------------------------------------------

_CAUSE, _ESCAPE = b'"cause":', b"\\"
"""An entry has no cause if its bytes have neither: after a backslash the word may be written otherwise."""
_Ask = Callable[[Event[Any], Table], bool]


class QuickCheck:
    """A cheap check whether the rules plainly allow an event of a class, without collecting reasons.

    A walk goes through thousands of entries of which hardly one is refused. What this does not allow is looked at
    again with every check, so it may say no too often, and never yes where there is a reason.
    """

    def __init__(self, cls: type[Event[Any]], make: Make) -> None:
        asks = tuple(_questions_of(cls))
        self.make = make
        self.allows: _Ask = asks[0] if len(asks) == 1 else partial(_allows_all, asks)
        """Whether a command is plainly allowed; what it bends is not asked for, for then nothing is bent."""
        self.may_lapse = cls.lapses is not Event.lapses

    def calls_for(self, event: Event[Any], table: Table) -> bool:
        """Whether a consequence is plainly still caused."""
        return not self.may_lapse or not any(True for _ in event.lapses(table))


def _allows_all(asks: Sequence[_Ask], event: Event[Any], table: Table) -> bool:
    for ask in asks:  # noqa: SIM110 - no generator (docs/speed.md, choices)
        if not ask(event, table):
            return False
    return True


def _questions_of(cls: type[Event[Any]]) -> Iterator[_Ask]:
    """The questions of the quick check of an event's class."""
    choices = {name: choice for name, choice in choices_asked(cls).items() if not choice.free or choice.closed}
    if any(choice.free or choice.given for choice in choices.values()):
        yield lambda event, table: not unknown_choices(event, table)
    else:
        yield from (_question_of_choice(name, choice) for name, choice in choices.items())
    if cls.during:
        yield lambda event, table: not any(True for _ in table.gate(event.during))
    if inherited_checks(cls) or cls.check is not Event.check:
        yield lambda event, table: not any(True for _ in event.refusals(table))


def _question_of_choice(name: str, choice: Choice) -> _Ask:
    ids = choice.among or choice.ids

    def is_offered(event: Event[Any], table: Table) -> bool:
        value = getattr(event, name)
        if type(value) is str:
            return value != "" and value in ids(table)
        return not choice.strange(value, table)

    return is_offered


class _QuickChecks(dict[str, QuickCheck | None]):
    """The quick checks of a game by topic, each made when it is needed; None where nothing changes the table."""

    def __init__(self, reader: Reader) -> None:
        super().__init__()
        self._reader = reader

    def __missing__(self, topic: str) -> QuickCheck | None:
        cls = self._reader.game.by_topic.get(topic)
        make = None if topic in CORRECTION_TOPICS else self._reader.makers[topic]
        self[topic] = found = QuickCheck(cls, make) if cls and make else None
        return found


@lru_cache(maxsize=64)
def quick_checks_of(reader: Reader) -> Mapping[str, QuickCheck | None]:
    """The quick checks of a game, cached."""
    return _QuickChecks(reader)
