"""Evenings that begin with the first entry of a day, where no player started one."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from companion.local_time import local_time
from companion.services import Services
from domain.campaigns import Receipt
from domain.language.event import Event
from domain.language.kernel import SessionEnded, SessionStarted
from domain.language.kernel.base import KernelEvent
from domain.log.campaign import Campaign
from domain.log.command import Command

SUFFIX = "-evening"
"""The end of the id of a command that begins an evening; before it is the id of the command that came first."""
PAUSE = timedelta(hours=8)
"""Entries that are closer to each other are of one evening, past midnight too."""
LATELY = 5_000
"""The entries among which the last evening is looked for, from the newest on."""


def start_evening(
    services: Services,
    campaign: Campaign,
    events: Sequence[Event[Any]],
    command: Command,
    players: Callable[[], tuple[str, ...]],
) -> Receipt | None:
    """Record that the evening begins, before the first events of a day; an evening left open on an earlier day ends.

    It is a command of its own, so that taking back the first entry does not end the evening. Nothing is recorded if an
    event is refused, belongs to the books and not to the game, or is recorded later than it happened, or if a session
    began or ended on this day already, whether that counts or not.
    """
    is_play = any(not event.bookkeeping and not isinstance(event, KernelEvent) for event in events)
    if not is_play or command.later or not is_new_evening(campaign, command.time):
        return None
    if campaign.reasons_to(command, events[0], campaign.table):
        return None
    ended = [SessionEnded()] if campaign.table.sitting else []
    begun = replace(command, id=command.id + SUFFIX, bend="", asks=False)
    return services.campaigns.record_all(campaign.id, [*ended, SessionStarted(players=players())], begun)


def is_new_evening(campaign: Campaign, recorded: str) -> bool:
    """Whether play at a time is on another day than the last session, after a pause."""
    now, last = local_time(recorded), _last_of_evening(campaign)
    before = [local_time(entry.time) for entry in campaign.entries_at([last])] if last else []
    return now is not None and all(one and one.date() != now.date() and now - one > PAUSE for one in before)


def _last_of_evening(campaign: Campaign) -> int:
    """The newest entry of an open session, or else the one with which a session last began or ended; 0 for none."""
    head = campaign.position
    if campaign.table.sitting:
        return head
    rows = campaign.source.of_topics((SessionStarted.topic, SessionEnded.topic), max(0, head - LATELY), head)
    return rows[-1][0] if rows else 0


__all__ = ["LATELY", "PAUSE", "SUFFIX", "start_evening"]
