"""Fortifications, one of each faction (设施; 计算实力)."""

from companion.testing import NOTHING, Spec, followed, refused, table
from domain.framework.game import PUBLIC
from domain.games.runewars.setup.players import RulingMade
from domain.games.runewars.war.battle_rounds import DamageAssigned, RoutsAssigned
from domain.games.runewars.war.effects import FortificationDeclined, FortificationUsed, UnitWardedOff
from domain.games.runewars.war.outcome import StrengthTallied
from tests.domain.games.runewars.war.field import ARCHERS, PASSED, Laid, field, known, missed, report_of, upright


def fought(development: str, *events: object, units: dict[str, int] | None = None) -> Spec:
    """A battle in which everybody missed, for a stronghold with a fortification."""
    here = Laid(area="field", units={"berserker": 1}, stronghold="uthuk", development=development)
    elves = units or {"elf-archer": 4, "pegasus-rider": 1}
    spec = field(ARCHERS, *events, here=here, units=elves).and_then(PASSED)  # type: ignore[arg-type]
    for unit in sorted(elves, key=["elf-archer", "pegasus-rider", "elf-warrior"].index):
        spec = spec.and_then(missed("elf", unit))
    return spec.and_then(missed("uthuk", "berserker")) if spec.play.campaign.table.battle.stage == "drawing" else spec


def test_walls_add_two_and_stay() -> None:
    spec = fought("reinforced-walls")
    spec.then_must(FortificationUsed)
    spec = spec.and_then(FortificationUsed()).then(table(**{"land.field.development.kind": "reinforced-walls"}))
    spec.and_then(StrengthTallied()).then(table(**{"battles.0.armies.uthuk.strength": 8}))


def test_without_it_they_add_nothing() -> None:
    spec = fought("reinforced-walls").and_then(FortificationDeclined()).then()
    spec.and_then(StrengthTallied()).then(
        table(**{"battles.0.armies.uthuk.strength": 6, "battles.0.fortification": ""})
    )


def test_the_tomb_routs_three_whom_their_owner_chooses_and_is_used_up() -> None:
    spec = fought("cursed-tomb").and_then(FortificationUsed()).then(table(**{"land.field.development": None}))
    chosen = ("elf-archer A", "elf-archer B", "pegasus-rider A")
    asked = next(one for one in spec.play.campaign.prompts(PUBLIC) if one.event is RoutsAssigned)
    assert (asked.required, asked.fields, asked.missing) == (True, {"side": "elf"}, ["units"])
    spec = spec.and_then(RoutsAssigned(side="elf", units=chosen)).then()
    assert upright(spec, "elf") == {"elf-archer": 2}
    spec.then_must(StrengthTallied)


def test_the_spawn_bites_by_the_rules_of_damage() -> None:
    spec = fought("hungry-spawn").and_then(FortificationUsed()).then(table(**{"land.field.development": None}))
    wrong = DamageAssigned(side="elf", damage={"pegasus-rider A": 2, "elf-archer A": 1, "elf-archer B": 1})
    spec = spec.and_then(wrong).then()
    assert upright(spec, "elf") == {"elf-archer": 2, "pegasus-rider": 1}
    assert report_of(spec).fortification == "hungry-spawn"


def test_what_leaves_no_choice_happens_by_itself() -> None:
    archers = {f"elf-archer {letter}": 1 for letter in "ABCD"}
    fought("hungry-spawn", units={"elf-archer": 5}).and_then(FortificationUsed()).then(
        followed(DamageAssigned(side="elf", damage=archers, fallen=tuple(archers)))
    )


def test_wards_send_a_standing_unit_away() -> None:
    spec = fought("protective-wards").and_then(FortificationUsed()).then()
    spec.then_must(UnitWardedOff(fighter="elf-archer A", to="wood"))
    spec = spec.and_then(UnitWardedOff(fighter="pegasus-rider A", to="wood")).then(
        table(**{"land.wood.stacks.pegasus-rider.routed": 1, "battle.fighters.pegasus-rider A": NOTHING})
    )
    spec.and_then(StrengthTallied()).then(table(**{"battles.0.armies.elf.strength": 4}))


def test_g_55_the_defender_chooses_unless_the_table_rules_that_the_owner_does() -> None:
    used = fought("protective-wards").and_then(FortificationUsed())
    used.then_prompts("Uthuk Y'llan chooses which unit is warded off")
    ruled = fought("protective-wards", RulingMade(ruling="wards-owner-chooses")).and_then(FortificationUsed())
    ruled.then_prompts("Latari Elves chooses which unit is warded off")


def test_it_goes_where_it_may_retreat_to() -> None:
    spec = fought("protective-wards").and_then(FortificationUsed())
    spec.and_then(UnitWardedOff(fighter="pegasus-rider A", to="steppe")).then(refused("not-a-retreat", bendable=True))
    spec.and_then(UnitWardedOff(fighter="pegasus-rider A")).then(refused("must-go-somewhere"))


def test_wards_have_nobody_to_send_where_nobody_stands() -> None:
    archers = known("elf-archer", health=1)
    spec = field(
        archers,
        here=Laid(area="field", units={"berserker": 2}, stronghold="uthuk", development="protective-wards"),
        units={"elf-archer": 1},
    )
    spec = spec.and_then(PASSED).and_then(missed("elf", "elf-archer"))
    spec = spec.and_then(missed("uthuk", "berserker").copy_with(damage=1)).then()
    spec.and_then(FortificationUsed()).then().then_must(StrengthTallied)


def test_a_table_may_rule_that_a_flipped_stronghold_loses_its_development() -> None:
    spec = fought("reinforced-walls", RulingMade(ruling="development-lost-on-flip")).and_then(FortificationUsed())
    spec.and_then(StrengthTallied()).then(
        table(**{"land.field.stronghold.intact": False, "land.field.development": None, "battles.0.winner": "uthuk"})
    )
