"""The map, as far as recorded: areas, borders, range, sight, capacity; hindered figures."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from domain.components.map_geometry import count_steps
from domain.framework.refusal import refusal
from domain.games.agemonia import sections
from domain.games.agemonia.figures import allies_up, enemy_of, foremost_by_taunt, heroes_up, is_hindered, standing_in
from domain.games.agemonia.state.scenario import SPACE, BorderLine, Ground
from domain.games.agemonia.state.table import Agemonia

# === The map as recorded: areas, borders, range, sight, capacity (场景地图) ======================

OUT_OF_RANGE = refusal("out-of-range", "{figure} is out of range.", rule=sections.RANGE)

FAR = 99
"""A distance greater than any on a map."""


def area_named(table: Agemonia, name: str) -> str:
    """The area of a name: its own, or that of a story point in the area (使用故事点识别区域)."""
    if name in table.scene.areas:
        return name
    return next((area for area, ground in table.scene.areas.items() if name in ground.points), name)


def ground_of(table: Agemonia, area: str) -> Ground:
    """The record of an area, added if it is missing."""
    return table.scene.areas.setdefault(area, Ground())


def new_ground(table: Agemonia, area: str) -> None:
    """Add an area that a story card brings; if it is new, its capacity and borders are yet to be written down."""
    if area not in table.scene.areas:
        table.scene.areas[area] = Ground(unwritten=True)


def areas_unwritten(table: Agemonia) -> list[str]:
    """The areas of story cards that nobody wrote down, on a map whose other areas are."""
    areas = table.scene.areas.values()
    is_written = any(ground.capacity is not None or ground.borders for ground in areas if not ground.unwritten)
    return [area for area, ground in table.scene.areas.items() if ground.unwritten] if is_written else []


def areas_without_borders(table: Agemonia) -> list[str]:
    """The written areas of a map with borders that have none."""
    areas = table.scene.areas
    has_borders = any(ground.borders for ground in areas.values())
    return [area for area, ground in areas.items() if has_borders and not (ground.borders or ground.unwritten)]


def lines_from(table: Agemonia, area: str) -> dict[str, BorderLine]:
    found = table.scene.areas.get(area_named(table, area))
    return found.borders if found else {}


def adjacent_areas(table: Agemonia, area: str) -> list[str]:
    """The areas across a single or a double line; an obstacle separates two areas."""
    return [to for to, line in lines_from(table, area).items() if line.kind != "obstacle"]


def crossable_areas(table: Agemonia, area: str, flying: bool) -> list[str]:
    """The areas that a figure may walk to: across single lines.

    A flying one also crosses double lines to areas with a printed capacity.
    """
    return [
        to
        for to, line in lines_from(table, area).items()
        if line.kind == "single line" or (flying and line.kind == "double line" and _has_capacity(table, to))
    ]


def _has_capacity(table: Agemonia, area: str) -> bool:
    found = table.scene.areas.get(area)
    return found is None or found.capacity is not None


def distance_between(table: Agemonia, start: str, end: str, spawning: bool = False) -> int | None:
    """The range between two areas, never through obstacles, and for spawning only over single lines.

    None if there is no way.
    """

    def ways(area: str) -> list[str]:
        return crossable_areas(table, area, flying=False) if spawning else adjacent_areas(table, area)

    return count_steps(area_named(table, start), ways).get(area_named(table, end))


def sees_along(table: Agemonia, line: Sequence[str]) -> bool:
    """Whether a straight line through these areas, from the viewer's to the target's, is a line of sight (视线).

    It may not cross an obstacle, and a border with a height symbol only if its higher area is the first or the last.
    Borders that were never recorded block nothing.
    """
    areas = [area_named(table, area) for area in line]
    ends = {areas[0], areas[-1]} if areas else set()
    for here, there in pairwise(areas):
        border = lines_from(table, here).get(there)
        if border and (border.kind == "obstacle" or (border.higher and border.higher not in ends)):
            return False
    return True


def in_plain_sight(table: Agemonia, here: str, there: str) -> bool:
    """Whether one area is certainly seen from another: it is the same, or next to it without an obstacle."""
    border = lines_from(table, here).get(there)
    return here == there or (border is not None and border.kind != "obstacle")


def strikes_into(table: Agemonia, figure: str, there: str) -> bool | None:
    """Whether a figure can strike into an area in melee; None if the map does not say.

    It can if the area is its own, or is adjacent, at the same height, and too full for the figure.
    """
    here = table.scene.places.get(figure)
    if here is None or here == there:
        return None if here is None else True
    if not (borders := lines_from(table, here)):
        return None
    line, room = borders.get(there), room_in(table, there)
    if line is None or line.kind == "obstacle" or line.higher:
        return False
    # Melee reaches an adjacent area only if that is too full to enter; otherwise the figure has to move there.
    return None if room is None else room < space_taken(table, figure)


def space_taken(table: Agemonia, figure: str) -> int:
    enemy = table.scene.enemy_of(figure) if table.scene.figure(figure) else None
    return SPACE[enemy.size] if enemy else 1


def capacity_taken(table: Agemonia, area: str) -> int:
    """The capacity of an area that is taken."""
    return sum(space_taken(table, figure) for figure in standing_in(table, area))


def room_in(table: Agemonia, area: str) -> int | None:
    """The free capacity of an area, below 0 if it is overfull; None if unknown."""
    found = table.scene.areas.get(area)
    return None if found is None or found.capacity is None else found.capacity - capacity_taken(table, area)


def too_small(table: Agemonia, area: str, figure: str) -> bool:
    """Whether an area is too small for a large or huge figure, even if it is empty."""
    found, size = table.scene.areas.get(area), space_taken(table, figure)
    return bool(found and found.capacity is not None and found.capacity < size and size > 1)


def has_room(table: Agemonia, area: str, figure: str) -> bool:
    """Whether a figure could end its turn in an area; True if its capacity is unknown."""
    room = room_in(table, area)
    return room is None or table.scene.places.get(figure) == area or space_taken(table, figure) <= room


def is_overfull(table: Agemonia, area: str) -> bool:
    room = room_in(table, area)
    return room is not None and room < 0


def traps_untried(table: Agemonia, figure: str) -> int:
    """The number of traps that go off as a hero leaves the area (陷阱指示物).

    These are the traps of the area that it entered and did not try to disarm.
    """
    turn, here = table.scene.heroes.get(figure), table.scene.places.get(figure, "")
    entered = turn is not None and turn.trap != "" and turn.trap == here and here in table.scene.areas
    return table.scene.areas[here].traps if entered else 0


def leads_down(table: Agemonia, here: str, there: str) -> bool:
    """Whether going from one area to the next leads down."""
    border = lines_from(table, here).get(there)
    return bool(border and border.kind == "double line" and border.higher == here)


def in_the_way(table: Agemonia, figure: str, targets: Sequence[str], line: Sequence[str] = ()) -> list[str]:
    """The targets for which an aim is blocked (阻挡瞄准).

    A foe in the attacker's own area blocks it, even if it is the target. So does any other figure in the target's area,
    and any figure in an area between.
    """
    here = table.scene.places.get(figure)
    if here is None:
        return []
    own = table.scene.figure(figure) is not None
    # A foe in the same area blocks every aim, even the one at itself.
    beside = any((table.scene.figure(other) is not None) != own for other in standing_in(table, here))
    return [target for target in targets if _is_aim_blocked(table, (figure, *targets), here, target, line, beside)]


def _is_aim_blocked(
    table: Agemonia, taking_part: Sequence[str], here: str, target: str, line: Sequence[str], beside: bool
) -> bool:
    there = table.scene.places.get(target)
    if there is None:
        return False
    crowded = any(other not in taking_part for other in standing_in(table, there))
    return beside or crowded or any(standing_in(table, area) for area in line if area not in (here, there))


# --- advance of an enemy ---------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Advance:
    """A target that an enemy may go for, the areas that it may attack from, and the number of steps to them."""

    target: str
    areas: Sequence[str]
    steps: int


def advances_of(table: Agemonia, figure: str, reach: int | None = None) -> list[Advance]:
    """The targets that an enemy may go for: the nearest to attack, and of these the highest taunt; several on a tie.

    `reach` is the range of its attack, None for a melee attack. Line of sight is for the players to judge.
    """
    steps = _steps_to_areas(table, figure)
    options = []
    for target in (*heroes_up(table), *allies_up(table)):
        if target in table.scene.places:
            near = {area: steps[area] for area in _areas_to_attack_from(table, figure, target, reach) if area in steps}
            if near:
                fewest = min(near.values())
                options.append(Advance(target, [area for area, n in near.items() if n == fewest], fewest))
    # The distance comes before taunt, which decides only among equally near targets.
    nearest = min((option.steps for option in options), default=FAR)
    close = [option for option in options if option.steps == nearest]
    foremost = foremost_by_taunt(table, (option.target for option in close))
    return [option for option in close if option.target in foremost]


def _areas_to_attack_from(table: Agemonia, figure: str, target: str, reach: int | None) -> Iterator[str]:
    """The areas from which a target may be attacked: its own, next to a full one, or any within range."""
    area = table.scene.places[target]
    if reach is not None:
        areas = (*table.scene.areas, area)
        yield from (
            post
            for post in dict.fromkeys(areas)
            if _in_reach(table, post, area, reach) and has_room(table, post, figure)
        )
    elif has_room(table, area, figure):
        yield area
    else:
        lines = lines_from(table, area)
        near = [post for post in adjacent_areas(table, area) if not lines[post].higher]
        yield from (post for post in near if has_room(table, post, figure))


def _in_reach(table: Agemonia, post: str, area: str, reach: int) -> bool:
    steps = distance_between(table, post, area)
    return steps is not None and steps <= reach


def _steps_to_areas(table: Agemonia, figure: str) -> dict[str, int]:
    """The distance of each area for a walking enemy; full areas are passable only without allies."""
    start = table.scene.places.get(figure)
    if start is None:
        return {}
    flying = enemy_of(table, figure).flying

    def ways(area: str) -> list[str]:
        around = crossable_areas(table, area, flying)
        fits = [to for to in around if not too_small(table, to, figure)]
        return [to for to in fits if has_room(table, to, figure) or not _holds_allies(table, to)]

    return count_steps(start, ways)


def _holds_allies(table: Agemonia, area: str) -> bool:
    return any(not table.scene.figure(figure) for figure in standing_in(table, area))


# === Hindered figures: as the players say, otherwise by the map (受阻) ===========================


def hinders_roll(table: Agemonia, figure: str, said: bool | None) -> bool:
    """Whether a figure is hindered: as the players say, otherwise by the map."""
    return is_hindered(table, figure) if said is None else said
