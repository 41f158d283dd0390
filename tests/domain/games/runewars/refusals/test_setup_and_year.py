"""Why something is refused at setup and in the course of the year: X01 to X24, X70 to X73, X94, X95."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.testing import Spec, given_bent
from domain.framework.events.event import Event
from domain.framework.kernel import AreasTracked, ContentCorrected
from domain.games.runewars import GAME
from domain.games.runewars.cards import TacticsDrawn, TacticsPlayed
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.march.by_cards import UnitsPlaced
from domain.games.runewars.realm.bids import BidOpened, BidPlaced, BidsRevealed
from domain.games.runewars.realm.dials import InfluenceGained
from domain.games.runewars.realm.holdings import SeatEliminated
from domain.games.runewars.runes import RuneInspected, StartingRunesPlaced
from domain.games.runewars.setup.completion import WarBegun
from domain.games.runewars.setup.filling import AreaDescribed, StartingStrongholdPlaced
from domain.games.runewars.setup.homes import HomeMarkerPlaced, HomeTilePlaced
from domain.games.runewars.setup.laying import MapTilePlaced
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound
from domain.games.runewars.victory import WarEnded
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed, SupremacyTaken, TurnEnded
from domain.games.runewars.year.seasons import SeasonCardDrawn
from tests.domain.games.runewars.maps import LAID, MAPPED, SEATED
from tests.domain.games.runewars.moments import CALLED, SPRING, TWO, ordered, over
from tests.domain.games.runewars.refusals.told import CASE, at, holds, no

TURN = (*TWO, *SPRING, *ordered(human="mobilize", elf="recruit"))
SUMMER = (*TWO, *SPRING, *ordered(human="recruit", elf="harvest"), *over("elf", "human", elf="harvest"), *CALLED)
RUNES = StartingRunesPlaced(seat="human", areas=("1A", "1B", "1C"), fake="1B")
FIRST = (*SEATED, MapTilePlaced(tile="1", place="0 0"))
HOME = AreaDescribed(area="4A", home="elf")
WITHOUT_CALENDAR = AreasTracked(tracks=("map", "units"))
DRAWN = TacticsDrawn(seat="human", cards=("mountain-pass",))
PLAYED = TacticsPlayed(seat="human", card="mountain-pass")
BIDDING = (*TWO, WarBegun(), SeasonCardDrawn(), BidOpened())
CLOSE = (*LAID, HomeMarkerPlaced(place="1 -1"), HomeMarkerPlaced(place="1 1"))


def meeting() -> Spec:
    """Two home markers lie too close, and the first home tile lies."""
    return given_bent(MAPPED, *CLOSE, HomeTilePlaced(seat="elf", marker="1", turned="3"))


def out() -> Spec:
    """The elves control no area any more."""
    return given_bent(GAME, *TURN, SeatEliminated(seat="elf"))


CASES = [
    no("X01 over", at(*TWO, WarEnded(winners=("elf",))), WarEnded(), "The war is over.", bendable=False),
    no("X01 begun", at(*TURN, WITHOUT_CALENDAR), WarBegun(), "The war is already under way.", bendable=False),
    no(
        "X02",
        at(*TWO, WarBegun()),
        OrdersRevealed(),
        "That belongs to: Choosing orders. Right now it is: Season card.",
    ),
    no("X03", at(*TURN), TurnEnded(seat="elf"), "It is the turn of Daqan Lords."),
    no("X04", out, InfluenceGained(seat="elf", amount=1), "Latari Elves is out of the war.", bendable=False),
    no(
        "X05",
        at(*TWO),
        UnitsPlaced(area="1A", units={"giant": 5}),
        "No Giant is left in the box (4 exist); no other figure may replace it.",
        bendable=False,
    ),
    no(
        "X06",
        at(*TURN, UnitsPlaced(area="1A", units={"footman": 9})),
        TurnEnded(seat="human"),
        "First: Daqan Lords: destroy units in 1A until 8 are left",
    ),
    no(
        "X07",
        at(*TWO, RUNES),
        RuneInspected(seat="elf", area="1A"),
        "Only a player who controls 1A, or has a hero there, may look at its rune.",
    ),
    no(
        "X08",
        at(*TWO),
        StartingPlayerFound(seat="human", fate={"human": 3, "elf": 3}),
        "Two players cannot have the same fate card.",
        bendable=False,
    ),
    no(
        "X10",
        at(*TWO),
        FactionChosen(faction="elf"),
        "Latari Elves is already taken by another player.",
        bendable=False,
    ),
    no(
        "X11",
        at(*FIRST, game=MAPPED),
        MapTilePlaced(tile="4", place="9 9"),
        "The tile must touch at least 2 areas of the map with at least 2 of its own areas.",
    ),
    no(
        "X12",
        at(*FIRST, game=MAPPED),
        MapTilePlaced(tile="4", turned="5", place="1 -1"),
        "A mountain or water border may not touch a mountain or water border of another tile.",
    ),
    no(
        "X13",
        at(*FIRST, game=MAPPED),
        HomeMarkerPlaced(place="2 0", side="1"),
        "The home marker must touch at least two uncoloured borders at the map edge.",
    ),
    no(
        "X14",
        at(*LAID, HomeMarkerPlaced(place="1 -1"), HomeMarkerPlaced(place="0 2"), game=MAPPED),
        HomeMarkerPlaced(place="-3 -1"),
        "Home markers must be at least 4 areas apart (only one marker may be 3 apart).",
    ),
    no(
        "X15",
        meeting,
        HomeTilePlaced(seat="uthuk", marker="2", place="2 0"),
        "Home realms may not be adjacent: take the markers and home tiles up, and place the markers again.",
    ),
    no(
        "X16",
        at(*TWO, AreaDescribed(area="1A", home="human"), HOME),
        StartingStrongholdPlaced(seat="human", area="4A"),
        "Setup pieces go in the home realm of Daqan Lords, not in 4A.",
    ),
    no(
        "X16 runes",
        at(*TWO, HOME),
        RUNES.copy_with(areas=("4A", "1B", "1C")),
        "The first runes go in the home realm, not in 4A.",
    ),
    no("X17", at(*TWO), RUNES.copy_with(areas=("1B", "1B", "1C")), "Each rune needs a separate area.", bendable=False),
    no(
        "X18",
        at(*TWO, ContentCorrected(kind="heroes", id="mad-carthos", fields={"alignment": "evil"})),
        HeroDealt(seat="elf", hero="mad-carthos"),
        "The alignment of Mad Carthos (evil) does not match that of Latari Elves (good).",
    ),
    no(
        "X20",
        at(*SUMMER),
        OrderChosen(seat="human", order="recruit"),
        "#5 Recruit was already used this year.",
    ),
    no(
        "X21",
        at(*TWO, *SPRING, OrderChosen(seat="human", order="recruit")),
        OrdersRevealed(),
        "Orders are missing: waiting for Latari Elves.",
    ),
    no(
        "X22",
        at(*SUMMER, *ordered(human="mobilize", elf="recruit")),
        SupremacyTaken(seat="human"),
        "No supremacy bonus: #5 Recruit was already used this year and is higher than #2 Mobilize.",
    ),
    no(
        "X23",
        at(*TWO, *SPRING, *ordered(human="fortify", elf="recruit"), *over("elf")),
        SupremacyTaken(seat="human"),
        "#8 Fortify has no supremacy bonus.",
        bendable=False,
    ),
    no(
        "X70",
        at(*TURN, DRAWN),
        PLAYED,
        "That tactics card was gained this season; it can be used from the next one on.",
    ),
    no(
        "X71",
        at(
            *TWO,
            DRAWN,
            ContentCorrected(kind="tactics", id="mountain-pass", fields={"timing": "duel"}),
            *SPRING,
            *ordered(human="mobilize", elf="recruit"),
        ),
        PLAYED,
        "“Mountain Pass” can only be used in a duel.",
    ),
    no(
        "X73",
        at(*TURN, TacticsDrawn(seat="human", count=11)),
        TurnEnded(seat="human"),
        "Daqan Lords may hold 10 tactics cards: discard 1.",
    ),
    no("X94", at(*BIDDING), BidPlaced(seat="elf", amount=4), "A bid is between 0 and 3.", bendable=False),
    no(
        "X95",
        at(*BIDDING, BidPlaced(seat="elf", amount=1)),
        BidsRevealed(),
        "Bids are missing: waiting for Daqan Lords.",
    ),
]


@pytest.mark.parametrize(CASE, CASES)
def test_it_is_refused_in_the_words_of_the_rules(
    there: Callable[[], Spec], event: Event[Any], sentence: str, bendable: bool
) -> None:
    holds(there, event, sentence, bendable)
