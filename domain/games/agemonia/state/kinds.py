"""The kinds of content of Agemonia: the fields of cards, tokens and boards that the rules read.

A field has its printed value. A field that was not typed in has its default, which never leads to a refusal.
"""

from typing import Annotated, Any, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from domain.framework.cards.kinds import NAMES, Card, IfPrinted, SeatCard, kinds_of, named_only
from domain.framework.events.choice import Choice
from domain.framework.events.marks import Count, FixedTexts, Remark
from domain.games.agemonia.state.scenario import Ability, AttackKind, Shape, Size

Small = Annotated[int, Field(ge=0, le=30)]
Extra = Annotated[Small, IfPrinted()]
"""A number that a card of its kind may or may not have."""
Plus = Annotated[int, Field(ge=-30, le=30)]
Price = Annotated[int, Field(ge=0, le=9_999)]
CampaignLevel = Annotated[int, Field(ge=1, le=5)]
Symbol = Annotated[str, Choice("symbols")]
StageKind = Literal["story entry", "special location", "world event", "play the scenario"]
STAGES: tuple[StageKind, ...] = get_args(StageKind)
Moment = Literal[
    "action",
    "always",
    "attack",
    "check",
    "defeat",
    "faces",
    "harm",
    "hurt",
    "lock",
    "move",
    "provoke",
    "reaction",
    "recover",
    "reroll",
    "rethink",
    "select",
    "turn",
]


class AgemoniaCard(Card):
    """Any card of the game; the printed English names of some are uncertain."""

    unsure: bool = Field(default=False, title="the English name is a translation")


# --- the campaign ----------------------------------------------------------------------------


class LevelCard(AgemoniaCard):
    """A level: its experience, and its rewards."""

    kind_name = "levels"
    xp_extra: Annotated[Count, IfPrinted()] = Field(default=0, title="experience more than the level before")
    xp_total: Count | None = Field(default=None, title="experience in all")
    action_tokens: Extra = 0
    class_skills: Extra = 0
    slot: Literal["none", "normal", "open"] | None = None
    inspiration_gems: Extra = 0


class HeroBoard(SeatCard, AgemoniaCard):
    """A hero, as its board is printed."""

    kind_name = "heroes"
    classes: list[Annotated[str, Choice("classes")]] = []
    slots: Small | None = Field(default=None, title="action slots")
    recover: Small | None = Field(default=None, title="stamina it recovers")
    heal: Small | None = Field(default=None, title="damage it heals")


class HeroClass(AgemoniaCard):
    """One of the two classes of a hero."""

    kind_name = "classes"
    hero: Annotated[str, Choice("heroes")] = ""
    skills: list[Annotated[str, Choice("skills")]] = []


class FactionTrack(AgemoniaCard):
    """A faction; the length and the ranks of its track are typed in with an event."""

    kind_name = "factions"
    rival: Annotated[str, Choice("factions")] = ""
    named: bool = Field(default=False, title="its printed name is known")


class StagePrint(BaseModel):
    """A stage of a journey, as its scenario card lists it."""

    model_config = ConfigDict(frozen=True, strict=True)

    no: int = Field(title="number")
    kind: Annotated[Remark, FixedTexts(STAGES)] = ""
    branch: Remark | None = None
    count: int = Field(default=1, title="world events")


class ScenarioPrint(AgemoniaCard):
    """A scenario: its card, and its setup."""

    kind_name = "scenarios"
    level: CampaignLevel | None = None
    tutorial: Extra = 0
    xp: bool | None = Field(default=None, title="experience symbol")
    replay: bool = Field(default=False, title="replay symbol")
    arena: bool = Field(default=False, title="arena symbol")
    stages: list[StagePrint] = []
    areas: list[dict[str, Any]] = []
    borders: list[dict[str, Any]] = []
    enemies: list[dict[str, Any]] = []
    timers: list[dict[str, Any]] = []
    counters: dict[str, Count] = {}


class LocationPrint(AgemoniaCard):
    """A location of the city; some exist only at one level."""

    kind_name = "locations"
    level: CampaignLevel | None = None


class ServicePrint(LocationPrint):
    """A service of a location."""

    kind_name = "services"
    once: bool = Field(default=False, title="once a city step")


class ActivityPrint(LocationPrint):
    """An activity that costs activity points."""

    kind_name = "activities"


class TokenShape(AgemoniaCard):
    """A shape of item tokens, with its price when sold."""

    kind_name = "tokens"
    price: Price | None = None


class ItemCard(AgemoniaCard):
    """An item card: its value, weight and slots, and its modifiers of attacks and checks."""

    kind_name = "items"
    kind: Annotated[Remark, Choice("item-kinds", free=True)] = ""
    shape: Annotated[str, Choice("tokens")] = Field(default="", title="shape of its token")
    price: Price | None = None
    hands: Extra = 0
    encumbrance: Extra = 0
    carries: Extra = Field(default=0, title="encumbrance it carries")
    quest: bool = Field(default=False, title="quest item")
    illegal: bool = Field(default=False, title="illegal item")
    hero_specific: bool = Field(default=False, title="hero-specific item")
    melee: Plus | None = Field(default=None, title="melee: successes more")
    ranged: Plus | None = Field(default=None, title="ranged: successes more")
    magic: Plus | None = Field(default=None, title="magic: successes more")
    range: Small | None = None
    range_min: Extra = Field(default=0, title="least range")
    locks: Extra = Field(default=0, title="stamina to lock")
    once: bool = Field(default=False, title="once a scenario")
    phrases: list[Remark] = Field(default=[], title="phrases on the card")

    @property
    def weight(self) -> int | None:
        """Its encumbrance; None while nothing but its name and kind is typed in."""
        return self.encumbrance if self.model_fields_set - {*NAMES, "text", "kind"} else None

    @property
    def attacks(self) -> dict[str, int | None]:
        """The item's modifier of each kind of attack; None if it is no weapon for that kind."""
        return {"melee": self.melee, "ranged": self.ranged, "magic": self.magic}


class ConditionCard(AgemoniaCard):
    """A condition, with the number in brackets on its card."""

    kind_name = "conditions"
    number: Annotated[int, Field(ge=-99, le=99)] | None = None


# --- the scenario ----------------------------------------------------------------------------


class Skill(AgemoniaCard):
    """A class skill: its moment, its requirements, and its numbers; no code knows a skill by its name."""

    kind_name = "skills"
    at: Moment | None = Field(default=None, title="moment")
    does: Remark = Field(default="", title="in few words, English")
    does_zh: Remark = Field(default="", title="in few words, Chinese")
    attacks: list[AttackKind] | None = None
    abilities: list[Ability] | None = None
    actions: list[Annotated[str, Choice("actions")]] | None = None
    after: list[AttackKind] | None = Field(default=None, title="after an attack of these")
    items: list[Annotated[str, Choice("items")]] | None = None
    mode: Literal["recover", "heal"] | None = None
    condition: Annotated[str, Choice("conditions")] = ""
    maneuver: bool = Field(default=False, title="takes a maneuver")
    once: bool = Field(default=False, title="once a round")
    first: bool = Field(default=False, title="first attack alone")
    waiting: bool = Field(default=False, title="against who has yet to act")
    unarmored: bool = Field(default=False, title="without armor or helmet")
    others: bool = Field(default=False, title="for other heroes")
    reminds: bool = Field(default=False, title="only reminds")
    aims: bool = Field(default=False, title="aim is never blocked")
    each: bool = Field(default=False, title="aim is blocked for each target separately")
    infuses: bool = Field(default=False, title="turns a chip")
    clears: bool = Field(default=False, title="clears conditions")
    unhindered: bool = Field(default=False, title="recovers as if not hindered")
    face_rerolls: bool = Field(default=False, title="stamina faces are rolled again")
    dice: Extra = 0
    successes: Extra = 0
    weapons: Extra = 0
    wounds: Extra = Field(default=0, title="wounds it asks for")
    range: Extra = 0
    reach: Extra = 0
    points: Extra = Field(default=0, title="movement points")
    maneuvers: Extra = 0
    stamina: Extra = Field(default=0, title="stamina it costs")
    amount: Extra = Field(default=0, title="printed number")
    heal: Extra = Field(default=0, title="damage it heals")
    recover: Extra = Field(default=0, title="stamina it recovers")
    damage: Extra = 0
    dodge: Extra = 0
    retaliate: Extra = 0
    gems: Extra = Field(default=0, title="achievement gems")
    face_successes: Extra = Field(default=0, title="successes for a special face")
    face_retaliate: Extra = Field(default=0, title="retaliate for a special face")
    strength: Extra = 0
    agility: Extra = 0
    will: Extra = 0


class Action(AgemoniaCard):
    """An action token, or an action printed on every hero board."""

    kind_name = "actions"
    printed: bool = Field(default=False, title="on every hero board")
    symbol: Symbol = Field(default="", title="initiative symbol")
    attacks: list[AttackKind] = []
    dice: Extra = 0
    range: Small | None = None
    range_min: Extra = Field(default=0, title="least range")
    times: Extra = Field(default=1, title="attacks it makes")
    maneuvers: Extra = 0
    stamina: Extra = Field(default=0, title="stamina it costs")
    gem: bool = Field(default=False, title="takes an inspiration gem")


PRINTED_ON_TOKENS = Action.model_fields.keys() - AgemoniaCard.model_fields.keys()
"""The printed fields of an action."""


class EnemyCard(AgemoniaCard):
    """An enemy card."""

    kind_name = "enemies"
    symbol: Symbol = Field(default="", title="initiative symbol")
    per_hero: Small | None = Field(default=None, title="health for each hero")
    base: Small | None = Field(default=None, title="health besides")
    endless: bool | None = Field(default=None, title="endless health")
    heroes: Annotated[int | None, Field(ge=1, le=8)] = Field(default=None, title="number of heroes")
    models: Annotated[int | None, Field(ge=1, le=8)] = None
    shield: Small | None = None
    provoke: Small | None = None
    provoke_range: Small | None = Field(default=None, title="range of provoke")
    attack: AttackKind | None = None
    attack_range: Small | None = Field(default=None, title="range")
    damage: Small | None = None
    stamina: Small | None = Field(default=None, title="stamina loss")
    ability: Ability | None = Field(default=None, title="reactive check")
    ability_or: Ability | None = Field(default=None, title="or")
    shape: Shape | None = None
    condition: Annotated[str, Choice("conditions")] = ""
    movement: Small | None = None
    size: Size | None = None
    flying: bool | None = None
    retaliate: Small | None = None
    revenge: bool | None = None
    mirror: bool | None = None
    defeat: Annotated[Remark, Field(max_length=120)] = Field(default="", title="when defeated")


class FollowerCard(AgemoniaCard):
    """A follower, or any other non-hero ally."""

    kind_name = "followers"
    health: Annotated[int | None, Field(ge=1, le=30)] = None
    taunt: Small | None = None
    symbol: Symbol = Field(default="", title="initiative symbol")
    strength: Small | None = None
    agility: Small | None = None
    will: Small | None = None


class CompanionFigure(AgemoniaCard):
    """The animal of a hero."""

    kind_name = "companions"
    hero: Annotated[str, Choice("heroes")] = ""


class Die(AgemoniaCard):
    """A die: its possible faces, and its six sides one by one if they were typed in."""

    kind_name = "dice"
    color: Remark = ""
    colors: list[Remark] = []
    faces: list[Remark] = []
    sides: list[Remark] = Field(default=[], title="its faces, one by one")


class InitiativePrint(AgemoniaCard):
    """An initiative card: symbols from top to bottom, each with its bonus."""

    kind_name = "initiative-cards"
    order: list[Remark] = Field(default=[], title="order, top to bottom")
    bonus: list[Symbol] = Field(default=[], title="bonus maneuvers")
    actions: dict[str, Remark] = Field(default={}, title="enemy actions")
    snake: list[Symbol] = []
    horn: list[Symbol] = []
    shuffle: bool = Field(default=False, title="shuffle after this round")
    seen: bool = Field(default=False, title="seen at the table, while others are not typed in")


class FatePrint(AgemoniaCard):
    """A fate card."""

    kind_name = "fate-cards"
    value: Annotated[int, Field(ge=0, le=99)] | None = None


class FigureSize(AgemoniaCard):
    """The room that a figure of a size takes up."""

    kind_name = "sizes"
    size: Small | None = None


KINDS = kinds_of(
    LevelCard,
    HeroBoard,
    HeroClass,
    Skill,
    Action,
    ItemCard,
    named_only("item-kinds", AgemoniaCard),
    TokenShape,
    FactionTrack,
    ScenarioPrint,
    LocationPrint,
    ServicePrint,
    ActivityPrint,
    FollowerCard,
    CompanionFigure,
    EnemyCard,
    ConditionCard,
    Die,
    InitiativePrint,
    FatePrint,
    FigureSize,
    *(
        named_only(kind, AgemoniaCard)
        for kind in (
            "trap-cards",
            "cards",
            "artifacts",
            "professions",
            "injuries",
            "places",
            "symbols",
            "states",
            "abilities",
            "attacks",
            "effects",
            "borders",
            "steps",
            "terms",
        )
    ),
)
"""All kinds, in the order of forms and docs."""
