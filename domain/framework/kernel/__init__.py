"""The events of every game: the campaign, its sessions, notes, own content, corrections."""

from typing import Any

from domain.framework.events.event import Event
from domain.framework.kernel.adjusting import Adjusted, SecretsOpened
from domain.framework.kernel.base import KernelEvent
from domain.framework.kernel.campaign import (
    AreasTracked,
    CampaignBranched,
    CampaignRenamed,
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

EVENTS: tuple[type[Event[Any]], ...] = (
    CampaignStarted,
    CampaignBranched,
    CampaignRenamed,
    PackChanged,
    SessionStarted,
    SessionEnded,
    PhotoTaken,
    ChairTaken,
    PlayerSeated,
    SeatColoured,
    PortraitHung,
    PortraitChosen,
    PortraitTakenDown,
    AreasTracked,
    NoteAdded,
    ContentAdded,
    ContentCorrected,
    ContentBound,
    Adjusted,
    SecretsOpened,
    *CORRECTIONS,
)

SAT_DOWN = ChairTaken | PlayerSeated
"""Who sat down where: neither taken back nor put right, for people change their seats on their phones."""
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
"""Those a player records; the others are recorded by the campaign itself."""
BY_HOST: tuple[type[Event[Any]], ...] = (SecretsOpened,)
"""Those of them that are for the host alone."""
OF_A_SEAT = (SeatColoured, PortraitHung, PortraitChosen, PortraitTakenDown)
"""Those that are for whoever sits on their seat, and for the host."""

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
    "CampaignRenamed",
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
