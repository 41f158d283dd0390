"""An evening that was played twice, with other cards in a hand the second time."""

from domain.games.champions.heroes.playing import CardPlayed, CostDeclared, PaymentAborted, ResourceGenerated
from domain.games.champions.heroes.powers import FormChanged
from domain.games.champions.piles.players_decks import (
    CardsCounted,
    CardsDiscarded,
    CardsDrawn,
    CardsPutOnDeck,
    CardsSearchedFor,
    CardsTakenBack,
    HandNamed,
)
from domain.games.champions.rounds import HandRefreshed, PlayerPhaseEnded
from domain.games.champions.setup.players import (
    DeckLaidOut,
    FirstPlayerChosen,
    MainSchemeFlipped,
    MulliganTaken,
    SetupStepDone,
    StartingHandDrawn,
)
from domain.games.champions.setup.scenarios import (
    EncounterDeckComposed,
    GameBegun,
    NemesisSetsSetAside,
    ObligationsSetAside,
    ObligationsShuffledIn,
)
from domain.games.champions.timing.abilities import CardLookedAt
from tests.domain.games.champions.moments import HEROES, IRON, RHINO, SPIDER, Events, turns_done


def paid_for(keeper: str) -> Events:
    """A card that nobody had named is played, and another one pays for it, once somebody has thought better of it."""
    cost = CostDeclared(seat=keeper, card="Web-Shooter", cost=1)
    return (
        cost,
        ResourceGenerated(seat=keeper, spent="energy"),
        PaymentAborted(seat=keeper),
        cost,
        ResourceGenerated(seat=keeper, spent="energy"),
        CardPlayed(seat=keeper, card="Web-Shooter", type="upgrade"),
    )


def prepared(keeper: str) -> Events:
    """All that comes before the starting hands."""
    return (
        *HEROES,
        FirstPlayerChosen(seat=keeper),
        ObligationsSetAside(),
        NemesisSetsSetAside(),
        DeckLaidOut(seat=SPIDER, size=40),
        DeckLaidOut(seat=IRON, size=40),
        SetupStepDone(step="tokens"),
        RHINO,
        EncounterDeckComposed(cards=30),
        SetupStepDone(step="side A"),
        MainSchemeFlipped(threat=0),
        ObligationsShuffledIn(),
    )


def evening(drawn: str, found: str, put_back: str, keeper: str = SPIDER) -> Events:
    """What is drawn, found, looked at and put back differs, of one hand; what is discarded is the same."""
    other = IRON if keeper == SPIDER else SPIDER
    return (
        *prepared(keeper),
        StartingHandDrawn(seat=keeper, amount=2, cards=("energy", drawn)),
        StartingHandDrawn(seat=other, amount=3),
        MulliganTaken(seat=keeper, amount=1, discarded=("energy",), cards=(found,)),
        SetupStepDone(step="characters"),
        GameBegun(),
        FormChanged(seat=keeper),
        CardsCounted(seat=keeper, deck=9, hand=4),
        CardsCounted(seat=other, deck=9, hand=3),
        CardsDrawn(seat=keeper, count=3, cards=("energy", drawn, put_back)),
        CardsSearchedFor(seat=keeper, cards=(found,)),
        CardLookedAt(seat=keeper, card=drawn, zone="deck"),
        CardsDiscarded(seat=keeper, cards=("energy",)),
        CardsPutOnDeck(seat=keeper, cards=(put_back,)),
        HandNamed(seat=keeper, cards=(drawn,)),
        CardsTakenBack(seat=keeper, cards=("energy",)),
        *paid_for(keeper),
        *turns_done(keeper, other),
        PlayerPhaseEnded(),
        HandRefreshed(seat=keeper, discarded=1, size=5, drawn=(found,)),
        CardsDrawn(seat=other, count=2),
    )
