"""The kinds of content of Runewars: the fields of sheets, cards, tiles and tokens that the rules read.

The rulebook contains few of these numbers. A field that was never typed in has its default, which never blocks.
"""

from typing import Annotated, Literal

from pydantic import Field

from domain.framework.cards.kinds import Card, IfPrinted, SeatCard, kinds_of, named_only
from domain.framework.events.choice import Choice

Small = Annotated[int, Field(ge=0, le=30)]
Extra = Annotated[Small, IfPrinted()]
"""A number that a card of its kind may or may not have."""
Initiative = Annotated[int, Field(ge=1, le=5)]
Coordinate = Annotated[int, Field(ge=-30, le=30)]
Alignment = Literal["good", "evil", "neutral"]
Season = Literal["spring", "summer", "autumn", "winter"]
Resource = Literal["food", "wood", "ore"]
Attribute = Literal["strength", "agility", "wisdom"]
Shape = Literal["triangle", "rectangle", "hexagon", "circle"]
Destiny = Literal["ally", "withdraw", "refuse"]
Symbol = Literal["blank", "special", "rout 1", "rout 2", "rout 3", "damage 1", "damage 2", "damage 3", "damage 4"]
Border = Literal["open", "mountain", "water"]
UnitId = Annotated[str, Choice("units")]
DialIcon = Annotated[str, Choice("dial-icons")]
"""The icon at a space of a dial: `none`, `tactics`, `influence` or a unit."""


class FactionSheet(SeatCard):
    """A faction sheet. A dial has its start and the print of each of its spaces, from 0."""

    kind_name = "factions"
    alignment: Alignment | None = None
    influence: Small | None = Field(default=None, title="starting influence")
    tactics: Small | None = Field(default=None, title="starting tactics cards")
    food: Small | None = Field(default=None, title="food at the start")
    wood: Small | None = Field(default=None, title="wood at the start")
    ore: Small | None = Field(default=None, title="ore at the start")
    food_spaces: list[DialIcon] = Field(default=[], title="food dial, from 0")
    wood_spaces: list[DialIcon] = Field(default=[], title="wood dial, from 0")
    ore_spaces: list[DialIcon] = Field(default=[], title="ore dial, from 0")
    defense: Annotated[str, Choice("developments")] = Field(default="", title="defensive development")


class UnitSheet(Card):
    """A type of unit, as on a faction's sheet or the reference card."""

    kind_name = "units"
    faction: Annotated[str, Choice("owners")] = ""
    figures: Small | None = Field(default=None, title="figures in the box")
    shape: Shape | None = Field(default=None, title="shape of its base")
    initiative: Initiative | None = None
    health: Annotated[int, Field(ge=1, le=30)] | None = None
    fast: bool = False
    flying: bool = False
    ability: Annotated[str, Field(max_length=200)] = Field(default="", title="special ability, in your words")


class OrderCard(Card):
    """An order, the same in every faction."""

    kind_name = "orders"
    number: Annotated[int, Field(ge=1, le=8), IfPrinted()] = 1
    supremacy: bool = Field(default=True, title="has a supremacy bonus")


class FateCard(Card):
    """A fate card: the mark on top, and the symbol of each base."""

    kind_name = "fate"
    destiny: Destiny | None = Field(default=None, title="mark on top")
    triangle: Symbol | None = None
    rectangle: Symbol | None = None
    hexagon: Symbol | None = None
    circle: Symbol | None = None


class SeasonCard(Card):
    """A season card, with the events that its text calls for."""

    kind_name = "season-cards"
    season: Season | None = None
    council: bool = Field(default=False, title="Wizards' Council")
    bid: bool = Field(default=False, title="starts an influence bid")
    lasting: bool = Field(default=False, title="works until the next season card")
    fakes: bool = Field(default=False, title="mentions false runes")
    rune: bool = Field(default=False, title="a player gains a dragon rune")


class TacticsCard(Card):
    """A tactics card, and when it may be played."""

    kind_name = "tactics"
    timing: Literal["your turn", "start of battle", "battle", "start of duel", "duel", "other"] | None = None
    fakes: bool = Field(default=False, title="mentions false runes")


class QuestCard(Card):
    """A quest: its area, its tested attribute, and its marks of success."""

    kind_name = "quests"
    tile: Annotated[str, Choice("tiles")] = Field(default="", title="map tile of a setup quest")
    areas: list[Annotated[str, Choice("areas", free=True)]] = []
    attribute: Attribute | None = None
    success: list[Destiny] = Field(default=[], title="marks that succeed")
    unit: UnitId = Field(default="", title="unit to duel")


class RewardCard(Card):
    """A reward of a hero."""

    kind_name = "rewards"
    trait: Literal["none", "weapon", "armor"] | None = None
    special: bool = Field(default=False, title="takes a special icon")
    rune: bool = Field(default=False, title="gives a dragon rune")


class ObjectiveCard(Card):
    """A secret objective."""

    kind_name = "objectives"
    alignment: Alignment | None = None


class HeroCard(Card):
    """A hero."""

    kind_name = "heroes"
    alignment: Alignment | None = None
    strength: Small | None = None
    agility: Small | None = None
    wisdom: Small | None = None
    health: Annotated[int, Field(ge=1, le=30)] | None = None


class CityToken(Card):
    """A city: its benefits, one at a time."""

    kind_name = "cities"
    unit: UnitId = Field(default="", title="neutral units")
    units: Extra = Field(default=0, title="how many units")
    tactics: Extra = Field(default=0, title="tactics cards")
    influence: Extra = 0
    quests: Extra = Field(default=0, title="quest cards")


class ExplorationToken(Card):
    """A type of exploration token."""

    kind_name = "explorations"
    category: Literal["event", "location", "destructible location"] | None = None


class AreaPrint(Card):
    """The print of an area: its place on the tile, its yield, and its six borders.

    Borders are clockwise from the right (`Hex.around`).
    """

    kind_name = "areas"
    tile: Annotated[str, Choice("tiles")] = ""
    q: Annotated[Coordinate, IfPrinted()] = 0
    r: Annotated[Coordinate, IfPrinted()] = 0
    food: Extra = 0
    wood: Extra = 0
    ore: Extra = 0
    city: bool = Field(default=False, title="space for a city")
    unit: UnitId = Field(default="", title="neutral units")
    units: Extra = Field(default=0, title="how many units")
    second_unit: UnitId = Field(default="", title="more neutral units")
    second_units: Extra = Field(default=0, title="how many of these")
    borders: list[Border] = []


class MapTile(Card):
    """A map tile; its areas name it."""

    kind_name = "tiles"
    home: Annotated[str, Choice("factions")] = Field(default="", title="home realm of")


class SavedMap(Card):
    """A saved map that may be used again: each tile with its place and rotation."""

    kind_name = "maps"
    tiles: dict[str, list[Coordinate]] = Field(default={}, title="tiles: q, r, turned")


class Ruling(Card):
    """A ruling of the table for a case in which the rulebook is silent or contradictory."""

    kind_name = "rulings"


KINDS = kinds_of(
    FactionSheet,
    UnitSheet,
    OrderCard,
    named_only("seasons"),
    FateCard,
    SeasonCard,
    TacticsCard,
    QuestCard,
    RewardCard,
    ObjectiveCard,
    named_only("titles"),
    HeroCard,
    named_only("developments"),
    CityToken,
    ExplorationToken,
    MapTile,
    AreaPrint,
    SavedMap,
    Ruling,
)
