"""What lies beside a fight, as pieces of the board: allies, timers, counters, story cards, who stands where."""

from collections.abc import Iterator

from domain.games.agemonia.console.fight.allies import AllyDamaged, AllyHealed
from domain.games.agemonia.console.map.story import StoryCardFlipped
from domain.games.agemonia.console.map.terrain import occupied
from domain.games.agemonia.console.rounds.preparing import ScenarioCounterChanged
from domain.games.agemonia.console.rounds.timers import TimerReset, TimerStopped
from domain.games.agemonia.display.models import HEALTH, ills
from domain.games.agemonia.state.scenario import Ground
from domain.games.agemonia.state.table import Agemonia
from domain.language.shown.board import Ask, Chip, Counter, Piece, made
from domain.language.shown.sheet import Said
from domain.language.table import join
from domain.language.text import text

FLIPPED = [("check", text("flipped"))]


def beside_fight(table: Agemonia) -> Iterator[Piece]:
    """What lies beside a fight, as far as there is any of it."""
    scene = table.scene
    counters = [_counter(name, value) for name, value in scene.counters.items()]
    counters += [Counter(name, check.successes, of=check.target) for name, check in scene.progress.items()]
    if scene.allies:
        yield Piece("allies", text("Allies"), rows=[_ally(table, id_) for id_ in scene.allies], icon="person")
    if scene.timers:
        yield Piece("timers", text("Timers"), rows=[_timer(table, name) for name in scene.timers], icon="run")
    if counters:
        yield Piece("counters", text("Counters"), counters=counters, icon="token")
    if scene.cards:
        yield _story_cards(table)
    if places := list(_places(table)):
        yield Piece("grounds", text("Where they stand"), rows=places, icon="path")


def _ally(table: Agemonia, id_: str) -> Piece:
    ally = table.scene.allies[id_]
    path = join(("scene", "allies", id_, "health"))
    healed, damaged = made(AllyHealed, ally=id_, amount=1), made(AllyDamaged, ally=id_, amount=1)
    return Piece(
        f"ally-{id_}",
        table.called("followers", id_),
        note=ally.controller,
        marks=[text("exhausted")] if ally.exhausted else [],
        counters=[Counter(HEALTH, ally.health, path, ally.most, healed, damaged, most=ally.most)],
        chips=ills(table, id_, ally.conditions),
    )


def _timer(table: Agemonia, name: str) -> Piece:
    timer = table.scene.timers[name]
    return Piece(
        f"timer-{name}",
        name,
        note=timer.effect,
        counters=[Counter(name, timer.total, of=timer.target)],
        asks=[
            Ask(text("Reset"), TimerReset, {"timer": name}),
            Ask(text("Stop"), TimerStopped, {"timer": name}),
        ],
        look="danger" if timer.due else "",
    )


def _counter(name: str, value: int) -> Counter:
    up, down = (made(ScenarioCounterChanged, counter=name, amount=1, down=down) for down in (False, True))
    return Counter(name, value, join(("scene", "counters", name)), up=up, down=down)


def _story_cards(table: Agemonia) -> Piece:
    """Each by its letter; those that lie as they came may be flipped."""
    cards = table.scene.cards
    return Piece(
        "story-cards",
        text("Story cards"),
        chips=[Chip(letter, marks=FLIPPED if card.flipped else ()) for letter, card in cards.items()],
        asks=[
            Ask(text("Flip {letter}", letter=letter), StoryCardFlipped, {"letter": letter})
            for letter, card in cards.items()
            if not card.flipped
        ],
        icon="quest",
    )


def _places(table: Agemonia) -> Iterator[Piece]:
    """Who stands where, area by area, where the table writes it down."""
    scene = table.scene
    for area in dict.fromkeys((*scene.areas, *scene.places.values())):
        figures = tuple(table.called("figures", figure) for figure, place in scene.places.items() if place == area)
        marks = list(_of_ground(table, area, scene.areas[area])) if area in scene.areas else []
        yield Piece(f"ground-{area}", area, note=text("{figures}", figures=figures) if figures else "", marks=marks)


def _of_ground(table: Agemonia, area: str, ground: Ground) -> Iterator[Said]:
    """How much room is taken, of how much; a trap; what lies there."""
    if ground.capacity is not None:
        yield f"{occupied(table, area)}/{ground.capacity}"
    if ground.traps:
        yield text("trap")
    if count := sum(ground.items.values()) + ground.stars:
        yield text("lying there: {count}", count=count)
