"""The map and what lies on it: areas, moves, story cards, traps, timers, tokens, items."""

import pytest

from companion.testing import NOTHING, followed, given, refused, says, table
from domain.framework.events.event import Event
from domain.games.agemonia import GAME
from domain.games.agemonia.campaign.items import ItemCopiesCounted, ItemGained, ItemSelectionForScenarioMade
from domain.games.agemonia.campaign.party import HeroBoardRecorded
from domain.games.agemonia.campaign.vitality import (
    ConditionGained,
    DamageSuffered,
    InjuryCardDrawn,
    StaminaLocked,
    StaminaUnlocked,
)
from domain.games.agemonia.console.belongings import (
    ActiveItemsChanged,
    ItemDropped,
    ItemEffectUsed,
    ItemPickedUp,
    ItemPlacedOnStoryCard,
)
from domain.games.agemonia.console.checks import ActiveCheckStarted
from domain.games.agemonia.console.enemies import EnemyCardTypedIn, EnemyDamaged, EnemyDefeated, ScenarioAllyAdded
from domain.games.agemonia.console.enemy_turns import EnemyTurnResolved, ProvokeDamageDealt
from domain.games.agemonia.console.movement import AreaRegistered, BorderDrawn, FigureMoved, HeroPlaced
from domain.games.agemonia.console.preparing import (
    ActionTokensAssigned,
    OnceAgreed,
    ScenarioCounterChanged,
    ScenarioCounterSet,
    ScenarioDecksPrepared,
    SceneCleared,
    SummonedTokenActed,
    TeleportTokenFlipped,
    TokenPlaced,
    TokenRemoved,
)
from domain.games.agemonia.console.spawning import SetupEnemiesPlaced
from domain.games.agemonia.console.story import (
    ConnectingCardPlaced,
    OverlayCardPlaced,
    StoryCardFlipped,
    StoryCardRevealed,
    StorySectionUsed,
    TrapCardResolved,
    TrapDeckPrepared,
    TrapDisarmed,
    TrapTokenPlaced,
    TrapTriggered,
)
from domain.games.agemonia.console.terrain import advances_of, capacity_taken, distance_between, has_room
from domain.games.agemonia.console.timers import FateCardRevealed, TimerReset, TimerStarted, TimerStopped
from domain.games.agemonia.console.turns import ManeuverSpent, MoveManeuverStarted, TurnEnded
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
    turns,
)
from tests.domain.games.agemonia.moments import PARTY, Events, each_refusal, no, refuses, typed_in

WOLF = ScenarioAllyAdded(ally="Wolf", health=3, controller="Ana")
ROOMS: Events = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")))
CLIFF: Events = (*map_of("Top", "Foot"), *joined(("Top", "Foot"), kind="double line", higher="Top"))
SWORD = typed_in("items", "Sword", hands=2)
QUEST = typed_in("items", "Seal", quest=True)
HAS: Events = (*FIGHTING, SWORD, *(ItemGained(hero=LUNARA, item=item) for item in ("Sword", "010")))
FLOOD = TimerStarted(timer="Flood", target=9)
READY: Events = (*FIGHTING, *enemy(1))
FALLS = FigureMoved(figure=ONE, to="Foot", way="pushed")
TIGHT: Events = (*map_of("A", capacity=2), *map_of("B"), *joined(("A", "B")), *at(skitterer_1="B"))
CROWD: Events = (*map_of("A", capacity=1), *at(lunara="A"))
BLUE: Events = (
    *map_of("A", "B", "C"),
    TokenPlaced(token="Blue", kind="teleport", where="A"),
    TokenPlaced(token="Blue too", kind="teleport", where="B", active=False),
)
GATE = FigureMoved(figure=LUNARA, to="B", way="teleport", token="Blue")
TURNED = TeleportTokenFlipped(token="Blue")
TRAPPED: Events = (*map_of("A", "B"), TrapTokenPlaced(area="A"), *at(lunara="B"))
CHECK = ActiveCheckStarted(figure=LUNARA, check_name="Climb", ability="agility")

BESIDE_AN_UNKNOWN: Events = (
    *enemy(1, provoke=None),
    *map_of("A", "B"),
    *joined(("A", "B")),
    *at(lunara="A", skitterer_1="A"),
)
REFUSALS = [
    no(
        "provoke-unknown",
        *FIGHTING,
        *BESIDE_AN_UNKNOWN,
        *turns("ally red", "enemy red"),
        event=FigureMoved(figure=LUNARA, to="B", points=0),
        bendable=True,
    ),
    no(
        "counter-at-its-end",
        ScenarioCounterSet(counter="Doors", value=0),
        event=ScenarioCounterChanged(counter="Doors", down=True),
        bendable=False,
    ),
    no("two-areas", *ROOMS, event=BorderDrawn(area="A", to="A"), bendable=False),
    no("start-full", *PARTY, *map_of("A", capacity=0), event=HeroPlaced(hero=LUNARA, area="A"), bendable=True),
    no(
        "not-the-start",
        *PARTY,
        AreaRegistered(area="Gate", start=True),
        *map_of("Far"),
        event=HeroPlaced(hero=LUNARA, area="Far"),
        bendable=True,
    ),
    no("out-of-order", *FIGHTING, *ROOMS, *turns(), event=FigureMoved(figure=VENIA, to="B", points=0), bendable=True),
    no(
        "no-way",
        *enemy(1),
        *CLIFF,
        *at(skitterer_1="Top"),
        event=FALLS.copy_with(way="walk"),
        bendable=True,
        why="walks down",
    ),
    no("which-condition", *enemy(1), *CLIFF, *at(skitterer_1="Top"), event=FALLS, bendable=True),
    no("too-small", *enemy(1, size="huge"), *TIGHT, event=FigureMoved(figure=ONE, to="A"), bendable=False),
    no("area-full", *READY, *CROWD, event=FigureMoved(figure=ONE, to="A"), bendable=True, why="allies in it"),
    no("no-token", *PARTY, *BLUE, *at(lunara="C"), event=GATE, bendable=True),
    no("no-token", *PARTY, *BLUE, TURNED, *at(lunara="A"), event=GATE, bendable=True, why="inactive"),
    no("allies-teleport", *enemy(1), *BLUE, *at(skitterer_1="A"), event=GATE.copy_with(figure=ONE), bendable=False),
    no("no-points", *FIGHTING, *BLUE, *at(lunara="A"), *turns(), event=GATE, bendable=False, why="teleport token"),
    no("not-in-the-trap", *PARTY, *TRAPPED, event=TrapDisarmed(area="A", by=LUNARA), bendable=True),
    no("not-in-the-trap", *PARTY, *TRAPPED, event=CHECK.copy_with(trap="A", dice=2), bendable=True, why="check"),
    no("traps-in-play", TrapDeckPrepared(), event=TrapDeckPrepared(), bendable=False),
    no("decks-in-use", *FIGHTING, *turns(), event=ScenarioDecksPrepared(), bendable=True),
    no("all-placed", *FIGHTING, *turns(), event=SetupEnemiesPlaced(), bendable=False),
    no(
        "further-change",
        *HAS,
        ActiveItemsChanged(hero=LUNARA, active=("Sword",)),
        *turns("ally green"),
        ActiveItemsChanged(hero=LUNARA),
        event=ActiveItemsChanged(hero=LUNARA, active=("Sword",)),
        bendable=True,
    ),
    no("no-points", *FIGHTING, *ROOMS, *turns(), event=FigureMoved(figure=LUNARA, to="B"), bendable=False),
    no(
        "too-large",
        *enemy(1, size="huge"),
        event=FigureMoved(figure=ONE, to="B", way="pushed"),
        bendable=False,
    ),
    no("no-way", *PARTY, *ROOMS, *at(lunara="A"), event=FigureMoved(figure=LUNARA, to="C"), bendable=True),
    no(
        "area-full",
        *PARTY,
        *map_of("A", capacity=0),
        event=FigureMoved(figure=LUNARA, to="A", way="put"),
        bendable=True,
    ),
    no("card-known", StoryCardRevealed(letter="B"), event=StoryCardRevealed(letter="B"), bendable=False),
    no(
        "heroes-only",
        WOLF,
        StoryCardRevealed(letter="B"),
        event=StorySectionUsed(letter="B", figure="Wolf"),
        bendable=False,
    ),
    no(
        "not-in-range",
        *PARTY,
        StoryCardRevealed(letter="B"),
        event=StorySectionUsed(letter="B", figure=LUNARA, in_range=False),
        bendable=True,
    ),
    no(
        "card-flipped",
        StoryCardRevealed(letter="B"),
        StoryCardFlipped(letter="B"),
        event=StoryCardFlipped(letter="B"),
        bendable=True,
    ),
    no("timer-runs", FLOOD, event=FLOOD, bendable=False),
    no("no-fate-deck", event=FateCardRevealed(), bendable=False),
    no("trap-height", event=TrapTokenPlaced(area="A", other_height=True), bendable=False),
    no("no-trap", *map_of("A"), event=TrapTriggered(area="A"), bendable=False),
    no("no-trap", *map_of("A"), event=TrapDisarmed(area="A"), bendable=False, why="disarmed"),
    no("no-trap-due", event=TrapCardResolved(), bendable=True),
    no(
        "token-not-owned",
        *PARTY,
        HeroBoardRecorded(hero=VENIA, tokens=("Charge",)),
        event=ActionTokensAssigned(hero=LUNARA, tokens=("Charge",)),
        bendable=False,
    ),
    no(
        "open-slots-empty",
        *PARTY,
        typed_in("heroes", LUNARA, slots=1),
        HeroBoardRecorded(hero=LUNARA, tokens=("Vow", "Parry")),
        event=ActionTokensAssigned(hero=LUNARA, tokens=("Vow", "Parry")),
        bendable=True,
    ),
    no(
        "summoned-now",
        *FIGHTING,
        *turns(),
        TokenPlaced(token="Golem", kind="summoned", where="A"),
        event=SummonedTokenActed(token="Golem", what="moves"),
        bendable=False,
    ),
    no("item-not-carried", *FIGHTING, event=ActiveItemsChanged(hero=LUNARA, active=("010",)), bendable=False),
    no(
        "too-many-hands",
        *HAS,
        typed_in("items", "010", hands=1),
        event=ActiveItemsChanged(hero=LUNARA, active=("Sword", "010")),
        bendable=False,
    ),
    no(
        "left-behind",
        *HAS,
        ItemSelectionForScenarioMade(hero=LUNARA, left=("Sword",)),
        event=ActiveItemsChanged(hero=LUNARA, active=("Sword",)),
        bendable=True,
    ),
    no("before-the-roll", *HAS, CHECK, event=ActiveItemsChanged(hero=LUNARA, active=("Sword",)), bendable=False),
    no(
        "no-maneuver",
        *HAS,
        *turns(),
        ActiveItemsChanged(hero=LUNARA, active=("Sword",)),
        ManeuverSpent(hero=LUNARA),
        event=ActiveItemsChanged(hero=LUNARA),
        bendable=False,
    ),
    no(
        "not-active",
        *HAS,
        ActiveItemsChanged(hero=LUNARA, active=("010",)),
        event=ItemEffectUsed(hero=LUNARA, item="Sword"),
        bendable=False,
    ),
    no(
        "used-up",
        *HAS,
        ItemEffectUsed(hero=LUNARA, item="010", once=True),
        event=ItemEffectUsed(hero=LUNARA, item="010"),
        bendable=False,
    ),
    no(
        "lock-first",
        *HAS,
        typed_in("items", "010", locks=1),
        event=ItemEffectUsed(hero=LUNARA, item="010"),
        bendable=False,
    ),
    no(
        "hindered",
        *HAS,
        *enemy(1),
        ItemDropped(hero=LUNARA, item="010", area="A"),
        *at(lunara="A", skitterer_1="A"),
        event=ItemPickedUp(hero=LUNARA, item="010"),
        bendable=False,
    ),
    no("not-there", *HAS, *ROOMS, event=ItemPickedUp(hero=VENIA, item="010", area="A"), bendable=False),
    no(
        "quest-item",
        *FIGHTING,
        QUEST,
        ItemGained(hero=LUNARA, item="Seal"),
        event=ItemDropped(hero=LUNARA, item="Seal"),
        bendable=True,
    ),
]


@pytest.mark.parametrize(each_refusal, REFUSALS)
def test_what_is_refused(before: Events, event: Event, code: str, bendable: bool) -> None:  # type: ignore[type-arg]
    refuses(before, event, code, bendable)


# --- moving ----------------------------------------------------------------------------------


def test_a_step_costs_a_point() -> None:
    start = (*ROOMS, *at(lunara="A"), *turns(), MoveManeuverStarted(hero=LUNARA, points=2))
    spec = given(GAME, *FIGHTING, *start).when(FigureMoved(figure=LUNARA, to="B"))
    spec.then(table(**{"scene.places.lunara": "B", "scene.heroes.lunara.points": 1}))


def test_leaving_who_provokes_hurts_once() -> None:
    near = (*ROOMS, *at(lunara="A", skitterer_1="A"))
    spec = given(GAME, *FIGHTING, *enemy(1, provoke=2), *near).when(FigureMoved(figure=LUNARA, to="B"))
    spec.then(
        followed(
            ProvokeDamageDealt(ally=LUNARA, enemy=ONE, amount=2, dodged=False),
            DamageSuffered(hero=LUNARA, amount=2, source=ONE),
        )
    )
    spec = spec.and_then(FigureMoved(figure=LUNARA, to="A")).then()
    spec.and_then(FigureMoved(figure=LUNARA, to="B")).then(followed())


def test_teleporting_and_being_pushed_provoke_nobody() -> None:
    near = (*ROOMS, *at(lunara="A", skitterer_1="A"))
    spec = given(GAME, *FIGHTING, *enemy(1, provoke=2), *near)
    spec.when(FigureMoved(figure=LUNARA, to="C", way="teleport")).then(followed())
    spec.when(FigureMoved(figure=LUNARA, to="B", way="pushed")).then(followed())


@pytest.mark.parametrize(
    ("figure", "way", "what"),
    [
        (LUNARA, "walk", [DamageSuffered(hero=LUNARA, amount=1, source="fall")]),
        (
            ONE,
            "pushed",
            [EnemyDamaged(figure=ONE, amount=2, source="other", applied=2), EnemyDefeated(figure=ONE, area="Foot")],
        ),
    ],
)
def test_who_goes_down_over_a_double_line_falls(figure: str, way: str, what: list[Event]) -> None:  # type: ignore[type-arg]
    spec = given(GAME, *FIGHTING, *enemy(1, base=2), *CLIFF, HeroPlaced(hero=figure, area="Top"))
    fall = FigureMoved(figure=figure, to="Foot", way=way, condition="stunned")  # type: ignore[arg-type]
    spec.when(fall).then(followed(*what))


def test_an_enemy_that_survives_its_fall_gains_the_condition_that_was_asked_for() -> None:
    spec = given(GAME, *FIGHTING, *enemy(1), *CLIFF, *at(skitterer_1="Top"))
    spec.when(FigureMoved(figure=ONE, to="Foot", way="pulled", condition="stunned")).then(
        followed(
            EnemyDamaged(figure=ONE, amount=2, source="other", applied=2),
            ConditionGained(figure=ONE, condition="stunned"),
        )
    )


def test_who_flies_does_not_fall() -> None:
    spec = given(GAME, *enemy(1, flying=True), AreaRegistered(area="Foot", capacity=2), *CLIFF[:1], CLIFF[2])
    spec.and_then(HeroPlaced(hero=ONE, area="Top")).and_then(FigureMoved(figure=ONE, to="Foot", way="pushed")).then(
        followed()
    )


def test_an_ally_that_falls_is_stunned() -> None:
    spec = given(GAME, *FIGHTING, WOLF, *CLIFF, *at(Wolf="Top")).when(FigureMoved(figure="Wolf", to="Foot"))
    assert ConditionGained(figure="Wolf", condition="stunned") in spec.then().outcome.events


def test_who_provokes_from_afar_is_provoked_in_range_and_sight() -> None:
    far = (*ROOMS, *at(lunara="A", skitterer_1="B", skitterer_2="C"))
    spec = given(GAME, *FIGHTING, *enemy(2, provoke=2, provoke_range=1), *far)
    leave = FigureMoved(figure=LUNARA, to="B")
    spec.when(leave.copy_with(unseen=(ONE,))).then(followed()).and_then(FigureMoved(figure=LUNARA, to="A", way="put"))
    spec.and_then(leave).then(
        followed(
            ProvokeDamageDealt(ally=LUNARA, enemy=ONE, amount=2, dodged=False),
            DamageSuffered(hero=LUNARA, amount=2, source=ONE),
        )
    )


def test_an_enemy_walks_through_a_full_area_without_allies_and_does_not_stay() -> None:
    hall = (*map_of("A", capacity=1), *map_of("B"), *joined(("A", "B")), *at(skitterer_1="A", skitterer_2="B"))
    spec = given(GAME, *FIGHTING, *enemy(2), *hall, *turns("enemy red")).and_then(EnemyTurnResolved(figure=ONE))
    spec = spec.and_then(FigureMoved(figure=TWO, to="A")).then()
    spec.when(EnemyTurnResolved(figure=TWO)).then(refused("too-full"))


def test_a_full_area_takes_who_teleports_until_the_turn_ends() -> None:
    hall = (*map_of("A", capacity=1), *at(skitterer_1="A"))
    spec = given(GAME, *FIGHTING, *enemy(1), *hall, *turns()).when(FigureMoved(figure=LUNARA, to="A", way="teleport"))
    spec.then(table(**{"scene.places.lunara": "A"})).and_then(TurnEnded(figure=LUNARA)).then(refused("too-full"))


def test_a_teleport_token_costs_a_point() -> None:
    moves = (*turns(), MoveManeuverStarted(hero=LUNARA, points=2))
    spec = given(GAME, *FIGHTING, *BLUE, *at(lunara="A"), *moves).when(GATE)
    spec.then(table(**{"scene.places.lunara": "B", "scene.heroes.lunara.points": 1}))


def test_a_large_enemy_goes_round_areas_that_are_too_small() -> None:
    ways = joined(("Den", "Nook"), ("Nook", "Camp"), ("Den", "Way"), ("Way", "Bend"), ("Bend", "Camp"))
    areas = (*map_of("Den", "Way", "Bend", "Camp", capacity=4), *map_of("Nook", capacity=1))
    spec = given(GAME, *PARTY, *areas, *ways, *enemy(1, size="large"), *at(skitterer_1="Den", lunara="Camp"))
    (goal,) = advances_of(spec.play.campaign.table, ONE)  # type: ignore[arg-type]
    assert (goal.areas, goal.steps) == (["Camp"], 3)


def test_an_enemy_does_not_walk_to_where_its_target_stands_higher() -> None:
    crag = (*map_of("Den", "Crag"), *map_of("Top", capacity=1), *joined(("Den", "Crag")), *at(lunara="Top"))
    up = joined(("Crag", "Top"), higher="Top")
    spec = given(GAME, *PARTY, *crag, *up, *enemy(1), *at(skitterer_1="Den"))
    assert advances_of(spec.play.campaign.table, ONE) == []  # type: ignore[arg-type]


def test_large_figures_take_more_room() -> None:
    spec = given(GAME, *PARTY, *enemy(1, size="huge"), AreaRegistered(area="A", capacity=3), *at(skitterer_1="A"))
    state = spec.play.campaign.table
    assert (capacity_taken(state, "A"), has_room(state, "A", LUNARA)) == (3, False)


def test_range_goes_over_double_lines_and_spawning_does_not() -> None:
    state = given(GAME, *CLIFF).play.campaign.table
    assert (distance_between(state, "Top", "Foot"), distance_between(state, "Top", "Foot", spawning=True)) == (1, None)


# --- story cards -----------------------------------------------------------------------------


def test_a_story_card_is_used_and_flipped() -> None:
    spec = given(GAME, *PARTY, StoryCardRevealed(letter="B", by=LUNARA), StorySectionUsed(letter="B", figure=LUNARA))
    spec.when(StoryCardFlipped(letter="B", reason="lever")).then(
        table(**{"scene.cards.B": {"flipped": True, "used": {LUNARA: 1}}})
    )


def test_an_overlay_that_joins_areas_takes_their_figures() -> None:
    spec = given(
        GAME, *PARTY, *ROOMS, *at(lunara="A", venia="C"), StoryCardRevealed(letter="K"), StoryCardFlipped(letter="K")
    )
    spec.when(OverlayCardPlaced(letter="K", areas=("A", "B"), becomes=("Hall",))).then(
        table(
            **{
                "scene.places": {LUNARA: "Hall", VENIA: "C"},
                "scene.areas.A": NOTHING,
                "scene.areas.C.borders.Hall.kind": "single line",
            }
        )
    )


def test_an_overlay_that_splits_an_area_has_its_figures_put_anew() -> None:
    spec = given(GAME, *PARTY, *ROOMS, *at(lunara="A"), StoryCardRevealed(letter="K"), StoryCardFlipped(letter="K"))
    spec.when(OverlayCardPlaced(letter="K", areas=("A",), becomes=("A1", "A2"))).then(table(**{"scene.places": {}}))


def test_the_capacity_and_the_borders_of_a_new_area_are_asked_for() -> None:
    card = (StoryCardRevealed(letter="K"), StoryCardFlipped(letter="K"))
    spec = given(GAME, *FIGHTING, *ROOMS, *at(lunara="C", venia="C"), *turns(), *card)
    spec = spec.when(OverlayCardPlaced(letter="K", areas=("A",), becomes=("A1", "A2")))
    spec.then_next(AreaRegistered(area="A1"))
    for area in ("A1", "A2"):
        spec = spec.and_then(AreaRegistered(area=area, capacity=2))
    spec.then_next("Draw the borders of area A1")
    spec = spec.and_then(BorderDrawn(area="A1", to="A2")).and_then(AreaRegistered(area="A1", capacity=3))
    spec.then_no_prompt(AreaRegistered(area="A1"), BorderDrawn)


def test_an_area_of_a_connected_card_is_written_down_too() -> None:
    card = (StoryCardRevealed(letter="K"), StoryCardFlipped(letter="K"))
    spec = given(GAME, *FIGHTING, *ROOMS, *turns(), *card, ConnectingCardPlaced(letter="K", area="Cave", to="B"))
    spec.then_next(AreaRegistered(area="Cave")).when(AreaRegistered(area="Cave", capacity=2)).then()


@pytest.mark.parametrize(
    ("covered", "becomes", "due"),
    [
        (("A",), ("Hall",), ["Hall", "B"]),
        (("B",), ("Hall",), ["A", "Hall"]),
        (("A", "B"), ("Hall",), ["Hall", "Hall"]),
        (("A",), ("A1", "A2"), ["A1", "B"]),
        (("C",), ("Hall",), ["A", "B"]),
    ],
)
def test_a_trap_that_went_off_under_an_overlay_is_due_where_it_lies_now(
    covered: tuple[str, ...], becomes: tuple[str, ...], due: list[str]
) -> None:
    traps = (*(TrapTokenPlaced(area=area) for area in "AB"), *(TrapTriggered(area=area) for area in "AB"))
    spec = given(GAME, *PARTY, *ROOMS, *traps, StoryCardRevealed(letter="K"), StoryCardFlipped(letter="K"))
    spec.when(OverlayCardPlaced(letter="K", areas=covered, becomes=becomes)).then(table(**{"scene.traps_due": due}))


# --- traps, timers ---------------------------------------------------------------------------


def test_a_trap_that_goes_off_has_its_card_resolved() -> None:
    spec = given(GAME, *PARTY, TrapTokenPlaced(area="Door", by=LUNARA)).when(TrapTriggered(area="Door", by=VENIA))
    spec.then(table(**{"scene.areas.Door.traps": 0, "scene.traps_due": ["Door"], "scene.traps": True}))
    spec.and_then(TrapCardResolved(effect="2 damage")).then(table(**{"scene.traps_due": []}))


def test_a_trap_card_that_the_table_does_not_name_stays_open_though_some_are_typed_in() -> None:
    known = [typed_in("trap-cards", id_) for id_ in ("T1", "T2")]
    spec = given(GAME, *known, TrapTokenPlaced(area="Door"), TrapTriggered(area="Door"))
    assert spec.when(TrapCardResolved()).then().outcome.events == [TrapCardResolved()]


def pile(timer: str, *values: int) -> dict[str, object]:
    return {f"scene.timers.{timer}.pile": [{"value": value, "card": ""} for value in values]}


def test_a_card_counts_for_every_timer_or_for_those_named() -> None:
    both = (FLOOD, TimerStarted(timer="Fire", target=20))
    spec = given(GAME, *both).when(FateCardRevealed(value=3)).then(table(**pile("Flood", 3), **pile("Fire", 3)))
    spec.and_then(FateCardRevealed(value=2, timers=("Fire",))).then(table(**pile("Flood", 3), **pile("Fire", 3, 2)))


def test_a_timer_that_is_reset_keeps_its_last_card() -> None:
    spec = given(GAME, FLOOD, FateCardRevealed(value=5), FateCardRevealed(value=4)).when(TimerReset(timer="Flood"))
    spec.then(table(**pile("Flood", 4), **{"scene.timers.Flood.due": False, "scene.fate": [{"value": 5, "card": ""}]}))


def test_a_timer_that_a_correction_keeps_from_its_target_is_not_due() -> None:
    spec = given(GAME, FLOOD, FateCardRevealed(value=5), FateCardRevealed(value=4))
    spec = spec.then(table(**{"scene.timers.Flood.due": True}))
    first = next(e.position for e in spec.play.campaign.entries() if isinstance(e.event, FateCardRevealed))
    spec.and_amend(first, "those", value=1).then(table(**{"scene.timers.Flood.due": False}))


def test_a_timer_that_is_stopped_gives_its_cards_back() -> None:
    spec = given(GAME, FLOOD, FateCardRevealed(value=5)).when(TimerStopped(timer="Flood"))
    spec.then(table(**{"scene.timers": {}, "scene.fate": [{"value": 5, "card": ""}]}))


def test_no_fate_card_is_drawn_while_the_value_of_one_is_unknown() -> None:
    deck = (typed_in("fate-cards", "F1", value=1), typed_in("fate-cards", "F2"))
    given(GAME, *deck).when(FateCardRevealed()).then(refused("no-fate-deck"))


def test_fate_cards_are_drawn_until_none_is_left_and_then_shuffled() -> None:
    deck = [typed_in("fate-cards", id_, value=value) for id_, value in (("F1", 1), ("F2", 2))]
    spec = given(GAME, *deck).when(FateCardRevealed(), rolled=["F2"]).then()
    spec = spec.and_then(FateCardRevealed(), rolled=["F1"]).then(
        table(**{"scene.fate": [{"value": 2, "card": "F2"}, {"value": 1, "card": "F1"}]})
    )
    spec.and_then(FateCardRevealed(), rolled=["F1"]).then(table(**{"scene.fate": [{"value": 1, "card": "F1"}]}))


# --- counters, tokens, items -----------------------------------------------------------------


def test_a_counter_of_the_scenarios_own() -> None:
    spec = given(GAME, ScenarioCounterSet(counter="Prisoners", value=2))
    spec = spec.when(ScenarioCounterChanged(counter="Prisoners", amount=1)).then(
        table(**{"scene.counters": {"Prisoners": 3}})
    )
    freed = ScenarioCounterChanged(counter="Prisoners", amount=9, down=True)
    spec.and_then(freed).then(freed.copy_with(amount=3, value=0), table(**{"scene.counters": {"Prisoners": 0}}))


def test_a_marker_that_is_used_again_moves() -> None:
    spec = given(GAME, *enemy(2), TokenPlaced(token="Mark", where=ONE)).when(TokenPlaced(token="Mark", where=TWO))
    spec.then(table(**{"scene.tokens.Mark.where": TWO}))
    spec.and_then(TokenRemoved(token="Mark")).then(table(**{"scene.tokens": {}}))


def test_a_teleport_token_has_two_sides() -> None:
    spec = given(GAME, TokenPlaced(token="Blue", kind="teleport", where="A")).when(TeleportTokenFlipped(token="Blue"))
    spec.then(table(**{"scene.tokens.Blue.active": False}))


def test_a_summoned_token_acts_later() -> None:
    spec = given(GAME, TokenPlaced(token="Golem", kind="summoned", where="A"))
    spec.when(SummonedTokenActed(token="Golem", what="moves", where="B")).then(
        table(**{"scene.tokens.Golem.where": "B"})
    )


def test_tokens_of_a_passive_action_go_with_it() -> None:
    lock = StaminaLocked(hero=LUNARA, amount=1, source="Aura")
    spec = given(GAME, *FIGHTING, lock, TokenPlaced(token="Halo", where=VENIA, source="Aura"))
    spec.when(StaminaUnlocked(hero=LUNARA, source="Aura")).then(table(**{"scene.tokens": {}}))


def test_the_first_change_of_hands_is_free_the_next_takes_a_maneuver() -> None:
    spec = given(GAME, *HAS, *turns()).when(ActiveItemsChanged(hero=LUNARA, active=("Sword",)))
    spec.then(table(**{"scene.heroes.lunara.used": 0, "heroes.lunara.active": ["Sword"]}))
    spec.and_then(ActiveItemsChanged(hero=LUNARA)).then(table(**{"scene.heroes.lunara.used": 1}))


def test_a_change_before_the_turns_begin_is_the_free_one_of_the_round() -> None:
    early = (*turns()[:-1], ActiveItemsChanged(hero=LUNARA, active=("Sword",)), turns()[-1])
    spec = given(GAME, *HAS, *early).when(ActiveItemsChanged(hero=LUNARA))
    spec.then(table(**{"scene.heroes.lunara.used": 1}))


def test_a_table_may_read_once_as_once_a_turn() -> None:
    early = (*turns()[:-1], ActiveItemsChanged(hero=LUNARA, active=("Sword",)), turns()[-1])
    spec = given(GAME, *HAS, OnceAgreed(per="turn"), *early, TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA))
    spec.when(ActiveItemsChanged(hero=LUNARA)).then(table(**{"scene.heroes.lunara.used": 0}))


def test_decks_are_shuffled_without_the_injuries_that_heroes_hold() -> None:
    cut = InjuryCardDrawn(hero=LUNARA, injury="Deep cut")
    spec = given(GAME, *FIGHTING, cut, FateCardRevealed(value=3)).when(ScenarioDecksPrepared())
    spec.then(says("The decks were shuffled. Not among the injuries: Deep cut"), table(**{"scene.fate": []}))


def test_the_trap_deck_comes_into_play_where_something_says_so() -> None:
    given(GAME).when(TrapDeckPrepared()).then(table(**{"scene.traps": True}))


def test_what_is_dropped_may_be_picked_up() -> None:
    spec = given(GAME, *HAS, *at(lunara="A", venia="A")).when(ItemDropped(hero=LUNARA, item="010"))
    spec.then(table(**{"scene.areas.A.items": {"010": 1}, "heroes.lunara.items": {"Sword": 1}}))
    spec.and_then(ItemPickedUp(hero=VENIA, item="010")).then(
        table(**{"scene.areas.A.items": {}, "heroes.venia.items": {"010": 1}})
    )


def test_an_exhausted_heros_items_may_be_taken() -> None:
    felled = tuple(DamageSuffered(hero=LUNARA, amount=7) for _ in range(2))
    spec = given(GAME, *HAS, *felled).when(ItemPickedUp(hero=VENIA, item="010", from_hero=LUNARA))
    spec.then(table(**{"heroes.venia.items": {"010": 1}, "heroes.lunara.items": {"Sword": 1}}))


def test_item_tokens_that_are_used_up_are_replaced_by_stars() -> None:
    spec = given(GAME, ItemCopiesCounted(item="pentagon", stock=0, archive=0))
    spec.when(ItemPlacedOnStoryCard(letter="B", item="pentagon", count=2)).then(
        table(**{"scene.areas.B.stars": 10, "scene.areas.B.items": {}})
    )


def test_a_table_without_a_campaign_clears_up_by_hand() -> None:
    spec = given(GAME, *enemy(2), FLOOD).when(SceneCleared())
    spec.then(table(**{"scene.enemies": {}, "scene.timers": {}}))


def test_who_is_pushed_by_somebody_off_the_map_goes_anywhere() -> None:
    from_afar = FigureMoved(figure=ONE, to="B", way="pushed", source=LUNARA)
    given(GAME, *READY, *ROOMS, *at(skitterer_1="A")).when(from_afar).then(table(**{"scene.places.skitterer 1": "B"}))


def test_a_fate_card_that_counts_nothing_counts_nothing() -> None:
    there = given(GAME, FateCardRevealed(value=0), FateCardRevealed(value=2)).play.campaign.table
    assert [card.value for card in there.scene.fate] == [0, 2]


def test_whether_an_enemy_provokes_that_nobody_typed_is_asked_in_its_area() -> None:
    asked = "Skitterer: how much damage does it deal when its area is left (provoke)?"
    spec = given(GAME, *FIGHTING, *BESIDE_AN_UNKNOWN, *turns("ally red", "enemy red")).then_prompts(asked)
    spec.when(EnemyCardTypedIn(enemy=SKITTERER, provoke=2)).then_no_prompt(asked)
