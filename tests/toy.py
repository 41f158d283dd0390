"""A toy game: as small as a game can be and still have all that games have.

Players draw secret cards, roll dice for coins and build towers; every third tower opens a gate. Favours are held in
secret hands until they are called in.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar, Self

from pydantic import Field

from domain.chance import Chance
from domain.content import Content
from domain.event import Amount, Choice, Count, Event, Line, Sums, name_of
from domain.game import Game, Prompt, Viewer
from domain.parts.agenda import Agenda, nothing_due
from domain.refusal import Refused, never, refusal
from domain.sheet import Box, Boxes, Fact, Facts, Grid, Sheet, Track, Tracks, Word, Words
from domain.table import Keys, State, Table
from domain.text import Term, Text, text
from domain.veil import Secret

PACK = Content(
    {
        "towers": {
            "oak": {"en": "Oak Tower", "zh": "橡木塔", "price": 2},
            "iron": {"en": "Iron Tower", "zh": "铁塔", "price": 5},
        },
        "favours": {
            "calm": {"en": "Calm Sea", "zh": "平静的海"},
            "gust": {"en": "Sudden Gust", "zh": "疾风"},
            "toll": {"en": "Harbour Toll", "zh": "港税"},
        },
    }
)


TOWERS = Term("Towers", "塔")
COINS = Term("Coins", "钱币")
SEAT_TAKEN = never("seat-taken", "{seat} already sits here.")
NOT_ENOUGH_COINS = never("not-enough-coins", "Not enough coins ({have}/{need}).", areas=("coins",))
TOWER_STANDS = refusal("tower-stands", "{seat} has that tower already.", rule=TOWERS)


class Seat(State):
    coins: int = 0
    towers: list[str] = Field(default_factory=list)
    card: Annotated[int | None, Secret()] = None
    hand: Annotated[list[str], Secret()] = Field(default_factory=list)


class Harbour(Table):
    steps: ClassVar[Mapping[str, Term | Text]] = {"day": Term("day", "白天"), "night": Term("night", "夜晚")}

    areas: ClassVar[Mapping[str, Term | Text]] = {"coins": COINS, "towers": TOWERS}

    seats: Annotated[dict[str, Seat], Keys("seats")] = Field(default_factory=dict, title="")
    day: int = 1
    night: bool = False
    gates: int = 0
    year: int = 0
    agenda: Agenda = Field(default_factory=Agenda, title="")

    def chairs(self) -> Mapping[str, Term | Text | str]:
        return {name: name for name in self.seats}

    @property
    def place(self) -> tuple[int, str]:
        return self.day, "night" if self.night else "day"

    @property
    def chapter(self) -> int:
        return self.year


class ToyEvent(Event[Harbour]):
    area_of_play = "Harbour"
    namespace: ClassVar[str] = "toy"


Sitter = Annotated[str, Choice("seats", lambda table: table.seats)]
Tower = Annotated[str, Choice("towers")]
Favour = Annotated[str, Choice("favours")]
Held = Annotated[str, Choice("favours", lambda table, seat: table.seats[seat].hand, given=("seat",))]
Few = Annotated[int, Field(ge=1, le=3)]


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


class FavoursTaken(ToyEvent):
    help_text = "Favours that only their owner may see."
    says = "{seat} took favours: {favours}"
    secret = ("favours",)
    seat: Sitter
    favours: Mapping[Favour, Few]

    def apply(self, table: Harbour) -> None:
        table.seats[self.seat].hand += [favour for favour, count in self.favours.items() for _ in range(count)]


class FavourCalledIn(ToyEvent):
    help_text = "A favour of one's hand is shown and used up."
    says = "{seat} called in {favour}"
    seat: Sitter
    favour: Held

    def apply(self, table: Harbour) -> None:
        hand = table.seats[self.seat].hand
        if self.favour in hand:
            hand.remove(self.favour)


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


class YearTurned(ToyEvent):
    help_text = "A new year begins with its first day, once every storm is weathered."
    says = "A new year began"

    def check(self, table: Harbour) -> Iterator[Refused]:
        yield from nothing_due(table, DUE)

    def apply(self, table: Harbour) -> None:
        table.year, table.day, table.night = table.year + 1, 1, False


class StormBroke(ToyEvent):
    help_text = "Who has towers says which one stands fast."
    says = "A storm broke"

    def apply(self, table: Harbour) -> None:
        for name, seat in reversed(table.seats.items()):
            if seat.towers:
                table.agenda.put(TowerShored, seat=name)


class TowerShored(ToyEvent):
    help_text = "A tower stands fast; one of oak catches a spark, which somebody has to put out."
    says = "{seat} shored up {tower}"
    asks = "{seat}: which tower stands fast?"
    seat: Sitter
    tower: Tower

    def apply(self, table: Harbour) -> None:
        table.agenda.strike(self)
        if self.tower == "oak":
            table.agenda.put(SparkPutOut, seat=self.seat)


class SparkPutOut(ToyEvent):
    help_text = "A spark on a tower of oak is put out, for a coin."
    says = "{helper} put out a spark for {seat}"
    asks = "Who puts out the spark of {seat}?"
    seat: Sitter
    helper: Sitter

    def apply(self, table: Harbour) -> None:
        table.agenda.strike(self)
        if seat := table.seats.get(self.helper):
            seat.coins += 1


DUE = {name_of(event): event for event in (TowerShored, SparkPutOut)}


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
        FavoursTaken,
        FavourCalledIn,
        NightFell,
        DayBroke,
        YearTurned,
        StormBroke,
        TowerShored,
        SparkPutOut,
    ),
    prompts=prompts,
    sheets=sheets,
    series=lambda table: {"gates": table.gates, **{f"coins {name}": seat.coins for name, seat in table.seats.items()}},
    pack=PACK,
    chapter_name=text("Year[ {chapter}]"),
)
