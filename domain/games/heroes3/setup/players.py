"""Players and game: factions and heroes, scenario and difficulty, tracked areas, and rulings."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.components.numbers import Gains
from domain.components.piles import too_many_named, with_blanks
from domain.components.rulings import RulingEvent
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole, Seating, Secrets
from domain.framework.events.marks import Count, Line, Remark, Settled
from domain.framework.events.offer import Offer
from domain.framework.game import TrackingSet
from domain.framework.refusal import Refused, never, refusal
from domain.framework.table import AREAS as TRACKED
from domain.framework.text import Text, text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import NO_SUCH_BOX, HeroesEvent, Living, seat_of
from domain.games.heroes3.cards.decks import KEPT_DECKS, PARTS
from domain.games.heroes3.cards.morale import events_of_morale
from domain.games.heroes3.rounds import BATTLEFIELD_MODES
from domain.games.heroes3.setup.map_tiles import MAP_UNFINISHED, next_tile
from domain.games.heroes3.state.kinds import (
    GOODS,
    STATISTICS,
    FactionCard,
    HeroBoard,
    Price,
    ScenarioCard,
    Small,
    UnitCard,
)
from domain.games.heroes3.state.seat import SECOND_MOVES, Hero, Seat, Unit, UnitSide
from domain.games.heroes3.state.table import AREAS, Area, Heroes3, Mode, Objective

FACTION_TAKEN = never("faction-taken", "{faction} is played already.", rule=sections.SETUP)
NEEDS_RIVALS = refusal("needs-rivals", "This mode needs {need|player|players}, and has {have}.", rule=sections.SETUP)
ONE_STARTS = never("one-starts", "The starting player never changes.", rule=sections.SETUP)
ENDOWED = refusal(
    "endowed", "{seat} has taken resources and income already: correct that entry instead.", rule=sections.SETUP
)
NO_DRAFT = refusal("no-draft", "This table does not draft its first decks.", rule=sections.SETUP)
NOT_DEALT = refusal("town-card-not-dealt", "{player} was dealt the town cards {cards}.", rule=sections.SETUP)
PLAYERS_OF: Mapping[Mode, tuple[int, int]] = {
    "clash": (2, 6),
    "alliance": (2, 6),
    "coop": (2, 6),
    "campaign": (1, 1),
    "tournament": (2, 2),
    "adventure": (2, 2),
    "skirmish": (2, 2),
}
"""The fewest and the most players of each mode (1.2)."""
STARTING_INCOME: Price = {"gold": 10}
"""The starting income of a campaign scenario (单人战役, p53) and of an adventure (p58), unless the scenario has its
own."""
ADVENTURE_GOODS: Price = {"gold": 15, "materials": 3, "valuables": 1}


class SetupEvent(HeroesEvent):
    heading = "Setup"


class GameSetUp(SetupEvent):
    """The game's opening: recorded right after the start, with the fields given to `new`."""

    title = "Set up the game"
    help_text = "The mode, difficulty, boxes and options, and the areas to track."
    layout = Layout(usual=("mode", "scenario", "difficulty"), keeps_unnamed=True)
    sentence = (
        "Set up: {mode}[, {scenario}], {difficulty}[; with {options}]; keeping track of {tracks}"
        "[; kept in the app: {decks}]"
    )
    mode: Annotated[Mode, Field(title="what is played")] = "clash"
    scenario: Annotated[Line, Choice("scenarios", free=True)] | None = None
    difficulty: Annotated[str, Choice("difficulties")] = "normal"
    rounds: Annotated[int, Field(ge=0, le=30, title="lasts how many rounds")] = 0
    boxes: Annotated[tuple[Annotated[str, Choice("boxes")], ...], Field(max_length=20, title="which boxes")] = ()
    options: Annotated[tuple[Annotated[str, Choice("options")], ...], Field(max_length=30)] = ()
    tracks: Annotated[tuple[Area, ...], Choice(TRACKED, lambda table: table.areas), Field(title="keep track of")] = (
        AREAS
    )
    decks: Annotated[
        tuple[Annotated[str, Choice("decks", lambda table: KEPT_DECKS)], ...],
        Field(max_length=20, title="what the app keeps: it draws from these decks and rolls the dice"),
    ] = ()

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.phase == "setup":
            yield Offer(text("Mode, difficulty, boxes and options"), opens_form=True)

    @classmethod
    def prefilled(cls, table: Heroes3) -> Mapping[str, Any]:
        return {
            "mode": table.mode,
            "scenario": table.scenario or None,
            "difficulty": table.difficulty,
            "rounds": table.rounds,
            "boxes": table.boxes,
            "options": table.options,
            "tracks": table.areas_tracked(),
            "decks": table.decks,
        }

    def values_kept(self, table: Heroes3) -> Mapping[str, Any]:
        """The kept values of fields; another scenario does not keep the number of rounds."""
        kept = dict(self.prefilled(table))
        if "scenario" in self.model_fields_set and self.scenario != kept["scenario"]:
            del kept["rounds"]
        return kept

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        """The event without the map if it is the Battlefield (p57), and with the rounds of the scenario."""
        rounds = self.rounds or ScenarioCard.of(table, self.scenario or "").rounds
        tracks = tuple(area for area in self.tracks if area != "map" or self.mode not in BATTLEFIELD_MODES)
        return self.copy_with(rounds=rounds, tracks=tracks)

    def apply(self, table: Heroes3) -> None:
        table.mode, table.scenario, table.difficulty = self.mode, self.scenario or "", self.difficulty
        table.rounds, table.boxes, table.options = self.rounds, list(self.boxes), list(self.options)
        table.tracked, table.decks = list(self.tracks), list(self.decks)


TRACKING_SETS = (
    TrackingSet(
        "kingdom",
        text("Rounds, resources and towns"),
        text("Income, buildings and units; the map, cards and combats stay on the table."),
        ("towns",),
    ),
    TrackingSet(
        "everything",
        text("Everything"),
        text("Also the map, every deck and hand, and combats blow by blow."),
        AREAS,
    ),
    TrackingSet(
        "map",
        text("The kingdom and the map"),
        text("Also tiles, flags and movement; cards and combats stay on the table."),
        ("towns", "map"),
    ),
    TrackingSet(
        "goods",
        text("Rounds and resources"),
        text("Nothing has to be typed in: rounds, income, gold, heroes' levels and morale."),
        (),
    ),
)


FIRST_EVENING = (
    text(
        "Nothing, where you keep rounds and resources alone: income, gold, levels and morale count from the first tap."
    ),
    text("With towns: what a building and a unit cost, when you first buy it. It is known from then on."),
    text("With the map: what is on a tile's seven fields, when it is turned up. A pack of tiles saves you that."),
    text("With combats: attack, defense, hit points and initiative of each unit that fights for the first time."),
    text("With cards: those that a search shows; a card without a name is a blank, and may be played by any name."),
    text("Most of that comes with a pack: on the host's computer “companion pack from” makes one of a fan collection."),
)
"""The values that players type in during their first evening, by tracked area."""


class RulingMade(RulingEvent[Heroes3], SetupEvent):
    title = "Make a ruling"
    help_text = (
        "Where the rulebook is silent or says two things, the table rules otherwise than usual, or as usual again."
    )
    sentence = "The table ruled: {ruling}[ ({usual|as usual again})]"

    def apply(self, table: Heroes3) -> None:
        self.rule(table)


def factions_free(table: Heroes3) -> list[str]:
    """The factions without a player, those of the boxes in this game first."""
    free = [id_ for id_ in table.ids("factions") if id_ not in table.seats]
    return sorted(free, key=lambda id_: not table.owns(FactionCard.of(table, id_).box))


def why_not_free(table: Heroes3, faction: str) -> Refused | None:
    return FACTION_TAKEN(faction=table.called("factions", faction)) if faction in table.seats else None


def heroes_of(table: Heroes3, faction: str) -> list[str]:
    """The heroes that a faction may choose; a hero whose faction is unknown is offered to all."""
    return [id_ for id_ in table.ids("heroes") if HeroBoard.of(table, id_).faction in ("", faction)]


ON_BOARD = Printed(HeroBoard, by="hero")


def players_to_choose(table: Heroes3) -> list[str]:
    """The players who were dealt town cards and have yet to choose one (p72)."""
    seated = {seat.player for seat in table.seats.values()}
    return [player for player in table.town_cards if player not in seated]


def factions_to_take(table: Heroes3) -> Iterator[Offer]:
    """The offer to take a faction, for the players that are missing or that may still join."""
    fewest, most = PLAYERS_OF[table.mode]
    if table.phase == "setup" and len(table.seats) < most:
        words = text("Take another faction") if table.seats else text("Who plays? Take a faction")
        needs = (*(("team",) if table.mode == "alliance" else ()), *(("hero",) if table.tracks("cards") else ()))
        must = len(table.seats) < fewest and not table.plays("town-cards")
        yield Offer(words, required=must, also_required=needs, keypad="faction")


def others_to_join(table: Heroes3) -> Iterator[Offer]:
    """The same offer once there are enough players; it comes after their own setup."""
    if len(table.seats) >= PLAYERS_OF[table.mode][0] and not players_to_choose(table):
        yield from factions_to_take(table)


class FactionTaken(SetupEvent):
    """Takes a faction and a hero, whose board defines the first deck (p12).

    The deck consists of six or five statistics, Magic Arrows, an ability and a specialty.
    """

    title = "Take a faction"
    help_text = "A player takes a faction and one of its heroes; in an alliance, the name of the team as well."
    log = LogRole(changes_names=True)
    sentence = "{player} plays {faction}[ with {hero}][, in team {team}]"
    during = ("setup",)
    layout = Layout(usual=("hero", "magic"))
    seating = Seating("faction", "player")
    faction: Annotated[str, Choice("factions", factions_free, why_not=why_not_free)]
    player: Line
    hero: Annotated[Line, Choice("heroes", heroes_of, given=("faction",), free=True)] | None = None
    magic: Annotated[bool | None, ON_BOARD, Field(title="a magic hero")] = None
    team: Remark = ""
    deck: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.phase == "setup" and (waiting := players_to_choose(table)):
            yield from cls.offers_by_town_card(table, waiting[0])
        elif len(table.seats) < PLAYERS_OF[table.mode][0]:
            yield from factions_to_take(table)

    @classmethod
    def offers_by_town_card(cls, table: Heroes3, player: str) -> Iterator[Offer]:
        """The factions of the town cards that a player was dealt."""
        which, needs = text("{player}: which town card?", player=player), ("team",) if table.mode == "alliance" else ()
        for card in table.town_cards[player]:
            words = text("{player} plays {faction}", player=player, faction=table.called("factions", card))
            known = {"faction": card, "player": player}
            yield Offer(words, known, required=True, question=which, also_required=needs)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        # Without town cards, whether a faction can be taken must not depend on the free text of the player's name.
        cards = table.town_cards.get(self.player) if table.town_cards else None
        if cards and self.faction not in cards:
            names = tuple(table.called("factions", card) for card in cards)
            yield NOT_DEALT(player=self.player, cards=names)
        box = FactionCard.of(table, self.faction).box
        if box and not table.owns(box):
            yield NO_SUCH_BOX(box=table.called("boxes", box))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(deck=first_deck(table, self.hero or "", magic=bool(self.magic)))

    def apply(self, table: Heroes3) -> None:
        table.seats[self.faction] = Seat(
            player=self.player,
            team=self.team,
            hero=self.hero or "",
            magic=bool(self.magic),
            cards=list(self.deck),
            begun_with=list(self.deck),
            goods=dict.fromkeys(GOODS, 0),
            income=dict.fromkeys(GOODS, 0),
        )


FIRST_DECK = 9
"""The size of a hero's first deck: statistics, Magic Arrows, one ability, one specialty (5.10)."""


def first_deck(table: Heroes3, hero: str, *, magic: bool) -> tuple[str, ...]:
    """The nine cards of a hero's first deck; unknown cards are blanks."""
    board = HeroBoard.of(table, hero)
    statistics = [stat for stat in STATISTICS for _ in range(getattr(board, stat) or 0)]
    named = [*statistics, *["magic-arrow"] * (2 if magic else 1), board.ability, *board.specialties[:1]]
    return (*(card for card in named if card), *[""] * FIRST_DECK)[:FIRST_DECK]


DRAFTED = 7
"""The number of cards kept of a draft, in addition to the starting ability and the first specialty (起始轮抽, p64)."""


class DraftKept(SetupEvent):
    """Keeps seven cards of the statistics and the twelve drafted cards (p64).

    The ability and the specialty that were set aside make nine again.
    """

    title = "Keep the cards of the draft"
    help_text = "Of the drafted cards and the statistics seven are kept; the starting ability and specialty are added."
    sentence = "{seat} kept {count|card|cards} of the draft[: {cards}]"
    tracked = ("cards",)
    during = ("setup",)
    acting_seat = "seat"
    secrets = Secrets(("cards",))
    told = ("cards",)
    seat: Living
    cards: Annotated[tuple[Annotated[Line, Choice("cards", free=True)], ...], Field(max_length=20)] = ()
    count: Annotated[Count, Settled()] = DRAFTED
    set_aside: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.plays("draft-start") and table.phase == "setup":
            for id_, seat in table.seats.items():
                if not seat.drafted:
                    words = text("{seat}: keep the cards of the draft", seat=table.called("factions", id_))
                    yield Offer(words, {"seat": id_}, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not table.plays("draft-start"):
            yield NO_DRAFT()
        yield from too_many_named(self.cards, DRAFTED)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        board = HeroBoard.of(table, seat_of(table, self.seat).hero)
        aside = (*(card for card in (board.ability, *board.specialties[:1]) if card), "", "")[:2]
        return self.copy_with(set_aside=aside, count=DRAFTED)

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.cards, seat.drafted = [*with_blanks(self.cards, DRAFTED), *self.set_aside], True


class StartTaken(SetupEvent):
    """Takes the resources, income and units that the scenario gives each player (p12, 8, 9, 19)."""

    title = "Take what the scenario gives"
    help_text = "Income, resources, units and buildings that a player begins with, as the scenario says."
    sentence = (
        "{seat} begins[ with {goods}][; income {income}][; units: {units}][; Packs: {packs}][; built: {buildings}]"
        "[; far tiles: {supply}]"
    )
    during = ("setup",)
    acting_seat = "seat"
    layout = Layout(usual=("goods", "income", "units", "buildings"))
    seat: Living
    goods: Annotated[Price, Gains("seats.{seat}.goods")] = Field(default_factory=dict, title="resources")
    income: Annotated[Price, Gains("seats.{seat}.income")] = Field(default_factory=dict)
    units: Annotated[tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=20)] = ()
    packs: Annotated[
        tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=20, title="units as Packs")
    ] = ()
    buildings: Annotated[
        tuple[Annotated[str, Choice("building-kinds")], ...], Field(max_length=20, title="buildings")
    ] = ()
    supply: Annotated[Small, Field(title="far tiles in the supply")] = 0
    of_faction: Annotated[tuple[Annotated[Line, Choice("units", free=True)], ...], Settled()] = ()
    """The units whose faction was unknown: they are of the player's faction."""

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        for id_, seat in table.seats.items():
            if table.phase == "setup" and not seat.endowed and table.mode != "skirmish":
                words = text("What does {seat} begin with?", seat=table.called("factions", id_))
                yield Offer(words, {"seat": id_, **given_by_scenario(table)}, opens_form=True, reminder=words)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if seat_of(table, self.seat).endowed and (self.goods or self.income):
            yield ENDOWED(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        named = dict.fromkeys((*self.units, *self.packs))
        cards = {unit: UnitCard.of(table, unit) for unit in named}
        strange = tuple(unit for unit, card in cards.items() if not card.faction and not card.neutral)
        return super().settle(table, chance).copy_with(of_faction=strange)

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.endowed = True
        for unit in self.of_faction:
            table.keep_typed(UnitCard.kind_name, unit, {"faction": self.seat})
        for good in GOODS:
            seat.goods[good] = seat.goods.get(good, 0) + self.goods.get(good, 0)
            seat.income[good] = seat.income.get(good, 0) + self.income.get(good, 0)
        sides: dict[str, UnitSide] = {**dict.fromkeys(self.units, "few"), **dict.fromkeys(self.packs, "pack")}
        seat.units |= {unit: Unit(side=side) for unit, side in sides.items()}
        seat.first_units |= sides
        seat.buildings |= dict.fromkeys(self.buildings, 0)
        seat.supply += self.supply


def given_by_scenario(table: Heroes3) -> dict[str, Any]:
    """The known goods, income and units that the scenario gives each player."""
    card = ScenarioCard.of(table, table.scenario)
    income = card.income or (STARTING_INCOME if table.mode in ("campaign", "adventure") else {})
    goods = card.goods or (ADVENTURE_GOODS if table.mode == "adventure" else {})
    known = {"goods": goods, "income": income, "units": tuple(card.units)}
    return {name: value for name, value in known.items() if value}


class ObjectiveNamed(SetupEvent):
    title = "Name a victory condition"
    help_text = "How the scenario is won, in the table's own words."
    sentence = "Victory condition {name}: {words}"
    name: Line
    words: Remark

    def apply(self, table: Heroes3) -> None:
        table.objectives[self.name] = Objective(words=self.words)


class GameBegun(SetupEvent):
    """Ends setup (33). The first round has no start; the starting player stays the same for the whole game.

    Artifacts that were looked at for a starting bonus are shuffled back (p10).
    """

    title = "Begin the game"
    help_text = "Setup is done: who takes the first turn of every round."
    sentence = "The game began; {starting} goes first in every round"
    during = ("setup",)
    ends = "step"
    layout = Layout(keypad="starting")
    starting: Annotated[Living, Field(title="starting player")]
    objectives: Annotated[tuple[Remark, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if len(table.seats) >= PLAYERS_OF[table.mode][0]:
            if table.starting in table.seats:
                yield Offer(text("Begin the game: {starting} goes first"), {"starting": table.starting}, required=True)
            yield Offer(text("Begin the game: who goes first?"), required=True, keypad="starting")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        fewest, most = PLAYERS_OF[table.mode]
        if not fewest <= len(table.seats) <= most:
            yield NEEDS_RIVALS(need=most if len(table.seats) > most else fewest, have=len(table.seats))
        if table.round:
            yield ONE_STARTS()
        if due := next_tile(table):
            yield MAP_UNFINISHED(kind=Text(due.kind))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(objectives=tuple(ScenarioCard.of(table, table.scenario).conditions))

    def apply(self, table: Heroes3) -> None:
        table.starting, table.round, table.phase = self.starting, 1, "turns"
        for deck in ("artifact", *PARTS["artifact"]):
            if table.taken.get(deck):
                table.discards.pop(deck, None)
                table.agenda.put("discard-pile-begun", must=False, deck=deck)
        for seat in table.seats.values() if table.plays("second-hero-at-start") else ():
            seat.second = Hero(moves=SECOND_MOVES, field=seat.main.field, last=seat.main.field)
        for number, words in enumerate(self.objectives, 1):
            table.objectives.setdefault(str(number), Objective(words=words))

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        """The positive morale with which the second player of a tournament begins (p54)."""
        if table.mode == "tournament":
            for seat in table.seats:
                if seat != self.starting:
                    yield from events_of_morale(seat, "scenario", rises=True)
