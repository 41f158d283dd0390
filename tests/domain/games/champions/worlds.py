"""An evening that was played twice, with other cards in a hand the second time."""

from domain.games.champions.heroes.paying import CostDeclared, PaymentAborted, ResourceGenerated
from domain.games.champions.heroes.playing import CardPlayed
from domain.games.champions.piles.drawing import CardsCounted, CardsDiscarded, CardsDrawn
from domain.games.champions.piles.moving import CardsPutOnDeck, CardsSearchedFor, CardsTakenBack, HandNamed
from domain.games.champions.rounds.phases import PlayerPhaseEnded
from domain.games.champions.rounds.refresh import HandRefreshed
from tests.domain.games.champions.moments import HERO_FORM, IRON, SPIDER, Events, turns_done

PAID_FOR: Events = (
    CostDeclared(seat=SPIDER, card="Web-Shooter", cost=1),
    ResourceGenerated(seat=SPIDER, spent="energy"),
    PaymentAborted(seat=SPIDER),
    CostDeclared(seat=SPIDER, card="Web-Shooter", cost=1),
    ResourceGenerated(seat=SPIDER, spent="energy"),
    CardPlayed(seat=SPIDER, card="Web-Shooter", type="upgrade"),
)
"""A card that nobody had named is played, and another one pays for it, once somebody has thought better of it."""


def evening(drawn: str, found: str, put_back: str) -> Events:
    """What is drawn, found and put back differs; what is discarded is the same."""
    return (
        *HERO_FORM,
        CardsCounted(seat=SPIDER, deck=9, hand=1),
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
