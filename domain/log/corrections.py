"""Corrections: undo, redo, restore, amend and insert, each with a preview.

A correction is recorded as entries; nothing is ever removed. The corrected table is the one of a game that was played
right (`domain.log.recomputation`). The requested correction is recorded first, then its results, all as one command.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from domain.framework import kernel
from domain.framework.events.event import Event
from domain.framework.offers.prompt_list import next_prompt
from domain.framework.refusal import Already, Refused, RefusedAll, never
from domain.framework.table import Table
from domain.framework.views import visibility
from domain.log import dependents
from domain.log.campaign import Batch, Campaign
from domain.log.command import Command, Seats
from domain.log.correction_plans import (
    CorrectionPlan,
    plan_amendment,
    plan_insertion,
    plan_restoration,
    plan_withdrawal,
    with_flipped,
)
from domain.log.dependents import (
    Scope,
    end_of_command,
    everything_since,
    last_withdrawal,
    reasons_withheld,
    root_of,
)
from domain.log.entries import Entry, targets_of
from domain.log.open_prompts import open_prompts
from domain.log.permissions import (
    is_kept_from,
    kept_from,
    reasons_as_seen,
    why_not_to_correct,
    why_not_to_reveal_back,
)
from domain.log.reasons import reasons_against, table_seen
from domain.log.recomputation.computation import Begun, compute_correction, first_result
from domain.log.recomputation.previews import Added, ChangedLine, Preview, preview_of, visible_result
from domain.log.recomputation.request import UNDECIDED, CorrectionRequest, Reach, TableDecision
from domain.log.recomputation.result import CommandResult, CorrectionResult
from domain.log.trace import Trace
from domain.log.what_if import changed_positions, fold_on

AnyEvent = Event[Any]

CROSSES_AN_END = never(
    "crosses-an-end",
    "That reaches back across {count|finished session or scenario|finished sessions or scenarios}. Tick that "
    "you are sure.",
)
OTHERS_AFFECTED = never(
    "others-affected",
    "Later entries would then no longer be possible: {count}. Choose: take those back too, or everything since.",
)
HIDDEN_AFFECTED = OTHERS_AFFECTED.saying(
    "Later entries would then no longer be possible, for reasons that you cannot see. Choose: take those back too, or "
    "everything since."
)
RIVALS_AFFECTED = never(
    "rivals-affected", "Entries of other players would then no longer be possible. Ask the host to correct it."
)
PAST_SECRETS = CROSSES_AN_END.saying(
    "This also takes back hidden entries of other players, which are not shown here. Tick that you are sure."
)
TURNED_OVER = CROSSES_AN_END.saying("That takes back something all players have seen. Tick that you are sure.")
WOULD_TURN_OVER = never("would-turn-over", "That would show a hidden value. Choose: everything since.")
SAYS_SO_ALREADY = never("says-so-already", "It already says that.")
NEEDED_CONSEQUENCE = never(
    "needed-consequence",
    "The game cannot go on if only that is taken back. Take back entry {entry}, which it follows from.",
)


# --- previews ---------------------------------------------------------------------------------


def preview_withdrawal(
    campaign: Campaign, position: int, seats: Seats, decision: TableDecision = UNDECIDED, scope: Scope = "entry"
) -> Preview:
    """Preview withdrawing an entry, or its whole command; if so decided, that and everything after it.

    An entry that follows from another is withdrawn with that, unless the `scope` is the consequence alone.

    Raises:
        NotFound: there is no such entry, or it stays in the log.
        Already: it is taken back already.
        RefusedAll: the consequence is needed, so it is not withdrawn alone.
    """
    plan = with_flipped(plan_withdrawal(campaign, position, decision.reach, scope), decision)
    found = None
    if plan.request.alone:
        found = compute_correction(campaign, plan.request)
        _refuse_if_needed(campaign, plan, found)
    return preview_of(campaign, plan.request, plan.goes, seats, found)


def preview_restoration(
    campaign: Campaign, position: int, seats: Seats, decision: TableDecision = UNDECIDED
) -> Preview:
    """Preview restoring an entry and its consequences.

    Raises:
        NotFound: it is not taken back.
        RefusedAll: the rules refuse it there.
    """
    plan = with_flipped(plan_restoration(campaign, position), decision)
    found = compute_correction(campaign, plan.request)
    _refuse_impossible(campaign, plan, found, seats)
    return preview_of(campaign, plan.request, plan.goes, seats, found)


def preview_amendment(
    campaign: Campaign,
    position: int,
    changes: Mapping[str, Any],
    command: Command,
    decision: TableDecision = UNDECIDED,
    viewer: Seats = None,
) -> Preview:
    """Preview giving an entry other fields, for the seats of the command.

    The host may correct what their screen does not show: the `viewer` are the seats that the preview is then for.

    Raises:
        NotFound: it cannot be amended.
        Misfit: the new fields do not fit.
        RefusedAll: the rules refuse the new event there, or it says the same already.
    """
    plan = with_flipped(plan_amendment(campaign, position, changes, command), decision)
    _refuse_unchanged(campaign, plan, first_result(campaign, plan.request))
    return _preview_proposal(campaign, plan, viewer if command.seats is None else command.seats)


def preview_insertion(
    campaign: Campaign,
    after: int,
    event: AnyEvent,
    command: Command,
    decision: TableDecision = UNDECIDED,
    viewer: Seats = None,
) -> Preview:
    """Preview recording a forgotten event after the command of an entry; the `viewer` is as of an amendment.

    Raises:
        NotFound: there is no such entry that counts.
        RefusedAll: the rules refuse the event there.
    """
    plan = with_flipped(plan_insertion(campaign, after, event, command), decision)
    return _preview_proposal(campaign, plan, viewer if command.seats is None else command.seats)


def _preview_proposal(campaign: Campaign, plan: CorrectionPlan, seats: Seats) -> Preview:
    """The preview of an amendment or insertion; without effects if the seats may not know what it is about."""
    counted = [entry.event for entry in plan.goes if entry.event is not None]
    about = (*counted, *plan.request.amended.values(), *plan.request.inserted.values())
    if seats is not None and any(is_kept_from(seats, type(event), dict(event), campaign.table) for event in about):
        return Preview(plan.goes, hides=True)
    return preview_of(campaign, plan.request, plan.goes, seats)


# --- recording them ---------------------------------------------------------------------------


def withdraw(
    campaign: Campaign,
    position: int,
    command: Command,
    decision: TableDecision = UNDECIDED,
    scope: Scope = "entry",
    begun: Begun | None = None,
) -> Batch:
    """Withdraw an entry with everything it caused, or its whole command.

    This and the other corrections continue a recomputation that was `begun` (see `compute_correction`).

    Raises:
        RefusedAll: later commands would no longer be possible and that is undecided, or the end of a session or a
            scenario would be crossed without confirmation.
    """
    plan = plan_withdrawal(campaign, position, decision.reach, scope)
    reveals = dependents.entries_revealing(plan.goes)
    if barred := list(why_not_to_reveal_back(campaign.game, command.author, reveals)):
        raise RefusedAll(barred)
    if decision.reach == "since":
        _ask_if_sure(campaign, plan.goes, command, decision)
    elif not decision.sure and reveals:
        raise RefusedAll([TURNED_OVER()])
    return _record(campaign, plan, command, decision, begun)


def redo(campaign: Campaign, command: Command, of: int | None = None, begun: Begun | None = None) -> Batch:
    """Restore the last withdrawal; with `of`, only if that is the one meant.

    Raises:
        NotFound: there is nothing to restore, or it is restored already.
    """
    withdrawal = last_withdrawal(campaign)
    if of is not None and withdrawal.position != of:
        raise Already("That has already been restored.")
    back = frozenset(targets_of(withdrawal.event))
    plan = CorrectionPlan(CorrectionRequest(restored=back, redone=withdrawal.position), [])
    return _record(campaign, plan, command, TableDecision("those"), begun)


def restore(
    campaign: Campaign,
    position: int,
    command: Command,
    decision: TableDecision = UNDECIDED,
    begun: Begun | None = None,
) -> Batch:
    """Restore an entry and its consequences, whatever its position."""
    return _record_with_later(campaign, plan_restoration(campaign, position), command, decision, begun)


def amend(
    campaign: Campaign,
    position: int,
    changes: Mapping[str, Any],
    command: Command,
    decision: TableDecision = UNDECIDED,
    begun: Begun | None = None,
) -> Batch:
    """Amend an entry with other fields."""
    return _record_with_later(campaign, plan_amendment(campaign, position, changes, command), command, decision, begun)


def insert(
    campaign: Campaign,
    after: int,
    event: AnyEvent,
    command: Command,
    decision: TableDecision = UNDECIDED,
    begun: Begun | None = None,
) -> Batch:
    """Record a forgotten event after the command of an entry."""
    return _record_with_later(campaign, plan_insertion(campaign, after, event, command), command, decision, begun)


def _record_with_later(
    campaign: Campaign, plan: CorrectionPlan, command: Command, decision: TableDecision, begun: Begun | None
) -> Batch:
    """Record a plan; if so decided, everything after its entries is withdrawn with it."""
    if decision.reach == "since":
        last = max(plan.request.targets | {entry.position for entry in plan.goes})
        also = everything_since(campaign, end_of_command(campaign, last) + 1)
        now = campaign.standing()
        _ask_if_sure(campaign, [entry for entry in also if now.counts(entry.position)], command, decision)
        plan = replace(plan, request=replace(plan.request, since=frozenset(entry.position for entry in also)))
    return _record(campaign, plan, command, decision, begun)


def _ask_if_sure(campaign: Campaign, goes: Sequence[Entry], command: Command, decision: TableDecision) -> None:
    """Raise `RefusedAll` if a withdrawal crosses an end, a reveal or another seat's secret without confirmation."""
    if decision.sure:
        return
    if dependents.ends_crossed(goes):
        raise RefusedAll([CROSSES_AN_END(count=len(dependents.ends_crossed(goes)))])
    if dependents.entries_revealing(goes):
        raise RefusedAll([TURNED_OVER()])
    if any(_is_kept_from_author(campaign, entry, command.seats) for entry in goes):
        raise RefusedAll([PAST_SECRETS()])


def _is_kept_from_author(campaign: Campaign, entry: Entry, seats: Seats) -> bool:
    """Whether an entry may not be corrected by its author alone."""
    return entry.event is not None and any(kept_from(seats, type(entry.event), entry.fields, campaign.table))


def _record(
    campaign: Campaign, plan: CorrectionPlan, command: Command, decision: TableDecision, begun: Begun | None
) -> Batch:
    """Record a correction with all that results from it.

    Raises:
        RefusedAll: it is about another player's entry, the rules refuse it, a decision is missing, or it would reveal a
            secret.
    """
    if reasons := list(_reasons_not_requested_by(campaign, plan.request, command)):
        raise RefusedAll(reasons)
    plan = with_flipped(plan, decision)
    found = compute_correction(campaign, plan.request, begun)
    for position in plan.request.amended:
        _refuse_unchanged(campaign, plan, found.outcomes[root_of(campaign, position)])
    _refuse_if_needed(campaign, plan, found)
    _refuse_impossible(campaign, plan, found, command.seats)
    _refuse_dropping(campaign, found, command, decision)
    return _store(campaign, found, command, plan)


def _store(campaign: Campaign, found: CorrectionResult, command: Command, plan: CorrectionPlan) -> Batch:
    """Append the entries of a correction, and fold the log with them."""
    asked, results = found.requested_corrections(), found.results()
    now = campaign.corrected.standing_after(campaign.position, asked, results)
    restood = changed_positions(campaign.standing(), now)
    first = restood[0]
    walk = fold_on(campaign, now, first)
    if not plan.request.restored and visibility.opened_secrets(campaign.table, walk.table):
        raise RefusedAll([WOULD_TURN_OVER()])
    trace, origin = Trace(campaign.game, walk.table), campaign.position + 1
    batch = Batch(campaign.id, campaign.game_at_start, walk.table, trace, since=first, standing=now, restood=restood)
    for correction in asked:
        campaign.append(batch, correction, command, None, plan.bent, **found.stamp_of(correction))
    for correction in results:
        campaign.append(batch, correction, command, origin, None, **found.stamp_of(correction))
    campaign.checkpoints.drop_since(first)
    campaign.failures = [failure for failure in campaign.failures if failure.position < first] + walk.failures
    for checkpoint in () if campaign.failures else walk.checkpoints(known=campaign.position):
        campaign.checkpoints.keep(checkpoint)
    campaign.table, campaign.trace = walk.table, trace
    return batch


# --- why not ----------------------------------------------------------------------------------


def _reasons_not_requested_by(campaign: Campaign, request: CorrectionRequest, command: Command) -> Iterator[Refused]:
    """The refusal to correct another player's entries; the results of a correction are not checked."""
    for correction in request.corrections():
        yield from reasons_withheld(campaign, correction, command.author)
    for entry in sorted({*request.amended, *request.flipped}):
        yield from reasons_withheld(campaign, kernel.Withdrawn(entries=(entry,)), command.author)


def _refuse_unchanged(campaign: Campaign, plan: CorrectionPlan, outcome: CommandResult) -> None:
    """Raise `RefusedAll` if an amendment changes nothing; `outcome` is the result of its command."""
    is_bent_alike = all(plan.bent in (None, campaign.entry(position).bent) for position in plan.request.amended)
    if outcome.now == [event for _, event in outcome.before] and is_bent_alike:
        raise RefusedAll([SAYS_SO_ALREADY()])


def _refuse_if_needed(campaign: Campaign, plan: CorrectionPlan, found: CorrectionResult) -> None:
    """Raise `RefusedAll` if the game could not continue without a consequence that is withdrawn alone."""
    if not plan.request.alone:
        return
    now, then = (next_prompt(open_prompts(campaign.game, table)) for table in (campaign.table, found.table))
    if now is not None and then is None:
        raise RefusedAll([NEEDED_CONSEQUENCE(entry=root_of(campaign, min(plan.request.alone)))])


def _refuse_impossible(campaign: Campaign, plan: CorrectionPlan, found: CorrectionResult, seats: Seats) -> None:
    """Raise `RefusedAll` if the rules refuse a restored entry at its place."""
    for outcome in found.dropped:
        if outcome.command.position in plan.request.restored and plan.request.redone is None:
            raise RefusedAll(_reasons_shown(campaign, outcome.refused, outcome.command.own, found.table, seats))


def _reasons_shown(
    campaign: Campaign, reasons: list[Refused], event: AnyEvent | None, table: Table, seats: Seats
) -> list[Refused]:
    """Reasons, as far as some seats may know them."""
    seen = table_seen(table, seats)
    if seen is table or event is None:
        return reasons
    return reasons_as_seen(reasons, reasons_against(campaign.game, event, seen, though_untracked=True))


def _refuse_dropping(campaign: Campaign, found: CorrectionResult, command: Command, decision: TableDecision) -> None:
    """Raise `RefusedAll` if another player's later commands are dropped, or if that is undecided.

    A redo needs no decision about later commands: it only restores.
    """
    dropped = [one for one in found.dropped if not one.is_flipped]
    entries = campaign.entries_at([one.command.position for one in dropped])
    if any(any(why_not_to_correct(campaign.game, command.author, entry)) for entry in entries):
        raise RefusedAll([RIVALS_AFFECTED()])
    if not dropped or decision.reach is not None:
        return
    seen = visible_result(campaign, found.request, command.seats, found)
    told = [one for one in seen.dropped if not one.is_flipped]
    raise RefusedAll([OTHERS_AFFECTED(count=len(told)) if told else HIDDEN_AFFECTED()])


__all__ = [
    "CROSSES_AN_END",
    "OTHERS_AFFECTED",
    "UNDECIDED",
    "Added",
    "ChangedLine",
    "Preview",
    "Reach",
    "TableDecision",
    "amend",
    "insert",
    "preview_amendment",
    "preview_insertion",
    "preview_restoration",
    "preview_withdrawal",
    "redo",
    "restore",
    "withdraw",
]
