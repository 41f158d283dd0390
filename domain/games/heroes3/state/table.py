"""The state of a game of Heroes III: its players, its map, its shared decks, and the combat under way."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import BaseModel, Field

from domain.components.agenda import Agenda
from domain.framework.events.marks import FixedTexts
from domain.framework.table import Keys, Names, NotLogged, PlayedSeat, State, Table
from domain.framework.text import Term, Text, text
from domain.games.heroes3.state.combat import NEUTRAL, Combat
from domain.games.heroes3.state.kinds import ENDS, GOODS, KINDS, TILE_KINDS, School, TileKind
from domain.games.heroes3.state.periods import THIS_ROUND
from domain.games.heroes3.state.places import name_of_place
from domain.games.heroes3.state.seat import Seat, UnitSide

Area = Literal["towns", "cards", "map", "combats"]
AREAS: tuple[Area, ...] = get_args(Area)
"""The areas that a table may leave untracked. Rounds, resources, heroes' levels and morale are always tracked."""
Mode = Literal["clash", "alliance", "coop", "campaign", "tournament", "adventure", "skirmish"]
Difficulty = Literal["easy", "normal", "hard", "impossible"]
Phase = Literal["setup", "round start", "turns", "over", "between scenarios"]
Length = Literal["short", "medium", "large"]
EMPOWERED = "empowered "
"""The prefix of the id of an empowered ability, of which there is one copy (强化能力牌, p25)."""
KEEP_POWER = ("heroes3.card-played", "heroes3.card-replaced", "heroes3.spell-cast")
"""Events that keep the power of cards played before, as acts of other players do; any other event ends it (法术牌,
p26)."""
RECRUITING = (
    *KEEP_POWER, "heroes3.unit-recruited", "heroes3.unit-reinforced", "heroes3.unit-sold",
    "heroes3.neutral-unit-gained",
)  # fmt: skip
"""The events of one population action. Any other act of the same player ends the action (城镇行动, p18)."""
CORE = "core"
"""The box that all others need."""
TOWN_TOKENS = ("build", "population", "spell-book")
NUMBERS = ("0", "1", "2", "3", "4", "5", "6")
COLUMNS = ("1", "2", "3", "4")
ROWS = ("1", "2", "3", "4", "5")


class Tile(State):
    """A place of the map with a tile on it, face up or face down."""

    q: Annotated[int, NotLogged()] = 0
    r: Annotated[int, NotLogged()] = 0
    kind: Annotated[TileKind | None, FixedTexts(get_args(TileKind))] = None
    tile: Annotated[str, Names("tiles")] = ""
    turned: int = Field(default=0, title="turned by sixths")
    school: Annotated[School | None, FixedTexts(get_args(School))] = None
    by: Annotated[str, Names("sides")] = Field(default="", title="discovered by")


class Spot(State):
    """A field of a face-up tile."""

    q: Annotated[int, NotLogged()] = 0
    r: Annotated[int, NotLogged()] = 0
    tile: Annotated[str, Names("tiles")] = ""
    location: Annotated[str, Names("locations")] = ""
    category: str = ""
    level: int = Field(default=0, title="guards of level")
    good: Annotated[str, Names("goods")] = Field(default="", title="produces")
    amount: int = 0
    sea: bool = False
    borders: list[int] = Field(default_factory=list, title="sides with a yellow line")
    cube: bool = Field(default=False, title="black cube")
    flags: Annotated[list[str], Names("factions")] = Field(default_factory=list)
    flagged_once: bool = Field(default=False, title="was flagged before")
    cleared: bool = Field(default=False, title="guards defeated")
    ai: bool = Field(default=False, title="held by the AI")
    town_of: Annotated[str, Names("factions")] = Field(default="", title="town of")
    token: Annotated[str, Names("field-tokens")] = ""
    pair: str = Field(default="", title="leads to the token of the same number")
    bank: Annotated[str, Names("banks")] = Field(default="", title="creature bank")


class Arrival(State):
    """A hero's arrival on a field, until the field was fought for and visited."""

    seat: Annotated[str, Names("factions")] = ""
    whose: Annotated[Literal["main hero", "secondary hero"], FixedTexts(("main hero", "secondary hero"))] = "main hero"
    field: Annotated[str, Names("fields")] = ""
    fought: bool = Field(default=False, title="fought for")


class CombatRecord(State):
    """A finished combat, for the log of combats."""

    round: int = 0
    attacker: Annotated[str, Names("sides")] = ""
    defender: Annotated[str, Names("sides")] = ""
    field: Annotated[str, Names("fields")] = ""
    level: int = 0
    rounds: int = 0
    outcome: str = ""
    winner: Annotated[str, Names("sides")] = ""
    lost: Annotated[list[str], Names("units")] = Field(default_factory=list, title="units lost")


class RoundRecord(State):
    """The proclamation and the event at the beginning of a round."""

    proclamation: Annotated[str, Names("proclamations")] = ""
    event: Annotated[str, Names("event-cards")] = ""


class Objective(State):
    words: str = ""
    progress: int = 0
    met_by: Annotated[str, Names("sides")] = ""


class ScenarioRecord(State):
    """A played scenario of a campaign."""

    scenario: Annotated[str, Names("scenarios")] = ""
    attempt: int = 1
    won: bool = False
    rounds: int = 0


class AiDeck(State):
    """An AI deck: its number of cards of each kind, the cards known to be in it, and the AI spells."""

    might: int = Field(default=0, title="might cards")
    magic: int = Field(default=0, title="magic cards")
    skill: int = Field(default=0, title="skill cards")
    seen: Annotated[list[str], Names("ai-cards")] = Field(default_factory=list, title="AI cards seen")
    spells: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="AI spells")

    @property
    def size(self) -> int:
        return self.might + self.magic + self.skill


class AiHero(State):
    """An AI hero: its field, its units, and the name of its AI deck, which several may share."""

    name: str = ""
    units: Annotated[dict[str, UnitSide], Keys("units")] = Field(default_factory=dict)
    field: Annotated[str, Names("fields")] = ""
    skill: str = ""
    deck: str = Field(default="", title="AI deck of")
    spent: Annotated[int, THIS_ROUND] = Field(default=0, title="movement points spent")
    beaten: bool = False


class Heroes3(Table):
    steps: ClassVar[Mapping[str, Term | Text]] = {
        "setup": text("Setup"),
        "round start": text("Start of a round"),
        "turns": text("Turns"),
        "combat": text("Combat"),
        "over": text("The game is over"),
        "between scenarios": text("Between scenarios"),
    }
    kinds: ClassVar[Mapping[str, type[BaseModel]]] = KINDS
    mixed: ClassVar[Mapping[str, tuple[str, ...]]] = {"sides": ("factions",)}
    sits: ClassVar[str] = "factions"
    names_rest_on: ClassVar[tuple[str, ...]] = ("fields",)
    areas: ClassVar[Mapping[str, Term | Text]] = {
        "towns": text("towns and units"),
        "cards": text("decks and hands"),
        "map": text("the map and who holds what"),
        "combats": text("combats, blow by blow"),
    }

    phase: Annotated[Phase, FixedTexts(get_args(Phase))] = "setup"
    mode: Annotated[Mode, FixedTexts(get_args(Mode))] = "clash"
    scenario: Annotated[str, Names("scenarios")] = ""
    difficulty: Annotated[str, Names("difficulties")] = "normal"
    boxes: Annotated[list[str], Names("boxes")] = Field(default_factory=list, title="boxes")
    options: Annotated[list[str], Names("options")] = Field(default_factory=list)
    rulings: Annotated[list[str], Names("rulings")] = Field(default_factory=list)
    round: int = 0
    rounds: int = Field(default=0, title="lasts how many rounds")
    history: list[RoundRecord] = Field(default_factory=list, title="rounds")
    starting: Annotated[str, Names("factions")] = Field(default="", title="starting player")
    seats: Annotated[dict[str, Seat], Keys("factions")] = Field(default_factory=dict, title="")
    first_of_team: Annotated[dict[str, str], Names("factions")] = Field(
        default_factory=dict, title="goes first in the team"
    )
    proclamation: Annotated[str, Names("proclamations")] = Field(default="", title="proclaimed by the astrologers")
    event: Annotated[str, Names("event-cards")] = Field(default="", title="event")
    events_drawn: int = Field(default=0, title="events drawn")
    drew_last: Annotated[str, Names("factions")] = Field(default="", title="drew the last event")
    objectives: dict[str, Objective] = Field(default_factory=dict, title="victory conditions")
    ends_after: Annotated[str, Names("sides")] = Field(default="", title="wins when the round ends")
    points: Annotated[dict[str, int], Keys("sides"), NotLogged()] = Field(
        default_factory=dict, title="victory points at the end"
    )
    grail: Annotated[str, Names("factions")] = Field(default="", title="has the Grail")
    map_tiles: dict[TileKind, int] = Field(default_factory=dict, title="tiles of the map by kind")
    tiles: Annotated[dict[str, Tile], Keys("places")] = Field(default_factory=dict)
    fields: Annotated[dict[str, Spot], Keys("fields")] = Field(default_factory=dict)
    decks: Annotated[list[str], Names("decks")] = Field(default_factory=list, title="decks kept in the app")
    discards: Annotated[dict[str, list[str]], Keys("decks"), Names("cards")] = Field(
        default_factory=dict, title="shared discard piles"
    )
    revealed: Annotated[dict[str, list[str]], Keys("decks"), Names("cards")] = Field(
        default_factory=dict, title="revealed cards"
    )
    taken: Annotated[dict[str, int], Keys("decks")] = Field(default_factory=dict, title="cards out of the shared decks")
    removed: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="removed from the game")
    empowered: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="empowered abilities taken")
    gone: Annotated[list[str], Names("units")] = Field(default_factory=list, title="neutral units discarded")
    arrival: Arrival | None = Field(default=None, title="came to a field")
    combat: Combat | None = None
    combats: list[CombatRecord] = Field(default_factory=list, title="combats that are over")
    ai_heroes: dict[str, AiHero] = Field(default_factory=dict, title="AI heroes")
    town_cards: Annotated[dict[str, list[str]], Names("factions")] = Field(
        default_factory=dict, title="town cards dealt"
    )
    ai_decks: dict[str, AiDeck] = Field(default_factory=dict, title="AI decks")
    campaign: list[ScenarioRecord] = Field(default_factory=list, title="scenarios of the campaign")
    frozen: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="deck the scenario began with")
    frozen_next: Annotated[list[str], Names("cards")] = Field(default_factory=list, title="deck of the next scenario")
    length: Annotated[Length, FixedTexts(get_args(Length))] = Field(default="short", title="length of the game")
    winners: Annotated[list[str], Names("sides")] = Field(default_factory=list)
    reason: Annotated[str, FixedTexts(ENDS)] = Field(default="", title="why it ended")
    agenda: Agenda = Field(default_factory=Agenda, title="")

    @property
    def place(self) -> tuple[int, str]:
        return self.round, "combat" if self.combat else self.phase

    @property
    def chapter(self) -> int:
        return len(self.campaign) + 1 if self.mode == "campaign" else 0

    def holds_to_steps(self) -> bool:
        return self.phase != "setup"

    def alive(self) -> list[str]:
        """The seats that are still in the game, in seating order."""
        return [id_ for id_, seat in self.seats.items() if not seat.eliminated]

    def plays(self, option: str) -> bool:
        """Whether an option or variant is used in this game."""
        return option in self.options

    def owns(self, box: str) -> bool:
        """Whether a box is in this game: always the core game; any box if the table named none."""
        return not self.boxes or box in (CORE, *self.boxes)

    def ruled(self, ruling: str) -> bool:
        return ruling in self.rulings

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {
            id_: text("{faction}[ ({player})]", faction=self.called("factions", id_), player=seat.player)
            for id_, seat in self.seats.items()
        }

    def played_seats(self) -> Mapping[str, PlayedSeat]:
        return self.seats

    def ids(self, kind: str) -> Iterable[str]:
        match kind:
            case "goods":
                return GOODS
            case "town-tokens":
                return TOWN_TOKENS
            case "numbers":
                return NUMBERS
            case "columns":
                return COLUMNS
            case "fields":
                return tuple(self.fields)
            case "places":
                return tuple(self.tiles)
            case "sides":
                return (*self.seats, NEUTRAL)
            case "fighters":
                return tuple(self.combat.fighters) if self.combat else ()
            case "spaces":
                return tuple(f"{column} {row}" for row in ROWS for column in COLUMNS)
            case "units":
                return dict.fromkeys((*super().ids(kind), *self._unit_copies()))
        return super().ids(kind)

    def _unit_copies(self) -> Iterator[str]:
        """The units of all seats, since a unit may have a second card."""
        for seat in self.seats.values():
            yield from seat.units

    def called(self, kind: str, id_: str) -> Term | Text | str:
        match kind:
            case "sides" | "factions":
                return text("neutral units") if id_ == NEUTRAL else super().called("factions", id_)
            case "buildings":
                return super().called("building-kinds", id_.partition(" ")[2] or id_)
            case "tiles" if id_ not in self.ids("tiles"):
                return self._unnamed_tile(id_)
            case "places":
                return name_of_place(id_)
            case "scrolls" if id_.isdigit():
                return text("Spell Scroll {number}", number=id_)
            case "cards" if id_.startswith(EMPOWERED):
                return text("Empowered {card}", card=super().called("cards", id_.removeprefix(EMPOWERED)))
            case "fields" if " " in id_:
                tile, _, number = id_.rpartition(" ")
                spot = self.fields.get(id_)
                return text(
                    "{tile}, field {number}[ ({location})]",
                    tile=self.called("tiles", tile), number=number,
                    location=self._shown_on(spot),
                )  # fmt: skip
            case "fighters" | "units":
                name, _, number = id_.rpartition(" ")
                if number.isdigit() and name:
                    return text("{unit} {number}", unit=super().called("units", name), number=number)
                return super().called("units", id_)
        return super().called(kind, id_)

    def _shown_on(self, spot: Spot | None) -> Term | Text | str:
        """The name of a field's token, which replaces the printed location, or of its location."""
        if spot and spot.token:
            return super().called("field-tokens", spot.token)
        return super().called("locations", spot.location) if spot and spot.location else ""

    def _unnamed_tile(self, id_: str) -> Term | Text | str:
        """The name of an unnamed tile: by the owner of the home, or by its kind and place."""
        first, _, rest = id_.partition(" ")
        if rest == "home" and first in self.ids("factions"):
            return text("home of {seat}", seat=self.called("factions", first))
        if first in TILE_KINDS and rest:
            return text("{kind} tile {place}", kind=Text(first), place=rest)
        return super().called("tiles", id_)

    def strike(self, topic: str, happened: BaseModel) -> None:
        self.agenda.strike(topic, happened)
        for id_, seat in self.seats.items() if topic.startswith("heroes3.") else ():
            whose = getattr(happened, "seat", None)
            seat.power = seat.power if topic in KEEP_POWER or whose not in (None, id_) else 0
            seat.recruiting = seat.recruiting and (topic in RECRUITING or whose != id_)
