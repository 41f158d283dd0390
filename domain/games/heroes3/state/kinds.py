"""The kinds of content of Heroes III: printed values, from a pack or typed in once at the table."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from domain.framework.cards.kinds import Card, IfPrinted, SeatCard, kinds_of, named_only
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Count, Remark

Good = Literal["gold", "materials", "valuables"]
GOODS: tuple[Good, ...] = get_args(Good)
ENDS = (
    "a victory condition",
    "all players are out",
    "final combat",
    "last faction standing",
    "nobody is left",
    "the last round",
    "victory points",
)
"""The reasons that the rules give for the end of a game; any other remark was typed by a player."""
Tier = Literal["bronze", "silver", "golden", "azure"]
TIERS: tuple[Tier, ...] = get_args(Tier)
UnitType = Literal["ground", "flying", "ranged"]
TileKind = Literal["starting", "far", "near", "center", "sea", "subterranean", "elemental"]
TILE_KINDS: tuple[TileKind, ...] = get_args(TileKind)
Category = Literal["visit", "flag", "revisit", "empty", "blocked"]
CardKind = Literal[
    "statistic", "empowered statistic", "ability", "empowered ability", "spell", "artifact", "specialty",
    "war machine", "pandora",
]  # fmt: skip
Statistic = Literal["attack", "defense", "power", "knowledge"]
STATISTICS: tuple[Statistic, ...] = get_args(Statistic)
School = Literal["air", "fire", "earth", "water"]
Grade = Literal["minor", "major", "relic", "basic", "expert"]
SearchedDeck = Literal["ability", "artifact", "spell"]
Timing = Literal["instant", "activation", "map", "ongoing", "permanent"]
"""The time when the effect of a card is used, and its duration (卡牌通用规则, p22)."""
Aim = Literal["a group", "defense", "healing", "boost", "weakness"]
"""Kinds of spells for which a rule decides the target of the AI (施放复杂法术, p51)."""
Small = Annotated[int, Field(ge=0, le=30)]
Extra = Annotated[Small, IfPrinted()]
"""A number that a card of its kind may or may not have."""
Level = Annotated[int, Field(ge=0, le=7)]
Side = Annotated[int, Field(ge=0, le=5)]
GoodId = Annotated[str, Choice("goods")]
Price = Annotated[dict[GoodId, Annotated[int, Field(ge=0, le=99)]], Field(max_length=20)]
"""Amounts of several goods, each from 0 to 99."""


class FactionCard(SeatCard):
    kind_name = "factions"
    box: Annotated[str, Choice("boxes")] = ""


class HeroBoard(Card):
    """A hero: its class, and the cards of its first deck."""

    kind_name = "heroes"
    faction: Annotated[str, Choice("factions")] = ""
    magic: bool = Field(default=False, title="a magic hero")
    attack: Small | None = Field(default=None, title="statistic cards: attack")
    defense: Small | None = Field(default=None, title="statistic cards: defense")
    power: Small | None = Field(default=None, title="statistic cards: power")
    knowledge: Small | None = Field(default=None, title="statistic cards: knowledge")
    ability: Annotated[str, Choice("cards")] = Field(default="", title="starting ability")
    specialties: list[Annotated[str, Choice("cards")]] = Field(default=[], title="specialties of levels I, IV and VI")


class UnitCard(Card):
    """A unit: its tier and type, and the numbers on each side of its card. A neutral unit has only the first side."""

    kind_name = "units"
    faction: Annotated[str, Choice("factions")] = ""
    tier: Tier | None = None
    type: UnitType | None = None
    neutral: bool = Field(default=False, title="a neutral unit")
    copies: Extra = Field(default=0, title="copies in its neutral deck")
    attack: Small | None = None
    defense: Small | None = None
    hp: Count | None = Field(default=None, title="hit points")
    initiative: Small | None = None
    pack_type: UnitType | None = Field(default=None, title="type as a Pack")
    pack_attack: Small | None = Field(default=None, title="attack as a Pack")
    pack_defense: Small | None = Field(default=None, title="defense as a Pack")
    pack_hp: Count | None = Field(default=None, title="hit points as a Pack")
    pack_initiative: Small | None = Field(default=None, title="initiative as a Pack")
    cost: Price = Field(default={}, title="costs to recruit")
    pack_cost: Price = Field(default={}, title="costs to reinforce")
    strikes_back: bool = Field(default=False, title="retaliates without limit")
    elemental: bool = Field(default=False, title="deals elemental damage")


class BuildingTile(Card):
    """A building of a faction's town, with the values on its board."""

    kind_name = "buildings"
    cost: Price = {}
    income: Price = Field(default={}, title="brings each resource round")
    after: Annotated[str, Choice("buildings")] = Field(default="", title="after which building")


class LocationCard(Card):
    """A location of a field: how it is visited, its yield, and the reward of a visit."""

    kind_name = "locations"
    category: Category | None = None
    good: Good | None = Field(default=None, title="produces")
    amount: Extra = 0
    shared: bool = Field(default=False, title="keeps the flags of all players")
    sea: bool = False
    cost: Price = Field(default={}, title="is paid there")
    other_cost: Price = Field(default={}, title="or is paid instead")
    goods: Price = Field(default={}, title="brings")
    xp: Extra = Field(default=0, title="brings experience")
    movement: Extra = Field(default=0, title="brings movement points")
    morale: Annotated[int, Field(ge=-1, le=1), IfPrinted()] = Field(default=0, title="changes morale")
    deck: SearchedDeck | None = Field(default=None, title="searches which deck")
    search: Extra = Field(default=0, title="searches how many cards")
    dice: Extra = Field(default=0, title="resource dice")
    keep_one: bool = Field(default=False, title="keeps one of the dice")
    treasure: Extra = Field(default=0, title="treasure dice")
    known: bool = Field(default=False, title="brings nothing else")


class PrintedField(Card):
    """One of the seven fields of a tile: 0 is the middle; 1 to 6 follow clockwise, beginning on the right."""

    kind_name = "printed-fields"
    tile: Annotated[str, Choice("tiles")] = ""
    number: Annotated[int, Field(ge=0, le=6)] | None = None
    location: Annotated[str, Choice("locations")] = ""
    level: Annotated[Level, IfPrinted()] = Field(default=0, title="guards of level")
    good: Good | None = Field(default=None, title="produces")
    amount: Extra = 0
    sea: bool = False
    borders: list[Side] = Field(default=[], title="sides with a yellow line")


class TileCard(Card):
    """A tile, with its fields if they were typed in at the table."""

    kind_name = "tiles"
    kind: TileKind | None = None
    school: School | None = None
    locations: dict[Annotated[str, Choice("numbers")], Annotated[str, Choice("locations")]] = {}
    levels: dict[Annotated[str, Choice("numbers")], Level] = Field(default={}, title="guards of level")
    yields: dict[Annotated[str, Choice("numbers")], Good] = Field(default={}, title="produces")
    sea: list[Annotated[str, Choice("numbers")]] = Field(default=[], title="fields of the sea")


class SavedMap(Card):
    """A saved map: the kind of tile at each place, homes, and the face-up tiles."""

    kind_name = "maps"
    kinds: dict[str, TileKind] = {}
    homes: list[str] = []
    tiles: dict[str, Annotated[str, Choice("tiles")]] = Field(default={}, title="face-up tiles")
    turned: dict[str, Side] = Field(default={}, title="turned by sixths")


class DeckCard(Card):
    """A card of a player's deck or of a shared deck."""

    kind_name = "cards"
    kind: CardKind | None = None
    statistic: Statistic | None = None
    school: School | None = None
    expert: bool = Field(default=False, title="has an expert effect")
    grade: Grade | None = Field(default=None, title="grade of an artifact or spell")
    faction: Annotated[str, Choice("factions")] = Field(default="", title="only for")
    copies: Extra = Field(default=0, title="copies in its shared deck")
    attack: Extra = Field(default=0, title="adds to an attack")
    defense: Extra = Field(default=0, title="adds to a defense")
    empowers: Extra = Field(default=0, title="adds power")
    timing: Timing | None = Field(default=None, title="when it is played")
    aim: Aim | None = Field(default=None, title="whom the AI casts it on")


class ScenarioCard(Card):
    kind_name = "scenarios"
    rounds: Extra = Field(default=0, title="lasts how many rounds")
    income: Price = {}
    goods: Price = Field(default={}, title="begins with")
    units: list[Annotated[str, Choice("units")]] = Field(default=[], title="begins with units")
    conditions: list[Remark] = Field(default=[], title="how it is won")
    tiles: dict[TileKind, Small] = Field(default={}, title="tiles of the map by kind")


class TimedEvent(Card):
    """An event of a scenario in a fixed round."""

    kind_name = "timed-events"
    scenario: Annotated[str, Choice("scenarios")] = ""
    round: Small | None = None
    movement: Extra = Field(default=0, title="movement points for all")
    goods: Price = {}


class DieCard(Card):
    kind_name = "dice"
    sides: list[Remark] = []


class LevelRow(Card):
    """The guards of a field of a level by difficulty: a letter for the tier of each neutral unit."""

    kind_name = "guards"
    easy: Remark = ""
    normal: Remark = ""
    hard: Remark = ""
    impossible: Remark = ""


STACKED = {"easy": 1, "normal": 2, "hard": 3, "impossible": 4}
"""The number of stacked guards of a creature bank, by difficulty (p67)."""
OF_NEUTRAL = "neutral-"
"""The prefix of the id of a unit's card in the neutral deck, which has other numbers than that of the faction."""
TOWER = "arrow-tower"
"""The unit that belongs to a siege and to no unit deck (p47)."""


class BankCard(Card):
    """A creature bank: its guards, and its reward."""

    kind_name = "banks"
    far: bool = Field(default=False, title="of far tiles")
    guards: list[Annotated[str, Choice("units")]] = []
    goods: Price = {}
    more: Price = Field(default={}, title="more for each stacked unit")
    unit: Annotated[str, Choice("units")] = Field(default="", title="brings a unit")


AiKind = Literal["might", "magic", "skill"]
AI_KINDS: tuple[AiKind, ...] = get_args(AiKind)


class AiCard(Card):
    kind_name = "ai-cards"
    kind: AiKind | None = Field(default=None, title="might, magic or skill")
    attack: Small | None = None
    defense: Small | None = None
    magic: bool = Field(default=False, title="casts a spell")


KINDS = kinds_of(
    FactionCard, HeroBoard, UnitCard, BuildingTile, LocationCard, PrintedField, TileCard, DeckCard, ScenarioCard,
    TimedEvent, DieCard, LevelRow, BankCard, AiCard, SavedMap,
    named_only("boxes"), named_only("goods"), named_only("town-tokens"), named_only("options"),
    named_only("rulings"), named_only("difficulties"),
    named_only("building-kinds"), named_only("proclamations"), named_only("event-cards"), named_only("decks"),
    named_only("morale-cards"), named_only("adventures"), named_only("field-tokens"), named_only("scrolls"),
)  # fmt: skip
