"""Campaigns: the live campaigns of a store, and the commands on them.

Each campaign has a lock, and a few are in memory. If the file refuses a command, its campaign is dropped from memory,
so that memory never contains more than the file.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from threading import Lock, RLock
from typing import Any, Literal, Self
from uuid import UUID, uuid5

from domain.following import Followers
from domain.framework import kernel
from domain.framework.content import Content
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.fields.fields import make_event
from domain.framework.game import AnyGame, event_to_record
from domain.framework.refusal import IdReused, Misfit, NotFound, RefusedAll
from domain.games.guarded import refuse_failed
from domain.games.missing import ensure_installed, game_or_stand_in
from domain.log import corrections
from domain.log.batches import record_all
from domain.log.branching import branch_off
from domain.log.campaign import Batch, Campaign
from domain.log.checkpoints import Checkpoints
from domain.log.command import Command
from domain.log.dependents import Scope, last_command
from domain.log.entries import Entry, Memory, Raw, Source, chain_breaks, digest_of
from domain.log.entry_decoding import game_at_start, key_of_game
from domain.log.losses import ask_if_lost
from domain.log.recomputation.computation import Begun
from domain.store import (
    Append,
    Busy,
    Conflict,
    LocalFile,
    ReadModels,
    StoreError,
    fingerprint_of_code,
    quarantine_write,
)
from domain.store.replaying import commands_of, replay_batches

log = logging.getLogger(__name__)
LIVE = 32
"""The number of campaigns in memory, unless `most_live` says otherwise."""
# The most entries that a restart replays.
SNAPSHOT_EVERY = 200
TRIES = 4
"""How often a command is decided if other writers record first each time."""
NAMESPACE = UUID("6f1b8a52-3a7e-5c55-9a53-9f8f1c1d2a60")


@dataclass(frozen=True)
class Receipt:
    """The entries that a command recorded; `repeated` if it had been recorded before."""

    campaign: str
    entries: Sequence[Entry]
    repeated: bool = False


Decide = Callable[[Campaign], Batch]
"""Decides a command on a campaign."""
DecideCorrection = Callable[[Campaign, Begun], Batch]
"""Decides a correction on a campaign, and continues its recomputation."""


class _Live:
    """A campaign's slot in memory and its lock: `with slot`; the campaign itself is opened within."""

    def __init__(self) -> None:
        self._lock = RLock()
        self.campaign: Campaign | None = None
        self.snapshot = 0

    def __enter__(self) -> Self:
        self._lock.acquire()
        return self

    def __exit__(self, *_: object) -> None:
        self._lock.release()


Outcome = Literal["recorded", "repeated", "refused", "conflict", "busy"]
"""The outcome of a command. A conflict with another command is followed by a second outcome."""


def _count_nothing(_: Outcome) -> None:
    """Count no outcome: the default."""


class Campaigns:
    """The campaigns of one store.

    Args:
        games: those that can be played, by key.
        models: the read models that are written with every batch.
        chance: for dice and draws.
    """

    def __init__(self, store: LocalFile, games: Mapping[str, AnyGame], models: ReadModels, chance: Chance) -> None:
        fingerprint_of_code()  # now, while the files are those that run
        self.store = store
        self.games = games
        self._models = models
        self.chance = chance
        self.most_live = 0
        """The number of campaigns in memory; 0 for `LIVE`."""
        self._live: OrderedDict[str, _Live] = OrderedDict()
        self._guard = Lock()
        self._known_packs: dict[str, Content] = {}
        self.count_outcome: Callable[[Outcome], object] = _count_nothing
        """Called with the outcome of each command."""

    @property
    def live_count(self) -> int:
        """How many campaigns are in memory."""
        return len(self._live)

    # --- opening ---

    @contextmanager
    def open(self, id_: str) -> Iterator[Campaign]:
        """Hold a campaign at the head of its log, for one reader or writer at a time.

        Raises:
            NotFound: there is no such campaign, or its first entry names no game.
        """
        with self._slot(id_) as live:
            campaign = self._live_one(live, id_)
            if campaign.source.head() != campaign.position:
                campaign.catch_up()
            yield campaign

    def _live_one(self, live: _Live, id_: str) -> Campaign:
        """The campaign of a slot that is held, read from the file if it is not in memory."""
        if live.campaign is None:
            # Read while the slot is held: two threads would otherwise fold the same log twice.
            live.campaign = self.copy_from_file(id_)
            live.snapshot = self._newest_snapshot(id_)
        self._keep_snapshot(live, live.campaign)
        return live.campaign

    def _packs(self, digest: str) -> Content | None:
        """A content pack of the store, cached."""
        found = self._known_packs.get(digest) or self.store.pack(digest)
        if found is not None:
            self._known_packs[digest] = found
        return found

    def _slot(self, id_: str) -> _Live:
        """The slot of a campaign."""
        with self._guard:
            live = self._live.pop(id_, None) or _Live()
            self._live[id_] = live
            # The slot just taken is the newest one, so a campaign in use is dropped last.
            while len(self._live) > (self.most_live or LIVE):
                self._live.popitem(last=False)
            return live

    def copy_from_file(self, id_: str, source: Source | None = None) -> Campaign:
        """A copy of a campaign, read from the file: it can be used as long as needed without blocking others."""
        game, read_from = self.game_of(id_), source or self.store.source(id_)
        return Campaign(id_, game, read_from, self._packs, self._checkpoints(id_, game))

    def _checkpoints(self, id_: str, game: AnyGame) -> Checkpoints:
        """The stored checkpoints of a campaign; none for a stand-in, whose tables differ from those of the game."""
        return Checkpoints() if game.origin == "missing" else Checkpoints(self.store.newest_snapshot_before(id_))

    def copy_from_memory(self, id_: str) -> Campaign:
        """A copy that begins with the table in memory; the live campaign is held only for a moment."""
        with self.open(id_) as live:
            known = live.checkpoint_if_sound()
        return Campaign(id_, live.game_at_start, live.source, self._packs, *known)

    def adopt_checkpoints(self, aside: Campaign) -> None:
        """Take over the checkpoints that a copy made while looking back, unless something was corrected since."""
        with self.open(aside.id) as live:
            # A correction since may have changed the very tables of these checkpoints.
            if not live.source.corrections(aside.position):
                live.checkpoints.add_all_of(aside.checkpoints)

    def game_of(self, id_: str) -> AnyGame:
        """The game of a campaign as it began, from its first entry; a stand-in if it is not installed.

        Raises:
            NotFound: there is no such campaign, or its first entry names no game.
        """
        for raw in self.store.source(id_).read(0, 1):
            return game_at_start(raw, game_or_stand_in(self.games, key_of_game(raw)), self._packs)
        raise NotFound("There is no such campaign.")

    def _game_at_hand(self, id_: str) -> AnyGame:
        """The game of a campaign, looked up in memory first (docs/develop/speed.md)."""
        live = self._live.get(id_)
        campaign = live and live.campaign
        return campaign.game if campaign else self.game_of(id_)

    def drop_from_memory(self, id_: str) -> None:
        """Drop a campaign from memory; the next `open` reads it from the file."""
        with self._guard:
            self._live.pop(id_, None)

    # --- snapshots, between commands ---

    def _newest_snapshot(self, id_: str) -> int:
        newest = self.store.newest_snapshot_before(id_)(2**62)
        return newest.position if newest else 0

    def _keep_snapshot(self, live: _Live, campaign: Campaign) -> None:
        """Store a snapshot of acknowledged entries, at the start of a later command."""
        is_due = campaign.position - live.snapshot >= SNAPSHOT_EVERY and campaign.game.origin != "missing"
        if is_due and not campaign.failures:
            self.store.keep_snapshot(campaign.id, campaign.checkpoint(), self._models.keeper(campaign))
            live.snapshot = campaign.position

    # --- commands ---

    def run(self, id_: str, command: Command, decide: Decide) -> Receipt:
        """Decide a command on the newest state and store its entries, once per command id.

        The campaign in memory is taken as the newest. If it is not, the file reports a conflict. Before a refusal is
        returned, the file is read. A command that loses every race blocks the other writers.

        Raises:
            RefusedAll, Misfit, NotFound: raised by the decision (`decide_safely`); nothing was recorded.
            Busy, Damaged: raised by the store; nothing was recorded.
        """
        for _ in range(TRIES):
            with self._slot(id_) as live:
                campaign = self._live_one(live, id_)
                if self.store.heard(id_) > campaign.position:
                    campaign.catch_up()
                try:
                    return self._store(decide_safely(campaign, decide), command, self.store.append)
                except GameFailed:
                    live.campaign = None  # a rule may have failed half-way
                    raise
                except (RefusedAll, Misfit, NotFound):
                    if repeated := self._receipt_of_earlier(campaign, command):
                        return repeated
                    # Memory may be behind the store: a refusal only holds for the newest state.
                    self.store.await_others()
                    if campaign.source.head() == campaign.position:
                        self.count_outcome("refused")
                        raise
                    campaign.catch_up()
                except Conflict:
                    live.campaign = None
                    if repeated := self._receipt_of_earlier(self._live_one(live, id_), command):
                        return repeated
                    self.count_outcome("conflict")
                except BaseException:
                    live.campaign = None
                    raise
        # Other writers may win every race against a slow decision, so they are blocked once.
        return self._in_turn(id_, command, decide)

    def correct(self, id_: str, command: Command, decide: DecideCorrection) -> Receipt:
        """Decide a correction on a copy, because it reads the log for a while and must not block others.

        If others recorded meanwhile, it is decided again, and its recomputation continues. Raises as `run`.
        """
        begun = Begun()
        for _ in range(TRIES):
            aside = self.copy_from_memory(id_)
            at = aside.position
            try:
                batch = decide_safely(aside, lambda campaign: decide(campaign, begun))
            except (RefusedAll, Misfit, NotFound):
                if repeated := self._receipt_of_earlier(aside, command):
                    return repeated
                self.store.await_others()
                if aside.source.head() == at:
                    self.count_outcome("refused")
                    raise
                continue
            with self._slot(id_) as live, suppress(Conflict):
                receipt = self._store(batch, command, self.store.append)
                live.campaign = aside
                return receipt
            if repeated := self._receipt_of_earlier(aside, command):
                return repeated
            self.count_outcome("conflict")
        return self.run(id_, command, lambda campaign: decide(campaign, begun))

    def _in_turn(self, id_: str, command: Command, decide: Decide) -> Receipt:
        """Decide while recording is blocked for others: for a command that lost too many races."""
        with self._slot(id_) as live:
            campaign = self._live_one(live, id_)
            try:
                with self.store.block_recorders() as append:
                    campaign.catch_up()
                    earlier = self._receipt_of_earlier(campaign, command)
                    return earlier or self._store(decide_safely(campaign, decide), command, append)
            except BaseException:
                live.campaign = None
                raise

    def _receipt_of_earlier(self, campaign: Campaign, command: Command) -> Receipt | None:
        """The receipt of a command that was recorded before; the store refuses its id a second time (`Conflict`).

        Raises:
            IdReused: another request recorded the command.
        """
        found = self.store.positions_of_command(campaign.id, command.id)
        if found is None:
            return None
        entries = list(campaign.entries(found[0] - 1, found[1]))
        if command.request and entries[0].request not in ("", command.request):
            self.count_outcome("refused")
            raise IdReused("Another command was recorded with this id. Send a new command with a new id.")
        self.count_outcome("repeated")
        return Receipt(campaign.id, entries, repeated=True)

    def _store(self, batch: Batch, command: Command, append: Append) -> Receipt:
        note = (command.id, batch.raws[0].position, batch.raws[-1].position)
        begins = batch.raws[0].position == 1
        write = (self._models.projector if begins else self._models.writer)(batch)
        try:
            append(batch.campaign, batch.raws, [note], write)
        except Busy:
            self.count_outcome("busy")
            raise
        self.count_outcome("recorded")
        return Receipt(batch.campaign, batch.entries)

    def record(self, id_: str, name: str, fields: Mapping[str, Any], command: Command) -> Receipt:
        """Record the event of a name with its fields."""

        def decide(campaign: Campaign) -> Batch:
            event = make_event(event_to_record(campaign.game, name, campaign.table), fields)
            ask_if_lost(campaign, event, command)
            return campaign.record(event, command, self.chance)

        return self.run(id_, command, decide)

    def record_all(self, id_: str, events: Sequence[Event[Any]], command: Command) -> Receipt:
        """Record several events as one command: all of them, or none where one is refused."""
        return self.run(id_, command, lambda campaign: record_all(campaign, events, command, self.chance))

    def undo(
        self,
        id_: str,
        entry: int | None,
        command: Command,
        decision: corrections.TableDecision = corrections.UNDECIDED,
        scope: Scope = "entry",
    ) -> Receipt:
        """Withdraw an entry or its command, or, without one, the last command that counts."""

        def decide(live: Campaign, begun: Begun) -> Batch:
            if entry is not None:
                return corrections.withdraw(live, entry, command, decision, scope, begun)
            last = last_command(live, command.author)
            return corrections.withdraw(live, last, command, decision, "command", begun)

        return self.correct(id_, command, decide)

    def redo(self, id_: str, command: Command, of: int | None = None) -> Receipt:
        """Restore the last withdrawal; with `of`, only if that is the one meant."""
        return self.correct(id_, command, lambda live, begun: corrections.redo(live, command, of, begun))

    def restore(
        self, id_: str, entry: int, command: Command, decision: corrections.TableDecision = corrections.UNDECIDED
    ) -> Receipt:
        """Restore a withdrawn entry."""
        return self.correct(
            id_, command, lambda live, begun: corrections.restore(live, entry, command, decision, begun)
        )

    def amend(
        self,
        id_: str,
        entry: int,
        changes: Mapping[str, Any],
        command: Command,
        decision: corrections.TableDecision = corrections.UNDECIDED,
    ) -> Receipt:
        """Amend an entry with other fields."""
        return self.correct(
            id_, command, lambda live, begun: corrections.amend(live, entry, changes, command, decision, begun)
        )

    def insert(
        self,
        id_: str,
        after: int,
        name: str,
        fields: Mapping[str, Any],
        command: Command,
        decision: corrections.TableDecision = corrections.UNDECIDED,
    ) -> Receipt:
        """Record the forgotten event of a name with its fields, after the command of an entry."""

        def decide(live: Campaign, begun: Begun) -> Batch:
            event = make_event(event_to_record(live.game, name, live.table), fields)
            return corrections.insert(live, after, event, command, decision, begun)

        return self.correct(id_, command, decide)

    def set_hidden(self, id_: str, hidden: bool, command: Command) -> Receipt:
        """Hide a campaign from the list, or show it again."""
        event = kernel.CampaignHidden() if hidden else kernel.CampaignShown()
        return self.run(id_, command, lambda campaign: campaign.record(event, command, self.chance))

    def change_pack(self, id_: str, pack: Content, command: Command) -> Receipt:
        """Pin a campaign to another content pack from here on; earlier entries stay as they are.

        Raises:
            Misfit: the pack has faults.
        """
        game = self.game_of(id_)
        self.store.add_pack(game.key, _sound(game, pack))
        changed = make_event(kernel.PackChanged, {"pack": pack.digest})
        return self.run(id_, command, lambda campaign: campaign.record(changed, command, self.chance))

    def record_picture(self, id_: str, body: bytes, event: Callable[[str], Event[Any]], command: Command) -> Receipt:
        """Store a picture, and record the event that refers to it by its digest."""
        digest = sha256(body).hexdigest()
        self.store.add_photo(digest, body)
        return self.run(id_, command, lambda campaign: campaign.record(event(digest), command, self.chance))

    # --- whole campaigns ---

    def new(
        self, game_key: str, name: str, opening: Mapping[str, Any], command: Command, pack: Content | None = None
    ) -> Receipt:
        """Begin a campaign, pinned to a content pack; by default to the one that the game ships with today.

        Raises:
            Misfit: the pack has faults, or the opening does not fit.
            NotFound: there is no such game.
        """
        if game_key not in self.games:
            raise NotFound(
                "The game “{game}” is not known here. Known: {known}.", game=game_key, known=tuple(self.games)
            )
        base = self.games[game_key]
        game = base.for_pack(_sound(base, pack) if pack else base.pack)
        start = make_event(kernel.CampaignStarted, {"game": game.key, "name": name, "pack": game.pack.digest})
        first = make_event(game.opening, opening) if game.opening else None
        self.store.add_pack(game.key, game.pack)
        campaign = Campaign(id_of_new(command), game, Memory(), self._packs)
        batch = campaign.record(start, command, self.chance)
        if first:
            campaign.record(first, command, self.chance, onto=batch)
        return self._create_once(campaign.id, command, lambda: self._store(batch, command, self.store.append))

    def branch(self, id_: str, name: str, at: int | None, parent_key: str, command: Command) -> Receipt:
        """A new campaign that shares this one's entries up to the end of the command at a position.

        Later corrections of these entries are recorded in the branch too.

        Raises:
            NotFound: there is no entry at that position.
        """
        parent = self.copy_from_memory(id_)
        ensure_installed(parent.game)
        branch = branch_off(parent, id_of_new(command), at, name, parent_key, command, self.chance)
        return self._create_once(branch.id, command, lambda: self.adopt_campaign(branch))

    def _create_once(self, id_: str, command: Command, create: Callable[[], Receipt]) -> Receipt:
        """Create a campaign, or find the one that this command created before."""
        try:
            return create()
        except Conflict:
            with self.open(id_) as campaign:
                if repeated := self._receipt_of_earlier(campaign, command):
                    return repeated
            raise

    def adopt_campaign(self, campaign: Campaign) -> Receipt:
        """Store a campaign from memory, entry by entry as it is.

        Raises:
            Conflict: the store has a campaign of that id.
        """
        raws = list(campaign.source.read())
        batches = replay_batches(campaign.id, campaign.game, campaign.source, campaign.packs)
        writes = [self._models.projector(batch) for batch in batches]
        self.store.append(
            campaign.id,
            raws,
            commands_of(campaign.entries()),
            *writes,
            quarantine_write(campaign.id, chain_breaks(raws)),
        )
        self.count_outcome("recorded")
        if not campaign.failures:
            self.store.keep_snapshot(campaign.id, campaign.checkpoint())
        return Receipt(campaign.id, list(campaign.entries(campaign.position - 1)))

    def continue_campaign(self, id_: str, raws: Sequence[Raw], known: int) -> None:
        """Append the entries of a whole log after a position, as they are; up to there the campaign has them.

        Raises:
            Conflict: another command recorded an entry after that position.
        """
        with self._slot(id_):
            if self.store.source(id_).head() != known:
                raise Conflict("Another command recorded in this campaign meanwhile.")
            added = raws[known:]
            writes = Followers(self.store, self.games, self._models).project(id_, added)
            breaks = [found for found in chain_breaks(raws) if found.position > known]
            self.store.append(id_, added, [], *writes, quarantine_write(id_, breaks))
        self.count_outcome("recorded")


def _sound(game: AnyGame, pack: Content) -> Content:
    """A content pack that fits its game.

    Raises:
        Misfit: it has faults, by place.
    """
    if faults := game.table.content_faults(pack):
        raise Misfit(faults)
    return pack


class GameFailed(RefusedAll):
    """A rule of an installed game raised an error, so that its command was refused."""


def decide_safely(campaign: Campaign, decide: Decide) -> Batch:
    """Decide a command; an error of an installed game is logged and becomes a refusal.

    Raises:
        RefusedAll: the game is not installed; or raised by the decision.
        GameFailed: a rule of an installed game failed.
    """
    ensure_installed(campaign.game)
    try:
        return decide(campaign)
    except (RefusedAll, Misfit, NotFound, IdReused, StoreError):
        raise
    except Exception as error:
        if campaign.game.origin != "installed":
            raise
        log.exception("A rule of the game “%s” failed.", campaign.game.key)
        raise GameFailed((refuse_failed(campaign.game, error),)) from error


def id_of_new(command: Command) -> str:
    """The id of a campaign that a command creates, derived from the command id so that a repeat finds it."""
    return id_from_command(command.id)


def id_from_command(command_id: str) -> str:
    """The id of the campaign that the command of an id creates."""
    return uuid5(NAMESPACE, command_id).hex


def id_of_fork(id_: str, first: Raw) -> str:
    """The id of a log that differs from a campaign, first in this entry; a longer copy of that log has it too."""
    return uuid5(NAMESPACE, f"{id_} {digest_of(first)}").hex
