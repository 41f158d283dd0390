"""The state of a player: heroes, town, units, cards, morale."""

from typing import Annotated, Literal, get_args

from pydantic import Field

from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, State
from domain.framework.views.visibility import Secret
from domain.games.heroes3.state.periods import THIS_ROUND, THIS_TURN

Service = Literal["", "trade", "card", "war machine"]
"""What a Trading Post did for a player."""
UnitSide = Literal["few", "pack", "single"]
MOST_XP, MOST_CUBES, MOST_SCROLLS, MOST_MORALE = 12, 20, 2, 2
MAIN_MOVES, SECOND_MOVES = 3, 2
HAND_LIMITS = (4, 4, 5, 5, 6, 6, 7)
EXPERTS = (0, 1, 1, 2, 2, 3, 3)


def level_at(xp: int) -> int:
    """The level of a main hero with this experience, from 1 to 7 (等级效果, p21)."""
    return min(7, 1 + xp // 2)


class Hero(State):
    """A hero on the map: its field, and the movement points it has spent."""

    field: Annotated[str, Names("fields")] = ""
    last: Annotated[str, Names("fields")] = Field(default="", title="field visited last")
    moves: int = Field(default=MAIN_MOVES, title="movement points a round")
    spent: Annotated[int, Within("moves"), THIS_ROUND] = Field(default=0, title="movement points spent")
    bonus: Annotated[int, THIS_TURN] = Field(default=0, title="movement points of this turn alone")
    locked: Annotated[bool, THIS_TURN] = Field(default=False, title="came to the sea this turn")

    @property
    def left(self) -> int:
        """The movement points that are left."""
        return max(0, self.moves - self.spent) + self.bonus

    def spend(self, points: int) -> None:
        """Spend movement points, those of this turn only first. For `apply`."""
        from_bonus = min(self.bonus, points)
        self.bonus -= from_bonus
        self.spent = min(self.moves, self.spent + points - from_bonus)


class Unit(State):
    """A card of a unit deck, with the side that is up."""

    side: Annotated[UnitSide, FixedTexts(get_args(UnitSide))] = "few"
    stacked: bool = False
    used: Annotated[bool, THIS_TURN] = Field(default=False, title="map ability used this turn")
    stunned: bool = False
    cards: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discount cards with it")
    paid: Annotated[dict[str, int], Keys("goods")] = Field(default_factory=dict, title="paid for it")
    reinforced: Annotated[dict[str, int], Keys("goods")] = Field(default_factory=dict, title="of that, to reinforce it")


class Search(State):
    """The cards on top of a shared deck that a seat looks at; only that seat sees them."""

    deck: Annotated[str, Names("decks")] = ""
    count: int = 0
    looked: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list, title="cards looked at")
    named: bool = Field(default=False, title="which cards they are was said")


class Scroll(State):
    """A Spell Scroll with its spells."""

    spells: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list)


class Deeds(State):
    """The deeds of a player, for the end of the game."""

    combats_won: int = Field(default=0, title="combats won")
    combats_lost: int = Field(default=0, title="combats lost")
    units_lost: int = Field(default=0, title="units lost")
    tiles: int = Field(default=0, title="tiles discovered")
    second_beaten: int = Field(default=0, title="secondary heroes defeated")
    main_beaten: bool = Field(default=False, title="defeated the enemy's main hero")


class Seat(State):
    """A player, keyed by faction."""

    player: str = ""
    team: str = ""
    hero: Annotated[str, Names("heroes")] = ""
    magic: bool = Field(default=False, title="a magic hero")
    bonus: bool = Field(default=False, title="starting bonus taken")
    deck_named: bool = Field(default=False, title="starting deck put together")
    drafted: bool = Field(default=False, title="kept the cards of the draft")
    goods: Annotated[dict[str, int], Keys("goods"), Within()] = Field(default_factory=dict, title="resources")
    income: Annotated[dict[str, int], Keys("goods"), Within()] = Field(default_factory=dict)
    produced: Annotated[dict[str, int], Keys("goods"), Within()] = Field(
        default_factory=dict, title="income from mines and settlements"
    )
    reserved: Annotated[dict[str, int], Keys("goods")] = Field(default_factory=dict, title="reserved pool")
    main: Hero = Field(default_factory=Hero, title="main hero")
    second: Hero | None = Field(default=None, title="secondary hero")
    xp: Annotated[int, Within(MOST_XP)] = Field(default=0, title="experience")
    experts: Annotated[int, Within("most_experts")] = Field(default=0, title="expert effects used")
    used: Annotated[list[str], Names("town-tokens"), THIS_ROUND] = Field(default_factory=list, title="town tokens used")
    hiring: Annotated[bool, THIS_ROUND] = Field(default=False, title="the population token hired a hero")
    recruiting: Annotated[bool, THIS_ROUND] = Field(default=False, title="population action under way")
    buildings: Annotated[dict[str, int], Keys("building-kinds")] = Field(
        default_factory=dict, title="buildings, by the round they were built in"
    )
    units: Annotated[dict[str, Unit], Keys("units")] = Field(default_factory=dict, title="unit deck")
    first_units: Annotated[dict[str, UnitSide], Keys("units")] = Field(default_factory=dict, title="starting units")
    endowed: bool = Field(default=False, title="took what the scenario gives")
    morale: Annotated[int, Within(1, -1)] = 0
    hand_goes: bool = Field(default=False, title="discards the hand when the turn ends")
    good_morale: Annotated[list[str], Names("morale-cards")] = Field(
        default_factory=list, title="positive morale cards"
    )
    bad_morale: Annotated[list[str], Names("morale-cards")] = Field(default_factory=list, title="negative morale cards")
    cards: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list, title="all cards of the deck")
    begun_with: Annotated[list[str], Names("cards")] = Field(
        default_factory=list, title="cards of the hero's first deck"
    )
    prepared: bool = Field(default=False, title="skirmish deck is complete")
    hand: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list)
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discard pile")
    in_play: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards in play")
    in_combat: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards in play in a combat")
    permanent: Annotated[str, Names("cards")] = Field(default="", title="permanent card")
    aside: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards set aside")
    empowered: Annotated[int, Within()] = Field(default=0, title="empowered ability tokens")
    power: int = Field(default=0, title="power for the next spell")
    scrolls: Annotated[dict[str, Scroll], Keys("scrolls")] = Field(default_factory=dict, title="spell scrolls")
    search: Search = Field(default_factory=Search, title="")
    mulligan: bool = Field(default=False, title="drew a new opening hand")
    served: Annotated[Service, FixedTexts(get_args(Service))] = Field(
        default="", title="served by the Trading Post in this visit"
    )
    begun: Annotated[bool, THIS_ROUND] = Field(default=False, title="turn begun")
    done: Annotated[bool, THIS_ROUND] = Field(default=False, title="turn taken")
    supply: int = Field(default=0, title="far tiles in the supply")
    cubes: Annotated[dict[str, int], Keys("factions"), Within(MOST_CUBES)] = Field(
        default_factory=dict, title="cubes captured"
    )
    housed: bool = Field(default=False, title="ever held a town or settlement")
    held: Annotated[bool, THIS_ROUND] = Field(default=False, title="held a town or settlement this round")
    homeless: int = Field(default=0, title="whole rounds without a town or settlement")
    eliminated: bool = False
    points: Annotated[int, Within()] = Field(default=0, title="victory points of the scenario")
    removed_artifacts: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="artifacts removed")
    adventure: Annotated[list[str], Names("adventures"), Secret()] = Field(
        default_factory=list, title="adventure cards in hand"
    )
    chosen: Annotated[bool, THIS_ROUND] = Field(default=False, title="kept an adventure card")
    adventured: Annotated[bool, THIS_ROUND] = Field(default=False, title="adventure card resolved")
    adventures: Annotated[list[str], Names("adventures")] = Field(
        default_factory=list, title="adventure cards resolved"
    )
    raised: Annotated[bool, THIS_ROUND] = Field(default=False, title="income track raised")
    deeds: Deeds = Field(default_factory=Deeds, title="")

    @property
    def level(self) -> int:
        return level_at(self.xp)

    @property
    def knows_goods(self) -> bool:
        """Whether the resources are known, because the start was typed in or some were gained."""
        return self.endowed or any(self.goods.values())

    @property
    def hand_limit(self) -> int:
        return HAND_LIMITS[self.level - 1]

    @property
    def most_experts(self) -> int:
        """How many expert effects a round has at this level (等级效果, p21)."""
        return EXPERTS[self.level - 1]

    @property
    def experts_left(self) -> int:
        return max(0, self.most_experts - self.experts)

    def heroes(self) -> list[Hero]:
        """The heroes on the map: the main hero, and the secondary one if there is one."""
        return [self.main, *([self.second] if self.second else [])]
