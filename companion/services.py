"""Services: an open store, and its operations for commands and pages."""

import logging
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from random import SystemRandom
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING, TypedDict
from uuid import uuid4

from companion.campaign_files import head_note
from companion.campaign_files.backups import FOLDER, automatic_backups
from companion.campaign_files.file_permissions import keep_private, make_folder
from companion.campaign_files.opening import Watched, check_is_ours, open_store, without_progress
from companion.config import Settings
from domain.framework.events.chance import Chance
from domain.framework.refusal import NotFound
from domain.framework.text import Text, text
from domain.games import BY_KEY, SHIPPED
from domain.store import Damaged, FileStore, StoreError
from projections import PROJECTIONS, Models
from projections.behind import campaigns_without_numbers, campaigns_without_words, games_awaited
from projections.campaigns import Listed, ListPage, find_campaign, list_page, listed_campaigns

if TYPE_CHECKING:
    from domain.campaigns import Campaigns
    from domain.log.campaign import Campaign
    from domain.log.command import Command
    from projections.play_statistics import Statistics


log = logging.getLogger(__name__)
AGAIN = 600.0
"""Seconds before rebuilt caches are rebuilt again if they are still damaged."""

ASKED_AGAIN = 1.0
"""Seconds for which the result of a trial write is cached, so that frequent probes cost nothing."""


class Health(TypedDict):
    """The SQLite version, and the row id of the newest entry of the whole file."""

    sqlite: str
    entries: int


class Services:
    """One store, its campaigns and its read models.

    Events are imported when the first campaign is opened; listing campaigns is twice as fast without them.

    Args:
        watched: shows the progress while read models of an older format are rebuilt.

    Raises:
        Damaged, Busy: the file cannot be opened.
    """

    def __init__(self, settings: Settings, watched: Watched = without_progress) -> None:
        check_is_ours(settings.file)
        make_folder(settings.data)
        keep_private(settings.file)
        self.settings = settings
        self.models = Models(PROJECTIONS)
        self.store = self._open_store(watched)
        self._campaigns: Campaigns | None = None
        self._loading = Lock()
        self._mending, self._mended = Lock(), float("-inf")
        self._asking, self._asked, self._would_record = Lock(), float("-inf"), False
        self.mended = False
        """Whether damaged caches of the file were rebuilt."""
        self.store.mend = self.rebuild_caches
        self.no_backup: object = None
        """Why the last automatic backup failed; None if it did not."""
        self._check_newest_entry()
        self._rebuild_for_installed_games()

    def _open_store(self, watched: Watched) -> FileStore:
        """The campaign file, or the local copy of a shared log."""
        if not self.settings.shared:
            return open_store(self.settings.file, self.models, BY_KEY, watched)
        from companion.campaign_files.shared_log import open_copy  # noqa: PLC0415 - only needed for a shared database

        return open_copy(self.settings.shared, self.settings.file, self.models, BY_KEY)

    @property
    def campaigns(self) -> "Campaigns":
        """The live campaigns of the store, which execute all commands."""
        with self._loading:
            if self._campaigns is None:
                from domain.campaigns import LIVE, Campaigns  # noqa: PLC0415 - imports all events

                self._campaigns = Campaigns(self.store, BY_KEY, self.models, Chance(SystemRandom()))
                self._campaigns.most_live = self.settings.for_tables(LIVE)
            return self._campaigns

    def _rebuild_for_installed_games(self) -> None:
        """Rebuild the read models if a game is installed now that was missing when they were written."""
        with suppress(StoreError):
            with self.store.reading() as cursor:
                awaited = games_awaited(cursor, SHIPPED)
            if not any(game in BY_KEY for game in awaited):
                return
            from projections.rebuild import rebuild_read_models  # noqa: PLC0415 - once after an installation

            rebuild_read_models(self.campaigns, self.models)

    def rebuild_caches(self) -> bool:
        """Rebuild the caches of the file if nothing else is damaged; returns whether that was done, now or recently.

        If the rebuild did not help, it is not repeated for `AGAIN` seconds.
        """
        from projections.rebuild import renew_models  # noqa: PLC0415 - rarely needed

        with self._mending:
            if monotonic() - self._mended < AGAIN:
                return True
            try:
                done = renew_models(self.campaigns, self.models)
            except StoreError as error:
                log.warning("the damaged caches of the file cannot be rebuilt: %s", error)
                return False
            if done:
                log.warning("A part of the campaign file was damaged. It was rebuilt from the log; nothing is lost.")
                self.mended, self._mended = True, monotonic()
            return done

    def close(self) -> None:
        try:
            self.update_lagging_models()
            with suppress(StoreError):
                head_note.write_note(self.store)
        finally:
            self.store.close()

    def update_lagging_models(self) -> None:
        """Update the read models that lag behind the log."""
        with suppress(StoreError):  # the function that updates them logs it
            with self.store.reading() as cursor:
                behind = campaigns_without_words(cursor) or campaigns_without_numbers(cursor)
            if not behind:
                return
        from projections.following import catch_up_all  # noqa: PLC0415 - as for campaigns

        catch_up_all(self.campaigns)

    def _check_newest_entry(self) -> None:
        """Stop recording if the newest acknowledged entry is missing."""
        try:
            lost = head_note.missing_entry(self.store)
        except Damaged:
            from projections.rebuild import UNREADABLE  # noqa: PLC0415 - rarely needed

            self.stop_recording(UNREADABLE)
            return
        if lost:
            self.stop_recording(self._missing_entry_message(lost))
        elif (backups := automatic_backups(self.settings.file)) and not self.health()["entries"]:
            self.stop_recording(
                text(
                    "the file is empty, but there is a backup of it: {file}. Restore it; to start over, stop the"
                    " companion and move the folder {folder} away",
                    file=next(iter(backups.values())).name,
                    folder=FOLDER,
                )
            )

    def _missing_entry_message(self, lost: head_note.Noted) -> Text:
        """The message on a missing entry; for an empty file, with instructions."""
        if not self.health()["entries"]:
            return text(
                "the file is empty, but campaigns were saved before. Put the old file back, or restore a backup;"
                " to start over, stop the companion and delete {note}",
                note=head_note.note_path(self.settings.file).name,
            )
        with suppress(NotFound, StoreError):
            key = self.find_campaign(lost.campaign).key
            return text("entry {entry} of “{key}” was saved, but is missing", entry=lost.position, key=key)
        return text("a campaign that was saved is missing")

    def stop_recording(self, what: Text) -> None:
        """Stop recording because the file has a fault."""
        self.store.stopped = self.store.stopped or Damaged("Recording has stopped: {what}.", what=what)

    def would_record(self) -> bool:
        """Whether a write would succeed, as of at most `ASKED_AGAIN` seconds ago."""
        if self.store.stopped or not self.store.reachable:
            return False
        with self._asking:
            if monotonic() - self._asked >= ASKED_AGAIN:
                self._would_record, self._asked = self.store.would_record(), monotonic()
            return self._would_record

    def new_command(
        self,
        id_: str = "",
        actor: str = "",
        device: str = "",
        bend: str = "",
        later: str = "",
        seats: frozenset[str] | None = None,
        host: bool = True,
        former: frozenset[str] = frozenset(),
    ) -> "Command":
        """A command made now, with a new id unless one is given."""
        from domain.log.command import Command  # noqa: PLC0415 - as for campaigns

        now = datetime.now().astimezone()
        time = now.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        offset, day = (now.utcoffset() or timedelta()) // timedelta(minutes=1), now.date().isoformat()
        author = (actor, device, bend, later, seats, host)
        return Command(id_ or uuid4().hex, time, *author, former=former, day=day, offset=offset)

    def list_campaigns(self, words: str = "", hidden: bool | None = None) -> list[Listed]:
        """All campaigns, or those whose names contain some words; the last played first."""
        with self.store.reading() as cursor:
            return listed_campaigns(cursor, words, hidden)

    def list_page(self, words: str = "", number: int = 1, hidden: bool | None = None) -> ListPage:
        """A page of `list_campaigns`."""
        with self.store.reading() as cursor:
            return list_page(cursor, words, number, hidden)

    def statistics(self, campaigns: Collection[str] | None = None) -> "Statistics":
        """The statistics of some campaigns by their ids, or of all."""
        from projections.play_statistics import play_statistics  # noqa: PLC0415 - few requests need it

        with self.store.reading() as cursor:
            return play_statistics(cursor, campaigns)

    def find_campaign(self, key: str) -> Listed:
        """The campaign with a key.

        Raises:
            NotFound: no campaign has it.
        """
        with self.store.reading() as cursor:
            return find_campaign(cursor, key)

    @contextmanager
    def open(self, key: str) -> Iterator["Campaign"]:
        """Hold the live campaign with a key while the `with` block runs."""
        with self.campaigns.open(self.find_campaign(key).campaign) as campaign:
            yield campaign

    def health(self) -> Health:
        """The SQLite version, and the row id of the newest entry of the whole file."""
        with self.store.reading() as cursor:
            version, head = cursor.execute("SELECT sqlite_version(), (SELECT MAX(rowid) FROM entries)").fetchone()
        return {"sqlite": str(version), "entries": int(head or 0)}
