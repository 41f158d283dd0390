"""The watch: a thread that notes the newest entry, verifies the logs in small steps, and makes backups.

When the server is idle it also completes the full-text index, and now and then it returns free memory.

It rests nine times as long as it works, and recording never waits for it.
"""

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from threading import Event, Thread
from time import monotonic

from companion.campaign_files import head_note
from companion.maintenance import nightly_backups
from companion.maintenance.memory import return_free_memory
from companion.services import Services
from domain.framework.refusal import Explained
from domain.store import Damaged, StoreError, Unsound
from projections.following import catch_up_all
from projections.rebuild import UNREADABLE, as_unsound, check_chains

log = logging.getLogger(__name__)
SLICE = 250
"""Entries that are verified at a time."""
REST = 9
"""The ratio of resting to working time."""
TICK = 1.0
"""Seconds between two notes of the newest entry."""
FAR = 500
"""Entries that the full-text index may lag behind while the server is busy; a search completes it first."""
MINUTE = 60.0
"""Seconds between two returns of free memory."""
AGAIN = 600.0
"""Seconds between two verifications of all logs."""


class _Ended(Exception):
    """Raised in the watch's thread when it has to stop."""


def local_now() -> datetime:
    """The local time."""
    return datetime.now().astimezone()


class Watch:
    """Maintains the campaign file while pages are served."""

    def __init__(self, services: Services, clock: Callable[[], datetime] = local_now) -> None:
        self._services = services
        self._clock = clock
        self._over = Event()
        self._hurried = Event()
        self._thread = Thread(target=self._run, name="watch", daemon=True)
        self._seen = 0
        self._since = self._noted = self._given = monotonic()
        self._newest = self._followed = 0
        """The number of the newest entry a second ago, and of the last one whose words are in the index."""

    def start(self) -> None:
        self._thread.start()

    def end(self) -> None:
        """Stop the watch and make a backup of entries since the last one, unless `hurry` was called."""
        self._over.set()
        self._thread.join()
        with suppress(_Ended):
            self._run_task(lambda: nightly_backups.back_up(self._services, self._clock(), self._unless_hurried))

    def hurry(self) -> None:
        """Make no backup at the end, and interrupt one in progress."""
        self._hurried.set()

    def _unless_hurried(self, _: int) -> None:
        if self._hurried.is_set():
            raise _Ended

    def _run(self) -> None:
        with suppress(_Ended):
            self._run_task(lambda: nightly_backups.remove_unfinished_backups(self._services.settings.file))
            while not self._services.store.stopped:
                self._run_task(self._verify_logs)
                self._run_task(self._back_up)
                until = monotonic() + AGAIN
                while monotonic() < until:
                    self._pause_and_note(TICK)

    def _verify_logs(self) -> None:
        """Verify all logs.

        Raises:
            Unsound: a log has a fault.
        """
        for fault in check_chains(self._services.campaigns, self._pause_now_and_then):
            if fault.told is UNREADABLE and self._services.rebuild_caches():
                return
            raise as_unsound(fault)

    def _verify_file(self) -> None:
        """Verify the file after an error.

        Raises:
            Unsound: the log itself is damaged, not only its caches.
        """
        if self._services.store.doubtful:
            self._services.store.doubtful = False
            if not self._services.rebuild_caches():
                raise Unsound("{fault}", fault=UNREADABLE)

    def _back_up(self) -> None:
        """Make the backup of the evening; a failure is reported until one succeeds."""
        if not nightly_backups.is_due(self._services, self._clock()):
            return
        try:
            nightly_backups.back_up(self._services, self._clock(), self._pause_now_and_then)
        except _Ended:
            raise
        except Exception as error:
            self._services.no_backup = error.text if isinstance(error, Explained) else str(error)
            raise
        self._services.no_backup = None

    def _note_newest(self) -> None:
        with suppress(StoreError):
            head_note.write_note(self._services.store)

    def _complete_index(self) -> None:
        """Complete the full-text index if nothing was recorded for a second, or if it is far behind."""
        before, self._newest = self._newest, self._services.health()["entries"]
        if self._followed < self._newest and (before == self._newest or self._newest - self._followed >= FAR):
            self._followed = self._newest
            catch_up_all(self._services.campaigns)

    def _run_task(self, act: Callable[[], object]) -> None:
        """Run a task; a damaged file stops recording, a busy one is tried again later.

        Any other error is logged, and the watch continues.
        """
        if self._services.store.stopped:
            return
        try:
            act()
        except _Ended:
            raise
        except Damaged as error:
            if not isinstance(error, Unsound) and self._services.rebuild_caches():
                return
            log.error("recording has stopped: %s", error)
            self._services.stop_recording(error.text if isinstance(error, Unsound) else UNREADABLE)
        except (StoreError, OSError) as error:
            log.warning("maintenance failed: %s", error)
        except Exception:
            log.exception("maintenance failed")

    def _pause_now_and_then(self, done: int) -> None:
        """Pause after every few entries; `check_chains` and backups call it with the number of entries done.

        Raises:
            _Ended: the watch was stopped.
        """
        if self._over.is_set():
            raise _Ended
        self._seen += done
        if self._seen >= SLICE:
            self._seen = 0
            self._pause_and_note(REST * (monotonic() - self._since))

    def _pause_and_note(self, seconds: float) -> None:
        """Pause, and before that note the newest entry, complete the index and return free memory, if due.

        Raises:
            _Ended: the watch was stopped.
        """
        if monotonic() - self._noted >= TICK:
            self._run_task(self._verify_file)
            self._run_task(self._note_newest)
            self._run_task(self._complete_index)
            self._noted = monotonic()
        if monotonic() - self._given >= MINUTE:
            return_free_memory()
            self._given = monotonic()
        if self._over.wait(seconds):
            raise _Ended
        self._since = monotonic()


__all__ = ["Watch"]
