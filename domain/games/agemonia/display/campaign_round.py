"""The current step of a campaign round as a piece of the board, with all that belongs to it."""

from collections.abc import Iterator
from dataclasses import replace

from domain.framework.events.value_names import as_text
from domain.framework.table import join_path
from domain.framework.text import text
from domain.framework.views.board import Ask, Chip, Counter, Piece
from domain.framework.views.sheet import Said
from domain.games.agemonia.campaign.city import RoomRented
from domain.games.agemonia.campaign.journey import stages_of
from domain.games.agemonia.display.fight import with_label
from domain.games.agemonia.state.kinds import STAGES
from domain.games.agemonia.state.table import (
    UNEASY_SLEEP,
    Agemonia,
    Running,
)

SCENE = "scene"
"""The key of the piece."""


def scene_of(table: Agemonia) -> Iterator[Piece]:
    """The piece of the current step; without tracked steps, of the scenario being played, if there is one."""
    if not table.tracks("steps"):
        yield from [_scenario_piece(table, table.running)] if table.tracks("scenarios") and table.running else ()
    elif table.step == "city":
        yield _city_piece(table)
    elif table.step == "tutorial" and not table.running:
        yield _tutorial_piece(table)
    elif table.step in ("tutorial", "journey", "scenario"):
        drawn = _journey_piece if table.step == "journey" else _scenario_piece
        yield drawn(table, table.running) if table.running else _piece_without_scenario(table)
    else:
        played = text("{count|campaign round|campaign rounds} played.", count=table.round)
        yield Piece(SCENE, table.steps[table.step], note=played, icon="banner")


def _piece_without_scenario(table: Agemonia) -> Piece:
    return Piece(SCENE, table.steps[table.step], note=text("No scenario is chosen yet."))


def _tutorial_piece(table: Agemonia) -> Piece:
    """The piece of the tutorials, with the result of each."""
    rows = []
    for number in ("1", "2", "3"):
        result = table.tutorials.get(number)
        name = table.called("scenarios", f"tutorial-{number}")
        rows.append(Piece(f"tutorial-{number}", name, marks=[result] if result else [], look="done" if result else ""))
    return Piece(SCENE, table.steps["tutorial"], rows=rows, icon="lesson")


# --- the city --------------------------------------------------------------------------------


def _city_piece(table: Agemonia) -> Piece:
    """The piece of the city step: visited locations, the city event, and the heroes' sleeping places."""
    parts = [_visited_piece(table), _city_event_piece(table)]
    if table.heroes:
        parts.append(Piece("tonight", text("Tonight"), rows=[_sleeping_row(table, hero) for hero in table.heroes]))
    return Piece(SCENE, table.steps["city"], inside=parts)


def _visited_piece(table: Agemonia) -> Piece:
    city, went = table.city, [("check", text("visited"))]
    used = sum(city.used.values())
    return Piece(
        "visited",
        text("Visited"),
        note="" if city.visited else text("Nowhere yet."),
        marks=[text("{count|service|services} used", count=used)] if used else [],
        chips=[Chip(table.called("locations", id_), marks=went, look="on") for id_ in city.visited],
    )


def _city_event_piece(table: Agemonia) -> Piece:
    city, title = table.city, text("City event")
    if not city.event:
        none = text("None after an arena scenario.") if table.after_arena else text("This is not revealed yet.")
        return Piece("city-event", title, note=none)
    marks: list[Said] = [text("Option {option}", option=city.option)] if city.option else []
    marks.append(text("resolved") if city.resolved else text("to be resolved"))
    return Piece("city-event", title, note=table.called("cards", city.event), marks=marks)


def _sleeping_row(table: Agemonia, id_: str) -> Piece:
    """The row of a hero's sleeping place, with its activity points once the city event is resolved."""
    hero = table.heroes[id_]
    has_bed = hero.sleeps != UNEASY_SLEEP
    path = f"{join_path(('heroes', id_))}.activity_tokens"
    return Piece(
        f"bed-{id_}",
        table.called("heroes", id_),
        note=table.called("locations", hero.sleeps) if has_bed else text("no bed yet"),
        counters=[Counter(text("Activity points"), hero.activity_tokens, path)] if table.city.resolved else [],
        asks=[] if has_bed else [Ask(text("Rent a room"), RoomRented, {"hero": id_})],
        icon="bed",
        look="" if has_bed else "danger",
    )


# --- the journey -----------------------------------------------------------------------------


def _journey_piece(table: Agemonia, running: Running) -> Piece:
    """The piece of the journey: the stages of the current card, from the introduction to the scenario."""
    journey = table.journey
    begun = journey.introduced or journey.stage > 0
    return Piece(
        SCENE,
        table.called("scenarios", running.scenario),
        marks=list(_journey_marks(table)),
        rows=[
            Piece("stage-introduction", text("Introduction"), icon="quill", look="done" if begun else ""),
            *_stage_rows(table),
            Piece("stage-scenario", table.steps["scenario"], icon="banner"),
        ],
    )


def _journey_marks(table: Agemonia) -> Iterator[Said]:
    journey = table.journey
    if journey.branch:
        yield text("Way {letter}", letter=journey.branch)
    elif journey.kept:
        yield text("If the next stage is split too, keep to {letter}.", letter=journey.kept)
    if journey.event:
        yield text("World event {card} to be resolved", card=table.called("cards", journey.event))


def _stage_rows(table: Agemonia) -> Iterator[Piece]:
    """The rows of the card's stages; if it is unknown, of the finished ones and the next one."""
    ways: dict[int, list[Said]] = {}
    for stage in stages_of(table):
        kind = as_text(stage.kind, STAGES)
        kinds = [kind] if kind and isinstance(kind, Said) else []
        ways.setdefault(stage.no, []).extend(with_label(stage.branch, kind) if stage.branch else kind for kind in kinds)
    done = table.journey.stage
    unknown = range(1, done + 2) if not ways else range(1, done + 1)
    for number in sorted({*ways, *unknown}):
        held = tuple(ways.get(number, ()))
        note = text("{kinds}", kinds=held) if held else text("Stage {number}", number=number)
        piece = Piece(f"stage-{number}", str(number), note=note)
        yield replace(piece, look="done" if number <= done else "active" if number == done + 1 else "")


# --- the scenario ----------------------------------------------------------------------------


def _scenario_piece(table: Agemonia, running: Running) -> Piece:
    """The piece of a selected scenario: its progress and its achievements."""
    chips = [Chip(name, look="on") for name in running.achievements]
    parts = [Piece("achievements", text("Achievements"), chips=chips)] if chips else []
    return Piece(
        SCENE,
        table.called("scenarios", running.scenario),
        marks=list(_scenario_marks(running)),
        inside=parts,
    )


def _scenario_marks(running: Running) -> Iterator[Said]:
    yield with_label(text("Attempt"), running.attempt)
    if running.arena:
        yield text("Arena")
    if running.narrator:
        yield with_label(text("Narrator"), running.narrator)
    yield text("over") if running.result else text("under way") if running.started else text("being set up")
