"""Who is at turn: the figures that act this round, which of them have yet to, and the first of those."""

from collections.abc import Iterator

from domain.games.agemonia.state.table import Agemonia


def acting(table: Agemonia, actor: str) -> Iterator[str]:
    """The figures of an actor that take a turn this round: of an enemy all that were there when it began."""
    scene = table.scene
    if enemy := scene.enemies.get(actor):
        numbers = sorted((n for n in enemy.figures if n.isdecimal()), key=int)
        yield from (f"{actor} {n}" for n in numbers if not spawned_now(table, f"{actor} {n}"))
    elif actor in scene.allies:
        yield from [] if scene.allies[actor].exhausted else [actor]
    elif actor in table.heroes:
        yield from [] if table.heroes[actor].exhausted else [actor]


def spawned_now(table: Agemonia, figure: str) -> bool:
    model = table.scene.figure(figure)
    return bool(model and table.scene.round and model.spawned == table.scene.round)


def waiting(table: Agemonia) -> list[str]:
    """The figures that have yet to take their turn this round, in order."""
    scene = table.scene
    if scene.phase != "turns":
        return []
    return [figure for actor in scene.order for figure in acting(table, actor) if figure not in scene.done]


def at_turn(table: Agemonia) -> str:
    """The figure whose turn it is: the one that began its turn, else the next in order; empty if nobody's."""
    left = waiting(table)
    if table.scene.active in left:
        return table.scene.active
    return left[0] if left else ""
