"""Campaigns that arrive as files: a new one, the continuation of one that is here, or a fork next to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from domain.campaigns import TRIES, Campaigns, Receipt, id_from_command, id_of_fork
from domain.framework.kernel import CampaignBranched, CampaignStarted
from domain.log.entries import Raw
from domain.log.entry_decoding import reader_of
from domain.store import Conflict
from projections.documents.lossless import Imported, add_packs, check_playable

Outcome = Literal["new", "continued", "known", "forked"]


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import.

    Attributes:
        campaign: the id of the campaign that has the entries of the file now.
        entries: the number of its entries.
        added: the number of entries that the import added.
        fork_of: of a fork, the id of the campaign that it differs from; empty otherwise.
        shared: of a fork, the last entry that both have.
    """

    outcome: Outcome
    campaign: str
    entries: int
    added: int = 0
    fork_of: str = ""
    shared: int = 0


@dataclass(frozen=True, slots=True)
class _Destination:
    """The campaign that a log belongs to, with the number of its entries here and of those that both have."""

    campaign: str
    here: int
    shared: int
    fork_of: str = ""
    forked_after: int = 0


def _begin(_: str, begin: Callable[[], Receipt]) -> Receipt:
    return begin()


@dataclass(frozen=True, slots=True)
class Importer:
    """The rights of the person who imports; by default, of the administrator.

    Attributes:
        may_change: whether they may record in a campaign that is here.
        begin: creates a campaign of an id as theirs.
    """

    may_change: Callable[[str], bool] = bool
    begin: Callable[[str, Callable[[], Receipt]], Receipt] = _begin


ADMINISTRATOR = Importer()


def import_campaign(campaigns: Campaigns, imported: Imported, importer: Importer = ADMINISTRATOR) -> ImportResult:
    """Store the entries of a file that are not here yet.

    A log that continues a campaign is appended to it. One that differs from some entry on becomes a campaign with an
    id that depends only on that entry: the same fork is found again, and a longer copy continues it.

    Raises:
        Misfit: the log is readable, but does not fold into a playable table.
        Conflict: the campaign belongs to another host, or its id to a different campaign.
        Busy, Damaged: raised by the store; nothing was imported.
    """
    for _ in range(TRIES):
        found = _find_destination(campaigns, imported, importer.may_change)
        try:
            return _store_at(campaigns, imported, found, importer)
        except Conflict:  # another command recorded meanwhile, so the log may be a fork now
            continue
    raise Conflict("Others record in this campaign all the time. Nothing was imported. Try again.")


def check_import(campaigns: Campaigns, imported: Imported, importer: Importer = ADMINISTRATOR) -> None:
    """Check that a file can be imported; nothing is stored.

    Raises:
        Misfit, Conflict: as `import_campaign`.
    """
    found = _find_destination(campaigns, imported, importer.may_change)
    check_playable(campaigns, imported, found.campaign)


def _store_at(campaigns: Campaigns, imported: Imported, found: _Destination, importer: Importer) -> ImportResult:
    raws, id_ = imported.raws, found.campaign
    added = len(raws) - found.shared
    if found.here and not added:
        return ImportResult("known", id_, found.here)
    campaign = check_playable(campaigns, imported, id_)
    add_packs(campaigns, imported)
    if found.here:
        campaigns.continue_campaign(id_, raws, found.shared)
        return ImportResult("continued", id_, len(raws), added)
    importer.begin(id_, lambda: campaigns.adopt_campaign(campaign))
    return ImportResult("forked" if found.fork_of else "new", id_, len(raws), added, found.fork_of, found.forked_after)


def _find_destination(campaigns: Campaigns, imported: Imported, may_change: Callable[[str], bool]) -> _Destination:
    """The campaign that a log continues, repeats or forks from; otherwise a new one with the id of its file."""
    id_ = _first_campaign(campaigns, imported, may_change)
    fork_of, forked_after = "", 0
    while True:
        here, shared = _count_shared(campaigns, id_, imported.raws)
        if here and not may_change(id_):
            raise Conflict("This campaign is already here and belongs to another host. Nothing was imported.")
        if shared in (here, len(imported.raws)):
            return _Destination(id_, here, shared, fork_of, forked_after)
        if not shared:
            raise Conflict("A different campaign with the same id is already here. Nothing was imported.")
        fork_of, forked_after, id_ = id_, shared, id_of_fork(id_, imported.raws[shared])


def _first_campaign(campaigns: Campaigns, imported: Imported, may_change: Callable[[str], bool]) -> str:
    """The id with which to begin: that of the command that began the log, if it is here, or that of the file.

    A fork has another id on each computer, but everywhere its log says how it began.
    """
    began = _id_from_log(imported)
    return began if campaigns.store.source(began).head() and may_change(began) else imported.header.campaign


def _id_from_log(imported: Imported) -> str:
    """The id that the command which began a log gave it; a branch begins with its last `CampaignBranched`."""
    began = [raw for raw in imported.raws if raw.topic in (CampaignStarted.topic, CampaignBranched.topic)]
    return id_from_command(reader_of(imported.game).entry(began[-1]).command)


def _count_shared(campaigns: Campaigns, id_: str, raws: Sequence[Raw]) -> tuple[int, int]:
    """The number of entries of a campaign here, and of those at its beginning that a log has too."""
    source = campaigns.store.source(id_)
    both = zip(source.read(), raws, strict=False)
    return source.head(), sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))


__all__ = ["ADMINISTRATOR", "ImportResult", "Importer", "check_import", "import_campaign"]
