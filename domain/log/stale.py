"""Stale outcomes: values that the rules filled in when recording, and would fill in differently after a correction.

What was rolled or drawn stays as it fell. An outcome is stale only where the correction makes the difference: the rules
are asked what they would fill in with it and without, so that a rule that was put right since gives no false alarm.
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from domain.language import kernel, veil
from domain.language.chance import NO_CHANCE, WouldRoll
from domain.language.event import Event
from domain.language.table import Table
from domain.language.typed_over import filled_in
from domain.language.veil import Seats
from domain.log.campaign import Campaign
from domain.log.entries import CORRECTION_TOPICS, Entry, Raw, Row, stamp_of_state
from domain.log.fold import fold_entries
from domain.log.reach import with_consequences
from domain.log.reading import Unreadable, document_of
from domain.log.standing import Amendment, Standing
from domain.log.walk import changed_positions

AnyEvent = Event[Any]
Eyes = Callable[[Table], Table]
"""A table as somebody may see it."""


@dataclass(frozen=True, slots=True)
class StaleOutcome:
    """An entry, its event as it counts, and as the rules would settle it after a correction."""

    entry: Entry
    event: AnyEvent
    now: AnyEvent


def resettle(event: AnyEvent, table: Table) -> AnyEvent | None:
    """An event as the rules would settle it on a table; None where they fill in nothing, roll dice, or fail."""
    filled = filled_in(type(event))
    if not filled:
        return None
    try:
        return event.but(**{name: make() for name, make in filled.items()}).complete(table, NO_CHANCE)
    except Exception:  # what it was about is gone, or hidden from who asks
        return None


# --- what would come out otherwise -----------------------------------------------------------


def stale_outcomes(campaign: Campaign, after: Standing, seats: Seats) -> list[StaleOutcome]:
    """The outcomes that would differ if other entries counted, as far as some seats can tell.

    It rests on nothing but what they may know: where a rule rests on a secret it may say less than there is, or more.
    """
    found = _settled_otherwise(
        campaign,
        after,
        _eyes_of(campaign, seats),
        lambda stale_outcomes, counts, table: _refill_alone(stale_outcomes, counts),
    )
    return [each for each, _ in found]


def amendments_of_stale(campaign: Campaign, after: Standing) -> list[kernel.Amended]:
    """The amendments that correct all stale outcomes, with their consequences."""
    found = _settled_otherwise(
        campaign,
        after,
        lambda table: table,
        lambda stale_outcomes, counts, table: _refill_with_consequences(campaign, stale_outcomes, counts, table),
    )
    return [
        kernel.Amended(
            entry=each.entry.position, now=tuple(map(kernel.as_stored_event, put.events)), replaces=put.replaces
        )
        for each, put in found
    ]


@dataclass(frozen=True, slots=True)
class PutRight:
    """The corrected events of a stale entry, and its former consequences that no longer count."""

    events: tuple[AnyEvent, ...]
    replaces: tuple[int, ...] = ()


Instead = Callable[[StaleOutcome, Amendment, Table], PutRight]


def _refill_alone(found: StaleOutcome, counts: Amendment) -> PutRight:
    """Correct a stale entry alone; its consequences stay as they are."""
    return PutRight((found.now, *counts.events[1:]))


def _refill_with_consequences(campaign: Campaign, found: StaleOutcome, counts: Amendment, table: Table) -> PutRight:
    """Correct a stale entry with its consequences of now; alone where one of them would roll dice."""
    trial, events = campaign.with_content(table.model_copy(deep=True)), []
    try:
        for happened, _ in campaign.event_and_consequences(found.now, trial, NO_CHANCE, found.entry.position):
            happened.happen(trial)
            events.append(happened)
    except WouldRoll:
        return _refill_alone(found, counts)
    replaces = with_consequences(campaign, found.entry.position)[1:]
    return PutRight(tuple(events), tuple(entry.position for entry in replaces))


def _eyes_of(campaign: Campaign, seats: Seats) -> Eyes:
    if not veil.has_secrets(type(campaign.table)):
        return lambda table: table
    shown = veil.view_of_both(campaign.table, seats)
    return lambda table: campaign.with_content(shown(table))


def _settled_otherwise(
    campaign: Campaign, after: Standing, eyes: Eyes, instead: Instead
) -> Iterator[tuple[StaleOutcome, PutRight]]:
    """Fold once with the entries that would count, and correct stale outcomes on the way."""
    before = campaign.standing()
    first = changed_positions(before, after)[0]
    table, as_it_is = campaign.fold_to(first - 1, after, campaign.position), _AsItIs(campaign, before, eyes)
    handled, replaced = set[int](), set[int]()
    for row, counts in _counting_entries(campaign, after, first):
        position, event = row[0], counts.events[0]
        if position in replaced:
            continue
        if handled and stamp_of_state(document_of(row[2])).get("cause") in handled:
            handled.add(position)
        elif before.amended.get(position) == after.amended.get(position) and before.counts(position):
            again = resettle(event, eyes(table)) if filled_in(type(event)) else None
            if again not in (None, event) and (
                now := _settled_now(event, as_it_is.settled_anew(position, event), again)
            ):
                found = StaleOutcome(campaign.reader.entry(Raw(*row)), event, now)
                put = instead(found, counts, table)
                handled.add(position)
                replaced.update(put.replaces)
                counts = Amendment(counts.by, put.events)  # noqa: PLW2901 - it counts in its place from here on
                yield found, put
        _apply_readable(counts, table)


class _AsItIs:
    """The table without the correction, folded only as far as needed: most corrections need none of it.

    What is asked about comes in the order of the log.
    """

    def __init__(self, campaign: Campaign, before: Standing, eyes: Eyes) -> None:
        self._campaign, self._before, self._eyes = campaign, before, eyes
        self._upto = 0
        self._table: Table | None = None

    def settled_anew(self, position: int, event: AnyEvent) -> AnyEvent | None:
        """The event at a position as the rules would settle it today, without the correction."""
        if self._table is None:
            self._table = self._campaign.fold_to(position - 1, self._before, self._campaign.position)
        else:
            fold_entries(
                self._table, self._campaign.source.rows(self._upto, position - 1), self._before, self._campaign.reader
            )
        self._upto = position - 1
        return resettle(event, self._eyes(self._table))


def _counting_entries(campaign: Campaign, now: Standing, first: int) -> Iterator[tuple[Row, Amendment]]:
    """The entries that count from a position on, with their effects; an unreadable one has none."""
    skip = now.skips()
    for row in campaign.source.rows(first - 1, campaign.position):
        position, topic, state = row
        if position not in skip and topic not in CORRECTION_TOPICS:
            with suppress(Unreadable):
                yield row, now.amended.get(position) or Amendment(position, (campaign.reader.event(topic, state),))


def _apply_readable(counts: Amendment, table: Table) -> None:
    """Apply an entry; one that this version cannot apply changes nothing, as in a fold."""
    with suppress(Exception):
        counts.happen(table)


def _settled_now(event: AnyEvent, was: AnyEvent | None, again: AnyEvent) -> AnyEvent | None:
    """An event with the fields of its outcome that changed; None if none did."""
    if was is None:
        return None
    names = filled_in(type(event))
    now = event.but(**{name: _merge_answers(*(getattr(one, name) for one in (event, was, again))) for name in names})
    return None if now == event else now


def _merge_answers(stood: Any, was: Any, now: Any) -> Any:
    """A stored value with what differs between two settlements; of a mapping, key by key."""
    if was == now:
        return stood
    if all(isinstance(value, Mapping) for value in (stood, was, now)):
        kept = {key: value for key, value in stood.items() if key in now or key not in was}
        return kept | {key: value for key, value in now.items() if key not in was or was[key] != value}
    return now


__all__ = ["StaleOutcome", "amendments_of_stale", "resettle", "stale_outcomes"]
