"""The ending of a game: won or lost, its reason, and the results of each hero."""

from collections.abc import Iterator

from domain.framework.game import Ending
from domain.framework.text import Text, spaced_words, text
from domain.framework.views.sheet import Block, Fact, Facts, Grid, Sheet
from domain.games.champions.display.records import deeds_recorded
from domain.games.champions.state.parts import PastGame
from domain.games.champions.state.table import Champions

TITLES = {
    "won": text("The heroes won"),
    "lost": text("The heroes lost"),
    "abandoned": text("The game was given up"),
}


def ending(table: Champions) -> Ending | None:
    """The ending of the last game; None once another one is set up."""
    if table.step != "over" or not table.games:
        return None
    game = table.games[-1]
    blocks: list[Block] = [Facts("", list(_facts(table, game))), _heroes(table, game)]
    return Ending(Sheet("ending", TITLES[game.result], blocks), won=game.result == "won")


def _facts(table: Champions, game: PastGame) -> Iterator[Fact]:
    yield Fact(text("Scenario"), _scenario(table, game))
    if game.reason:
        yield Fact(text("Reason"), spaced_words(game.reason))
    yield Fact(text("Rounds"), game.rounds)
    yield Fact(text("Threat in the end"), game.threat)


def _scenario(table: Champions, game: PastGame) -> Text:
    return text("{scenario}, {mode}", scenario=table.called("scenarios", game.scenario), mode=spaced_words(game.mode))


def _heroes(table: Champions, game: PastGame) -> Grid:
    deeds = deeds_recorded([game], ("dealt", "removed", "taken"))
    heads = (text("Hero"), *deeds.values())
    rows = [
        [table.called("identities", id_), *(getattr(did, name) for name in deeds)] for id_, did in game.heroes.items()
    ]
    return Grid("", heads, rows)


__all__ = ["ending"]
