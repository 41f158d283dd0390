"""Rows 98 to 121 of the event catalogue by what they do: setting a scenario up, rounds, initiative, fate cards."""

from collections.abc import Mapping

import pytest

from companion.testing import followed, table
from domain.games.agemonia.campaign.journey import JourneyStepEnded
from domain.games.agemonia.campaign.party import CampaignStepEntered, HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import ConditionGained, DamageSuffered, InjuryCardDrawn, StaminaSpent
from domain.games.agemonia.console.dice import FateCardsTypedIn, InitiativeDeckKept
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.movement import AreaRegistered, HeroPlaced
from domain.games.agemonia.console.preparing import ActionTokensAssigned, ScenarioCounterSet, ScenarioDecksPrepared
from domain.games.agemonia.console.rounds import (
    HeroActionSelected,
    InitiativeCardRevealed,
    InitiativeChangedByTactics,
    InitiativeDeckReshuffled,
    RoundEnded,
    RoundStarted,
    SpecialInitiativeDeclared,
    TurnOrderTieDecided,
)
from domain.games.agemonia.console.scenario import ScenarioStarted
from domain.games.agemonia.console.spawning import EnemySpawned
from domain.games.agemonia.console.story import TrapDeckPrepared, TrapTokenPlaced
from domain.games.agemonia.console.timers import FateCardRevealed, TimerStarted
from domain.games.agemonia.console.turns import ManeuverSpent, TurnEnded, TurnStarted
from domain.games.agemonia.figures import at_turn, figures_waiting
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    SKITTERER,
    TWO,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    skilled,
    turns,
)
from tests.domain.games.agemonia.moments import CITY, CITY_OVER, DISKS, LEVEL_3, PLAYING, RULED, Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never, seen

BEGUN: Events = (*RULED, JourneyStepEnded())
NO_CARD: Events = (*CITY, *CITY_OVER, CampaignStepEntered(step="scenario"))
TO_THE_SCENARIO: Events = (CampaignStepEntered(step="journey"), CampaignStepEntered(step="scenario"))
DECKS = ScenarioDecksPrepared()
RIB = InjuryCardDrawn(hero=LUNARA, injury="Broken Rib")
OWNED = HeroBoardRecorded(hero=LUNARA, tokens=("Charge", "Parry", "Vow"))
BRINGS = ActionTokensAssigned(hero=LUNARA, tokens=("Charge",))
GATE = AreaRegistered(area="Gate", capacity=1, start=True)
STARTS = HeroPlaced(hero=VENIA, area="Gate")
WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana", symbol="red")
FELLED: Events = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
FOCUS = HeroActionSelected(hero=LUNARA, action="focus", symbol="red")
BOTH: Events = (RoundStarted(), FOCUS, FOCUS.copy_with(hero=VENIA, symbol="green"))
CARD = InitiativeCardRevealed(order=("ally red", "enemy red", "ally green"))
GEM_ACTION = typed_in("actions", "Vow", gem=True)
OPEN_SLOT: Events = (*FIGHTING, OWNED, BRINGS)
AT_LEVEL_3: Events = (*LEVEL_3, *TO_THE_SCENARIO, OWNED, BRINGS)
ONE_OPEN: Events = (*AT_LEVEL_3, *BOTH[:1], FOCUS.copy_with(action="Vow"), BOTH[2])
FILLED: Events = (*ONE_OPEN, CARD, TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA), RoundEnded())
TACTICS = InitiativeChangedByTactics(hero=LUNARA, symbol="green")
TACTICIAN: Events = (*skilled(LUNARA, "tactics"), RoundStarted())
LATE, EARLY = SpecialInitiativeDeclared(hero=LUNARA, kind="last"), SpecialInitiativeDeclared(hero=VENIA, kind="first")
ALL_DONE: Events = (TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA))
SHUFFLES = CARD.copy_with(shuffle=True)
BONUS = CARD.copy_with(bonus=("red",))
TWO_KINDS: Events = (
    *enemy(1),
    *(event.copy_with(enemy="archer") for event in enemy(1)),
)
TIE = TurnOrderTieDecided(actors=(VENIA, LUNARA))
SAME: Events = (*BOTH[:2], FOCUS.copy_with(hero=VENIA), CARD)
FATE = FateCardRevealed(value=2)

ROWS: Rows = {
    98: [
        case(
            *BEGUN, event=ScenarioStarted(narrator="Ana"), then=table(**{"running.started": True, "running.attempt": 1})
        ),
        case(*NO_CARD, event=ScenarioStarted(), then=never("no-scenario")),
        case(*PLAYING, event=ScenarioStarted(), then=never("already-running")),
        case(*RULED, event=ScenarioStarted(), then=barred("wrong-step")),
    ],
    99: [case(*BEGUN, event=ScenarioStarted(narrator="Ana"), then=here("running.narrator", "Ana"))],
    100: [
        case(*PLAYING, RIB, event=DECKS, then=followed()),
        case(*FIGHTING, *turns(), event=DECKS, then=barred("decks-in-use")),
    ],
    101: [case(*PLAYING, event=ScenarioCounterSet(counter="Doors", value=3), then=here("scene.counters.Doors", 3))],
    102: [
        case(*FIGHTING, OWNED, event=BRINGS, then=here("scene.heroes.lunara.slotted", ["charge"])),
        case(*FIGHTING, event=BRINGS, then=here("heroes.lunara.tokens", ["charge"])),
        case(
            *FIGHTING,
            typed_in("heroes", LUNARA, slots=1),
            OWNED,
            event=BRINGS.copy_with(tokens=("Charge", "Vow")),
            then=barred("open-slots-empty"),
        ),
        case(
            *FIGHTING,
            OWNED,
            BRINGS,
            RoundStarted(),
            event=BRINGS.copy_with(tokens=("Vow",)),
            then=barred("slots-filled"),
        ),
    ],
    103: [
        case(*FIGHTING, GATE, event=STARTS, then=here("scene.places.venia", "Gate")),
        case(*FIGHTING, GATE, *at(lunara="Gate"), event=STARTS, then=barred("start-full")),
        case(
            *FIGHTING,
            GATE,
            *map_of("Yard"),
            *joined(("Gate", "Yard")),
            *at(lunara="Gate"),
            event=STARTS.copy_with(area="Yard"),
            then=here("scene.places.venia", "Yard"),
        ),
        case(*FIGHTING, GATE, *map_of("Yard"), event=STARTS.copy_with(area="Yard"), then=barred("not-the-start")),
    ],
    104: [
        case(
            *CITY,
            *DISKS,
            RIB,
            StaminaSpent(hero=LUNARA, amount=1),
            ConditionGained(figure=LUNARA, condition="bleeding"),
            *CITY_OVER,
            event=CampaignStepEntered(step="scenario"),
            then=table(
                **{
                    "heroes.lunara.conditions": ["bleeding"],
                    "heroes.lunara.injuries": ["Broken Rib"],
                    "heroes.lunara.spent": 1,
                }
            ),
        )
    ],
    105: [
        case(*FIGHTING, event=TrapDeckPrepared(), then=here("scene.traps", value=True)),
        case(*FIGHTING, event=TrapTokenPlaced(area="A"), then=here("scene.traps", value=True)),
        case(*FIGHTING, TrapDeckPrepared(), event=TrapDeckPrepared(), then=never("traps-in-play")),
    ],
    106: [
        case(*FIGHTING, event=WOLF, then=here("scene.allies.Wolf.controller", "Ana")),
        case(*FIGHTING, event=WOLF.copy_with(controller=""), then=never("who-controls")),
        case(*FIGHTING, WOLF, event=WOLF, then=never("ally-there")),
    ],
    107: [
        case(*FIGHTING, event=RoundStarted(), then=table(**{"scene.phase": "select", "scene.round": 1})),
        case(*FIGHTING, RoundStarted(), event=RoundStarted(), then=never("round-under-way")),
        case(*CITY, event=RoundStarted(), then=barred("wrong-step")),
    ],
    108: [
        case(*FIGHTING, RoundStarted(), event=FOCUS, then=here("scene.heroes.lunara.chosen", value=True)),
        case(*FIGHTING, event=FOCUS, then=barred("not-selecting")),
        case(*FIGHTING, *turns(), event=FOCUS, then=barred("not-selecting")),
        case(*OPEN_SLOT, RoundStarted(), event=FOCUS.copy_with(action="Vow"), then=barred("not-in-slot")),
        case(*OPEN_SLOT, RoundStarted(), event=FOCUS, then=here("scene.heroes.lunara.action", "focus")),
        case(*FIGHTING, *FELLED, RoundStarted(), event=FOCUS, then=never("hero-exhausted")),
        case(*FIGHTING, GEM_ACTION, RoundStarted(), event=FOCUS.copy_with(action="Vow"), then=followed()),
    ],
    109: [
        case(*ONE_OPEN, event=CARD, then=here("scene.heroes.lunara.opened", {"3": "Vow"})),
        case(*FILLED, event=FOCUS.copy_with(action="Parry"), then=barred("slots-full")),
        case(*FILLED, event=FOCUS.copy_with(action="Vow"), then=here("scene.heroes.lunara.action", "Vow")),
    ],
    110: [
        case(
            *TACTICIAN,
            FOCUS,
            event=TACTICS,
            then=table(**{"scene.heroes.lunara.symbol": "green", "heroes.lunara.spent": 1}),
        ),
        case(*TACTICIAN, event=TACTICS, then=barred("tactics-now")),
        case(*TACTICIAN, *BOTH[1:], CARD, event=TACTICS, then=barred("tactics-now")),
        case(*FIGHTING, *BOTH, event=TACTICS, then=never("skill-not-owned")),
        case(*TACTICIAN, FOCUS, StaminaSpent(hero=LUNARA, amount=6), event=TACTICS, then=never("not-enough-stamina")),
    ],
    111: [
        case(*FIGHTING, *turns(), event=LATE, then=seen(figures_waiting, [VENIA, LUNARA])),
        case(*FIGHTING, *turns(), ManeuverSpent(hero=LUNARA), event=LATE, then=barred("has-acted")),
        case(*FIGHTING, *turns(), TurnEnded(figure=LUNARA), event=LATE, then=never("turn-taken")),
        case(*FIGHTING, *turns(), LATE, event=LATE.copy_with(kind="first"), then=barred("last-wins")),
        case(*FIGHTING, event=LATE, then=never("no-round")),
    ],
    112: [
        case(*FIGHTING, *BOTH, SHUFFLES, event=InitiativeDeckReshuffled(), then=here("scene.initiative_drawn", [])),
        case(
            *FIGHTING,
            typed_in("initiative-cards", "I1", order=["ally red"]),
            InitiativeDeckKept(),
            *BOTH,
            CARD,
            event=InitiativeDeckReshuffled(),
            then=barred("no-shuffle-symbol"),
        ),
    ],
    113: [
        case(*FIGHTING, *enemy(1), *BOTH, event=CARD, then=seen(figures_waiting, [LUNARA, ONE, VENIA])),
        case(*FIGHTING, *BOTH[:2], event=CARD, then=barred("select-first")),
        case(*FIGHTING, *FELLED, RoundStarted(), BOTH[2], event=CARD, then=seen(figures_waiting, [VENIA])),
        case(*FIGHTING, *turns(), event=CARD, then=barred("card-revealed")),
    ],
    114: [
        case(*FIGHTING, *enemy(2), *BOTH, event=CARD, then=here("scene.order", [LUNARA, SKITTERER, VENIA])),
        case(*FIGHTING, *BOTH, LATE, EARLY, event=CARD, then=here("scene.order", [VENIA, LUNARA])),
    ],
    115: [
        case(*FIGHTING, *SAME, event=TIE, then=seen(figures_waiting, [VENIA, LUNARA])),
        case(
            *FIGHTING,
            *TWO_KINDS,
            *BOTH,
            CARD,
            event=TurnOrderTieDecided(actors=("archer", SKITTERER)),
            then=seen(at_turn, LUNARA),
        ),
        case(*FIGHTING, *turns(), event=TIE, then=barred("no-tie")),
        case(*FIGHTING, *enemy(1), *turns(), event=TIE.copy_with(actors=(SKITTERER, LUNARA)), then=barred("no-tie")),
        case(*FIGHTING, *BOTH, event=TIE, then=barred("no-turns")),
    ],
    116: [
        case(
            *FIGHTING,
            *BOTH,
            event=BONUS,
            then=table(**{"scene.heroes.lunara.maneuvers": 2, "scene.heroes.venia.maneuvers": 1}),
        ),
        case(*FIGHTING, *BOTH, LATE, event=BONUS, then=here("scene.heroes.lunara.maneuvers", 1)),
        case(*FIGHTING, *BOTH, BONUS, event=LATE, then=here("scene.heroes.lunara.maneuvers", 1)),
        case(*FIGHTING, WOLF, *BOTH, event=BONUS, then=here("scene.allies.Wolf.maneuvers", 2)),
    ],
    117: [
        case(*FIGHTING, *turns(), event=TurnStarted(figure=LUNARA), then=here("scene.active", LUNARA)),
        case(*FIGHTING, *turns(), event=TurnStarted(figure=VENIA), then=barred("out-of-order")),
        case(*FIGHTING, *turns(), TurnEnded(figure=LUNARA), event=TurnStarted(figure=LUNARA), then=never("turn-taken")),
        case(
            *FIGHTING,
            *enemy(1),
            *turns("ally red"),
            EnemySpawned(enemy=SKITTERER, numbers=(2,)),
            event=TurnStarted(figure=TWO),
            then=never("spawned-now"),
        ),
        case(*FIGHTING, *BOTH, event=TurnStarted(figure=LUNARA), then=barred("no-turns")),
        case(
            *FIGHTING,
            *enemy(1),
            *turns("ally red", "enemy red", "ally green"),
            SpecialInitiativeDeclared(hero=VENIA, kind="after any ally"),
            TurnEnded(figure=LUNARA),
            event=TurnStarted(figure=VENIA),
            then=here("scene.active", VENIA),
        ),
    ],
    118: [
        case(*FIGHTING, *turns(), event=TurnEnded(figure=LUNARA), then=seen(at_turn, VENIA)),
        case(*FIGHTING, *turns(), event=TurnEnded(figure=VENIA), then=barred("out-of-order")),
        case(*FIGHTING, *turns(), TurnEnded(figure=LUNARA), event=TurnEnded(figure=LUNARA), then=never("turn-taken")),
    ],
    119: [
        case(
            FateCardsTypedIn(values=(1,)),
            *FIGHTING,
            *turns(),
            *ALL_DONE,
            FateCardRevealed(),
            *turns()[1:],
            *ALL_DONE,
            event=FateCardRevealed(),
            then=here("scene.fate", [{"value": 1, "card": "F1"}]),
        )
    ],
    120: [
        case(*FIGHTING, *turns(), *ALL_DONE, event=FATE, then=here("scene.fate", [{"value": 2, "card": ""}])),
        case(
            *FIGHTING,
            TimerStarted(timer="Flood", target=9),
            *turns(),
            *ALL_DONE,
            event=FATE,
            then=table(**{"scene.fate": [], "scene.timers.Flood.pile": [{"value": 2, "card": ""}]}),
        ),
        case(*FIGHTING, *turns(), event=FATE, then=barred("turns-left")),
        case(*FIGHTING, *BOTH, event=FATE, then=barred("phase-unfinished")),
    ],
    121: [
        case(*FIGHTING, *turns(), *ALL_DONE, event=FATE, then=table(**{"scene.round": 2, "scene.phase": "select"})),
        case(*FIGHTING, *turns(), event=RoundEnded(), then=barred("turns-left")),
        case(*FIGHTING, *BOTH, event=RoundEnded(), then=barred("phase-unfinished")),
        case(
            *FIGHTING,
            TimerStarted(timer="Flood", target=9),
            *turns(),
            *ALL_DONE,
            event=RoundEnded(),
            then=barred("fate-first"),
        ),
        case(*FIGHTING, *turns(), *ALL_DONE, event=RoundEnded(), then=here("scene.round", 2)),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
