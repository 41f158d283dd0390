"""The outbox: notices that wait to be sent, in memory, with pauses between attempts.

What waits when the program ends is not sent later, so no receiver gets an old notice after a restart.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import Condition, Thread
from time import monotonic, time

from companion.notices.notice import Notice, NoticeKind
from companion.notices.receivers import Receiver, Receivers
from companion.notices.sending import Reply, send_notice

log = logging.getLogger(__name__)
PAUSES = (10.0, 60.0, 300.0, 900.0, 1_800.0)
"""Seconds before each further attempt."""
OLDEST = 3_600.0
"""Seconds after which a notice is no longer news and is given up."""
MOST_WAITING = 20
"""Notices that wait for one campaign; of more, the oldest is given up."""
WORKERS = 4
"""Notices that are sent at the same time, each of another campaign."""


@dataclass(frozen=True)
class Delivery:
    """The last delivery of a campaign: what was sent, when, the answer, and the time of the next attempt if any."""

    id: str
    kind: NoticeKind
    at: float
    answer: Reply
    again: float | None = None


@dataclass(frozen=True, eq=False)
class _Waiting:
    campaign: str
    notice: Notice
    made: float
    due: float
    tries: int = 0


class Outbox:
    """Notices that wait, and the threads that send them, which run only while something waits."""

    def __init__(
        self,
        receivers: Receivers,
        send: Callable[[Notice, Receiver], Reply] = send_notice,
        pauses: Sequence[float] = PAUSES,
    ) -> None:
        self._receivers, self._send, self._pauses = receivers, send, pauses
        self._changed = Condition()
        self._waiting: list[_Waiting] = []
        self._busy: set[str] = set()
        self._last: dict[str, Delivery] = {}
        self.workers = 0
        """The number of threads that send."""
        self._over = False

    def put(self, campaign: str, notice: Notice) -> None:
        """Add a notice to be sent; a turn takes the place of an earlier one that still waits."""
        with self._changed:
            if self._over:
                return
            self._add(_Waiting(campaign, notice, monotonic(), monotonic()))
            if self.workers < WORKERS:
                self.workers += 1
                Thread(target=self._work, name="notices", daemon=True).start()

    def last_delivery(self, campaign: str) -> Delivery | None:
        """The last delivery of a campaign since the program started."""
        with self._changed:
            return self._last.get(campaign)

    def await_delivery(self, campaign: str, id_: str, patience: float) -> None:
        """Wait until a notice was sent once, at most for some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: (last := self._last.get(campaign)) and last.id == id_, patience)

    def forget(self, campaign: str) -> None:
        """Drop everything that waits for a campaign, and its last delivery."""
        with self._changed:
            self._waiting = [one for one in self._waiting if one.campaign != campaign]
            self._last.pop(campaign, None)

    def end(self) -> None:
        """Send nothing more. What waits is dropped, and an attempt in progress is not waited for."""
        with self._changed:
            self._over = True
            if self._waiting:
                log.info("%d notices were not sent", len(self._waiting))
            self._waiting.clear()
            self._changed.notify_all()

    def _add(self, new: _Waiting) -> None:
        """Add a notice within its bounds; the condition is held."""
        own = [one for one in self._waiting if one.campaign == new.campaign]
        dropped = [one for one in own if one.notice.kind == new.notice.kind == "turn"]
        dropped += [one for one in own if one not in dropped][: max(0, len(own) - len(dropped) - MOST_WAITING + 1)]
        self._waiting = [*(one for one in self._waiting if one not in dropped), new]
        self._changed.notify_all()

    def _work(self) -> None:
        while (one := self._take()) is not None:
            try:
                self._deliver(one)
            finally:
                with self._changed:
                    self._busy.discard(one.campaign)
                    self._changed.notify_all()

    def _take(self) -> _Waiting | None:
        """The next notice that is due, of a campaign that no other thread sends for; None if nothing waits."""
        with self._changed:
            while self._waiting:
                ready = [one for one in self._waiting if one.campaign not in self._busy]
                first = min(ready, key=lambda one: one.due, default=None)
                if first and first.due <= monotonic():
                    self._waiting.remove(first)
                    self._busy.add(first.campaign)
                    return first
                self._changed.wait(first.due - monotonic() if first else None)
            self.workers -= 1
            return None

    def _deliver(self, one: _Waiting) -> None:
        """Send a notice once, and plan the next attempt if there is one."""
        receiver = self._receivers.find(one.campaign)
        if receiver is None:
            return
        try:
            answer = self._send(one.notice, receiver)
        except Exception:
            log.exception("a notice cannot be sent")
            return
        with self._changed:
            pause = self._pause_after(one, answer)
            again = None if pause is None else time() + pause
            self._last[one.campaign] = Delivery(one.notice.id, one.notice.kind, time(), answer, again)
            if pause is not None:
                self._add(replace(one, due=monotonic() + pause, tries=one.tries + 1))

    def _pause_after(self, one: _Waiting, answer: Reply) -> float | None:
        """Seconds until the next attempt; None if it arrived or is given up."""
        if self._over or answer.is_final or one.tries >= len(self._pauses) or self._is_outdated(one):
            return None
        pause = max(self._pauses[one.tries], answer.pause)
        return pause if monotonic() + pause - one.made <= OLDEST else None

    def _is_outdated(self, one: _Waiting) -> bool:
        """Whether the turn has passed on meanwhile."""
        return one.notice.kind == "turn" and any(
            other.notice.kind == "turn" and other.campaign == one.campaign for other in self._waiting
        )


__all__ = ["Delivery", "Outbox"]
