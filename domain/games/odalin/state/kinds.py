"""The kinds of content of Odalin: printed values, or values typed in once at the table."""

from typing import Annotated, Literal

from pydantic import Field

from domain.framework.cards.kinds import Card, IfPrinted, SeatCard, kinds_of, named_only
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Count, Remark

Stat = Literal["power", "vigor", "agility", "spirit", "mind", "luck"]
Side = Literal["order", "chaos"]
Half = Literal["upper", "lower"]
ActionKind = Literal["attack", "aura", "ability", "instant", "instant ability"]
Keyword = Literal["sacred healing", "profane strike"]
"""Keywords of attacks that are resolved differently (职业专属能力)."""
Gear = Literal[
    "two-hand melee", "two-hand caster", "one-hand melee", "one-hand caster", "off-hand melee", "off-hand caster",
    "shield", "heavy armor", "light armor",
]  # fmt: skip
"""The types of equipment that a hero's tile may allow; all heroes may wear trinkets."""
Trinket = Literal["amulet", "belt", "boots", "gloves", "helmet", "ring"]
Slot = Gear | Trinket
Quality = Literal["common", "magic", "set", "legendary"]
Colour = Literal["black", "blue", "red", "white", "green"]
Small = Annotated[int, Field(ge=0, le=30)]
Extra = Annotated[Small, IfPrinted()]
"""A number that a card of its kind may or may not have."""
StatNo = Annotated[int, Field(ge=0, le=12)]
Strength = Annotated[int, Field(ge=0, le=9)]
HIGHEST_LEVEL = 20


class HeroTile(SeatCard):
    kind_name = "heroes"
    hero_class: Annotated[str, Choice("classes")] = Field(default="", title="class")
    hp: Count | None = Field(default=None, title="hit points")
    soul: Small | None = Field(default=None, title="base soul")
    power: StatNo | None = Field(default=None, title="power (the stat)")
    vigor: StatNo | None = None
    agility: StatNo | None = None
    spirit: StatNo | None = None
    mind: StatNo | None = None
    luck: StatNo | None = None
    allowed: list[Gear] = Field(default=[], title="equipment it may use")


class ClassCard(Card):
    kind_name = "classes"
    tokens: Annotated[str, Choice("class-tokens")] = Field(default="", title="tokens it collects")
    heals_more: bool = Field(default=False, title="heals half as much again")


class ClassToken(Card):
    kind_name = "class-tokens"
    most: Extra = Field(default=0, title="at most")


class ConditionCard(Card):
    kind_name = "conditions"
    opposite: Annotated[str, Choice("conditions")] = ""
    good: bool = Field(default=False, title="a good one")


class StatToken(Card):
    """The bonuses on the tokens of a stat, by its value."""

    kind_name = "stats"
    bonus: dict[str, Small] = Field(default={}, title="bonus by value")


class ActionCard(Card):
    """A hero card or a demon card: one half of a sleeve."""

    kind_name = "action-cards"
    number: Small | None = Field(default=None, title="printed number")
    half: Half | None = None
    kind: ActionKind | None = None
    level: Small | None = None
    side: Side | None = Field(default=None, title="order or chaos")
    strength: Strength | None = None
    damage: Small | None = None
    movement: Small | None = Field(default=None, title="movement points")
    pays_hp: Extra = Field(default=0, title="costs hit points")
    pays_cards: Extra = Field(default=0, title="costs cards from hand")
    pays_corruption: Extra = Field(default=0, title="costs corruption")
    keyword: Keyword | None = None
    demon_bonus: Extra = Field(default=0, title="bonus for the demon's half")
    hero: Annotated[str, Choice("heroes")] = Field(default="", title="only for")
    demon: Annotated[str, Choice("demon-lords")] = Field(default="", title="of the Demon Lord")


class VillainCard(Card):
    kind_name = "villains"
    number: Small | None = None
    level: Small | None = Field(default=None, title="dungeon")
    hp: Count | None = Field(default=None, title="hit points")
    defense: Small | None = None
    side: Side | None = Field(default=None, title="order or chaos")
    strength: Strength | None = None
    base: Remark = Field(default="", title="colour and shape of its base")
    boss: bool = False
    rare: bool = False
    flying: bool = False
    attacks: list[Annotated[str, Choice("villain-attacks")]] = Field(default=[], title="attack cards")


class VillainAttack(Card):
    kind_name = "villain-attacks"
    target: Remark = Field(default="", title="preferred target")
    range: Small | None = None
    movement: Small | None = None
    damage: Small | None = None


class DemonLordCard(Card):
    """A Demon Lord, with the numbers of its villain card for when it takes over."""

    kind_name = "demon-lords"
    hp: Count | None = Field(default=None, title="hit points")
    defense: Small | None = None
    attacks: list[Annotated[str, Choice("villain-attacks")]] = Field(default=[], title="attack cards")


class EquipmentCard(Card):
    kind_name = "equipment"
    slot: Slot | None = Field(default=None, title="type")
    level: Small | None = None
    quality: Quality | None = None
    set: Remark = Field(default="", title="set")
    stats: dict[Stat, StatNo] = {}
    hp: Extra = Field(default=0, title="hit points")
    dice: dict[Colour, Small] = {}
    active: bool = Field(default=False, title="is turned sideways")


class ConsumableCard(Card):
    kind_name = "consumables"
    level: Small | None = None
    copies: Extra = Field(default=1, title="how many there are")


class Die(Card):
    """A die: the list of its faces, each in words such as `hit+damage`."""

    kind_name = "dice"
    sides: list[Remark] = Field(default=[], title="faces")


class PowerLevel(Card):
    kind_name = "power-levels"
    upper_soul: Small | None = Field(default=None, title="soul of the upper half")
    upper_corruption: Small | None = Field(default=None, title="corruption off, upper half")
    lower_soul: Small | None = Field(default=None, title="soul of the lower half")
    lower_corruption: Small | None = Field(default=None, title="corruption off, lower half")


class QuestCard(Card):
    kind_name = "quests"
    number: Small | None = None
    objective: Remark = ""


class RoomEntry(Card):
    """A room in the campaign book, as far as typed in; it may be played again after a lost day."""

    kind_name = "rooms"
    tile: Remark = Field(default="", title="tile")
    side: Literal["A", "B"] | None = None
    villains: dict[str, Small] = Field(default={}, title="villains")
    doors: dict[str, Remark] = Field(default={}, title="doors and what is behind them")
    sanctuaries: list[Remark] = Field(default=[], title="doors of a sanctuary")
    tokens: dict[str, Small] = Field(default={}, title="tokens")
    terrain: list[Annotated[str, Choice("terrain")]] = []
    rules: Remark = Field(default="", title="special rules")
    rewards: Remark = ""


class BalanceRow(Card):
    kind_name = "balance-rows"
    side: Side | None = None
    roll: Small | None = None
    least: Small | None = Field(default=None, title="balance needed")
    stat: Stat | None = Field(default=None, title="test")
    target: Extra = Field(default=0, title="test against")


class EliteCard(Card):
    kind_name = "elite-cards"
    boss: bool = Field(default=False, title="for a boss")


KINDS = kinds_of(
    HeroTile,
    ClassCard,
    ClassToken,
    ConditionCard,
    StatToken,
    ActionCard,
    VillainCard,
    VillainAttack,
    DemonLordCard,
    EquipmentCard,
    ConsumableCard,
    Die,
    PowerLevel,
    QuestCard,
    RoomEntry,
    BalanceRow,
    EliteCard,
    *(
        named_only(kind)
        for kind in (
            "facts",
            "tokens",
            "terrain",
            "auras",
            "blessings",
            "curses",
            "difficulties",
            "special-items",
            "rulings",
            "decks",
        )
    ),
)
