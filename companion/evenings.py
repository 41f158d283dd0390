"""Automatic start of a session with the first entry of a day."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from companion.services import Services
from domain.campaigns import Receipt
from domain.framework.events.event import Event
from domain.framework.kernel import SessionEnded, SessionStarted
from domain.framework.kernel.base import KernelEvent
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.reasons import reasons_against
from projections.local_time import local_time

SUFFIX = "-evening"
"""The suffix of the id of a command that starts a session; the prefix is the id of the session's first command."""
PAUSE = timedelta(hours=8)
"""Entries less than this apart belong to one session, even across midnight."""
LATELY = 5_000
"""The number of newest entries that are searched for the last session."""


def start_evening(
    services: Services,
    campaign: Campaign,
    events: Sequence[Event[Any]],
    command: Command,
    players: Callable[[], tuple[str, ...]],
) -> Receipt | None:
    """Start a session before the first events of a day, and end one left open on an earlier day.

    This is a separate command, so that undoing the first entry does not end the session. Nothing is recorded if an
    event is refused, is bookkeeping or is recorded later than it happened, or if a session started or ended on this
    day, even if that was withdrawn.
    """
    is_play = any(not event.log.bookkeeping and not isinstance(event, KernelEvent) for event in events)
    if not is_play or command.later or not is_new_evening(campaign, command.time):
        return None
    if reasons_against(campaign.game, events[0], campaign.table, command.seats, past_step=command.overrules):
        return None
    ended = [SessionEnded()] if campaign.table.sitting else []
    begun = replace(command, id=command.id + SUFFIX, bend="", asks=False)
    return services.campaigns.record_all(campaign.id, [*ended, SessionStarted(players=players())], begun)


def is_new_evening(campaign: Campaign, recorded: str) -> bool:
    """Whether a time is on another day than the last session, after a pause."""
    now, last = local_time(recorded), _last_of_evening(campaign)
    before = [local_time(entry.time) for entry in campaign.entries_at([last])] if last else []
    return now is not None and all(one and one.date() != now.date() and now - one > PAUSE for one in before)


def _last_of_evening(campaign: Campaign) -> int:
    """The newest entry of an open session, otherwise the last start or end of a session; 0 if there is none."""
    head = campaign.position
    if campaign.table.sitting:
        return head
    rows = campaign.source.of_topics((SessionStarted.topic, SessionEnded.topic), max(0, head - LATELY), head)
    return rows[-1][0] if rows else 0


__all__ = ["LATELY", "PAUSE", "SUFFIX", "start_evening"]
