"""Building the read models anew from the log, and checking that all of it is sound."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson

from domain.campaigns import Campaigns
from domain.language.refusal import NotFound
from domain.language.table import as_json
from domain.language.text import Text, text
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Chain, Source
from domain.log.fold import Failure
from domain.log.reading import first_fields
from domain.store import Damaged, Pace, StoreError, Unsound, watch_nothing
from domain.store.replaying import replay_batches
from projections.base import Models
from projections.campaigns import Listed, find_campaign
from projections.current import state
from projections.documents.lossless import PINNING
from projections.following import catch_up_all


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a campaign, or with the file as a whole (campaign "")."""

    campaign: str
    told: Text
    """What it is, to be told in any language, as far as it is in our words."""

    @property
    def what(self) -> str:
        return str(self.told)


UNREADABLE = text("a page of the file cannot be read")


def as_it_is(fault_text: str) -> Text:
    """What somebody else says, or what was written down once, in the words that it has."""
    return Text("{told}", {"told": fault_text})


def as_unsound(fault: Fault) -> Unsound:
    """A fault, in its own words."""
    return Unsound("{fault}", fault=fault.told)


def rebuild(campaigns: Campaigns, models: Models, progress: Pace = watch_nothing) -> list[Fault]:
    """Drop every read model and build it anew; all or nothing, one pass over the log. Snapshots go too.

    Returns:
        what could not be applied to its table, and is missing there.
    """
    faults: list[Fault] = []
    with campaigns.store.writing() as db:
        models.drop(db)
        models.setup(db)
        for id_ in campaigns.store.campaigns():
            faults += build_models(db, campaigns, models, id_, progress)
    campaigns.store.forget_snapshots()
    return faults


def renew_models(campaigns: Campaigns, models: Models) -> bool:
    """Put every read model away whatever is wrong with it, build it anew; False where nothing or more is damaged."""

    def anew(db: sqlite3.Connection) -> None:
        models.setup(db)
        for id_ in campaigns.store.campaigns():
            build_models(db, campaigns, models, id_, watch_nothing)

    return campaigns.store.renew_caches(anew)


def build_models(db: sqlite3.Connection, campaigns: Campaigns, models: Models, id_: str, progress: Pace) -> list[Fault]:
    """The read models of one campaign, and its failures; a game that is not known here has none of either."""
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
    """The entries that count and could not be applied to the table."""
    for failure in failures:
        yield text("entry {entry} counts, but cannot be applied ({why})", entry=failure.position, why=failure.why)


def open_cold(campaigns: Campaigns, id_: str, source: Source | None = None) -> Campaign:
    """A campaign folded from zero: no checkpoint, no snapshot, nothing remembered."""
    read_from = source or campaigns.store.source(id_)
    return Campaign(id_, campaigns.game_of(id_), read_from, campaigns.store.pack, Checkpoints())


def verify_file(campaigns: Campaigns, models: Models, progress: Pace = watch_nothing) -> Iterator[Fault]:
    """Everything that is wrong: with the file, with a chain of digests, with a row of a read model."""
    yield from faults_of_file(campaigns)
    for id_ in campaigns.store.campaigns():
        yield from _links_and_folds(campaigns, id_, progress)
    yield from _found_by("", partial(differing_rows, campaigns, models))


def light_check(campaigns: Campaigns, progress: Pace = watch_nothing) -> Iterator[Fault]:
    """What is wrong with the logs alone, as far as it is not known already: read bit by bit, in nobody's way.

    Raises:
        Busy: the file cannot be read now, which says nothing of what is in it.
    """
    for id_ in campaigns.store.campaigns():
        try:
            yield from (Fault(id_, found) for found in broken_links(campaigns, id_, progress))
        except Damaged:
            yield Fault(id_, UNREADABLE)


def faults_of_file(campaigns: Campaigns) -> Iterator[Fault]:
    """What is wrong with the file as a whole: all of it is read."""
    yield from _found_by("", lambda: map(as_it_is, campaigns.store.faults()))


def faults_of(campaigns: Campaigns, id_: str, source: Source) -> Iterator[Fault]:
    """What is wrong with one campaign, read from a source of its entries; its rows are not compared."""
    yield from _links_and_folds(campaigns, id_, watch_nothing, source)


def _links_and_folds(campaigns: Campaigns, id_: str, progress: Pace, source: Source | None = None) -> Iterator[Fault]:
    yield from _found_by(id_, lambda: map(as_it_is, campaigns.store.quarantined(id_).values()))
    yield from _found_by(id_, partial(lost_packs, campaigns, id_, source))
    yield from _found_by(id_, partial(broken_links, campaigns, id_, progress, source))
    yield from _found_by(id_, partial(differing_folds, campaigns, id_, source))


def _found_by(campaign: str, search: Callable[[], Iterable[Text]]) -> Iterator[Fault]:
    """The faults that a search finds; that it cannot be made is one too."""
    try:
        yield from (Fault(campaign, found) for found in search())
    except StoreError as error:
        yield Fault(campaign, error.text)


def broken_links(
    campaigns: Campaigns, id_: str, progress: Pace = watch_nothing, source: Source | None = None
) -> Iterator[Text]:
    """Where the chain of digests does not hold, and where positions are missing; what is known so is left out."""
    chain, known, recorded = Chain(), campaigns.store.quarantined(id_), _told(campaigns, id_)
    for raw in (source or campaigns.store.source(id_)).read():
        yield from (found.told for found in chain.add(raw) if found.position not in known)
        if recorded and recorded.entries == raw.position and recorded.digest != chain.digest:
            yield text("entry {entry} is not the one that was recorded", entry=raw.position)
        progress(1)
    if recorded and recorded.entries > chain.position:
        yield text("entries after {entry} are missing", entry=chain.position)


def lost_packs(campaigns: Campaigns, id_: str, source: Source | None = None) -> Iterator[Text]:
    """The content packs that the campaign is or was pinned to, and that cannot be read."""
    for raw in (source or campaigns.store.source(id_)).read():
        pinned = raw.topic in PINNING and first_fields(raw).get("pack")
        if pinned and campaigns.store.pack(str(pinned)) is None:
            yield text("the content pack of entry {entry} cannot be read; the game's own is used", entry=raw.position)


def _told(campaigns: Campaigns, id_: str) -> Listed | None:
    """What the list of campaigns says of the last entry of the moment: no other one carries its digest."""
    with campaigns.store.reading() as cursor:
        try:
            return find_campaign(cursor, id_)
        except NotFound:
            return None


def differing_folds(campaigns: Campaigns, id_: str, source: Source | None = None) -> Iterator[Text]:
    """Where the live campaign is not what its log says; it is held while it is copied, not while the log is read."""
    try:
        with campaigns.open(id_) as live, campaigns.store.reading() as cursor:
            position, stood, (kept_at, kept) = live.position, as_json(live.table), state(cursor, id_)
        anew = open_cold(campaigns, id_, source)
        rebuilt = as_json(anew.table if anew.position == position else anew.at(position))
        was = rebuilt if kept_at == position else _then(anew, kept_at)
    except NotFound as unknown:
        yield unknown.text
        return
    yield from unapplied_entries(anew.failures)
    if rebuilt != stood:
        yield text("the table in memory differs from its log")
    if _read(kept) != was:
        yield text("the state of entry {entry} differs from its log", entry=kept_at)


def _then(campaign: Campaign, position: int) -> object:
    """The table as it was after an entry; None where there is no such entry."""
    return as_json(campaign.at(position)) if position <= campaign.position else None


def _read(kept: bytes) -> object:
    try:
        return orjson.loads(kept)
    except orjson.JSONDecodeError:
        return None


def differing_rows(campaigns: Campaigns, models: Models) -> Iterator[Text]:
    """Read models that are not what a rebuild would give."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.db"
        campaigns.store.backup(copy)
        twin = Campaigns(type(campaigns.store)(copy, models.setup), campaigns.games, models, campaigns.chance)
        catch_up_all(twin)
        with twin.store.writing() as db:
            models.set_aside(db)
        rebuild(twin, models)
        with twin.store.writing() as db:
            differing = list(models.differing(db))
        twin.store.close()
    for name in differing:
        yield text("the read model “{name}” differs from the log; run rebuild", name=name)
