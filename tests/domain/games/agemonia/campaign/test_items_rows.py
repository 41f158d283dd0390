"""Rows 63 to 77 of the event catalogue by what they do: items and stars, in the city, on the way, in a scenario."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia.campaign.items import (
    DiscardItemUsedOutsideScenario,
    ItemCopiesCounted,
    ItemDiscarded,
    ItemGained,
    ItemReplacedByStars,
    ItemSelectionForScenarioMade,
    ItemTakenFromStock,
    ItemTransferred,
    StarsGained,
    StarsLost,
    StarsSpent,
    StarsStored,
    StarsTransferred,
    StoragePlaceGained,
)
from domain.games.agemonia.campaign.vitality import (
    ConditionDiscarded,
    ConditionGained,
    DamageHealed,
    DamageSuffered,
    StaminaLocked,
    StaminaSpent,
)
from domain.games.agemonia.console.belongings import (
    ActiveItemsChanged,
    ItemDropped,
    ItemEffectUsed,
    ItemPickedUp,
    ItemPlacedOnStoryCard,
)
from domain.games.agemonia.console.checks import ActiveCheckStarted
from domain.games.agemonia.console.preparing import OnceAgreed
from domain.games.agemonia.console.rounds import RoundStarted
from domain.games.agemonia.console.turns import ManeuverSpent, TurnEnded
from tests.domain.games.agemonia.console.fights import FIGHTING, at, enemy, map_of, turns
from tests.domain.games.agemonia.moments import CITY, DISKS, JOURNEY, PARTY, POOR, Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

AXE = typed_in("items", "Axe", hands=2, encumbrance=4, price=3)
SHIELD = typed_in("items", "Shield", hands=1, encumbrance=3)
SEAL = typed_in("items", "Seal", quest=True)
RING = typed_in("items", "Ring", hero_specific=True)
GAINS = ItemGained(hero="lunara", item="Axe")
HAS_SHIELD, HAS_SEAL, HAS_RING = (
    GAINS.copy_with(item="Shield"),
    GAINS.copy_with(item="Seal"),
    GAINS.copy_with(item="Ring"),
)
COUNTED = ItemCopiesCounted(item="Axe", stock=1, archive=1)
NONE_LEFT = ItemCopiesCounted(item="Axe")
CARRIES: Events = (*FIGHTING, AXE, SHIELD, GAINS)
ROOM: Events = (*FIGHTING, *map_of("A", "B"), *at(lunara="A", venia="A"))
LUNARAS_TURN: Events = turns("ally red", "ally green")
DROPS, PICKS = ItemDropped(hero="lunara", item="Axe"), ItemPickedUp(hero="lunara", item="Axe")
GIVES = ItemTransferred(hero="lunara", to="venia", item="Axe")
PAYS = StarsTransferred(hero="lunara", to="venia", amount=2)
RICH = StarsGained(hero="lunara", amount=3)
PACKS = ItemSelectionForScenarioMade(hero="lunara", active=("Axe",))
LEFT = PACKS.copy_with(active=(), left=("Axe",))
HOLDS = ActiveItemsChanged(hero="lunara", active=("Axe",))
EMPTY = HOLDS.copy_with(active=())
USES = ItemEffectUsed(hero="lunara", item="Axe")
DRINKS = DiscardItemUsedOutsideScenario(hero="lunara", item="Axe", effect="recover", amount=2)
FELLED: Events = tuple(DamageSuffered(hero="lunara", amount=7) for _ in range(2))
VENIA_FELLED: Events = tuple(DamageSuffered(hero="venia", amount=7) for _ in range(2))
ON_CARD = ItemPlacedOnStoryCard(letter="C", item="Axe", count=2)

ROWS: Rows = {
    63: [
        case(*CITY, COUNTED, event=GAINS, then=table(**{"heroes.lunara.items": {"Axe": 1}, "stock.Axe": 0})),
        case(*CITY, COUNTED.copy_with(stock=0), event=GAINS, then=here("archive.Axe", 0)),
        case(*CARRIES, event=HAS_SHIELD, then=barred("too-heavy")),
        case(*CITY, AXE, SHIELD, GAINS, event=HAS_SHIELD, then=here("heroes.lunara.items", {"Axe": 1, "Shield": 1})),
    ],
    64: [
        case(
            *CITY,
            AXE,
            NONE_LEFT,
            event=GAINS,
            then=(followed(ItemReplacedByStars(hero="lunara", item="Axe", stars=3)), here("heroes.lunara.stars", 3)),
        )
    ],
    65: [
        case(*FIGHTING, event=ON_CARD, then=here("scene.areas.C.items", {"Axe": 2})),
        case(
            *FIGHTING,
            AXE,
            COUNTED.copy_with(archive=0),
            event=ON_CARD,
            then=table(**{"scene.areas.C.items": {"Axe": 1}, "scene.areas.C.stars": 3, "stock.Axe": 0}),
        ),
    ],
    66: [
        case(*CITY, COUNTED, event=ItemTakenFromStock(hero="lunara", item="Axe"), then=here("stock.Axe", 0)),
        case(
            *CITY,
            COUNTED.copy_with(stock=0),
            event=ItemTakenFromStock(hero="lunara", item="Axe"),
            then=never("not-in-stock"),
        ),
    ],
    67: [
        case(*CITY, COUNTED, GAINS, event=ItemDiscarded(hero="lunara", item="Axe"), then=here("stock.Axe", 1)),
        case(*CITY, event=ItemDiscarded(hero="lunara", item="Axe"), then=never("item-not-carried")),
        case(*CITY, SEAL, HAS_SEAL, event=ItemDiscarded(hero="lunara", item="Seal"), then=barred("quest-item")),
        case(*CARRIES, LEFT, event=ItemDiscarded(hero="lunara", item="Axe"), then=barred("left-behind")),
    ],
    68: [
        case(*CITY, GAINS, event=GIVES, then=table(**{"heroes.lunara.items": {}, "heroes.venia.items": {"Axe": 1}})),
        case(*JOURNEY, RICH, event=PAYS, then=table(**{"heroes.lunara.stars": 1, "heroes.venia.stars": 2})),
        case(*ROOM, GAINS, *LUNARAS_TURN, event=GIVES, then=here("heroes.venia.items", {"Axe": 1})),
        case(
            *ROOM, GAINS, *LUNARAS_TURN, TurnEnded(figure="lunara"), event=GIVES, then=here("heroes.lunara.items", {})
        ),
        case(*ROOM, GAINS, *at(venia="B"), event=GIVES, then=barred("apart")),
        case(*ROOM, RICH, *at(venia="B"), event=PAYS, then=barred("apart")),
        case(*ROOM, GAINS, *enemy(2), *at(skitterer_1="A", skitterer_2="A"), event=GIVES, then=barred("hindered")),
        case(*ROOM, RICH, *enemy(2), *at(skitterer_1="A", skitterer_2="A"), event=PAYS, then=barred("hindered")),
        case(*ROOM, GAINS, *enemy(1), *turns("enemy red"), event=GIVES, then=barred("not-your-turn")),
        case(*ROOM, GAINS, RoundStarted(), event=GIVES, then=barred("not-your-turn")),
        case(*CARRIES, LEFT, event=GIVES, then=barred("left-behind")),
        case(*CARRIES, HAS_SHIELD.copy_with(hero="venia"), event=GIVES, then=barred("too-heavy")),
        case(*CARRIES, *VENIA_FELLED, event=GIVES, then=never("hero-exhausted")),
        case(*FIGHTING, RICH, *FELLED, event=PAYS, then=never("hero-exhausted")),
    ],
    69: [
        case(*ROOM, GAINS, event=DROPS, then=table(**{"heroes.lunara.items": {}, "scene.areas.A.items": {"Axe": 1}})),
        case(*CARRIES, *turns("ally green"), event=DROPS, then=barred("not-your-turn")),
        case(*CARRIES, RoundStarted(), event=DROPS, then=barred("not-your-turn")),
        case(*CARRIES, LEFT, event=DROPS, then=barred("left-behind")),
        case(*ROOM, GAINS, event=DROPS.copy_with(area="B"), then=barred("apart")),
    ],
    70: [
        case(
            *ROOM,
            GAINS,
            DROPS,
            event=PICKS,
            then=table(**{"heroes.lunara.items": {"Axe": 1}, "scene.areas.A.items": {}}),
        ),
        case(*ROOM, GAINS, DROPS, *turns("ally green"), event=PICKS, then=barred("not-your-turn")),
        case(
            *ROOM, GAINS, DROPS, *enemy(2), *at(skitterer_1="A", skitterer_2="A"), event=PICKS, then=never("hindered")
        ),
        case(*ROOM, event=PICKS, then=never("not-there")),
        case(*ROOM, GAINS, DROPS, *at(lunara="B"), event=PICKS.copy_with(area="A"), then=barred("apart")),
        case(*ROOM, AXE, SHIELD, GAINS, DROPS, HAS_SHIELD, event=PICKS, then=barred("too-heavy")),
        case(
            *ROOM,
            GAINS,
            *FELLED,
            event=PICKS.copy_with(hero="venia", from_hero="lunara"),
            then=table(**{"heroes.lunara.items": {}, "heroes.venia.items": {"Axe": 1}}),
        ),
        case(*ROOM, GAINS, event=PICKS.copy_with(hero="venia", from_hero="lunara"), then=never("not-there")),
        case(
            *ROOM,
            GAINS,
            LEFT,
            *FELLED,
            event=PICKS.copy_with(hero="venia", from_hero="lunara"),
            then=never("not-there"),
        ),
        case(*ROOM, GAINS, DROPS, *FELLED, event=PICKS, then=never("hero-exhausted")),
    ],
    71: [
        case(
            *CITY,
            *DISKS,
            GAINS,
            StaminaSpent(hero="lunara", amount=3),
            event=DRINKS,
            then=here("heroes.lunara.spent", 1),
        ),
        case(
            *JOURNEY,
            *DISKS,
            GAINS,
            DamageSuffered(hero="venia", amount=1),
            event=DRINKS.copy_with(effect="heal", targets=("venia",)),
            then=followed(DamageHealed(hero="venia", amount=1)),
        ),
        case(
            *CITY,
            GAINS,
            ConditionGained(figure="lunara", condition="bleeding"),
            event=DRINKS.copy_with(effect="remove condition", condition="bleeding"),
            then=followed(ConditionDiscarded(figure="lunara", condition="bleeding")),
        ),
        case(*FIGHTING, GAINS, event=DRINKS, then=barred("wrong-step")),
        case(*CITY, GAINS, event=DRINKS.copy_with(effect="other"), then=barred("other-effect")),
        case(*CITY, *DISKS, GAINS, event=DRINKS, then=barred("helps-nobody")),
        case(
            *CITY,
            GAINS,
            event=DRINKS.copy_with(effect="remove condition", condition="bleeding"),
            then=barred("helps-nobody"),
        ),
    ],
    72: [
        case(*CARRIES, PACKS, event=USES.copy_with(once=True), then=here("scene.heroes.lunara.used_up", ["Axe"])),
        case(*CARRIES, HAS_RING, PACKS.copy_with(active=("Ring",)), event=USES, then=never("not-active")),
        case(*CARRIES, event=USES, then=never("not-active")),
        case(*CITY, AXE, GAINS, event=USES, then=here("heroes.lunara.items", {"Axe": 1})),
        case(*CARRIES, PACKS, USES.copy_with(once=True), event=USES, then=never("used-up")),
        case(*FIGHTING, typed_in("items", "Axe", locks=1), GAINS, event=USES, then=never("lock-first")),
        case(
            *FIGHTING,
            typed_in("items", "Axe", locks=1),
            GAINS,
            StaminaLocked(hero="lunara", amount=1, source="Axe"),
            event=USES,
            then=here("heroes.lunara.items", {"Axe": 1}),
        ),
        case(*CARRIES, LEFT, event=USES, then=barred("left-behind")),
    ],
    73: [
        case(*CARRIES, *LUNARAS_TURN, event=HOLDS, then=here("heroes.lunara.active", ["Axe"])),
        case(*CARRIES, HAS_RING, event=HOLDS.copy_with(active=("Axe", "Axe")), then=never("item-not-carried")),
        case(
            *FIGHTING,
            AXE,
            SHIELD,
            GAINS,
            PACKS,
            HAS_SHIELD,
            event=HOLDS.copy_with(active=("Axe", "Shield")),
            then=never("too-many-hands"),
        ),
        case(*CARRIES, *LUNARAS_TURN, HOLDS, event=EMPTY, then=here("scene.heroes.lunara.used", 1)),
        case(*CARRIES, *LUNARAS_TURN, HOLDS, ManeuverSpent(hero="lunara"), event=EMPTY, then=never("no-maneuver")),
        case(*CARRIES, HOLDS, *turns("ally green"), EMPTY, event=HOLDS, then=barred("further-change")),
        case(
            *CARRIES,
            OnceAgreed(per="turn"),
            *LUNARAS_TURN,
            HOLDS,
            event=EMPTY,
            then=here("scene.heroes.lunara.used", 1),
        ),
        case(
            *CARRIES,
            ActiveCheckStarted(figure="lunara", check_name="Lift", ability="strength"),
            event=HOLDS,
            then=never("before-the-roll"),
        ),
        case(*CARRIES, PACKS, HAS_SHIELD, event=EMPTY, then=barred("too-heavy")),
        case(*CARRIES, LEFT, event=HOLDS, then=barred("left-behind")),
    ],
    74: [case(*PARTY, event=RICH, then=here("heroes.lunara.stars", 3))],
    75: [
        case(*PARTY, RICH, event=StarsSpent(hero="lunara", amount=2), then=here("heroes.lunara.stars", 1)),
        case(*PARTY, POOR, event=StarsSpent(hero="lunara", amount=2), then=never("not-enough-stars")),
        case(
            *CITY,
            RICH,
            StoragePlaceGained(hero="lunara", place="Hideout"),
            StarsStored(hero="lunara", place="Hideout", amount=3),
            event=StarsSpent(hero="lunara", amount=2),
            then=never("not-enough-stars"),
        ),
    ],
    76: [
        case(*PARTY, RICH, event=StarsLost(hero="lunara", amount=3), then=here("heroes.lunara.stars", 0)),
        case(*PARTY, RICH, event=StarsLost(hero="lunara", amount=4), then=never("not-enough-stars")),
    ],
    77: [
        case(*CARRIES, event=PACKS, then=table(**{"heroes.lunara.active": ["Axe"], "heroes.lunara.left_behind": []})),
        case(*CARRIES, SEAL, HAS_SEAL, event=PACKS.copy_with(left=("Seal",)), then=never("must-be-brought")),
        case(
            *CARRIES, RING, HAS_RING, event=PACKS.copy_with(active=(), others=("Axe",)), then=never("must-be-brought")
        ),
        case(
            *FIGHTING,
            SHIELD,
            GAINS.copy_with(item="Shield"),
            PACKS.copy_with(active=("Shield",)),
            HAS_SHIELD,
            event=PACKS.copy_with(active=()),
            then=never("too-heavy"),
        ),
        case(*CARRIES, event=PACKS.copy_with(active=("Sword",)), then=never("item-not-carried")),
        case(*CARRIES, event=PACKS.copy_with(active=("Axe", "Axe")), then=never("item-not-carried")),
        case(
            *FIGHTING,
            AXE,
            SHIELD,
            GAINS,
            PACKS,
            HAS_SHIELD,
            event=PACKS.copy_with(active=("Axe", "Shield")),
            then=never("too-many-hands"),
        ),
        case(*CARRIES, LEFT, RoundStarted(), event=PACKS, then=barred("packed-already")),
        case(*CARRIES, RoundStarted(), event=PACKS, then=here("heroes.lunara.active", ["Axe"])),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
