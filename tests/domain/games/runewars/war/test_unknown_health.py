"""Units whose health is not typed in: it is asked once, and a damaged one of them never counts as standing."""

from companion.testing import Spec, refused
from domain.framework.game import PUBLIC
from domain.games.runewars.war.battle_rounds import DamageAssigned, HealthTyped
from domain.games.runewars.war.outcome import StrengthTallied
from tests.domain.games.runewars.war.field import ARCHERS, PASSED, Laid, drawn, field, known, upright

WARLOCKS = Laid(area="field", units={"warlock": 3})


def hit(damage: int, archers: int = 2) -> Spec:
    """The archers hit warlocks of unknown health; nobody draws later."""
    begun = field(ARCHERS, known("warlock", initiative=2), here=WARLOCKS, units={"elf-archer": archers})
    return begun.and_then(PASSED).and_then(drawn("elf", "elf-archer", damage=damage)).then()


def test_it_is_a_tap_before_damage_is_assigned() -> None:
    spec = hit(2)
    (asked,) = [one for one in spec.play.campaign.prompts(PUBLIC) if one.event is HealthTyped]
    assert (str(asked.title), asked.required, asked.keypad) == ("Warlock: how much health?", True, "health")
    spec.then_must(HealthTyped)


def test_it_is_kept_and_decides_who_falls() -> None:
    spec = hit(2).and_then(HealthTyped(unit="warlock", health=2)).then().then_no_prompt(HealthTyped)
    assert spec.play.campaign.table.typed["units"]["warlock"]["health"] == 2
    assert upright(spec, "uthuk") == {"warlock": 2}, "all are alike, so the damage needs no choice"


def test_a_damaged_unit_of_unknown_health_is_asked_for_before_strength_is_counted() -> None:
    spec = hit(2).and_then(DamageAssigned(side="uthuk", damage={"warlock A": 2})).then().then_must(HealthTyped)
    spec = spec.and_then(drawn("uthuk", "warlock")).then()
    spec.and_then(StrengthTallied()).then(refused("health-unknown", bendable=True))
    spec = spec.and_then(HealthTyped(unit="warlock", health=2)).then().then_no_prompt(HealthTyped)
    assert upright(spec, "uthuk") == {"warlock": 2}
    spec.then_must(StrengthTallied)
