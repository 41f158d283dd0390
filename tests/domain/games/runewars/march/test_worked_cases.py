"""The rulebook's examples of marching and diplomacy (动员/征战指令示例; 外交和结算天命卡): W-11 to W-13, W-24, W-43."""

from companion.testing import Spec, followed, given, refused, table
from domain.framework.kernel import ContentCorrected
from domain.games.runewars.heroes.company import HeroDealt
from domain.games.runewars.heroes.damage import HeroDamaged
from domain.games.runewars.march.by_cards import UnitsPlaced
from domain.games.runewars.march.diplomacy import DiplomacyCardChosen, DiplomacyStarted, NeutralsWithdrew
from domain.games.runewars.march.marches import AreaActivated, UnitsMarched
from domain.games.runewars.realm.dials import InfluenceGained
from domain.games.runewars.war.battles import BattleStarted
from domain.games.runewars.year.orders import TurnEnded
from tests.domain.games.runewars.march.land import GAME, Spot, turn
from tests.domain.games.runewars.moments import SPRING, THREE, Events, ordered


def test_w_11_who_comes_by_mobilize_and_who_does_not() -> None:
    lair, camp = Spot(area="7A", q=0, units={"dragon": 1}), Spot(area="camp", q=1, units={"footman": 2})
    road, riders = Spot(area="road", q=2), Spot(area="riders", q=3, units={"knight": 1})
    yard = Spot(area="yard", q=0, r=1, routed={"siege-tower": 1})
    butts = Spot(area="butts", q=0, r=-2, units={"bowman": 2})
    giants = Spot(area="giants", q=0, r=-1, units={"giant": 1})

    def march(**stacks: int) -> UnitsMarched:
        named = {stack.replace("_", "/", 1).replace("_", "-"): count for stack, count in stacks.items()}
        return UnitsMarched(seat="human", area="7A", stacks=named)

    spec = turn("mobilize", lair, camp, road, riders, yard, butts, giants)
    spec.when(march(camp_footman=2)).then(refused("not-activated"))
    token = spec.and_then(AreaActivated(seat="human", area="7A")).then(table(**{"land.7A.activated": ["human"]}))
    token.and_then(march(yard_siege_tower=1)).then(refused("routed-stay", bendable=True))
    token.and_then(march(butts_bowman=2)).then(refused("way-barred", bendable=True, says="giants"))
    token.and_then(march(camp_footman=2)).then()
    come = token.and_then(march(riders_knight=1))
    come.then(table(**{"land.7A.stacks.footman.standing": 2, "land.7A.stacks.knight.standing": 1}))
    come.then_prompts(BattleStarted(seat="human", area="7A"), DiplomacyStarted)
    come.and_then(TurnEnded(seat="human")).then(refused("still-due", says="Daqan Lords fights for 7A"))


MARKS: Events = tuple(
    ContentCorrected(kind="fate", id=card, fields={"destiny": mark})
    for card, mark in (("1", "ally"), ("2", "withdraw"), ("3", "refuse"))
)
ELVES: Events = (*MARKS, *THREE, *SPRING, *ordered(elf="conquer", human="recruit", uthuk="harvest"))
CAMP = Spot(area="camp", q=0, units={"elf-archer": 2, "pegasus-rider": 1})
LAIR = Spot(area="lair", q=1, units={"beastman": 2, "dragon": 1})
MOOR = Spot(area="moor", q=2)


def at_the_lair() -> Spec:
    """By Conquer the elves have come to 2 beastmen and a dragon."""
    march = UnitsMarched(seat="elf", area="lair", stacks={"camp/elf-archer": 2})
    return given(GAME, *ELVES, CAMP, LAIR, MOOR, AreaActivated(seat="elf", area="lair"), march)


def offer(*cards: str) -> DiplomacyStarted:
    return DiplomacyStarted(seat="elf", area="lair", influence=3, cards=cards)


def test_w_12_three_influence_draw_three_cards_and_the_mark_of_one_makes_allies() -> None:
    talks = at_the_lair().when(offer("1", "2", "3"))
    talks.then(table(**{"seats.elf.influence": 0, "fate_open": ["1", "2", "3"]}))
    allied = talks.and_then(DiplomacyCardChosen(card="1"))
    allied.then(followed(), table(**{"land.lair.controller": "elf", "land.lair.allied": "elf", "diplomacy": None}))
    there = {unit: stack.standing for unit, stack in allied.play.campaign.table.land["lair"].stacks.items()}
    assert there == {"beastman": 2, "dragon": 1, "elf-archer": 2}


def test_w_13_one_attempt_is_for_all_three_of_them() -> None:
    gone = at_the_lair().when(offer("1", "2", "3")).and_then(DiplomacyCardChosen(card="2"))
    gone.then(
        followed(NeutralsWithdrew(seat="uthuk", area="lair", to="moor")),
        table(**{"land.moor.stacks.beastman.routed": 2, "land.moor.stacks.dragon.routed": 1}),
    )
    again = DiplomacyStarted(seat="elf", area="lair", influence=1)
    gone.and_then(again).then(refused("not-enough-influence"), refused("no-one-to-talk-to"))


def test_w_24_though_the_first_card_is_good_all_are_drawn_and_discarded() -> None:
    at_the_lair().when(offer("1")).then(refused("not-all-at-once", bendable=False))
    done = at_the_lair().when(offer("1", "2", "3")).and_then(DiplomacyCardChosen(card="1"))
    done.then(table(fate_open=[], fate_discard=["1", "2", "3"]))


def test_w_43_some_tokens_are_never_short_and_everything_else_is() -> None:
    land = [Spot(area=f"{n}A", q=n, units={"bowman": 1} if n == 1 else {}) for n in range(6)]
    hero = HeroDealt(seat="human", hero="Bruin", area="1A")
    spec = turn("mobilize", *land, start=(*THREE, hero)).when(InfluenceGained(seat="human", amount=60))
    spec = spec.and_then(HeroDamaged(hero="Bruin", amount=30))
    for n in range(6):
        spec = spec.and_then(AreaActivated(seat="human", area=f"{n}A"), bend="a card" if n else "")
    spec.then(
        table(
            **{
                **{f"land.{n}A.activated": ["human"] for n in range(6)},
                "seats.human.influence": 64,
                "heroes.Bruin.damage": 30,
            }
        )
    )
    spec.and_then(UnitsPlaced(area="1A", units={"giant": 5})).then(refused("none-left", bendable=False))
