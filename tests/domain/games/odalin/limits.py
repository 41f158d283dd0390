"""Short tables that reach the limits of the game, for `tests/test_limits.py`: the events that lead there, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.odalin.combat.actions import DemonicFormTaken, PointRecovered
from domain.games.odalin.combat.power import PowerRaised
from domain.games.odalin.dungeon.loot import ConsumableGiven
from domain.games.odalin.heroes.dials import SoulGained
from tests.domain.games.odalin.opening import ANA, IMP_AT_TURN, PARTY, fight

BITES = ContentAdded(kind="villains", id="Imp", fields={"attacks": ["Bite", "Sting"]})
POWERFUL = (SoulGained(hero=ANA, amount=10), DemonicFormTaken(hero=ANA))
TABLES: Mapping[str, Sequence[Event[Any]]] = {
    "a hero's attack, at once": fight(tracks=("turns", "conditions", "rooms", "power")),
    "demonic form": (*PARTY, *POWERFUL),
    "consumables": (*PARTY, *(ConsumableGiven(hero=ANA, consumable=salve) for salve in ("Salve", "Tonic"))),
    "a simplified hero": (*fight(simple=True), PointRecovered(hero=ANA, amount=3)),
    "a villain's turn": (BITES, *PARTY, *IMP_AT_TURN, PowerRaised()),
}
