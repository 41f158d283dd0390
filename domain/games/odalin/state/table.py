"""The state of a campaign of Odalin: the party, its heroes, the dungeon, the combat, and the story so far."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BaseModel, Field

from domain.components.agenda import Agenda
from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, NotLogged, PlayedSeat, State, Table
from domain.framework.text import Term, Text, text
from domain.games.odalin.state.hero import Combatant, Deeds, Hero, Villain
from domain.games.odalin.state.kinds import HIGHEST_LEVEL, KINDS, Keyword, Side
from domain.games.odalin.state.periods import THIS_COMBAT, THIS_DAY, THIS_TURN

Area = Literal[
    "turns", "cards", "attacks", "villain decks", "conditions", "rooms", "equipment", "power",
]  # fmt: skip
AREAS: tuple[Area, ...] = get_args(Area)
"""The areas a table may track; hit points, soul, corruption and taints are always tracked."""
Phase = Literal["setup", "journey", "dungeon", "campfire", "ended"]
Mode = Literal["campaign", "single scenario"]
Difficulty = Literal["casual", "normal", "hard", "nightmare", "hell"]
System = Literal["power track", "balance track"]
DayEnd = Literal["campfire", "boss", "won", "lost"]
MOST_POWER, MOST_RELICS, FEWEST_HEROES, MOST_HEROES = 6, 3, 2, 4
AMULETS = ("amulet 1", "amulet 2")
MIXED = ("heroes", "villains", "allies")
"""The kinds of combatants."""


class AttackDeck(State):
    """The attack cards of a villain's name; cards that are not discarded are in the deck."""

    cards: Annotated[list[str], Names("villain-attacks")] = Field(default_factory=list)
    discard: Annotated[list[str], Names("villain-attacks"), THIS_COMBAT] = Field(default_factory=list)


class Attack(State):
    """The open attack of a hero: its card, its targets, and its dice."""

    hero: Annotated[str, Names("heroes")] = ""
    card: Annotated[str, Names("action-cards")] = ""
    basic: bool = Field(default=False, title="a basic attack")
    side: Annotated[Side | Literal[""], FixedTexts(("order", "chaos"))] = Field(default="", title="order or chaos")
    strength: int | None = None
    damage: int = Field(default=0, title="damage on the card")
    bonus: int = Field(default=0, title="damage besides")
    arcane: int = Field(default=0, title="Arcane Power spent on it")
    extra_hits: int = Field(default=0, title="hits besides")
    keyword: Annotated[str, FixedTexts(get_args(Keyword))] = ""
    area: bool = Field(default=False, title="halved as an area")
    targets: Annotated[list[str], Names("combatants")] = Field(default_factory=list)
    rolled: bool = False
    dice: Annotated[list[str], Names("dice")] = Field(default_factory=list)
    faces: list[str] = Field(default_factory=list)
    hits: int = 0
    rolled_damage: int = Field(default=0, title="damage on the dice")
    soul: int = 0
    corruption: int = 0


class Assault(State):
    """A villain's attack: its card, and the targets that have not defended yet."""

    villain: Annotated[str, Names("combatants")] = ""
    card: Annotated[str, Names("villain-attacks")] = ""
    damage: int | None = 0
    conditions: Annotated[dict[str, int], Keys("conditions")] = Field(default_factory=dict)
    targets: Annotated[list[str], Names("heroes")] = Field(default_factory=list)


class Burst(State):
    """The burst at the end of the turn where a villain died."""

    side: Annotated[str, FixedTexts(("order", "chaos"))] = "chaos"
    strength: int = 0
    unsaid: bool = Field(default=False, title="side or strength unknown")
    killer: Annotated[str, Names("heroes")] = ""
    fed: bool = Field(default=False, title="its rune was fed")


class Door(State):
    leads_to: str = Field(default="", title="leads to entry")
    keyword: Annotated[Literal["", "sanctuary"], FixedTexts(("sanctuary",))] = ""
    open: bool = False


class Room(State):
    """A room of the section: its tile, doors and tokens, and whether it is explored."""

    tile: str = ""
    doors: dict[str, Door] = Field(default_factory=dict)
    tokens: Annotated[dict[str, int], Keys("tokens")] = Field(default_factory=dict)
    gone: Annotated[list[str], Names("tokens")] = Field(default_factory=list, title="tokens that are gone")
    terrain: Annotated[list[str], Names("terrain")] = Field(default_factory=list)
    rules: list[str] = Field(default_factory=list, title="special rules")
    rewards: str = ""
    collected: bool = Field(default=False, title="rewards collected")
    cleared: bool = False


class DayTold(State):
    """A past day, or a past visit to a Hell Rift: its section, its end, and its totals."""

    chapter_no: int = Field(default=0, title="chapter")
    section: int = 0
    end: Annotated[DayEnd, FixedTexts(get_args(DayEnd))] = "campfire"
    rounds: int = 0
    rooms: int = Field(default=0, title="rooms explored")
    villains: int = Field(default=0, title="villains defeated")
    deeds: Annotated[dict[str, Deeds], Keys("heroes")] = Field(default_factory=dict, title="what the heroes did")


class Decision(State):
    entry: str = ""
    choice: str = ""
    consequences: str = ""


class Quest(State):
    status: Annotated[Literal["active", "completed", "dropped"], FixedTexts(("active", "completed", "dropped"))] = (
        "active"
    )
    objective: str = ""
    note: str = ""
    rewards: str = ""


class Amulet(State):
    """An Amulet of Power: it heals once per combat, and a hero takes its turn."""

    flipped: Annotated[bool, THIS_COMBAT] = False


class Rift(State):
    """A visit to a Hell Rift: the room from 1, its tile with the side, and whether its loot was taken."""

    room: int = 0
    tile: str = ""
    looted: bool = False


class Odalin(Table):
    steps: ClassVar[Mapping[str, Term | Text]] = {
        "setup": text("Setup"),
        "journey": Term("Journey Phase", "旅程阶段"),
        "dungeon": Term("Dungeon Phase", "地下城阶段"),
        "round start": text("Start of a round"),
        "hero turn": text("Hero turn"),
        "attack": text("Hero's attack"),
        "villain turn": text("Villain turn"),
        "amulet turn": text("Amulet turn"),
        "campfire": text("Campfire"),
        "ended": text("The campaign is over"),
    }
    alike: ClassVar[Collection[str]] = ("villains", "tokens", "conditions")
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    mixed: ClassVar[Mapping[str, tuple[str, ...]]] = {"combatants": MIXED}
    names_rest_on: ClassVar[tuple[str, ...]] = ("heroes",)
    """A sleeve is named after its cards, until one of them is swapped."""
    sits: ClassVar[str] = "heroes"
    areas: ClassVar[Mapping[str, Term | Text]] = {
        "turns": text("turns and action points"),
        "cards": text("action cards and hands"),
        "attacks": text("heroes' attacks, step by step"),
        "villain decks": text("attack cards of villains"),
        "conditions": text("conditions"),
        "rooms": text("rooms, doors and tokens"),
        "equipment": text("equipment and consumables"),
        "power": text("the Power Track or the Balance Track"),
    }

    phase: Annotated[Phase, FixedTexts(get_args(Phase))] = "setup"
    mode: Annotated[Mode, FixedTexts(get_args(Mode))] = "campaign"
    difficulty: Annotated[str, Names("difficulties")] = "normal"
    system: Annotated[System, FixedTexts(get_args(System))] = Field(default="power track", title="track")
    party_name: str = Field(default="", title="name of the party")
    players: int = 0
    act: int = 1
    chapter_no: int = Field(default=1, title="chapter")
    section: int = 1
    entry: str = Field(default="", title="next entry")
    read: Annotated[str, THIS_DAY] = Field(default="", title="entry read last")
    day: int = 0
    days_lost: int = 0
    days: list[DayTold] = Field(default_factory=list, title="days that are over")
    rifts: list[DayTold] = Field(default_factory=list, title="Hell Rifts explored")
    level: Annotated[int, Within(HIGHEST_LEVEL)] = Field(default=0, title="team level")
    heroes: Annotated[dict[str, Hero], Keys("heroes")] = Field(default_factory=dict, title="")
    villains: Annotated[dict[str, Villain], Keys("combatants")] = Field(default_factory=dict, title="")
    allies: Annotated[dict[str, Combatant], Keys("allies")] = Field(default_factory=dict, title="allies")
    decks: Annotated[dict[str, AttackDeck], Keys("villains")] = Field(default_factory=dict, title="attack cards of")
    power: Annotated[int, Within(MOST_POWER)] = 0
    balance: Annotated[int, Within("balance_limit", "least_balance")] = 0
    balance_limit: int = Field(default=5, title="ends of the Balance Track")
    round: int = 0
    fight_round: Annotated[int, THIS_COMBAT] = Field(default=0, title="round of the combat")
    elites_made: Annotated[int, THIS_COMBAT] = Field(default=0, title="elite cards given in this combat")
    fighting: bool = Field(default=False, title="in combat")
    track: Annotated[list[str], Names("combatants")] = Field(default_factory=list, title="initiative")
    waiting: Annotated[list[str], Names("combatants")] = Field(default_factory=list, title="still to act")
    turn_of: Annotated[str, Names("combatants")] = Field(default="", title="whose turn has begun")
    last_to_act: Annotated[str, Names("combatants")] = Field(default="", title="acted last")
    extra_turns: bool = Field(default=False, title="elites took their extra turn")
    acted: Annotated[bool, NotLogged()] = Field(default=False, title="who is at turn has acted")
    attack: Attack | None = None
    assault: Assault | None = None
    card: Annotated[str, Names("villain-attacks")] = Field(default="", title="attack card drawn")
    bursts: Annotated[dict[str, Burst], Keys("combatants")] = Field(default_factory=dict)
    struck: Annotated[list[str], Names("combatants"), THIS_TURN] = Field(
        default_factory=list, title="struck by the attack, in order"
    )
    fallen: Annotated[dict[str, Villain], Keys("combatants"), THIS_COMBAT] = Field(
        default_factory=dict, title="villains defeated in this combat"
    )
    defeated: Annotated[dict[str, int], Keys("villains")] = Field(default_factory=dict, title="villains defeated")
    bosses: Annotated[list[str], Names("villains")] = Field(default_factory=list, title="bosses defeated")
    rares: Annotated[list[str], Names("villains")] = Field(default_factory=list, title="rare villains defeated")
    boss_beaten: Annotated[str, Names("villains"), THIS_DAY] = Field(default="", title="boss defeated in this section")
    rooms: dict[str, Room] = Field(default_factory=dict)
    room: str = Field(default="", title="the room they are in")
    rules: Annotated[list[str], THIS_DAY] = Field(default_factory=list, title="special rules that last")
    relics: Annotated[int, Within("most_relics")] = Field(default=0, title="purified relics")
    corrupted_relics: int = 0
    relics_found: int = Field(default=0, title="purified relics found")
    stash: Annotated[list[str], Names("equipment")] = Field(default_factory=list)
    loot: Annotated[list[str], Names("equipment")] = Field(default_factory=list, title="loot to give out")
    choosing: Annotated[list[str], Names("equipment")] = Field(default_factory=list, title="drawn, to choose from")
    found: Annotated[list[str], Names("consumables")] = Field(default_factory=list, title="consumables to give out")
    cooling: Annotated[list[str], Names("equipment"), THIS_COMBAT] = Field(
        default_factory=list, title="in cooldown and not worn"
    )
    bottom: Annotated[list[str], Names("equipment")] = Field(default_factory=list, title="at the bottom of their deck")
    discarded: Annotated[list[str], Names("equipment")] = Field(default_factory=list, title="equipment discarded")
    starting: Annotated[list[str], Names("equipment")] = Field(default_factory=list, title="starting equipment")
    facts: Annotated[list[str], Names("facts")] = Field(default_factory=list)
    decisions: list[Decision] = Field(default_factory=list)
    quests: Annotated[dict[str, Quest], Keys("quests")] = Field(default_factory=dict)
    mystery_items: list[str] = Field(default_factory=list, title="taken from mystery boxes")
    special_items: Annotated[list[str], Names("special-items")] = Field(default_factory=list)
    removed: list[str] = Field(default_factory=list, title="removed from the game")
    campfire: str = Field(default="", title="last campfire")
    amulets: dict[str, Amulet] = Field(default_factory=dict)
    prepared: bool = Field(default=False, title="heroes made ready")
    rested: bool = False
    rift: Rift | None = None
    rifts_closed: list[str] = Field(default_factory=list, title="Hell Rifts closed")
    outcome: str = ""
    won: bool = False
    perfect: bool = Field(default=False, title="perfect victory")
    rulings: Annotated[list[str], Names("rulings")] = Field(default_factory=list)
    kept_decks: Annotated[list[str], Names("decks")] = Field(default_factory=list, title="decks kept in the app")
    deals_cards: bool = Field(default=False, title="the app deals the action cards")
    agenda: Agenda = Field(default_factory=Agenda, title="")

    @property
    def place(self) -> tuple[int, str]:
        if self.phase != "dungeon":
            return 0, self.phase
        if not self.tracks("turns") or not self.track:
            return self.round, "dungeon"
        if self.attack:
            return self.round, "attack"
        who = self.at_turn
        if not who:
            return self.round, "round start"
        if who in self.heroes:
            return self.round, "hero turn"
        return self.round, "amulet turn" if who in AMULETS else "villain turn"

    @property
    def next_entry(self) -> str:
        """The next entry: a room that is not set up, or a page that is not read; empty if unknown."""
        here = {"dungeon": self.room, "journey": self.read}.get(self.phase, self.entry)
        return "" if self.entry == here else self.entry

    @property
    def chapter(self) -> int:
        """The day, from 1: a section played, or replayed after a loss; rounds are counted within it."""
        return self.day

    def holds_to_steps(self) -> bool:
        return self.tracks("turns") and self.phase != "setup"

    def strike(self, topic: str, happened: BaseModel) -> None:
        self.agenda.strike(topic, happened)

    @property
    def at_turn(self) -> str:
        """The combatant at turn, whatever its state, or the next one; empty once all have acted in this round."""
        if self.turn_of in self.waiting:
            return self.turn_of
        return next((card for card in self.waiting if not self.is_down(card)), "")

    def is_down(self, id_: str) -> bool:
        """Whether the id is a hero that is defeated or has lost control."""
        return id_ in self.heroes and self.heroes[id_].status != "active"

    def heroes_up(self) -> list[str]:
        """The heroes on the board."""
        return [id_ for id_, hero in self.heroes.items() if hero.status == "active"]

    def take_off_board(self, hero: str) -> None:
        """Remove a hero from open attacks, as attacker and as target; for `apply`."""
        if self.attack and self.attack.hero == hero:
            self.attack = None
        if self.attack:
            self.attack.targets = [one for one in self.attack.targets if one != hero]
        if self.assault:
            self.assault.targets = [one for one in self.assault.targets if one != hero]
        asked = ("defense-rolled", "blow-taken", "attack-dealt")
        self.agenda.drop(lambda due: due.event in asked and hero in (due.fields.get("hero"), due.fields.get("target")))

    def friends(self) -> list[str]:
        """The heroes and allies on the board."""
        return [*self.heroes_up(), *self.allies]

    def combatants(self) -> list[str]:
        """All combatants on the board: heroes, villains, allies."""
        return [*self.heroes_up(), *self.villains, *self.allies]

    def body(self, id_: str) -> Combatant:
        """A hero, a villain or an ally; a blank one that is not stored if a correction removed it."""
        return self.heroes.get(id_) or self.villains.get(id_) or self.allies.get(id_) or Combatant()

    def ruled(self, ruling: str) -> bool:
        """Whether the table uses a ruling that differs from the usual rule."""
        return ruling in self.rulings

    @property
    def most_relics(self) -> int:
        """How many purified relics the party carries at most (Q1)."""
        return MOST_RELICS * (len(self.heroes) if self.ruled("relics-per-hero") else 1)

    @property
    def least_balance(self) -> int:
        """The end of the Balance Track on the side of chaos."""
        return -self.balance_limit

    def power_of(self, side: Side) -> int:
        """The lean of the Balance Track to a side; 0 if it leans to the other."""
        return max(0, self.balance if side == "order" else -self.balance)

    def villains_today(self) -> int:
        """The number of villains defeated since the last day ended."""
        return sum(self.defeated.values()) - sum(one.villains for one in self.outings)

    @property
    def outings(self) -> list[DayTold]:
        """All past days and visits to Hell Rifts."""
        return [*self.days, *self.rifts]

    def end_day(self, end: DayEnd) -> None:
        """Record the day that ends in a dungeon, before its rooms are cleared, and begin the next one; for `apply`.

        A visit to a rift is no day; the deeds there count for the next day.
        """
        if self.phase != "dungeon":
            return
        told = DayTold(
            chapter_no=self.chapter_no, section=self.section, end=end, rounds=self.round,
            rooms=self.rift.room if self.rift else len(self.rooms), villains=self.villains_today(),
        )  # fmt: skip
        if self.rift:
            self.rifts = [*self.rifts, told]
            return
        told.deeds = {id_: hero.today for id_, hero in self.heroes.items()}
        self.days = [*self.days, told]
        self.note_result([] if end == "lost" else list(self.heroes), what=f"{told.chapter_no}.{told.section}")
        self.day += 1
        for hero in self.heroes.values():
            hero.today = Deeds()

    def ids(self, kind: str) -> Iterable[str]:
        if kind == "combatants":
            return self.combatants()
        return super().ids(kind)

    def called(self, kind: str, id_: str) -> Term | Text | str:
        if kind == "sleeves":
            return self._sleeve_called(id_)
        return self._combatant_called(id_) if kind == "combatants" else super().called(kind, id_)

    def _combatant_called(self, id_: str) -> Term | Text | str:
        """The name of a hero, an ally or an amulet, or of a villain with its number."""
        if id_ in self.heroes:
            return self.called("heroes", id_)
        name, _, number = id_.rpartition(" ")
        if id_ in AMULETS:
            return text("Amulet {number}", number=number)
        if not (name and number.isdecimal()):
            return self.called("allies", id_)
        if name in self.heroes:
            return text("Demon Lord of {hero}", hero=self.called("heroes", name))
        if name in super().ids("demon-lords"):
            return self.called("demon-lords", name)
        return text("{villain} {number}", villain=self.called("villains", name), number=number)

    def _sleeve_called(self, id_: str) -> Term | Text | str:
        """A sleeve by its cards, upper half first; by hero and number if they are unnamed."""
        hero, _, number = id_.rpartition(" ")
        here = self.heroes[hero].sleeves.get(id_) if hero in self.heroes else None
        named = [self.called("action-cards", card) for card in (here.upper, here.lower) if card] if here else []
        if not named:
            return text("{hero} {number}", hero=self.called("heroes", hero), number=number)
        return text("{card}[ / {other}]", card=named[0], other=named[1] if len(named) > 1 else "")

    def bound_in(self, marked: str, value: str, kind: str, typed: str, id_: str) -> str:
        """A villain's id is its name and its number."""
        name, _, number = value.rpartition(" ")
        if (marked, kind, name) == ("combatants", "villains", typed) and number.isdecimal():
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

    def party(self) -> Iterator[tuple[str, Hero]]:
        """The heroes with their ids."""
        return iter(self.heroes.items())
