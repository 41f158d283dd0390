"""Short tables that reach the limits of the game, for `tests/test_limits.py`: the events that lead there, by name."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.framework.events.event import Event
from domain.framework.kernel import ContentAdded
from domain.games.heroes3.cards.handling import CardGained
from domain.games.heroes3.cards.levels import ExperienceGained
from domain.games.heroes3.combat.striking import AttackDeclared
from domain.games.heroes3.rounds import RoundEnded
from domain.games.heroes3.town.buildings import BuildingBuilt
from domain.games.heroes3.town.goods import GoodsGained
from domain.games.heroes3.town.units import NeutralUnitGained
from tests.domain.games.heroes3.combat.test_siege import WALLED
from tests.domain.games.heroes3.combat.test_striking import CARDS
from tests.domain.games.heroes3.land.test_locations import at, used
from tests.domain.games.heroes3.opening import CASTLE, game
from tests.domain.games.heroes3.town.test_units import BRONZE, CASTLED, RECRUIT, TOWN, UNITS, card

SPELLS = tuple(CardGained(seat=CASTLE, card=spell) for spell in ("magic-arrow", "haste"))
LEARNED = tuple(CardGained(seat=CASTLE, card="attack") for _ in range(2))
CAVES = card("cavemen", "bronze", "", neutral=True)
ARMY = (*game("towns", options=("neutral-army",)), *UNITS, BRONZE, CAVES)
GUILD = BuildingBuilt(seat=CASTLE, building="mage-guild", cost={"gold": 0})
PAUSE = GoodsGained(seat=CASTLE, good="gold", amount=20)
"""An event that ends a population action."""
ARTIFACT = ContentAdded(kind="cards", id="feather", fields={"en": "Feather", "kind": "artifact"})

TABLES: Mapping[str, Sequence[Event[Any]]] = {
    "spells and expert effects in a combat round": (
        *CARDS,
        *SPELLS,
        *LEARNED,
        ExperienceGained(seat=CASTLE, amount=2),
        AttackDeclared(seat=CASTLE, unit="pikes", target="imps"),
    ),
    "units act in front of walls": WALLED,
    "units are recruited and reinforced": (*CASTLED, card("slingers", "bronze"), RECRUIT, PAUSE),
    "units are sold": (*game("towns", options=("gold-pool",)), *UNITS, BRONZE, RECRUIT, PAUSE),
    "neutral units are recruited": (
        *game("towns", options=("neutral-army",)),
        *UNITS,
        BRONZE,
        CAVES,
        NeutralUnitGained(seat=CASTLE, unit="cavemen"),
        PAUSE,
    ),
    "a spell book is read": (*TOWN, RoundEnded(), GUILD, RoundEnded()),
    "a Trading Post": (
        *at("trading-post", ARTIFACT, boxes=("core", "rampart")),
        CardGained(seat=CASTLE, card="feather"),
        used("trading-post"),
    ),
}
