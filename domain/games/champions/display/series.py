"""What charts draw of a game: hit points and threat, round by round."""

from collections.abc import Mapping

from domain.game import Plot
from domain.games.champions.state.table import Champions
from domain.text import Term

PLOTS = (
    Plot("hit points", Term("Hit points", "生命值"), "identities"),
    Plot("villain", Term("Villain", "反派")),
    Plot("threat", Term("Threat", "威胁")),
)


def series(table: Champions) -> Mapping[str, int]:
    """Hit points of each hero and of the villain, and the threat on the main scheme, so that no round has no number."""
    values = {f"hit points {id_}": seat.left for id_, seat in table.seats.items() if seat.left is not None}
    if table.villain.left is not None:
        values["villain"] = table.villain.left
    return {**values, "threat": table.main.threat}
