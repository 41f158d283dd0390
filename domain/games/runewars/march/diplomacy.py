"""Diplomacy with neutral units: the payment, the choice of a drawn fate card, and the answer of the units."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Annotated, Literal, Self

from pydantic import Field

from domain.components.numbers import NumbersMoved, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, Layout, LogRole, question_answered
from domain.framework.events.marks import FixedTexts, Settled
from domain.framework.events.offer import At, Offer, seat_alone
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import spaced_words, text
from domain.games.runewars import sections
from domain.games.runewars.areas import factions_in, no_retreat, retreat_areas, units_stranded
from domain.games.runewars.base import (
    INFLUENCE_PAID,
    AreaId,
    Living,
    RunewarsEvent,
    SeatId,
    Some,
    UnitId,
    not_at_turn,
    seats_at_turn,
    whose_turn,
)
from domain.games.runewars.cards import (
    CardDrawn,
    FateCards,
    Shuffled,
    Unnamed,
    discard_open,
    draw_fate_cards,
    fate_named,
    lay_open,
    named_of,
    unnamed_of,
    why_not_drawn,
)
from domain.games.runewars.state.kinds import Destiny, FateCard
from domain.games.runewars.state.table import NEUTRAL, Area, Diplomacy, Runewars
from domain.games.runewars.units import put_units, seat_that_decides, settle_down, take_units, too_many
from domain.games.runewars.war.battles import ONE_BATTLE, BattleStarted, battle_under_way, came_along, start_contest

# === Units in a contested area: the seat's units, neutral units that came along, and the residents
# Neutral units of one type are one stack on either side. The turn counts those that came along.

Group = dict[str, tuple[int, int]]
"""The numbers of standing and routed units, by type."""


def unallied_units(table: Runewars, area: str, seat: str) -> Group:
    """The neutral units of an area that are not on a seat's side."""
    here, with_them = table.land.get(area) or Area(), came_along(table, area)
    if here.allied == seat:
        return {}
    left = {
        unit: (max(0, stack.standing - with_them.get(unit, 0)), stack.routed)
        for unit, stack in here.stacks.items()
        if stack.owner == NEUTRAL
    }
    return {unit: both for unit, both in left.items() if any(both)}


def own_units(table: Runewars, area: str, seat: str) -> Group:
    """The units of a seat in an area, including neutral ones that came along."""
    here = table.land.get(area) or Area()
    mine = {unit: (stack.standing, stack.routed) for unit, stack in here.stacks.items() if stack.owner == seat}
    with_them = {unit: (count, 0) for unit, count in came_along(table, area).items()}
    return {unit: both for unit, both in {**mine, **with_them}.items() if any(both)}


def retire_units(table: Runewars, area: str, group: Group, to: str | None, lost: Collection[str] = ()) -> None:
    """Move units to another area, routed; without one they are destroyed. For `apply`."""
    here = table.land.get(area)
    for unit, (standing, routed) in group.items() if here else ():
        owner = here.stacks[unit].owner if here and unit in here.stacks else NEUTRAL
        if here:
            take_units(here, unit, standing, routed)
        if to and unit not in lost:
            put_units(table.area(to), unit, owner, 0, standing + routed)


def end_talks(table: Runewars, seat: str) -> None:
    """End diplomacy that a seat conducted, and update the control of the area. For `apply`."""
    if ended := table.diplomacy:
        table.diplomacy = None
        table.area(ended.area).contested = False
        settle_down(table, seat, ended.area)


# === The answers to diplomacy: neutral units withdraw, or the player fights or retreats (外交; 撤退)

WHERE_TO = never(
    "where-to", "Say where the units retreat to: {areas}.", rule=sections.RETREAT, areas=("map",), asks=True
)


NOT_ASKED = refusal(
    "not-asked", "That is only done when the chosen fate card asks for it.", rule=sections.DIPLOMACY, areas=("units",)
)
NOBODY: Mapping[str, int] = {}
Lost = Annotated[Mapping[UnitId, Some], Settled()]


def not_asked(table: Runewars, event: RunewarsEvent) -> Iterator[Refused]:
    """The refusal of an answer that is not due."""
    if not table.agenda.awaits(event):
        yield NOT_ASKED()


class AnswerEvent(RunewarsEvent):
    heading = "Diplomacy"
    tracked = ("units",)
    during = ("diplomacy",)


class NeutralsWithdrew(AnswerEvent):
    title = "Withdraw the neutral units"
    help_text = "The neutral units withdraw, routed, to an uncontrolled area. The player to the left picks it."
    sentence = "The neutral units of {area} withdrew to {to}[; destroyed, with nowhere to go: {lost}]"
    question = "{seat}: where do the neutral units of {area} withdraw to?"
    layout = Layout(keypad="to")
    seat: Living = Field(title="who chooses")
    area: AreaId
    to: AreaId
    lost: Lost = Field(default_factory=dict)

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_asked(table, self)
        yield from no_retreat(
            table, NEUTRAL, self.area, self.to, unallied_units(table, self.area, _seat_negotiating(table))
        )

    def settle(self, table: Runewars, chance: Chance) -> Self:
        leaving = unallied_units(table, self.area, _seat_negotiating(table))
        return self.copy_with(lost=_left_to_die(table, NEUTRAL, self.area, self.to, leaving))

    def apply(self, table: Runewars) -> None:
        _remove_neutrals(table, self.area, self.to, self.lost)


class NeutralsScattered(AnswerEvent):
    help_text = "The neutral units have nowhere to go: they are destroyed."
    sentence = "The neutral units of {area} had nowhere to go and were destroyed"
    automatic = True
    area: AreaId

    def apply(self, table: Runewars) -> None:
        _remove_neutrals(table, self.area, None)


def _seat_negotiating(table: Runewars) -> str:
    return table.diplomacy.seat if table.diplomacy else ""


def _left_to_die(table: Runewars, side: str, area: str, to: str, leaving: Group) -> dict[str, int]:
    """The units that cannot follow over mountains or water, and are lost (G-09)."""
    return {unit: sum(leaving[unit]) for unit in units_stranded(table, side, area, to, leaving)}


def _remove_neutrals(table: Runewars, area: str, to: str | None, lost: Mapping[str, int] = NOBODY) -> None:
    """Remove the neutral units, and end diplomacy. For `apply`."""
    seat = _seat_negotiating(table)
    retire_units(table, area, unallied_units(table, area, seat), to, lost)
    end_talks(table, seat)
    settle_down(table, seat, area, *([to] if to else []))


class RefusalAnswered(AnswerEvent):
    """Answers a refusal. If the order has already caused a battle, only a retreat is possible."""

    help_text = "The neutral units refuse: fight them, or retreat with all your units to one adjacent area."
    sentence = "{seat} was refused in {area}: {answer}[ to {to}][; destroyed, with nowhere to go: {stranded}]"
    title = "Refused: fight or retreat"
    limits = {ONE_BATTLE: {"answer": "battle"}}
    question = "{seat} was refused in {area}: {answer}?"
    layout = Layout(usual=("to",), keypad="answer")
    seat: Living
    area: AreaId
    answer: Literal["battle", "retreat"] = Field(title="fight or retreat")
    to: AreaId | None = Field(default=None, title="retreat where to")
    lost: Annotated[bool, Settled()] = False
    stranded: Lost = Field(default_factory=dict)

    @classmethod
    def sentence_values(cls, fields: Mapping[str, object], table: Runewars) -> Mapping[str, object]:
        """The open answers for the question: only a retreat if the order has already caused a battle."""
        open_ = text("retreat") if table.turn.fought else text("fight or retreat")
        return {} if fields.get("answer") else {"answer": open_}

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, str]:
        """The retreat, if the order has already caused a battle."""
        return {"answer": "retreat"} if table.turn.fought else {}

    def check(self, table: Runewars) -> Iterator[Refused]:
        yield from not_asked(table, self)
        if self.answer == "battle":
            yield from battle_under_way(table)
            yield from ONE_BATTLE.reasons(table, self.seat)
            return
        kinds = own_units(table, self.area, self.seat)
        ways = retreat_areas(table, self.seat, self.area, kinds)
        if self.to:
            yield from no_retreat(table, self.seat, self.area, self.to, kinds)
        elif len(ways) > 1:
            yield WHERE_TO(areas=tuple(table.called("areas", way) for way in ways))

    def settle(self, table: Runewars, chance: Chance) -> Self:
        if self.answer == "battle":
            return self.copy_with(to=None, lost=False, stranded={})
        leaving = own_units(table, self.area, self.seat)
        to = self.to or next(iter(retreat_areas(table, self.seat, self.area, leaving)), None)
        lost = _left_to_die(table, self.seat, self.area, to, leaving) if to else {}
        return self.copy_with(to=to, lost=to is None, stranded=lost)

    def apply(self, table: Runewars) -> None:
        if self.answer == "battle":
            table.diplomacy = None
            return
        retire_units(table, self.area, own_units(table, self.area, self.seat), self.to, self.stranded)
        end_talks(table, self.seat)
        settle_down(table, self.seat, self.area, *([self.to] if self.to else []))

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if self.answer == "battle":
            yield BattleStarted(seat=self.seat, area=self.area)


# === Diplomacy: influence is paid, as many fate cards are drawn, and the mark of one decides (外交)

# One to six influence may be paid, and as many fate cards are drawn (X40).
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
    "which-fate-card",
    "Say which of the drawn fate cards is chosen.",
    rule=sections.DIPLOMACY,
    areas=("fate",),
    asks=True,
)
CARD_CHOSEN = refusal(
    "fate-card-chosen", "One of the drawn cards was already chosen.", rule=sections.DIPLOMACY, areas=("units",)
)
NO_MARK = never("no-mark", "Say which mark is on top of the chosen card.", rule=sections.DIPLOMACY, asks=True)

TALKS_FIRST = never("talks-first", "First finish the diplomacy in {area}.", rule=sections.DIPLOMACY)

MARKS = FixedTexts(("ally", "withdraw", "refuse"))
BEST: Sequence[Destiny | None] = ("ally", "withdraw", None, "refuse")
"""Answers of neutral units, the best for the player first."""
ANSWERS = (NeutralsWithdrew, RefusalAnswered)
"""The events that a chosen card makes due."""


class DiplomacyEvent(RunewarsEvent):
    heading = "Diplomacy"
    tracked = ("units",)


class DiplomacyStarted(NumbersMoved[Runewars], DiplomacyEvent):
    """Offers influence, in one attempt for all neutral units of the area, whatever their types (C-19)."""

    help_text = "Talk instead of fighting neutral units: pay 1 to 6 influence and draw that many fate cards at once."
    sentence = "{seat} offered {influence} influence to the neutral units of {area}[: {cards}]"
    title = "Offer influence to neutral units"
    question = "{seat} offers influence to the neutral units of {area}"
    layout = Layout(keypad="influence", keypad_numbers=range(1, MOST_PAID + 1))
    log = LogRole(confirm_undo="revealed")
    during = ("turns",)
    seat: Living
    area: AreaId
    influence: Annotated[int, Field(ge=1, le=MOST_PAID), INFLUENCE_PAID]
    cards: FateCards = Field(default=(), title="which fate cards")
    unnamed: Unnamed = 0
    shuffled: Shuffled = False
    on_tap = {"areas": At("area", text("Offer influence"))}

    @classmethod
    def prefilled(cls, table: Runewars) -> Mapping[str, str]:
        seat, areas = whose_turn(table), table.turn.areas
        return {"seat": seat, "area": areas[-1]} if seat and areas else {}

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The alternative to the due battle. If the order has already caused a battle, diplomacy itself is due."""
        for seat in seats_at_turn(table):
            for area in table.turn.areas[-1:]:
                name = table.called("areas", area)
                title = text("Or offer influence to the neutral units of {area}", area=name)
                if table.area_at(area).contested and not table.agenda.of(cls):
                    known = {"seat": seat, "area": area}
                    yield Offer(title, known, question=question_answered(BattleStarted, known, table))

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.diplomacy:
            yield TALKS_FIRST(area=table.called("areas", table.diplomacy.area))
        here, name = table.land.get(self.area) or Area(), table.called("areas", self.area)
        yield from not_at_turn(table, self.seat)
        if not unallied_units(table, self.area, self.seat) or [one for one in factions_in(here) if one != self.seat]:
            yield NO_ONE_TO_TALK_TO(area=name)
        if self.seat not in factions_in(here) and not came_along(table, self.area):
            yield NOBODY_TALKS(seat=table.called("seats", self.seat), area=name)
        if excess := too_many(here, self.seat, sum(came_along(table, self.area).values())):
            yield TOO_MANY_TO_TALK(area=name, excess=excess)
        yield from why_not_drawn(table, self.cards, self.influence)

    def settle(self, table: Runewars, chance: Chance) -> Self:
        draw = draw_fate_cards(table, self.influence, chance, self.cards)
        return self.copy_with(cards=named_of(draw) or self.cards, unnamed=unnamed_of(draw), shuffled=draw.shuffled)

    def apply(self, table: Runewars) -> None:
        move_numbers(table, self)
        lay_open(table, self.cards, self.shuffled, self.unnamed)
        table.area(self.area).contested = True
        start_contest(table, self.area)
        table.diplomacy = Diplomacy(seat=self.seat, area=self.area, influence=self.influence)
        table.agenda.drop(
            lambda due: due.is_of(BattleStarted) and due.has_fields(area=self.area)
        )  # diplomacy replaces it


class DiplomacyCardChosen(DiplomacyEvent):
    """Chooses one of the drawn cards, and discards all of them. An unknown mark of the card is entered here."""

    help_text = "Choose one of the drawn fate cards: the symbol at its top is the neutral units' answer."
    sentence = "{seat} chose [{card}, ]the mark “{mark}” for {area}"
    title = "Choose the fate card"
    during = ("diplomacy",)
    layout = Layout(no_choice=("mark",))
    card: CardDrawn | None = Field(default=None, title="which fate card")
    mark: Annotated[Destiny | None, MARKS] = Field(default=None, title="which symbol at the top")
    seat: Annotated[SeatId | None, Settled()] = None
    area: Annotated[AreaId | None, Settled()] = None
    ways: Annotated[tuple[AreaId, ...], Settled()] = ()

    @classmethod
    def offers(cls, table: Runewars) -> Iterator[Offer]:
        """The drawn cards, the best first; a card with an unknown mark asks for it."""
        seats, which = seat_alone(table.diplomacy.seat if table.diplomacy else ""), text("Which fate card?")
        if not fate_named(table):
            yield Offer(text("The mark on the fate card"), required=True, also_required=("mark",), seats=seats)
        for card in sorted(fate_named(table), key=lambda card: BEST.index(FateCard.of(table, card).destiny)):
            mark, name = FateCard.of(table, card).destiny, table.called("fate", card)
            title = text("Choose {card}[: {mark}]", card=name, mark=spaced_words(mark) if mark else "")
            needs = () if mark else ("mark",)
            yield Offer(title, {"card": card}, required=True, also_required=needs, seats=seats, question=which)

    def check(self, table: Runewars) -> Iterator[Refused]:
        if table.agenda.of(*ANSWERS):
            yield CARD_CHOSEN()
            return
        if not self._card_drawn(table) and fate_named(table):
            yield WHICH_CARD()
        if not self._mark(table):
            yield NO_MARK()

    def _card_drawn(self, table: Runewars) -> str | None:
        """The named card, or the only one that was drawn."""
        return self.card or next(iter(fate_named(table)), None) if len(table.fate_open) == 1 else self.card

    def _mark(self, table: Runewars) -> Destiny | None:
        """The mark of the card, printed or given."""
        card = self._card_drawn(table)
        return (FateCard.of(table, card).destiny if card else None) or self.mark

    def settle(self, table: Runewars, chance: Chance) -> Self:
        talks = table.diplomacy or Diplomacy(seat="", area="")
        kinds = unallied_units(table, talks.area, talks.seat)
        ways = tuple(retreat_areas(table, NEUTRAL, talks.area, kinds))
        said = {"card": self._card_drawn(table), "mark": self._mark(table), "ways": ways}
        return self.copy_with(seat=talks.seat or None, area=talks.area or None, **said)

    def apply(self, table: Runewars) -> None:
        discard_open(table)
        if not self.seat or not self.area:
            table.diplomacy = None
        elif self.mark == "ally":
            end_talks(table, self.seat)
            settle_down(table, self.seat, self.area)
        elif self.mark == "refuse":
            table.agenda.put(RefusalAnswered, seat=self.seat, area=self.area)
        elif self.mark == "withdraw" and self.ways:
            table.agenda.put(NeutralsWithdrew, seat=seat_that_decides(table, NEUTRAL, self.seat), area=self.area)

    def follow(self, table: Runewars) -> Iterator[Event[Runewars]]:
        if not self.seat or not self.area or self.mark != "withdraw":
            return
        if not self.ways:
            yield NeutralsScattered(area=self.area)
        elif len(self.ways) == 1:
            yield NeutralsWithdrew(seat=seat_that_decides(table, NEUTRAL, self.seat), area=self.area, to=self.ways[0])
