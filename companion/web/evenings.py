"""Evenings that begin automatically with the first entry of a day."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from time import time
from typing import Any

from flask import current_app

from companion.view_context import ViewContext
from companion.web.clock import local_time
from companion.web.page import current_services
from companion.web.shared import cached_at_position
from companion.web.who import guests_of_app
from domain.language.event import Event
from domain.language.kernel import SessionEnded, SessionStarted
from domain.language.kernel.base import KernelEvent
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.entries import Entry

SUFFIX = "-evening"
"""The suffix of the id of a command that begins an evening; the prefix is the id of the evening's first command."""
PAUSE = timedelta(hours=8)
"""Entries less than this apart belong to one evening, even across midnight."""
NEWS = timedelta(hours=1)
"""How long the page offers to undo the automatic begin of an evening."""
MOST_PLAYERS = 12
LATELY = 5_000
"""The number of newest entries that are searched for the last evening."""


def begin_evening(campaign: Campaign, events: Sequence[Event[Any]], command: Command) -> None:
    """Record the begin of the evening before the first events of a day; end an evening left open on an earlier day.

    This is a separate command, so that undoing the first entry does not end the evening. Nothing is recorded if an
    event is refused, is bookkeeping or is recorded later than it happened, or if a session began or ended on this day,
    even if that was withdrawn.
    """
    is_play = any(not event.bookkeeping and not isinstance(event, KernelEvent) for event in events)
    if not current_app.config["EVENINGS"] or not is_play or command.later or not is_new_evening(campaign, command.time):
        return
    if campaign.reasons_to(command, events[0], campaign.table):
        return
    ended = [SessionEnded()] if campaign.table.sitting else []
    begun = replace(command, id=command.id + SUFFIX, bend="", asks=False)
    started = SessionStarted(players=players_here(campaign))
    current_services().campaigns.record_all(campaign.id, [*ended, started], begun)


def players_here(campaign: Campaign) -> tuple[str, ...]:
    """The players of a new evening: those whose phones were seen lately, and those without a phone."""
    guests = [one for one in guests_of_app().guests_of_campaign(campaign.id) if one.role == "player"]
    on_phones = [one.name for one in guests if time() - one.seen < PAUSE.total_seconds()]
    without = [name for name in campaign.table.played_by().values() if not any(one.is_called(name) for one in guests)]
    return tuple(dict.fromkeys(name for name in [*on_phones, *without] if name))[:MOST_PLAYERS]


def is_new_evening(campaign: Campaign, recorded: str) -> bool:
    """Whether play at a time is on another day than the last session, after a pause."""
    now, last = local_time(recorded), _last_of_evening(campaign)
    before = [local_time(entry.time) for entry in campaign.entries_at([last])] if last else []
    return now is not None and all(one and one.date() != now.date() and now - one > PAUSE for one in before)


def _last_of_evening(campaign: Campaign) -> int:
    """The newest entry of an open session, else of the last begin or end of a session; 0 if there is none."""
    head = campaign.position
    if campaign.table.sitting:
        return head
    rows = campaign.source.of_topics((SessionStarted.topic, SessionEnded.topic), max(0, head - LATELY), head)
    return rows[-1][0] if rows else 0


def evening_to_take_back(here: ViewContext) -> int:
    """The entry that began the evening automatically a short time ago; 0 if there is none."""
    begun = cached_at_position(here, ["evening"], lambda: _entry_of_session(here)) if here.table.sitting else None
    recorded = local_time(begun.time) if begun else None
    is_news = recorded is not None and datetime.now(recorded.tzinfo) - recorded < NEWS
    return begun.position if begun and is_news and begun.command.endswith(SUFFIX) else 0


def _entry_of_session(here: ViewContext) -> Entry | None:
    """The entry that began the current session."""
    now, head = here.campaign.standing(), here.campaign.position
    rows = here.campaign.source.of_topics((SessionStarted.topic,), max(0, head - LATELY), head)
    counting = [row[0] for row in rows if now.counts(row[0])]
    return next(iter(here.campaign.entries_at(counting[-1:])), None)


__all__ = ["begin_evening", "evening_to_take_back"]
