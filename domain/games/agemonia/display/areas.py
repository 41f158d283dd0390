"""The map of a scenario: its areas, placed by their recorded borders, with the figures in each."""

from collections.abc import Iterator, Mapping
from math import hypot

from domain.components.layouts import layout_of
from domain.components.map_geometry import Square
from domain.framework.text import Term, Text, text
from domain.framework.views.board import Badge, Edge, Plan, Point, Space, SpaceKind, WayKind
from domain.framework.views.sheet import Said
from domain.games.agemonia.console.terrain import capacity_taken
from domain.games.agemonia.figures import is_enemy
from domain.games.agemonia.state.scenario import Border, Ground
from domain.games.agemonia.state.table import Agemonia

TITLE = text("Their places")
AREA: tuple[Point, ...] = ((-1.1, -0.9), (1.1, -0.9), (1.1, 0.9), (-1.1, 0.9))
ACROSS, DOWN = 2.55, 2.15
"""The distances between the centres of two adjacent areas, across and down."""
BAR = 0.4
"""Half the length of an obstacle, drawn across the way that it blocks."""
MOST_AREAS = 16
"""The most areas of a map; a scenario has no more, and a larger layout takes seconds."""
WAYS: Mapping[Border, WayKind] = {"single line": "path", "double line": "climb", "obstacle": "mountain"}


def plan_of_areas(table: Agemonia) -> Plan | None:
    """The plan of all areas, placed by their borders; None without borders, or with more than `MOST_AREAS` areas."""
    areas = table.scene.areas
    if not any(ground.borders for ground in areas.values()):
        return None
    starting = sorted(areas, key=lambda area: not areas[area].start)
    known = dict.fromkeys((*starting, *table.scene.places.values()))
    if len(known) > MOST_AREAS:
        return None
    cells = layout_of({area: areas.get(area, Ground()).borders.keys() for area in known})
    spaces = [
        Space(
            area, area, middle_of(cell), AREA, badges=list(badges_of_area(table, area)), kind=kind_of_area(table, area)
        )
        for area, cell in cells.items()
    ]
    return Plan(TITLE, spaces, list(borders_drawn(areas, cells)))


def middle_of(cell: Square) -> Point:
    return ACROSS * cell.column, DOWN * cell.row


def kind_of_area(table: Agemonia, area: str) -> SpaceKind:
    """The kind of space for an area; the start area differs from others."""
    return "town" if table.scene.areas.get(area, Ground()).start else "land"


def badges_of_area(table: Agemonia, area: str) -> Iterator[Badge]:
    """The figures in an area, then its contents and its capacity."""
    ground = table.scene.areas.get(area, Ground())
    enemies: dict[str, list[str]] = {}
    for figure in [figure for figure, place in table.scene.places.items() if place == area]:
        name = table.called("figures", figure)
        if is_enemy(table, figure):
            enemy, _, number = figure.rpartition(" ")
            enemies.setdefault(enemy, []).append(number)
        elif figure in table.heroes:
            yield Badge("", name, kind="figure", seat=figure)
        else:
            yield Badge("hero", name, initials(name), "figure")
    for enemy, numbers in enemies.items():
        name, words = table.called("enemies", enemy), text("{enemy} {numbers}", numbers=tuple(numbers))
        yield Badge("skull", words.copy_with(enemy=name), words.copy_with(enemy=initials(name)), "guard")
    yield from _things(ground)
    if ground.capacity is not None:
        taken = capacity_taken(table, area)
        said = text("capacity: {taken} of {most} taken", taken=taken, most=ground.capacity)
        yield Badge("person", said, f"{taken}/{ground.capacity}", "ground")


def initials(name: Said) -> Said:
    """The initials of a name; in Chinese its first character."""
    if isinstance(name, Term):
        return Term(initials_of(name.en), name.zh[:1])
    return initials_of(name) if isinstance(name, str) else name


def initials_of(name: str) -> str:
    return "".join(word[:1] for word in name.split())


def _things(ground: Ground) -> Iterator[Badge]:
    if ground.traps:
        yield Badge("ill", text("trap"), kind="danger")
    if count := sum(ground.items.values()) + ground.stars:
        yield Badge("sack", text("there: {count}", count=count), str(count), "token")
    for point in ground.points:
        yield Badge("quest", text("story point {point}", point=point), point, "place")


def borders_drawn(areas: Mapping[str, Ground], cells: Mapping[str, Square]) -> Iterator[Edge]:
    """A line between the centres of two adjacent areas; an obstacle as a bar across it."""
    for area, ground in areas.items():
        for to, line in ground.borders.items():
            if to in cells and (area < to or area not in areas.get(to, Ground()).borders):
                said = text(
                    "{area} and {to}: {kind}[, {higher} is higher]",
                    area=area,
                    to=to,
                    kind=Text(line.kind),
                    higher=line.higher,
                )
                yield Edge(*_ends(middle_of(cells[area]), middle_of(cells[to]), line.kind), said, WAYS[line.kind])


def _ends(one: Point, two: Point, kind: Border) -> tuple[Point, Point]:
    if kind != "obstacle":
        return one, two
    (x, y), across, down = ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2), two[0] - one[0], two[1] - one[1]
    length = hypot(across, down) / BAR
    return (x - down / length, y + across / length), (x + down / length, y - across / length)
