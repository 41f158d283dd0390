"""The board: heroes, rivals, journals, levels and the way to the scenario, as the screen shows them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from domain.games.agemonia.campaign.factions import FactionReputationGained, FactionReputationRemoved, free_spaces
from domain.games.agemonia.campaign.journey import stages_of
from domain.games.agemonia.display.beside import beside_heroes
from domain.games.agemonia.display.fight import Console, console
from domain.games.agemonia.display.handles import board_handles
from domain.games.agemonia.display.hero_cards import HeroCard, hero_card
from domain.games.agemonia.display.sheets import pairs
from domain.games.agemonia.state.kinds import STAGES
from domain.games.agemonia.state.table import HIGHEST_LEVEL, Agemonia, Area, Faction
from domain.language.event import worded
from domain.language.shown.board import Counter, Handle, Piece, made
from domain.language.shown.sheet import Said, Track
from domain.language.table import join
from domain.language.text import Term

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
class Stage:
    """A numbered stage of the journey: what it holds, by the letter of its way; empty while nobody typed it in."""

    number: int
    ways: Sequence[tuple[str, Said]]
    done: bool


@dataclass(frozen=True, slots=True)
class Board:
    """All that the table has out."""

    heroes: Sequence[HeroCard]
    fight: Console | None
    needs_heroes: bool
    pairs: Sequence[Sequence[Side]]
    beside: Sequence[Piece]
    levels: Sequence[Level]
    stages: Sequence[Stage]
    handles: Sequence[Handle]

    @property
    def pieces(self) -> Sequence[Piece]:
        """All that the core draws of it."""
        fight = (*self.fight.now, *self.fight.enemies, *self.fight.aside) if self.fight else ()
        return (*fight, *self.beside)


def board(table: Agemonia) -> Board:
    """What the board shows of a table, of now or of any time before."""
    heroes, fight = [hero_card(table, id_) for id_ in table.heroes], console(table)
    return Board(
        heroes=heroes,
        fight=fight,
        needs_heroes=not table.heroes and any(table.tracks(area) for area in HERO_AREAS),
        pairs=[[_side(table, id_) for id_ in pair] for pair in _pairs(table)],
        beside=list(beside_heroes(table)),
        levels=list(_levels(table)),
        stages=list(_stages(table)),
        handles=board_handles(table, heroes, fight),
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


# --- the way to the scenario -----------------------------------------------------------------


def _stages(table: Agemonia) -> Iterator[Stage]:
    """The stages of the card at hand, those done before and one to come even where nobody typed them in."""
    ways: dict[int, list[tuple[str, Said]]] = {}
    for stage in stages_of(table):
        ways.setdefault(stage.no, []).append((stage.branch or "", _kind(stage.kind)))
    done = table.journey.stage
    unknown = range(1, done + 2) if not ways else range(1, done + 1)
    for number in sorted({*ways, *unknown}):
        yield Stage(number, ways.get(number, ()), number <= done)


def _kind(kind: str) -> Said:
    told = worded(kind, STAGES)
    return told if isinstance(told, Said) else ""
