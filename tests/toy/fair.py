"""The fair: stalls, stocks and paint. It shows marks of fields and ways to offer events that no other module shows."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Self

from pydantic import Field

from domain.components.numbers import Changes, NumbersMoved, Sets, Spends
from domain.framework.events.card_defaults import Printed
from domain.framework.events.chance import Chance
from domain.framework.events.choice import Choice
from domain.framework.events.marks import (
    Count,
    CountList,
    Delta,
    FixedTexts,
    Line,
    NamedAs,
    Occasion,
    Settled,
    TypicalNumber,
)
from domain.framework.events.offer import Offer, seat_alone
from domain.framework.offers.prompt_list import Grouped, OfferedBy, Ordered
from domain.framework.refusal import Refused, never, refusal
from domain.framework.text import Term, text
from tests.toy.cards import TowerCard
from tests.toy.harbour import NOT_ENOUGH_COINS
from tests.toy.table import MOST_STALLS, Harbour, Sitter, Tower, ToyEvent

FAIR = Term("Fair", "集市")
NO_FAIR = refusal("no-fair", "There is no fair now.", rule=FAIR)
TOO_MANY_STALLS = never("too-many-stalls", "The quay has room for {most} stalls, not for {need}.", rule=FAIR)
NO_ROOM_FOR_STALLS = never("no-room-for-stalls", "There is room for {room} more stalls, not for {need}.", rule=FAIR)
TOO_FEW_STALLS = never("too-few-stalls", "There are {have} stalls, not {need}.", rule=FAIR)
WEATHERS = ("rainy", "sunny")


class FairEvent(ToyEvent):
    """The base of all events that need a fair."""

    def check(self, table: Harbour) -> Iterator[Refused]:
        if not table.fair:
            yield NO_FAIR()


class FairOpened(ToyEvent):
    help_text = "A fair opens on the quay; what it sells most of need not be a known good."
    sentence = "A fair of {wares} opened on a {weather} day[, {why}]"
    wares: Annotated[Line, NamedAs("goods")]
    why: Occasion = ""
    weather: Annotated[str, FixedTexts(WEATHERS), Settled()] = ""

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.copy_with(weather=WEATHERS[table.day % len(WEATHERS)])

    def apply(self, table: Harbour) -> None:
        table.fair = True


class StallsCounted(NumbersMoved[Harbour], FairEvent):
    help_text = "The number of stalls at the fair."
    sentence = "There are {stalls} stalls"
    offer = Offer(
        text("Count the stalls"),
        when=lambda table: table.fair,
        keypad="stalls",
        keypad_numbers=range(1, MOST_STALLS),
        question=text("How does the fair begin?"),
    )
    stalls: Annotated[Count, Sets("stalls", outside=TOO_MANY_STALLS)]


class StallsMoved(NumbersMoved[Harbour], FairEvent):
    help_text = "Stalls are put up or taken down."
    sentence = "The number of stalls changed by {by}"
    by: Annotated[Delta, Changes("stalls", too_few=TOO_FEW_STALLS, full=NO_ROOM_FOR_STALLS)]


class StockCounted(FairEvent):
    help_text = "What is left on the stalls, one good per line."
    sentence = "Left on the stalls: {stock}"
    offer = Offer(
        text("Count the stock"),
        when=lambda table: table.fair,
        card=text("When the fair ends"),
        ticked=False,
        then=(
            OfferedBy(StallsMoved, lambda table: [Offer(text("Take stalls down"), keypad="by", keypad_numbers=(-1,))]),
        ),
    )
    stock: Annotated[Mapping[Annotated[str, Choice("goods")], Count], Field(min_length=1), CountList()]


class TowerPainted(NumbersMoved[Harbour], FairEvent):
    help_text = "A seat has a tower painted, for the price on its card."
    sentence = "{seat} had {tower} painted[ for {price} coins]"
    tracked = ("coins", "towers")
    seat: Sitter
    tower: Tower
    price: Annotated[
        Count | None,
        TypicalNumber(2),
        Printed(TowerCard, by="tower"),
        Spends("seats.{seat}.coins", areas=("coins",), too_few=NOT_ENOUGH_COINS),
    ] = None

    @classmethod
    def offers(cls, table: Harbour) -> Iterator[Offer]:
        for name, seat in table.seats.items() if table.fair else ():
            for tower in seat.towers:
                yield Offer(text("{seat} has {tower} painted"), {"seat": name, "tower": tower})


class WaresCried(FairEvent):
    help_text = "A seat cries its wares."
    sentence = "{seat} cried its wares[: {wares}]"
    offer = Offer(
        text("{seat} cries its wares"),
        when=lambda table: table.fair,
        each=("seat", lambda table: table.seats),
        reminder=text("{seat} has not cried its wares"),
    )
    seat: Sitter
    wares: Occasion = ""


class FairClosed(FairEvent):
    help_text = "The fair is over."
    sentence = "The fair closed"
    ends = "visit"
    offer = Offer(text("Close the fair"), when=lambda table: table.fair, leaves=(text("wares that nobody cried"),))

    def apply(self, table: Harbour) -> None:
        table.fair, table.stalls = False, 0


def crying_of_strangers(table: Harbour) -> Iterator[Offer]:
    """Wares that a seat cries for a stranger, so that it has to say which; and those that all cry together."""
    for name in table.seats if table.fair else ():
        known = {"seat": name}
        yield Offer(text("{seat} cries for a stranger"), known, also_required=("wares",), seats=seat_alone(name))
    if table.fair and len(table.seats) > 1:
        yield Offer(text("All cry their wares"), also_required=("wares",), seats=frozenset(table.seats), joint=True)


ORDER: Sequence[Ordered] = (
    StallsCounted,
    Grouped((WaresCried, TowerPainted)),
    OfferedBy(WaresCried, crying_of_strangers),
    StockCounted,
    FairClosed,
)
