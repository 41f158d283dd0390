"""The notifier: a thread that looks for news of the campaigns with a receiver, while pages are served.

It reads copies of the campaigns, so recording never waits for it. Entries from before it started are never news.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from threading import Event, Thread

from companion.i18n import tongue_of
from companion.notices.news import find_news, sample_notice
from companion.notices.notice import Notice
from companion.notices.outbox import Outbox
from companion.notices.receivers import Receiver, Receivers
from companion.services import Services
from companion.view_context import ViewContext
from domain.framework.game import PUBLIC
from domain.log.campaign import Campaign
from domain.store import StoreError

log = logging.getLogger(__name__)
GLANCE = 1.0
"""Seconds between two looks at the heads of the logs."""


def local_now() -> datetime:
    """The local time."""
    return datetime.now().astimezone()


class Notifier:
    """The receivers of a host's campaigns, and the notices that are sent to them."""

    def __init__(self, services: Services, clock: Callable[[], datetime] = local_now) -> None:
        self._services, self._clock = services, clock
        self.receivers = receivers_of(services)
        self.outbox = Outbox(self.receivers)
        self._known: dict[str, int] = {}
        """The position up to which each campaign with a receiver was looked at."""
        self._over = Event()
        self._thread = Thread(target=self._run, name="notifier", daemon=True)

    @property
    def is_available(self) -> bool:
        """Whether notices can be sent: several computers with a shared log would each send every notice."""
        return not self._services.settings.shared

    def start(self) -> None:
        """Look from here on, and not at anything earlier."""
        if not self.is_available:
            return
        self.look()
        self._thread.start()

    def end(self) -> None:
        """Stop. Notices that were not sent are dropped."""
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()
        self.outbox.end()

    def look(self) -> None:
        """Look once for news of each campaign with a receiver."""
        receivers = {one.campaign: one for one in self.receivers.every()}
        self._known = {campaign: known for campaign, known in self._known.items() if campaign in receivers}
        for receiver in receivers.values():
            with suppress(StoreError):  # those who record learn of it; the next look goes on from here
                self._look_at(receiver)

    def sample(self, receiver: Receiver, id_: str) -> Notice:
        """A notice that only shows that notices arrive."""
        campaign = self._services.campaigns.copy_from_memory(receiver.campaign)
        return sample_notice(self._view(receiver, campaign), id_, self._services.new_command().time)

    def _run(self) -> None:
        while not self._over.wait(GLANCE):
            self.look()

    def _look_at(self, receiver: Receiver) -> None:
        """Look for news of a campaign; what cannot be rendered is logged and passed over."""
        head = self._services.store.source(receiver.campaign).head()
        known, position, found = self._known.get(receiver.campaign, head), head, list[Notice]()
        try:
            if known < head:
                position, found = self._find_news(receiver, known)
        except StoreError:
            raise
        except Exception:
            log.exception("notices cannot be made")
        self._known[receiver.campaign] = position
        for notice in found:
            self.outbox.put(receiver.campaign, notice)

    def _find_news(self, receiver: Receiver, known: int) -> tuple[int, list[Notice]]:
        """The newest position, and the notices about the entries up to it."""
        campaign = self._services.campaigns.copy_from_memory(receiver.campaign)
        view = self._view(receiver, campaign)
        with self._services.store.reading() as cursor:
            return campaign.position, list(find_news(view, known, receiver.on, self._clock(), cursor))

    def _view(self, receiver: Receiver, campaign: Campaign) -> ViewContext:
        """A campaign as a spectator sees it, in the receiver's language."""
        listed = self._services.find_campaign(receiver.campaign)
        tongue = tongue_of(receiver.language, receiver.content, campaign.game.key)
        return ViewContext(listed, campaign, PUBLIC, tongue)


def receivers_of(services: Services) -> Receivers:
    """The receivers of the campaigns in a data folder."""
    return Receivers(services.settings.notices)


__all__ = ["Notifier", "receivers_of"]
