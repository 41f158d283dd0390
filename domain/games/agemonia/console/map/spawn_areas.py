"""Where models come onto the map: in range, nearest to allies, never over capacity; taunt breaks ties (产卵敌人)."""

from collections.abc import Iterator, Mapping

from domain.games.agemonia import sections
from domain.games.agemonia.console.map.terrain import FAR, area_named, distance, room_in
from domain.games.agemonia.figures import allies_up, heroes_up, taunt_of
from domain.games.agemonia.state.scenario import SPACE, Enemy
from domain.games.agemonia.state.table import Agemonia
from domain.language.refusal import Refused, refusal

COME_ELSEWHERE = refusal("come-elsewhere", "It comes to {areas}.", rule=sections.SPAWNING)


def spawn_areas(table: Agemonia, enemy: str, around: str, within: int | None = None) -> list[str]:
    """The areas that a model may come to; several if the table decides, none where the map does not say.

    With a range it comes within that of an area, over single lines, nearest to an ally. Without one it comes to the
    area itself, or, where that is full, nearest to it.
    """
    start = area_named(table, around)
    if within is None and _fits(table, enemy, start):
        return [start]
    steps = {area: distance(table, start, area, spawning=within is not None) for area in table.scene.areas}
    near = {area: n for area, n in steps.items() if n is not None and _fits(table, enemy, area)}
    if within is None:
        return _by_taunt(table, _least(near))
    to_allies = {area: _nearest_ally(table, area)[0] for area, n in near.items() if n <= within}
    return _by_taunt(table, _least(to_allies))


def comes_elsewhere(table: Agemonia, enemy: str, area: str, around: str, within: int | None) -> Iterator[Refused]:
    """Why a model does not come to an area: the rules send it to another."""
    due = spawn_areas(table, enemy, around, within)
    if due and area_named(table, area) not in due:
        yield COME_ELSEWHERE(areas=tuple(due))


def _fits(table: Agemonia, enemy: str, area: str) -> bool:
    room = room_in(table, area)
    return room is None or SPACE[(table.scene.enemies.get(enemy) or Enemy()).size] <= room


def _least(areas: Mapping[str, int]) -> list[str]:
    least = min(areas.values(), default=0)
    return [area for area, n in areas.items() if n == least]


def _by_taunt(table: Agemonia, areas: list[str]) -> list[str]:
    """Of areas that are equally good those whose nearest ally has the highest taunt."""
    taunts = {area: _nearest_ally(table, area)[1] for area in areas}
    return [area for area in areas if taunts[area] == max(taunts.values())]


def _nearest_ally(table: Agemonia, area: str) -> tuple[int, int]:
    """How far the nearest ally is, and the highest taunt of those that are so near."""
    places = table.scene.places
    friends = [friend for friend in (*heroes_up(table), *allies_up(table)) if friend in places]
    steps = {friend: distance(table, area, places[friend]) for friend in friends}
    nearest = min((n for n in steps.values() if n is not None), default=FAR)
    return nearest, max((taunt_of(table, friend) for friend, n in steps.items() if n == nearest), default=0)
