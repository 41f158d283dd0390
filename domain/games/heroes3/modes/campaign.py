"""The solo campaign: scenarios won and lost, the carried deck, swapped heroes, and AI heroes (p49, p53)."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.decks import cards_without
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice, Known
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Line, Settled
from domain.framework.events.offer import Offer
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import WRONG_MODE, HeroesEvent, seat_of
from domain.games.heroes3.cards.decks import kind_of
from domain.games.heroes3.rounds import COMBAT_FIRST, GameEnded
from domain.games.heroes3.setup.players import first_deck
from domain.games.heroes3.state.kinds import GOODS, STATISTICS, DeckCard, HeroBoard, ScenarioCard
from domain.games.heroes3.state.seat import Seat
from domain.games.heroes3.state.table import EMPOWERED, Heroes3, ScenarioRecord

EXACTLY_FIVE = refusal("exactly-five", "Choose exactly five cards that are no specialties.", rule=sections.CAMPAIGN)
NOT_IN_DECK = never("not-in-deck", "{card} is not in the deck.", rule=sections.CAMPAIGN)
SAME_FACTION = refusal("same-faction", "A hero of the same faction only.", rule=sections.CAMPAIGN)
TOO_MANY_ARROWS = refusal("too-many-arrows", "At most four Magic Arrows.", rule=sections.CAMPAIGN)
ABILITY_OWNED = refusal("ability-owned", "The starting ability is owned already.", rule=sections.CAMPAIGN)
CARRY_FIRST = refusal("carry-first", "First choose the cards that go on.", rule=sections.CAMPAIGN)
WHICH_SPECIALTY = never(
    "which-specialty",
    "Say which card is the specialty of level I: it goes on in addition to the five.",
    rule=sections.CAMPAIGN,
    asks=True,
)
CARRIED, MOST_ARROWS, ARROW = 5, 4, "magic-arrow"
Result = Literal["won", "lost"]


class CampaignEvent(HeroesEvent):
    heading = "Campaign"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode != "campaign":
            yield WRONG_MODE()


def solo_seat(table: Heroes3) -> str:
    """The only seat of a solo campaign; empty if there is none."""
    return next(iter(table.seats), "")


class ScenarioFinished(CampaignEvent):
    """Finishes a scenario. If won, five cards carry over; if lost, it is played again with its first deck (p53)."""

    title = "Finish the scenario"
    help_text = "The scenario of the campaign is won or lost."
    sentence = "The scenario was {result}[ after {rounds|round|rounds}]"
    log = LogRole(confirm_undo="scenario", concludes=True)
    during = ("turns", "over")
    layout = Layout(keypad="result")
    result: Result
    rounds: Annotated[Count, Settled()] = 0
    attempt: Annotated[Count, Settled()] = 0
    carries: Annotated[bool, Settled(), Field(title="cards go on")] = False

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "campaign" and table.phase == "turns" and not table.combat:
            yield Offer(text("Is the scenario over?"), keypad="result")

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.combat:
            yield COMBAT_FIRST()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        tries = sum(record.scenario == table.scenario for record in table.campaign)
        known = bool(cards_to_carry(table)) or bool(cards_unnamed(table))
        carries = self.result == "won" and table.tracks("cards") and known
        return self.copy_with(rounds=table.round, attempt=tries + 1, carries=carries)

    def apply(self, table: Heroes3) -> None:
        won = self.result == "won"
        record = ScenarioRecord(scenario=table.scenario, attempt=self.attempt, won=won, rounds=self.rounds)
        table.campaign.append(record)
        table.phase = "between scenarios"
        table.winners = [solo_seat(table)] if won else []
        table.note_result(table.winners, "scenarios", table.scenario)
        table.agenda.drop(lambda _: True)
        if self.carries:
            table.agenda.put(CarryOverChosen)


def scenario_over(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The result of a scenario when its game has ended, or its player is eliminated."""
    out = table.phase == "turns" and bool(table.seats) and not table.alive()
    if table.mode == "campaign" and (table.phase == "over" or out):
        yield ScenarioFinished(result="won" if table.winners else "lost")
    elif table.mode == "coop" and out:
        yield GameEnded(reason="all players are out")


STATISTIC = ("statistic", "empowered statistic")
STATISTICS_OF: Mapping[bool, int] = {False: 6, True: 5}
"""The number of statistics of a might hero (False) and a magic hero (True) (p12)."""


def first_specialty(table: Heroes3) -> str:
    """The specialty of level I: from the hero's board, or the only one in the starting deck; empty if unknown."""
    if printed := HeroBoard.of(table, seat_of(table, solo_seat(table)).hero).specialties:
        return printed[0]
    kinds = {card: kind_of(table, card) for card in table.frozen}
    named = [card for card, kind in kinds.items() if kind == "specialty"] or [
        card for card, kind in kinds.items() if not kind
    ]
    return named[0] if len(named) == 1 else ""


def cards_to_carry(table: Heroes3, specialty: str = "") -> list[str]:
    """The cards of the deck without statistics and specialties, once per copy. Five of them carry over.

    Args:
        specialty: the one of level I, if the player named it.
    """
    return _without_specialties(table, seat_of(table, solo_seat(table)).cards, specialty)


def cards_unnamed(table: Heroes3) -> int:
    """The number of cards of the deck that have no name yet; some of them may carry over."""
    return seat_of(table, solo_seat(table)).cards.count("")


def _without_specialties(table: Heroes3, cards: Iterable[str], specialty: str = "") -> list[str]:
    """The known ones of some cards that are neither statistics nor specialties of the hero."""
    printed = HeroBoard.of(table, seat_of(table, solo_seat(table)).hero).specialties
    other = {"", specialty, first_specialty(table), *printed}
    return [card for card in cards if card not in other and kind_of(table, card) not in (*STATISTIC, "specialty")]


def is_carry_due(table: Heroes3) -> bool:
    """Whether the cards for the next scenario still have to be chosen; only their player sees which there are."""
    return table.tracks("cards") and bool(table.agenda.of(CarryOverChosen))


class CarryOverChosen(CampaignEvent):
    """Chooses the deck of the next scenario, which begins at level I (p53).

    It consists of all statistics, the first specialty and five other cards.
    """

    title = "Choose the cards that go on"
    help_text = "Five cards of the deck, apart from statistics and specialties, go on to the next scenario."
    sentence = "The cards that go on were chosen[: {cards}]"
    question = "Which five cards go on?"
    during = ("between scenarios",)
    tracked = ("cards",)
    cards: Annotated[
        tuple[Annotated[Line, Choice("cards", lambda table: dict.fromkeys(cards_to_carry(table)), free=True)], ...],
        Field(max_length=CARRIED),
    ]
    specialty: Annotated[
        Annotated[Line, Choice("cards", lambda table: dict.fromkeys(cards_to_carry(table)), free=True)] | None,
        Field(title="specialty of level I"),
    ] = None
    deck: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    @classmethod
    def needed(cls, table: Heroes3, known: Known) -> Iterator[str]:
        if not first_specialty(table):
            yield "specialty"

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if not (self.specialty or first_specialty(table)):
            yield WHICH_SPECIALTY()
        there, unnamed = cards_to_carry(table, self.specialty or ""), cards_unnamed(table)
        if len(self.cards) != min(CARRIED, len(there) + unnamed):
            yield EXACTLY_FIVE()
        for card in cards_without(self.cards, there)[unnamed:]:
            yield NOT_IN_DECK(card=table.called("cards", card))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        seat = seat_of(table, solo_seat(table))
        kept = [card for card in seat.cards if kind_of(table, card) in STATISTIC]
        if cards_unnamed(table):
            kept += [""] * (STATISTICS_OF[seat.magic] - len(kept))
        return self.copy_with(deck=(*kept, self.specialty or first_specialty(table), *self.cards))

    def apply(self, table: Heroes3) -> None:
        table.frozen_next = list(self.deck)
        if self.specialty:
            table.keep_typed(
                HeroBoard.kind_name, seat_of(table, solo_seat(table)).hero, {"specialties": [self.specialty]}
            )


class CampaignHeroSwapped(CampaignEvent):
    """Swaps the hero. Statistics and the first specialty are those of the new hero.

    The five other cards may be exchanged for Magic Arrows, up to four in all.
    """

    title = "Swap the campaign's hero"
    help_text = "Between scenarios or for another attempt, another hero of the same faction goes on with the deck."
    sentence = "{hero} goes on in place of {before}"
    during = ("between scenarios",)
    log = LogRole(changes_names=True)
    layout = Layout(usual=("cards",))
    hero: Annotated[Line, Choice("heroes", free=True)]
    cards: Annotated[tuple[Annotated[Line, Choice("cards", free=True)], ...], Field(max_length=CARRIED)] = ()
    before: Annotated[str, Settled(), Choice("heroes")] = ""
    magic: Annotated[bool, Settled()] = False
    deck: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()

    def check(self, table: Heroes3) -> Iterator[Refused]:
        board = HeroBoard.of(table, self.hero)
        if board.faction not in ("", solo_seat(table)):
            yield SAME_FACTION()
        if is_carry_due(table):
            yield CARRY_FIRST()
        five = carried(table)
        if self.cards and len(self.cards) != len(five):
            yield EXACTLY_FIVE()
        if self.cards.count(ARROW) > MOST_ARROWS:
            yield TOO_MANY_ARROWS()
        if self.cards.count(board.ability) > max(1, five.count(board.ability)):
            yield ABILITY_OWNED()
        for card in cards_without(self.cards, five):
            if card not in (ARROW, board.ability):
                yield NOT_IN_DECK(card=table.called("cards", card))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        board = HeroBoard.of(table, self.hero)
        own: list[str] = [stat for stat in STATISTICS for _ in range(getattr(board, stat) or 0)]
        if any(getattr(board, stat) is None for stat in STATISTICS):
            own += [""] * (STATISTICS_OF[board.magic] - len(own))
        for card in next_deck(table):
            plain = DeckCard.of(table, card).statistic
            if kind_of(table, card) == "empowered statistic" and plain in own:
                own[own.index(plain)] = card
        specialty = next(iter(board.specialties), "")
        deck = (*own, specialty, *(self.cards or carried(table)))
        return self.copy_with(before=seat_of(table, solo_seat(table)).hero, magic=board.magic, deck=deck)

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, solo_seat(table))
        seat.hero, seat.magic = self.hero, self.magic
        table.frozen_next = list(self.deck)


def next_deck(table: Heroes3) -> list[str]:
    """The deck that the next scenario begins with: the cards that carry over, or the deck this one began with."""
    seat = seat_of(table, solo_seat(table))
    return table.frozen_next or table.frozen or list(first_deck(table, seat.hero, magic=seat.magic))


def carried(table: Heroes3) -> list[str]:
    """The cards of that deck that are neither statistics nor specialties; a new hero keeps them."""
    return _without_specialties(table, next_deck(table))


class CampaignAdvanced(CampaignEvent):
    """Sets up the next scenario, or the same one again. Only the deck carries over (7.2)."""

    title = "Go on to the next scenario"
    help_text = "The next scenario is set up, or the lost one again: with the deck, without all else."
    log = LogRole(changes_names=True, memorable=True)
    sentence = "Set up {scenario}[ {retry|once more}]"
    during = ("between scenarios",)
    layout = Layout(usual=("scenario",))
    scenario: Annotated[Line, Choice("scenarios", free=True)] | None = None
    retry: Annotated[bool, Settled()] = False
    deck: Annotated[tuple[str, ...], Settled(), Choice("cards")] = ()
    rounds: Annotated[Count, Settled()] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if is_carry_due(table):
            return
        won = bool(table.winners)
        words = text("Set the next scenario up") if won else text("Play the scenario again")
        known = {} if won else {"scenario": table.scenario or None}
        yield Offer(words, known, required=True, opens_form=won)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if is_carry_due(table):
            yield CARRY_FIRST()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        scenario = self.scenario or table.scenario or None
        rounds = ScenarioCard.of(table, scenario or "").rounds
        return self.copy_with(scenario=scenario, retry=not table.winners, deck=tuple(next_deck(table)), rounds=rounds)

    def apply(self, table: Heroes3) -> None:
        table.scenario, table.phase, table.round, table.rounds = self.scenario or "", "setup", 0, self.rounds
        for id_, seat in table.seats.items():
            table.seats[id_] = Seat(
                player=seat.player, hero=seat.hero, magic=seat.magic, cards=list(self.deck), begun_with=list(self.deck),
                goods=dict.fromkeys(GOODS, 0), income=dict.fromkeys(GOODS, 0),
            )  # fmt: skip
        table.frozen, table.frozen_next = list(self.deck), []
        table.tiles, table.fields, table.objectives = {}, {}, {}
        table.discards, table.taken, table.removed, table.gone, table.combats, table.history = {}, {}, [], [], [], []
        table.revealed = {}
        table.empowered = [card.removeprefix(EMPOWERED) for card in self.deck if card.startswith(EMPOWERED)]
        table.events_drawn, table.drew_last = 0, ""
        table.winners, table.reason, table.ends_after, table.grail, table.starting = [], "", "", "", ""
        table.ai_decks = {}
        table.ai_heroes, table.arrival, table.proclamation, table.event = {}, None, "", ""


# === AI heroes (p49) ===============================================================================
