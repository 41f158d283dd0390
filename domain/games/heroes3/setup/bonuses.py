"""Starting bonuses beyond the scenario: the bonus of the difficulty, and drafted decks (p10, p64)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field, JsonValue

from domain.components.numbers import move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Layout, Secrets
from domain.framework.events.marks import Count, CountList, KeepsOrder, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import Earns, Living, SeatId, Some, seat_of
from domain.games.heroes3.cards.decks import DICE, SAY_FACES, is_kept
from domain.games.heroes3.rounds import BATTLEFIELD_MODES, FEWEST_RIVALS
from domain.games.heroes3.setup.players import FIRST_DECK, NEEDS_RIVALS, SetupEvent
from domain.games.heroes3.state.kinds import Price, Small
from domain.games.heroes3.state.table import Heroes3
from domain.games.heroes3.town.goods import FACES, KEEP_ONE, Face, ResourceDieKept, ask_for_dice, only_face, worth

NO_BONUS = refusal("no-bonus", "This game begins without a starting bonus.", rule=sections.SETUP)
CAMPAIGN_BONUS = refusal("campaign-bonus", "The campaign's bonus replaces it.", rule=sections.CAMPAIGN)
BONUS_TAKEN = refusal("bonus-taken", "{seat} has taken the starting bonus already.", rule=sections.SETUP)
NINE_CARDS = refusal("nine-cards", "The starting deck has {need|card|cards}; {have|is|are} named.", rule=sections.SETUP)
DECK_FIRST = never(
    "starting-deck-first", "{seat} has completed the skirmish deck, which begins with the starting deck.",
    rule=sections.BATTLEFIELD,
)  # fmt: skip
EQUAL_ROLLS = refusal("equal-rolls", "Several rolled the most: they roll again.", rule=sections.TOURNAMENT)
Bonus = Literal["resource dice", "artifacts"]
DICE_OF = {"easy": (2, False), "normal": (2, True), "hard": (1, False)}
"""The number of resource dice of the bonus at each difficulty, and whether only one of them is kept (p10)."""
SEARCHES_OF = {"easy": 2, "normal": 1, "hard": 0}
"""The number of searches of two artifacts instead of dice. At hard difficulty the first revealed minor one is
gained."""


def has_bonus(table: Heroes3) -> bool:
    """Whether a game begins with a bonus: by its difficulty and options, and never on the Battlefield (p10, p57)."""
    without = table.plays("no-starting-bonus") or table.mode in BATTLEFIELD_MODES
    return table.difficulty in DICE_OF and not without


class StartingBonusTaken(SetupEvent):
    title = "Take the starting bonus"
    help_text = (
        "Resource dice or artifacts, by the difficulty; the artifacts go to the hand. You are asked what your dice "
        "show."
    )
    sentence = "{seat} took {bonus} as the starting bonus[: {faces}][, kept {kept}][: {goods}]"
    during = ("setup",)
    acting_seat = "seat"
    layout = Layout(keypad="bonus", usual=("faces", "kept"))
    seat: Living
    bonus: Bonus = "resource dice"
    faces: Annotated[tuple[Face, ...], Field(max_length=20, title="what the dice show"), KeepsOrder()] = ()
    kept: Face | None = None
    goods: Annotated[Price, Settled(), Earns] = Field(default_factory=dict, title="resources")
    searches: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if has_bonus(table) and table.mode != "campaign":
            for id_, seat in table.seats.items():
                if not seat.bonus:
                    words = text("{seat}: which starting bonus?", seat=table.called("factions", id_))
                    yield Offer(words, {"seat": id_}, reminder=words, keypad="bonus")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode == "campaign":
            yield CAMPAIGN_BONUS()
        elif not has_bonus(table):
            yield NO_BONUS()
        if self.kept and self.faces and self.kept not in self.faces:
            yield KEEP_ONE()
        if seat_of(table, self.seat).bonus:
            yield BONUS_TAKEN(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        count, keep_one = DICE_OF.get(table.difficulty, (1, False))
        if self.bonus == "artifacts":
            return self.copy_with(searches=SEARCHES_OF.get(table.difficulty, 0))
        sides, faces = tuple(FACES), self.faces
        if not faces and is_kept(table, DICE):
            faces = tuple(sides[n - 1] for n in chance.dice(count, len(sides)))
        kept = (self.kept or only_face(faces)) if keep_one else None
        counted = faces if not keep_one else (kept,) if kept else ()
        return self.copy_with(faces=faces, kept=kept, goods=worth(table, counted))

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat_of(table, self.seat).bonus = True
        if self.faces and not self.goods:
            faces: list[JsonValue] = [*self.faces]
            table.agenda.put(ResourceDieKept, seat=self.seat, faces=faces, source="starting bonus")
        if self.bonus == "resource dice" and not self.faces:
            count, keep_one = DICE_OF.get(table.difficulty, (1, False))
            ask_for_dice(table, self.seat, count, "starting bonus", keep_one=keep_one)
        if table.tracks("cards"):
            for _ in range(self.searches):
                table.agenda.put("search-begun", must=False, seat=self.seat, deck="artifact", count=2)
            if self.bonus == "artifacts" and not self.searches:
                table.agenda.put("card-gained", must=False, seat=self.seat, deck="artifact", source="difficulty")


ROLLED_DICE = 2
"""The number of resource dice that each player rolls for the first turn (p54, p57)."""
MOST_ROLLS = 50
"""The number of times that equal rolls are repeated."""


class StartingPlayerRolled(SetupEvent):
    """Rolls for the starting player. In a tournament, the player with the most chooses who starts (p54)."""

    title = "Roll for the starting player"
    help_text = (
        "Each player rolls two resource dice, here or at the table; the most resources win, equal rolls are repeated."
    )
    sentence = "Rolled for the starting player: {totals}; {winner} has the most"
    during = ("setup",)
    totals: Annotated[Mapping[SeatId, Small], Field(max_length=20, title="what each player rolled")] = Field(
        default_factory=dict
    )
    winner: Annotated[str, Settled(), Choice("factions")] = ""
    layout = Layout(no_choice=("totals",))

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The roll of the app; players with dice on the table say who goes first (`GameBegun`)."""
        if len(table.seats) > 1 and not table.starting and is_kept(table, DICE):
            yield Offer(text("Roll for the starting player"))

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if len(table.seats) < FEWEST_RIVALS:
            yield NEEDS_RIVALS(need=FEWEST_RIVALS, have=len(table.seats))
        if self.totals and leader_of(self.totals) is None:
            yield EQUAL_ROLLS()
        if not self.totals and not is_kept(table, DICE):
            yield SAY_FACES()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        totals, sides = dict(self.totals), tuple(FACES.values())
        for _ in range(MOST_ROLLS if is_kept(table, DICE) else 0):
            if leader_of(totals) is not None:
                break
            rolled = {id_: chance.dice(ROLLED_DICE, len(sides)) for id_ in table.seats}
            totals = {id_: sum(sides[die - 1][1] for die in dice) for id_, dice in rolled.items()}
        return self.copy_with(totals=totals, winner=leader_of(totals) or next(iter(table.seats), ""))

    def apply(self, table: Heroes3) -> None:
        if table.mode != "tournament":
            table.starting = self.winner


def leader_of(totals: Mapping[str, int]) -> str | None:
    """The player with the most; None if there is none or several have it."""
    most = max(totals.values(), default=0)
    leaders = [id_ for id_, total in totals.items() if total == most]
    return leaders[0] if len(leaders) == 1 else None


class StartingDeckBuilt(SetupEvent):
    """Builds a starting deck by hand (p12, p64).

    It is needed if the hero's board is unknown, in a draft, or with the cards of an earlier scenario.
    """

    title = "Put a starting deck together"
    help_text = "The nine cards that a player's deck begins with, one a line; those left out stay unknown."
    sentence = "{seat} put a starting deck of {count|card|cards} together"
    question = "{seat}: which cards are in the starting deck?"
    layout = Layout(usual=("cards",))
    during = ("setup",)
    tracked = ("cards",)
    acting_seat = "seat"
    secrets = Secrets(("cards",))
    seat: Living
    cards: Annotated[
        dict[Annotated[str, Choice("cards", free=True)], Annotated[int, Field(ge=1, le=20)]],
        Field(max_length=30), CountList(),
    ] = Field(default_factory=dict)  # fmt: skip
    count: Annotated[Some, Settled()] = 1
    noted: Annotated[bool, Settled(), Field(title="noted for another attempt")] = False

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        """The offers to seats whose hero's board is not known. Later scenarios begin with a deck."""
        carried = table.plays("draft-start") or bool(table.campaign)
        for id_, seat in table.seats.items() if not carried else ():
            if "" in seat.begun_with and not seat.deck_named and not seat.prepared:
                words = text("{seat}: which cards are in the starting deck?", seat=table.called("factions", id_))
                yield Offer(words, {"seat": id_}, required=True, opens_form=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        have = sum(self.cards.values())
        if have > FIRST_DECK and table.mode != "campaign":
            yield NINE_CARDS(need=FIRST_DECK, have=have)
        if seat_of(table, self.seat).prepared:
            yield DECK_FIRST(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.copy_with(count=max(FIRST_DECK, sum(self.cards.values())), noted=table.mode == "campaign")

    def apply(self, table: Heroes3) -> None:
        named = [card for card, count in self.cards.items() for _ in range(count)]
        seat_of(table, self.seat).cards = [*named, *[""] * (self.count - len(named))]
        seat_of(table, self.seat).deck_named = True
        if self.noted:
            table.frozen = list(seat_of(table, self.seat).cards)
