"""A toy game: as small as a game can be and still have all that games have.

Players draw secret cards, roll dice for coins and build towers; every third tower opens a gate. Favours are held in
secret hands until they are called in. A boat sails on a map of four spaces, and all bet on where it goes.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.chance import Chance
from domain.event import Amount, Count, Event, Line, Sums
from domain.game import Game, Prompt, Viewer
from domain.parts.sealed import undecided
from domain.refusal import Refused, never, refusal
from domain.sheet import Box, Boxes, Fact, Facts, Grid, Sheet, Track, Tracks, Word, Words
from domain.text import Term, text
from tests.toy import favours, sailing, storms
from tests.toy.favours import FavourCalledIn, FavourReturned, FavoursCounted, FavoursDrawn, FavoursTaken
from tests.toy.sailing import BetPlaced, BetsRevealed, BoatSailed
from tests.toy.storms import DUE, SparkPutOut, StormBroke, TowerShored, YearTurned
from tests.toy.table import COINS, PACK, TOWERS, Bet, Harbour, Seat, Sitter, Tower, ToyEvent

SEAT_TAKEN = never("seat-taken", "{seat} already sits here.")
NOT_ENOUGH_COINS = never("not-enough-coins", "Not enough coins ({have}/{need}).", areas=("coins",))
TOWER_STANDS = refusal("tower-stands", "{seat} has that tower already.", rule=TOWERS)


class SeatTaken(ToyEvent):
    help_text = "Somebody joins."
    says = "{seat} sat down"
    seat: Line

    def check(self, table: Harbour) -> Iterator[Refused]:
        if self.seat in table.seats:
            yield SEAT_TAKEN(seat=self.seat)

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat] = Seat()


class CoinsGained(ToyEvent):
    help_text = "Coins come in."
    says = "{seat} gained {amount} coins"
    tracked = ("coins",)
    seat: Sitter
    amount: Annotated[Amount, Sums()]

    def apply(self, table: Harbour) -> None:
        if seat := table.seats.get(self.seat):
            seat.coins += self.amount


class DiceRolled(ToyEvent):
    help_text = "Two dice: their sum comes in as coins."
    says = "{seat} rolled {dice}"
    seat: Sitter
    dice: tuple[Annotated[int, Field(ge=1, le=6)], ...] | None = None

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self if self.dice else self.but(dice=chance.dice(2, 6))

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        yield CoinsGained(seat=self.seat, amount=sum(self.dice or ()))


class TowerBuilt(ToyEvent):
    help_text = "A tower goes up; by day only, and it costs its price."
    says = "{seat} built {tower}"
    during = ("day",)
    tracked = ("towers",)
    version = 2
    seat: Sitter
    tower: Tower
    paid: Count | None = None

    @staticmethod
    def upcast_v1_v2(fields: dict[str, object]) -> None:
        fields["tower"] = fields.pop("building")

    def check(self, table: Harbour) -> Iterator[Refused]:
        price, coins = table.number("towers", self.tower, "price"), table.seats[self.seat].coins
        if coins < price:
            yield NOT_ENOUGH_COINS(have=coins, need=price)
        if self.tower in table.seats[self.seat].towers:
            yield TOWER_STANDS(seat=self.seat)

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.but(paid=max(0, table.number("towers", self.tower, "price")))

    def apply(self, table: Harbour) -> None:
        seat = table.seats[self.seat]
        seat.coins = max(0, seat.coins - (self.paid or 0))
        seat.towers.append(self.tower)

    def follow(self, table: Harbour) -> Iterator[Event[Harbour]]:
        if sum(len(seat.towers) for seat in table.seats.values()) % 3 == 0:
            yield GateOpened()


class GateOpened(ToyEvent):
    help_text = "Every third tower opens a gate."
    says = "A gate opened"

    def apply(self, table: Harbour) -> None:
        table.gates += 1


class CardDrawn(ToyEvent):
    help_text = "A card that only its owner may see."
    says = "{seat} drew card {card}"
    secret = ("card",)
    seat: Sitter
    card: int | None = Field(default=None, ge=1, le=50)

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self if self.card else self.but(card=chance.draw(range(1, 51)))

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].card = self.card


class NightFell(ToyEvent):
    help_text = "The day is over."
    says = "Night fell"
    during = ("day",)

    def apply(self, table: Harbour) -> None:
        table.night = True


class DayBroke(ToyEvent):
    help_text = "A new day."
    says = "Day broke"
    during = ("night",)
    closes = "session"

    def apply(self, table: Harbour) -> None:
        table.night, table.day = False, table.day + 1


def prompts(table: Harbour, viewer: Viewer) -> Sequence[Prompt]:
    if table.night:
        return [Prompt(text("A new day"), DayBroke, must=True)]
    return [
        *[
            Prompt(text("Build the oak tower"), TowerBuilt, fields={"seat": seat, "tower": "oak"})
            for seat in table.seats
        ],
        *[Prompt(text("Call in a favour"), FavourCalledIn, fields={"seat": seat}) for seat in table.seats],
        Prompt(text("Take a seat"), SeatTaken),
        Prompt(text("Let night fall"), NightFell, must=True),
        *[Prompt(text("Draw favours"), FavoursDrawn, fields={"seat": seat}, opens=True) for seat in table.seats],
        Prompt(text("Sail"), BoatSailed),
        *[
            Prompt(text("Place a bet"), BetPlaced, fields={"seat": seat})
            for seat in undecided(table.seats, sailing.face_down(table))
        ],
        Prompt(text("Turn the bets over"), BetsRevealed),
    ]


def sheets(table: Harbour) -> Sequence[Sheet]:
    return [
        Sheet(
            "harbour",
            text("Harbour"),
            [
                Facts(
                    text("Now"),
                    [Fact(text("Day"), table.day, path="day"), Fact(text("Gates"), table.gates, of=9, path="gates")],
                ),
                Tracks(
                    text("Coins"),
                    [[Track(name, seat.coins, 20, path=f"seats.{name}.coins") for name, seat in table.seats.items()]],
                ),
            ],
        ),
        *[
            Sheet(
                f"seat-{name}",
                name,
                [
                    Grid(text("Towers"), [text("Tower")], [[table.called("towers", tower)] for tower in seat.towers]),
                    Words(text("Words"), [Word(name, seat.coins)]),
                    Boxes(text("Boxes"), [Box(text("Night"), table.night)]),
                ],
            )
            for name, seat in table.seats.items()
        ],
    ]


GAME = Game(
    key="toy",
    name=Term("Harbour of Towers", "塔港"),
    seats=(1, 4),
    table=Harbour,
    own_events=(
        SeatTaken,
        CoinsGained,
        DiceRolled,
        TowerBuilt,
        GateOpened,
        CardDrawn,
        NightFell,
        DayBroke,
        *storms.EVENTS,
        *favours.EVENTS,
        *sailing.EVENTS,
    ),
    prompts=prompts,
    sheets=sheets,
    series=lambda table: {"gates": table.gates, **{f"coins {name}": seat.coins for name, seat in table.seats.items()}},
    pack=PACK,
    chapter_name=text("Year[ {chapter}]"),
)

__all__ = [
    "COINS",
    "DUE",
    "GAME",
    "PACK",
    "TOWERS",
    "Bet",
    "BetPlaced",
    "BetsRevealed",
    "BoatSailed",
    "CardDrawn",
    "CoinsGained",
    "DayBroke",
    "DiceRolled",
    "FavourCalledIn",
    "FavourReturned",
    "FavoursCounted",
    "FavoursDrawn",
    "FavoursTaken",
    "GateOpened",
    "Harbour",
    "NightFell",
    "Seat",
    "SeatTaken",
    "Sitter",
    "SparkPutOut",
    "StormBroke",
    "Tower",
    "TowerBuilt",
    "TowerShored",
    "ToyEvent",
    "YearTurned",
]
