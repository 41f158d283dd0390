"""The table as a viewer may see it: what others have selected for this round stays face down."""

from domain.game import Viewer
from domain.games.agemonia.state.table import SELECTED, Agemonia


def view(table: Agemonia, viewer: Viewer) -> Agemonia:
    """The table itself, unless somebody has selected an action that this viewer may not see yet."""
    scene = table.scene
    hidden = [hero for hero, turn in scene.heroes.items() if turn.chosen and hero not in viewer.seats]
    if scene.phase != "select" or not hidden:
        return table
    nothing = {name: "" for (name,) in SELECTED}
    covered = {hero: scene.heroes[hero].model_copy(update=nothing) for hero in hidden}
    heroes = {hero: covered.get(hero, turn) for hero, turn in scene.heroes.items()}
    return table.model_copy(update={"scene": scene.model_copy(update={"heroes": heroes})})
