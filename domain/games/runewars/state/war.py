"""Battles: the current one, and the reports of earlier ones (战斗)."""

from typing import Annotated, Literal

from pydantic import Field

from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, State

Undecided = Literal[
    "opening",
    "round",
    "drawing",
    "specials",
    "routs",
    "damage",
    "fortification",
    "tomb",
    "spawn",
    "wards",
    "tally",
]
"""The stages of a battle that is not decided."""
Stage = Literal[
    "lineup",
    Undecided,
    "flip",
    "behind",
    "retreat",
    "conquest",
    "excess",
    "end",
]
"""The next step of a battle. A stage ends as soon as nothing in it is open."""
Cause = Literal["damage", "card", "by hand", "routed before", "nowhere to go"]
"""The cause of the loss of units."""
Fate = Literal["", "destroyed", "conquered", "removed"]
STAGES = FixedTexts(("lineup", "opening", "round", "drawing"))
FATES = FixedTexts(("destroyed", "conquered", "removed"))


class Fighter(State):
    """A unit in a battle; `health` and `initiative` are empty if they were not typed in."""

    side: Annotated[str, Names("owners")]
    owner: Annotated[str, Names("owners")]
    unit: Annotated[str, Names("units")]
    letter: str
    health: int | None = None
    initiative: int | None = None
    damage: Annotated[int, Within("health")] = 0
    routed: bool = False
    drawn: bool = Field(default=False, title="has drawn")

    @property
    def lacks(self) -> int | None:
        """The damage that is still needed to destroy it; None if unknown."""
        return None if self.health is None else max(1, self.health - self.damage)


class Volley(State):
    """The fate cards drawn for a type of unit, and the icons of its base on them."""

    round: int
    side: Annotated[str, Names("owners")]
    unit: Annotated[str, Names("units")]
    count: int
    cards: Annotated[list[str], Names("fate")] = Field(default_factory=list)
    specials: int = 0
    routs: int = 0
    damage: int = 0


class Army(State):
    """One side of a battle, in its report."""

    units: Annotated[dict[str, int], Keys("units")] = Field(default_factory=dict, title="lined up")
    lost: Annotated[dict[str, int], Keys("units")] = Field(default_factory=dict)
    causes: dict[Cause, int] = Field(default_factory=dict, title="lost by")
    strength: int | None = None
    retreat: Annotated[str, Names("areas")] = Field(default="", title="retreated to")

    def lose(self, unit: str, cause: Cause, count: int = 1) -> None:
        """Add lost units to the report."""
        self.lost[unit] = self.lost.get(unit, 0) + count
        self.causes[cause] = self.causes.get(cause, 0) + count


class Report(State):
    """The report of a battle: the area, the seats, the cards, the strengths, and the result."""

    season: int = 0
    area: Annotated[str, Names("areas")] = ""
    attacker: Annotated[str, Names("owners")] = ""
    defender: Annotated[str, Names("owners")] = ""
    armies: Annotated[dict[str, Army], Keys("owners")] = Field(default_factory=dict, title="")
    volleys: list[Volley] = Field(default_factory=list, title="fate cards drawn")
    fortification: Annotated[str, Names("developments")] = ""
    siege: bool = Field(default=False, title="stronghold counted 3 less")
    winner: Annotated[str, Names("owners")] = ""
    stronghold: Annotated[Fate, FATES] = ""

    def army(self, side: str) -> Army:
        """A side's army in the report, added if it is missing."""
        if side not in self.armies:
            self.armies[side] = Army()
        return self.armies[side]


class Battle(State):
    """A battle that is being fought.

    Args:
        player: the seat that plays the defender; for unallied neutral units, the seat to the attacker's left.
        allies: neutral units that came with the attacker; all others in the area are the defender's.
        volleys: the open exchange of fate cards, by side.
        held: sides whose units of unknown initiative do not draw in this round.
        owed: the open duties of each side in this stage: special abilities, routs, damage.
    """

    area: Annotated[str, Names("areas")] = ""
    attacker: Annotated[str, Names("owners")] = ""
    defender: Annotated[str, Names("owners")] = ""
    player: Annotated[str, Names("seats")] = ""
    allies: Annotated[dict[str, int], Keys("units")] = Field(default_factory=dict, title="neutral units that attack")
    stage: Annotated[Stage, STAGES] = "lineup"
    round: int = 0
    fighters: Annotated[dict[str, Fighter], Keys("fighters")] = Field(default_factory=dict, title="")
    volleys: Annotated[dict[str, Volley], Keys("owners")] = Field(default_factory=dict, title="fate cards open")
    passed: Annotated[list[str], Names("owners")] = Field(default_factory=list, title="done at the start")
    held: Annotated[list[str], Names("owners")] = Field(default_factory=list, title="draw later")
    owed: Annotated[dict[str, int], Keys("owners")] = Field(default_factory=dict, title="yet to resolve")
    report: Report = Field(default_factory=Report, title="")

    @property
    def sides(self) -> tuple[str, ...]:
        """Attacker and defender; empty if there is no battle."""
        return (self.attacker, self.defender) if self.attacker else ()

    def foe(self, side: str) -> str:
        """The other side."""
        return self.defender if side == self.attacker else self.attacker

    def player_of(self, side: str) -> str:
        """The seat that decides for a side."""
        return self.player if side == self.defender else side
