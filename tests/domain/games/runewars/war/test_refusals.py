"""Why something in a battle is refused; cases named after the digest of the rulebook."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, refused, table
from domain.framework.events.event import Event
from domain.framework.kernel import AreasTracked, ContentCorrected
from domain.games.runewars.cards import TacticsDrawn, TacticsPlayed
from domain.games.runewars.march.diplomacy import RefusalAnswered
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.war.aftermath import ArmyRetreated, BattleEnded, ExcessWinnersRetreated, StrongholdConquered
from domain.games.runewars.war.battle_rounds import BattleRoundStarted, DamageAssigned, DrawHeldBack, RoutsAssigned
from domain.games.runewars.war.battles import ArmiesLinedUp, BattleStarted, ReinforcementsJoined
from domain.games.runewars.war.effects import (
    BattleEffectUsed,
    FortificationUsed,
    SpecialAbilityResolved,
    StartOfBattleEffectUsed,
    StartOfBattlePassed,
    UnitWardedOff,
)
from domain.games.runewars.war.outcome import BattleResolvedByHand, StrengthTallied
from domain.games.runewars.year.orders import SupremacyDeclined, TurnEnded
from tests.domain.games.runewars.moments import SPRING, THREE, Events, ordered
from tests.domain.games.runewars.war.field import (
    ARCHERS,
    AWAY,
    CONQUER,
    GAME,
    HOME,
    PASSED,
    Arrived,
    Laid,
    drawn,
    field,
    missed,
)

HORDE = Laid(area="field", units={"flesh-ripper": 2, "berserker": 2})
WILD = Laid(area="field", units={"beastman": 2})
ELVES = {"elf-archer": 3, "pegasus-rider": 2}


def opened(here: Laid = HORDE) -> Spec:
    return field(ARCHERS, here=here, units=ELVES)


def drawing() -> Spec:
    return opened().and_then(PASSED)


def shown(**icons: int) -> Spec:
    """The elves missed, the Uthuk's cards show something."""
    return drawing().and_then(missed("elf", "elf-archer")).and_then(drawn("uthuk", "flesh-ripper", **icons))


def hurt(**icons: int) -> Spec:
    """The first of the riders is damaged; then what the Uthuk's cards show is still to come."""
    spec = shown(specials=1, **icons)
    return spec.and_then(SpecialAbilityResolved(side="uthuk", damage={"pegasus-rider A": 1}))


# --- X50, X51: the start of a battle ---


@pytest.mark.parametrize("case", ["X50"])
def test_the_attacker_is_first_at_the_start(case: str) -> None:
    used = StartOfBattleEffectUsed(side="uthuk", what="a card")
    opened().and_then(used).then(refused("attacker-first", bendable=True))
    opened().and_then(StartOfBattlePassed(side="elf")).and_then(used).then()


@pytest.mark.parametrize("case", ["X50"])
def test_who_passed_uses_nothing_more_at_the_start(case: str) -> None:
    late = StartOfBattleEffectUsed(side="elf", what="a card")
    passed = opened().and_then(StartOfBattlePassed(side="elf"))
    passed.and_then(late).then(refused("start-is-over", bendable=True))
    drawing().and_then(late).then(refused("start-is-over"))


@pytest.mark.parametrize("case", ["X51"])
def test_no_tactics_cards_for_neutral_units(case: str) -> None:
    card = BattleEffectUsed(side="neutral", card="mountain-pass")
    opened(WILD).and_then(card).then(refused("no-cards-for-neutrals", bendable=True))
    opened(WILD).and_then(BattleEffectUsed(side="elf", card="mountain-pass")).then()


PASS = "mountain-pass"


def holding(timing: str) -> Spec:
    """The elves hold a tactics card that says when it is used."""
    held = TacticsDrawn(seat="elf", cards=(PASS,))
    printed = ContentCorrected(kind="tactics", id=PASS, fields={"timing": timing})
    laid = (HOME, HORDE, AWAY, Arrived(area="field", units=ELVES))
    start = (*THREE, held, *SPRING, *ordered(elf="conquer", uthuk="harvest", human="recruit"))
    return given(GAME, printed, *start, *laid, BattleStarted(seat="elf", area="field"))


@pytest.mark.parametrize("case", ["X50", "W-39"])
@pytest.mark.parametrize("timing", ["your turn", "start of battle"])
def test_what_is_for_the_start_is_of_no_use_later(case: str, timing: str) -> None:
    spec = holding(timing).and_then(PASSED)
    spec.and_then(BattleEffectUsed(side="elf", card=PASS)).then(refused("start-is-over", bendable=True))


def test_a_card_leaves_the_hand_with_its_effect() -> None:
    spec = holding("your turn").and_then(StartOfBattleEffectUsed(side="elf", card=PASS))
    spec.then(followed(TacticsPlayed(seat="elf", card=PASS)), table(**{"seats.elf.tactics": []}))


def test_a_card_of_another_time_is_refused() -> None:
    holding("duel").and_then(StartOfBattleEffectUsed(side="elf", card=PASS)).then(refused("wrong-time"))


def test_a_card_gained_this_season_is_locked() -> None:
    spec = opened().and_then(TacticsDrawn(seat="elf", cards=(PASS,)))
    spec.and_then(StartOfBattleEffectUsed(side="elf", card=PASS)).then(refused("locked-this-season"))


@pytest.mark.parametrize("case", ["X05"])
def test_nobody_joins_a_battle_of_whom_the_box_has_none_left(case: str) -> None:
    joining = ReinforcementsJoined(side="uthuk", units={"chaos-lord": 5})
    opened().and_then(joining).then(refused("none-left", bendable=False))
    opened().and_then(joining.copy_with(units={"chaos-lord": 4})).then()


# --- X52, X53: who draws ---


@pytest.mark.parametrize("case", ["X52"])
def test_who_has_another_initiative_does_not_draw(case: str) -> None:
    drawing().and_then(missed("elf", "pegasus-rider")).then(refused("other-initiative", bendable=True))


@pytest.mark.parametrize("case", ["X53"])
def test_a_type_draws_once(case: str) -> None:
    spec = drawing().and_then(missed("elf", "elf-archer"))
    spec.and_then(missed("elf", "elf-archer")).then(refused("drew-already", bendable=True))


def test_the_attacker_draws_first() -> None:
    drawing().and_then(missed("uthuk", "flesh-ripper")).then(refused("others-first", says="Latari Elves"))


def test_all_cards_are_drawn_at_once() -> None:
    two = drawn("elf", "elf-archer").copy_with(cards=("1", "2"))
    drawing().and_then(two).then(refused("not-all-at-once", bendable=False))


@pytest.mark.parametrize("icons", [{"specials": 4}, {"specials": 2, "routs": 4}, {"routs": 3, "damage": 9}])
def test_three_cards_show_three_icons_at_most(icons: dict[str, int]) -> None:
    drawing().and_then(drawn("elf", "elf-archer", **icons)).then(refused("too-many-icons", bendable=True))


# --- X54 to X56, X58: whom it falls on ---


@pytest.mark.parametrize("case", ["X54"])
def test_damage_goes_to_the_damaged_first(case: str) -> None:
    past = {"elf-archer A": 1, "elf-archer B": 1, "pegasus-rider A": 1}
    hurt(damage=3).and_then(DamageAssigned(side="elf", damage=past)).then(
        refused("damaged-first", bendable=True, says="Pegasus Rider A")
    )
    hurt(damage=3).and_then(DamageAssigned(side="elf", damage={"elf-archer A": 1, "pegasus-rider A": 2})).then()


@pytest.mark.parametrize("case", ["X55"])
def test_damage_goes_to_a_routed_unit_only_if_none_stands(case: str) -> None:
    spec = shown(routs=1, damage=1).and_then(RoutsAssigned(side="elf", units=("elf-archer A",)))
    spec.and_then(DamageAssigned(side="elf", damage={"elf-archer A": 1})).then(refused("routed-last", bendable=True))


@pytest.mark.parametrize(
    ("ruled", "hit"), [(False, "pegasus-rider A"), (True, "pegasus-rider B")], ids=["G-41", "ruled"]
)
def test_a_damaged_unit_is_hit_first_though_it_is_routed_unless_the_table_rules_otherwise(
    ruled: bool, hit: str
) -> None:
    rulings = (RulingMade(ruling="damage-standing-first"),) if ruled else ()
    spec = field(ARCHERS, *rulings, here=HORDE, units={"pegasus-rider": 2}).and_then(PASSED)
    spec = spec.and_then(drawn("uthuk", "flesh-ripper", specials=1, damage=1))
    lying = SpecialAbilityResolved(side="uthuk", damage={"pegasus-rider A": 1}, routed=("pegasus-rider A",))
    spec.and_then(lying).then(followed(DamageAssigned(side="elf", damage={hit: 1}), BattleRoundStarted(number=2)))


@pytest.mark.parametrize("case", ["X56"])
def test_an_undamaged_unit_is_routed_first(case: str) -> None:
    lying = RoutsAssigned(side="elf", units=("pegasus-rider A",))
    hurt(routs=1).and_then(lying).then(refused("whole-units-first", bendable=True))
    hurt(routs=1).and_then(RoutsAssigned(side="elf", units=("pegasus-rider B",))).then()


@pytest.mark.parametrize("case", ["X58"])
def test_exactly_so_many(case: str) -> None:
    spec = shown(routs=1, damage=1)
    none = RoutsAssigned(side="elf", units=())
    two = RoutsAssigned(side="elf", units=("elf-archer A", "elf-archer B"))
    spec.and_then(none).then(refused("exactly", bendable=False, says="exactly 1, not 0"))
    shown(routs=1).and_then(two).then(refused("exactly", says="exactly 1, not 2"))
    shown(damage=1).and_then(DamageAssigned(side="elf", damage={"elf-archer A": 2})).then(refused("exactly"))


# --- X57: fortifications ---


@pytest.mark.parametrize("case", ["X57"])
def test_no_fortification_where_there_is_none(case: str) -> None:
    mine = Laid(area="field", units={"berserker": 1}, stronghold="uthuk", development="diplomacy")
    spec = opened(mine).and_then(PASSED).and_then(missed("elf", "elf-archer"))
    spec = spec.and_then(missed("elf", "pegasus-rider")).and_then(missed("uthuk", "berserker"))
    spec.and_then(FortificationUsed()).then(refused("no-fortification", bendable=False))


# --- Conquer, special abilities, and what is not the moment for it ---


def counting(start: Events = CONQUER, here: Laid = HORDE) -> Spec:
    """Everybody missed; strength is counted next."""
    spec = field(ARCHERS, here=here, units={"elf-archer": 2}, start=start)
    spec = spec.and_then(PASSED).and_then(missed("elf", "elf-archer"))
    for unit in here.units:
        spec = spec.and_then(missed("uthuk", unit))
    return spec


KEEP = Laid(area="field", units={"berserker": 1}, stronghold="uthuk")
SIEGE = StrengthTallied(siege=True)


def test_no_siege_without_a_stronghold() -> None:
    counting().and_then(SIEGE).then(refused("no-stronghold-here", bendable=False))


def test_no_stronghold_counts_where_there_is_none() -> None:
    counting().and_then(StrengthTallied(stronghold=5)).then(refused("no-stronghold-here", bendable=False))


def test_no_siege_with_a_bonus_that_was_declined() -> None:
    laid = (HOME, KEEP, AWAY, Arrived(area="field", units={"elf-archer": 2}))
    start = (*CONQUER, ARCHERS, *laid, SupremacyDeclined(seat="elf"), BattleStarted(seat="elf", area="field"))
    spec = given(GAME, *start, PASSED, missed("elf", "elf-archer"), missed("uthuk", "berserker"))
    spec.when(SIEGE).then(refused("bonus-declined", bendable=True))


def test_one_siege_an_order() -> None:
    spec = counting(here=KEEP).and_then(SIEGE)
    hill = Laid(area="hill", stronghold="uthuk")
    again = spec.and_then(hill).and_then(Arrived(area="hill", units={"elf-archer": 1}))
    again = again.and_then(BattleStarted(seat="elf", area="hill"), bend="a card says so")
    again = again.and_then(PASSED).and_then(missed("elf", "elf-archer"))
    again.and_then(SIEGE).then(refused("used-before", bendable=True))


def test_no_more_special_abilities_than_icons() -> None:
    spec = shown(specials=1)
    spec.and_then(SpecialAbilityResolved(side="uthuk", icons=2)).then(refused("no-specials-left", bendable=False))


def test_the_attackers_special_abilities_come_first() -> None:
    spec = (
        drawing().and_then(drawn("elf", "elf-archer", specials=1)).and_then(drawn("uthuk", "flesh-ripper", specials=1))
    )
    spec.and_then(SpecialAbilityResolved(side="uthuk")).then(refused("others-first", bendable=True))


def test_nobody_passes_twice_at_the_start() -> None:
    spec = opened().and_then(StartOfBattlePassed(side="elf"))
    spec.and_then(StartOfBattlePassed(side="elf")).then(refused("start-is-over"))


SECOND_BATTLES: dict[str, Event[Any]] = {
    "begun": BattleStarted(seat="elf", area="moor"),
    "refused by neutral units": RefusalAnswered(seat="elf", area="moor", answer="battle"),
}
WITHOUT_CALENDAR = AreasTracked(tracks=("map", "units"))


@pytest.mark.parametrize("before", [THREE, (*THREE, WITHOUT_CALENDAR), CONQUER], ids=["setup", "no calendar", "turn"])
@pytest.mark.parametrize("second", SECOND_BATTLES.values(), ids=SECOND_BATTLES)
def test_one_battle_at_a_time_whatever_a_card_says(before: Events, second: Event[Any]) -> None:
    spec = given(GAME, *before, HOME, HORDE, Laid(area="moor", units={"beastman": 1}))
    spec = spec.when(Arrived(area="field", units=ELVES)).and_then(Arrived(area="moor", units={"elf-warrior": 1}))
    spec = spec.and_then(BattleStarted(seat="elf", area="field"))
    spec.and_then(second, bend="a card says so").then(refused("battle-first", bendable=False, says="field"))
    assert spec.play.campaign.table.battle.area == "field"


@pytest.mark.parametrize(
    "event",
    [
        ArmiesLinedUp(),
        SpecialAbilityResolved(side="elf"),
        missed("elf", "elf-archer"),
        DrawHeldBack(side="elf"),
        BattleRoundStarted(),
        RoutsAssigned(side="elf", units=()),
        DamageAssigned(side="elf", damage={}),
        FortificationUsed(),
        UnitWardedOff(fighter="elf-archer A"),
        StrengthTallied(),
        ArmyRetreated(),
        StrongholdConquered(),
        ExcessWinnersRetreated(units={}),
        BattleEnded(),
    ],
    ids=lambda event: type(event).__name__,
)
def test_each_thing_has_its_moment(event: Event[Any]) -> None:
    opened().and_then(event).then(refused("not-now", bendable=False))


def test_the_start_is_over_once_cards_are_drawn() -> None:
    shown(damage=3).and_then(PASSED).then(refused("not-now", bendable=False))


def test_a_table_that_no_longer_counts_units_is_not_held_up_by_a_battle() -> None:
    tracks = ("calendar", "map", "dials", "influence", "cards", "fate", "heroes", "runes", "exploration")
    opened().and_then(AreasTracked(tracks=tracks)).and_then(TurnEnded(seat="elf")).then(refused("base-left"))


# --- where there is nobody to fight ---


def test_a_battle_takes_attackers() -> None:
    given(GAME, *CONQUER, HOME, HORDE).when(BattleStarted(seat="elf", area="field")).then(refused("nobody-attacks"))


def test_a_battle_takes_somebody_to_fight() -> None:
    given(GAME, *CONQUER, HOME).when(BattleStarted(seat="elf", area="wood")).then(refused("nobody-defends"))


def test_it_is_begun_in_ones_own_turn() -> None:
    start = (*THREE, *SPRING, *ordered(uthuk="conquer", elf="harvest", human="recruit"))
    spec = given(GAME, *start, HOME, HORDE, Arrived(area="field", units=ELVES))
    spec.when(BattleStarted(seat="elf", area="field")).then(refused("not-your-turn", bendable=True))


def test_an_order_causes_one_battle() -> None:
    spec = opened(WILD).and_then(BattleResolvedByHand(winner="elf", lost={"beastman": 2}))
    spec = spec.and_then(AWAY.copy_with(area="hill")).and_then(Arrived(area="hill", units={"elf-warrior": 1}))
    spec.and_then(BattleStarted(seat="elf", area="hill")).then(refused("second-battle", bendable=True))


def test_nothing_of_a_battle_happens_without_one() -> None:
    given(GAME, *CONQUER).when(StrengthTallied()).then(refused("wrong-step"))
    given(GAME).when(StrengthTallied()).then(refused("no-battle", bendable=False))


def test_strength_is_counted_after_the_rounds() -> None:
    opened().and_then(StrengthTallied()).then(refused("not-now", bendable=False))
