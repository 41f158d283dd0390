"""History: the log of one campaign, read: the table now and at any entry, the entries, and their prompts.

Nothing here reads a clock or a file: entries come from a `Source`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from pydantic import ValidationError

from domain.framework.content import Content
from domain.framework.game import AnyGame, Prompt, Viewer
from domain.framework.refusal import NotFound
from domain.framework.table import Table
from domain.framework.views.sharing import MadeOfMoment, share
from domain.log.checkpoints import EVERY, Checkpoint, Checkpoints, state_bytes
from domain.log.command import Author
from domain.log.effective_entries import Counting, Standing
from domain.log.entries import Entry, Source, digest_of
from domain.log.entry_decoding import reader_of
from domain.log.fold import Failure, Watch, fold_entries
from domain.log.open_prompts import open_board_acts, open_prompts
from domain.log.recorded_names import MomentNames
from domain.log.trace import Trace

CHUNK = 1_000
"""Entries that are read at a time, so that a long log is never in memory as a whole."""
REMEMBERED = 128
"""Entries that stay in memory after they were read one by one: pages describe the newest ones again and again."""
Known = frozenset[tuple[str, ...]]
"""Paths of secrets."""
Packs = Callable[[str], Content | None]
"""Content packs by digest; None if this store has no such pack."""


@dataclass(frozen=True)
class OthersSince:
    """A cache of the newest positions of a log that contain nothing of an author's own."""

    standing: Standing
    positions: range


class History:
    """The log of a campaign and its table, read up to the head.

    Attributes:
        position: the last entry that the table contains.
        digest: the digest of that entry.
        failures: the entries that could not be applied. While there are any, no table is kept as a checkpoint.
        others_since: for `domain.log.dependents`: what each author did not record.
    """

    def __init__(
        self,
        id_: str,
        game: AnyGame,
        source: Source,
        packs: Packs | None = None,
        checkpoints: Checkpoints | None = None,
        corrected: Counting | None = None,
        remembered: Mapping[int, Entry] | None = None,
    ) -> None:
        self.id = id_
        self._game = game
        self.source = source
        self.packs = packs or (lambda digest: None)
        self.checkpoints = checkpoints or Checkpoints()
        self.reader = reader_of(game)
        self.corrected = corrected or Counting(source, self.reader)
        self._remembered = dict(remembered or {})
        self.others_since: dict[Author, OthersSince] = {}
        self._tables_seen: tuple[str, dict[Known, Table], MadeOfMoment] = ("", {}, MadeOfMoment())
        self.names = MomentNames(source, self.reader, self.corrected)
        self.table = self.empty_table()
        self.position, self.digest = 0, ""
        self.failures: list[Failure] = []
        self.catch_up()

    @property
    def game_at_start(self) -> AnyGame:
        """The game as the campaign began with it; stored lines use its names, whatever changes later."""
        return self._game

    @property
    def game(self) -> AnyGame:
        """The game, as the content that the table is pinned to now describes it."""
        return self._game.for_table(self.table) if self._game.by_pack else self._game

    def table_seen_with(self, known: Known, make: Callable[[], Table]) -> Table:
        """The table as those see it who know some secrets alone, made once after each entry.

        What is made of it with `Table.shared` serves all who know the same of what it reads.
        """
        if self._tables_seen[0] != self.digest:
            self._tables_seen = self.digest, {}, MadeOfMoment()
        _, tables, made = self._tables_seen
        if known not in tables:
            tables[known] = share(make(), made, known)
        return tables[known]

    # --- folding ---

    def catch_up(self) -> None:
        """Fold the entries stored since, from a checkpoint if a correction is among them."""
        head = self.source.head()
        if head < self.position:
            self._remembered.clear()  # the file was put back
        if not 0 < self.position <= head or self.corrected.earliest_affected(self.position, head):
            if self.position:
                self.checkpoints.drop_since(1)
            self.table, self.position = self._nearest_table(head, head)
            self.failures = []
        now = self.corrected.at(head)
        for start in range(self.position, head, CHUNK):
            rows = self.source.rows(start, min(start + CHUNK, head))
            self.failures += fold_entries(self.table, rows, now, self.reader)
            self._keep_if_old(min(start + CHUNK, head), known=head)
        self.position = head
        self.digest = next((digest_of(raw) for raw in self.source.read(head - 1, head)), "")
        self.trace = Trace(self.game, self.table)

    def empty_table(self) -> Table:
        """The table before the first entry."""
        return self._with_packs(self._game.table())

    def _with_packs(self, table: Table) -> Table:
        """A new table that finds the content it is pinned to, or else the game's own; copies of it do so, too."""
        return table.with_packs(lambda digest: self.packs(digest) or self._game.pack)

    def _nearest_table(self, upto: int, view: int) -> tuple[Table, int]:
        """The table of the nearest checkpoint and its position; the empty table and 0 without a readable one."""
        kept = self.checkpoints.newest_before(upto, view, self.corrected)
        if kept is not None:
            with suppress(ValidationError):
                return self._with_packs(self._game.table.model_validate_json(kept.state)), kept.position
        return self.empty_table(), 0

    def checkpoint(self) -> Checkpoint:
        """The checkpoint of the table as it is now."""
        return Checkpoint(self.position, self.position, state_bytes(self.table))

    def checkpoint_if_sound(self) -> tuple[Checkpoints, Counting, Mapping[int, Entry]]:
        """The last arguments for a copy of this history, which begins with the table in memory unless something failed.

        The newest corrections are read first, so that copies do not read them again.
        """
        self.standing()
        now = () if self.failures else (self.checkpoint(),)
        return self.checkpoints.copy(*now), self.corrected.copy(), {**self._remembered}

    def keep_checkpoint(self) -> None:
        """Keep a checkpoint of the table, if the last one is old enough."""
        self._keep_if_old(self.position, known=self.position)

    def _keep_if_old(self, position: int, known: int) -> None:
        if position - self.checkpoints.newest >= EVERY:
            self._keep_table(self.table, position, known)

    def _keep_table(self, table: Table, position: int, known: int) -> None:
        """Keep a table, unless something could not be applied: then every fold has to find the failure."""
        if not self.failures:
            self.checkpoints.keep(Checkpoint(position, known, state_bytes(table)))

    def fold_to(self, upto: int, now: Standing, view: int) -> Table:
        """The table after the entries up to a position that count; `view` is the last correction that is known."""
        table, position = self._nearest_table(upto, view)
        fold_entries(table, self.source.rows(position, upto), now, self.reader)
        return table

    def at(self, position: int) -> Table:
        """The table as it was after an entry, with the corrections known by then.

        Raises:
            NotFound: there is no such entry.
        """
        if not 0 <= position <= self.position:
            raise _no_entry(position, self.position)
        return self._look_back(position, self.corrected.back_at(position), position)

    def table_counting_today(self, position: int) -> Table:
        """The table after the entries up to a position that count today."""
        return self._look_back(position, self.standing(), self.position)

    def _look_back(self, upto: int, now: Standing, view: int) -> Table:
        """Fold as `fold_to` does, and keep checkpoints on the way: a viewer who looks back does so again nearby.

        The preview of a correction folds to the same position several times.
        """
        table, position = self._nearest_table(upto, view)
        self._fold_on(table, position, upto, now, view)
        return table

    def _fold_on(
        self, table: Table, position: int, upto: int, now: Standing, view: int, watch: Watch | None = None
    ) -> None:
        """Fold the entries between two positions, and keep checkpoints on the way."""
        near = upto - upto % EVERY
        for stop in (*range(position // CHUNK * CHUNK + CHUNK, near, CHUNK), near):
            if position < stop:
                fold_entries(table, self.source.rows(position, stop), now, self.reader, watch)
                self._keep_table(table, stop, known=view)
                position = stop
        fold_entries(table, self.source.rows(position, upto), now, self.reader, watch)

    def stretches_backwards(self, upto: int) -> Iterator[tuple[Table, Callable[[Watch], None]]]:
        """The log up to a position in stretches, the newest first, so that callers stop when they know enough.

        Each is the table at a checkpoint, as it counts today, and a function that folds the entries from there to the
        stretch after it. A stretch is at least twice as long as the one after it, so that few are needed.
        """
        length, now = EVERY, self.standing()
        while upto > 0:
            table, position = self._nearest_table(max(upto - length, 0), self.position)
            yield table, partial(self._fold_on, table, position, upto, now, self.position)
            upto, length = position, 2 * length

    def standing(self) -> Standing:
        """Which entries count now; the result is shared, so it must not be changed."""
        return self.corrected.at(self.position)

    # --- entries ---

    def entries(self, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries after a position, including those that do not count."""
        return (self.reader.entry(raw) for raw in self.source.read(after, upto))

    def entry(self, position: int) -> Entry:
        """The entry at a position.

        Raises:
            NotFound: there is none.
        """
        return self.entries_at((position,))[0]

    def entries_at(self, positions: Sequence[int]) -> list[Entry]:
        """The entries at some positions, in the given order.

        Raises:
            NotFound: there is none at one of them.
        """
        found = self.entries_found(positions)
        for position in positions:
            if position not in found:
                raise _no_entry(position, self.position)
        return [found[position] for position in positions]

    def entries_found(self, positions: Sequence[int]) -> Mapping[int, Entry]:
        """The entries that exist at some positions, read at once.

        An entry in memory is not read again: its content never changes, only whether it counts.
        """
        known = self._remembered
        found = {position: known[position] for position in positions if position in known}
        if missing := [one for one in positions if one not in found and 1 <= one <= self.position]:
            read = {raw.position: self.reader.entry(raw) for raw in self.source.at(missing)}
            found |= read
            known |= read
            for oldest in list(known)[: max(0, len(known) - REMEMBERED)]:
                del known[oldest]
        return found

    def entry_as_it_counts(self, position: int, now: Standing) -> Entry:
        """An entry with the event that counts there: that of its amendment, if it was amended."""
        entry = self.entry(position)
        amendment = now.amended.get(position)
        if amendment is None or not amendment.events:
            return entry
        event, stamp = amendment.events[0], amendment.stamp
        said, fell = (stamp.said, stamp.fell) if stamp else (None, ())
        return entry._replace(event=event, fields=event.model_dump(mode="json"), said=said, fell=fell)

    # --- prompts ---

    def prompts(self, viewer: Viewer) -> list[Prompt]:
        """The prompts for the seats of a viewer and for all seats, without those that the rules would refuse."""
        mine = viewer.seats
        return [one for one in self.prompts_of_all(viewer) if not (mine and one.seats) or one.seats & mine]

    def board_acts(self, viewer: Viewer) -> list[Prompt]:
        """What the board offers besides the prompts, for the seats of a viewer and for all seats."""
        mine, seen = viewer.seats, self.game.view(self.table, viewer)
        acts = open_board_acts(self.game, seen, open_prompts(self.game, seen))
        return [one for one in acts if not (mine and one.seats) or one.seats & mine]

    def prompts_of_all(self, viewer: Viewer) -> list[Prompt]:
        """The prompts of all seats, as far as a viewer may know."""
        return open_prompts(self.game, self.game.view(self.table, viewer))


def _no_entry(position: int, last: int) -> NotFound:
    return NotFound("There is no entry {position}; the last one is {last}.", position=position, last=last)


__all__ = ["CHUNK", "REMEMBERED", "History", "OthersSince", "Packs"]
