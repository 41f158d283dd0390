"""Rows 178 to 195 of the event catalogue by what they do: stamina, damage, injuries, allies' health, conditions."""

from collections.abc import Mapping

import pytest

from companion.testing import Expectation, followed, table
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
from domain.games.agemonia.console.enemies import AllyDamaged, AllyExhausted, AllyHealed, ScenarioAllyAdded
from domain.games.agemonia.figures import figures_waiting
from tests.domain.games.agemonia.console.fights import FIGHTING, LUNARA, ONE, VENIA, at, enemy, map_of, turns
from tests.domain.games.agemonia.moments import CITY, DISKS, PARTY, Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, case, each, here, never, seen

READY: Events = (*PARTY, *DISKS)
SPENDS, LOSES = StaminaSpent(hero=LUNARA, amount=2), StaminaLost(hero=LUNARA, amount=2)
HURT = DamageSuffered(hero=LUNARA, amount=2)
WOUNDED: Events = (*READY, HURT.copy_with(amount=9))
EXHAUSTED: Events = (*WOUNDED, HURT.copy_with(amount=9))
RECOVERS, HEALS = StaminaRecovered(hero=LUNARA, amount=2), DamageHealed(hero=LUNARA, amount=2)
LOCKS = StaminaLocked(hero=LUNARA, amount=2, source="Aura")
UNLOCKS = StaminaUnlocked(hero=LUNARA, source="Aura")
STANDS_UP = HeroExhaustedRemoved(hero=LUNARA)
WOLF = ScenarioAllyAdded(ally="Wolf", health=6, controller="Ana")
BITTEN = AllyDamaged(ally="Wolf", amount=2)
RIB = InjuryCardDrawn(hero=LUNARA, injury="Broken Rib")
BLEEDS = ConditionGained(figure=LUNARA, condition="bleeding")
NUMBERED: Events = tuple(typed_in("conditions", f"No {n}", number=n) for n in (3, 6, 9))
SIX, NINE, THREE = (BLEEDS.copy_with(condition=f"No {n}") for n in (6, 9, 3))
UNNUMBERED: Events = tuple(BLEEDS.copy_with(condition=name) for name in ("Odd", "Strange"))


def chips(available: int, spent: int, wounds: int) -> Expectation:
    """The chips of Lunara that are not locked."""
    return seen(lambda now: _chips(now.heroes[LUNARA]), (available, spent, wounds))


def _chips(hero: object) -> tuple[object, ...]:
    return tuple(getattr(hero, name) for name in ("available", "spent", "wounds"))


ROWS: Rows = {
    178: [
        case(*READY, event=SPENDS, then=chips(4, 2, 0)),
        case(*READY, event=SPENDS.copy_with(amount=7), then=never("not-enough-stamina")),
        case(*FIGHTING, WOLF, event=SPENDS.copy_with(hero="Wolf"), then=never("not-offered")),
    ],
    179: [
        case(*READY, event=LOSES, then=chips(4, 2, 0)),
        case(*READY, SPENDS, event=LOSES.copy_with(amount=5), then=chips(0, 5, 1)),
        case(*EXHAUSTED, event=LOSES, then=never("hero-exhausted")),
    ],
    180: [
        case(*READY, SPENDS, event=RECOVERS.copy_with(amount=5), then=chips(6, 0, 0)),
        case(*READY, event=RECOVERS, then=never("nothing-to-recover")),
        case(*WOUNDED, event=RECOVERS, then=never("nothing-to-recover")),
    ],
    181: [
        case(*READY, event=HURT, then=chips(4, 0, 2)),
        case(*READY, SPENDS, event=HURT.copy_with(amount=5), then=chips(0, 1, 5)),
        case(
            *READY,
            HURT.copy_with(amount=4),
            event=HURT,
            then=(chips(0, 0, 6), here("heroes.lunara.wounded", value=False)),
        ),
        case(
            *READY,
            HURT,
            SPENDS.copy_with(amount=1),
            LOCKS,
            event=HURT.copy_with(amount=3),
            then=(chips(0, 1, 5), here("heroes.lunara.locked", {})),
        ),
        case(*EXHAUSTED, event=HURT, then=never("hero-exhausted")),
    ],
    182: [
        case(*READY, HURT, event=HEALS.copy_with(amount=5), then=chips(6, 0, 0)),
        case(*READY, event=HEALS, then=never("nothing-to-heal")),
        case(*EXHAUSTED, event=HEALS, then=never("hero-exhausted")),
        case(*WOUNDED, event=HEALS, then=never("nothing-to-heal")),
    ],
    183: [
        case(*READY, event=LOCKS, then=(chips(4, 0, 0), here("heroes.lunara.locked.Aura.chips", 2))),
        case(*READY, event=LOCKS.copy_with(amount=7), then=never("not-enough-to-lock")),
    ],
    184: [
        case(*READY, LOCKS, event=UNLOCKS, then=chips(4, 2, 0)),
        case(*READY, LOCKS, event=UNLOCKS.copy_with(hero=VENIA), then=never("nothing-locked")),
    ],
    185: [
        case(
            *READY,
            event=HURT.copy_with(amount=9),
            then=(
                followed(HeroWounded(hero=LUNARA, draws=True)),
                chips(3, 0, 3),
                table(**{"heroes.lunara.wounded": True, "heroes.lunara.injuries_due": 1}),
            ),
            asks=(InjuryCardDrawn,),
        ),
        case(*READY, event=HURT.copy_with(amount=6), then=here("heroes.lunara.wounded", value=False)),
    ],
    186: [
        case(
            *WOUNDED,
            event=HeroWoundedRemoved(hero=LUNARA),
            then=(chips(3, 0, 3), here("heroes.lunara.wounded", value=False)),
        ),
        case(*READY, event=HeroWoundedRemoved(hero=LUNARA), then=never("not-wounded")),
    ],
    187: [
        case(
            *WOUNDED,
            event=HURT.copy_with(amount=4),
            then=(followed(HeroExhausted(hero=LUNARA)), here("heroes.lunara.exhausted", value=True)),
        ),
        case(*WOUNDED, event=HURT.copy_with(amount=3), then=here("heroes.lunara.exhausted", value=False)),
    ],
    188: [
        case(*EXHAUSTED, event=STANDS_UP, then=(chips(6, 0, 0), here("heroes.lunara.wounded", value=False))),
        case(*WOUNDED, event=STANDS_UP, then=never("not-exhausted")),
        case(
            *FIGHTING,
            *turns(),
            HURT.copy_with(amount=9),
            HURT.copy_with(amount=9),
            event=STANDS_UP,
            then=seen(figures_waiting, [VENIA]),
        ),
    ],
    189: [
        case(*FIGHTING, WOLF, event=BITTEN, then=here("scene.allies.Wolf.health", 4)),
        case(
            *FIGHTING, WOLF, BITTEN, event=AllyHealed(ally="Wolf", amount=5), then=here("scene.allies.Wolf.health", 6)
        ),
        case(*FIGHTING, WOLF, event=AllyHealed(ally="Wolf", amount=1), then=never("not-hurt")),
        case(*FIGHTING, WOLF, BITTEN.copy_with(amount=6), event=BITTEN, then=never("ally-exhausted")),
        case(
            *FIGHTING,
            WOLF,
            BITTEN.copy_with(amount=6),
            event=AllyHealed(ally="Wolf", amount=1),
            then=never("ally-exhausted"),
        ),
    ],
    190: [
        case(
            *FIGHTING,
            WOLF,
            *map_of("A"),
            *at(Wolf="A"),
            event=BITTEN.copy_with(amount=6),
            then=(followed(AllyExhausted(ally="Wolf")), here("scene.places", {})),
        )
    ],
    191: [
        case(
            *WOUNDED,
            event=RIB,
            then=table(**{"heroes.lunara.injuries": ["Broken Rib"], "heroes.lunara.injuries_due": 0}),
            silent=(InjuryCardDrawn,),
        ),
        case(
            *CITY,
            *DISKS,
            event=HURT.copy_with(amount=9),
            then=followed(HeroWounded(hero=LUNARA, draws=True)),
            asks=(InjuryCardDrawn,),
        ),
    ],
    192: [
        case(
            *WOUNDED,
            RIB,
            event=InjuryCardRemoved(hero=LUNARA, injury="Broken Rib"),
            then=here("heroes.lunara.injuries", []),
        ),
        case(*WOUNDED, event=InjuryCardRemoved(hero=LUNARA, injury="Broken Rib"), then=never("no-such-injury")),
    ],
    193: [
        case(*READY, event=BLEEDS, then=here("heroes.lunara.conditions", ["bleeding"])),
        case(*READY, BLEEDS, event=BLEEDS, then=never("condition-present")),
        case(*EXHAUSTED, event=BLEEDS, then=never("hero-exhausted")),
        case(
            *FIGHTING,
            WOLF,
            BITTEN.copy_with(amount=6),
            event=BLEEDS.copy_with(figure="Wolf"),
            then=never("figure-gone"),
        ),
        case(
            *FIGHTING,
            *enemy(1),
            event=BLEEDS.copy_with(figure=ONE),
            then=here("scene.enemies.skitterer.figures.1.conditions", ["bleeding"]),
        ),
    ],
    194: [
        case(*READY, *NUMBERED, SIX, NINE, event=THREE, then=here("heroes.lunara.conditions", ["No 6", "No 9"])),
        case(*READY, *NUMBERED, SIX, THREE, event=NINE, then=here("heroes.lunara.conditions", ["No 6", "No 9"])),
        case(*READY, *UNNUMBERED, event=BLEEDS, then=followed(), asks=(ConditionDiscarded,)),
    ],
    195: [
        case(
            *READY,
            BLEEDS,
            event=ConditionDiscarded(figure=LUNARA, condition="bleeding"),
            then=here("heroes.lunara.conditions", []),
        ),
        case(*READY, event=ConditionDiscarded(figure=LUNARA, condition="bleeding"), then=never("condition-absent")),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
