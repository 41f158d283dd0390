"""Short tables that reach the limits of the game, for `tests/test_limits.py`: the events that lead there, or a spec."""

from collections.abc import Mapping, Sequence
from typing import Any

from companion.testing import Spec
from domain.framework.events.event import Event
from domain.framework.kernel import Adjusted
from domain.games.runewars.cards import QuestsDrawn
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.war.outcome import BattleResolvedByHand
from tests.domain.games.runewars.heroes.summer import met, summer
from tests.domain.games.runewars.march.test_diplomacy import chosen
from tests.domain.games.runewars.war.field import AWAY, Arrived
from tests.domain.games.runewars.war.test_refusals import WILD, opened

QUESTS = QuestsDrawn(seat="uthuk", count=2, cards=("ruins", "tower"))
SECOND = HeroDealt(seat="elf", hero="Bruin", area="1A")
BEATEN = BattleResolvedByHand(winner="elf", lost={"beastman": 2})
FOUGHT = Adjusted(path="turn.fought", after=True, reason="they fought before")
TRIED = Adjusted(path="heroes.mad-carthos.tried", after="duel", reason="challenged before")

TABLES: Mapping[str, Sequence[Event[Any]] | Spec] = {
    "heroes act, one after the other": summer(SECOND),
    "a hero at work meets an enemy hero": met(QUESTS),
    "a hero at work has fought a duel": met(QUESTS).and_then(TRIED),
    "an order led to a battle": (
        opened(WILD)
        .and_then(BEATEN)
        .and_then(AWAY.copy_with(area="hill"))
        .and_then(Arrived(area="hill", units={"elf-warrior": 1}))
    ),
    "neutral units refuse": chosen("3").and_then(FOUGHT),
}
