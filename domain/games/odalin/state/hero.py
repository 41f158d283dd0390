"""Combatants: heroes with their sleeves, points and equipment; villains; allies."""

from typing import Annotated, Any, Literal, get_args

from pydantic import Field

from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, State
from domain.games.odalin.state.kinds import ClassToken, Gear, Trinket
from domain.games.odalin.state.periods import THIS_COMBAT, THIS_ROUND, THIS_TURN

MOST_DIAL, MOST_TAINTS, POINTS, SLEEVES, MOST_STAT, MOST_HP = 10, 3, 3, 12, 12, 100
"""Most soul and corruption, taints that lose control, action points, sleeves, most of a stat and of hit points."""
SLOTS = (*get_args(Gear), *get_args(Trinket))


def is_weapon(slot: str) -> bool:
    return slot.startswith(("two-hand", "one-hand"))


def is_armor(slot: str) -> bool:
    return slot.endswith("armor")


Status = Literal["active", "defeated", "lost control"]
Form = Literal["hero", "demon"]
Zone = Literal["deck", "hand", "discard", "aura", "removed", "box"]
"""The zone of a card; removed cards return at the end of the phase, cards in the box never do (移除)."""


def most_tokens(table: Any, path: tuple[str, ...]) -> int | None:
    """How many class tokens of a kind a hero may have; None if the table does not know (奥术能量, 守护)."""
    return ClassToken.of(table, path[-1]).most or None


class Combatant(State):
    """A combatant with hit points; None if they are unknown."""

    hp: Annotated[int | None, Within("most")] = Field(default=None, title="hit points")
    most: int | None = Field(default=None, title="most hit points")
    conditions: Annotated[dict[str, int], Keys("conditions"), THIS_COMBAT] = Field(default_factory=dict)


class Adding(State):
    """The bonuses of equipment while it is worn."""

    stats: Annotated[dict[str, int], Keys("stats")] = Field(default_factory=dict)
    hp: int = Field(default=0, title="hit points")
    dice: Annotated[dict[str, int], Keys("dice")] = Field(default_factory=dict)


class Worn(Adding):
    """A piece of equipment worn by a hero; `slot` is empty if its type is unknown."""

    slot: Annotated[str, FixedTexts(SLOTS)] = Field(default="", title="type")
    set: str = ""
    cooldown: Annotated[bool, THIS_COMBAT] = False


class SetBonus(Adding):
    """The bonus for the worn pieces of a set."""

    effect: str = ""


class Sleeve(State):
    """One of a hero's twelve cards: a hero card in front of a demon card, and its zone."""

    hero_card: Annotated[str, Names("action-cards")] = ""
    demon_card: Annotated[str, Names("action-cards")] = ""
    upper_is_demon: bool = Field(default=False, title="its upper half is the demon's")
    halves_known: bool = Field(default=False, title="which half is the demon's is known")
    level: int | None = 0
    flipped_upper: bool = Field(default=False, title="upper half flipped")
    flipped_lower: bool = Field(default=False, title="lower half flipped")
    zone: Annotated[Zone, FixedTexts(get_args(Zone))] = "deck"

    def be_assembled(self, upper_is_demon: bool | None) -> None:
        """Record which half is the demon's, if given; for `apply`."""
        if upper_is_demon is not None:
            self.upper_is_demon, self.halves_known = upper_is_demon, True

    @property
    def upper(self) -> str:
        """The card that supplies the upper half."""
        return self.demon_card if self.upper_is_demon else self.hero_card

    @property
    def lower(self) -> str:
        """The card that supplies the lower half."""
        return self.hero_card if self.upper_is_demon else self.demon_card


class Effect(State):
    """An effect that lasts until its hero's next turn, or until the combat ends."""

    text: str = ""
    until: Annotated[Literal["turn", "combat"], FixedTexts(("turn", "combat"))] = "turn"


class Deeds(State):
    """The deeds of a hero on a day, for its ending and the summary."""

    dealt: int = Field(default=0, title="damage dealt")
    taken: int = Field(default=0, title="damage taken")
    healed: int = Field(default=0, title="hit points healed")
    falls: int = Field(default=0, title="times defeated")
    forms: int = Field(default=0, title="demonic forms")
    lost_control: int = Field(default=0, title="times control was lost")
    turns: int = Field(default=0, title="turns taken")
    revived: int = Field(default=0, title="times revived")
    soul: int = Field(default=0, title="soul gained")
    corruption: int = Field(default=0, title="corruption gained")
    taints: int = Field(default=0, title="points tainted")
    powers: int = Field(default=0, title="times power was spent on it")


class Hero(Combatant):
    """A hero: its numbers, dials, action points, sleeves and equipment."""

    player: str = ""
    hero_class: Annotated[str, Names("classes")] = Field(default="", title="class")
    demon_lord: Annotated[str, Names("demon-lords")] = Field(default="", title="Demon Lord")
    simplified: bool = False
    base_soul: Annotated[int, Within(MOST_DIAL)] = 0
    soul_unsaid: bool = Field(default=False, title="base soul unknown")
    base_hp: int | None = Field(default=None, title="hit points without equipment")
    stats: Annotated[dict[str, int], Keys("stats")] = Field(default_factory=dict)
    bonuses: Annotated[dict[str, int], Keys("stats")] = Field(
        default_factory=dict, title="bonuses of stats without their values"
    )
    soul: Annotated[int, Within(MOST_DIAL)] = 0
    corruption: Annotated[int, Within(MOST_DIAL)] = 0
    tainted: Annotated[int, Within(MOST_TAINTS)] = 0
    spent: Annotated[int, THIS_ROUND] = Field(default=0, title="points spent")
    tainted_spent: Annotated[int, Within("tainted"), THIS_ROUND] = Field(default=0, title="tainted points spent")
    extra: Annotated[int, THIS_ROUND] = Field(default=0, title="points besides")
    status: Annotated[Status, FixedTexts(get_args(Status))] = "active"
    form: Annotated[Form, FixedTexts(get_args(Form))] = "hero"
    form_turns: int = Field(default=0, title="turns left in demon form")
    sleeves: dict[str, Sleeve] = Field(default_factory=dict, title="action cards")
    worn: Annotated[dict[str, Worn], Keys("equipment")] = Field(default_factory=dict, title="equipment")
    set_bonuses: dict[str, SetBonus] = Field(default_factory=dict)
    consumables: Annotated[list[str], Names("consumables")] = Field(default_factory=list)
    tokens: Annotated[dict[str, int], Keys("class-tokens"), Within(most_tokens)] = Field(
        default_factory=dict, title="class tokens"
    )
    effects: Annotated[list[Effect], THIS_COMBAT] = Field(default_factory=list, title="lasting effects")
    stealth: Annotated[bool, THIS_COMBAT] = False
    from_stealth: Annotated[bool, THIS_COMBAT] = Field(default=False, title="strikes out of stealth")
    aura: Annotated[str, Names("auras"), THIS_COMBAT] = Field(default="", title="Holy Aura")
    movement: Annotated[int | None, THIS_TURN] = Field(default=0, title="movement points")
    pace: Annotated[int, THIS_TURN] = Field(default=0, title="movement points for conditions")
    attacked: Annotated[bool, THIS_TURN] = Field(default=False, title="attacked this turn")
    used_consumable: Annotated[bool, THIS_TURN] = Field(default=False, title="used a consumable this turn")
    used_special: Annotated[bool, THIS_TURN] = Field(default=False, title="used a demon ability this turn")
    burnt: Annotated[bool, THIS_TURN] = Field(default=False, title="hurt by terrain this turn")
    focus_used: Annotated[int, THIS_TURN] = Field(default=0, title="times it focused this turn")
    focus_healed: Annotated[bool, THIS_TURN] = Field(default=False, title="focus used to heal")
    next_damage: Annotated[int, THIS_COMBAT] = Field(default=0, title="damage added to the next attack")
    by_amulet: Annotated[bool, THIS_ROUND] = Field(default=False, title="took an amulet's turn this round")
    today: Deeds = Field(default_factory=Deeds, title="this day")

    @property
    def ready(self) -> int:
        """The action points left in this round."""
        return POINTS + self.extra - self.spent - self.tainted_spent

    @property
    def clean_ready(self) -> int:
        """The untainted action points left."""
        return max(0, POINTS + self.extra - self.tainted - self.spent)

    @property
    def tainted_ready(self) -> int:
        """The tainted action points left."""
        return max(0, self.tainted - self.tainted_spent)

    def stat(self, name: str) -> int | None:
        """A stat with the bonuses of equipment, at most 12; None if its value on the tile is unknown (属性加成)."""
        if (own := self.stats.get(name)) is None:
            return None
        return min(MOST_STAT, own + sum(one.stats.get(name, 0) for one in self.adding()))

    def adding(self) -> list[Adding]:
        """All sources of bonuses: equipment, even in cooldown, and set bonuses."""
        return [*self.worn.values(), *self.set_bonuses.values()]

    def in_zone(self, zone: Zone) -> list[str]:
        """The sleeves in a zone."""
        return [id_ for id_, sleeve in self.sleeves.items() if sleeve.zone == zone]

    def dice(self) -> list[str]:
        """The attack dice of all weapons, by their colours."""
        pools = (one.dice.items() for one in self.adding())
        return [colour for pool in pools for colour, count in pool if colour != "green" for _ in range(count)]

    def dice_known(self) -> bool:
        """Whether the attack dice of all worn weapons are known; each weapon has some."""
        weapons = [one for one in self.worn.values() if is_weapon(one.slot)]
        return bool(self.dice()) and all(any(colour != "green" for colour in one.dice) for one in weapons)

    def defense_known(self) -> bool:
        """Whether the defense dice of the worn armor are known."""
        armors = [one for one in self.worn.values() if is_armor(one.slot)]
        return bool(self.defense_dice()) and all("green" in one.dice for one in armors)

    def defense_dice(self) -> int:
        """The number of green dice that the armor gives."""
        return sum(one.dice.get("green", 0) for one in self.adding())


class Villain(Combatant):
    """A villain on the board."""

    name: Annotated[str, Names("villains")] = ""
    defense: int | None = None
    side: Annotated[str, FixedTexts(("order", "chaos"))] = Field(default="chaos", title="order or chaos")
    strength: int = 0
    unsaid: bool = Field(default=False, title="side or strength unknown")
    flying: bool = False
    elite: bool = False
    elite_card: Annotated[str, Names("elite-cards")] = ""
    boss: bool = False
    rare: bool = False
    second_life: bool = Field(default=False, title="second life used")
    lord_of: Annotated[str, Names("heroes")] = Field(default="", title="Demon Lord of")
    lost: int = Field(default=0, title="damage before its hit points were known")
    hurt_by: Annotated[str, Names("heroes"), THIS_TURN] = Field(default="", title="hurt last by")
    hurt_in_attack: Annotated[bool, THIS_TURN] = Field(default=False, title="hurt last in an attack")
    hurt_side: Annotated[str, FixedTexts(("order", "chaos")), THIS_TURN] = Field(
        default="", title="hurt last by an attack of"
    )
    hurt_strength: Annotated[int, THIS_TURN] = Field(default=0, title="strength of that attack")
