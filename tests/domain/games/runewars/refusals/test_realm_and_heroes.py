"""Why something is refused in a realm, to heroes, and about runes: X60 to X69, X74, X80 to X97."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.testing import Spec, given, given_bent, refused, says, table
from domain.framework.events.event import Event
from domain.games.runewars import GAME
from domain.games.runewars.heroes.actions import HeroHealed, HeroMoved, HeroRetreated, HeroTrained
from domain.games.runewars.heroes.company import HeroDealt, HeroRecruited
from domain.games.runewars.heroes.damage import HeroDamaged, HeroRouted
from domain.games.runewars.heroes.duels import DuelCardsDrawn, DuelStarted
from domain.games.runewars.heroes.exploring import ExplorationTokenRevealed, LocationDestroyed
from domain.games.runewars.heroes.quests import NextQuestDrawn, QuestRevealed
from domain.games.runewars.heroes.rewards import RewardDrawn, RewardsTraded, RewardUsed
from domain.games.runewars.realm.building import DevelopmentBuilt, StrongholdBuilt, StrongholdRepaired
from domain.games.runewars.realm.cities import CitySupported, HeroCardsDrawn
from domain.games.runewars.realm.dials import DialsHarvested, InfluenceSpent, TitleClaimed
from domain.games.runewars.realm.holdings import AreaTaken
from domain.games.runewars.runes import FalseRunesDiscarded, RuneGainBegun, RunePut, RunesPlaced, StartingRunesPlaced
from domain.games.runewars.state.table import Area, Exploration, Stack, Stronghold
from domain.games.runewars.victory import VictoryClaimed
from tests.domain.games.runewars.heroes.summer import CARTHOS, DEALT, ELF, HEROES, met, summer, typed, with_state
from tests.domain.games.runewars.moments import SPRING, THREE, TWO, ordered
from tests.domain.games.runewars.realm.realms import HOME, by_hand, dials, resolving
from tests.domain.games.runewars.refusals.told import CASE, at, holds, no

# --- the realm -------------------------------------------------------------------------------

BUILT = StrongholdBuilt(seat="human", area="1B")
DEVELOPED = DevelopmentBuilt(seat="human", area="1A", development="diplomacy")
CITY = (typed("cities", "rivermoor", en="Rivermoor", unit="giant", units=2), by_hand("land.1B.city", "rivermoor"))
SUPPORTED = CitySupported(seat="human", area="1B", benefit="units")
LYING = TitleClaimed(seat="elf", title_card="captain", paid=3)
REALM = [
    no(
        "X60",
        at(*resolving("fortify", *dials("human", wood=0))),
        BUILT,
        "The dial of Wood is at 0.",
        bendable=False,
    ),
    no(
        "X61",
        at(*resolving("fortify")),
        BUILT.copy_with(area="1A"),
        "There is already a stronghold or a city in 1A.",
    ),
    no(
        "X62 stronghold",
        at(*resolving("harvest", *dials("human", wood=1)), DialsHarvested(seat="human", dials={"wood": 1})),
        DEVELOPED.copy_with(area="1B"),
        "1B has no stronghold of Daqan Lords.",
    ),
    no("X62 development", at(*HOME, DEVELOPED), DEVELOPED, "1A already has a development.", bendable=False),
    no("X63", at(*resolving("fortify")), BUILT.copy_with(area="9Z"), "Daqan Lords does not control 9Z."),
    no(
        "X64",
        at(*resolving("fortify")),
        StrongholdRepaired(seat="human", area="1A"),
        "The stronghold is not destroyed: nothing to repair.",
        bendable=False,
    ),
    no(
        "X65",
        at(*HOME, by_hand("land.1A.food", 1)),
        DEVELOPED.copy_with(development="resource", resource="ore"),
        "1A does not provide Ore.",
    ),
    no(
        "X66 offer",
        at(*resolving("rally-support", *CITY)),
        SUPPORTED.copy_with(benefit="tactics"),
        "That city does not offer tactics cards.",
    ),
    no(
        "X66 used",
        at(*resolving("rally-support", *CITY), SUPPORTED),
        SUPPORTED,
        "That was already used with this order card.",
    ),
    no(
        "X67",
        at(*resolving("acquire-power", LYING)),
        TitleClaimed(seat="human", title_card="captain", paid=3),
        "Pay more than the 3 influence on the title card.",
    ),
    no(
        "X68",
        at(*TWO),
        InfluenceSpent(seat="human", amount=5),
        "Daqan Lords does not have enough influence (4/5).",
        bendable=False,
    ),
    no(
        "X69",
        at(*resolving("rally-support")),
        HeroCardsDrawn(seat="human", influence=4),
        "At most 3 influence may be spent here.",
        bendable=False,
    ),
]

# --- heroes ----------------------------------------------------------------------------------

HIRED = tuple(HeroRecruited(seat="elf", hero=name, area="1A") for name in ("Astarra", "Bruin"))
QUEST = typed("quests", "ruins", en="The Ruins", areas=["3A"], attribute="agility", success=["ally"])
RUINS = QuestRevealed(seat="elf", hero=ELF, quest="ruins")
CHALLENGE = DuelStarted(hero=CARTHOS, foe=ELF)
TOKEN = {"land": {"3A": Area(exploration=Exploration(back=2))}}
ROW = {
    "land": {
        id_: Area(q=q, r=0, exploration=Exploration(back=2) if id_ == "1B" else None)
        for q, id_ in enumerate(("1A", "1B", "1C", "1D"))
    }
}
MAIL = typed("rewards", "mail", en="Mail", trait="armor")
ARMED = tuple(RewardDrawn(seat="uthuk", hero=CARTHOS, reward=reward) for reward in ("rune-armor", "mail"))


def crowded() -> Spec:
    return given_bent(HEROES, *THREE, *DEALT, AreaTaken(seat="elf", area="1A"), *HIRED)


def strong() -> Spec:
    return with_state(crowded(), **{"land.1A.stronghold": Stronghold(owner="elf")})


def questing(to: str = "3A") -> Spec:
    return summer(QUEST, NextQuestDrawn(seat="elf", quest="ruins")).when(HeroMoved(hero=ELF, to=to))


def trained() -> Spec:
    return with_state(summer(), **{f"heroes.{ELF}.training": {"agility": 2}})


def armed() -> Spec:
    spec = met(MAIL, *ARMED).when(CHALLENGE).and_then(DuelCardsDrawn(attacker="blank", defender="damage 1"))
    return spec.and_then(RewardUsed(seat="uthuk", hero=CARTHOS, reward="rune-armor", prevented=1))


def place(units: int) -> Spec:
    """The elves hold a place that can be destroyed, in their own turn."""
    stacks = {"elf-archer": Stack(owner="elf", standing=units)}
    here = Area(controller="elf", stacks=stacks, exploration=Exploration(kind="village", resource="ore"))
    orders = ordered(elf="strategize", human="recruit", uthuk="harvest")
    return with_state(given(HEROES, *THREE, *DEALT, *SPRING, *orders), **{"land": {"5A": here}})


COMPANY = [
    no(
        "X74",
        strong,
        HeroRecruited(seat="elf", hero="Corbin", area="1A"),
        "A player may control at most 3 heroes; choose one of Latari Elves to desert.",
    ),
    no(
        "X80",
        lambda: summer().when(HeroTrained(hero=ELF, points={"wisdom": 2})),
        HeroHealed(hero=ELF),
        "Silhouette has already acted in this quest phase.",
    ),
    no(
        "X81",
        lambda: with_state(summer(), **ROW),
        HeroMoved(hero=ELF, to="1D"),
        "1A is 3 areas away from 1D; the limit is 2.",
    ),
    no(
        "X82",
        lambda: summer(AreaTaken(seat="human", area="1A"), HeroDamaged(hero=ELF)),
        HeroHealed(hero=ELF),
        "Healing is only possible in a friendly area, and 1A is not one.",
    ),
    no(
        "X83 full",
        trained,
        HeroTrained(hero=ELF, points={"agility": 2}),
        "Agility of Silhouette already has +2.",
        bendable=False,
    ),
    no(
        "X83 points",
        summer,
        HeroTrained(hero=ELF, points={"agility": 1}),
        "Training gives exactly 2 points; 1 named.",
    ),
    no(
        "X84",
        lambda: summer().when(HeroRouted(hero=ELF)),
        HeroMoved(hero=ELF, to="2A"),
        "Silhouette is routed: no move, no duel, no quest until spring.",
    ),
    no(
        "X85",
        lambda: met(QUEST, NextQuestDrawn(seat="uthuk", quest="ruins")).when(
            QuestRevealed(seat="uthuk", hero=CARTHOS, quest="ruins")
        ),
        CHALLENGE,
        "Mad Carthos may start a duel or a quest, not both, and once.",
    ),
    no("X86", lambda: questing("2B"), RUINS, "The quest needs area 3A; Silhouette is in 2B."),
    no(
        "X87",
        lambda: summer(HeroDealt(seat="human", hero="Bruin", area="9A")).when(HeroMoved(hero=ELF, to="2A")),
        DuelStarted(hero=ELF, foe="Bruin"),
        "No enemy hero in 2A: Bruin is not there.",
    ),
    no(
        "X88",
        armed,
        RewardUsed(seat="uthuk", hero=CARTHOS, reward="mail", prevented=1),
        "Only one weapon and one armor may be used per duel: Mad Carthos uses Rune Armor.",
    ),
    no(
        "X89",
        lambda: summer(
            HeroDealt(seat="elf", hero="Astarra", area="5A"),
            RewardDrawn(seat="elf", hero=ELF, reward="rune-armor"),
        ),
        RewardsTraded(seat="elf", hero=ELF, taker="Astarra", rewards=("rune-armor",)),
        "Heroes must be in the same area (or passing through it) to trade: Silhouette and Astarra do not meet.",
    ),
    no(
        "X96 first",
        lambda: with_state(met(), **TOKEN),
        CHALLENGE,
        "The exploration token in 3A is resolved before a duel or a quest.",
    ),
    no(
        "X96 retreat",
        lambda: with_state(summer(), **ROW).when(HeroRetreated(hero=ELF, to="1B")),
        ExplorationTokenRevealed(seat="elf", hero=ELF, kind="temple"),
        "An exploration token is only turned over after a move in the quest phase, not after a retreat.",
    ),
    no(
        "X97",
        lambda: place(5),
        LocationDestroyed(seat="elf", area="5A"),
        "At least 6 units are needed to destroy this location: 5 are there.",
    ),
]

# --- runes -----------------------------------------------------------------------------------

PLACED = StartingRunesPlaced(seat="human", areas=("1A", "1B", "1C"), fake="1B")
MINE = tuple(AreaTaken(seat="human", area=area) for area in ("1A", "1B", "1C"))
HELD = (*TWO, PLACED, *MINE)
GAINS = RuneGainBegun(seat="human", source="a card")
TWENTY_ONE = tuple(RunePut(area=f"r{n}") for n in range(21))
SEVENTEEN = tuple(RunePut(area=f"f{n}", kind="fake") for n in range(17))
RUNES = [
    no("X05 real runes", at(*TWO, *TWENTY_ONE), GAINS, "All 21 real runes are on the map.", bendable=False),
    no(
        "X05 real rune put",
        at(*TWO, *TWENTY_ONE),
        RunePut(area="9A"),
        "All 21 real runes are on the map.",
        bendable=False,
    ),
    no(
        "X05 false rune put",
        at(*TWO, *SEVENTEEN),
        RunePut(area="9A", kind="fake"),
        "All false runes are on the map.",
        bendable=False,
    ),
    no(
        "X90",
        at(*HELD, GAINS),
        RunesPlaced(seat="human", areas=("1A", "2A"), real="2A"),
        "1A already has a rune token.",
        bendable=False,
    ),
    no(
        "X91",
        at(*HELD, AreaTaken(seat="elf", area="4A"), GAINS),
        RunesPlaced(seat="human", areas=("4A", "2A"), real="2A"),
        "A rune goes in an area of its player or a free one, not in 4A.",
    ),
    no(
        "X92 count",
        at(*HELD, GAINS),
        FalseRunesDiscarded(seat="human", areas=()),
        "At most 2 false runes may be discarded, from areas you control.",
        bendable=False,
    ),
    no(
        "X92 control",
        at(*HELD, RunePut(area="9A", kind="fake"), GAINS),
        FalseRunesDiscarded(seat="human", areas=("9A",)),
        "At most 2 false runes may be discarded, from areas you control.",
        bendable=False,
    ),
    no(
        "X93",
        at(*HELD),
        VictoryClaimed(seat="human", areas=("1A", "1C")),
        "That makes 2 runes; it takes 6 real ones to win.",
        bendable=False,
    ),
    no(
        "no gain",
        at(*HELD),
        RunesPlaced(seat="human", areas=("2A", "2B"), real="2A"),
        "Daqan Lords is not gaining a rune right now: first record what brings one.",
    ),
    no(
        "not among them",
        at(*HELD, GAINS),
        RunesPlaced(seat="human", areas=("2A", "2B"), real="9A"),
        "The rune has to be in one of the areas named.",
        bendable=False,
    ),
]


@pytest.mark.parametrize(CASE, [*REALM, *COMPANY, *RUNES])
def test_it_is_refused_in_the_words_of_the_rules(
    there: Callable[[], Spec], event: Event[Any], sentence: str, bendable: bool
) -> None:
    holds(there, event, sentence, bendable)


def test_without_a_false_rune_in_the_box_a_gain_brings_the_real_one_alone() -> None:
    spec = given(GAME, *TWO, *SEVENTEEN, GAINS)
    spec.when(RunesPlaced(seat="human", areas=("2A", "2B"), real="2A")).then(
        refused("rune-count", bendable=True, says="1 rune token to place, 2 placed.")
    )
    spec.when(RunesPlaced(seat="human", areas=("2A",), real="2A")).then(table(**{"land.2A.rune.kind": "real"}))


def test_a_rune_that_is_discarded_as_false_and_is_real_shows_itself_and_stays() -> None:
    spec = given(GAME, *HELD, GAINS).when(FalseRunesDiscarded(seat="human", areas=("1A", "1B")))
    spec.then(
        says("Daqan Lords discarded the false runes of 1A, 1B; the one in 1A is real and stays"),
        table(**{"land.1A.rune.kind": "real", "land.1B.rune": None}),
        table(**{"groups.human": {"tokens": 2, "real": 2}}),
    )
