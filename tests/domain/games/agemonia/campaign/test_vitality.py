"""Stamina, damage, wounds, injuries and conditions."""

from typing import Any

import pytest

from companion.testing import Spec, followed, given, table
from domain.framework.game import PUBLIC
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.party import VitalityDiskReplaced
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    HeroExhausted,
    HeroExhaustedRemoved,
    HeroWounded,
    HeroWoundedRemoved,
    InjuryCardDrawn,
    InjuryCardRemoved,
    StaminaLocked,
    StaminaLost,
    StaminaRecovered,
    StaminaSpent,
    StaminaUnlocked,
)
from tests.domain.games.agemonia.moments import DISKS, PARTY, each_refusal, entry_of, no, refuses, typed_in

READY = (*PARTY, *DISKS)


def damage(amount: int) -> DamageSuffered:
    return DamageSuffered(hero="lunara", amount=amount)


def lost(amount: int) -> StaminaLost:
    return StaminaLost(hero="lunara", amount=amount)


WOUNDED = (*READY, damage(9))
EXHAUSTED = (*WOUNDED, damage(9))
RIB = InjuryCardDrawn(hero="lunara", injury="Broken Rib")
BLEEDS = ConditionGained(figure="lunara", condition="bleeding")
REFUSALS = [
    no("hero-exhausted", *EXHAUSTED, event=damage(1), bendable=False, why="damage"),
    no("hero-exhausted", *EXHAUSTED, event=lost(1), bendable=False, why="stamina"),
    no("hero-exhausted", *EXHAUSTED, event=DamageHealed(hero="lunara", amount=1), bendable=False, why="heal"),
    no("nothing-to-heal", *READY, event=DamageHealed(hero="lunara", amount=1), bendable=False),
    no("nothing-to-heal", *WOUNDED, event=DamageHealed(hero="lunara", amount=1), bendable=False, why="no room"),
    no("nothing-to-recover", *READY, event=StaminaRecovered(hero="lunara", amount=1), bendable=False),
    no("not-enough-stamina", *READY, event=StaminaSpent(hero="lunara", amount=7), bendable=False),
    no("not-wounded", *READY, event=HeroWoundedRemoved(hero="lunara"), bendable=False),
    no("not-exhausted", *WOUNDED, event=HeroExhaustedRemoved(hero="lunara"), bendable=False),
    no("no-such-injury", *READY, event=InjuryCardRemoved(hero="lunara", injury="Broken Rib"), bendable=False),
    no("condition-present", *READY, BLEEDS, event=BLEEDS, bendable=False),
    no(
        "nothing-locked",
        *READY,
        StaminaLocked(hero="lunara", amount=1, source="Aura"),
        event=StaminaUnlocked(hero="venia", source="Aura"),
        bendable=False,
    ),
    no("not-enough-to-lock", *READY, event=StaminaLocked(hero="lunara", amount=30, source="Aura"), bendable=False),
    no("condition-absent", *READY, event=ConditionDiscarded(figure="lunara", condition="bleeding"), bendable=False),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_it_is_refused(before: Any, event: Any, code: str, bendable: bool) -> None:
    refuses(before, event, code, bendable)


def chips(available: int, spent: int, wounds: int) -> Any:
    """The chips of Lunara, all six of them."""

    def expect(outcome: Any) -> None:
        hero = outcome.play.campaign.table.heroes["lunara"]
        found = (hero.available, hero.spent, hero.wounds)
        assert found == (available, spent, wounds), f"available, spent, wounds are {found}"
        assert sum(found) == hero.chips

    return expect


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((StaminaSpent(hero="lunara", amount=4),), (2, 4, 0)),
        ((lost(4),), (2, 4, 0)),
        ((lost(4), lost(4)), (0, 4, 2)),
        ((damage(4),), (2, 0, 4)),
        ((lost(3), damage(4)), (0, 2, 4)),
        ((damage(6),), (0, 0, 6)),
        ((lost(3), StaminaRecovered(hero="lunara", amount=2)), (5, 1, 0)),
        ((lost(3), StaminaRecovered(hero="lunara", amount=9)), (6, 0, 0)),
        ((damage(3), DamageHealed(hero="lunara", amount=2)), (5, 0, 1)),
        ((damage(3), DamageHealed(hero="lunara", amount=9)), (6, 0, 0)),
        ((damage(9), StaminaSpent(hero="lunara", amount=2)), (1, 2, 3)),
        ((damage(9), lost(2), StaminaRecovered(hero="lunara", amount=9)), (3, 0, 3)),
        ((damage(9), damage(2), DamageHealed(hero="lunara", amount=9)), (3, 0, 3)),
        ((damage(9), damage(1), DamageHealed(hero="lunara", amount=9)), (3, 0, 3)),
        ((damage(9), HeroWoundedRemoved(hero="lunara")), (3, 0, 3)),
        ((damage(9), damage(9)), (0, 0, 6)),
        ((damage(9), damage(9), HeroExhaustedRemoved(hero="lunara")), (6, 0, 0)),
    ],
    ids=lambda value: (
        " then ".join(type(e).__name__ + str(getattr(e, "amount", "")) for e in value)
        if value and not isinstance(value[0], int)
        else ""
    ),
)
def test_chips_go_from_pile_to_pile(events: Any, expected: tuple[int, int, int]) -> None:
    given(GAME, *READY, *events).then(chips(*expected))


@pytest.mark.parametrize(("event", "rest"), [(damage(7), 1), (lost(13), 1), (lost(12), 0), (damage(6), 0)], ids=repr)
def test_only_damage_left_over_wounds(event: Any, rest: int) -> None:
    wounded = [HeroWounded(hero="lunara", draws=True)] if rest else []
    spec = given(GAME, *READY).when(event)
    spec.then(followed(*wounded), table(**{"heroes.lunara.wounded": bool(rest)}))
    assert spec.outcome.events[0].over == (rest or None)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("before", "event", "shown"),
    [
        ((), damage(3), "Lunara suffered 3 damage"),
        ((damage(4),), damage(4), "Lunara suffered 4 damage, 2 more than there were chips"),
        ((damage(4),), lost(2), "Lunara lost 2 stamina"),
        ((damage(4), lost(1)), lost(2), "Lunara lost 2 stamina, 1 of it as damage"),
        ((damage(4),), lost(7), "Lunara lost 7 stamina, 2 of it as damage, 3 more than there were chips"),
        ((lost(3),), StaminaRecovered(hero="lunara", amount=2), "Lunara recovered 2 stamina"),
        ((lost(3),), StaminaRecovered(hero="lunara", amount=9), "Lunara recovered 3 stamina"),
        ((damage(3),), DamageHealed(hero="lunara", amount=9), "Lunara healed 3 damage"),
        ((damage(9), damage(1)), DamageHealed(hero="lunara", amount=2), "Lunara healed 1 damage"),
    ],
    ids=str,
)
def test_what_is_told_is_what_happened_to_its_chips(before: Any, event: Any, shown: str) -> None:
    outcome = given(GAME, *READY, *before).when(event).then().outcome
    assert str(outcome.events[0].describe(outcome.play.campaign.table)) == shown


def test_a_healing_that_is_put_right_heals_what_there_is() -> None:
    spec = given(GAME, *READY, damage(3), DamageHealed(hero="lunara", amount=1))
    spec = spec.and_amend(entry_of(spec, DamageHealed), amount=9)
    spec.then(table(**{"heroes.lunara.wounds": 0}))
    amended = spec.outcome.events[0]
    assert [shown.event["amount"] for shown in amended.now] == [3]  # type: ignore[attr-defined]


def test_damage_left_over_exhausts_who_is_wounded() -> None:
    given(GAME, *WOUNDED).when(damage(4)).then(
        followed(HeroExhausted(hero="lunara")), table(**{"heroes.lunara.exhausted": True, "heroes.lunara.wounds": 6})
    )


def test_who_stands_up_is_neither_exhausted_nor_wounded() -> None:
    given(GAME, *EXHAUSTED).when(HeroExhaustedRemoved(hero="lunara")).then(
        table(**{"heroes.lunara.exhausted": False, "heroes.lunara.wounded": False})
    )


def test_without_a_disk_spent_chips_and_wounds_are_counted_all_the_same() -> None:
    events = (lost(9), damage(20), StaminaSpent(hero="lunara", amount=3))
    spec = given(GAME, *PARTY, *events).then(table(**{"heroes.lunara.spent": 12, "heroes.lunara.wounds": 20}))
    spec = spec.and_then(StaminaRecovered(hero="lunara", amount=2)).and_then(DamageHealed(hero="lunara", amount=5))
    spec.then(followed(), table(**{"heroes.lunara.spent": 10, "heroes.lunara.wounds": 15}))


@pytest.mark.parametrize(
    ("before", "event", "turned", "over"),
    [
        (READY, lost(6), None, None),  # the last chip at hand
        (READY, lost(7), 1, None),
        (READY, damage(6), None, None),  # the last chip that can turn
        (READY, damage(7), None, 1),
        ((*READY, lost(6)), lost(6), 6, None),
        ((*READY, lost(6)), lost(7), 6, 1),
        (PARTY, lost(9), None, None),  # of a disk that nobody knows nothing is too much
        (PARTY, damage(20), None, None),
    ],
)
def test_what_the_disk_does_not_hold_is_damage_and_what_has_no_chip_left_is_over(
    before: Any, event: Any, turned: int | None, over: int | None
) -> None:
    settled: Any = given(GAME, *before).when(event).then().outcome.events[0]
    assert (getattr(settled, "turned", None), settled.over) == (turned, over)


def test_a_wounded_number_that_is_not_known_blocks_nothing() -> None:
    spec = given(GAME, *PARTY, VitalityDiskReplaced(hero="lunara", chips=6), damage(7))
    spec = spec.then(table(**{"heroes.lunara.wounded": True, "heroes.lunara.wounds": 0}))
    spec = spec.and_then(StaminaSpent(hero="lunara", amount=5)).then(table(**{"heroes.lunara.spent": 5}))
    spec.and_then(damage(9)).then(followed(), table(**{"heroes.lunara.wounds": 9}))


def test_the_red_side_of_a_turned_disk_is_asked_for_and_the_other_chips_stay_wounds() -> None:
    spec = given(GAME, *PARTY, VitalityDiskReplaced(hero="lunara", chips=6), damage(7), damage(1))
    asked = ("lunara", VitalityDiskReplaced)
    assert asked in musts_of(spec)
    spec = spec.when(VitalityDiskReplaced(hero="lunara", chips=6, wounded_cap=4))
    spec = spec.then(table(**{"heroes.lunara.wounds": 3, "heroes.lunara.wounded_cap": 4}))
    assert asked not in musts_of(spec)


def musts_of(spec: Spec) -> list[tuple[object, object]]:
    """The heroes and the events of what must be done now."""
    return [(one.fields.get("hero"), one.event) for one in spec.play.campaign.prompts(PUBLIC) if one.required]


def test_an_injury_stays_until_it_is_cured() -> None:
    spec = given(GAME, *READY, RIB).then(table(**{"heroes.lunara.injuries": ["Broken Rib"]}))
    spec.when(InjuryCardRemoved(hero="lunara", injury="Broken Rib")).then(table(**{"heroes.lunara.injuries": []}))
    cured = given(GAME, *READY, RIB, InjuryCardRemoved(hero="lunara", injury="Broken Rib"))
    cured.and_undo(entry_of(cured, InjuryCardDrawn), "those").then(table(**{"heroes.lunara.injuries": []}))


def test_a_third_condition_stays_until_somebody_knows_their_numbers() -> None:
    three = [BLEEDS, BLEEDS.copy_with(condition="stunned"), BLEEDS.copy_with(condition="Weird")]
    spec = given(GAME, *READY, *three).then(table(**{"heroes.lunara.conditions": ["bleeding", "stunned", "Weird"]}))
    spec.then_must("Lunara: discard the condition with the lowest number")
    spec.when(ConditionDiscarded(figure="lunara", condition="Weird", reason="lowest")).then_no_prompt(
        ConditionDiscarded
    )


def test_a_condition_whose_gain_was_taken_back_is_lost_by_nobody() -> None:
    spec = given(GAME, *READY, BLEEDS, ConditionDiscarded(figure="lunara", condition="bleeding"))
    spec.and_undo(entry_of(spec, ConditionGained), "those").then(table(**{"heroes.lunara.conditions": []}))


@pytest.mark.parametrize(("number", "gone"), [(5, "weakened"), (1, "Cursed")], ids=["an older one", "the new one"])
def test_the_lowest_of_three_conditions_goes(number: int, gone: str) -> None:
    cards = [
        typed_in("conditions", "bleeding", number=3),
        typed_in("conditions", "weakened", number=2),
        typed_in("conditions", "Cursed", number=number),
    ]
    spec = given(GAME, *READY, *cards, BLEEDS, BLEEDS.copy_with(condition="weakened")).when(
        BLEEDS.copy_with(condition="Cursed")
    )
    spec.then(followed(ConditionDiscarded(figure="lunara", condition=gone, reason="lowest of three")))
