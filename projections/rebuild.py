"""Rebuilding the read models from the log, and verifying the file."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from domain.campaigns import Campaigns
from domain.framework.refusal import NotFound
from domain.framework.table import as_json
from domain.framework.text import Text, text
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Chain, Source
from domain.log.entry_decoding import first_fields
from domain.log.fold import Failure
from domain.store import Damaged, FileStore, Pace, StoreError, Unsound, watch_nothing
from domain.store.replaying import replay_batches
from projections.base import Models
from projections.campaigns import Listed, campaigns_without_game, find_campaign, ids_of_campaigns
from projections.current import current_state
from projections.documents.lossless import PINNING
from projections.following import catch_up_all
from projections.log import keep_lines


@dataclass(frozen=True, slots=True)
class Fault:
    """A fault of a campaign, or of the whole file (campaign "")."""

    campaign: str
    told: Text
    """The sentence of the fault; translated unless it comes from a library."""

    @property
    def what(self) -> str:
        return str(self.told)


UNREADABLE = text("a page of the file cannot be read")


def untranslated(fault_text: str) -> Text:
    """A fault in a library's words, such as SQLite's, which are not translated."""
    return Text("{told}", {"told": fault_text})


def as_unsound(fault: Fault) -> Unsound:
    """A fault as an exception."""
    return Unsound("{fault}", fault=fault.told)


def rebuild_read_models(campaigns: Campaigns, models: Models, progress: Pace = watch_nothing) -> list[Fault]:
    """Drop every read model and rebuild it in one transaction and one pass over the log; snapshots are dropped too.

    Returns:
        The entries that could not be applied to their table.
    """
    faults: list[Fault] = []
    with campaigns.store.writing() as db:
        keep_lines(db, campaigns_without_game(db, campaigns.games))
        models.drop(db)
        models.setup(db)
        for id_ in campaigns.store.campaigns():
            faults += build_models(db, campaigns, models, id_, progress)
        keep_lines(db, ())
    campaigns.store.forget_snapshots()
    return faults


def renew_models(campaigns: Campaigns, models: Models) -> bool:
    """Rebuild every read model if only caches are damaged; returns False if nothing is, or more."""

    def anew(db: sqlite3.Connection) -> None:
        models.setup(db)
        for id_ in campaigns.store.campaigns():
            build_models(db, campaigns, models, id_, watch_nothing)

    return campaigns.store.renew_caches(anew)


def build_models(db: sqlite3.Connection, campaigns: Campaigns, models: Models, id_: str, progress: Pace) -> list[Fault]:
    """Build the read models of one campaign and return its failures; one whose first entry names no game is skipped."""
    try:
        game = campaigns.game_of(id_)
    except NotFound:
        return []
    faults: list[Fault] = []
    for batch in replay_batches(id_, game, campaigns.store.source(id_), campaigns.store.pack):
        models.projector(batch)(db)
        progress(len(batch.entries))
        faults += (Fault(id_, found) for found in unapplied_entries(batch.failures))
    return faults


def unapplied_entries(failures: Iterable[Failure]) -> Iterator[Text]:
    """The faults of entries that count but could not be applied."""
    for failure in failures:
        yield text("entry {entry} counts, but cannot be applied ({why})", entry=failure.position, why=failure.why)


def fold_from_zero(campaigns: Campaigns, id_: str, source: Source | None = None) -> Campaign:
    """A campaign folded from its first entry, without checkpoint, snapshot or cache."""
    read_from = source or campaigns.store.source(id_)
    return Campaign(id_, campaigns.game_of(id_), read_from, campaigns.store.pack, Checkpoints())


def verify_file(campaigns: Campaigns, models: Models, progress: Pace = watch_nothing) -> Iterator[Fault]:
    """All faults: of the file, the chains of digests, the folds and the rows of the read models."""
    yield from faults_of_file(campaigns)
    for id_ in campaigns.store.campaigns():
        yield from _links_and_folds(campaigns, id_, progress)
    yield from _found_by("", partial(differing_rows, campaigns, models))


def check_chains(campaigns: Campaigns, progress: Pace = watch_nothing) -> Iterator[Fault]:
    """New faults in the chains of digests, read in small pieces so that commands are not blocked.

    Raises:
        Busy: the file cannot be read now; its contents may be intact.
    """
    for id_ in campaigns.store.campaigns():
        try:
            yield from (Fault(id_, found) for found in broken_links(campaigns, id_, progress))
        except Damaged:
            yield Fault(id_, UNREADABLE)


def faults_of_file(campaigns: Campaigns) -> Iterator[Fault]:
    """Faults of the file as a whole; reads all of it."""
    yield from _found_by("", lambda: map(untranslated, campaigns.store.faults()))


def faults_of(campaigns: Campaigns, id_: str, source: Source) -> Iterator[Fault]:
    """Faults of one campaign with its entries from a source; its rows are not compared."""
    yield from _links_and_folds(campaigns, id_, watch_nothing, source)


def _links_and_folds(campaigns: Campaigns, id_: str, progress: Pace, source: Source | None = None) -> Iterator[Fault]:
    yield from _found_by(id_, lambda: map(untranslated, campaigns.store.quarantined(id_).values()))
    yield from _found_by(id_, partial(lost_packs, campaigns, id_, source))
    yield from _found_by(id_, partial(broken_links, campaigns, id_, progress, source))
    yield from _found_by(id_, partial(differing_folds, campaigns, id_, source))


def _found_by(campaign: str, search: Callable[[], Iterable[Text]]) -> Iterator[Fault]:
    """The faults that a search finds, or the error that stops it."""
    try:
        yield from (Fault(campaign, found) for found in search())
    except StoreError as error:
        yield Fault(campaign, error.text)


def broken_links(
    campaigns: Campaigns, id_: str, progress: Pace = watch_nothing, source: Source | None = None
) -> Iterator[Text]:
    """Breaks in the chain of digests and missing positions, without those in quarantine."""
    chain, known, recorded = Chain(), campaigns.store.quarantined(id_), _listed_as(campaigns, id_)
    for raw in (source or campaigns.store.source(id_)).read():
        yield from (found.told for found in chain.add(raw) if found.position not in known)
        if recorded and recorded.entries == raw.position and recorded.digest != chain.digest:
            yield text("entry {entry} is not the one that was recorded", entry=raw.position)
        progress(1)
    if recorded and recorded.entries > chain.position:
        yield text("entries after {entry} are missing", entry=chain.position)


def lost_packs(campaigns: Campaigns, id_: str, source: Source | None = None) -> Iterator[Text]:
    """Entries that pin a content pack that cannot be read."""
    for raw in (source or campaigns.store.source(id_)).read():
        pinned = raw.topic in PINNING and first_fields(raw).get("pack")
        if pinned and campaigns.store.pack(str(pinned)) is None:
            yield text("the content pack of entry {entry} cannot be read; the game's own is used", entry=raw.position)


def _listed_as(campaigns: Campaigns, id_: str) -> Listed | None:
    """The row of a campaign in the list, which has the digest of its last entry; None if there is none."""
    with campaigns.store.reading() as cursor:
        try:
            return find_campaign(cursor, id_)
        except NotFound:
            return None


def differing_folds(campaigns: Campaigns, id_: str, source: Source | None = None) -> Iterator[Text]:
    """Differences between the live campaign and its log; the campaign is locked only while it is copied."""
    try:
        with campaigns.open(id_) as live, campaigns.store.reading() as cursor:
            position, stood, (kept_at, kept) = live.position, as_json(live.table), current_state(cursor, id_)
        anew = fold_from_zero(campaigns, id_, source)
        rebuilt = as_json(anew.table if anew.position == position else anew.at(position))
        was = rebuilt if kept_at == position else _table_after(anew, kept_at)
    except NotFound as unknown:
        yield unknown.text
        return
    yield from unapplied_entries(anew.failures)
    if anew.game.origin == "missing":
        return  # the stored state is that of the game, which a stand-in cannot compute
    if rebuilt != stood:
        yield text("the table in memory differs from its log")
    if _read(kept) != was:
        yield text("the state of entry {entry} differs from its log; run rebuild", entry=kept_at)


def _table_after(campaign: Campaign, position: int) -> object:
    """The table after an entry as JSON; None if there is no such entry."""
    return as_json(campaign.at(position)) if position <= campaign.position else None


def _read(kept: bytes) -> object:
    try:
        return orjson.loads(kept)
    except orjson.JSONDecodeError:
        return None


def differing_rows(campaigns: Campaigns, models: Models) -> Iterator[Text]:
    """Read models that differ from a rebuild in a copy of the file."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        campaigns.store.backup(copy)
        twin = Campaigns(FileStore(copy, models.setup), campaigns.games, models, campaigns.chance)
        catch_up_all(twin)
        with twin.store.writing() as db:
            missing = campaigns_without_game(db, twin.games)  # only their games could write the same rows
            models.set_aside(db)
        rebuild_read_models(twin, models)
        with twin.store.writing() as db:
            differing = list(models.differing(db, {id_: ids_of_campaigns(db, id_) for id_ in missing}))
        twin.store.close()
    for name in differing:
        yield text("the read model “{name}” differs from the log; run rebuild", name=name)
