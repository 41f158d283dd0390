"""An evening that was played twice, with other cards in a hand the second time."""

from domain.games.champions.heroes.forms import FormChanged
from domain.games.champions.heroes.paying import CostDeclared, PaymentAborted, ResourceGenerated
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.piles.drawing import CardsCounted, CardsDiscarded, CardsDrawn
from domain.games.champions.piles.moving import CardsPutOnDeck, CardsSearchedFor, CardsTakenBack, HandNamed
from domain.games.champions.rounds.phases import PlayerPhaseEnded
from domain.games.champions.rounds.refresh import HandRefreshed
from domain.games.champions.setup.encounters import (
    EncounterDeckComposed,
    NemesisSetsSetAside,
    ObligationsSetAside,
    ObligationsShuffledIn,
)
from domain.games.champions.setup.hands import DeckLaidOut, MulliganTaken, StartingHandDrawn
from domain.games.champions.setup.players import FirstPlayerChosen
from domain.games.champions.setup.scenarios import GameBegun
from domain.games.champions.setup.steps import MainSchemeFlipped, SetupStepDone
from tests.domain.games.champions.moments import HEROES, IRON, RHINO, SPIDER, Events, turns_done

PAID_FOR: Events = (
    CostDeclared(seat=SPIDER, card="Web-Shooter", cost=1),
    ResourceGenerated(seat=SPIDER, spent="energy"),
    PaymentAborted(seat=SPIDER),
    CostDeclared(seat=SPIDER, card="Web-Shooter", cost=1),
    ResourceGenerated(seat=SPIDER, spent="energy"),
    CardPlayed(seat=SPIDER, card="Web-Shooter", type="upgrade"),
)
"""A card that nobody had named is played, and another one pays for it, once somebody has thought better of it."""


PREPARED: Events = (
    *HEROES,
    FirstPlayerChosen(seat=SPIDER),
    ObligationsSetAside(),
    NemesisSetsSetAside(),
    DeckLaidOut(seat=SPIDER, size=40),
    DeckLaidOut(seat=IRON, size=40),
    SetupStepDone(step="tokens"),
    RHINO,
    EncounterDeckComposed(cards=30),
    SetupStepDone(step="side A"),
    MainSchemeFlipped(),
    ObligationsShuffledIn(),
)
"""All that comes before the starting hands."""


def evening(drawn: str, found: str, put_back: str) -> Events:
    """What is drawn, found and put back differs; what is discarded is the same."""
    return (
        *PREPARED,
        StartingHandDrawn(seat=SPIDER, amount=2, cards=("energy", drawn)),
        StartingHandDrawn(seat=IRON, amount=3),
        MulliganTaken(seat=SPIDER, amount=1, discarded=("energy",), cards=(found,)),
        SetupStepDone(step="characters"),
        GameBegun(),
        FormChanged(seat=SPIDER),
        CardsCounted(seat=SPIDER, deck=9, hand=3),
        CardsCounted(seat=IRON, deck=9, hand=3),
        CardsDrawn(seat=SPIDER, count=3, cards=("energy", drawn, put_back)),
        CardsSearchedFor(seat=SPIDER, cards=(found,)),
        CardsDiscarded(seat=SPIDER, cards=("energy",)),
        CardsPutOnDeck(seat=SPIDER, cards=(put_back,)),
        HandNamed(seat=SPIDER, cards=(drawn,)),
        CardsTakenBack(seat=SPIDER, cards=("energy",)),
        *PAID_FOR,
        *turns_done(SPIDER, IRON),
        PlayerPhaseEnded(),
        HandRefreshed(seat=SPIDER, drawn=(found,)),
        CardsDrawn(seat=IRON, count=2),
    )
