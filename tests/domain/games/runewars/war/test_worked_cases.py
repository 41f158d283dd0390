"""The battle that the rulebook tells from beginning to end (战争示例; 战争回合示例), and other worked cases."""

import pytest

from companion.testing import Spec, followed, given, refused, says, table
from domain.framework.kernel import ContentCorrected
from domain.games.runewars.state.kinds import Shape, Symbol
from domain.games.runewars.war.battle_rounds import (
    BattleRoundStarted,
    DamageAssigned,
    RoutsAssigned,
    icons_on,
    sum_icons,
)
from domain.games.runewars.war.effects import SpecialAbilityResolved
from domain.games.runewars.war.outcome import StrengthTallied
from tests.domain.games.runewars.war.field import ARCHERS, GAME, MOBILIZE, PASSED, Laid, drawn, field, upright

UTHUK = Laid(area="field", units={"flesh-ripper": 2, "berserker": 3, "beastman": 3})
ELVES = {"elf-archer": 3, "pegasus-rider": 2}


def begun() -> Spec:
    return field(ARCHERS, here=UTHUK, units=ELVES).when(PASSED)


@pytest.mark.parametrize("case", ["W-15"])
def test_each_type_draws_as_many_cards_as_stand_of_it(case: str) -> None:
    spec = begun().then(followed(BattleRoundStarted(number=1)))
    spec = spec.and_then(drawn("elf", "elf-archer")).then(table(**{"battle.volleys.elf.count": 3}))
    spec.and_then(drawn("uthuk", "flesh-ripper")).then(table(**{"battle.report.volleys.1.count": 2}))


def first_round() -> Spec:
    spec = begun().and_then(drawn("elf", "elf-archer", specials=1, damage=1))
    return spec.and_then(drawn("uthuk", "flesh-ripper", routs=1, damage=1)).then()


def hit() -> Spec:
    return first_round().and_then(SpecialAbilityResolved(side="elf", damage={"berserker C": 1}))


@pytest.mark.parametrize("case", ["W-16"])
def test_a_special_ability_hits_whom_it_will_and_a_rout_whom_its_owner_will(case: str) -> None:
    spec = hit().then(followed())
    assert upright(spec, "uthuk") == {"flesh-ripper": 2, "berserker": 2, "beastman": 3}
    spec = spec.and_then(RoutsAssigned(side="elf", units=("elf-archer C",))).then()
    assert upright(spec, "elf") == {"elf-archer": 2, "pegasus-rider": 2}


def damaged() -> Spec:
    spec = hit().and_then(RoutsAssigned(side="elf", units=("elf-archer C",)))
    spec = spec.and_then(DamageAssigned(side="elf", damage={"pegasus-rider A": 1}))
    return spec.and_then(DamageAssigned(side="uthuk", damage={"flesh-ripper B": 1}))


@pytest.mark.parametrize("case", ["W-17"])
def test_damage_as_high_as_health_destroys(case: str) -> None:
    spec = damaged().then(
        DamageAssigned(side="uthuk", damage={"flesh-ripper B": 1}, fallen=("flesh-ripper B",)),
        BattleRoundStarted(number=2),
        table(**{"battle.fighters.pegasus-rider A.damage": 1, "land.field.stacks.flesh-ripper.standing": 1}),
    )
    assert upright(spec, "uthuk") == {"flesh-ripper": 1, "berserker": 2, "beastman": 3}


def second_round() -> Spec:
    spec = damaged().and_then(drawn("elf", "pegasus-rider", damage=3))
    return spec.and_then(drawn("uthuk", "berserker", damage=1))


@pytest.mark.parametrize("case", ["W-18"])
def test_damage_must_go_to_who_is_damaged_already(case: str) -> None:
    spec = second_round().then(followed(DamageAssigned(side="elf", damage={"pegasus-rider A": 1})))
    lost = {"berserker A": 1, "berserker B": 1, "beastman A": 1}
    spec = spec.and_then(DamageAssigned(side="uthuk", damage=lost)).then(
        table(**{"battle.fighters.pegasus-rider A.damage": 2, "battle.stage": "drawing", "battle.round": 2})
    )
    assert upright(spec, "uthuk") == {"flesh-ripper": 1, "beastman": 2}


def test_the_whole_battle_of_the_rulebook() -> None:
    lost = {"berserker A": 1, "berserker B": 1, "beastman A": 1}
    spec = second_round().and_then(DamageAssigned(side="uthuk", damage=lost))
    spec = spec.and_then(drawn("uthuk", "beastman", routs=1, damage=1))
    routed = spec.and_then(RoutsAssigned(side="elf", units=("pegasus-rider B",)))
    routed.then(
        RoutsAssigned(side="elf", units=("pegasus-rider B",)),
        DamageAssigned(side="elf", damage={"pegasus-rider A": 1}, fallen=("pegasus-rider A",)),
    )
    counted_ = routed.and_then(StrengthTallied())
    counted_.then(
        says(
            "Strength: Latari Elves 2, Uthuk Y'llan 3: Uthuk Y'llan won",
            "Latari Elves retreated to wood: Archer ×3, Pegasus Rider",
            "The battle in field ended",
        ),
        table(
            **{
                "land.wood.stacks.elf-archer": {"owner": "elf", "standing": 0, "routed": 3},
                "land.field.controller": "uthuk",
                "land.field.contested": False,
                "battle": None,
            }
        ),
    )
    report = counted_.play.campaign.table.battles[0]
    assert report.armies["elf"].lost == {"pegasus-rider": 1}
    assert report.armies["uthuk"].lost == {"berserker": 3, "flesh-ripper": 1, "beastman": 1}
    assert report.armies["elf"].retreat == "wood"


@pytest.mark.parametrize(
    ("shape", "symbol", "icons"),
    [
        pytest.param("triangle", "special", (1, 0, 0), id="W-41 triangle"),
        pytest.param("rectangle", "rout 1", (0, 1, 0), id="W-41 rectangle"),
        pytest.param("hexagon", "damage 2", (0, 0, 2), id="W-41 hexagon"),
        pytest.param("circle", "blank", (0, 0, 0), id="W-41 circle"),
    ],
)
def test_a_base_reads_its_own_part_of_a_card(shape: Shape, symbol: Symbol, icons: tuple[int, int, int]) -> None:
    shown = {"triangle": "special", "rectangle": "rout 1", "hexagon": "damage 2", "circle": "blank"}
    card = ContentCorrected(kind="fate", id="7", fields=shown)
    unit = ContentCorrected(kind="units", id="giant", fields={"shape": shape})
    assert icons_on(given(GAME, card, unit).play.campaign.table, "giant", ["7"]) == icons == sum_icons([symbol])


@pytest.mark.parametrize("case", ["W-44"])
def test_a_dragon_kills_up_to_three_triangle_units(case: str) -> None:
    spec = field(ARCHERS, here=Laid(area="field", units={"dragon": 1}), units={"elf-archer": 4}, start=MOBILIZE)
    spec = spec.and_then(PASSED).and_then(drawn("elf", "elf-archer"))
    spec = spec.and_then(drawn("neutral", "dragon", specials=1))
    killed = ("elf-archer A", "elf-archer B", "elf-archer C")
    spec = spec.and_then(SpecialAbilityResolved(side="neutral", destroyed=killed)).then()
    assert upright(spec, "elf") == {"elf-archer": 1}


@pytest.mark.parametrize("case", ["W-06"])
def test_with_conquer_the_stronghold_counts_three_less(case: str) -> None:
    keep = Laid(area="field", units={"berserker": 1}, stronghold="uthuk")
    spec = field(ARCHERS, here=keep, units={"elf-archer": 4}).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer")).and_then(drawn("uthuk", "berserker"))
    spec.then_must(StrengthTallied(siege=True))
    spec.and_then(StrengthTallied(siege=True)).then(
        table(**{"battles.0.armies.uthuk.strength": 3, "battles.0.winner": "elf", "turn.bonus": "taken"})
    )


def test_only_conquer_lays_siege() -> None:
    keep = Laid(area="field", units={"berserker": 1}, stronghold="uthuk")
    spec = field(here=keep, units={"elf-archer": 4}, start=MOBILIZE).and_then(PASSED)
    spec = spec.and_then(drawn("elf", "elf-archer")).and_then(drawn("uthuk", "berserker"))
    spec.and_then(StrengthTallied(siege=True)).then(refused("not-conquering", bendable=True))
