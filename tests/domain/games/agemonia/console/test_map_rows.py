"""Rows 196 to 220 of the event catalogue by what they do: story cards, the map, ways to move, tokens, timers, traps."""

from collections.abc import Mapping

import pytest

from companion.testing import NOTHING, followed, table
from domain.games.agemonia.console.checks import ActiveCheckStarted, CheckResolved
from domain.games.agemonia.console.enemies import ScenarioAllyAdded
from domain.games.agemonia.console.movement import AreaRegistered, BorderDrawn, FigureMoved
from domain.games.agemonia.console.preparing import SummonedTokenActed, TeleportTokenFlipped, TokenPlaced
from domain.games.agemonia.console.story import (
    ConnectingCardPlaced,
    OverlayCardPlaced,
    StoryCardFlipped,
    StoryCardRevealed,
    StorySectionUsed,
    TrapCardResolved,
    TrapDisarmed,
    TrapTokenPlaced,
    TrapTriggered,
)
from domain.games.agemonia.console.timers import (
    FateCardRevealed,
    TimerAdvanced,
    TimerKept,
    TimerReset,
    TimerStarted,
    TimerStopped,
    TimerTargetReached,
)
from domain.games.agemonia.console.turns import MoveManeuverStarted, TurnEnded
from tests.domain.games.agemonia.console.fights import (
    FIGHTING,
    LUNARA,
    ONE,
    VENIA,
    at,
    enemy,
    joined,
    map_of,
    turns,
)
from tests.domain.games.agemonia.moments import Events, typed_in
from tests.domain.games.agemonia.rows import Case, Rows, barred, case, each, here, never

REVEALS, FLIPS = StoryCardRevealed(letter="B", by=LUNARA), StoryCardFlipped(letter="B")
FLIPPED: Events = (*FIGHTING, REVEALS, FLIPS)
USES = StorySectionUsed(letter="B", figure=LUNARA)
WOLF = ScenarioAllyAdded(ally="Wolf", health=6, controller="Ana")
LINE: Events = (*map_of("A", "B", "C"), *joined(("A", "B"), ("B", "C")))
CLIFF: Events = (*map_of("Top", "Foot"), *joined(("Top", "Foot"), kind="double line", higher="Top"))
FOE_ABOVE: Events = (*FIGHTING, *enemy(1), *CLIFF, *at(skitterer_1="Top"))
COVERS = OverlayCardPlaced(letter="B", areas=("A",), becomes=("Hall",))
CONNECTS = ConnectingCardPlaced(letter="B", area="New", to="A")
FALLS = FigureMoved(figure=LUNARA, to="Foot")
MOVES = MoveManeuverStarted(hero=LUNARA, points=1)
JUMPS = FigureMoved(figure=LUNARA, to="B", way="jump")
PUSHES = FigureMoved(figure=ONE, to="B", way="pushed")
FOES: Events = (*FIGHTING, *enemy(1), *LINE, *at(lunara="A", skitterer_1="B"))
GATES: Events = (
    *map_of("A", "B"),
    TokenPlaced(token="Blue", kind="teleport", where="A"),
    TokenPlaced(token="Blue too", kind="teleport", where="B", active=False),
    *at(lunara="A"),
)
GOES = FigureMoved(figure=LUNARA, to="B", way="teleport", token="Blue")
GOLEM = TokenPlaced(token="Golem", kind="summoned", where="A")
STRIDES = SummonedTokenActed(token="Golem", what="moves", where="B")
FLOOD = TimerStarted(timer="Flood", target=5)
OVER: Events = (*turns(), TurnEnded(figure=LUNARA), TurnEnded(figure=VENIA))
FATE = FateCardRevealed(value=3)
TRAP = TrapTokenPlaced(area="A")
TRAPPED: Events = (*FIGHTING, *map_of("A", "B"), TRAP, *at(lunara="A", venia="B"))
DISARMS = ActiveCheckStarted(figure=LUNARA, check_name="Trap", ability="agility", trap="A")
OF_THE_TRAP = (DISARMS.copy_with(check_name="A"), TrapTriggered(area="A", by=LUNARA))

ROWS: Rows = {
    196: [case(*FIGHTING, REVEALS, event=REVEALS.copy_with(by=VENIA), then=never("card-known"))],
    197: [
        case(*FIGHTING, event=REVEALS, then=here("scene.cards.B.flipped", value=False)),
        case(*FIGHTING, WOLF, event=REVEALS.copy_with(by="Wolf"), then=here("scene.cards.B.flipped", value=False)),
        case(*FIGHTING, REVEALS, event=REVEALS.copy_with(by=None), then=never("card-known")),
    ],
    198: [
        case(*FIGHTING, REVEALS, event=USES, then=here("scene.cards.B.used", {LUNARA: 1})),
        case(*FIGHTING, WOLF, REVEALS, event=USES.copy_with(figure="Wolf"), then=never("heroes-only")),
        case(*FIGHTING, WOLF, REVEALS, event=USES.copy_with(figure="Wolf", everywhere=True), then=followed()),
        case(*FIGHTING, REVEALS, event=USES.copy_with(in_range=False), then=barred("not-in-range")),
    ],
    199: [
        case(*FIGHTING, REVEALS, event=FLIPS, then=here("scene.cards.B.flipped", value=True)),
        case(*FIGHTING, event=FLIPS, then=never("not-offered")),
        case(*FLIPPED, event=FLIPS, then=barred("card-flipped")),
    ],
    200: [
        case(
            *FLIPPED,
            *LINE,
            *at(lunara="A"),
            event=COVERS,
            then=table(**{"scene.areas.A": NOTHING, "scene.places.lunara": "Hall"}),
        ),
        case(*FIGHTING, REVEALS, *LINE, event=COVERS, then=barred("flip-first")),
    ],
    201: [
        case(*FLIPPED, *LINE, event=CONNECTS, then=here("scene.areas.A.borders.New.kind", "single line")),
        case(*FIGHTING, REVEALS, *LINE, event=CONNECTS, then=barred("flip-first")),
    ],
    202: [
        case(*FIGHTING, event=AreaRegistered(area="A", capacity=2), then=here("scene.areas.A.capacity", 2)),
        case(
            *FIGHTING,
            *map_of("A", "B"),
            event=BorderDrawn(area="A", to="B", kind="obstacle"),
            then=here("scene.areas.B.borders.A.kind", "obstacle"),
        ),
        case(*FIGHTING, *map_of("A"), event=BorderDrawn(area="A", to="A"), then=never("two-areas")),
    ],
    203: [
        case(*FIGHTING, *CLIFF, *at(lunara="Top"), *turns(), MOVES, event=FALLS, then=here("heroes.lunara.wounds", 1)),
        case(*FIGHTING, *CLIFF, *at(lunara="Top"), *turns(), event=FALLS, then=never("no-points")),
        case(
            *FIGHTING,
            WOLF,
            *CLIFF,
            *at(Wolf="Top"),
            event=FALLS.copy_with(figure="Wolf"),
            then=table(**{"scene.allies.Wolf.health": 4, "scene.allies.Wolf.conditions": ["stunned"]}),
        ),
        case(*FOE_ABOVE, event=FALLS.copy_with(figure=ONE), then=barred("no-way")),
        case(
            *FOE_ABOVE,
            event=FALLS.copy_with(figure=ONE, way="pushed"),
            then=barred("which-condition"),
        ),
        case(
            *FOE_ABOVE,
            event=FALLS.copy_with(figure=ONE, way="pushed", condition="stunned"),
            then=table(
                **{
                    "scene.enemies.skitterer.figures.1.health": 3,
                    "scene.enemies.skitterer.figures.1.conditions": ["stunned"],
                }
            ),
        ),
    ],
    204: [
        case(*FIGHTING, *LINE, *at(lunara="A"), event=JUMPS.copy_with(to="C"), then=here("scene.places.lunara", "C")),
        case(
            *FIGHTING,
            *LINE,
            *at(lunara="A"),
            AreaRegistered(area="B", capacity=0),
            event=JUMPS,
            then=barred("area-full"),
        ),
        case(*FIGHTING, *CLIFF, *at(lunara="Foot"), event=JUMPS.copy_with(to="Top"), then=barred("no-way")),
        case(
            *FIGHTING, *CLIFF, *at(lunara="Top"), event=JUMPS.copy_with(to="Foot"), then=here("heroes.lunara.wounds", 1)
        ),
        case(
            *FIGHTING,
            *enemy(1, provoke=2),
            *LINE,
            *at(lunara="A", skitterer_1="A"),
            event=JUMPS,
            then=here("heroes.lunara.wounds", 2),
        ),
        case(
            *FIGHTING,
            *map_of("A", "B"),
            *joined(("A", "B"), kind="obstacle"),
            *at(lunara="A"),
            event=JUMPS,
            then=barred("no-way"),
        ),
        case(
            *FIGHTING,
            *enemy(1, flying=True),
            *CLIFF,
            *at(skitterer_1="Foot"),
            event=JUMPS.copy_with(figure=ONE, to="Top"),
            then=here("scene.places.skitterer 1", "Top"),
        ),
    ],
    205: [
        case(*FOES, event=PUSHES.copy_with(to="C"), then=here("scene.places.skitterer 1", "C")),
        case(
            *FIGHTING,
            *enemy(1, size="large"),
            *LINE,
            *at(skitterer_1="A"),
            event=PUSHES,
            then=never("too-large"),
        ),
        case(*FOES, AreaRegistered(area="C", capacity=0), event=PUSHES.copy_with(to="C"), then=barred("area-full")),
        case(*FOES, event=PUSHES.copy_with(to="A", source=LUNARA), then=barred("not-directly")),
        case(*FOES, event=PUSHES.copy_with(to="C", source=LUNARA), then=here("scene.places.skitterer 1", "C")),
        case(*FOES, event=PUSHES.copy_with(to="C", way="pulled", source=LUNARA), then=barred("not-directly")),
        case(
            *FOES,
            event=PUSHES.copy_with(to="A", way="pulled", source=LUNARA),
            then=here("scene.places.skitterer 1", "A"),
        ),
    ],
    206: [
        case(
            *FIGHTING,
            *GATES,
            *turns(),
            MOVES,
            event=GOES,
            then=table(**{"scene.places.lunara": "B", "scene.heroes.lunara.points": 0}),
        ),
        case(*FIGHTING, *GATES, *turns(), event=GOES, then=never("no-points")),
        case(
            *FIGHTING,
            *enemy(1),
            *GATES,
            *at(skitterer_1="A"),
            event=GOES.copy_with(figure=ONE),
            then=never("allies-teleport"),
        ),
        case(*FIGHTING, *GATES, TeleportTokenFlipped(token="Blue"), event=GOES, then=barred("no-token")),
        case(
            *FIGHTING, *GATES, AreaRegistered(area="B", capacity=0), event=GOES, then=here("scene.places.lunara", "B")
        ),
        case(
            *FIGHTING,
            *GATES,
            AreaRegistered(area="B", capacity=0),
            *turns(),
            MOVES,
            GOES,
            event=TurnEnded(figure=LUNARA),
            then=barred("too-full"),
        ),
    ],
    207: [
        case(
            *FIGHTING,
            *GATES,
            event=TeleportTokenFlipped(token="Blue"),
            then=here("scene.tokens.Blue.active", value=False),
        ),
    ],
    208: [
        case(
            *FIGHTING,
            *map_of("A", capacity=1),
            *at(lunara="A"),
            event=GOLEM,
            then=here("scene.tokens.Golem.where", "A"),
        ),
    ],
    209: [
        case(*FIGHTING, GOLEM, event=STRIDES, then=here("scene.tokens.Golem.where", "B")),
        case(*FIGHTING, *turns(), GOLEM, event=STRIDES, then=never("summoned-now")),
        case(*FIGHTING, *turns(), GOLEM, *OVER[-2:], FATE, event=STRIDES, then=here("scene.tokens.Golem.where", "B")),
    ],
    210: [
        case(
            *FIGHTING,
            event=TokenPlaced(token="Door", kind="counter", where="A", value=2),
            then=here("scene.tokens.Door.value", 2),
        ),
    ],
    211: [
        case(*FIGHTING, event=FLOOD, then=here("scene.timers.Flood.target", 5)),
        case(*FIGHTING, FLOOD, event=FLOOD, then=never("timer-runs")),
    ],
    212: [
        case(*FIGHTING, FLOOD, *OVER, event=FATE, then=here("scene.timers.Flood.pile", [{"value": 3, "card": ""}])),
        case(*FIGHTING, FLOOD, *OVER, FATE, *OVER[1:], event=FATE, then=here("scene.timers.Flood.due", value=True)),
    ],
    213: [
        case(
            FLOOD,
            FATE,
            event=FATE,
            then=followed(TimerAdvanced(timer="Flood", value=3, total=6), TimerTargetReached(timer="Flood")),
            asks=(TimerReset,),
        )
    ],
    214: [
        case(
            FLOOD,
            FATE,
            FATE,
            event=TimerReset(timer="Flood"),
            then=table(
                **{
                    "scene.timers.Flood.pile": [{"value": 3, "card": ""}],
                    "scene.fate": [{"value": 3, "card": ""}],
                    "scene.timers.Flood.due": False,
                }
            ),
        ),
        case(event=TimerReset(timer="Flood"), then=never("not-offered")),
    ],
    215: [
        case(
            FLOOD,
            FATE,
            event=TimerStopped(timer="Flood"),
            then=table(**{"scene.timers": {}, "scene.fate": [{"value": 3, "card": ""}]}),
        ),
        case(event=TimerStopped(timer="Flood"), then=never("not-offered")),
        case(FLOOD, FATE, event=TimerKept(timer="Flood"), then=here("scene.timers.Flood.due", False)),
    ],
    216: [
        case(*FIGHTING, event=TRAP, then=table(**{"scene.areas.A.traps": 1, "scene.traps": True})),
        case(*FIGHTING, event=TRAP.copy_with(other_height=True), then=never("trap-height")),
        case(
            *FIGHTING,
            *CLIFF,
            *at(lunara="Top"),
            event=TRAP.copy_with(area="Foot", by=LUNARA),
            then=never("trap-height"),
        ),
    ],
    217: [
        case(
            *TRAPPED, *turns("ally green", "ally red"), event=TurnEnded(figure=VENIA), then=followed(), asks=OF_THE_TRAP
        ),
        case(
            *TRAPPED,
            *turns("ally red", "ally green"),
            event=TurnEnded(figure=LUNARA),
            then=followed(),
            silent=(TrapTriggered,),
        ),
        case(*TRAPPED, event=DISARMS, then=table(**{"scene.roll.target": 6, "scene.roll.trap": "A"})),
        case(*TRAPPED, event=DISARMS.copy_with(figure=VENIA), then=barred("not-in-the-trap")),
        case(
            *TRAPPED,
            WOLF,
            *at(Wolf="A"),
            event=DISARMS.copy_with(figure="Wolf", dice=2),
            then=barred("not-in-the-trap"),
        ),
    ],
    218: [
        case(
            *TRAPPED,
            DISARMS,
            event=CheckResolved(rolled=6),
            then=(followed(TrapDisarmed(area="A", by=LUNARA)), here("scene.areas.A.traps", 0)),
        ),
        case(*FIGHTING, *map_of("A"), event=TrapDisarmed(area="A"), then=never("no-trap")),
    ],
    219: [
        case(
            *TRAPPED,
            DISARMS,
            event=CheckResolved(rolled=5),
            then=(followed(TrapTriggered(area="A", by=LUNARA)), here("scene.areas.A.traps", 0)),
            asks=(TrapCardResolved,),
        ),
        case(*TRAPPED, *enemy(1), event=TrapTriggered(area="A", by=ONE), then=here("scene.traps_due", ["A"])),
        case(
            *TRAPPED,
            TRAP,
            *enemy(1),
            *at(skitterer_1="B"),
            event=FigureMoved(figure=ONE, to="A"),
            then=followed(TrapTriggered(area="A", by=ONE), TrapTriggered(area="A", by=ONE)),
            asks=(TrapCardResolved,),
        ),
        case(
            *TRAPPED,
            WOLF,
            *at(Wolf="B"),
            event=FigureMoved(figure="Wolf", to="A", way="teleport"),
            then=followed(TrapTriggered(area="A", by="Wolf")),
        ),
        case(*TRAPPED, event=FigureMoved(figure=VENIA, to="A"), then=(followed(), here("scene.areas.A.traps", 1))),
        case(
            *TRAPPED,
            *enemy(1),
            *at(skitterer_1="B"),
            event=FigureMoved(figure=ONE, to="A", way="put"),
            then=here("scene.areas.A.traps", 1),
        ),
        case(*FIGHTING, *map_of("A"), event=TrapTriggered(area="A"), then=never("no-trap")),
    ],
    220: [
        case(
            *TRAPPED,
            TrapTriggered(area="A"),
            event=TrapCardResolved(effect="2 damage"),
            then=here("scene.traps_due", []),
        ),
        case(*TRAPPED, event=TrapCardResolved(), then=barred("no-trap-due")),
        case(
            typed_in("trap-cards", "Pit"),
            *TRAPPED,
            TrapTriggered(area="A"),
            event=TrapCardResolved(),
            then=here("scene.traps_due", []),
            rolled=("Pit",),
        ),
        case(*TRAPPED, *at(venia="A"), event=TrapDisarmed(area="A", by=VENIA), then=here("scene.areas.A.traps", 0)),
        case(*TRAPPED, event=TrapDisarmed(area="A", by=VENIA), then=barred("not-in-the-trap")),
    ],
}
WITHOUT_A_RULE: Mapping[int, str] = {}


@pytest.mark.parametrize("one", each(ROWS))
def test_a_row_does_what_it_says(one: Case) -> None:
    one.holds()
