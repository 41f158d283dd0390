"""Who is hindered: what the table says, else what the map says (受阻)."""

from domain.games.agemonia.figures import is_hindered
from domain.games.agemonia.state.table import Agemonia


def hindrance(table: Agemonia, figure: str, told: bool | None) -> bool:
    """What the table says, else what the map says."""
    return is_hindered(table, figure) if told is None else told
