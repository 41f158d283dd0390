"""The year of the rulebook's example (游戏季节示例; 最高奖励): W-02, W-05, W-06; W-04 stands in `test_autumn`."""

from companion.testing import Spec, followed, given, refused, table
from domain.framework.kernel import Adjusted
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched
from domain.games.runewars.realm.dials import StrategyDrawn
from domain.games.runewars.war.aftermath import StrongholdConquered
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.war.outcome import StrengthTallied
from domain.games.runewars.year.orders import SupremacyTaken
from domain.games.runewars.year.seasons import SeasonCardDrawn, SeasonEnded
from tests.domain.games.runewars.march.land import GAME, Spot
from tests.domain.games.runewars.moments import CALLED, SPRING, THREE, Events, autumn, ordered, over
from tests.domain.games.runewars.war.field import PASSED, known, missed

RICHEST = Adjusted(path="seats.uthuk.influence", after=9, reason="as it stands")
YEAR: Events = (
    *THREE,
    *SPRING,
    *ordered(human="strategize", elf="conquer", uthuk="harvest"),
    *over("human", "elf", "uthuk", elf="conquer", uthuk="harvest"),
    *CALLED,
    *ordered(human="mobilize", elf="recruit", uthuk="acquire-power"),
    *over("human", "elf", "uthuk", human="mobilize", uthuk="acquire-power"),
    *autumn("human", "elf", "uthuk"),
    RICHEST,
)
AUTUMN: Events = (*YEAR, *ordered(elf="strategize", human="conquer", uthuk="conquer"))
"""The elves used #3 and #5, the Uthuk #4 and #7, the humans #1 and #2; the Uthuk have the most influence."""


def test_w_02_a_recruit_after_fortify_has_no_supremacy_bonus() -> None:
    spring = (*THREE, *SPRING, *ordered(uthuk="fortify", human="strategize", elf="harvest"))
    summer = (*spring, *over("human", "elf", "uthuk", elf="harvest"), *CALLED)
    recruits = given(GAME, *summer, *ordered(uthuk="recruit", human="acquire-power", elf="rally-support"))
    recruits.when(SupremacyTaken(seat="uthuk")).then(refused("higher-used", says="#8 Fortify"))


def test_w_05_the_lowest_order_begins_and_of_two_alike_who_has_most_influence() -> None:
    revealed = given(GAME, *AUTUMN).then(table(order=["elf", "uthuk", "human"]))
    drawn = StrategyDrawn(seat="elf", count=1)
    revealed.when(drawn).then(refused("higher-used", says="#5 Recruit was already used this year"))
    first = revealed.when(*over("elf"))
    first.and_then(SupremacyTaken(seat="uthuk")).then(refused("higher-used", says="#7 Acquire Power"))


def besieged() -> Spec:
    """The humans come with three footmen to a stronghold of the Uthuk, where nobody is home."""
    spots = (
        known("footman", initiative=3, health=1),
        Spot(area="1A", q=0, units={"footman": 3}),
        Spot(area="2A", q=1, stronghold="uthuk"),
        Spot(area="3A", q=2, units={"berserker": 1}),
    )
    march = (AreaActivated(seat="human", area="2A"), UnitsMarched(seat="human", area="2A", stacks={"1A/footman": 3}))
    fight = (BattleStarted(seat="human", area="2A"), PASSED, missed("human", "footman"))
    return given(GAME, *AUTUMN, *over("elf", "uthuk", uthuk="conquer"), *spots, *march, *fight)


def test_w_06_the_last_conquers_with_its_bonus_and_winter_is_next() -> None:
    """Conquer is the highest order that the humans used: in its battle the stronghold counts 3 less, 2 against 3."""
    besieged().then_must(StrengthTallied(siege=True))
    won = besieged().when(StrengthTallied(siege=True))
    won.then(table(**{"battles.0.winner": "human", "battles.0.armies.uthuk.strength": 2, "turn.bonus": "taken"}))
    ended = won.and_then(StrongholdConquered()).and_then(*over("human"))
    ended.then(followed(SeasonEnded()), table(**{"season": 4, "step": "season", "calendar.3.bonus": ["human"]}))
    ended.then_next(SeasonCardDrawn())
    ended.and_then(SeasonCardDrawn()).then(SeasonCardDrawn(season="winter"))
