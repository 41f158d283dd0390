"""What charts draw of a game: hit points and threat, round by round; and what came of the games played."""

from collections.abc import Iterator, Mapping, Sequence

from domain.game import Outcome, Plot
from domain.games.champions.state.records import PastGame
from domain.games.champions.state.table import Champions
from domain.shown.sheet import Said
from domain.text import Term, spoken

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


Sort = tuple[str, str]
"""What games are told by: a kind of content, or the mode, and an id of it."""
SORTS = ("scenarios", "mode", "identities", "classes")


def outcomes(table: Champions) -> Sequence[Outcome]:
    """What came of each scenario, of each mode where there were several, of each hero, and of each aspect."""
    found: dict[Sort, list[tuple[str, bool]]] = {}
    for game in table.games:
        for sort in sorts_of(game):
            found.setdefault(sort, []).append((game.result, game.result == "won"))
    one_mode = len({game.mode for game in table.games}) == 1
    told = sorted((sort for sort in found if sort[0] != "mode" or not one_mode), key=lambda sort: SORTS.index(sort[0]))
    return [Outcome(sort_called(table, sort), found[sort]) for sort in told]


def sorts_of(game: PastGame) -> Iterator[Sort]:
    """What a game is told by, each once."""
    yield "scenarios", game.scenario
    yield "mode", game.mode
    yield from (("identities", hero) for hero in game.heroes)
    yield from (("classes", aspect) for aspect in dict.fromkeys(game.aspects.values()))


def sort_called(table: Champions, sort: Sort) -> Said:
    return spoken(sort[1]) if sort[0] == "mode" else table.called(*sort)


__all__ = ["PLOTS", "outcomes", "series"]
