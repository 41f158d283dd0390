"""Plans of corrections: the entries that a correction withdraws, restores, amends or inserts, before it is computed."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from domain.framework import kernel
from domain.framework.cards.typos import as_known
from domain.framework.events.event import Event
from domain.framework.fields.card_conflicts import typed_over_reasons
from domain.framework.fields.fields import make_event
from domain.framework.refusal import Already, NotFound
from domain.log.campaign import Campaign
from domain.log.command import Command, stored_bend
from domain.log.dependents import (
    FOUNDING,
    LASTING,
    Scope,
    end_of_command,
    everything_since,
    root_of,
    with_consequences,
    withdrawn_with,
)
from domain.log.effective_entries import Amendment
from domain.log.entries import Entry, Stamp
from domain.log.permissions import kept_from, why_not_to_correct, why_not_to_record
from domain.log.reasons import bend_for, reasons_against, table_seen
from domain.log.recomputation.outcomes import unsettle
from domain.log.recomputation.request import CorrectionRequest, Reach, TableDecision

AnyEvent = Event[Any]


@dataclass(frozen=True)
class CorrectionPlan:
    """A correction that may be made, before anything is computed."""

    request: CorrectionRequest
    goes: list[Entry]
    """The entries that are withdrawn, restored or amended."""
    bent: Mapping[str, Any] | None = None
    """The bent rules of an amendment or insertion."""


def plan_withdrawal(campaign: Campaign, position: int, chosen: Reach | None, scope: Scope) -> CorrectionPlan:
    """The plan to withdraw an entry, its whole command or the consequence alone; if so chosen, everything since.

    Raises:
        NotFound: the entry stays in the log.
        Already: it is taken back already.
    """
    root = campaign.entry(root_of(campaign, position))
    if isinstance(root.event, FOUNDING):
        raise NotFound("The start of a campaign cannot be taken back.")
    now, at_once = campaign.standing(), withdrawn_with(campaign, position, scope)
    if chosen == "since":
        return _plan_moment(campaign, min(root.position, at_once[0].position))
    if isinstance(root.event, kernel.PlayerSeated):
        raise NotFound("That stays in the log. Another person who takes the seat is its player from then on.")
    if isinstance(root.event, LASTING):
        raise NotFound("That stays in the log: the person who took that seat has seen its secrets.")
    goes = [entry for entry in at_once if now.counts(entry.position)]
    if not goes or (scope != "command" and not now.counts(position)):
        raise Already("Entry {position} is already taken back.", position=position)
    taken = frozenset(entry.position for entry in goes)
    if scope == "consequence" and root.position != position:
        return CorrectionPlan(CorrectionRequest(alone=taken), goes)
    return CorrectionPlan(CorrectionRequest(withdrawn=taken), goes)


def _plan_moment(campaign: Campaign, position: int) -> CorrectionPlan:
    """The plan to go back to the moment before an entry."""
    now, gone = campaign.standing(), everything_since(campaign, position)
    goes = [entry for entry in gone if now.counts(entry.position)]
    if not goes:
        raise Already("Everything since entry {position} is already taken back.", position=position)
    return CorrectionPlan(CorrectionRequest(since=frozenset(entry.position for entry in gone)), goes)


def plan_restoration(campaign: Campaign, position: int) -> CorrectionPlan:
    """The plan to restore an entry and its consequences, together with its withdrawn causes.

    Raises:
        NotFound: it is not taken back.
    """
    now = campaign.standing()
    while (cause := campaign.entry(position).cause) in now.withdrawn:
        position = cause  # a consequence counts again together with its cause
    goes = [entry for entry in with_consequences(campaign, position) if entry.position in now.withdrawn]
    if not goes:
        raise NotFound("Entry {position} is not taken back.", position=position)
    return CorrectionPlan(CorrectionRequest(restored=frozenset(entry.position for entry in goes)), goes)


def plan_amendment(campaign: Campaign, position: int, changes: Mapping[str, Any], command: Command) -> CorrectionPlan:
    """The plan to give an entry other fields.

    Raises:
        NotFound: it cannot be amended.
        Misfit: the new fields do not fit.
        RefusedAll: the rules refuse the new event, and the command bends none of them.
    """
    now, counted = campaign.standing(), amendable_event(campaign, position)
    table = campaign.table_counting_today(position - 1)
    asked, entry = campaign.corrected.asked_for(campaign.position).amended.get(position), campaign.entry(position)
    said = asked.events[0] if asked and asked.events else entry.event
    said = said if said is not None and type(said) is type(counted) else counted
    stamp = _stamp_of(said, entry, asked)
    bare = unsettle(counted, (table,), stamp).bare(said)
    typed = make_event(type(said), {**said.model_dump(mode="json"), **changes})
    event = make_event(type(said), {**bare.model_dump(mode="json", exclude_unset=True), **changes})
    as_it_counts = campaign.entry_as_it_counts(position, now)
    kept = chain(
        kept_from(command.seats, type(counted), dict(counted), table),
        why_not_to_record(command.author, event, table),
        why_not_to_correct(campaign.game, command.author, as_it_counts),
        typed_over_reasons(typed, table, lambda: table_seen(table, command.seats), changes),
    )
    reasons = list(kept) or reasons_against(campaign.game, typed, table, command.seats, past_step=command.overrules)
    bent = stored_bend(reasons, command)
    said_now = {} if stamp is None else {position: stamp.said.union(changes)}
    request = CorrectionRequest(amended={position: event}, said=said_now)
    return CorrectionPlan(request, with_consequences(campaign, position), bent)


def _stamp_of(said: AnyEvent, entry: Entry, asked: Amendment | None) -> Stamp | None:
    """The stamp of the event of an entry, or of the one that an amendment put in its place; None if it is unknown."""
    if asked and asked.events:
        return asked.stamp if said is asked.events[0] else None
    return None if entry.said is None or said is not entry.event else Stamp(entry.said, entry.fell)


def plan_insertion(campaign: Campaign, after: int, event: AnyEvent, command: Command) -> CorrectionPlan:
    """The plan to record a forgotten event after the command of an entry.

    Raises:
        NotFound: there is no such entry that counts.
        RefusedAll: the rules refuse the event, and the command bends none of them.
    """
    now, end = campaign.standing(), end_of_command(campaign, after)
    root = root_of(campaign, end)
    entry = campaign.entry(root)
    if entry.is_correction or entry.event is None or not now.counts(root) or not now.counts(after):
        raise NotFound("Nothing can be inserted after entry {position}.", position=after)
    table = campaign.table_counting_today(end)
    event = as_known(event, table)
    bent = bend_for(campaign.game, event, command, table)
    return CorrectionPlan(CorrectionRequest(inserted={root: event}), [], bent)


def amendable_event(campaign: Campaign, position: int) -> AnyEvent:
    """The event that counts at an entry, if it can be amended.

    Raises:
        NotFound: the entry is unknown, unreadable, taken back, a correction, or how the campaign came to be.
    """
    now, entry = campaign.standing(), campaign.entry(position)
    event = campaign.entry_as_it_counts(position, now).event
    if event is None or entry.is_correction or isinstance(entry.event, LASTING) or not now.counts(position):
        raise NotFound("Entry {position} cannot be fixed.", position=position)
    return event


def with_flipped(plan: CorrectionPlan, decision: TableDecision) -> CorrectionPlan:
    """The plan with the later commands that the table also withdraws."""
    return replace(plan, request=replace(plan.request, flipped=decision.flipped))
