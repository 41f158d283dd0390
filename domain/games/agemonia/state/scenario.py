"""The state of a running scenario: the order of turns, enemies and allies, rolls, timers, story cards and areas.

All of it is optional: a table that tracks only enemies has a scene with enemies and nothing else.
"""

from typing import Annotated, Literal, get_args

from pydantic import Field

from domain.components.numbers import Within
from domain.components.periods import Periods
from domain.framework.events.marks import MOST_COUNTED, FixedTexts
from domain.framework.table import Keys, Names, NotLogged, State
from domain.framework.views.visibility import Secret

Phase = Literal["", "select", "turns"]
Special = Literal["first", "last", "after any ally"]
AttackKind = Literal["melee", "ranged", "magic"]
Ability = Literal["strength", "agility", "will"]
Size = Literal["normal", "large", "huge"]
Border = Literal["single line", "double line", "obstacle"]
Shape = Literal["one", "cleave", "area", "adjacent areas", "line"]
AllyKind = Literal["follower", "summoned", "scenario"]
ATTACKS: tuple[AttackKind, ...] = get_args(AttackKind)
ABILITIES: tuple[Ability, ...] = get_args(Ability)
FACES = ("one", "two", "one_extra", "stamina")
"""The faces of an action die (行动骰)."""
PERIODS = Periods(("turn", "round", "campaign round"))
THIS_TURN, THIS_ROUND, THIS_CAMPAIGN_ROUND = map(PERIODS.until, PERIODS.names)
"""The lifetimes of fields: a marked field returns to its default at the end of the period."""
SPACE: dict[str, int] = {"normal": 1, "large": 2, "huge": 3}
"""The capacity that a figure takes up, by its size (大型和巨型敌人以及最大容量)."""


FACE_DOWN = Secret(
    to=lambda table, path: path[2:3],
    until=lambda table, path: table.scene.phase != "select",
    told="until the initiative card is revealed",
)
"""A hero's selection is its player's secret until the initiative card is revealed (1. 选择英雄行动)."""


class HeroTurn(State):
    """A hero's slots, its choices for this round, and the acts of its turn."""

    slotted: Annotated[list[str], Names("actions")] = Field(default_factory=list, title="action tokens in slots")
    opened: Annotated[dict[str, str], Names("actions")] = Field(default_factory=dict, title="open slots filled")
    chosen: Annotated[bool, THIS_ROUND] = Field(default=False, title="action selected")
    action: Annotated[str, Names("actions"), FACE_DOWN, THIS_ROUND] = Field(default="", title="selected action")
    symbol: Annotated[str, Names("symbols"), FACE_DOWN, THIS_ROUND] = Field(default="", title="initiative symbol")
    printed: Annotated[str, Names("symbols"), FACE_DOWN, THIS_ROUND] = Field(default="", title="symbol of the action")
    special: Annotated[str, FixedTexts(("first", "last", "after any ally")), THIS_ROUND] = Field(
        default="", title="special initiative"
    )
    did: Annotated[str, FixedTexts(("action", "rethink", "nothing", "passive")), THIS_ROUND] = Field(
        default="", title="what became of the action"
    )
    performed: Annotated[bool, THIS_ROUND] = Field(default=False, title="action performed and paid")
    maneuvers: Annotated[int, THIS_ROUND] = 1
    used: Annotated[int, THIS_ROUND] = Field(default=0, title="maneuvers used")
    points: Annotated[int, THIS_TURN] = Field(default=0, title="movement points")
    lengthens: Annotated[bool, THIS_TURN] = Field(default=False, title="a gem may lengthen the move")
    changes: Annotated[int, THIS_TURN] = Field(default=0, title="changes of active items")
    changed: Annotated[int, THIS_ROUND] = Field(default=0, title="changes of active items this round")
    focused: Annotated[bool, THIS_ROUND] = Field(default=False, title="focus die used")
    boosts: Annotated[list[str], Names("skills"), THIS_TURN] = Field(default_factory=list, title="skills at work")
    once: Annotated[list[str], Names("skills"), THIS_TURN] = Field(default_factory=list, title="skills used this turn")
    once_a_round: Annotated[list[str], Names("skills"), THIS_ROUND] = Field(
        default_factory=list, title="skills used this round"
    )
    attacks: Annotated[list[str], FixedTexts(ATTACKS), THIS_TURN] = Field(
        default_factory=list, title="attacks this turn"
    )
    struck: Annotated[int, THIS_TURN] = Field(default=0, title="attacks made")
    tried: Annotated[list[str], THIS_TURN] = Field(default_factory=list, title="checks tried")
    provoked: Annotated[list[str], Names("figures"), THIS_TURN] = Field(default_factory=list, title="provoked by")
    dodge: Annotated[int, THIS_TURN] = 0
    trap: Annotated[str, Names("areas")] = Field(default="", title="area of a trap that it entered")
    used_up: Annotated[list[str], Names("items")] = Field(default_factory=list, title="effects used this scenario")


class Figure(State):
    """One model of an enemy; without health it cannot be defeated by damage."""

    health: Annotated[int | None, Within("most")] = None
    most: int | None = Field(default=None, title="full health")
    conditions: Annotated[list[str], Names("conditions")] = Field(default_factory=list)
    spawned: int = Field(default=0, title="fight round it came")
    moved: Annotated[int, THIS_TURN] = Field(default=0, title="areas moved this turn")
    attacked: Annotated[bool, THIS_TURN] = Field(default=False, title="attacked this turn")
    struck: Annotated[bool, THIS_ROUND] = Field(default=False, title="attacked this round")
    abilities: Annotated[list[str], FixedTexts(("snake", "horn")), THIS_ROUND] = Field(
        default_factory=list, title="special abilities used this round"
    )


class Enemy(State):
    """A type of enemy, as on its card, with its models on the map by their numbers.

    `defeated` counts the defeated models, `resolved` those of them whose effect on the card is resolved.
    """

    symbol: Annotated[str, Names("symbols")] = Field(default="", title="initiative symbol")
    per_hero: int = Field(default=0, title="health for each hero")
    base: int = Field(default=0, title="health besides")
    endless: bool = Field(default=False, title="endless health")
    heroes: int = Field(default=0, title="number of heroes")
    shield: int | None = 0
    provoke: int | None = 0
    provoke_range: int = Field(default=0, title="range of provoke")
    retaliate: int = 0
    revenge: bool = False
    mirror: bool = False
    flying: bool = False
    size: Size = "normal"
    models: int = 0
    movement: int | None = None
    attack: Annotated[str, FixedTexts(ATTACKS)] = ""
    attack_range: int = Field(default=0, title="range")
    damage: int = 0
    stamina: int = Field(default=0, title="stamina loss")
    ability: Annotated[str, FixedTexts(ABILITIES)] = Field(default="", title="reactive check")
    ability_or: Annotated[str, FixedTexts(ABILITIES)] = Field(default="", title="or")
    shape: Annotated[str, FixedTexts(("one", "cleave", "area", "adjacent areas", "line"))] = ""
    condition: Annotated[str, Names("conditions")] = ""
    defeat: str = Field(default="", title="when defeated")
    figures: dict[str, Figure] = Field(default_factory=dict, title="")
    defeated: int = 0
    resolved: int = 0


class Ally(State):
    """A non-hero ally: it has health in place of stamina, and a player who moves it."""

    kind: AllyKind = "scenario"
    controller: str = ""
    symbol: Annotated[str, Names("symbols")] = Field(default="", title="initiative symbol")
    health: Annotated[int, Within("most")] = 0
    most: int = Field(default=0, title="full health")
    taunt: int | None = None
    conditions: Annotated[list[str], Names("conditions")] = Field(default_factory=list)
    exhausted: bool = False
    maneuvers: Annotated[int, THIS_ROUND] = 1
    tried: Annotated[list[str], THIS_TURN] = Field(default_factory=list, title="checks tried")
    provoked: Annotated[list[str], Names("figures"), THIS_TURN] = Field(default_factory=list, title="provoked by")
    did: Annotated[list[str], FixedTexts(("action", "maneuver", "special ability")), THIS_ROUND] = Field(
        default_factory=list, title="done this turn"
    )
    attacks: Annotated[int, THIS_ROUND] = Field(default=0, title="attacks made")


class InitiativeCard(State):
    """The initiative card of this round: the order from top to bottom, and the bonus of each symbol."""

    card: str = ""
    order: Annotated[list[str], Names("initiative")] = Field(default_factory=list)
    actions: Annotated[dict[str, str], Keys("symbols")] = Field(default_factory=dict, title="enemy actions")
    bonus: Annotated[list[str], Names("symbols")] = Field(default_factory=list, title="bonus maneuvers")
    snake: Annotated[list[str], Names("symbols")] = Field(default_factory=list)
    horn: Annotated[list[str], Names("symbols")] = Field(default_factory=list)
    shuffle: bool = False


class Modifier(State):
    """Successes that a source adds to a roll, or takes away."""

    source: str
    successes: int


class Roll(State):
    """A declared roll: the number of dice, the modifiers, and the faces."""

    kind: Literal["check", "attack"]
    figure: Annotated[str, Names("figures")]
    what: str = ""
    ability: Annotated[str, FixedTexts(ABILITIES)] = ""
    target: int | None = None
    progressive: bool = False
    trap: Annotated[str, Names("areas")] = ""
    dice: int = 0
    plus: list[Modifier] = Field(default_factory=list, title="modifiers")
    faces: Annotated[list[str], FixedTexts(FACES)] = Field(default_factory=list)
    inspired: bool = False
    attack: Annotated[str, FixedTexts(ATTACKS)] = ""
    shape: Shape = "one"
    targets: Annotated[list[str], Names("figures")] = Field(default_factory=list)
    weapons: Annotated[list[str], Names("items")] = Field(default_factory=list)
    hampered: Annotated[list[str], Names("figures")] = Field(default_factory=list, title="aim blocked for")
    pierce: int = 0
    drain: int = 0
    harmless: bool = Field(default=False, title="without damage")
    condition: Annotated[str, Names("conditions")] = ""


class GroupCheck(State):
    """A check that several heroes make together, outside scenarios."""

    check: str
    ability: Annotated[str, FixedTexts(ABILITIES)] = ""
    target: int | None = None
    order: Annotated[list[str], Names("heroes")] = Field(default_factory=list)
    successes: Annotated[dict[str, int], Keys("heroes")] = Field(default_factory=dict)


class Strike(State):
    """An enemy's attack, or other harm, that waits for the reactive check of its target, then of the others.

    `successes` are those of the rolled dice, while the hero may still add a gem.
    """

    figure: Annotated[str, Names("figures")] = ""
    target: Annotated[str, Names("figures")]
    attack: Annotated[str, FixedTexts(ATTACKS)] = ""
    value: int = 0
    effect: Literal["damage", "stamina loss", "condition"] = "damage"
    ability: Annotated[str, FixedTexts(ABILITIES)] = ""
    ability_or: Annotated[str, FixedTexts(ABILITIES)] = Field(default="", title="or")
    condition: Annotated[str, Names("conditions")] = ""
    others: Annotated[list[str], Names("figures")] = Field(default_factory=list, title="whom it hits besides")
    source: str = ""
    successes: int | None = None

    def at_next(self) -> "Strike | None":
        """The same attack on the next of the other targets; None if there are none left."""
        if not self.others:
            return None
        return self.model_copy(update={"target": self.others[0], "others": self.others[1:], "successes": None})


class Progress(State):
    """Successes gathered for a progressive check, over as many attempts as it takes."""

    successes: int = 0
    target: int | None = None


class FateCard(State):
    value: int
    card: str = ""


class Timer(State):
    """A timer that counts fate cards towards its target; `due` from when it is reached until it is reset or stopped."""

    target: int
    effect: str = ""
    due: bool = False
    pile: list[FateCard] = Field(default_factory=list)

    @property
    def total(self) -> int:
        return sum(card.value for card in self.pile)


class StoryCard(State):
    """A revealed story card."""

    flipped: bool = False
    used: Annotated[dict[str, int], Keys("heroes")] = Field(default_factory=dict, title="sections used")


class BorderLine(State):
    """The border to an adjacent area; `higher` is the area that the height symbol points to."""

    kind: Border = "single line"
    higher: Annotated[str, Names("areas")] = ""


class Ground(State):
    """An area of the map, as far as it was recorded."""

    capacity: int | None = None
    borders: dict[str, BorderLine] = Field(default_factory=dict)
    points: list[str] = Field(default_factory=list, title="story points")
    start: bool = Field(default=False, title="start area")
    unwritten: bool = Field(default=False, title="to be written down")
    traps: Annotated[int, Within()] = Field(default=0, title="trap tokens")
    items: Annotated[dict[str, int], Keys("items")] = Field(default_factory=dict)
    stars: Annotated[int, Within()] = 0


class Token(State):
    """A token on the map, on a card or on a figure."""

    kind: Literal["marker", "teleport", "summoned", "counter"] = "counter"
    where: Annotated[str, Names("figures")] = ""
    source: Annotated[str, Names("actions")] = Field(default="", title="what put it there")
    active: bool = True
    value: int = 0
    placed: int = Field(default=0, title="fight round it came")


class Scene(State):
    """Everything on the table for one scenario."""

    round: int = Field(default=0, title="fight round")
    phase: Phase = ""
    heroes: Annotated[dict[str, HeroTurn], Keys("heroes")] = Field(default_factory=dict, title="")
    initiative: InitiativeCard | None = Field(default=None, title="initiative card")
    initiative_drawn: list[str] = Field(default_factory=list, title="initiative cards drawn")
    order: Annotated[list[str], Names("actors"), THIS_ROUND] = Field(default_factory=list, title="turn order")
    agreed: Annotated[list[str], Names("actors")] = Field(default_factory=list, title="put in order by the table")
    active: Annotated[str, Names("figures"), THIS_ROUND] = Field(default="", title="turn")
    done: Annotated[list[str], Names("figures"), THIS_ROUND] = Field(default_factory=list, title="turns taken")
    enemies: Annotated[dict[str, Enemy], Keys("enemies")] = Field(default_factory=dict, title="")
    enemies_placed: bool = Field(default=False, title="all enemies of the setup are placed")
    shuffled: bool = Field(default=False, title="decks shuffled")
    reshuffled: Annotated[bool, THIS_ROUND] = Field(default=False, title="initiative deck shuffled this round")
    allies: Annotated[dict[str, Ally], Keys("followers")] = Field(default_factory=dict, title="")
    roll: Roll | None = None
    strike: Strike | None = Field(default=None, title="attack")
    group: GroupCheck | None = Field(default=None, title="group check")
    progress: dict[str, Progress] = Field(default_factory=dict, title="progressive checks")
    timers: dict[str, Timer] = Field(default_factory=dict)
    fate: list[FateCard] = Field(default_factory=list, title="fate cards discarded")
    traps: bool = Field(default=False, title="trap deck in play")
    traps_due: list[str] = Field(default_factory=list, title="traps to resolve")
    cards: dict[str, StoryCard] = Field(default_factory=dict, title="story cards")
    areas: dict[str, Ground] = Field(default_factory=dict)
    places: Annotated[dict[str, str], Keys("figures")] = Field(default_factory=dict, title="places of figures")
    fitting: Annotated[dict[str, str], Keys("figures"), NotLogged()] = Field(
        default_factory=dict, title="last areas that were not too full"
    )
    tokens: dict[str, Token] = Field(default_factory=dict)
    counters: Annotated[dict[str, int], Within(MOST_COUNTED)] = Field(default_factory=dict)

    def turn_of(self, hero: str) -> HeroTurn:
        """The turn of a hero in this round, added if it is missing."""
        if hero not in self.heroes:
            self.heroes[hero] = HeroTurn()
        return self.heroes[hero]

    def figure(self, id_: str) -> Figure | None:
        """A model of an enemy by its id: the enemy's id, a space, its number; None if it is not on the map."""
        enemy, _, number = id_.rpartition(" ")
        found = self.enemies.get(enemy)
        return found.figures.get(number) if found else None

    def enemy_of(self, figure: str) -> Enemy | None:
        return self.enemies.get(figure.rpartition(" ")[0])

    def figures(self) -> list[str]:
        """The models of enemies on the map, by type and ascending number."""
        return [
            f"{id_} {number}" for id_, enemy in self.enemies.items() for number in sorted(enemy.figures, key=_number)
        ]


def _number(number: str) -> int:
    return int(number) if number.isdecimal() else 0


__all__ = [
    "ATTACKS",
    "SPACE",
    "Ability",
    "Ally",
    "AllyKind",
    "AttackKind",
    "Border",
    "BorderLine",
    "Enemy",
    "FateCard",
    "Figure",
    "Ground",
    "GroupCheck",
    "HeroTurn",
    "InitiativeCard",
    "Modifier",
    "Phase",
    "Progress",
    "Roll",
    "Scene",
    "Shape",
    "Size",
    "Special",
    "StoryCard",
    "Strike",
    "Timer",
    "Token",
]
