"""Short tables that reach the limits of the game, for `tests/test_limits.py`: the events that lead there, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.framework.events.event import Event
from domain.games.champions.cards.entering import CardEntered
from domain.games.champions.enemies.activations import ActivationStarted
from domain.games.champions.harm import DamageDealt
from domain.games.champions.heroes.playing import CostDeclared
from domain.games.champions.piles.players_decks import CardsCounted
from domain.games.champions.rounds import PlayerPhaseEnded, SchemeThreatPlaced
from domain.games.champions.state.table import VILLAIN
from tests.domain.games.champions.moments import HERO_FORM, IRON, PLAYING, RHINO_KNOWN, SPIDER, tracking, turns_done

ALLY = CardEntered(name="daredevil", seat=SPIDER)


def activations_at(*areas: str) -> Sequence[Event[Any]]:
    """The activations of a villain phase at a table that tracks turns, allies and these areas."""
    start = (RHINO_KNOWN, *HERO_FORM, tracking("turns", "allies", *areas), ALLY)
    return (*start, *turns_done(SPIDER, IRON), PlayerPhaseEnded(), SchemeThreatPlaced())


TABLES: Mapping[str, Sequence[Event[Any]]] = {
    "a hero's turn": (RHINO_KNOWN, *HERO_FORM, ALLY),
    "an alter-ego that is hurt": (*PLAYING, DamageDealt(target=SPIDER, amount=2)),
    "a cost that is paid": (
        *HERO_FORM,
        CardsCounted(seat=SPIDER, hand=3),
        ALLY,
        CostDeclared(seat=SPIDER, card="energy", cost=1),
    ),
    "activations at once": activations_at(),
    "activations step by step": (*activations_at("activations"), ActivationStarted(enemy=VILLAIN, seat=SPIDER)),
}
