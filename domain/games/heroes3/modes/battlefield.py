"""The Battlefield: rounds of adventure cards, preparing a skirmish, and the final combat (战场, p56)."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self

from pydantic import Field

from domain.games.heroes3 import sections
from domain.games.heroes3.base import WRONG_MODE, Earns, HeroesEvent, Living, seat_of
from domain.games.heroes3.cards.decks import player_deck, put_in_hand
from domain.games.heroes3.combat.announcing import COMBAT_OPEN
from domain.games.heroes3.state.combat import Combat
from domain.games.heroes3.state.kinds import GoodId, Price, Small, UnitCard
from domain.games.heroes3.state.seat import Unit, UnitSide
from domain.games.heroes3.state.table import Heroes3, Length
from domain.games.heroes3.town.units import OwnUnit
from domain.language.chance import Chance
from domain.language.event import Choice, Count, Event, InOrder, Line, Offer, Remark, Settled
from domain.language.refusal import Refused, never, refusal
from domain.language.text import text
from domain.things.numbers import Gains, move_numbers

ONE_A_ROUND = refusal("one-adventure", "One adventure card a round.", rule=sections.BATTLEFIELD)
RAISED_ALREADY = refusal("raised-already", "{seat} has raised an income this round already.", rule=sections.BATTLEFIELD)
NOT_ASTROLOGERS = refusal("not-astrologers", "Incomes are raised in astrologers' rounds.", rule=sections.BATTLEFIELD)
ONLY_BASIC = refusal("only-basic", "Only the basic reward: the power is {power}.", rule=sections.BATTLEFIELD)
NOT_HELD = never("not-set-aside", "{card} is not among the cards set aside.", rule=sections.BATTLEFIELD)
ROUNDS_OF: Mapping[Length, int] = {"short": 9, "medium": 13, "large": 16}
"""How many adventure rounds each length has (p58)."""
TRACK: Mapping[str, int] = {"gold": 5, "materials": 2, "valuables": 1}
MODES = ("adventure", "skirmish")
LEVEL_OF: Mapping[Length, int] = {"short": 3, "medium": 5, "large": 7}
"""The level that heroes of a skirmish have (6.15)."""


class BattlefieldEvent(HeroesEvent):
    area_of_play = "Battlefield"

    def check_first(self, table: Heroes3) -> Iterator[Refused]:
        if table.mode not in MODES:
            yield WRONG_MODE()


class LengthChosen(BattlefieldEvent):
    title = "Choose the length"
    help_text = "Short, medium or large: 9, 13 or 16 rounds of adventure, or what a skirmish prepares."
    says = "The game is {length}"
    during = ("setup",)
    pad = "length"
    length: Length

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode in MODES and not table.rounds:
            yield Offer(text("How long is the game?"), must=True)

    def apply(self, table: Heroes3) -> None:
        table.length = self.length
        table.rounds = ROUNDS_OF[self.length] if table.mode == "adventure" else 1


class AdventureCardTaken(BattlefieldEvent):
    title = "Keep an adventure card"
    help_text = "Of the adventure cards of the round each player keeps one."
    says = "{seat} kept an adventure card[: {card}]"
    during = ("turns",)
    mine = "seat"
    secret = ("card",)
    seat: Living
    card: Annotated[Line, Choice("adventures", free=True)]

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "adventure":
            for id_, seat in table.seats.items():
                if not seat.adventure and not seat.adventured:
                    yield Offer(text("Which adventure card?"), {"seat": id_})

    def apply(self, table: Heroes3) -> None:
        seat_of(table, self.seat).adventure = self.card


class AdventureResolved(BattlefieldEvent):
    """Combat cards: of three powers one is declared; the attack of two units and their dice must reach it (p59)."""

    title = "Resolve an adventure card"
    help_text = "One adventure card a round; of a combat card say the power declared, and which two units fight."
    says = (
        "{seat} resolved {card}[: declared {declared}, power {power}][, {won|the battle reward too}]"
        "[: {goods}][; stunned: {stunned}][: {effect}]"
    )
    during = ("turns",)
    mine = "seat"
    likely = ("declared", "units", "goods")
    seat: Living
    card: Annotated[Line, Choice("adventures", free=True)]
    declared: Small | None = None
    units: Annotated[tuple[OwnUnit, ...], Field(max_length=2)] = ()
    dice: Annotated[
        tuple[Annotated[int, Field(ge=-1, le=1)], ...], Field(max_length=2, title="what the dice show"), InOrder()
    ] = ()
    stunned: OwnUnit | None = None
    goods: Annotated[Price, Earns, Field(title="resources")] = Field(default_factory=dict)
    effect: Remark = ""
    power: Annotated[int | None, Settled()] = None
    won: Annotated[bool, Settled()] = False

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if seat_of(table, self.seat).adventured:
            yield ONE_A_ROUND()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        if self.declared is None:
            return self
        dice = self.dice or tuple(n - 2 for n in chance.dice(max(1, len(self.units)), 3))
        own = seat_of(table, self.seat).units
        attacks = (attack_of(table, unit, own[unit]) for unit in self.units if unit in own)
        power = sum(attacks) + sum(dice)
        return self.but(dice=dice, power=power, won=power >= self.declared)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat = seat_of(table, self.seat)
        seat.adventured, seat.adventure = True, ""
        seat.adventures = [*seat.adventures, self.card]
        for unit in self.units:
            if it := seat.units.get(unit):
                it.stunned = False
        if self.stunned and (it := seat.units.get(self.stunned)):
            it.stunned = True


def attack_of(table: Heroes3, unit: str, it: Unit) -> int:
    """The attack that a unit brings to an adventure: none while it is stunned (5.12)."""
    card = UnitCard.of(table, unit)
    attack = card.pack_attack if it.side == "pack" else card.attack
    return 0 if it.stunned else attack or 0


class IncomeTrackRaised(BattlefieldEvent):
    """Chosen, or rolled by a resource die, which also brings one space of it at once (p58)."""

    title = "Raise an income track"
    help_text = "In astrologers' rounds each player raises one income; rolled, it also brings that much at once."
    says = "{seat}: income +{amount} {good}[, {at_once} at once]"
    during = ("turns",)
    mine = "seat"
    pad = "good"
    seat: Living
    good: GoodId
    rolled: bool = Field(default=False, title="the die said which")
    amount: Annotated[Count, Settled(), Gains(lambda event, table: ("seats", event.seat, "income", event.good))] = 0
    at_once: Annotated[Count, Settled(), Gains(lambda event, table: ("seats", event.seat, "goods", event.good))] = 0

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "adventure" and table.round % 2 == 0 and table.round:
            for id_, seat in table.seats.items():
                if not seat.raised:
                    yield Offer(text("{seat}: which income rises?", seat=table.called("factions", id_)), {"seat": id_})

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.round % 2:
            yield NOT_ASTROLOGERS()
        if seat_of(table, self.seat).raised:
            yield RAISED_ALREADY(seat=table.called("factions", self.seat))

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        amount = TRACK.get(self.good, 1)
        return self.but(amount=amount, at_once=amount if self.rolled else 0)

    def apply(self, table: Heroes3) -> None:
        move_numbers(table, self)
        seat_of(table, self.seat).raised = True


class SkirmishArmySet(BattlefieldEvent):
    """Level, units and cards follow from the length (6.15)."""

    title = "Prepare for the skirmish"
    help_text = "The level of the hero and the units that fight, by the length of the game."
    says = "{seat} prepared at level {level}[ with {units}]"
    during = ("setup",)
    mine = "seat"
    likely = ("units",)
    seat: Living
    units: Annotated[tuple[Annotated[Line, Choice("units", free=True)], ...], Field(max_length=7)] = ()
    level: Annotated[int, Settled()] = 1
    face: Annotated[UnitSide, Settled()] = "few"

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode == "skirmish":
            for id_, seat in table.seats.items():
                if not seat.units:
                    yield Offer(text("Prepare for the skirmish"), {"seat": id_}, must=True, opens=True)

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.but(level=LEVEL_OF[table.length], face="few" if table.length == "short" else "pack")

    def apply(self, table: Heroes3) -> None:
        seat = seat_of(table, self.seat)
        seat.xp = 2 * (self.level - 1)
        seat.units = {unit: Unit(side=self.face) for unit in self.units}


class FinalCombatStarted(BattlefieldEvent):
    """Expert effects are back, decks are shuffled, hands drawn, and no unit is stunned any more (3.21)."""

    title = "Begin the final combat"
    help_text = "After the last round both armies meet: hands are drawn, and all units fight."
    says = "The final combat began"
    during = ("turns",)
    cards: Annotated[Mapping[str, Count], Settled()] = Field(default_factory=dict)

    @classmethod
    def offers(cls, table: Heroes3) -> Iterator[Offer]:
        if table.mode in MODES and table.round >= table.rounds and not table.combats:
            yield Offer(text("Begin the final combat"), must=True)

    def check(self, table: Heroes3) -> Iterator[Refused]:
        if table.combat:
            yield COMBAT_OPEN()

    def settle(self, table: Heroes3, chance: Chance) -> Self:
        return self.but(cards={id_: seat.hand_limit for id_, seat in table.seats.items()})

    def apply(self, table: Heroes3) -> None:
        first, *others = [*table.seats, "", ""]
        table.combat = Combat(kind="final", attacker=first, defender=others[0], stage="setup", holder=first)
        for id_, seat in table.seats.items():
            seat.experts = 0
            for unit in seat.units.values():
                unit.stunned = False
            seat.discard = []
            put_in_hand(seat, [""] * max(0, self.cards.get(id_, 0) - len(seat.hand)), shuffled=False)


EVENTS: tuple[type[Event[Any]], ...] = (
    LengthChosen, AdventureCardTaken, AdventureResolved, IncomeTrackRaised, SkirmishArmySet, FinalCombatStarted,
)  # fmt: skip
__all__ = ["EVENTS", "NOT_HELD", "ONLY_BASIC", "player_deck"]
