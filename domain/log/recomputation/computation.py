"""Recomputation: the log as if it had been played as a correction says.

Every command from the first change on is recorded again on a second table: it is checked, settled with its recorded
random outcomes, and asked for its consequences. A preview shows the result, and the correction records it.
"""

import logging
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from domain.framework.events.event import Event
from domain.framework.refusal import NotFound, Refused
from domain.framework.table import Table
from domain.log.campaign import Campaign
from domain.log.consequences import chain_of_events
from domain.log.dependents import LASTING, root_of
from domain.log.effective_entries import Standing
from domain.log.entries import Stamp
from domain.log.reasons import reasons_against
from domain.log.recomputation.origins import (
    CommandSettler,
    CorrectedConsequence,
    Origin,
    split_commands,
    unsettled_root,
)
from domain.log.recomputation.outcomes import Settler, Unsettled, unsettle
from domain.log.recomputation.request import CorrectionRequest
from domain.log.recomputation.result import CommandResult, CorrectionResult
from domain.log.recomputation.scratch import ScratchTable, apply_readable, copy_table, event_for_table
from domain.log.recorded import Recorded, StandingLines, commands_from, events_of
from domain.log.what_if import changed_between, changed_positions, fold_on

log = logging.getLogger(__name__)
AnyEvent = Event[Any]
MOST_WAITED = 64
"""Commands between two comparisons of the tables at most; each comparison that fails doubles the wait."""


class Recomputation:
    """Records the log again, from the first command on that a correction changes."""

    def __init__(self, campaign: Campaign, request: CorrectionRequest) -> None:
        corrections, position = request.corrections(), campaign.position
        before, counting = campaign.standing(), campaign.corrected
        mid = counting.standing_after(position, corrections) if corrections else before
        asked_before, asked_now = counting.asked_for(position), counting.asked_for(position, corrections)
        self._request = request
        self._before, self._mid = StandingLines(before), StandingLines(mid)
        self._asked_before, self._asked_now = StandingLines(asked_before), StandingLines(asked_now)
        self._returned = _end_of_return(campaign, request, mid)
        restood = {*changed_between(before, mid), *changed_between(asked_before, asked_now), *request.targets}
        self._pending = {one for one in restood if counting.correction(one) is None}
        first = self.first = root_of(campaign, min(self._pending, default=position))
        self._old = campaign.table_counting_today(first - 1)
        """The table as it was."""
        self._new = ScratchTable(copy_table(self._old))
        """The table after the correction."""
        self._next = first
        self._wait, self._waited = 1, 0
        self._amended_places = dict[int, list[int]]()
        self.found = CorrectionResult(self._new.table, request, mid=mid)

    def is_valid_for(self, campaign: Campaign, request: CorrectionRequest) -> bool:
        """Whether it is for this very request, and nothing else was corrected since it began."""
        return request == self._request and campaign.standing() is self._before.standing

    def run(self, campaign: Campaign) -> CorrectionResult:
        """Record again until both tables are equal and no target is ahead, or to the end of the log."""
        found = self.found
        if not self._pending and self._next == self.first:
            found.table = campaign.table
            return found
        for _ in self.recompute_each(campaign):
            if self._is_settled():
                found.table = campaign.table
                return found
        found.table = self._new.table
        return found

    def recompute_each(self, campaign: Campaign) -> Iterator[CommandResult]:
        """Record the commands again one by one; yields the result of each."""
        self._campaign = campaign
        for one in commands_from(campaign, self._next):
            self._next = one.position
            result = self._recompute(one)
            self._next = one.positions[-1] + 1
            yield result

    def _is_settled(self) -> bool:
        """Whether both tables are equal and no target is ahead; the tables are not compared after each command."""
        self._waited += 1
        if self._pending or self._waited < self._wait:
            return False
        self._wait, self._waited = min(2 * self._wait, MOST_WAITED), 0
        return self._old == self._new.table

    def _recompute(self, one: Recorded) -> CommandResult:
        """Apply one command to both tables, and note what changes."""
        self._pending.difference_update(one.positions)
        result = CommandResult(one, self._before.lines(one), self._mid.lines(one), [])
        result.now = self._record_again(result)
        self._new.note_command(result.now)
        was = events_of(result.before)
        self._apply_to_old(was)
        is_asked, is_changed = not self._request.changed.isdisjoint(one.positions), result.now != was
        if is_asked or is_changed or was != events_of(result.planned) or result.refused:
            self.found.outcomes[one.position] = result
        if is_changed:
            self._wait, self._waited = 1, 0
        return result

    def _apply_to_old(self, was: list[AnyEvent]) -> None:
        """Apply the events that counted of a command to the old table."""
        apply_readable(was, self._old)

    def _record_again(self, result: CommandResult) -> list[AnyEvent]:
        """The events that count of a command now, applied to the new table."""
        one, was = result.command, events_of(result.before)
        if self._asked_now.withdraws(one):
            return self._apply_unchanged(was if self._asked_before.withdraws(one) else [])
        if one.own is None or isinstance(one.own, LASTING) or one.position < self._returned:
            return self._apply_unchanged(events_of(result.planned))
        origin = self._origin(result)
        if not origin.events:
            return self._apply_unchanged(was)
        if one.position not in self._request.amended and not self._may_stay(
            result, self._asked_event(result, origin.events[0])
        ):
            return []
        try:
            return self._record_events(result, origin)
        except Exception:  # a faulty rule must not block corrections of earlier entries
            self._note_error(origin.events[0])
            self._new.rewind()
            return self._apply_unchanged(was)

    def _apply_unchanged(self, events: list[AnyEvent]) -> list[AnyEvent]:
        """Apply events to the new table as they are."""
        apply_readable(events, self._new.table)
        return events

    def _origin(self, result: CommandResult) -> Origin:
        """The events that a command is recorded again from: as they were asked for, and as they counted."""
        one, was, planned = result.command, events_of(result.before), events_of(result.planned)
        asked = events_of(self._asked_now.lines(one))
        before, now = (counts.standing.amended.get(one.position) for counts in (self._asked_before, self._asked_now))
        current = None
        if was and before == now and planned in (was, []):
            current = Origin(was, (self._old,), lambda: copy_table(self._old), self._stamps(one, was))
            if asked in (was, []):
                return current
        if current is None and planned not in ([], asked) and before == now:
            current = self._origin_on_new(one, planned)
        return replace(self._origin_on_new(one, asked), other=current)

    def _origin_on_new(self, one: Recorded, events: list[AnyEvent]) -> Origin:
        """The origin of events that may have been settled on the new table."""
        return Origin(events, (self._new.table, self._old), self._new.copy_before_command, self._stamps(one, events))

    def _stamps(self, one: Recorded, events: list[AnyEvent]) -> dict[int, Stamp]:
        """The stamps of events that count of a command, by their places; of an amended one that of the amendment."""
        stamps, amendment = one.stamps(events), self._asked_now.standing.amended.get(one.position)
        if amendment and amendment.stamp and events and events[0] == amendment.events[0]:
            stamps[0] = amendment.stamp
        return stamps

    def _may_stay(self, result: CommandResult, event: AnyEvent) -> bool:
        """Whether a command stays: nothing forbids it that did not forbid it before and that no card overrules."""
        one = result.command
        reasons = self._refusals(event, self._new.table, one)
        if reasons and result.before and (known := self._refusals(event, self._old, one)):
            codes = {reason.code for reason in known}
            reasons = [reason for reason in reasons if not reason.bendable and reason.code not in codes]
        if not reasons:
            return True
        result.refused = reasons
        is_bendable = all(reason.bendable for reason in reasons)
        result.is_flipped = is_bendable and one.position in self._request.flipped
        return is_bendable and not result.is_flipped

    def _refusals(self, event: AnyEvent, table: Table, one: Recorded) -> list[Refused]:
        """Why the rules would refuse a command; of one that was bent, only the reasons that no card overrules.

        In a closed step its `check` is asked too: without a fight, no round of it can be kept by overruling the step.
        """
        game, overrules = self._campaign.game, bool(one.bent or one.later)
        try:
            reasons = reasons_against(game, event, table, past_step=True, though_untracked=True)
        except Exception:  # a faulty rule must not block corrections of earlier entries
            self._note_error(event)
            return []
        return [reason for reason in reasons if not (overrules and reason.bendable)]

    def _note_error(self, event: AnyEvent) -> None:
        """Log that a rule failed."""
        log.exception("The rules of %s raise an error on the corrected table.", event.topic)

    def _record_events(self, result: CommandResult, origin: Origin) -> list[AnyEvent]:
        """Record a command again, and the events that earlier corrections and this one insert after it."""
        one, seed = result.command, self._seed(result.command)
        parts, was = self._split_inserted(one, origin), events_of(result.before)
        settler, root = Settler(seed), unsettled_root(origin)
        given, self._amended_places = self._event_to_record(result, root), result.amended_places
        now = self._record(given, self._command_settler(one, origin, root, settler), self._new.table)
        was = was[: len(was) - sum(map(len, parts))]
        is_asked = result.planned != result.before or not self._request.amended.keys().isdisjoint(one.positions)
        if now != was and was and not is_asked:
            again, self._amended_places = self._command_settler(one, origin, root, Settler(seed)), {}
            if now == self._record(given, again, copy_table(self._old)):
                # the rules changed since it was recorded: that is not the correction's doing
                self._new.rewind()
                now = self._apply_unchanged(was)
        inserted = [self._insert_again(part, settler) for part in parts]
        inserted.append(self._insert_requested(one, settler, self._new.table))
        for part in filter(None, inserted):
            result.inserted.append(len(now))
            now += part
        result.rolled, result.fell = settler.places_rolled(now), settler.outcomes_of(now[0])
        return now

    def _seed(self, one: Recorded) -> str:
        """The seed of a command's new dice and draws: a preview and its recording roll the same."""
        return f"{self._campaign.id}:{one.position}"

    def _event_to_record(self, result: CommandResult, root: Unsettled) -> AnyEvent:
        """The event of a command as it was asked for, before the rules settled it."""
        amended = self._request.amended.get(result.command.position)
        return amended or root.bare(self._asked_event(result, root.event))

    def _asked_event(self, result: CommandResult, counted: AnyEvent) -> AnyEvent:
        """The event of a command as a player recorded it or a correction asked for it."""
        asked = next(iter(self._asked_now.lines(result.command)), None)
        return counted if asked is None or type(asked[1]) is not type(counted) else asked[1]

    def _command_settler(self, one: Recorded, origin: Origin, root: Unsettled, settler: Settler) -> CommandSettler:
        return CommandSettler(self._campaign, origin, root, settler, list(self._corrected_alone(one)))

    def _corrected_alone(self, one: Recorded) -> Iterator[CorrectedConsequence]:
        """The consequences of a command that were withdrawn or amended without it."""
        standing = self._asked_now.standing
        for position, event in one.caused:
            if event is None:
                continue
            if position in standing.withdrawn:
                yield CorrectedConsequence(position, event, None)
            elif given := self._request.amended.get(position):
                yield CorrectedConsequence(position, event, given)
            elif (amendment := standing.amended.get(position)) and amendment.events:
                yield CorrectedConsequence(position, event, amendment.events[0])

    def _split_inserted(self, one: Recorded, origin: Origin) -> list[list[AnyEvent]]:
        """Remove from an origin the events that earlier corrections inserted; returns them with their consequences."""
        if one.position not in self._asked_now.standing.amended:
            return []
        parts = split_commands(self._campaign, origin)
        found = [[root, *(each.recorded for each in consequences)] for root, consequences in parts]
        origin.events = found[0]
        return found[1:]

    def _insert_again(self, events: list[AnyEvent], settler: Settler) -> list[AnyEvent]:
        """Record an event that an earlier correction inserted, unless it is no longer possible."""
        table = self._new.table
        reasons = reasons_against(self._campaign.game, events[0], table, though_untracked=True)
        if any(not reason.bendable for reason in reasons):
            return []
        begun, root = copy_table(table), unsettle(events[0], (table,))
        origin = Origin(events, (table,), lambda: begun)
        return self._record(root.event, CommandSettler(self._campaign, origin, root, settler), table)

    def _insert_requested(self, one: Recorded, settler: Settler, table: Table) -> list[AnyEvent]:
        """Record the event that this correction inserts after a command, if any."""
        event = self._request.inserted.get(one.position)
        if event is None:
            return []
        root, origin = Unsettled(event, ()), Origin([], (), lambda: table)
        return self._record(event, CommandSettler(self._campaign, origin, root, settler), table)

    def _record(self, event: AnyEvent, settle: CommandSettler, table: Table) -> list[AnyEvent]:
        """Record an event with its consequences on a table."""
        campaign, now = self._campaign, list[AnyEvent]()
        group, of = set[int | None](), None
        for happened, cause in chain_of_events(campaign.game, event, table, settle, campaign.game.compelled(table)):
            event_for_table(happened).record_on(table)
            now.append(happened)
            if settle.amended is not None:
                of, group = settle.amended, {len(now)}
            elif of is not None and cause in group:
                group.add(len(now))
            else:
                of = None
            if of is not None:
                self._amended_places.setdefault(of, []).append(len(now) - 1)
        return now


def _end_of_return(campaign: Campaign, request: CorrectionRequest, mid: Standing) -> int:
    """The withdrawal up to which a restoration returns the log to what it was before that; 0 if it does not.

    Those entries come back as they counted, whatever today's rules say.
    """
    counting, withdrawn = campaign.corrected, campaign.standing().withdrawn
    made = {request.redone} if request.redone is not None else {withdrawn.get(one) for one in request.restored}
    end = made.pop() if len(made) == 1 else None
    return end if end is not None and mid.agrees_with(counting.back_at(end - 1), end) else 0


Begun = list[Recomputation]
"""The recomputation that an earlier attempt at a correction began, if any."""


def compute_correction(campaign: Campaign, request: CorrectionRequest, begun: Begun | None = None) -> CorrectionResult:
    """The result of a correction; previews and recording both use this.

    Args:
        begun: a recomputation in it continues if it is for the same request; the one that runs is then in it.

    Raises:
        NotFound: it is about no entry.
    """
    if not request.targets:
        raise NotFound("That would change nothing.")
    if request.is_moment:
        now = campaign.corrected.standing_after(campaign.position, request.corrections())
        first = min(changed_positions(campaign.standing(), now))
        return CorrectionResult(fold_on(campaign, now, first).table, request, mid=now)
    begun = [] if begun is None else begun
    if not (begun and begun[0].is_valid_for(campaign, request)):
        begun[:] = [Recomputation(campaign, request)]
    return begun[0].run(campaign)


def first_result(campaign: Campaign, request: CorrectionRequest) -> CommandResult:
    """The result of the first command that a correction changes, without those of later commands."""
    return next(Recomputation(campaign, request).recompute_each(campaign))


__all__ = ["Begun", "Recomputation", "compute_correction", "first_result"]
