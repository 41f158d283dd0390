"""The events of every game: the campaign, its sessions, notes, own content, corrections."""

from typing import Any

from domain.framework.events.event import Event
from domain.framework.events.listing import events_defined_in
from domain.framework.kernel import adjusting, campaign, content, corrections, seats
from domain.framework.kernel.adjusting import Adjusted, SecretsOpened
from domain.framework.kernel.base import KernelEvent
from domain.framework.kernel.campaign import (
    AreasTracked,
    CampaignBranched,
    CampaignHidden,
    CampaignRenamed,
    CampaignShown,
    CampaignStarted,
    NoteAdded,
    PackChanged,
    PhotoTaken,
    SessionEnded,
    SessionStarted,
)
from domain.framework.kernel.content import DEEPEST, ContentAdded, ContentBound, ContentCorrected
from domain.framework.kernel.corrections import CORRECTIONS, Amended, Restored, StoredEvent, Withdrawn, as_stored_event
from domain.framework.kernel.seats import (
    ChairTaken,
    PlayerSeated,
    PortraitChosen,
    PortraitHung,
    PortraitTakenDown,
    SeatColoured,
)

EVENTS = events_defined_in(campaign, seats, content, adjusting, corrections)

SAT_DOWN = ChairTaken | PlayerSeated
"""The events of seating. They cannot be withdrawn or amended, because people change their seats on their phones."""
BY_HAND: tuple[type[Event[Any]], ...] = (
    CampaignRenamed,
    SessionStarted,
    SessionEnded,
    SeatColoured,
    PortraitChosen,
    PortraitTakenDown,
    NoteAdded,
    ContentAdded,
    ContentCorrected,
    ContentBound,
    Adjusted,
    SecretsOpened,
)
"""The events that a player records; the campaign itself records the others."""
BY_HOST: tuple[type[Event[Any]], ...] = (CampaignHidden, CampaignShown, SecretsOpened)
"""The events that only the host records."""
OF_A_SEAT = (SeatColoured, PortraitHung, PortraitChosen, PortraitTakenDown)
"""The events for the player of their seat, and for the host."""

__all__ = [
    "BY_HAND",
    "BY_HOST",
    "CORRECTIONS",
    "DEEPEST",
    "EVENTS",
    "OF_A_SEAT",
    "SAT_DOWN",
    "Adjusted",
    "Amended",
    "AreasTracked",
    "CampaignBranched",
    "CampaignHidden",
    "CampaignRenamed",
    "CampaignShown",
    "CampaignStarted",
    "ChairTaken",
    "ContentAdded",
    "ContentBound",
    "ContentCorrected",
    "KernelEvent",
    "NoteAdded",
    "PackChanged",
    "PhotoTaken",
    "PlayerSeated",
    "PortraitChosen",
    "PortraitHung",
    "PortraitTakenDown",
    "Restored",
    "SeatColoured",
    "SecretsOpened",
    "SessionEnded",
    "SessionStarted",
    "StoredEvent",
    "Withdrawn",
    "as_stored_event",
]
