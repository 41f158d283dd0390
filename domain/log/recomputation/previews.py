"""Previews of corrections, as far as some seats may know."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from domain.framework.events.event import Event
from domain.framework.game import Prompt
from domain.framework.refusal import Refused
from domain.framework.table import Change, Table, changes_between
from domain.framework.views import visibility
from domain.log import dependents
from domain.log.campaign import Campaign
from domain.log.command import Seats
from domain.log.consequences import Settle
from domain.log.effective_entries import Standing
from domain.log.entries import Entry
from domain.log.open_prompts import open_prompts
from domain.log.permissions import is_kept_from
from domain.log.recomputation.computation import Recomputation, compute_correction
from domain.log.recomputation.origins import Origin, unsettled_root
from domain.log.recomputation.outcomes import Settler, may_become
from domain.log.recomputation.request import CorrectionRequest
from domain.log.recomputation.result import CommandResult, CorrectionResult
from domain.log.recomputation.scratch import ScratchTable, apply_readable, copy_table
from domain.log.recorded import Recorded

AnyEvent = Event[Any]


@dataclass(frozen=True, slots=True)
class ChangedLine:
    """A later line with other values; `rolled` if its dice or draws are made again when the correction is recorded.

    The event `now` of a rolled line is not settled yet.
    """

    entry: Entry
    was: AnyEvent
    now: AnyEvent
    rolled: bool = False


@dataclass(frozen=True, slots=True)
class Added:
    """A line that is added after an entry; `rolled` as in `ChangedLine`."""

    after: Entry
    event: AnyEvent
    rolled: bool = False


@dataclass
class Preview:
    """The effects of a correction, as far as its viewer may know."""

    goes: list[Entry]
    """The entries that are withdrawn, restored or amended; none for an insertion."""
    amended: AnyEvent | None = None
    """The event that counts in place of an amended command; None if it is settled only when it is recorded."""
    otherwise: list[ChangedLine] = field(default_factory=list)
    added: list[Added] = field(default_factory=list)
    """Consequences that now follow, and inserted events."""
    lapsed: list[Entry] = field(default_factory=list)
    """Consequences that no longer follow."""
    returned: list[Entry] = field(default_factory=list)
    """Later commands that an earlier correction had withdrawn as no longer possible, and that count again."""
    dropped: list[tuple[Entry, list[Refused]]] = field(default_factory=list)
    """Later commands that are withdrawn too, because they are no longer possible."""
    bent: list[tuple[Entry, list[Refused]]] = field(default_factory=list)
    """Later commands that stay although the rules would refuse them."""
    still_open: list[Prompt] = field(default_factory=list)
    """Duties of the resulting table that today's table does not have."""
    changes: list[Change] = field(default_factory=list)
    """The changes of the table."""
    hides: bool = False
    """Whether the table hides anything from the viewer, so that the lists may be incomplete."""
    is_moment: bool = False
    """Whether the table goes back to a moment: everything since is withdrawn, and nothing is recomputed."""

    @property
    def crosses(self) -> list[Entry]:
        """The withdrawn ends of sessions and scenarios, which need confirmation."""
        return dependents.ends_crossed(self.goes)

    @property
    def turned_over(self) -> list[Entry]:
        """The withdrawn reveals, which need confirmation too, because others have seen them."""
        return dependents.entries_revealing(self.goes)


def preview_of(
    campaign: Campaign,
    request: CorrectionRequest,
    goes: list[Entry],
    seats: Seats,
    result: CorrectionResult | None = None,
) -> Preview:
    """The preview of a correction for some seats; None is the table itself, which sees everything.

    Args:
        result: the result of the correction, if it was computed before.
    """
    found = visible_result(campaign, request, seats, result)
    preview = Preview(goes, is_moment=request.is_moment, hides=hides_anything(campaign.table, seats))
    before, after = tables_as_seen(campaign, found, seats)
    preview.changes = changes_between(before, after)
    preview.still_open = list(_new_duties(campaign, before, after))
    spoken_for = {entry.position for entry in goes}
    for outcome in found.outcomes.values():
        _list_outcome(campaign, outcome, request, spoken_for, preview)
    if request.is_moment:
        _list_undone_corrections(campaign, found.mid, preview)
    return preview


def _list_undone_corrections(campaign: Campaign, then: Standing, preview: Preview) -> None:
    """Add the entries that count again, or with other values, because corrections of them are withdrawn."""
    now = campaign.standing()
    counting = [position for position in now.marked() if then.counts(position)]
    for entry in campaign.entries_at([one for one in counting if now.marks(one) != then.marks(one)]):
        event, position = entry.event, entry.position
        if event is None or entry.is_correction:
            continue
        if not now.counts(position):
            preview.returned.append(campaign.entry_as_it_counts(position, then))
            continue
        before, after = (campaign.entry_as_it_counts(position, standing).event for standing in (now, then))
        if before is not None and after is not None and before != after:
            preview.otherwise.append(ChangedLine(entry, before, after))


def visible_result(
    campaign: Campaign, request: CorrectionRequest, seats: Seats, result: CorrectionResult | None = None
) -> CorrectionResult:
    """The result of a correction that follows from the table as some seats see it, without new dice and draws.

    For seats from which the table may hide something, the result as it is recorded is not computed.
    """
    if seats is not None and visibility.may_hide(campaign.table) and not request.is_moment:
        return VisibleRecomputation(campaign, request, seats).run(campaign)
    result = result or compute_correction(campaign, request)
    if any(outcome.rolled for outcome in result.outcomes.values()):
        return VisibleRecomputation(campaign, request, None).run(campaign)
    return result


def hides_anything(table: Table, seats: Seats) -> bool:
    """Whether a table hides any part from some seats, whatever is in it."""
    return (
        seats is not None
        and visibility.may_hide(table)
        and any(
            not visibility.lies_open(table, mark, path) and not seats & set(mark.to(table, path))
            for path, mark, _ in visibility.marked_values(table)
        )
    )


def tables_as_seen(campaign: Campaign, found: CorrectionResult, seats: Seats) -> tuple[Table, Table]:
    """Today's table and the resulting one, as some seats may see one next to the other."""
    if seats is None or not visibility.may_hide(campaign.table):
        return campaign.table, found.table
    return visibility.cover_both_tables(campaign.table, found.table, seats)


def _new_duties(campaign: Campaign, before: Table, after: Table) -> Iterator[Prompt]:
    """The prompts that must be answered on one table and are not there on the other."""
    if after is before:
        return
    known = {_key(one) for one in open_prompts(campaign.game, before) if one.required}
    yield from (one for one in open_prompts(campaign.game, after) if one.required and _key(one) not in known)


def _key(prompt: Prompt) -> tuple[object, str]:
    return prompt.event, repr(sorted(prompt.fields.items()))


# --- lists ------------------------------------------------------------------------------------


def _list_outcome(
    campaign: Campaign, outcome: CommandResult, request: CorrectionRequest, spoken_for: set[int], preview: Preview
) -> None:
    """Add the changes of a command to the lists of a preview."""
    position = outcome.command.position
    if outcome.refused and position not in spoken_for:
        listed = preview.bent if outcome.now else preview.dropped
        listed.append((_entry_of(campaign, outcome), outcome.refused))
    if outcome.now and not outcome.before and position not in spoken_for:
        preview.returned.append(campaign.entry(position))
    if outcome.now and position in request.amended and 0 not in outcome.rolled:
        preview.amended = outcome.now[0]
    if outcome.now and outcome.before:
        _list_lines(campaign, outcome, request, preview)


def _list_lines(campaign: Campaign, outcome: CommandResult, request: CorrectionRequest, preview: Preview) -> None:
    """Add the lines of a command that change, lapse or are added."""
    pairs, root = matched_events([event for _, event in outcome.before], outcome.now), outcome.command.position
    after = {now: outcome.before[was][0] for was, now in pairs if was is not None and now is not None}
    for was, now in pairs:
        rolled = outcome.rolled.get(now) if now is not None else None
        if was is None and now is not None:
            cause = after[max((place for place in after if place < now), default=0)] if after else root
            preview.added.append(Added(campaign.entry(cause), rolled or outcome.now[now], rolled is not None))
        elif was is not None and now is None and outcome.before[was][0] not in request.alone:
            line, event = outcome.before[was]
            preview.lapsed.append(_as_event(campaign.entry(line), event))
        elif was is not None and now is not None and outcome.before[was][0] not in request.amended:
            line, event = outcome.before[was]
            if event != outcome.now[now]:
                entry = _as_event(campaign.entry(line), event)
                preview.otherwise.append(ChangedLine(entry, event, rolled or outcome.now[now], rolled is not None))


def _entry_of(campaign: Campaign, outcome: CommandResult) -> Entry:
    """The entry of a command as it counts."""
    entry = campaign.entry(outcome.command.position)
    return _as_event(entry, outcome.before[0][1]) if outcome.before else entry


def _as_event(entry: Entry, event: AnyEvent) -> Entry:
    """An entry with the event that counts in its place."""
    if entry.event == event:
        return entry
    return entry._replace(topic=event.topic, event=event, fields=event.model_dump(mode="json"))


def matched_events(before: Sequence[AnyEvent], now: Sequence[AnyEvent]) -> list[tuple[int | None, int | None]]:
    """The corresponding events of two lists, by place; None if an event has no counterpart."""
    pairs: dict[int, int] = {0: 0} if before and now and type(before[0]) is type(now[0]) else {}
    taken = set(pairs.values())
    tests: tuple[Callable[[AnyEvent, AnyEvent], bool], ...] = (
        lambda was, then: was == then,
        lambda was, then: type(was) is type(then),
    )
    for fits in tests:
        for place, event in enumerate(before):
            if place in pairs:
                continue
            found = next((n for n, one in enumerate(now) if n not in taken and fits(event, one)), None)
            if found is not None:
                pairs[place] = found
                taken.add(found)
    unmatched: list[tuple[int | None, int | None]] = [(None, n) for n in range(len(now)) if n not in taken]
    return [*((place, pairs.get(place)) for place in range(len(before))), *unmatched]


# --- as some seats see it ---------------------------------------------------------------------


class VisibleRecomputation(Recomputation):
    """A recomputation on the table as some seats see it, so that it reveals no secret.

    Its changes are the differences between the rules' answers on both tables as these seats see them. Dice and draws
    that are made when the correction is recorded are not known yet, and nothing follows from them.
    """

    def __init__(self, campaign: Campaign, request: CorrectionRequest, seats: Seats) -> None:
        super().__init__(campaign, request)
        self._seats = seats
        self._shown: Callable[[Table], Table] = (
            (lambda table: table) if seats is None else visibility.view_of_both(campaign.table, seats)
        )
        self._rewindable_old = ScratchTable(self._old)
        self._is_applied = False
        self._covers = dict[bool, Table]()
        """The old table (True) and the new one as the seats see them, if neither changed since they were covered."""

    def _seen(self, table: Table) -> Table:
        """A copy of a table as the seats see it."""
        return copy_table(self._shown(table))

    def _covered(self, table: Table) -> Table:
        """The old or the new table as the seats see it, before a command is applied to it."""
        is_old = table is self._old
        if is_old not in self._covers:
            self._covers[is_old] = self._shown(table)
        return self._covers[is_old]

    def _is_kept(self, event: AnyEvent) -> bool:
        """Whether the seats may not know the fields of an event."""
        return self._seats is not None and is_kept_from(self._seats, type(event), dict(event), self._campaign.table)

    def _refusals(self, event: AnyEvent, table: Table, one: Recorded) -> list[Refused]:
        if self._is_kept(event):
            return []
        return super()._refusals(event, self._covered(table), one)

    def _note_error(self, event: AnyEvent) -> None:
        """Nothing: a rule may fail on a table with covered parts, and then no result is visible to the seats."""

    def _record_events(self, result: CommandResult, origin: Origin) -> list[AnyEvent]:
        """Record a command as it was, with the differences between the two tables as the seats see them."""
        one, recorded = result.command, [event for _, event in result.before] or [*origin.events]
        if self._is_kept(recorded[0]) and one.position not in self._request.targets:
            return self._apply_unchanged(recorded)
        root = unsettled_root(origin)
        bare = root.bare(self._asked_event(result, root.event))
        if result.before and self._request.targets.isdisjoint(one.positions):
            old, new = (self._command_settler(one, origin, root, Settler(self._seed(one))) for _ in range(2))
            if self._applies_unchanged(recorded, bare, (old, new)):
                return recorded
        on_old, on_new = Settler(self._seed(one)), Settler(self._seed(one))
        old_table = self._seen(self._old if result.before else self._new.table)
        before = self._record(bare, self._command_settler(one, origin, root, on_old), old_table)
        table, given = self._seen(self._new.table), self._event_to_record(result, root)
        after = self._record(given, self._command_settler(one, origin, root, on_new), table)
        after += self._insert_requested(one, on_new, self._seen(table))
        known = on_old.places_rolled(before)
        rolled = {place: event for place, event in on_new.places_rolled(after).items() if place not in known}
        pairs = [pair for pair in merged(recorded, before, after) if not _follows_a_roll(pair, rolled)]
        result.rolled = {place: rolled[then] for place, (_, then, _) in enumerate(pairs) if then in rolled}
        now = [event for _, _, event in pairs]
        apply_readable([event for place, event in enumerate(now) if place not in result.rolled], self._new.table)
        return now

    def _apply_to_old(self, was: list[AnyEvent]) -> None:
        if not self._is_applied:
            super()._apply_to_old(was)
            self._covers.clear()
        self._is_applied = False
        self._rewindable_old.note_command(was)

    def _applies_unchanged(self, recorded: list[AnyEvent], bare: AnyEvent, answers: tuple[Settle, Settle]) -> bool:
        """Apply a command to both tables as recorded, if the rules answer alike on both; returns whether they do.

        Most commands do. No table is copied to find that out, so it takes a fraction of the time.
        """
        with suppress(Exception):  # a rule may fail on a table with covered parts
            self._is_applied = self._is_answered_alike(recorded, bare, answers)
        if not self._is_applied:
            self._covers.clear()
            self._new.rewind()
            self._rewindable_old.rewind()
            self._old = self._rewindable_old.table
        return self._is_applied

    def _is_answered_alike(self, recorded: list[AnyEvent], bare: AnyEvent, answers: tuple[Settle, Settle]) -> bool:
        tables = (self._old, self._new.table)
        # covering a table takes longer than the rules do, so it is done once between two events
        seen = [self._covered(table) for table in tables]
        left_open = [self._campaign.game.compelled(table) for table in seen]
        pending: list[list[AnyEvent]] = [[bare], [bare]]
        for number, event in enumerate(recorded):
            if number:
                self._add_compelled(pending, seen, left_open)
            first, second = (one[0] if one else None for one in pending)
            if first is None or first != second or (number and not may_become(first, event)):
                return False
            filled_in = [ask(one.pop(0), on) for ask, one, on in zip(answers, pending, seen, strict=True)]
            if filled_in[0] is None or filled_in[0] != filled_in[1]:
                return False
            plans = [event.plan(table) for table in seen]
            for table in tables:
                apply_readable([event], table)
            seen = [self._shown(table) for table in tables]
            for table, one, plan in zip(seen, pending, plans, strict=True):
                one[:0] = self._campaign.game.followers(event, table, plan)
        self._add_compelled(pending, seen, left_open)
        self._covers = dict(zip((True, False), seen, strict=True))
        return pending == [[], []]

    def _add_compelled(
        self, pending: list[list[AnyEvent]], seen: Sequence[Table], left_open: list[list[AnyEvent]]
    ) -> None:
        """Drop consequences that lapse, and add what a table as it is seen compels once there are none."""
        for one, table, known in zip(pending, seen, left_open, strict=True):
            while one and table.held(one[0].void_reasons(table)):
                del one[0]
            if not one:
                one += [event for event in self._campaign.game.compelled(table) if event not in known]


Pair = tuple[int | None, int | None, AnyEvent]
"""An event, with its places in two answers of the rules."""


def _follows_a_roll(pair: Pair, rolled: Mapping[int, AnyEvent]) -> bool:
    """Whether an event would be added because of dice that are not rolled yet."""
    was, now, _ = pair
    return was is None and now is not None and now not in rolled and any(place < now for place in rolled)


def merged(recorded: Sequence[AnyEvent], before: Sequence[AnyEvent], after: Sequence[AnyEvent]) -> list[Pair]:
    """Recorded events with the differences between two answers of the rules, each with its places in these."""
    answers, then = dict(matched_events(recorded, before)), dict(matched_events(before, after))
    found: list[Pair] = []
    for place, event in enumerate(recorded):
        was = answers.get(place)
        if was is None:
            found.append((None, None, event))
        elif (now := then.get(was)) is not None:
            found.append((was, now, with_changes(event, before[was], after[now])))
    matched = {now for was, now in then.items() if was is not None}
    return [*found, *((None, now, event) for now, event in enumerate(after) if now not in matched)]


def with_changes(event: AnyEvent, was: AnyEvent, now: AnyEvent) -> AnyEvent:
    """An event with the fields that differ between two answers of the rules."""
    changed = {
        name: _merge_answers(getattr(event, name), getattr(was, name), value)
        for name, value in now
        if getattr(was, name) != value
    }
    return event.copy_with(**changed) if changed else event


def _merge_answers(stored: Any, was: Any, now: Any) -> Any:
    """A stored value with the differences between two answers; of a mapping, key by key."""
    if all(isinstance(value, Mapping) for value in (stored, was, now)):
        kept = {key: value for key, value in stored.items() if key in now or key not in was}
        return kept | {key: value for key, value in now.items() if key not in was or was[key] != value}
    return now


__all__ = [
    "Added",
    "ChangedLine",
    "Preview",
    "hides_anything",
    "matched_events",
    "preview_of",
    "visible_result",
]
