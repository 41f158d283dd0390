"""A war that was fought twice and differs in what the human player alone knows."""

from typing import Any

from domain.framework.events.event import Event
from domain.games.runewars.cards import QuestsDrawn, TacticsDiscarded, TacticsDrawn, TacticsPlayed
from domain.games.runewars.realm.bids import BidOpened, BidPlaced, BidsRevealed
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.realm.objectives import ObjectiveDealt
from domain.games.runewars.runes import RuneGainBegun, RuneInspected, RunesPlaced, StartingRunesPlaced
from domain.games.runewars.year.orders import OrderChosen
from tests.domain.games.runewars.moments import SPRING, TWO

HOME = ("1A", "1B", "1C")


def war(fake: str, first: str, then: str) -> list[Event[Any]]:
    """The false rune lies elsewhere, runes are mixed or not, other orders lie face down."""
    real = "2A" if fake == "1B" else "2B"
    return [
        *TWO,
        StartingRunesPlaced(seat="human", areas=HOME, fake=fake),
        StartingRunesPlaced(seat="elf", areas=("4A", "4B", "4C"), fake="4B"),
        *(AreaTaken(seat="human", area=area) for area in (*HOME, "2A", "2B")),
        *(AreaTaken(seat="elf", area=area) for area in ("4A", "4B", "4C")),
        *SPRING,
        RuneGainBegun(seat="human", source="a card"),
        RunesPlaced(seat="human", areas=("2A", "2B"), real=real),
        OrderChosen(seat="human", order=first),
        OrderChosen(seat="elf", order="harvest"),
        OrderChosen(seat="human", order=then),
        RuneInspected(seat="human", area="1B"),
        AreaTaken(seat="elf", area="1A"),
        RuneInspected(seat="elf", area="1A"),
    ]


def court(tactics: str, quest: str, bid: int) -> list[Event[Any]]:
    """Other cards are drawn, another objective is dealt, another bid lies in a hand; what is shown is the same."""
    return [
        *TWO,
        TacticsDrawn(seat="human", count=3, cards=("mountain-pass", tactics)),
        QuestsDrawn(seat="human", count=2, cards=(quest,)),
        ObjectiveDealt(seat="human", card=f"{quest} again"),
        *SPRING[:2],
        BidOpened(prize="a dragon rune"),
        BidPlaced(seat="human", amount=bid),
        BidPlaced(seat="elf", amount=2),
        BidPlaced(seat="human", amount=1),
        BidsRevealed(),
        TacticsPlayed(seat="human", card="mountain-pass"),
        TacticsDiscarded(seat="human"),
    ]
