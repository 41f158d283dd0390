"""Entries that another process recorded, as the batches that the read models follow."""

from collections.abc import Collection, Iterable, Iterator, Sequence

from domain.log.campaign import Batch, Campaign
from domain.log.entries import CORRECTION_TOPICS, Raw, Source, digest_of
from domain.log.fold import fold_entries
from domain.log.trace import Trace
from domain.log.what_if import changed_positions


class Ahead:
    """A `Source` with further entries behind those of another one, which are not stored there yet."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self.raws: list[Raw] = []

    def read(self, after: int = 0, upto: int | None = None) -> Iterator[Raw]:
        yield from self._source.read(after, upto)
        yield from self._ahead(after, upto)

    def rows(self, after: int = 0, upto: int | None = None) -> Iterator[Raw | tuple[int, str, bytes]]:
        yield from self._source.rows(after, upto)
        yield from self._ahead(after, upto)

    def corrections(self, after: int = 0, upto: int | None = None) -> Sequence[Raw]:
        ahead = [raw for raw in self._ahead(after, upto) if raw.topic in CORRECTION_TOPICS]
        return [*self._source.corrections(after, upto), *ahead]

    def of_topics(
        self, topics: Collection[str], after: int = 0, upto: int | None = None
    ) -> Sequence[tuple[int, str, bytes]]:
        ahead = [raw for raw in self._ahead(after, upto) if raw.topic in topics]
        return [*self._source.of_topics(topics, after, upto), *ahead]

    def at(self, positions: Collection[int]) -> Sequence[Raw]:
        return [*self._source.at(positions), *(raw for raw in self.raws if raw.position in positions)]

    def head(self) -> int:
        return self.raws[-1].position if self.raws else self._source.head()

    def _ahead(self, after: int, upto: int | None) -> Iterator[Raw]:
        return (raw for raw in self.raws if after < raw.position and (upto is None or raw.position <= upto))


def split_at_corrections(raws: Iterable[Raw]) -> Iterator[list[Raw]]:
    """Split entries into stretches of corrections alone, and of everything else."""
    stretch: list[Raw] = []
    for raw in raws:
        if stretch and (raw.topic in CORRECTION_TOPICS) != (stretch[0].topic in CORRECTION_TOPICS):
            yield stretch
            stretch = []
        stretch.append(raw)
    if stretch:
        yield stretch


def follow_entries(campaign: Campaign, raws: Sequence[Raw]) -> Batch:
    """Fold a stretch of entries that its source has behind a campaign's head; returns it as its batch."""
    before, start = campaign.standing(), campaign.position
    entries = [campaign.reader.entry(raw) for raw in raws]
    if raws[0].topic in CORRECTION_TOPICS:
        campaign.catch_up()
        now = campaign.standing()
        restood = changed_positions(before, now)
        return Batch(
            campaign.id, campaign.game_at_start, campaign.table, campaign.trace, entries, campaign.digest, restood[0],
            now, restood, raws=[*raws],
        )  # fmt: skip
    trace: Trace = campaign.trace.take_over()
    head = raws[-1].position
    campaign.failures += fold_entries(
        campaign.table, campaign.source.rows(start, head), campaign.corrected.at(head), campaign.reader, trace.note
    )
    trace.note_numbers(campaign.table)
    campaign.position, campaign.digest = head, digest_of(raws[-1])
    campaign.keep_checkpoint()
    return Batch(campaign.id, campaign.game_at_start, campaign.table, trace, entries, campaign.digest, raws=[*raws])


__all__ = ["Ahead", "follow_entries", "split_at_corrections"]
