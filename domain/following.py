"""The local writes for entries that another process recorded: their read models, as if recorded here."""

from collections import OrderedDict
from collections.abc import Mapping, Sequence

from domain.framework.game import AnyGame
from domain.framework.refusal import NotFound
from domain.games.missing import game_or_stand_in
from domain.log.campaign import Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.entries import Memory, Raw, chain_breaks
from domain.log.entry_decoding import game_at_start, key_of_game, reader_of
from domain.log.others import Ahead, follow_entries, split_at_corrections
from domain.store import LocalFile, ReadModels, Write, commands_write, quarantine_write
from domain.store.replaying import commands_of, replay_batches

FOLLOWED = 32
"""Followed campaigns kept in memory; they are separate from open campaigns, which recorders hold."""


class Followers:
    """The campaigns of a store, advanced by entries that other processes record.

    Args:
        games: the known games by key; a stand-in takes the place of any other (`domain.games.missing`).
        models: the read models that are written.
    """

    def __init__(self, store: LocalFile, games: Mapping[str, AnyGame], models: ReadModels) -> None:
        self._store, self._games, self._models = store, games, models
        self._known: OrderedDict[str, tuple[Campaign, Ahead]] = OrderedDict()

    def project(self, id_: str, raws: Sequence[Raw]) -> Sequence[Write]:
        """The writes for entries that continue the stored ones."""
        if not raws:
            return []
        try:
            return self._begun(id_, raws) if raws[0].position == 1 else self._continued(id_, raws)
        except NotFound:  # the first entry names no game
            return []

    def _begun(self, id_: str, raws: Sequence[Raw]) -> list[Write]:
        """The writes for a new campaign, or for one that was imported as a whole."""
        source = Memory(raws)
        game = self._game_of(raws[0])
        batches = replay_batches(id_, game, source, self._store.pack)
        projected = [self._models.projector(batch) for batch in batches]
        commands = commands_of(map(reader_of(game).entry, raws))
        return [commands_write(id_, commands), *projected, quarantine_write(id_, chain_breaks(raws))]

    def _continued(self, id_: str, raws: Sequence[Raw]) -> list[Write]:
        campaign, ahead = self._campaign(id_)
        ahead.raws.clear()  # the entries of the last call are stored by now
        campaign.catch_up()
        writes: list[Write] = []
        for stretch in split_at_corrections(raws):
            ahead.raws += stretch
            batch = follow_entries(campaign, stretch)
            writes += [commands_write(id_, commands_of(batch.entries)), self._models.writer(batch)]
        return writes

    def _campaign(self, id_: str) -> tuple[Campaign, Ahead]:
        """The followed campaign, folded from the file if it is not in memory."""
        found = self._known.pop(id_, None)
        if found is None:
            ahead = Ahead(self._store.source(id_))
            game = self._game_of(next(ahead.read(0, 1)))
            known = Checkpoints(self._store.newest_snapshot_before(id_))
            found = Campaign(id_, game, ahead, self._store.pack, known), ahead
        self._known[id_] = found
        while len(self._known) > FOLLOWED:
            self._known.popitem(last=False)
        return found

    def _game_of(self, first: Raw) -> AnyGame:
        return game_at_start(first, game_or_stand_in(self._games, key_of_game(first)), self._store.pack)


__all__ = ["Followers"]
