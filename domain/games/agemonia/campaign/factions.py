"""Factions: ten tracks in five rival pairs, reputation, locks and ranks (派系路线)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, Spends
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, LogRole
from domain.framework.events.marks import Line, Merged, Occasion, Remark
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Text, text
from domain.games.agemonia import sections
from domain.games.agemonia.base import READINGS, AgemoniaEvent, FactionId
from domain.games.agemonia.state.kinds import FactionTrack
from domain.games.agemonia.state.table import Agemonia, Faction

RANKS_DO_NOT_FIT = never("ranks-do-not-fit", "Ranks must ascend and fit on the track.", rule=sections.FACTION_TRACKS)
OWN_RIVAL = never("own-rival", "A faction is not its own rival.", rule=sections.FACTION_TRACKS)
REPUTATION_BELOW_ZERO = never("reputation-below-zero", "Reputation cannot go below 0.", rule=sections.FACTION_TRACKS)
TRACK_FULL = refusal(
    "track-full",
    "The track of {faction} has {free|free space|free spaces} left.",
    rule=sections.FACTION_TRACKS,
)
RANK_NOT_PENDING = refusal(
    "rank-not-pending", "Rank {rank} of {faction} has no entry waiting.", rule=sections.CITY_STEP
)
RANK_NOT_DUE = refusal(
    "rank-not-due", "New ranks are read at the start of the next city step.", rule=sections.CITY_STEP
)
NOTHING_TO_LOOK_AT = never(
    "nothing-to-look-at",
    "{faction} gained no reputation since its ranks were looked at.",
    rule=sections.CITY_STEP,
)
RANKS_UNREAD = refusal(
    "ranks-unread", "First read the entries of new ranks: {factions}.", rule=sections.CITY_STEP, areas=("reputation",)
)

Spaces = Annotated[int, Field(ge=1, le=99)]
REPUTATION = "factions.{faction}.reputation"
Rank = Annotated[int, Field(ge=1, le=20)]


def rival_of(table: Agemonia, faction: str) -> str:
    """The rival of a faction, as typed in or from the pack; "" if unknown."""
    set_up = table.factions.get(faction)
    return (set_up.rival if set_up else "") or FactionTrack.of(table, faction).rival


class FactionEvent(AgemoniaEvent):
    heading = "Factions"
    tracked = ("reputation",)


class FactionTrackConfigured(FactionEvent):
    """Type in a faction track. Empty fields change nothing.

    The former rivals of a new pair become each other's rival.
    """

    title = "Type in a faction track"
    help_text = "A faction's track as printed: name, rival, length, and the places of its ranks."
    sentence = (
        "Faction track: {faction}[, printed as {name}][, rival of {rival}][, length {length}][, ranks at {ranks}]"
        "[, entries {entries}]"
    )
    log = LogRole(bookkeeping=True)
    faction: FactionId
    name: Remark = Field(default="", title="name as printed")
    rival: FactionId | None = None
    length: Spaces | None = None
    ranks: tuple[Spaces, ...] = Field(default=(), title="reputation needed for each rank")
    entries: tuple[Line, ...] = Field(default=(), title="story entry of each rank")

    def check(self, table: Agemonia) -> Iterator[Refused]:
        known = table.factions.get(self.faction) or Faction()
        ranks, length = list(self.ranks) or known.ranks, self.length or known.length
        if ranks != sorted(set(ranks)) or (ranks and length is not None and ranks[-1] > length):
            yield RANKS_DO_NOT_FIT()
        if self.rival == self.faction:
            yield OWN_RIVAL()

    def apply(self, table: Agemonia) -> None:
        track = table.faction(self.faction)
        track.length = self.length if self.length is not None else track.length
        track.ranks = list(self.ranks) or track.ranks
        track.entries = list(self.entries) or track.entries
        if track.ranks:
            track.risen = track.asks = False
        if self.name:
            typed = table.library.setdefault("factions", {}).setdefault(self.faction, {})
            typed.update(en=self.name, zh=self.name)
        if self.rival:
            track.rival, table.faction(self.rival).rival = self.rival, self.faction

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from ranks_reached(table, self.faction)
        pair = (self.faction, self.rival)
        left = [id_ for id_ in table.ids("factions") if id_ not in pair and rival_of(table, id_) in pair]
        # A new pair leaves two former rivals over. If only one is left, its new rival is unknown.
        if self.rival and len(left) == len(pair):
            yield FactionTrackConfigured(faction=left[0], rival=left[1])


def ranks_reached(table: Agemonia, faction: str) -> Iterator[Event[Agemonia]]:
    """The events of the ranks that a track's reputation newly reaches."""
    track = table.faction(faction)
    for rank, threshold in enumerate(track.ranks, 1):
        if track.rank < rank and track.reputation >= threshold:
            yield FactionRankReached(faction=faction, rank=rank)


class FactionReputationGained(FactionEvent):
    # In the rulebook under 获得派系的声望.
    title = "Gain reputation"
    help_text = "For each point, put a sticker on the leftmost free space of the track."
    sentence = "{faction}: +{amount} reputation"
    offer = Offer()
    faction: FactionId
    amount: Annotated[Spaces, Merged(), MovesNumber(REPUTATION)]
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from _no_room(table, self.faction, self.amount)

    def apply(self, table: Agemonia) -> None:
        track = table.faction(self.faction)
        track.reputation += self.amount
        track.risen = track.risen or not track.ranks

    def follow(self, table: Agemonia) -> Iterator[Event[Agemonia]]:
        yield from ranks_reached(table, self.faction)


def free_spaces(table: Agemonia, faction: str) -> int | None:
    """The free spaces of a faction's track; None if its length is unknown."""
    track = table.factions.get(faction) or Faction()
    return None if track.most_reputation is None else max(0, track.most_reputation - track.reputation)


def _no_room(table: Agemonia, faction: str, spaces: int) -> Iterator[Refused]:
    free = free_spaces(table, faction)
    # If the length of the track is unknown, nothing is refused: the players see the printed track.
    if free is not None and spaces > free:
        yield TRACK_FULL(faction=table.called("factions", faction), free=free)


class FactionReputationRemoved(NumbersMoved[Agemonia], FactionEvent):
    title = "Lose reputation"
    help_text = "The party loses reputation. The rulebook never does this, but a text may."
    sentence = "{faction}: −{amount} reputation"
    faction: FactionId
    amount: Annotated[Spaces, Merged(), Spends(REPUTATION, too_few=REPUTATION_BELOW_ZERO)]
    source: Occasion = ""


class FactionSpaceLocked(FactionEvent):
    title = "Lock spaces of a faction track"
    help_text = "Put lock stickers on a track, starting from its far end."
    sentence = "{faction}: {count|space|spaces} locked"
    faction: FactionId
    count: Annotated[Spaces, Merged(), MovesNumber("factions.{faction}.locked")] = 1
    source: Occasion = ""

    def check(self, table: Agemonia) -> Iterator[Refused]:
        yield from _no_room(table, self.faction, self.count)

    def apply(self, table: Agemonia) -> None:
        table.faction(self.faction).locked += self.count


class FactionRankReached(FactionEvent):
    help_text = "The party reaches a new rank. Its story entry is read at the start of the next city step."
    sentence = "{faction} reached rank {rank}: read its entry at the next city step"
    automatic = True
    faction: FactionId
    rank: Rank

    def apply(self, table: Agemonia) -> None:
        track = table.faction(self.faction)
        track.rank = max(track.rank, self.rank)
        track.unread.append(self.rank)


def ranks_to_read(table: Agemonia, track: Faction) -> Sequence[int]:
    """The ranks whose entries may be read now; if steps are tracked, those that were new when the city step began."""
    return track.due if table.holds_to_steps() else track.unread


def may_have_new_rank(table: Agemonia, track: Faction) -> bool:
    """Whether a track whose ranks nobody typed has risen, so that only the players see whether it reached a new one."""
    return track.asks or (track.risen and not table.holds_to_steps())


def risen_tracks(table: Agemonia) -> Iterator[tuple[str, Text]]:
    """The tracks that may have reached a new rank, each with the question about it (1. 城市步骤)."""
    for id_, track in table.factions.items():
        if may_have_new_rank(table, track):
            yield id_, text("Did {faction} reach a new rank on its track?", faction=table.called("factions", id_))


def ranks_unread(table: Agemonia) -> Iterator[Refused]:
    """The refusal if new ranks of this city step have unread entries."""
    if unread := tuple(table.called("factions", id_) for id_, track in table.factions.items() if track.due):
        yield RANKS_UNREAD(factions=unread)


def entry_of(table: Agemonia, faction: str, rank: int) -> str:
    """The story entry printed at a rank; "" if unknown."""
    entries = (table.factions.get(faction) or Faction()).entries
    return entries[rank - 1] if rank <= len(entries) else ""


class FactionRankEntryRead(FactionEvent):
    title = "Read the entry of a rank"
    help_text = "The party reads the story entry of a new rank."
    sentence = "Read the entry of rank {rank} of {faction}[: {story_entry}]"
    during = ("city",)
    faction: FactionId
    rank: Rank
    story_entry: Remark = ""

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for id_, track in table.factions.items():
            for rank in ranks_to_read(table, track):
                fields = {"faction": id_, "rank": rank}
                yield Offer(text("Read rank {rank} of {faction}"), fields, required=True, card=READINGS)

    @classmethod
    def offers_unknown(cls, table: Agemonia) -> Iterator[Offer]:
        """A rank that only the players can see on the printed track."""
        for id_, question in risen_tracks(table):
            words = text("{faction} reached a rank: read its entry")
            yield Offer(words, {"faction": id_}, required=True, question=question, opens_form=True)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        track = table.factions.get(self.faction) or Faction()
        if may_have_new_rank(table, track) and self.rank > track.rank:
            return
        if self.rank not in track.unread:
            yield RANK_NOT_PENDING(rank=self.rank, faction=table.called("factions", self.faction))
        elif self.rank not in ranks_to_read(table, track):
            yield RANK_NOT_DUE()

    def settle(self, table: Agemonia, chance: Chance) -> Self:
        return self.copy_with(story_entry=self.story_entry or entry_of(table, self.faction, self.rank))

    def apply(self, table: Agemonia) -> None:
        track = table.faction(self.faction)
        track.rank = max(track.rank, self.rank)
        track.unread = [rank for rank in track.unread if rank != self.rank]
        track.due = [rank for rank in track.due if rank != self.rank]


class FactionTrackLookedAt(FactionEvent):
    """The players looked at a track whose ranks nobody typed: all that it reached are read."""

    # In the rulebook under 1. 城市步骤.
    title = "No new rank on a faction track"
    help_text = "The reputation reached no more ranks on the printed track."
    sentence = "No more new ranks of {faction}"
    log = LogRole(bookkeeping=True)
    faction: FactionId

    @classmethod
    def offers(cls, table: Agemonia) -> Iterator[Offer]:
        for id_, question in risen_tracks(table):
            words = text("No, or no more: {faction}")
            yield Offer(words, {"faction": id_}, required=True, question=question)

    def check(self, table: Agemonia) -> Iterator[Refused]:
        if not may_have_new_rank(table, table.factions.get(self.faction) or Faction()):
            yield NOTHING_TO_LOOK_AT(faction=table.called("factions", self.faction))

    def apply(self, table: Agemonia) -> None:
        track = table.faction(self.faction)
        track.risen = track.asks = False
