"""The state of an Agemonia campaign: party, heroes, factions, scenario cards, items, and the current step."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BaseModel, Field

from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import AREAS as TRACKED
from domain.framework.table import Keys, Names, NotLogged, PlayedSeat, State, Table
from domain.framework.text import Term, Text, text
from domain.games.agemonia.state.kinds import KINDS, STAGES, LevelCard
from domain.games.agemonia.state.scenario import THIS_CAMPAIGN_ROUND, Scene

Step = Literal["tutorial", "city", "journey", "scenario", "finished"]
Zone = Literal["archive", "stock", "selected", "removed"]
Area = Literal[
    "steps", "reputation", "journals", "scenarios", "levels", "builds", "items", "stars", "vitality", "followers"
]
AREAS: tuple[Area, ...] = get_args(Area)
"""The areas that a table may track: each is optional, and none needs another."""
UNEASY_SLEEP = "uneasy-sleep"
PARTY = "party"
# The limits of a hero (§「成就宝石」, §「灵感宝石」, §「负重」, §「存放物品和星星」), and its five levels.
MOST_ACHIEVEMENT_GEMS = 15
MOST_INSPIRATION_GEMS = 5
HIGHEST_LEVEL = 5
ENCUMBRANCE_LIMIT = 5
STARS_IN_A_SLOT = 10
ACTIVITY_POINTS = 2
"""The activity points of a hero in a city step (城市活动点数)."""


class Written(State):
    """A keyword in a journal."""

    keyword: str
    tally: Annotated[int, Within()] = 0
    crossed_out: bool = False


class Journal(State):
    """A journal; its keys are the keywords without case, numbered if one was written again."""

    words: dict[str, Written] = Field(default_factory=dict, title="")

    def find(self, keyword: str) -> Written | None:
        """The entry of a keyword, unless it is crossed out."""
        wanted = keyword.casefold()
        first = self.words.get(wanted)
        if first is None or not first.crossed_out:
            return first
        return next((w for w in self.words.values() if not w.crossed_out and w.keyword.casefold() == wanted), None)

    def __contains__(self, keyword: str) -> bool:
        return self.find(keyword) is not None

    def write(self, keyword: str) -> Written:
        """The entry of a keyword, added if it is missing."""
        found = self.find(keyword)
        if found is None:
            key, n = keyword.casefold(), 1
            while key in self.words:
                n += 1
                key = f"{keyword.casefold()} {n}"
            found = self.words[key] = Written(keyword=keyword)
        return found


class Faction(State):
    """A faction's track. Its length and ranks are printed on the map; typing them in is optional."""

    rival: Annotated[str, Names("factions")] = ""
    length: int | None = None
    ranks: list[int] = Field(default_factory=list, title="rank thresholds")
    reputation: Annotated[int, Within("most_reputation")] = 0
    locked: Annotated[int, Within("most_locked")] = Field(default=0, title="locked spaces")
    rank: int = 0
    unread: list[int] = Field(default_factory=list, title="rank entries to read")
    due: list[int] = Field(default_factory=list, title="rank entries to read now")
    entries: list[str] = Field(default_factory=list, title="story entries of the ranks")
    risen: Annotated[bool, NotLogged()] = Field(default=False, title="risen since the city step began")
    asks: Annotated[bool, NotLogged()] = Field(default=False, title="may have reached a new rank")

    @property
    def most_reputation(self) -> int | None:
        """The last space of the track that is not locked; None if its length is unknown (派系进度条)."""
        return None if self.length is None else self.length - self.locked

    @property
    def most_locked(self) -> int | None:
        """How many spaces hold no reputation; None if the length of the track is unknown."""
        return None if self.length is None else self.length - self.reputation


class Activity(State):
    """How often a hero did a city activity in total and in this city step, and the level at which it last did."""

    ever: int = 0
    level: int = 0
    this_step: Annotated[int, THIS_CAMPAIGN_ROUND] = 0
    limit: Annotated[str, FixedTexts(("once only", "once at this level", "once this city step"))] = ""


class Lock(State):
    """Stamina locked on an action or an item, and the amount that it needs to go on (锁定体力)."""

    chips: int
    needs: int


class Hero(State):
    """A hero: its player, its build, its items and its condition."""

    player: str = ""
    hero_class: Annotated[str | None, Names("classes")] = Field(default=None, title="class")
    skills: Annotated[list[str], Names("skills")] = Field(default_factory=list, title="class skills")
    profession: Annotated[str | None, Names("professions")] = None
    talents: list[str] = Field(default_factory=list)
    strength: int | None = None
    agility: int | None = None
    will: int | None = None
    taunt: int | None = None
    tokens: Annotated[list[str], Names("actions")] = Field(default_factory=list, title="action tokens")
    slots: Annotated[dict[str, str], FixedTexts(("normal", "open"))] = Field(
        default_factory=dict, title="extra action slots"
    )
    achievement_gems: Annotated[int, Within(MOST_ACHIEVEMENT_GEMS)] = 0
    inspiration_gems: int = 0
    stars: Annotated[int, Within()] = 0
    stars_known: Annotated[bool, NotLogged()] = Field(default=False, title="stars typed in")
    items: Annotated[dict[str, int], Keys("items")] = Field(default_factory=dict)
    active: Annotated[list[str], Names("items")] = Field(default_factory=list, title="active items")
    left_behind: Annotated[list[str], Names("items")] = Field(default_factory=list, title="items left behind")
    artifacts: Annotated[dict[str, str], Keys("artifacts")] = Field(default_factory=dict)
    journal: Journal = Field(default_factory=Journal)
    story_cards: list[str] = Field(default_factory=list, title="kept story cards")
    entries_read: list[str] = Field(default_factory=list, title="hero book entries")
    levels_read: list[int] = Field(default_factory=list, title="hero book levels")
    activities: Annotated[dict[str, Activity], Keys("activities")] = Field(default_factory=dict)
    chips: int | None = Field(default=None, title="stamina chips")
    wounded_cap: int | None = Field(default=None, title="wounded number")
    spent: Annotated[int, Within("most_spent", "least_spent")] = Field(default=0, title="spent stamina")
    locked: Annotated[dict[str, Lock], Keys("locks")] = Field(default_factory=dict, title="locked stamina")
    wounds: Annotated[int, Within("chips", "least_wounds")] = 0
    wounded: bool = False
    exhausted: bool = False
    conditions: Annotated[list[str], Names("conditions")] = Field(default_factory=list)
    injuries: Annotated[list[str], Names("injuries")] = Field(default_factory=list)
    injuries_due: Annotated[int, Within()] = Field(default=0, title="injury cards to draw")
    sleeps: Annotated[str, Names("locations"), THIS_CAMPAIGN_ROUND] = Field(
        default=UNEASY_SLEEP, title="sleeping place"
    )
    activity_tokens: Annotated[int, Within(), THIS_CAMPAIGN_ROUND] = 0
    activity_bonus: Annotated[int, Within(least=-ACTIVITY_POINTS), THIS_CAMPAIGN_ROUND] = Field(
        default=0, title="activity point modifier"
    )
    level_steps: list[str] = Field(default_factory=list, title="level-up steps done")
    token_levels: list[int] = Field(default_factory=list, title="levels of its action tokens")
    symbols: Annotated[dict[str, str], Keys("actions")] = Field(
        default_factory=dict, title="initiative symbols of actions"
    )

    @property
    def stars_shown(self) -> int | None:
        """The stars that it carries; None while nobody has typed any."""
        return self.stars if self.stars or self.stars_known else None

    def made_whole(self) -> None:
        """Make all chips available, and turn the disk to its blue side."""
        self.spent = self.wounds = 0
        self.locked = {}
        self.wounded = self.exhausted = False

    @property
    def held(self) -> int:
        """The number of locked chips, on all sources."""
        return sum(lock.chips for lock in self.locked.values())

    @property
    def available(self) -> int | None:
        """The available stamina; None while the number on the upper side of the vitality disk is unknown."""
        if self.chips is None or (self.wounded and self.wounded_cap is None):
            return None
        return max(0, self.chips - self.spent - self.held - self.wounds)

    @property
    def room(self) -> int | None:
        """The number of chips that the disk has room for; None if unknown."""
        most = self.wounded_cap if self.wounded else self.chips
        return None if most is None or self.available is None else max(0, most - self.available)

    @property
    def most_spent(self) -> int | None:
        """The spent chips if all that are available are spent; None if the disk is unknown."""
        return None if self.available is None else self.spent + self.available

    @property
    def least_spent(self) -> int:
        """The spent chips that cannot come back, because the disk has no room for them (恢复体力)."""
        return 0 if self.room is None else max(0, self.spent - self.room)

    @property
    def least_wounds(self) -> int:
        """The wounds that cannot be healed, because the disk has no room for the chips (治疗伤害)."""
        return 0 if self.room is None else max(0, self.wounds - self.room)


class ScenarioCard(State):
    """A scenario card: its zone, and its results."""

    zone: Zone = "archive"
    results: list[str] = Field(default_factory=list)
    best_score: int | None = None
    experience_given: bool = False
    arena: bool = False


class Storage(State):
    """A storage place: its slots and their contents; a slot with stars holds up to ten."""

    hero: Annotated[str, Names("heroes")] = ""
    slots: int = 1
    items: Annotated[list[str], Names("items")] = Field(default_factory=list)
    stars: list[int] = Field(default_factory=list, title="stars per slot")

    def free(self) -> int:
        return self.slots - len(self.items) - len(self.stars)


class Follower(State):
    zone: Literal["archive", "stock", "hired", "removed"] = "archive"
    controller: Annotated[str, Names("heroes")] = ""
    experience: Annotated[int, Within()] = 0


class City(State):
    """The current city step."""

    visited: Annotated[list[str], Names("locations")] = Field(default_factory=list, title="visited")
    used: dict[str, int] = Field(default_factory=dict, title="services used")
    event: Annotated[str | None, Names("cards")] = Field(default=None, title="city event card")
    option: str | None = Field(default=None, title="chosen option")
    resolved: bool = False
    later: list[int] = Field(default_factory=list, title="levels of the next city step")

    @property
    def has_begun(self) -> bool:
        """Whether the start of the step has passed: something was visited, used or revealed."""
        return bool(self.event or self.visited or self.used)


class Journey(State):
    """The current journey step; `kept` is the letter that a split stage right after a split one must keep."""

    introduced: bool = Field(default=False, title="introduction read")
    stage: int = 0
    branch: str = Field(default="", title="way chosen")
    kept: str = Field(default="", title="way to keep")
    event: Annotated[str | None, Names("cards")] = Field(default=None, title="world event card")
    option: str | None = Field(default=None, title="chosen option")
    events: int = Field(default=0, title="world events revealed")
    last: Annotated[str, FixedTexts(STAGES)] = Field(default="", title="last stage done")


class Running(State):
    """The current scenario."""

    scenario: Annotated[str, Names("scenarios")]
    attempt: int = 1
    started: bool = False
    narrator: str = ""
    result: str = ""
    score: int | None = None
    replay: bool = False
    kept: Annotated[str, FixedTexts(("arena", "replay symbol"))] = Field(default="", title="why the card stays")
    experience: bool = False
    arena: bool = False
    achievements: list[str] = Field(default_factory=list)
    achieved: Annotated[dict[str, list[str]], Keys("heroes")] = Field(default_factory=dict, title="achievements of")
    followers_read: Annotated[list[str], Names("followers")] = Field(
        default_factory=list, title="followers' entries read"
    )


class LevelUp(State):
    """A level being gained; the heroes' `level_steps` are the steps they have done."""

    level: int


SIDES = {"ally": text("ally"), "enemy": text("enemy")}
"""The sides that have symbols on an initiative card."""


class Agemonia(Table):
    """A whole campaign of Agemonia."""

    steps: ClassVar[Mapping[str, Term | Text]] = {
        "tutorial": Term("Tutorial", "教程"),
        "city": Term("City step", "城市步骤"),
        "journey": Term("Journey step", "旅程步骤"),
        "scenario": Term("Scenario step", "场景步骤"),
        "finished": Term("Campaign finished", "战役结束"),
    }
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    sits: ClassVar[str] = "heroes"
    mixed: ClassVar[Mapping[str, Collection[str]]] = {
        "actors": ("followers", "enemies"),
        "figures": ("followers", "enemies"),
        "locks": ("items", "actions"),
    }

    areas: ClassVar[Mapping[str, Term | Text]] = {
        **{area: Text(area) for area in AREAS},
        "steps": text("campaign steps"),
        "builds": text("classes and skills"),
        "vitality": text("stamina and wounds"),
    }

    tracked: Annotated[list[Area], Names(TRACKED)] = Field(default_factory=lambda: list(AREAS), title="tracked areas")
    party_name: str = Field(default="", title="party name")
    tutorials: dict[str, str] = Field(default_factory=dict, title="tutorials")
    step: Annotated[Step, Names("steps")] = "tutorial"
    round: int = Field(default=0, title="campaign round")
    level: Annotated[int, Within(HIGHEST_LEVEL)] = Field(default=1, title="party level")
    experience: Annotated[int, Within()] = Field(default=0, title="experience")
    levels_ticked: list[int] = Field(default_factory=lambda: [1], title="ticked levels")
    level_up: LevelUp | None = Field(default=None, title="level being gained")
    books_read: list[int] = Field(default_factory=list, title="campaign book levels")
    after_arena: bool = Field(default=False, title="after an arena scenario")
    heroes: Annotated[dict[str, Hero], Keys("heroes")] = Field(default_factory=dict, title="")
    factions: Annotated[dict[str, Faction], Keys("factions")] = Field(default_factory=dict, title="")
    journal: Journal = Field(default_factory=Journal, title="party journal")
    city: City = Field(default_factory=City, title="city step")
    journey: Journey = Field(default_factory=Journey, title="journey step")
    running: Running | None = Field(default=None, title="scenario at hand")
    scenarios: Annotated[dict[str, ScenarioCard], Keys("scenarios")] = Field(default_factory=dict, title="scenario")
    stock: Annotated[dict[str, int], Keys("items")] = Field(default_factory=dict, title="stock")
    archive: Annotated[dict[str, int], Keys("items")] = Field(default_factory=dict, title="archive")
    followers: Annotated[dict[str, Follower], Keys("followers")] = Field(default_factory=dict, title="")
    artifacts: Annotated[list[str], Names("artifacts")] = Field(default_factory=list, title="artifacts in the stock")
    storage: dict[str, Storage] = Field(default_factory=dict, title="storage")
    controllers: Annotated[dict[str, str], Keys("followers")] = Field(default_factory=dict, title="control of allies")
    city_events: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="resolved city events")
    world_events: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="resolved world events")
    places_visited: Annotated[dict[str, int], Keys("locations")] = Field(
        default_factory=dict, title="special locations"
    )
    story_read: list[str] = Field(default_factory=list, title="story entries read")
    lost_followers: int = 0
    scene: Scene = Field(default_factory=Scene, title="")
    once_a: Annotated[Literal["round", "turn"], FixedTexts(("round", "turn"))] = Field(
        default="round", title="items change free, and skills work, once a"
    )
    no_rounds: bool = Field(default=False, title="scenarios without rounds")
    plays_rounds: bool = Field(default=False, title="has played scenarios in rounds")
    draws_initiative: bool = Field(default=False, title="the app draws the initiative cards")

    @property
    def place(self) -> tuple[int, str]:
        return self.round, self.step

    def holds_to(self, area: str) -> bool:
        """Whether an area is enforced: if it is tracked, and for steps, once the table has recorded one."""
        return self.tracks(area) and (area != "steps" or self.round > 0 or bool(self.tutorials))

    def holds_to_steps(self) -> bool:
        return self.holds_to("steps")

    def journal_of(self, owner: str) -> Journal:
        """The journal of the party or of a hero; an empty one if that hero is missing."""
        if owner == PARTY:
            return self.journal
        hero = self.heroes.get(owner)
        return hero.journal if hero else Journal()

    def faction(self, id_: str) -> Faction:
        """The track of a faction, added if it is missing."""
        if id_ not in self.factions:
            self.factions[id_] = Faction()
        return self.factions[id_]

    def card(self, scenario: str) -> ScenarioCard:
        """A scenario card, in the archive until it is gained."""
        if scenario not in self.scenarios:
            self.scenarios[scenario] = ScenarioCard()
        return self.scenarios[scenario]

    def needed(self, level: int) -> int | None:
        """The total experience needed for a level, 1 to 5; None if unknown (经验值和获得等级)."""
        return LevelCard.of(self, str(level)).xp_total

    def ids(self, kind: str) -> Iterable[str]:
        if kind == "causes":
            return super().ids("skills")
        return (PARTY, *super().ids("heroes")) if kind == "journals" else super().ids(kind)

    def called(self, kind: str, id_: str) -> Term | Text | str:
        if kind == "locations" and id_ == UNEASY_SLEEP:
            return super().called("places", id_)
        if kind in ("figures", "actors"):
            return self._figure_called(id_)
        side, _, symbol = id_.partition(" ")
        if kind == "initiative" and side in SIDES:
            return text("{side} {symbol}", side=SIDES[side], symbol=self.called("symbols", symbol))
        if kind == "causes":
            return self.called("skills" if self.meant("skills", id_) in self.ids("skills") else "figures", id_)
        if kind == "locks":
            return super().called("items" if self.meant("items", id_) in self.ids("items") else "actions", id_)
        if kind != "journals":
            return super().called(kind, id_)
        if id_ == PARTY:
            return Term("Party journal", "队伍日志")
        return text("{hero}'s journal", hero=self.called("heroes", id_))

    def _figure_called(self, id_: str) -> Term | Text | str:
        """The name of a hero, an ally, a type of enemy, or one of its models by number."""
        if id_ in self.heroes:
            return self.called("heroes", id_)
        if self.meant("followers", id_) in self.scene.allies:
            return self.called("followers", id_)
        enemy, _, number = id_.rpartition(" ")
        if enemy and number.isdecimal() and id_ not in self.scene.enemies:
            return text("{enemy} {number}", enemy=self.called("enemies", enemy), number=number)
        known = (kind for kind in ("enemies", "heroes", "followers") if self.meant(kind, id_) in self.ids(kind))
        return self.called(next(known, "enemies"), id_)

    def bound_in(self, marked: str, value: str, kind: str, typed: str, id_: str) -> str:
        """Replace the name of an enemy in the ids of its models, too."""
        enemy, _, number = value.rpartition(" ")
        if (marked, kind, enemy) == ("figures", "enemies", typed) and number.isdecimal():
            return f"{id_} {number}"
        return super().bound_in(marked, value, kind, typed, id_)

    def seat_of(self, kind: str, id_: str) -> str:
        return id_ if id_ in self.heroes else ""

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{hero}[ ({player})]", hero=self.called("heroes", id_), player=hero.player)
            for id_, hero in self.heroes.items()
        }

    def played_seats(self) -> Mapping[str, PlayedSeat]:
        return self.heroes

    def everybody(self) -> Iterator[Hero]:
        return iter(self.heroes.values())
