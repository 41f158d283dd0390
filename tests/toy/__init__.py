"""A toy game: as small as a game can be and still have all that games have.

Players draw secret cards, roll dice for coins and build towers; every third tower opens a gate. Favours are held in
secret hands until they are called in, goods lie in open stores. A boat sails on a map of four spaces, and all bet on
where it goes. Whoever sits there sings, once a day. At a fair, stalls are counted, wares cried and towers painted.
"""

from collections.abc import Sequence

from domain.framework.events.listing import events_defined_in
from domain.framework.game import Game, Plot, Prompt
from domain.framework.offers.prompt_list import offered_prompts
from domain.framework.text import Term, text
from domain.framework.views.sheet import Box, Boxes, Fact, Facts, Grid, Sheet, Track, Tracks, Word, Words
from tests.toy import fair, favours, harbour, hull, sailing, shanties, storms, trade
from tests.toy.board import board
from tests.toy.fair import (
    FairClosed,
    FairOpened,
    StallsCounted,
    StallsMoved,
    StockCounted,
    TowerPainted,
    WaresCried,
)
from tests.toy.favours import (
    FavourCalledIn,
    FavourReturned,
    FavoursCounted,
    FavoursDiscarded,
    FavoursDrawn,
    FavoursTaken,
)
from tests.toy.harbour import (
    NOT_ENOUGH_COINS,
    CardDrawn,
    CoinsGained,
    DayBroke,
    DiceRolled,
    GateOpened,
    NightFell,
    SeatTaken,
    TowerBuilt,
)
from tests.toy.hull import CoinsWashedAway, HolesStopped, HullStruck
from tests.toy.sailing import BetPlaced, BetsRevealed, BoatSailed
from tests.toy.shanties import ShantySung
from tests.toy.storms import SparkPutOut, StormBroke, TowerShored, YearTurned
from tests.toy.table import COINS, PACK, Bet, Harbour, Seat, Sitter, Tower, ToyEvent
from tests.toy.trade import CoinsGiven, GoodsUnloaded, GoodsUsed

BY_DAY = (TowerBuilt, FavourCalledIn, SeatTaken, NightFell, FavoursDrawn, BoatSailed, BetPlaced, BetsRevealed)


def prompts(table: Harbour) -> Sequence[Prompt]:
    return [*offered_prompts((DayBroke,) if table.night else (*BY_DAY, *fair.ORDER), table)]


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
                seat=name,
            )
            for name, seat in table.seats.items()
        ],
    ]


GAME = Game(
    key="toy",
    name=Term("Harbour of Towers", "塔港"),
    seats=(1, 4),
    table=Harbour,
    own_events=events_defined_in(harbour, storms, favours, sailing, hull, shanties, trade, fair),
    prompts=prompts,
    sheets=sheets,
    board=board,
    series=lambda table: {"gates": table.gates, **{f"coins {name}": seat.coins for name, seat in table.seats.items()}},
    plots=[Plot("coins", Term("Coins", "金币"), "seats"), Plot("gates", Term("Gates", "城门"))],
    pack=PACK,
    chapter_name=text("Year[ {chapter}]"),
)

__all__ = [
    "COINS",
    "GAME",
    "NOT_ENOUGH_COINS",
    "PACK",
    "TOWERS",
    "Bet",
    "BetPlaced",
    "BetsRevealed",
    "BoatSailed",
    "CardDrawn",
    "CoinsGained",
    "CoinsGiven",
    "CoinsWashedAway",
    "DayBroke",
    "DiceRolled",
    "FairClosed",
    "FairOpened",
    "FavourCalledIn",
    "FavourReturned",
    "FavoursCounted",
    "FavoursDiscarded",
    "FavoursDrawn",
    "FavoursTaken",
    "GateOpened",
    "GoodsUnloaded",
    "GoodsUsed",
    "Harbour",
    "HolesStopped",
    "HullStruck",
    "NightFell",
    "Seat",
    "SeatTaken",
    "ShantySung",
    "Sitter",
    "SparkPutOut",
    "StallsCounted",
    "StallsMoved",
    "StockCounted",
    "StormBroke",
    "Tower",
    "TowerBuilt",
    "TowerPainted",
    "TowerShored",
    "ToyEvent",
    "WaresCried",
    "YearTurned",
]
