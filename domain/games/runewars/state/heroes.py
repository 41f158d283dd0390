"""Heroes: areas, damage, rewards; and their current quest or duel."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field

from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, State, value_at
from domain.framework.views.visibility import Path, Seats, Secret
from domain.games.runewars.state.calendar import DUEL_ROUND, QUEST_PHASE, THIS_SEASON, THIS_YEAR
from domain.games.runewars.state.kinds import Attribute, Destiny, HeroCard, Symbol

MOST_TRAINING = 2
"""The training tokens of an attribute (训练)."""
DUEL_ROUNDS = 4
"""The number of rounds after which a duel is over (决斗)."""
Acted = Literal["", "moved", "healed", "trained", "skipped"]
Tried = Literal["", "duel", "quest"]
Outcome = Literal["", "completed", "failed", "won", "lost", "undecided"]
ACTIONS = FixedTexts(("moved", "healed", "trained", "skipped"))


UNNAMED = " hero"
"""The suffix of the id of a first hero without a name; the prefix is the faction."""


def unnamed_hero(seat: str) -> str:
    """The id of a seat's first hero without a name."""
    return seat + UNNAMED


def seat_of_unnamed(hero: str) -> str:
    """The seat in the id of a hero without a name; empty for any other."""
    return hero.removesuffix(UNNAMED) if hero.endswith(UNNAMED) else ""


def their_seat(table: Any, path: Path) -> Seats:
    """The seat that a hero follows or followed."""
    return tuple(filter(None, (value_at(table, path[:2]).seat,)))


def health_of_hero(table: Any, path: tuple[str, ...]) -> int | None:
    """The health of a hero; None if its card was not typed in."""
    return HeroCard.of(table, path[1]).health


class Hero(State):
    """A hero in play, or a defeated one with the rewards left in its area.

    Printed values are read from the card. `path` lists the areas of the hero's move in this quest phase, including the
    last one.
    """

    seat: Annotated[str, Names("seats")] = Field(default="", title="follows")
    area: Annotated[str, Names("areas")] = ""
    damage: Annotated[int, Within(health_of_hero)] = 0
    routed: Annotated[bool, THIS_YEAR] = False
    training: Annotated[dict[Attribute, int], Keys("attributes"), Within(MOST_TRAINING)] = Field(default_factory=dict)
    rewards: Annotated[list[str], Names("rewards"), Secret(to=their_seat)] = Field(
        default_factory=list, title="rewards, face down"
    )
    shown: Annotated[list[str], Names("rewards")] = Field(default_factory=list, title="rewards, face up")
    defeated: bool = False
    acted: Annotated[Acted, ACTIONS, QUEST_PHASE] = Field(default="", title="in this quest phase")
    tried: Annotated[Tried, FixedTexts(("duel", "quest")), QUEST_PHASE] = Field(
        default="", title="tried in this quest phase"
    )
    path: Annotated[list[str], Names("areas"), QUEST_PHASE] = Field(
        default_factory=list, title="way of this quest phase"
    )
    stopped: Annotated[bool, THIS_SEASON] = Field(default=False, title="held by a dungeon")
    strategized: Annotated[bool, THIS_SEASON] = Field(default=False, title="moved by Strategize")


class Attempt(State):
    """A revealed quest, and the progress of its hero."""

    hero: Annotated[str, Names("heroes")]
    quest: Annotated[str, Names("quests")] = ""
    attribute: Annotated[Attribute | None, Names("attributes")] = None
    unit: Annotated[str, Names("units")] = Field(default="", title="unit to duel")
    tested: bool = False
    chosen: bool = Field(default=False, title="a card was chosen")


class Duelist(State):
    """One side of a duel: a hero, or a neutral unit that a seat plays for the quest.

    `deals` and `prevents` belong to the current round. `special` is true until the effect of a special icon is chosen.
    """

    seat: Annotated[str, Names("seats")] = ""
    hero: Annotated[str, Names("heroes")] = ""
    unit: Annotated[str, Names("units")] = ""
    damage: int = Field(default=0, title="damage of the unit")
    beaten: bool = Field(default=False, title="unit defeated")
    symbol: Annotated[Symbol | None, FixedTexts(()), DUEL_ROUND] = Field(default=None, title="fate card shows")
    special: Annotated[bool, DUEL_ROUND] = Field(default=False, title="special icon open")
    deals: Annotated[int, DUEL_ROUND] = 0
    prevents: Annotated[int, DUEL_ROUND] = 0
    weapon: Annotated[str, Names("rewards")] = ""
    armor: Annotated[str, Names("rewards")] = ""


class Duel(State):
    """A duel. `round` counts from 1, and exceeds the number of rounds when all are fought."""

    area: Annotated[str, Names("areas")] = ""
    round: int = 1
    drawn: Annotated[bool, DUEL_ROUND] = Field(default=False, title="this round's cards are open")
    answered: bool = Field(default=False, title="the defender used an effect at its start")
    attacker: Duelist = Field(default_factory=Duelist)
    defender: Duelist = Field(default_factory=Duelist)

    @property
    def fighters(self) -> tuple[Duelist, Duelist]:
        return self.attacker, self.defender

    def fighter(self, hero: str) -> Duelist | None:
        """The side of a hero; None if the hero takes no part."""
        return next((side for side in self.fighters if hero and side.hero == hero), None)

    def foe_of(self, side: Duelist) -> Duelist:
        return self.defender if side is self.attacker else self.attacker


class Deed(State):
    """The acts of a hero in one quest phase, for the sheet; `season` counts from 1."""

    season: int = 0
    hero: Annotated[str, Names("heroes")] = ""
    seat: Annotated[str, Names("seats")] = ""
    action: Annotated[Acted, ACTIONS] = ""
    area: Annotated[str, Names("areas")] = ""
    quest: Annotated[str, Names("quests")] = ""
    attribute: Annotated[Attribute | None, Names("attributes")] = None
    value: int = 0
    cards: Annotated[list[str], Names("fate")] = Field(default_factory=list, title="fate cards")
    mark: Annotated[Destiny | None, FixedTexts(("ally", "withdraw", "refuse"))] = None
    foe: Annotated[str, Names("heroes")] = Field(default="", title="hero fought")
    unit: Annotated[str, Names("units")] = Field(default="", title="unit fought")
    rounds: int = 0
    outcome: Annotated[Outcome, FixedTexts(("completed", "failed", "won", "lost", "undecided"))] = ""


def living_heroes(heroes: Mapping[str, Hero], seat: str = "") -> list[str]:
    """The heroes in play; those of one seat if it is named."""
    return [id_ for id_, hero in heroes.items() if not hero.defeated and seat in ("", hero.seat)]


def without_followers(heroes: Mapping[str, Hero], seat: str) -> dict[str, Hero]:
    """The heroes without those of an eliminated seat, whose cards and rewards return to the decks."""
    return {id_: hero for id_, hero in heroes.items() if hero.defeated or hero.seat != seat}


def yet_to_act(heroes: Mapping[str, Hero]) -> list[str]:
    """The heroes that have not acted in this quest phase."""
    return [id_ for id_ in living_heroes(heroes) if not heroes[id_].acted]


__all__ = [
    "DUEL_ROUNDS",
    "Attempt",
    "Deed",
    "Duel",
    "Duelist",
    "Hero",
    "living_heroes",
    "without_followers",
    "yet_to_act",
]
