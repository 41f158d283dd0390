"""The formulas of the rules digest: each by cases of its own, or by the rows of the catalogue that it decides."""

from collections.abc import Mapping

import pytest

from companion.testing import Expectation, followed
from domain.games.agemonia.campaign.items import ItemGained, ItemSelectionForScenarioMade, ItemSold
from domain.games.agemonia.campaign.journals import KeywordWritten
from domain.games.agemonia.campaign.levels import (
    ExperienceGained,
    LevelUpBecamePending,
    ProfessionLearned,
    TalentLearned,
)
from domain.games.agemonia.campaign.vitality import DamageSuffered, StaminaLocked, StaminaSpent
from domain.games.agemonia.console.attacks import AttackDeclared, AttackResolved
from domain.games.agemonia.console.checks import ActiveCheckStarted
from domain.games.agemonia.console.dice import DiceRolled
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.movement import AreaRegistered, FigureMoved, HeroPlaced
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    TWO,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    skilled,
)
from tests.domain.games.agemonia.moments import CITY, LEVEL_2, Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, seen

MORE = ExperienceGained()
LIFT = ActiveCheckStarted(figure=LUNARA, check_name="Lift", ability="strength", dice=2)
FACES = DiceRolled(faces=("one", "two", "one_extra", "two", "stamina"))
HIT = AttackDeclared(figure=LUNARA, attack="ranged", targets=(ONE,), dice=4, weapon_plus=0)
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana")
BITE = AttackDeclared(figure="Wolf", attack="ranged", targets=(ONE,), damage=3)
HEALTH = "scene.enemies.skitterer.figures.1.health"
LINE: Events = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")))
FAR: Events = (*FIGHTING, *enemy(2, base=9), *LINE, *at(lunara="A", skitterer_1="C"))
BLOCKED = [{"source": "blocked aim", "successes": -1}]
HAMPERED = [{"source": "hindered", "successes": -1}]
AMONG: Events = (*FIGHTING, *enemy(2), *LINE, *at(lunara="A", venia="A", skitterer_1="A", skitterer_2="A"))
ROPE = ItemGained(hero=LUNARA, item="Rope")
NARROW = AreaRegistered(area="B", capacity=2)


def plus(*modifiers: object) -> Expectation:
    """What is added to the roll that was begun."""
    return here("scene.roll.plus", list(modifiers))


def of(source: str, successes: int = 2) -> dict[str, object]:
    return {"source": source, "successes": successes}


def all_chips(count: int) -> Expectation:
    """So many chips of Lunara, wherever they are."""
    return seen(lambda now: _chips(now.heroes[LUNARA]), count)


def _chips(hero: object) -> int:
    return sum(getattr(hero, name) for name in ("available", "spent", "held", "wounds"))


FORMULAS: Rows = {
    1: [
        case(*CITY, MORE.copy_with(amount=before), event=MORE, then=followed(LevelUpBecamePending(level=level)))
        for level, before in ((2, 1), (3, 4), (4, 8), (5, 13))
    ],
    2: [case(*CITY, MORE.copy_with(amount=before), event=MORE, then=followed()) for before in (2, 5, 9, 14)],
    8: [
        case(
            *FIGHTING,
            StaminaSpent(hero=LUNARA, amount=1),
            StaminaLocked(hero=LUNARA, amount=2, source="Aura"),
            event=DamageSuffered(hero=LUNARA, amount=amount),
            then=all_chips(6),
        )
        for amount in (2, 4, 5, 9)
    ],
    20: [
        case(
            *CITY,
            ItemGained(hero=LUNARA, item=shape),
            event=ItemSold(hero=LUNARA, item=shape),
            then=here("heroes.lunara.stars", stars),
        )
        for shape, stars in (("small-round", 1), ("triangle", 3), ("pentagon", 5), ("large-round", 10), ("octagon", 20))
    ],
    28: [
        case(*FIGHTING, *enemy(1, base=9), HIT, FACES, event=AttackResolved(stamina=paid), then=here(HEALTH, left))
        for paid, left in ((0, 3), (1, 2), (2, 1))
    ],
    35: [
        case(*AMONG, event=LIFT, then=plus(*HAMPERED)),
        case(*AMONG, WOLF, *at(Wolf="A"), event=LIFT, then=plus()),
        case(*AMONG, *at(venia="B", skitterer_2="B"), event=LIFT, then=plus(*HAMPERED)),
        case(*AMONG, *at(skitterer_2="B"), event=LIFT, then=plus()),
        case(
            *AMONG,
            *at(skitterer_2="B"),
            *(DamageSuffered(hero=VENIA, amount=7) for _ in range(2)),
            event=LIFT,
            then=plus(*HAMPERED),
        ),
    ],
    38: [
        case(*FIGHTING, WOLF, *enemy(1), BITE, event=AttackResolved(), then=here(HEALTH, 2)),
        case(*FIGHTING, WOLF, *enemy(1), BITE.copy_with(blocked=True), event=AttackResolved(), then=here(HEALTH, 3)),
    ],
    39: [
        case(*FAR, event=HIT, then=plus()),
        case(*FAR, *at(skitterer_2="A"), event=HIT, then=plus(*BLOCKED)),
        case(*FAR, *at(venia="C"), event=HIT, then=plus(*BLOCKED)),
        case(*FAR, *at(venia="B"), event=HIT.copy_with(line=("A", "B", "C")), then=plus(*BLOCKED)),
        case(*FAR, *at(venia="B"), event=HIT, then=plus()),
        case(*FAR, *at(skitterer_1="A"), event=HIT, then=plus(*BLOCKED)),
        case(*FAR, *at(skitterer_2="A", venia="C"), event=HIT, then=plus(*BLOCKED)),
    ],
    50: [
        case(
            *FIGHTING,
            *enemy(2),
            *LINE,
            NARROW,
            *at(skitterer_1="B"),
            event=HeroPlaced(hero=TWO, area="B"),
            then=here("scene.places.skitterer 2", "B"),
        ),
        case(
            *FIGHTING,
            *enemy(2, size="large"),
            *LINE,
            NARROW,
            *at(skitterer_1="B"),
            event=HeroPlaced(hero=TWO, area="B"),
            then=barred("start-full"),
        ),
        case(
            *FIGHTING,
            *enemy(1, size="huge"),
            *LINE,
            *at(skitterer_1="A"),
            AreaRegistered(area="B", capacity=3),
            event=FigureMoved(figure=ONE, to="B"),
            then=here("scene.places.skitterer 1", "B"),
        ),
    ],
    60: [
        case(*FIGHTING, event=LIFT.copy_with(modifiers={"Lunara": 2, "Venia": 1}), then=plus(of("Lunara"))),
        case(
            *skilled(LUNARA, "tactics"),
            event=LIFT.copy_with(modifiers={"Tactics": 2, "Knight": 1, "Witch": 3}),
            then=plus(of("Tactics"), of("Knight", 1)),
        ),
        case(
            *LEVEL_2,
            ProfessionLearned(hero=LUNARA, profession="Healer"),
            TalentLearned(hero=LUNARA, talent="Herbs"),
            event=LIFT.copy_with(modifiers={"Healer": 2, "herbs": -1}),
            then=plus(of("Healer"), of("herbs", -1)),
        ),
        case(
            *FIGHTING,
            KeywordWritten(journal="party", keyword="Key"),
            KeywordWritten(journal=VENIA, keyword="Oath"),
            event=LIFT.copy_with(modifiers={"Key": 2, "Oath": 1}),
            then=plus(of("Key")),
        ),
        case(
            *FIGHTING,
            typed_in("items", "Rope", hands=1),
            ROPE,
            event=LIFT.copy_with(modifiers={"Rope": 2}),
            then=plus(),
        ),
        case(
            *FIGHTING,
            typed_in("items", "Rope", hands=1),
            ROPE,
            ItemSelectionForScenarioMade(hero=LUNARA, active=("Rope",)),
            event=LIFT.copy_with(modifiers={"Rope": 2}),
            then=plus(of("Rope")),
        ),
        case(
            *CITY,
            typed_in("items", "Rope", hands=1),
            ROPE,
            event=LIFT.copy_with(modifiers={"Rope": 2}),
            then=plus(of("Rope")),
        ),
    ],
    65: [
        case(*FIGHTING, *enemy(2), event=HIT.copy_with(attack=attack, shape=shape, blocked=True), then=plus(*added))
        for attack, shape, added in (
            ("ranged", "one", BLOCKED),
            ("magic", "one", BLOCKED),
            ("melee", "one", []),
            ("ranged", "area", []),
            ("magic", "line", []),
        )
    ],
}
DECIDES: Mapping[int, tuple[int, ...]] = {
    4: (83,),
    5: (84,),
    6: (85,),
    7: (81,),
    9: (178, 181, 183),
    10: (178,),
    11: (179,),
    12: (180,),
    13: (182,),
    14: (181,),
    15: (185, 187),
    16: (132, 181),
    17: (158, 189, 190),
    18: (61,),
    19: (57, 59, 60),
    21: (64, 66),
    22: (38, 39),
    23: (48, 50),
    24: (63, 68, 70, 73, 77),
    25: (73, 77),
    26: (123, 125, 128, 145, 152, 225),
    27: (86, 87, 140),
    29: (152,),
    30: (139, 140),
    31: (139, 146),
    32: (150, 151),
    33: (148, 149),
    34: (152, 153),
    36: (68, 70, 128, 139),
    37: (156,),
    40: (158,),
    41: (168,),
    42: (162,),
    43: (163,),
    44: (164,),
    45: (165,),
    46: (166,),
    47: (176,),
    48: (193, 194),
    49: (212, 213, 214),
    51: (154, 205),
    52: (111, 113, 114, 115),
    53: (167,),
    54: (168,),
    55: (23, 25),
    56: (90,),
    57: (92,),
    58: (229, 230),
    59: (224, 225),
    61: (73,),
    62: (203,),
    63: (116, 123, 130),
    64: (154,),
    66: (156,),
}
"""The rows whose cases hold a formula, by its number."""
ELSEWHERE: Mapping[int, str] = {
    3: "what of a level gave no experience is told where the level is ticked",
}


@pytest.mark.parametrize("one", each(FORMULAS))
def test_a_formula_holds(one: Case) -> None:
    one.holds()
