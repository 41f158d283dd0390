"""Charts of a game: hit points and threat by round; and the results of all games."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from domain.framework.game import Outcome, Plot
from domain.framework.text import Term, Text, spaced_words, text
from domain.framework.views.sheet import Said
from domain.games.champions.numbers import main_threat
from domain.games.champions.state.parts import PastGame
from domain.games.champions.state.table import Champions

PLOTS = (
    Plot("hit points", Term("Hit points", "生命值"), "identities"),
    Plot("villain", Term("Villain", "反派")),
    Plot("threat", Term("Threat", "威胁")),
)


def series(table: Champions) -> Mapping[str, int]:
    """The hit points of each hero and the villain, and the threat on the main scheme, as far as they are known."""
    values = {f"hit points {id_}": seat.left for id_, seat in table.seats.items() if seat.left is not None}
    if table.villain.left is not None:
        values["villain"] = table.villain.left
    threat = main_threat(table)
    return values if threat is None else {**values, "threat": threat}


Sort = tuple[str, str]
"""A group of games: a key of `SORTS`, and an id."""
SORTS: Mapping[str, Text] = {
    "scenarios": text("Scenario"),
    "mode": text("Mode"),
    "heroic": text("Heroic level"),
    "skirmish": text("Stages of the villain"),
    "identities": text("Hero"),
    "classes": text("Aspect"),
}
WAYS = ("mode", "heroic", "skirmish")
"""Groups that are shown only if games were played in more than one of them."""
STAGES: Mapping[str, Text] = {"all": text("all of them"), "one": text("a single stage")}


def outcomes(table: Champions) -> Sequence[Outcome]:
    """The results by scenario, by hero and by aspect; and by mode if there were several."""
    found: dict[Sort, list[tuple[Said, bool]]] = {}
    for game in table.games:
        for sort in sorts_of(game):
            found.setdefault(sort, []).append((spaced_words(game.result), game.result == "won"))
    of_each = Counter(by for by, _ in found)
    sorts = sorted((sort for sort in found if sort[0] not in WAYS or of_each[sort[0]] > 1), key=_sort_key)
    return [Outcome(sort_called(table, *sort), found[sort], SORTS[sort[0]]) for sort in sorts]


def _sort_key(sort: Sort) -> tuple[int, int]:
    """Order groups by `SORTS`; heroic levels by number, all others by their first game."""
    by, id_ = sort
    return list(SORTS).index(by), int(id_) if by == "heroic" else 0


def sorts_of(game: PastGame) -> Iterator[Sort]:
    """The groups that a game is counted in, each once."""
    yield "scenarios", game.scenario
    yield "mode", game.mode
    yield "heroic", str(game.heroic)
    yield "skirmish", "one" if game.skirmish else "all"
    yield from (("identities", hero) for hero in game.heroes)
    yield from (("classes", aspect) for aspect in dict.fromkeys(game.aspects.values()))


def sort_called(table: Champions, by: str, id_: str) -> Said:
    match by:
        case "mode":
            return spaced_words(id_)
        case "heroic":
            return int(id_)
        case "skirmish":
            return STAGES[id_]
    return table.called(by, id_)


__all__ = ["PLOTS", "outcomes", "series"]
