"""The board: heroes, rivals, journals, levels and the way to the scenario, as the screen shows them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from domain.games.agemonia.acting import at_turn
from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionReputationRemoved, free_spaces
from domain.games.agemonia.display.beside import beside_heroes
from domain.games.agemonia.display.fight import Console, console
from domain.games.agemonia.display.hero_cards import disk, hero_piece
from domain.games.agemonia.display.scene import scene_of
from domain.games.agemonia.display.sheets import pairs
from domain.games.agemonia.state.table import HIGHEST_LEVEL, Agemonia, Area, Faction
from domain.language.shown.board import Counter, Handle, Piece, handles, made
from domain.language.shown.sheet import Track
from domain.language.table import join
from domain.language.text import Term, text

HERO_AREAS: tuple[Area, ...] = ("steps", "builds", "items", "stars", "vitality")
"""Areas in which heroes differ; a table that tracks none of them needs none."""


@dataclass(frozen=True, slots=True)
class Side:
    """One faction of a rival pair; `locks` is where its lock stickers are counted."""

    id: str
    track: Track
    reputation: Counter
    locks: str
    rank: int
    unread: Sequence[int]


@dataclass(frozen=True, slots=True)
class Level:
    """A box of the party sheet with the experience that fills it."""

    level: int
    pips: int
    filled: int
    ticked: bool


@dataclass(frozen=True, slots=True)
class Board:
    """All that the table has out; `disks` are the chips of each hero's disk, one by one."""

    scene: Sequence[Piece]
    heroes: Sequence[Piece]
    disks: Mapping[str, Sequence[str]]
    fight: Console | None
    needs_heroes: bool
    pairs: Sequence[Sequence[Side]]
    beside: Sequence[Piece]
    levels: Sequence[Level]

    @property
    def handles(self) -> Sequence[Handle]:
        """Those of all heroes, then of what lies beside them; in a scenario the campaign is put aside."""
        beside = [Handle(text("Map, timers, allies"), "aside", icon="path")] if self.fight else []
        campaign = Handle(text("Factions, journal, levels"), "campaign", icon="rivals", folded=self.fight is not None)
        return (*handles(self.heroes), *beside, campaign)

    @property
    def pieces(self) -> Sequence[Piece]:
        """All that the core draws of it."""
        fight = (*self.fight.now, *self.fight.enemies, *self.fight.aside) if self.fight else ()
        return (*self.scene, *fight, *self.heroes, *self.beside)


def board(table: Agemonia) -> Board:
    """What the board shows of a table, of now or of any time before."""
    active = at_turn(table)
    return Board(
        scene=list(scene_of(table)),
        heroes=[hero_piece(table, id_, active) for id_ in table.heroes],
        disks={id_: disk(hero) for id_, hero in table.heroes.items() if table.tracks("vitality")},
        fight=console(table),
        needs_heroes=not table.heroes and any(table.tracks(area) for area in HERO_AREAS),
        pairs=[[_side(table, id_) for id_ in pair] for pair in _pairs(table)],
        beside=list(beside_heroes(table)),
        levels=list(_levels(table)),
    )


# --- rivals ----------------------------------------------------------------------------------


def _pairs(table: Agemonia) -> Iterator[Sequence[str]]:
    """Rival pairs; then the tracks of factions that the content does not know, or no longer."""
    known = pairs(table)
    yield from known
    yield from ((id_,) for id_ in table.factions if not any(id_ in pair for pair in known))


def _side(table: Agemonia, id_: str) -> Side:
    state = table.factions.get(id_) or Faction()
    name = table.called("factions", id_)
    path = join(("factions", id_)) if id_ in table.factions else ""
    free = free_spaces(table, id_)
    return Side(
        id=id_,
        track=Track(name, state.reputation, state.length, state.locked, tuple(state.ranks)),
        reputation=Counter(
            Term("Reputation", "声望"),
            state.reputation,
            path and f"{path}.reputation",
            None if state.length is None else state.length - state.locked,
            made(FactionReputationGained, faction=id_, amount=1),
            made(FactionReputationRemoved, faction=id_, amount=1),
            most=None if free is None else state.reputation + free,
        ),
        locks=path and f"{path}.locked",
        rank=state.rank,
        unread=state.unread,
    )


# --- levels ----------------------------------------------------------------------------------


def _levels(table: Agemonia) -> Iterator[Level]:
    for level in range(1, HIGHEST_LEVEL + 1):
        before = table.needed(level - 1)
        pips = max(0, table.needed(level) - before)
        yield Level(level, pips, min(pips, max(0, table.experience - before)), level in table.levels_ticked)
