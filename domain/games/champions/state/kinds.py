"""The kinds of content of Marvel Champions: cards, identities, villains, schemes, sets; and fixed names."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import Field

from domain.framework.cards.kinds import Card, IfPrinted, SeatCard, kinds_of, named_only
from domain.framework.events.choice import Choice
from domain.framework.text import Term, Text, text

# === Fixed names that are no content: statuses, forms, resources, numbers on cards, keywords =====

STATUS_NAMES: Mapping[str, Term] = {
    "stunned": Term("Stunned", "击晕"),
    "confused": Term("Confused", "困惑"),
    "tough": Term("Tough", "不屈"),
}
RESOURCE_NAMES: Mapping[str, Term] = {
    "energy": Term("Energy", "能量"),
    "mental": Term("Mental", "意志"),
    "physical": Term("Physical", "格斗"),
    "wild": Term("Wild", "万用"),
}
KEYWORD_NAMES: Mapping[str, Term] = {
    "guard": Term("Guard", "守护"),
    "overkill": Term("Overkill", "贯穿"),
    "patrol": Term("Patrol", "巡逻"),
    "peril": Term("Peril", "困境"),
    "piercing": Term("Piercing", "穿刺"),
    "quickstrike": Term("Quickstrike", "迅击"),
    "restricted": Term("Restricted", "受限"),
    "surge": Term("Surge", "涌动"),
    "toughness": Term("Toughness", "坚韧"),
}
NUMBER_NAMES: Mapping[str, Term | Text] = {
    "attack": Term("ATK", "攻击值"),
    "thwart": Term("THW", "化解值"),
    "defense": Term("DEF", "防御值"),
    "recover": Term("REC", "恢复值"),
    "scheme": Term("SCH", "密谋值"),
    "health": Term("Hit points", "生命值"),
    "hand": Term("Hand size", "手牌上限"),
    "alter_hand": text("Hand size of the alter-ego"),
    "retaliate": Term("Retaliate", "反击"),
    "attack_damage": text("Consequential damage of an attack"),
    "thwart_damage": text("Consequential damage of a thwart"),
    "attack_bonus": text("ATK of the character it is attached to"),
    "scheme_bonus": text("SCH of the character it is attached to"),
    "health_bonus": text("Hit points of the character it is attached to"),
    "ally_limit": text("Allies more for its player"),
    "crisis": Term("Crisis icons", "危机图示"),
    "acceleration": Term("Acceleration icons", "加速图示"),
    "hazard": Term("Hazard icons", "凶险图示"),
    "amplify": Term("Amplify icons", "增幅图示"),
}
"""Numbers on cards in play; a dashed power is not among the numbers of its card."""
ICONS = ("crisis", "acceleration", "hazard", "amplify")
"""The numbers that are icons; they count wherever their card is in play."""
PERIOD_NAMES: Mapping[str, Term | Text] = {
    "attack": Term("attack", "攻击"),
    "activation": Term("activation", "发动"),
    "turn": Term("turn", "回合"),
    "phase": Term("phase", "阶段"),
    "round": Term("round", "一轮"),
    "event": text("event"),
    "game": Term("game", "本局游戏"),
}
FORM_NAMES: Mapping[str, Term] = {
    "hero": Term("Hero form", "英雄身份"),
    "alter-ego": Term("Alter-ego form", "第二身份"),
}
OCCURRENCE_NAMES: Mapping[str, Text] = {
    "enemy attack": text("an enemy attacks"),
    "enemy scheme": text("an enemy schemes"),
    "damage": text("damage is dealt"),
    "defeat": text("a character is defeated"),
    "threat": text("threat is placed"),
    "side scheme": text("a side scheme is defeated"),
    "stage": text("a stage is over"),
    "hero attack": text("a hero or an ally attacks"),
    "thwart": text("a hero or an ally thwarts"),
    "card played": text("a card is played"),
    "entering": text("a card enters play"),
    "reveal": text("an encounter card is revealed"),
    "form": text("a form changes"),
    "turn": text("a turn is over"),
    "phase": text("a phase is over"),
    "round": text("a round is over"),
}
"""Occurrences that abilities can answer."""
SETUP_STEP_NAMES: Mapping[str, Term | Text] = {
    "first player": text("Who begins"),
    "obligations": text("Obligations set aside"),
    "nemesis sets": text("Nemesis sets set aside"),
    "decks": text("Player decks"),
    "tokens": text("Tokens and status cards at hand"),
    "scenario": Term("Scenario", "剧本"),
    "encounter deck": Term("Encounter deck", "遭遇牌库"),
    "side A": text("Side A of the main scheme carried out"),
    "side B": text("Main scheme turned to side B"),
    "shuffle": text("Encounter deck shuffled with the obligations"),
    "starting hands": text("Starting hands"),
    "characters": text("Setup abilities of the identities"),
}
"""The steps of the setup (附录II) in order; hit points are set with the hero and with the scenario."""


# === The kinds of content of Marvel Champions: cards, identities, villains, schemes, sets, scenarios and decks
# The rulebook contains almost none of their numbers. A table types in what it needs or brings a pack. A field without a
# value has its default, which means unknown and never blocks anything.

Small = Annotated[int, Field(ge=0, le=999)]
Extra = Annotated[Small, IfPrinted()]
"""A number that a card of its kind may or may not have."""
CardType = Literal[
    "ally",
    "attachment",
    "environment",
    "event",
    "evidence",
    "minion",
    "obligation",
    "player side scheme",
    "resource",
    "side scheme",
    "support",
    "treachery",
    "upgrade",
]
"""Types of cards that are part of decks (卡牌类型); identities, villains and main schemes are kinds of their own."""
PLAYER_TYPES: tuple[CardType, ...] = ("ally", "event", "player side scheme", "resource", "support", "upgrade")
Keyword = Literal["guard", "overkill", "patrol", "peril", "piercing", "quickstrike", "restricted", "surge", "toughness"]
"""Keywords without a number (关键字, and Patrol of later boxes); Retaliate and uses have their own fields."""
Status = Literal["stunned", "confused", "tough"]
Resource = Literal["energy", "mental", "physical", "wild"]
Power = Literal["attack", "thwart", "defense", "recover", "scheme"]
Occurrence = Literal[
    "enemy attack",
    "enemy scheme",
    "damage",
    "defeat",
    "threat",
    "side scheme",
    "stage",
    "hero attack",
    "thwart",
    "card played",
    "entering",
    "reveal",
    "form",
    "turn",
    "phase",
    "round",
]
"""Occurrences that abilities can answer (触发条件)."""
CardId = Annotated[str, Choice("cards", free=True)]
SetId = Annotated[str, Choice("encounter-sets", free=True)]


class Fighting(Card):
    """The fields of characters with hit points; `dashes` are powers with a dash (横杠)."""

    health: Small | None = Field(default=None, title="hit points")
    attack: Small | None = Field(default=None, title="ATK")
    keywords: list[Keyword] = []
    retaliate: Extra = 0
    traits: list[str] = []
    dashes: list[Power] = Field(default=[], title="powers with a dash")
    interrupts: list[Occurrence] = Field(default=[], title="has an interrupt to")
    responses: list[Occurrence] = Field(default=[], title="has a response to")
    forced: list[Occurrence] = Field(default=[], title="has a forced ability when")
    codes: list[str] = Field(default=[], title="its numbers in lists of cards")
    collector: str = Field(default="", title="collector number")


class WithIcons(Fighting):
    """The icons that count while a card is in play."""

    crisis: Extra = Field(default=0, title="crisis icons")
    acceleration: Extra = Field(default=0, title="acceleration icons")
    hazard: Extra = Field(default=0, title="hazard icons")
    amplify: Extra = Field(default=0, title="amplify icons")


class CardSheet(WithIcons):
    """A card of a player's deck or of the encounter deck."""

    kind_name = "cards"
    type: CardType | None = None
    subtitle: str = ""
    packs: list[str] = Field(default=[], title="products that contain it")
    unique: bool = False
    classification: Annotated[str, Choice("classes")] = Field(default="", title="class")
    set: SetId = Field(default="", title="set")
    set_position: Small | None = Field(default=None, title="number in its set")
    cost: Small | None = None
    resources: dict[Resource, Small] = {}
    health_each: bool = Field(default=False, title="hit points for each player")
    thwart: Small | None = Field(default=None, title="THW")
    scheme: Small | None = Field(default=None, title="SCH")
    attack_star: bool = Field(default=False, title="star by ATK")
    scheme_star: bool = Field(default=False, title="star by SCH")
    attack_damage: Extra = Field(default=0, title="consequential damage of an attack")
    thwart_damage: Extra = Field(default=0, title="consequential damage of a thwart")
    boost: Extra = Field(default=0, title="boost icons")
    boost_star: bool = Field(default=False, title="star among the boost icons")
    threat: Small | None = Field(default=None, title="starting threat")
    threat_each: bool = Field(default=False, title="starting threat for each player")
    attack_bonus: Annotated[int, Field(ge=-99, le=99), IfPrinted()] = Field(
        default=0, title="ATK of the character it is attached to"
    )
    scheme_bonus: Annotated[int, Field(ge=-99, le=99), IfPrinted()] = Field(
        default=0, title="SCH of the character it is attached to"
    )
    health_bonus: Annotated[int, Field(ge=-99, le=99), IfPrinted()] = Field(
        default=0, title="hit points of the character it is attached to"
    )
    attach_to: str = Field(default="", title="attached to")
    uses: Extra = Field(default=0, title="uses")
    uses_of: str = Field(default="", title="what its uses are called")
    ally_limit: Extra = Field(default=0, title="allies more for its player")
    most_in_deck: Small | None = Field(default=None, title="most in a deck")
    most_in_play: Small | None = Field(default=None, title="most in play for each player")
    identity: Annotated[str, Choice("identities", free=True)] = Field(default="", title="obligation of")


class IdentitySheet(SeatCard, WithIcons):
    """A hero, and the alter-ego on the other side of the card; the icons are on the hero side."""

    kind_name = "identities"
    alter_ego: str = Field(default="", title="alter-ego")
    alter_traits: list[str] = Field(default=[], title="traits of the alter-ego")
    thwart: Small | None = Field(default=None, title="THW")
    defense: Small | None = Field(default=None, title="DEF")
    recover: Small | None = Field(default=None, title="REC")
    hand: Small | None = Field(default=None, title="hand size of the hero")
    alter_hand: Small | None = Field(default=None, title="hand size of the alter-ego")
    cards: dict[CardId, Small] = Field(default={}, title="cards of the hero, and how many of each")
    aspects: Extra = Field(default=1, title="aspects of the deck")
    requirement: str = Field(default="", title="what the deck has to be beside")
    obligations: list[CardId] = []
    nemesis: dict[CardId, Small] = Field(default={}, title="nemesis set")


class VillainSheet(Fighting):
    """A stage of a villain."""

    kind_name = "villains"
    stage: Small | None = None
    set: SetId = Field(default="", title="set")
    set_position: Small | None = Field(default=None, title="number in its set")
    health_each: bool = Field(default=True, title="hit points for each player")
    scheme: Small | None = Field(default=None, title="SCH")
    attack_star: bool = Field(default=False, title="star by ATK")
    scheme_star: bool = Field(default=False, title="star by SCH")


class SchemeSheet(Card):
    """A stage of a main scheme, side B."""

    kind_name = "main-schemes"
    stage: Small | None = None
    set: SetId = Field(default="", title="set")
    set_position: Small | None = Field(default=None, title="number in its set")
    collector: str = Field(default="", title="collector number")
    threat: Small | None = Field(default=None, title="starting threat")
    threat_each: bool = Field(default=False, title="starting threat for each player")
    acceleration: Small | None = Field(default=None, title="threat in each villain phase")
    acceleration_each: bool = Field(default=True, title="that threat for each player")
    target: Small | None = Field(default=None, title="target threat")
    target_each: bool = Field(default=True, title="target threat for each player")
    hazard: Extra = Field(default=0, title="hazard icons")


class EncounterSet(Card):
    """A set of encounter cards."""

    kind_name = "encounter-sets"
    use: Literal["scenario", "standard", "expert", "modular", "nemesis"] | None = None
    cards: dict[CardId, Small] = Field(default={}, title="cards, and how many of each")
    size: Small | None = Field(default=None, title="cards in it")


class ScenarioSheet(Card):
    """A scenario: its villain, its main scheme, and the sets of its encounter deck."""

    kind_name = "scenarios"
    villains: list[Annotated[str, Choice("villains")]] = Field(default=[], title="stages of the villain")
    expert: list[Annotated[str, Choice("villains")]] = Field(default=[], title="stages of the villain, expert")
    schemes: list[Annotated[str, Choice("main-schemes")]] = Field(default=[], title="stages of the main scheme")
    sets: list[SetId] = Field(default=[], title="encounter sets")
    expert_sets: list[SetId] = Field(default=[], title="encounter sets, expert")
    modular: Extra = Field(default=1, title="modular sets")
    recommended: list[SetId] = Field(default=[], title="modular sets recommended")


class DeckList(Card):
    """A player's deck: its identity, its aspect, and the number of each card."""

    kind_name = "decks"
    identity: Annotated[str, Choice("identities", free=True)] = ""
    aspect: Annotated[str, Choice("classes")] = ""
    cards: dict[CardId, Small] = Field(default={}, title="cards, and how many of each")


class CampaignSheet(Card):
    """A campaign: its scenarios in order, and its counters."""

    kind_name = "campaigns"
    scenarios: list[Annotated[str, Choice("scenarios", free=True)]] = []
    counters: list[str] = []


class Ruling(Card):
    """A table's ruling on a point where the rulebook is silent or contradicts itself."""

    kind_name = "rulings"


KINDS = kinds_of(
    CardSheet,
    IdentitySheet,
    VillainSheet,
    SchemeSheet,
    EncounterSet,
    ScenarioSheet,
    DeckList,
    CampaignSheet,
    named_only("classes"),
    Ruling,
)
