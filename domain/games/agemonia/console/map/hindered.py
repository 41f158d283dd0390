"""Who is hindered: an ally in an area with at least as many enemies as allies (受阻)."""

from domain.games.agemonia.console.map.terrain import standing_in
from domain.games.agemonia.state.table import Agemonia


def is_hindered(table: Agemonia, figure: str) -> bool:
    """Whether an ally is hindered where it stands; never where nobody wrote down where it stands."""
    area = table.scene.places.get(figure)
    if area is None:
        return False
    here = standing_in(table, area)
    enemies = sum(table.scene.figure(other) is not None for other in here)
    return enemies > 0 and enemies >= len(here) - enemies


def hindrance(table: Agemonia, figure: str, told: bool | None) -> bool:
    """What the table says, else what the map says."""
    return is_hindered(table, figure) if told is None else told
