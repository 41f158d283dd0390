"""The harbour: seats, coins, dice, towers, cards, days and nights."""

from collections.abc import Iterator
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Gains, NumbersMoved
from domain.framework.events.chance import Chance
from domain.framework.events.event import Event, LogRole, Secrets
from domain.framework.events.marks import Amount, Count, Line, Merged
from domain.framework.events.offer import Offer
from domain.framework.fields.number_paths import MovesNumber
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import text
from tests.toy.cards import TowerCard
from tests.toy.table import PERIODS, TOWERS, Harbour, Seat, Sitter, Tower, ToyEvent

SEAT_TAKEN = never("seat-taken", "{seat} already sits here.")
NOT_ENOUGH_COINS = never("not-enough-coins", "Not enough coins ({have}/{need}).", areas=("coins",))
TOWER_STANDS = refusal("tower-stands", "{seat} has that tower already.", rule=TOWERS)


class SeatTaken(ToyEvent):
    help_text = "Somebody joins."
    sentence = "{seat} sat down"
    offer = Offer(text("Take a seat"))
    seat: Line

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.seat in table.seats:
            yield SEAT_TAKEN(seat=self.seat)

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat] = Seat()


class CoinsGained(NumbersMoved[Harbour], ToyEvent):
    help_text = "Coins come in."
    sentence = "{seat} gained {amount} coins"
    tracked = ("coins",)
    seat: Sitter
    amount: Annotated[Amount, Merged(), Gains("seats.{seat}.coins")]


class DiceRolled(ToyEvent):
    help_text = "Two dice: their sum comes in as coins."
    sentence = "{seat} rolled {dice}"
    seat: Sitter
    dice: tuple[Annotated[int, Field(ge=1, le=6)], ...] | None = None

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self if self.dice else self.copy_with(dice=chance.dice(2, 6))

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        yield CoinsGained(seat=self.seat, amount=sum(self.dice or ()))


class TowerBuilt(ToyEvent):
    help_text = "A tower goes up; by day only, and it costs its price."
    sentence = "{seat} built {tower}"
    during = ("day",)
    tracked = ("towers",)
    version = 2
    offer = Offer(text("Build the oak tower"), {"tower": "oak"}, each=("seat", lambda table: table.seats))
    seat: Sitter
    tower: Tower
    paid: Annotated[Count | None, MovesNumber("seats.{seat}.coins")] = None

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        fields["tower"] = fields.pop("building")

    def check(self, table: Harbour) -> Iterator[Refused]:
        price, coins = TowerCard.of(table, self.tower).price, table.seats[self.seat].coins
        if coins < price:
            yield NOT_ENOUGH_COINS(have=coins, need=price)
        if self.tower in table.seats[self.seat].towers:
            yield TOWER_STANDS(seat=self.seat)

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.copy_with(paid=min(TowerCard.of(table, self.tower).price, table.seats[self.seat].coins))

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.coins = max(0, seat.coins - (self.paid or 0))
            seat.towers.append(self.tower)

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        if sum(len(seat.towers) for seat in table.seats.values()) % 3 == 0:
            yield GateOpened()


class GateOpened(ToyEvent):
    help_text = "Every third tower opens a gate."
    sentence = "A gate opened"
    log = LogRole(memorable=True)

    def apply(self, table: Harbour) -> None:
        table.gates += 1


class CardDrawn(ToyEvent):
    help_text = "A card that only its owner may see."
    sentence = "{seat} drew card {card}"
    secrets = Secrets(("card",))
    seat: Sitter
    card: int | None = Field(default=None, ge=1, le=50)

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self if self.card else self.copy_with(card=chance.draw(range(1, 51)))

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.card = self.card


class NightFell(ToyEvent):
    help_text = "The day is over."
    sentence = "Night fell"
    during = ("day",)
    ends = "step"
    offer = Offer(text("Let night fall"), required=True)

    def apply(self, table: Harbour) -> None:
        table.night = True


class DayBroke(ToyEvent):
    help_text = "A new day."
    sentence = "Day broke"
    during = ("night",)
    log = LogRole(confirm_undo="session")
    offer = Offer(text("A new day"), required=True)

    def apply(self, table: Harbour) -> None:
        PERIODS.end(table, "day")
        table.night, table.day = False, table.day + 1
