"""Diplomacy: influence is paid, as many fate cards drawn, one chosen; its mark is what the neutral units do (外交)."""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.games.runewars import sections
from domain.games.runewars.base import (
    INFLUENCE_PAID,
    AreaId,
    Living,
    RunewarsEvent,
    SeatId,
    not_at_turn,
    seats_at_turn,
)
from domain.games.runewars.excess import decides, settle_down
from domain.games.runewars.fate import CardDrawn, FateCards, Shuffled, discard_open, drawn, lay_open, misdrawn
from domain.games.runewars.figures import too_many
from domain.games.runewars.holding import factions_in
from domain.games.runewars.march.answers import NeutralsScattered, NeutralsWithdrew, RefusalAnswered
from domain.games.runewars.march.sides import end_talks, unallied
from domain.games.runewars.state.kinds import Destiny, FateCard
from domain.games.runewars.state.land import NEUTRAL, Area
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.state.talks import Diplomacy
from domain.games.runewars.war.battles import BattleStarted, came_along, meet
from domain.games.runewars.ways import retreats
from domain.language.chance import Chance
from domain.language.event import At, Event, FixedWords, Offer, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import spoken, text
from domain.things.numbers import PricedEvent, move_numbers

MOST_PAID = 6
NO_ONE_TO_TALK_TO = refusal(
    "no-one-to-talk-to",
    "Diplomacy is only possible with unallied neutral units and no units of another player in {area}.",
    rule=sections.DIPLOMACY,
    areas=("units",),
)
NOBODY_TALKS = refusal("nobody-talks", "{seat} has no units in {area}.", rule=sections.DIPLOMACY, areas=("units",))
TOO_MANY_TO_TALK = refusal(
    "too-many-to-talk",
    "More than eight units only come to fight: destroy {excess} in {area} before diplomacy.",
    rule=sections.MOVEMENT_LIMITS,
    areas=("units",),
)
WHICH_CARD = never(
    "which-fate-card", "Say which of the drawn fate cards is chosen.", rule=sections.DIPLOMACY, areas=("fate",)
)
CARD_CHOSEN = refusal(
    "fate-card-chosen", "One of the drawn cards was chosen already.", rule=sections.DIPLOMACY, areas=("units",)
)
NO_MARK = never("no-mark", "Say which mark is on top of the chosen card.", rule=sections.DIPLOMACY)

MARKS = FixedWords(("ally", "withdraw", "refuse"))
BEST: Sequence[Destiny | None] = ("ally", "withdraw", None, "refuse")
"""Answers of neutral units, as a player would have them."""
ANSWERS = (NeutralsWithdrew, RefusalAnswered)
"""What a chosen card asks of somebody."""


class DiplomacyEvent(RunewarsEvent):
    area_of_play = "Diplomacy"
    tracked = ("units",)


class DiplomacyStarted(PricedEvent[Runewars], DiplomacyEvent):
    """One attempt is for all neutral units of the area, whatever their types (C-19)."""

    help_text = "Instead of fighting neutral units: pay 1 to 6 influence, and draw as many fate cards, all at once."
    says = "{seat} offers {influence} influence to the neutral units of {area}[: {cards}]"
    title = "Diplomacy"
    asks = "{seat} offers influence to the neutral units of {area}"
    pad = "influence"
    pad_numbers = range(1, MOST_PAID + 1)
    closes = "revealed"
    during = ("turns",)
    likely = ("cards",)
    seat: Living
    area: AreaId
    influence: Annotated[int, Field(ge=1, le=MOST_PAID), INFLUENCE_PAID]
    cards: FateCards = Field(default=(), title="fate cards")
    shuffled: Shuffled = False
    at = {"areas": At("area", text("Offer influence"))}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """Besides the battle that is due; once the order has caused one, talks are due themselves."""
        for seat in seats_at_turn(table):
            for area in table.turn.areas[-1:]:
                name = table.called("areas", area)
                title = text("Or offer influence to the neutral units of {area}", area=name)
                if table.area_at(area).contested and not table.agenda.of(cls):
                    yield Offer(title, {"seat": seat, "area": area})

    def check(self, table: Runewars) -> Iterator[Refused]:
        here, name = table.land.get(self.area) or Area(), table.called("areas", self.area)
        yield from not_at_turn(table, self.seat)
        if not unallied(table, self.area, self.seat) or [one for one in factions_in(here) if one != self.seat]:
            yield NO_ONE_TO_TALK_TO(area=name)
        if self.seat not in factions_in(here) and not came_along(table, self.area):
            yield NOBODY_TALKS(seat=table.called("seats", self.seat), area=name)
        if excess := too_many(here, self.seat, sum(came_along(table, self.area).values())):
            yield TOO_MANY_TO_TALK(area=name, excess=excess)
        yield from misdrawn(table, self.cards, self.influence)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        draw = drawn(table, self.influence, chance, self.cards)
        return self.but(cards=draw.cards or self.cards, shuffled=draw.shuffled)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        lay_open(table, self.cards, self.shuffled)
        table.area(self.area).contested = True
        meet(table, self.area)
        table.diplomacy = Diplomacy(seat=self.seat, area=self.area, influence=self.influence)
        table.agenda.drop(lambda due: due.is_of(BattleStarted) and due.says(area=self.area))  # it is not fought now


class DiplomacyCardChosen(DiplomacyEvent):
    """Where the marks of the cards are not typed in, it is said here; all cards that were drawn are discarded."""

    help_text = "One of the drawn fate cards is chosen: its mark on top is the answer of the neutral units."
    says = "{seat} chooses [{card}, ]the mark “{mark}” for {area}"
    title = "Choose the fate card"
    during = ("diplomacy",)
    card: CardDrawn | None = Field(default=None, title="fate card")
    mark: Annotated[Destiny | None, MARKS] = Field(default=None, title="mark on top")
    seat: Annotated[SeatId | None, Settled()] = None
    area: Annotated[AreaId | None, Settled()] = None
    ways: Annotated[tuple[AreaId, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """One of the cards, the best first; the mark of one that is not typed in is said."""
        if not table.fate_open:
            yield Offer(text("The mark on the fate card"), must=True, needs=("mark",))
        for card in sorted(table.fate_open, key=lambda card: BEST.index(FateCard.of(table, card).destiny)):
            mark, name = FateCard.of(table, card).destiny, table.called("fate", card)
            title = text("Choose {card}[: {mark}]", card=name, mark=spoken(mark) if mark else "")
            yield Offer(title, {"card": card}, must=True, needs=() if mark else ("mark",))

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.agenda.of(*ANSWERS):
            yield CARD_CHOSEN()
            return
        if not self._card_drawn(table) and table.fate_open:
            yield WHICH_CARD()
        if not self._mark(table):
            yield NO_MARK()

    def _card_drawn(self, table: Runewars) -> str | None:
        """The card that is said, or the only one that was drawn."""
        return self.card or (table.fate_open[0] if len(table.fate_open) == 1 else None) or None

    def _mark(self, table: Runewars) -> Destiny | None:
        """What is printed on the card, or said to be."""
        card = self._card_drawn(table)
        return (FateCard.of(table, card).destiny if card else None) or self.mark

    def settle(self, table: Runewars, chance: Chance) -> Self:
        talks = table.diplomacy or Diplomacy(seat="", area="")
        kinds = unallied(table, talks.area, talks.seat)
        ways = tuple(retreats(table, NEUTRAL, talks.area, kinds))
        said = {"card": self._card_drawn(table), "mark": self._mark(table), "ways": ways}
        return self.but(seat=talks.seat or None, area=talks.area or None, **said)

    def apply(self, table: Runewars) -> None:
        discard_open(table)
        if not self.seat or not self.area:
            table.diplomacy = None
        elif self.mark == "ally":
            end_talks(table)
            settle_down(table, self.seat, self.area)
        elif self.mark == "refuse":
            table.agenda.put(RefusalAnswered, seat=self.seat, area=self.area)
        elif self.mark == "withdraw" and self.ways:
            table.agenda.put(NeutralsWithdrew, seat=decides(table, NEUTRAL, self.seat), area=self.area)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if not self.seat or not self.area or self.mark != "withdraw":
            return
        if not self.ways:
            yield NeutralsScattered(area=self.area)
        elif len(self.ways) == 1:
            yield NeutralsWithdrew(seat=decides(table, NEUTRAL, self.seat), area=self.area, to=self.ways[0])


EVENTS = (DiplomacyStarted, DiplomacyCardChosen)
