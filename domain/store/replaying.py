"""Replaying a whole log in batches for the read models: read and folded once, with today's standing."""

from collections.abc import Iterable, Iterator

from domain.framework.game import AnyGame
from domain.log.campaign import Batch, Campaign
from domain.log.effective_entries import corrections_in, standing_after
from domain.log.entries import Entry, Raw, Source, digest_of
from domain.log.entry_decoding import reader_of
from domain.log.fold import fold_entries
from domain.log.history import Packs
from domain.log.trace import Trace
from domain.store import Recorded

RETOLD = 2_000
"""Entries per batch: with 500 the overhead of batches adds up; with 5,000 garbage collection becomes slow."""


def replay_batches(id_: str, game: AnyGame, source: Source, packs: Packs) -> Iterator[Batch]:
    """The log of a campaign in batches, as if recorded now; a batch also has the entries that could not be applied."""
    reader, head = reader_of(game), source.head()
    now = standing_after(list(corrections_in(source.corrections(), reader)))
    marked = now.marked()
    table = game.table().with_packs(lambda digest: packs(digest) or game.pack)
    for start in range(0, head, RETOLD):
        end = min(start + RETOLD, head)
        rows = list(source.rows(start, end))
        if not rows:
            continue  # a hole in a damaged log
        trace = Trace(game, table)
        failures = fold_entries(table, rows, now, reader, trace.note)
        trace.note_numbers(table)
        entries, last = reader.entries(rows), digest_of(Raw(*rows[-1]))
        restood = [position for position in marked if start < position <= end]
        yield Batch(id_, game, table, trace, entries, last, start + 1, now, restood, failures)


def replay_since(campaign: Campaign, since: int) -> Batch:
    """A batch from a position on, to update numbers and sheets after a correction."""
    now = campaign.standing()
    table = campaign.fold_to(since - 1, now, campaign.position)
    trace = Trace(campaign.game, table)
    fold_entries(table, campaign.source.rows(since - 1, campaign.position), now, campaign.reader, trace.note)
    trace.note_numbers(table)
    return Batch(campaign.id, campaign.game_at_start, table, trace, since=since, standing=now)


def commands_of(entries: Iterable[Entry]) -> list[Recorded]:
    """The commands of some entries, so that a repeated command is recognised."""
    found: dict[str, Recorded] = {}
    for entry in entries:
        if entry.command:
            _, first, _ = found.get(entry.command, ("", entry.position, 0))
            found[entry.command] = (entry.command, first, entry.position)
    return list(found.values())


__all__ = ["RETOLD", "commands_of", "replay_batches", "replay_since"]
