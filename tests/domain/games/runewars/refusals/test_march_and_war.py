"""Why something is refused on the march, in diplomacy and in battle: X24, X28 to X58, X72, X98, X99."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.testing import Spec
from domain.framework.events.event import Event
from domain.framework.kernel import ContentCorrected
from domain.games.runewars.cards import TacticsDrawn, TacticsPlayed
from domain.games.runewars.heroes.actions import HeroStrategized
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.march.by_cards import UnitsDestroyed, UnitsTakenBack
from domain.games.runewars.march.diplomacy import (
    DiplomacyCardChosen,
    DiplomacyStarted,
    NeutralsWithdrew,
    RefusalAnswered,
)
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched, UnitsStrategized
from domain.games.runewars.units import ExcessDestroyed
from domain.games.runewars.war.battle_rounds import DamageAssigned, RoutsAssigned
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.effects import (
    BattleEffectUsed,
    FortificationUsed,
    SpecialAbilityResolved,
    StartOfBattleEffectUsed,
)
from tests.domain.games.runewars.march.land import GAME as MARCH
from tests.domain.games.runewars.march.land import Spot, later_turn, turn
from tests.domain.games.runewars.moments import SPRING, THREE, ordered
from tests.domain.games.runewars.refusals.told import CASE, at, holds, no
from tests.domain.games.runewars.war.field import ARCHERS, PASSED, Laid, drawn, field, missed

# --- the march -------------------------------------------------------------------------------

HOME, NEXT = Spot(area="1A", q=0, units={"footman": 3}), Spot(area="1B", q=1)
FAR, ELVES = Spot(area="1C", q=2), Spot(area="1B", q=1, units={"elf-archer": 1})
WALL = Spot(area="1A", q=0, units={"footman": 3}, borders={"0": "mountain"})
ALLY = Spot(area="1A", q=0, units={"footman": 1, "giant": 1})
LYING = Spot(area="1A", q=0, routed={"footman": 1})
GIANTS = Spot(area="1B", q=1, units={"giant": 1})
HERO = HeroDealt(seat="human", hero="Astarra", area="1A")


def by(order: str, *land: Spot) -> Callable[[], Spec]:
    """The human seat has the turn on this land."""
    return lambda: turn(order, *land)


def activated(*land: Spot, area: str = "1B", order: str = "mobilize") -> Callable[[], Spec]:
    return lambda: turn(order, *land).when(AreaActivated(seat="human", area=area))


def march(stack: str, area: str = "1B", count: int = 1) -> UnitsMarched:
    return UnitsMarched(seat="human", area=area, stacks={stack: count})


def move(stack: str, area: str = "1B") -> UnitsStrategized:
    return UnitsStrategized(seat="human", area=area, stacks={stack: 1})


def fought() -> Spec:
    """Mobilize has caused a battle, and its second use would cause another one."""
    land = (HOME, ELVES, Spot(area="2A", q=0, r=1, units={"elf-archer": 1}))
    spec = turn("mobilize", *land).when(AreaActivated(seat="human", area="1B")).and_then(march("1A/footman"))
    spec.play.campaign.table.turn.fought = True
    spec.play.campaign.table.agenda.due = {}
    return spec.and_then(AreaActivated(seat="human", area="2A"))


def later() -> Spec:
    """A summer in which the token of spring lies in 1A still."""
    spec = later_turn("harvest", "mobilize", HOME, NEXT)
    spec.play.campaign.table.land["1A"].activated = ["human"]
    return spec


MARCHES = [
    no(
        "X24",
        activated(HOME, NEXT, order="conquer"),
        AreaActivated(seat="human", area="1A"),
        "That was already used with this order card.",
    ),
    no(
        "X28",
        by("strategize", ALLY, NEXT),
        move("1A/giant"),
        "Neutral units that move without units of your own must end in a friendly area.",
    ),
    no(
        "X29",
        by("strategize", HOME, NEXT, FAR),
        move("1A/footman", "1C"),
        "1A is 2 areas away from 1C; the limit is 1.",
    ),
    no(
        "X30",
        later,
        AreaActivated(seat="human", area="1A"),
        "1A already holds your activation token.",
    ),
    no(
        "X31",
        lambda: later().when(AreaActivated(seat="human", area="1B")),
        march("1A/footman"),
        "Units that start in 1A cannot leave it: it holds your activation token.",
    ),
    no("X32", activated(LYING, NEXT), march("1A/footman"), "Footman (1A): routed figures cannot move."),
    no(
        "X33",
        activated(HOME, NEXT, FAR, Spot(area="1D", q=3), area="1D"),
        march("1A/footman", "1D"),
        "1A is 3 areas away from 1D; the limit is 2.",
    ),
    no(
        "X34",
        activated(HOME, ELVES, FAR, area="1C"),
        march("1A/footman", "1C"),
        "The way crosses 1B, which is enemy or neutral.",
    ),
    no(
        "X35",
        activated(WALL, NEXT),
        march("1A/footman"),
        "Between 1A and 1B there is mountain; only flying figures (or winter, for water) may cross.",
    ),
    no(
        "X36",
        by("strategize", HOME, GIANTS),
        move("1A/footman"),
        "Strategize can only enter friendly or empty areas, and 1B is neither.",
    ),
    no(
        "X37",
        at(*THREE, HERO, *SPRING, *ordered(human="conquer", elf="recruit", uthuk="fortify"), HOME, NEXT, game=MARCH),
        HeroStrategized(hero="Astarra", to="1B"),
        "Heroes move by Strategize, not by #3 Conquer.",
    ),
    no(
        "X38",
        by("strategize", Spot(area="1A", q=0, units={"footman": 8}), Spot(area="1B", q=1, units={"bowman": 1})),
        ExcessDestroyed(seat="human", side="human", area="1A", units={"footman": 1}),
        "1A holds 8 units, and 8 may stay: choose exactly 0 to destroy.",
        bendable=False,
    ),
    no(
        "X39",
        fought,
        march("1A/footman", "2A"),
        "This order already caused a battle; it may not cause another one.",
    ),
    no(
        "X98",
        lambda: _poor(turn("strategize", HOME, NEXT)),
        move("1A/footman").copy_with(portal=True),
        "Daqan Lords does not have enough influence (0/1).",
        bendable=False,
    ),
    no(
        "X99",
        by("strategize", HOME),
        UnitsDestroyed(area="1A", units={"footman": 1}),
        "You can only remove your own units to use them again when the box is empty, or when a limit or a card"
        " forces it.",
    ),
    no(
        "X99 taken back",
        by("recruit", HOME),
        UnitsTakenBack(seat="human", area="1A", units={"footman": 1}),
        "You can only remove your own units to use them again when the box is empty, or when a limit or a card"
        " forces it.",
    ),
]


def _poor(spec: Spec) -> Spec:
    spec.play.campaign.table.seats["human"].influence = 0
    return spec


# --- diplomacy -------------------------------------------------------------------------------

MARKS = tuple(
    ContentCorrected(kind="fate", id=card, fields={"destiny": mark})
    for card, mark in (("1", "ally"), ("2", "withdraw"), ("3", "refuse"))
)
CAMP = Spot(area="camp", q=0, units={"elf-archer": 2})
LAIR = Spot(area="lair", q=1, units={"beastman": 2})
WAYS = (Spot(area="moor", q=2), Spot(area="heath", q=1, r=1), Spot(area="keep", q=0, r=1, units={"sorceress": 1}))


def offer(influence: int, *cards: str) -> DiplomacyStarted:
    return DiplomacyStarted(seat="elf", area="lair", influence=influence, cards=cards)


def at_the_lair(*events: Event[Any], archers: int = 2) -> Callable[[], Spec]:
    """The elves marched into an area of neutral units."""
    orders = ordered(elf="conquer", human="recruit", uthuk="harvest")
    come = UnitsMarched(seat="elf", area="lair", stacks={"camp/elf-archer": archers})
    start = (*MARKS, *THREE, *SPRING, *orders, CAMP, LAIR, *WAYS, AreaActivated(seat="elf", area="lair"), come)
    return at(*start, *events, game=MARCH)


TALKS = [
    no("X40", at_the_lair(), offer(4), "Latari Elves does not have enough influence (3/4).", bendable=False),
    no(
        "X41",
        at_the_lair(),
        DiplomacyStarted(seat="elf", area="keep", influence=1),
        "Diplomacy is only possible with unallied neutral units and no units of another player in keep.",
    ),
    no(
        "X42",
        at_the_lair(),
        offer(2, "1"),
        "All fate cards are drawn at once: 2 are needed, 1 named.",
        bendable=False,
    ),
    no(
        "X43",
        at_the_lair(offer(1, "1")),
        DiplomacyCardChosen(card="2"),
        "That fate card was not among the drawn cards.",
        bendable=False,
    ),
    no(
        "X44",
        at_the_lair(offer(1, "3"), DiplomacyCardChosen(card="3")),
        RefusalAnswered(seat="elf", area="lair", answer="retreat", to="moor"),
        "A retreat leads to an adjacent friendly area, to an empty one only if there is none.",
    ),
    no(
        "X45",
        at_the_lair(offer(1, "2"), DiplomacyCardChosen(card="2")),
        NeutralsWithdrew(seat="uthuk", area="lair", to="keep"),
        "Neutral units can only retreat to an adjacent uncontrolled area.",
    ),
]

# --- battles ---------------------------------------------------------------------------------

HORDE = Laid(area="field", units={"flesh-ripper": 2, "berserker": 2})
ARMY = {"elf-archer": 3, "pegasus-rider": 2}
PLAIN = Laid(area="field", units={"berserker": 1}, stronghold="uthuk", development="diplomacy")
PASS = "mountain-pass"


def opened(here: Laid = HORDE) -> Spec:
    return field(ARCHERS, here=here, units=ARMY)


def drawing() -> Spec:
    return opened().and_then(PASSED)


def shown(**icons: int) -> Spec:
    """The elves missed, the Uthuk's cards show something."""
    return drawing().and_then(missed("elf", "elf-archer")).and_then(drawn("uthuk", "flesh-ripper", **icons))


def hurt(**icons: int) -> Spec:
    """The first of the riders is damaged."""
    spec = shown(specials=1, **icons)
    return spec.and_then(SpecialAbilityResolved(side="uthuk", damage={"pegasus-rider A": 1}))


def missing() -> Spec:
    spec = opened(PLAIN).and_then(PASSED).and_then(missed("elf", "elf-archer"))
    return spec.and_then(missed("elf", "pegasus-rider")).and_then(missed("uthuk", "berserker"))


def lain() -> Spec:
    return shown(routs=1, damage=1).and_then(RoutsAssigned(side="elf", units=("elf-archer A",)))


def held() -> Spec:
    """The human seat holds a card for battles, and fights in none."""
    timed = ContentCorrected(kind="tactics", id=PASS, fields={"timing": "battle"})
    return field(timed, TacticsDrawn(seat="human", cards=(PASS,)), here=HORDE, units=ARMY)


def unlocked() -> Spec:
    spec = held()
    seat = spec.play.campaign.table.seats["human"]
    seat.tactics, seat.fresh = seat.fresh, []
    return spec


BATTLES = [
    no(
        "X06 battle",
        lambda: field(here=HORDE, units=ARMY, start=(*THREE,)),
        BattleStarted(seat="elf", area="field"),
        "First finish the battle in field.",
        bendable=False,
    ),
    no("X50", opened, StartOfBattleEffectUsed(side="uthuk", what="a card"), "The attacker goes first: Latari Elves."),
    no(
        "X50 over",
        drawing,
        StartOfBattleEffectUsed(side="elf", what="a card"),
        "The start of the battle is over for Latari Elves.",
    ),
    no(
        "X51",
        lambda: opened(Laid(area="field", units={"beastman": 2})),
        BattleEffectUsed(side="neutral", card=PASS),
        "Tactics cards cannot be used for unallied neutral units.",
    ),
    no(
        "X52",
        drawing,
        missed("elf", "pegasus-rider"),
        "Pegasus Rider: initiative 2. The battle is in round 1.",
    ),
    no(
        "X53",
        lambda: drawing().and_then(missed("elf", "elf-archer")).and_then(missed("uthuk", "flesh-ripper")),
        missed("elf", "elf-archer"),
        "Archer: fate cards were already drawn for them in this battle.",
    ),
    no(
        "X54",
        lambda: hurt(damage=3),
        DamageAssigned(side="elf", damage={"elf-archer A": 1, "elf-archer B": 1, "pegasus-rider A": 1}),
        "Damage must go to a unit that is already damaged: Pegasus Rider A.",
    ),
    no(
        "X55",
        lain,
        DamageAssigned(side="elf", damage={"elf-archer A": 1}),
        "Damage goes to standing units first; to a routed one only if none is standing.",
    ),
    no(
        "X56",
        lambda: hurt(routs=1),
        RoutsAssigned(side="elf", units=("pegasus-rider A",)),
        "Rout an undamaged unit first; damaged units only if all are damaged.",
    ),
    no(
        "X57",
        missing,
        FortificationUsed(),
        "Uthuk Y'llan has no defensive development in field.",
        bendable=False,
    ),
    no(
        "X58",
        lambda: shown(routs=1),
        RoutsAssigned(side="elf", units=()),
        "Assign exactly 1, not 0.",
        bendable=False,
    ),
    no(
        "X72",
        unlocked,
        TacticsPlayed(seat="human", card=PASS),
        "Daqan Lords takes no part in this, with units or a hero.",
    ),
]


@pytest.mark.parametrize(CASE, [*MARCHES, *TALKS, *BATTLES])
def test_it_is_refused_in_the_words_of_the_rules(
    there: Callable[[], Spec], event: Event[Any], sentence: str, bendable: bool
) -> None:
    holds(there, event, sentence, bendable)
