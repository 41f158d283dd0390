"""Visits: the effect of an arrival on a field, flags, and their yields (地点类别, p32)."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, Lowers, NumbersMoved, add_to_number, move_numbers
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.event import Event, Layout, LogRole
from domain.framework.events.marks import Count, Settled
from domain.framework.refusal import Refused, refusal
from domain.framework.text import text
from domain.games.heroes3 import sections
from domain.games.heroes3.base import FieldId, Living, SeatId, WhichHero, allied, hero_of, seat_of
from domain.games.heroes3.land.moving import MapEvent, category_of, exits, keeps_from_whirlpools
from domain.games.heroes3.land.tiles import GATE, MOVING_TOKENS, TRACK_SPACES, twin_of
from domain.games.heroes3.rounds import note_homes
from domain.games.heroes3.state.kinds import LocationCard
from domain.games.heroes3.state.table import Heroes3, Spot
from domain.games.heroes3.town.goods import INCOME_AT

FLAGGED_ALREADY = refusal("flagged-already", "Already flagged: it counts as empty.", rule=sections.FIELDS)
GUARDED = refusal("guarded", "Defeat the guards first.", rule=sections.FIELDS)
USES = {"library": 2}
"""How often a visit uses a location; all others once (p78)."""
HOMES = ("settlement", "random-town")

INCOME_LOST = Lowers(lambda event, table: ("seats", event.seat, "income", event.good))
AT_ONCE = Gains(lambda event, table: ("seats", event.seat, "goods", event.good))


def is_guarded(spot: Spot) -> bool:
    """Whether a field has guards: it has a level, and was neither visited nor flagged yet (3.7)."""
    return bool(spot.level) and not spot.cleared


def is_own(table: Heroes3, spot: Spot, seat: str) -> bool:
    """Whether a field counts as empty for a seat, because the seat or an ally flagged it."""
    return any(allied(table, seat, flag) for flag in spot.flags)


def takes_flag(table: Heroes3, spot: Spot, seat: str) -> bool:
    """Whether a visit puts a flag on a field."""
    if spot.category != "flag" or spot.token or is_own(table, spot, seat):
        return False
    return not (spot.town_of and not spot.flags and allied(table, seat, spot.town_of))


class FieldVisited(MapEvent):
    """Visits a field after an arrival. The cube of a one-time visit is placed even if the reward is declined.

    A flag follows; all other effects are asked for.
    """

    title = "Visit a field"
    help_text = "A hero visits the field that it came to."
    sentence = "{seat} visited {field}"
    automatic = True
    acting_seat = "seat"
    seat: SeatId
    whose: WhichHero = "main hero"
    field: FieldId
    used: Annotated[bool, Settled()] = False
    choice: Annotated[bool, Settled()] = False
    once: Annotated[bool, Settled()] = False
    bank: Annotated[str, Settled(), Choice("banks")] = ""

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        spot = table.fields[self.field]
        category = category_of(table, spot)
        open_ = category in ("visit", "revisit") and not spot.cube
        home = spot.location == "settlement" or (spot.location in HOMES and bool(spot.flags))
        return self.copy_with(
            used=open_ and not spot.token,
            choice=home and takes_flag(table, spot, self.seat),
            once=category == "visit" and spot.token in ("", "bank"),
            bank="" if spot.cube else spot.bank,
        )

    def apply(self, table: Heroes3) -> None:
        table.arrival = None
        hero_of(table, self.seat, self.whose).last = self.field
        seat_of(table, self.seat).served = ""
        spot = table.fields.get(self.field)
        if spot is None:
            return
        spot.cleared = True
        spot.cube = spot.cube or self.once
        if self.choice:
            table.agenda.put(SettlementClaimed, seat=self.seat, field=self.field)
        elif self.bank:
            table.agenda.put("bank-reward-taken", must=False, seat=self.seat, bank=self.bank)
        elif spot.token in MOVING_TOKENS and not keeps_from_whirlpools(table, self.seat, self.whose):
            ways = exits(table, self.field)
            known = {"to": ways[0]} if len(ways) == 1 else {}
            table.agenda.put("hero-placed", must=False, seat=self.seat, whose=self.whose, source="field", **known)
        elif spot.token == GATE and not twin_of(table, self.field):
            table.agenda.put("tile-discovered", must=False, seat=self.seat, whose=self.whose, free=True)
        elif self.used:
            known = {"location": spot.location} if spot.location else {}
            for _ in range(USES.get(spot.location, 1)):
                table.agenda.put("field-used", must=False, seat=self.seat, whose=self.whose, field=self.field, **known)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if not self.choice and takes_flag(table, table.fields[self.field], self.seat):
            yield FieldFlagged(seat=self.seat, field=self.field)


OF_THE_ROUND = ("proclamation-resolved", "event-resolved", "amount-brought")
"""The answers to what a card of the round brings: heroes move although another player has not given them yet."""


def answers_due(table: Heroes3) -> bool:
    """Whether something must be answered before a hero goes on."""
    return any(due.must and due.event not in OF_THE_ROUND for due in table.agenda.of())


def visited(table: Heroes3) -> Iterator[Event[Heroes3]]:
    """The visit that follows from an arrival without a combat, after the levels that a combat brought (p21)."""
    if (arrival := table.arrival) and not table.combat and not answers_due(table):
        yield FieldVisited(seat=arrival.seat, whose=arrival.whose, field=arrival.field)


class FieldFlagged(MapEvent):
    """Flags a field. Its first flag brings the amount at once; a former owner loses the yield (p76)."""

    title = "Flag a field"
    help_text = "A flag on a mine, a town or the like: what it yields is its new owner's."
    sentence = "{seat} flagged {field}[, taken from {loser}][: income +{amount} {good}][, {at_once} at once]"
    acting_seat = "seat"
    seat: Living
    field: FieldId
    good: Annotated[str | None, Settled(), Choice("goods")] = None
    amount: Annotated[Count, Settled(), INCOME_AT] = 0
    at_once: Annotated[Count, Settled(), AT_ONCE] = 0
    loser: Annotated[str, Settled(), Choice("factions")] = ""
    lost_good: Annotated[str, Settled(), Choice("goods")] = ""
    lost_amount: Annotated[Count, Settled()] = 0
    cube: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        spot = table.fields[self.field]
        if is_own(table, spot, self.seat):
            yield FLAGGED_ALREADY()
        if is_guarded(spot):
            yield GUARDED()

    def taking(self, table: Heroes3) -> Self:
        """The event with the former owner of the flag and their loss."""
        spot = table.fields[self.field]
        taken = bool(spot.flags) and not LocationCard.of(table, spot.location).shared
        return self.copy_with(
            loser=spot.flags[-1] if taken else "",
            lost_good=spot.good if taken else "",
            lost_amount=spot.amount if taken else 0,
            cube=bool(spot.town_of) and not allied(table, self.seat, spot.town_of),
        )

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        spot = table.fields[self.field]
        amount = spot.amount or TRACK_SPACES.get(spot.good, 0)
        return self.taking(table).copy_with(
            good=spot.good or None, amount=amount, at_once=0 if spot.flagged_once else amount
        )

    def apply(self, table: Heroes3) -> None:
        spot = table.fields.get(self.field)
        if spot is None:
            return
        spot.flags = [*([] if self.loser else spot.flags), self.seat]
        spot.good, spot.amount, spot.ai = self.good or "", self.amount, False
        spot.flagged_once = spot.cleared = True
        seat = seat_of(table, self.seat)
        if self.good:
            seat.income[self.good] = seat.income.get(self.good, 0) + self.amount
            seat.produced[self.good] = seat.produced.get(self.good, 0) + self.amount
            seat.goods[self.good] = seat.goods.get(self.good, 0) + self.at_once
        if spot.location == "star-axis" and table.tracks("cards"):
            table.agenda.put("card-gained", must=False, seat=self.seat, source="field")
            table.agenda.put("card-removed", must=False, seat=self.seat, pile="hand")
        if self.cube:
            seat.cubes[spot.town_of] = seat.cubes.get(spot.town_of, 0) + 1
        note_homes(table)

    def follow(self, table: Heroes3) -> Iterator[Event[Heroes3]]:
        if self.loser and self.lost_amount:
            yield ProductionLost(seat=self.loser, good=self.lost_good, amount=self.lost_amount, field=self.field)


class ProductionLost(NumbersMoved[Heroes3], MapEvent):
    title = "Lose what a field yields"
    help_text = "A flag is gone, and with it what the field yields."
    sentence = "{seat} lost {field}: income −{amount} {good}"
    seat: SeatId
    field: FieldId
    good: Annotated[str, Choice("goods")]
    amount: Annotated[Count, INCOME_LOST]

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        add_to_number(table, ("seats", self.seat, "produced", self.good), -self.amount)


class SettlementClaimed(FieldFlagged):
    """Claims a settlement: income of one good, or a bronze or silver unit reinforced for half (3.8).

    The reinforcement is free for the first flag of the settlement.
    """

    title = "Claim a settlement"
    help_text = "A settlement is flagged: say which income it raises, or take a cheap reinforcement instead."
    sentence = "{seat} claimed {field}[, taken from {loser}][: income +{amount} {good}][, {at_once} at once]"
    log = LogRole(memorable=True)
    question = "{seat}: which income does {field} raise?"
    layout = Layout(keypad="good", keypad_none=text("reinforce instead"))
    good: Annotated[str | None, Choice("goods"), Field(title="which income")] = None
    first: Annotated[bool, Settled()] = False

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        first, amount = not table.fields[self.field].flagged_once, TRACK_SPACES.get(self.good or "", 0)
        return self.taking(table).copy_with(amount=amount, at_once=amount if first else 0, first=first)

    def apply(self, table: Heroes3) -> None:
        super().apply(table)
        if not self.good:
            means = "first settlement flag" if self.first else "settlement"
            table.agenda.put("unit-reinforced", must=False, seat=self.seat, means=means)
