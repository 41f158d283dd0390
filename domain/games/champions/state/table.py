"""The table of Marvel Champions: seats, villain, schemes, and the campaign."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Annotated, ClassVar, Literal

from pydantic import BaseModel, Field

from domain.components.agenda import Agenda
from domain.components.numbers import Within
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, NotLogged, PlayedSeat, State, Table
from domain.framework.text import Term, Text, spaced_words, text
from domain.framework.views.visibility import Secret
from domain.games.champions.state.kinds import (
    FORM_NAMES,
    KEYWORD_NAMES,
    KINDS,
    NUMBER_NAMES,
    OCCURRENCE_NAMES,
    RESOURCE_NAMES,
    SETUP_STEP_NAMES,
    STATUS_NAMES,
)
from domain.games.champions.state.parts import (
    CHARACTERS,
    THIS_GAME,
    THIS_ROUND,
    THIS_TURN,
    Activation,
    Away,
    Body,
    Effect,
    InPlay,
    PastGame,
    Payment,
    Piles,
    RoundTold,
    Tally,
    Usage,
    Window,
    card_of,
)

# === Seats: an identity with its player and piles ================================================

# The box contains components for four players.
MOST_SEATS = 4
ALLY_LIMIT, RESTRICTED_LIMIT = 3, 2
"""The limits of allies and restricted cards that a player may control (盟友上限, 受限)."""
Form = Literal["hero", "alter-ego"]


class Seat(Body, Piles):
    """An identity at the table; the seat's id is the identity's."""

    player: str = ""
    form: Annotated[Form, FixedTexts(("hero", "alter-ego"))] = "alter-ego"
    changed_form: Annotated[bool, THIS_ROUND] = Field(default=False, title="changed form this round")
    eliminated: bool = False
    hand: Annotated[list[str], Names("cards"), Secret()] = Field(default_factory=list)
    deck: int = Field(default=0, title="cards in the deck")
    counted: bool = Field(default=False, title="deck counted")
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="discard pile")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    away: list[Away] = Field(default_factory=list, title="removed until they come back")
    dealt: int = Field(default=0, title="encounter cards dealt")
    ally_limit: int = Field(default=ALLY_LIMIT, title="ally limit")
    aspect: Annotated[str, Names("classes")] = ""
    list_: Annotated[dict[str, int], Keys("cards")] = Field(default_factory=dict, title="deck list")
    mulligan: bool = Field(default=False, title="mulligan taken")
    nemesis: bool = Field(default=False, title="nemesis in play")


# === The scenario's side of the table: the villain, the main scheme, and the encounter deck ======

VILLAIN, MAIN = "villain", "main scheme"
"""The ids of the villain and of the main scheme."""
Mode = Literal["standard", "expert"]


def stage_at_hand(stages: Sequence[str], stage: int) -> str:
    """The content id of a stage, counted from 1; empty if the stages are unknown."""
    return stages[stage - 1] if 0 < stage <= len(stages) else ""


class Villain(Body):
    """The villain, at one of the stages of this game, counted from 1."""

    name: str = ""
    stages: Annotated[list[str], Names("villains")] = Field(default_factory=list)
    stage: int = 0
    boosts: int = Field(default=0, title="boost cards face down")
    """Boost cards given outside an activation; they are kept for the next one."""
    print_said: bool = Field(default=False, title="its print was said")
    """Whether the keywords and Retaliate of this stage were said, although its card is not typed in."""

    @property
    def sheet(self) -> str:
        """The content id of the current stage; empty if the stages are unknown."""
        return stage_at_hand(self.stages, self.stage)


class MainScheme(State):
    """The main scheme, at a stage counted from 1."""

    name: str = ""
    stages: Annotated[list[str], Names("main-schemes")] = Field(default_factory=list)
    stage: int = 0
    side: str = "A"
    threat: Annotated[int, Within()] = 0
    target: int | None = Field(default=None, title="target threat")
    acceleration: int = Field(default=0, title="threat in each villain phase")
    unsaid: bool = Field(default=False, title="that threat is unknown")
    hazard: int = Field(default=0, title="hazard icons")
    print_said: bool = Field(default=False, title="its print was said")
    """Whether the hazard icons of this stage were said, although its card is not typed in."""
    tokens: Annotated[int, Within()] = Field(default=0, title="acceleration tokens")
    counters: Annotated[dict[str, int], Keys("counters"), Within()] = Field(default_factory=dict, title="counters")

    @property
    def sheet(self) -> str:
        """The content id of the current stage; empty if the stages are unknown."""
        return stage_at_hand(self.stages, self.stage)


class ModularSet(State):
    """A set shuffled into the encounter deck in addition to the scenario's own; `blind` if it was added unseen."""

    name: Annotated[str, Names("encounter-sets")]
    blind: bool = False


class Scenario(Piles):
    """The scenario: its name, its difficulty, and its sets."""

    id: Annotated[str, Names("scenarios")] = Field(default="", title="scenario")
    heads: int = Field(default=0, title="players it is set up for")
    """The number of players by which its values were multiplied; 0 if it was not recorded."""
    mode: Annotated[Mode, FixedTexts(("standard", "expert"))] = "standard"
    heroic: int = Field(default=0, title="heroic level")
    skirmish: bool = Field(default=False, title="skirmish: a single stage")
    sets: Annotated[list[str], Names("encounter-sets")] = Field(default_factory=list, title="encounter sets")
    modular: list[ModularSet] = Field(default_factory=list, title="modular sets")
    composed: bool = Field(default=False, title="encounter deck put together")
    deck: int = Field(default=0, title="cards in the encounter deck")
    counted: bool = Field(default=False, title="encounter deck counted")
    discard: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="encounter discard pile")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    away: list[Away] = Field(default_factory=list, title="removed until they come back")
    victory: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="victory display")
    obligations: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="obligations set aside")
    aside: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="set aside")
    reshuffles: int = Field(default=0, title="times the encounter deck ran out")


# === A campaign of linked scenarios: its slots in order, its log, and the carry-over =============

SlotStatus = Literal["open", "won", "lost", "skipped"]


class Planned(State):
    """A scenario of a campaign: its status, and the number of attempts. A lost one may be tried again."""

    scenario: Annotated[str, Names("scenarios")]
    mode: Annotated[Mode, FixedTexts(("standard", "expert"))] = "standard"
    status: Annotated[SlotStatus, FixedTexts(("open", "won", "lost", "skipped"))] = "open"
    attempts: int = 0


class CarryOver(State):
    """The values that a hero carries over to the next scenario."""

    left: int | None = Field(default=None, title="hit points left")
    earned: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards earned")
    remark: str = ""
    game: int = 0
    """The game after which it was last recorded."""


class LogWord(State):
    """An entry of the campaign log: a word, with an optional number and line; it may be crossed out."""

    value: int | None = None
    line: str = ""
    struck: bool = False


class Linked(State):
    """A campaign of linked scenarios; without slots the table plays single games."""

    name: str = ""
    expert: bool = False
    slots: list[Planned] = Field(default_factory=list)
    at: int = Field(default=0, title="scenario at hand")
    """The number of the current scenario, from 1; 0 before the first and after the last."""
    words: dict[str, LogWord] = Field(default_factory=dict, title="campaign log")
    counters: Annotated[dict[str, int], Keys("counters"), Within()] = Field(default_factory=dict, title="counters")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="cards removed from the campaign")
    carried: Annotated[dict[str, CarryOver], Keys("identities")] = Field(default_factory=dict, title="carried over")
    over: bool = False

    @property
    def here(self) -> Planned | None:
        """The current scenario; None if there is none."""
        return self.slots[self.at - 1] if 0 < self.at <= len(self.slots) else None

    def next_open(self) -> int:
        """The number of the next open scenario, from the current one on, else of the first open one.

        0 if there is none.
        """
        numbers = [number for number, slot in enumerate(self.slots, 1) if slot.status == "open"]
        return next((number for number in numbers if number >= self.at), next(iter(numbers), 0))

    def played(self, scenario: str) -> bool:
        """Whether a game of this scenario counts for the campaign: the scenario is current, the campaign not over."""
        return not self.over and self.here is not None and self.here.scenario == scenario

    def begin(self, scenario: str) -> None:
        """Count a game of the current scenario as an attempt; for `apply`."""
        if (here := self.here) and self.played(scenario):
            here.attempts, here.status = here.attempts + 1, "open"

    def take_over(self, scenario: str, result: str) -> None:
        """Store the result of a finished game of the current scenario, unless it was given up; for `apply`."""
        if (here := self.here) and self.played(scenario) and result in ("won", "lost"):
            here.status = "won" if result == "won" else "lost"

    def go_on(self) -> None:
        """Move on to the next scenario unless the current one was lost; for `apply`."""
        if (here := self.here) and here.status in ("won", "skipped"):
            self.at = self.next_open()


# === The table of Marvel Champions: heroes, villain, schemes, cards in play, and all open decisions

Step = Literal["setup", "player", "end", "threat", "activations", "dealing", "encounters", "over"]
IN_PLAY_KINDS = ("copies", "minions", "allies", "side-schemes")
NAMES_OF: Mapping[str, Mapping[str, Term | Text]] = {
    "statuses": STATUS_NAMES,
    "resources": RESOURCE_NAMES,
    "keywords": KEYWORD_NAMES,
    "numbers": NUMBER_NAMES,
    "forms": FORM_NAMES,
    "setup-steps": SETUP_STEP_NAMES,
    "occurrences": OCCURRENCE_NAMES,
}


class Champions(Table):
    """The current game, and the records of earlier ones."""

    steps: ClassVar[Mapping[str, Term | Text]] = {
        "setup": Term("Setup", "游戏准备"),
        "player": Term("Player phase", "玩家阶段"),
        "end": Term("End of player phase", "玩家阶段结束"),
        "threat": text("Villain phase: threat"),
        "activations": text("Villain phase: activations"),
        "dealing": text("Villain phase: dealing encounter cards"),
        "encounters": text("Villain phase: encounter cards"),
        "attack": text("Enemy attack"),
        "scheme": text("Enemy scheme"),
        "over": Term("Game over", "游戏结束"),
    }
    alike: ClassVar[Collection[str]] = ("cards", "resources")
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    names_rest_on: ClassVar[tuple[str, ...]] = ("villain", "main", "scenario")
    sits: ClassVar[str] = "identities"
    mixed: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "characters": ("identities", "cards"),
        "hosts": ("identities", "cards"),
        "enemies": ("cards",),
        "copies": ("cards",),
    }
    areas: ClassVar[Mapping[str, Term | Text]] = {
        "turns": text("turns of the players, and setup step by step"),
        "activations": text("attacks and schemes of enemies, step by step"),
        "schemes": text("side schemes and environments"),
        "minions": text("minions and attachments"),
        "encounter": text("the encounter deck"),
        "allies": text("allies, upgrades and supports"),
        "hands": text("hands and decks, counted"),
        "cards": text("every card by its name, and what pays for it"),
        "timing": text("lasting effects and limits"),
        "campaign": text("a campaign of several scenarios"),
    }

    number: int = Field(default=0, title="games begun")
    step: Annotated[Step, Names("steps"), THIS_GAME] = "setup"
    round: Annotated[int, THIS_GAME] = 0
    seats: Annotated[dict[str, Seat], Keys("identities")] = Field(default_factory=dict, title="")
    players: Annotated[int, THIS_GAME] = Field(default=0, title="players at the start")
    first: Annotated[str, Names("identities"), THIS_GAME] = Field(default="", title="first player")
    done: Annotated[list[str], Names("identities"), THIS_GAME] = Field(default_factory=list, title="turns taken")
    helping: Annotated[list[str], Names("identities"), THIS_TURN] = Field(
        default_factory=list, title="act in another's turn"
    )
    """The seats that agreed to use an action in another player's turn."""
    refreshed: Annotated[list[str], Names("identities"), THIS_GAME] = Field(
        default_factory=list, title="hands refilled"
    )
    met: Annotated[list[str], Names("identities"), THIS_GAME] = Field(default_factory=list, title="met by the villain")
    """The players against whom the villain has activated in this villain phase."""
    activated: Annotated[list[str], Names("copies"), THIS_GAME] = Field(
        default_factory=list, title="minions that activated"
    )
    """The minions that have activated in this villain phase."""
    prepared: Annotated[list[str], Names("setup-steps"), THIS_GAME] = Field(
        default_factory=list, title="steps of the setup done"
    )
    revealing: Annotated[str, Names("identities"), THIS_GAME] = Field(default="", title="reveals encounter cards")
    """The player whose encounter cards are being revealed; the next players follow from it."""
    scenario: Annotated[Scenario, THIS_GAME] = Field(default_factory=Scenario, title="")
    villain: Annotated[Villain, THIS_GAME] = Field(default_factory=Villain, title="")
    main: Annotated[MainScheme, THIS_GAME] = Field(default_factory=MainScheme, title="")
    play: Annotated[dict[str, InPlay], Keys("copies"), THIS_GAME] = Field(default_factory=dict, title="")
    activations: Annotated[list[Activation], THIS_GAME] = Field(default_factory=list, title="activations")
    windows: Annotated[list[Window], THIS_TURN] = Field(default_factory=list, title="interrupts and responses")
    happened: Annotated[list[str], Names("occurrences"), NotLogged(), THIS_TURN] = Field(default_factory=list)
    """The simultaneous current occurrences (E5): of the last event, and of its consequences."""
    answered: Annotated[list[str], Names("hosts"), NotLogged(), THIS_TURN] = Field(default_factory=list)
    """The cards that have answered them."""
    answers: Annotated[dict[str, dict[str, str]], NotLogged()] = Field(default_factory=dict)
    """The occurrences that each card was used to answer, by card, with the type of ability."""
    payment: Annotated[Payment | None, THIS_GAME] = None
    peril: Annotated[str, Names("identities"), THIS_GAME] = Field(default="", title="resolves a card with peril")
    effects: Annotated[dict[str, Effect], THIS_GAME] = Field(default_factory=dict, title="lasting effects")
    usage: Annotated[dict[str, Usage], THIS_GAME] = Field(default_factory=dict, title="uses this period")
    tallies: Annotated[dict[str, Tally], Keys("identities"), THIS_GAME] = Field(
        default_factory=dict, title="what heroes did"
    )
    beaten: Annotated[dict[str, int], THIS_GAME] = Field(
        default_factory=dict, title="minions and side schemes defeated"
    )
    rounds: Annotated[list[RoundTold], NotLogged(), THIS_GAME] = Field(
        default_factory=list, title="rounds of this game"
    )
    hazards: Annotated[int, THIS_GAME] = Field(default=0, title="encounter cards dealt for hazard icons")
    placed: Annotated[int, THIS_GAME] = Field(default=0, title="threat placed in this game")
    """All threat placed on any scheme, including threat that was removed again."""
    activated_in_all: Annotated[int, THIS_GAME] = Field(default=0, title="activations of enemies in this game")
    """The attacks and schemes of enemies, including those stopped by a status card."""
    games: list[PastGame] = Field(default_factory=list, title="games played")
    campaign: Linked = Field(default_factory=Linked, title="")
    rulings: Annotated[list[str], Names("rulings")] = Field(default_factory=list, title="rulings of this table")
    agenda: Annotated[Agenda, THIS_GAME] = Field(default_factory=Agenda, title="")

    def strike(self, topic: str, happened: BaseModel) -> None:
        self.agenda.strike(topic, happened)

    @property
    def place(self) -> tuple[int, str]:
        if self.activations_open:
            return self.round, self.activations_open[-1].kind
        return self.round, self.step

    @property
    def activations_open(self) -> list[Activation]:
        """The activations followed step by step; empty once the table stops tracking them."""
        return self.activations if self.tracks("activations") else []

    @property
    def chapter(self) -> int:
        """The number of the game, from 1."""
        return self.number

    def ruled(self, ruling: str) -> bool:
        """Whether the table uses a ruling that differs from the usual rule."""
        return ruling in self.rulings

    def under_way(self) -> bool:
        """Whether a game is being played."""
        return self.step not in ("setup", "over")

    def in_game(self) -> list[str]:
        """The seats that are still in the game, clockwise."""
        return [id_ for id_, seat in self.seats.items() if not seat.eliminated]

    def player_order(self) -> list[str]:
        """The seats that are still in the game, the first player first (F31)."""
        seats = list(self.seats)
        at = seats.index(self.first) if self.first in self.seats else 0
        return [id_ for id_ in (*seats[at:], *seats[:at]) if not self.seats[id_].eliminated]

    def seat(self, id_: str) -> Seat:
        """A seat; a blank one that is not stored if a correction removed it."""
        return self.seats.get(id_) or Seat()

    def copies(self, *types: str) -> list[str]:
        """The cards in play of some types, in the order they entered."""
        return [id_ for id_, card in self.play.items() if card.type in types]

    @property
    def heads(self) -> int:
        """The number of players at the start, by which per-player values are multiplied (玩家人数)."""
        return max(1, self.players or len(self.seats))

    def note_round(self) -> None:
        """Record how the current round ends; for `apply`."""
        before = [row for row in self.rounds if row.round < self.round]
        row = RoundTold(
            round=self.round,
            first=self.first,
            left={id_: seat.left for id_, seat in self.seats.items() if seat.left is not None},
            villain=self.villain.left,
            stage=self.villain.stage,
            threat=None if self.agenda.of(scheme=MAIN) else self.main.threat,
        )
        self.rounds = [*before, row]

    def ids(self, kind: str) -> Iterable[str]:
        if kind in NAMES_OF:
            return tuple(NAMES_OF[kind])
        match kind:
            case "copies":
                return tuple(self.play)
            case "minions":
                return self.copies("minion")
            case "allies":
                return self.copies("ally")
            case "side-schemes":
                return self.copies("side scheme")
            case "schemes":
                return (MAIN, *self.copies("side scheme"))
            case "enemies":
                return (VILLAIN, *self.copies("minion"))
            case "characters":
                return (*self.seats, VILLAIN, *self.copies(*CHARACTERS))
            case "hosts":
                return (*self.seats, VILLAIN, MAIN, *self.play)
            case "effects":
                return tuple(self.effects)
            case "counters":
                return dict.fromkeys(name for card in self.play.values() for name in card.counters)
        return super().ids(kind)

    def called(self, kind: str, id_: str) -> Term | Text | str:
        if kind in NAMES_OF:
            return NAMES_OF[kind].get(id_, id_)
        if kind == "effects":
            return self.effects[id_].said if id_ in self.effects else card_of(id_)
        if kind in {"enemies", "characters", "schemes", "hosts", *IN_PLAY_KINDS}:
            return self._called_here(id_)
        return super().called(kind, id_)

    def apart(self, kind: str, id_: str) -> Term | Text | str:
        """Distinguish items of the same name: cards by subtitle, set, type, class and pack, heroes by alter-ego."""
        if kind == "identities":
            return str(self.thing(kind, id_).get("alter_ego") or id_)
        if kind != "cards":
            return super().apart(kind, id_)
        card = self.thing(kind, id_)
        set_, type_, class_ = (str(card.get(field) or "") for field in ("set", "type", "classification"))
        sets = "identities" if set_ in self.ids("identities") else "encounter-sets"
        parts = (
            str(card.get("subtitle") or ""),
            self.called(sets, set_),
            spaced_words(type_) if type_ else "",
            self.called("classes", class_),
            *card.get("packs", ()),
        )
        return text("{parts}", parts=tuple(part for part in parts if part)) if any(parts) else id_

    def _called_here(self, id_: str) -> Term | Text | str:
        """The name of a character or card in play."""
        if id_ == VILLAIN:
            return super().called("villains", self.villain.name or self.villain.sheet) or self._called_scenario()
        if id_ == MAIN:
            return super().called("main-schemes", self.main.name or self.main.sheet) or text("the main scheme")
        if id_ in self.seats or (id_ not in self.play and self._is_hero_alone(id_)):
            return super().called("identities", id_)
        name = super().called("cards", card_of(id_))
        number = id_.removeprefix(card_of(id_)).removeprefix(" #")
        return text("{name} {number}", name=name, number=number) if number else name

    def _is_hero_alone(self, id_: str) -> bool:
        """Whether an id is a hero's, at this table or in content, and no card's."""
        return id_ in self.ids("identities") and id_ not in self.ids("cards")

    def _called_scenario(self) -> Term | Text | str:
        """The name of the villain if only the scenario is known."""
        return super().called("scenarios", self.scenario.id) if self.scenario.id else text("the villain")

    def seat_of(self, kind: str, id_: str) -> str:
        if id_ in self.play:
            return self.play[id_].controller
        return id_ if id_ in self.seats else ""

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{hero}[ ({player})]", hero=self.called("identities", id_), player=seat.player)
            for id_, seat in self.seats.items()
        }

    def played_seats(self) -> Mapping[str, PlayedSeat]:
        return self.seats

    def bound_in(self, marked: str, value: str, kind: str, typed: str, id_: str) -> str:
        if kind == "cards" and " #" in value and card_of(value) == typed:
            return value.replace(typed, id_, 1) if marked in self.mixed else value
        return super().bound_in(marked, value, kind, typed, id_)
