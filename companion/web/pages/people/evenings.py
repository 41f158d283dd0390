"""The automatic begin of evenings on served pages, and the offer to undo it."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from time import time
from typing import Any

from flask import current_app

from companion.evenings import LATELY, PAUSE, SUFFIX, start_evening
from companion.view_context import ViewContext
from companion.web.rendering.part_cache import cached_at_position
from companion.web.visitors.guests import Guests
from companion.web.visitors.page import current_services
from companion.web.visitors.visitor import guests_of_app
from domain.framework.events.event import Event
from domain.framework.kernel import SessionStarted
from domain.log.campaign import Campaign
from domain.log.command import Command
from domain.log.entries import Entry
from projections.local_time import local_time

NEWS = timedelta(hours=1)
"""How long the page offers to undo the automatic begin of an evening."""
MOST_PLAYERS = 12


def begin_evening(campaign: Campaign, events: Sequence[Event[Any]], command: Command) -> None:
    """Record the begin of the evening before the first events of a day, if the app is served to players."""
    if current_app.config["EVENINGS"]:
        start_evening(current_services(), campaign, events, command, lambda: players_here(campaign, guests_of_app()))


def players_here(campaign: Campaign, known: Guests) -> tuple[str, ...]:
    """The players of a new evening: those whose phones were seen lately, and those without a phone."""
    guests = [one for one in known.guests_of_campaign(campaign.id) if one.role == "player"]
    on_phones = [one.name for one in guests if time() - one.seen < PAUSE.total_seconds()]
    without = [name for name in campaign.table.played_by().values() if not any(one.is_called(name) for one in guests)]
    return tuple(dict.fromkeys(name for name in [*on_phones, *without] if name))[:MOST_PLAYERS]


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


__all__ = ["begin_evening", "evening_to_take_back", "players_here"]
