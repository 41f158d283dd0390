"""The shared store: a log in PostgreSQL into which several processes record, each with a local file to read from.

Every process follows the log into a local file with the same tables as an embedded store. Reads use that file and
work while the database is down; recording fails until it is back.
"""

import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any, Protocol

from eventsourcing.persistence import Notification, Subscription

from domain.framework.content import Content, from_bytes
from domain.framework.text import text
from domain.log.entries import Raw
from domain.store.errors import Busy, Conflict, Damaged, StoreError
from domain.store.postgres import SharedRecorder, open_datastore
from domain.store.protocol import Append
from domain.store.reaching import FAULTS, reached, unreachable
from domain.store.recorder import Recorded, Write, commands_write
from domain.store.sqlite import FileStore

log = logging.getLogger(__name__)
CHUNK = 500
"""Entries that are copied in one transaction of the local file."""
PATIENCE = 10.0
"""Seconds to wait until a recorded entry can be read here."""
PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0)
"""Seconds between attempts to reconnect; the last one repeats."""


class Projector(Protocol):
    """Returns the local writes for entries that another process recorded, in their order."""

    def __call__(self, campaign: str, raws: Sequence[Raw], /) -> Sequence[Write]: ...


def _do_nothing() -> None:
    """A callback that does nothing."""


class SharedStore(FileStore):
    """Campaigns in PostgreSQL, followed into a local file.

    Args:
        url: address of the database, such as `postgresql://user@host/name`.
        path: the local file; if it is lost, the log is followed again from its start.
        schema: schema of the tables in the database; the default one if empty.

    While the database is down, an existing local file can be read, and recording fails.

    Raises:
        Busy: the database cannot be reached and there is no local file yet; or it has no tables yet.
    """

    def __init__(self, url: str, path: Path, setup: Write | None = None, schema: str = "", **opened: Any) -> None:
        self.shared = SharedRecorder(open_datastore(url, schema))
        try:
            self._begun_down = not self._is_prepared(has_copy=path.exists() and path.stat().st_size > 0)
            super().__init__(path, setup, **opened)
        except BaseException:
            self.shared.datastore.close()
            raise
        self._own: dict[tuple[str, Raw], tuple[int, Sequence[Write]]] = {}
        """Own entries not followed yet, by the first: the number of entries after it, and their writes."""
        self._heard: dict[str, int] = {}
        self._followed, self._at = Condition(), self.newest_row()
        self.followed: Callable[[], object] = _do_nothing
        """Called when new entries are in the copy and it is complete as far as this process knows."""
        self._ended = Event()
        self.reachable = False
        """Whether the log is being followed; otherwise recording fails."""
        self._failed = 0
        """The number of failed attempts in a row."""
        self._subscription: Subscription[Any] | None = None
        self._thread: Thread | None = None

    def _is_prepared(self, *, has_copy: bool) -> bool:
        """Whether the database has its tables; False if it cannot be reached but there is a copy to read.

        Raises:
            Busy: it has none, or it cannot be reached and there is no copy.
        """
        try:
            with reached():
                if self.shared.has_tables():
                    return True
        except Busy:
            if has_copy:
                return False
            raise
        raise Busy("The database has no tables for campaigns yet. Create them with: companion store prepare")

    # --- following ---

    def follow(self, project: Projector) -> None:
        """Start following the log; returns when everything recorded by now can be read here.

        Returns at once if the database was down at the start; the log is then followed when it is back.
        """
        self._project = project
        self._thread = Thread(target=self._keep_following, name="follower", daemon=True)
        self._thread.start()
        if self._begun_down:
            return
        with self._followed:
            self._followed.wait_for(lambda: self.reachable or self.stopped or self._failed)
        self.await_others()

    def _keep_following(self) -> None:
        """Follow the log until the store is closed; after a lost connection, continue from the last position."""
        while not self._ended.is_set() and not self.stopped:
            try:
                self.shared.datastore.learn_types()
                self._check_not_ahead()
                if self.stopped:
                    break
                self._follow_to_end()  # not reachable before the copy is complete
                with self.shared.subscribe(gt=self._at) as self._subscription:
                    self._failed = 0
                    self._set_reachable(True)
                    for one in self._subscription:
                        if one.id > self._at:
                            self._follow_to_end()
            except Damaged as error:
                self.stopped = error
            except (*FAULTS, StoreError) as error:
                pause = PAUSES[min(self._failed, len(PAUSES) - 1)]
                self._failed += 1
                self._set_reachable(False)
                if not self._ended.is_set():
                    log.warning("the shared log cannot be followed now: %s", error)
                self._ended.wait(pause)
            except Exception as error:
                log.exception("the shared log cannot be followed")
                self.stopped = Damaged("Recording has stopped: {what}.", what=f"{type(error).__name__}: {error}")
        self._set_reachable(False)

    def _set_reachable(self, now: bool) -> None:
        with self._followed:
            self.reachable = now
            self._followed.notify_all()

    def _check_not_ahead(self) -> None:
        """Stop recording if the database lacks the newest entry of this file, because an older backup was restored."""
        with self.reading() as c:
            mine = c.execute("SELECT originator_id, originator_version, state FROM entries WHERE rowid=?", (self._at,))
            newest = mine.fetchone()
        there = self.shared.select_notifications(self._at, 1, self._at) if newest else []
        if newest and [(one.originator_id, one.originator_version, one.state) for one in there] != [newest]:
            self.stopped = Damaged(
                "Recording has stopped: {what}.",
                what=text("the database lacks entries that were saved; return them with: companion store return"),
            )

    def _follow_to_end(self) -> None:
        while not self._ended.is_set() and (found := self.shared.select_after(self._at, CHUNK)):
            try:
                self._follow(found)
            except Conflict:
                if not self._skip_followed(found):
                    raise
        self.followed()

    def _follow(self, found: Sequence[Notification]) -> None:
        """Write entries with their commands and read models in one transaction of the local file."""
        writes: list[Write] = [partial(self.entries.replicate, found=found)]
        of_campaign: dict[str, list[Raw]] = {}
        for one in found:
            raw = Raw(one.originator_version, one.topic, one.state)
            of_campaign.setdefault(str(one.originator_id), []).append(raw)
        for campaign, raws in of_campaign.items():
            writes += self._writes_of(campaign, raws)
        with self.writing() as db:
            for write in writes:
                write(db)
        self._note_followed(found)

    def _skip_followed(self, found: Sequence[Notification]) -> bool:
        """Skip entries that another process, such as a command, already copied into this file; returns whether any."""
        newest = self.newest_row()
        there = [one for one in found if one.id <= newest]
        if there:
            self._note_followed(there)
        return bool(there)

    def _note_followed(self, found: Sequence[Notification]) -> None:
        """Note that entries can be read here now."""
        self._heard |= {str(one.originator_id): one.originator_version for one in found}
        with self._followed:
            self._at = found[-1].id
            self._followed.notify_all()
        self.moved()

    def _writes_of(self, campaign: str, raws: Sequence[Raw]) -> Iterator[Write]:
        """The writes of entries: those prepared when this process recorded them; for others, the projector's."""
        others: list[Raw] = []
        own = 0
        for raw in raws:
            if own:
                own -= 1
            elif mine := self._own.pop((campaign, raw), None):
                yield from self._project(campaign, others)
                others, (own, writes) = [], mine
                yield from writes
            else:
                others.append(raw)
        yield from self._project(campaign, others)

    def _wait_for(self, number: int) -> None:
        """Wait until an entry was followed, at most `PATIENCE` seconds; it is recorded in any case."""
        with self._followed:
            self._followed.wait_for(lambda: self._at >= number or bool(self.stopped) or self._ended.is_set(), PATIENCE)

    def positions_behind(self) -> int:
        with reached():
            return max(0, self.shared.newest_number() - self._at)

    # --- recording ---

    def append(self, campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
        self._ensure_writable()
        try:
            number = self._insert(campaign, raws, (commands_write(campaign, commands), *writes))
        except Conflict:
            self._await_newest()
            raise
        self._wait_for(number)

    @contextmanager
    def block_recorders(self) -> Iterator[Append]:
        self._ensure_writable()
        last = 0

        with reached(recording=True), self.shared.blocking():
            newest = self.shared.newest_number()
            self._wait_for(newest)
            if self._at < newest:  # a decision on an outdated copy would only end in a conflict
                raise unreachable(recording=True)

            def append(campaign: str, raws: Sequence[Raw], commands: Sequence[Recorded], *writes: Write) -> None:
                nonlocal last
                try:
                    last = self._insert(campaign, raws, (commands_write(campaign, commands), *writes), turn=True)
                except Conflict as error:  # the connection was lost, and with it the block on other recorders
                    raise unreachable(recording=True) from error

            yield append
        self._wait_for(last)

    def _insert(self, campaign: str, raws: Sequence[Raw], writes: Sequence[Write], *, turn: bool = False) -> int:
        """Insert entries into the database, keep their local writes until followed, and return the last number.

        Raises:
            Conflict: a position is taken, or a command was recorded before.
            Busy: the database cannot be reached.
        """
        self._own[campaign, raws[0]] = (len(raws) - 1, writes)
        try:
            with reached(recording=True):
                return self.shared.append(campaign, raws, turn=turn)
        except BaseException:
            self._own.pop((campaign, raws[0]), None)
            raise

    def _ensure_writable(self) -> None:
        super()._ensure_writable()
        if not self.reachable:
            raise unreachable(recording=True)

    def would_record(self) -> bool:
        return self.reachable

    def heard(self, campaign: str) -> int:
        return self._heard.get(campaign, 0)

    def await_others(self) -> None:
        if self.reachable:
            self._await_newest()

    def _await_newest(self) -> None:
        """Wait for the newest entry of the database; ignores a lost connection, after the library's retries."""
        with suppress(Busy), reached():
            self._wait_for(self.shared.newest_number())

    # --- packs and photos: in the database, and in the local file after the first read ---

    def add_pack(self, game: str, pack: Content) -> None:
        with reached(recording=True):
            self.shared.add_pack(pack.digest, game, pack.bytes)
        super().add_pack(game, pack)

    def pack(self, digest: str) -> Content | None:
        if (here := super().pack(digest)) is not None:
            return here
        with suppress(ValueError, TypeError, AttributeError), reached():
            if there := self.shared.pack(digest):
                super().add_pack(there[0], from_bytes(there[1]))
        return super().pack(digest)

    def add_photo(self, digest: str, body: bytes) -> None:
        with reached(recording=True):
            self.shared.add_photo(digest, body)
        super().add_photo(digest, body)

    def photo(self, digest: str) -> bytes | None:
        if (here := super().photo(digest)) is not None:
            return here
        with reached():
            there = self.shared.photo(digest)
        if there is not None:
            super().add_photo(digest, there)
        return there

    def has_photo(self, digest: str) -> bool:
        return self.photo(digest) is not None

    def close(self) -> None:
        self._ended.set()
        if self._subscription:
            self._subscription.stop()
        if self._thread:
            self._thread.join(PATIENCE)
        self.shared.datastore.close()
        super().close()


__all__ = ["Projector", "SharedStore"]
