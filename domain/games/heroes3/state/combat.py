"""The state of a combat: its sides, its units and their spaces, and the attack under way."""

from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, State, value_at
from domain.framework.views.visibility import Path, Seats, Secret
from domain.games.heroes3.state.kinds import Tier, UnitType
from domain.games.heroes3.state.periods import THIS_ACTIVATION, THIS_COMBAT_ROUND
from domain.games.heroes3.state.seat import UnitSide

MOST_TOKEN = 2
"""The most that a weakness or an attack token changes an attack by (虚弱标记, 攻击标记, p89)."""
NEUTRAL = "neutral"
"""The side of neutral units and of AI heroes."""
CombatKind = Literal["neutral", "bank", "random town", "hero", "siege", "garrison", "ai hero", "final"]
Stage = Literal["announced", "setup", "round", "round end"]
Outcome = Literal["victory", "conceded", "retreat", "surrender"]
BoardKind = Literal["none", "standard", "naval", "battlefield", "bank"]
SQUARE_BOARDS = ("standard", "naval", "bank")
"""The boards of four columns and five rows, whose spaces are tracked; the battlefield board has hexes."""
Zone = Literal["on the left", "on the right"]
"""A deployment zone of the battlefield board, as the table sees the board (p61)."""
StackToken = Literal["attack", "defense", "hit points", "initiative"]
"""The number that a stack token raises: by one, or initiative by two (p67)."""


class Fighter(State):
    """A unit in a combat, with the numbers on the side of its card that is up; an unknown number is None."""

    side: Annotated[str, Names("sides")] = ""
    unit: Annotated[str, Names("units")] = ""
    face: Annotated[UnitSide, FixedTexts(get_args(UnitSide))] = Field(default="few", title="side of its card")
    tier: Annotated[Tier | None, FixedTexts(get_args(Tier))] = None
    type: Annotated[UnitType | None, FixedTexts(get_args(UnitType))] = None
    attack: int | None = None
    defense: int | None = None
    hp: int | None = Field(default=None, title="hit points")
    initiative: int | None = None
    space: Annotated[str, Names("spaces")] = ""
    damage: Annotated[int, Within("hp")] = 0
    activated: Annotated[bool, THIS_COMBAT_ROUND] = False
    retaliated: Annotated[bool, THIS_COMBAT_ROUND] = False
    moved: Annotated[bool, THIS_ACTIVATION] = Field(default=False, title="moved in this activation")
    attacked: Annotated[bool, THIS_ACTIVATION] = Field(default=False, title="attacked in this activation")
    drew: Annotated[bool, THIS_ACTIVATION] = Field(default=False, title="drew an AI card in this activation")
    had_shield: Annotated[bool, THIS_ACTIVATION] = Field(default=False, title="may not defend in this activation")
    shield: bool = Field(default=False, title="defense token")
    paralysed: bool = False
    weakness: Annotated[int, Within(MOST_TOKEN)] = 0
    strength: Annotated[int, Within(MOST_TOKEN)] = Field(default=0, title="attack token")
    corroded: bool = False
    stack: Annotated[StackToken | None, FixedTexts(get_args(StackToken))] = Field(default=None, title="stack token")
    strikes_back: bool = Field(default=False, title="retaliates without limit")
    elemental: bool = Field(default=False, title="deals elemental damage")
    more_attack: Annotated[int, THIS_ACTIVATION] = Field(default=0, title="attack besides")
    more_defense: int = Field(default=0, title="defense besides, in its next defense")
    more_initiative: int = Field(default=0, title="initiative besides, in this combat")
    clone_of: Annotated[str, Names("fighters")] = ""
    summoned: bool = False
    stays: bool = Field(default=False, title="joins the unit deck afterwards")


class Strike(State):
    """An attack that is declared and not rolled yet, or the retaliation to one."""

    attacker: Annotated[str, Names("fighters")]
    target: Annotated[str, Names("fighters")]
    retaliation: bool = False
    beside: bool = Field(default=False, title="they are adjacent")
    dice: int = 1
    wall: bool = Field(default=False, title="a wall protects the target")
    attack: int = Field(default=0, title="attack of cards")
    defense: int = Field(default=0, title="defense of cards")


def who_laid_it(table: Any, path: Path) -> Seats:
    """The seat that knows whether a hidden token is real."""
    owner: str = value_at(table, path[:-1]).owner
    return (owner,)


class SpaceToken(State):
    """A token on a space of the combat board; only its owner sees the face of a hidden one."""

    kind: str = ""
    owner: Annotated[str, Names("sides")] = ""
    face: Annotated[str, Secret(to=who_laid_it)] = ""


class Combat(State):
    kind: Annotated[CombatKind, FixedTexts(get_args(CombatKind))] = "neutral"
    field: Annotated[str, Names("fields")] = ""
    attacker: Annotated[str, Names("sides")] = ""
    attacker_second: bool = Field(default=False, title="begun by the secondary hero")
    defender: Annotated[str, Names("sides")] = NEUTRAL
    defender_second: bool = Field(default=False, title="the secondary hero defends")
    level: int = Field(default=0, title="level of the field")
    outcome: Annotated[Outcome | None, FixedTexts(get_args(Outcome))] = Field(default=None, title="ends by")
    ended_by: Annotated[str, Names("sides")] = Field(default="", title="ended by")
    stage: Annotated[Stage, FixedTexts(get_args(Stage))] = "announced"
    board: Annotated[BoardKind, FixedTexts(get_args(BoardKind))] = "none"
    round: int = 0
    limited: bool = Field(default=False, title="one round for each movement point")
    own_town: bool = Field(default=False, title="the defender's own town")
    ai_hero: str = Field(default="", title="AI hero")
    bank: Annotated[str, Names("banks")] = Field(default="", title="creature bank")
    fighters: Annotated[dict[str, Fighter], Keys("fighters")] = Field(default_factory=dict)
    placed: Annotated[list[str], Names("sides")] = Field(default_factory=list, title="units placed by")
    obstacles: bool = Field(default=False, title="obstacles are on the battlefield board")
    zones: Annotated[dict[str, Zone], Keys("sides"), FixedTexts(get_args(Zone))] = Field(
        default_factory=dict, title="deployment zones"
    )
    deployed: Annotated[list[str], Names("fighters")] = Field(
        default_factory=list, title="units on the battlefield board"
    )
    drawn: Annotated[list[str], Names("units")] = Field(default_factory=list, title="neutral units drawn")
    at: Annotated[str, Names("fighters")] = Field(default="", title="activated now")
    acted: Annotated[str, Names("sides")] = Field(default="", title="side activated last")
    acted_at: int | None = Field(default=None, title="initiative activated last")
    strike: Strike | None = None
    walls: Annotated[dict[str, bool], Keys("columns")] = Field(default_factory=dict, title="walls")
    gate: Annotated[str, Names("columns")] = Field(default="", title="column of the gate")
    tower: bool = Field(default=False, title="Arrow Tower")
    tokens: Annotated[dict[str, SpaceToken], Keys("spaces")] = Field(default_factory=dict, title="tokens on spaces")
    spells: Annotated[list[str], Names("sides"), THIS_COMBAT_ROUND] = Field(
        default_factory=list, title="cast a spell this round"
    )
    refreshed: Annotated[bool, THIS_COMBAT_ROUND] = Field(default=False, title="drew cards for the round")
    no_cards: Annotated[list[str], Names("sides")] = Field(default_factory=list, title="may play no cards")
    lost: Annotated[list[str], Names("units")] = Field(default_factory=list, title="units lost")
    azure: bool = Field(default=False, title="an azure unit was drawn")
    holder: Annotated[str, Names("sides")] = Field(default="", title="holds the initiative token")
    tied: bool = Field(default=False, title="the initiative token passes on")
    ai_discard: Annotated[list[str], Names("ai-cards")] = Field(default_factory=list, title="AI cards used")
    ai_held: Annotated[list[str], Names("ai-cards")] = Field(default_factory=list, title="AI cards that wait")

    ai_delayed: dict[str, int] = Field(default_factory=dict, title="AI spells set aside, each until which round")

    @property
    def player(self) -> str:
        """The seat that the combat belongs to: the attacker, or the seat that an AI hero attacks."""
        return self.defender if self.attacker == NEUTRAL else self.attacker

    def foe_of(self, side: str) -> str:
        """The other side."""
        return self.defender if side == self.attacker else self.attacker

    def fighters_of(self, side: str) -> list[str]:
        return [id_ for id_, one in self.fighters.items() if one.side == side]
