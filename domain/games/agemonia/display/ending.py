"""The end of a scenario, as a page for all players: its result, and the state of each hero."""

from collections.abc import Iterator

from domain.framework.game import Ending
from domain.framework.text import text
from domain.framework.views.sheet import Block, Box, Fact, Facts, Grid, Sheet
from domain.games.agemonia.state.table import Agemonia, Running


def ending(table: Agemonia) -> Ending | None:
    """The end of the scenario that was played, until it is cleared up; None without a result."""
    running = table.running
    if running is None or not running.result:
        return None
    won = running.result.startswith("S")
    words = text("Success: {result}") if won else text("Failure: {result}")
    blocks: list[Block] = [Facts("", list(_facts(table, running))), _heroes(table)]
    return Ending(Sheet("ending", words.copy_with(result=running.result), blocks), won=won)


def _facts(table: Agemonia, running: Running) -> Iterator[Fact]:
    yield Fact(text("Scenario"), table.called("scenarios", running.scenario))
    yield Fact(text("Attempt"), running.attempt)
    if running.score is not None:
        yield Fact(text("Score"), running.score)
    if running.replay:
        yield Fact(text("Next"), text("to be played again"))
    if running.achievements:
        yield Fact(text("Achievements"), text("{names}", names=tuple(running.achievements)))


def _heroes(table: Agemonia) -> Grid:
    heads = (text("Hero"), text("Stars"), text("Wounded"), text("Exhausted"))
    return Grid(
        "",
        heads,
        [
            [
                table.called("heroes", id_),
                "?" if hero.stars_shown is None else hero.stars,
                Box("", hero.wounded),
                Box("", hero.exhausted),
            ]
            for id_, hero in table.heroes.items()
        ],
    )


__all__ = ["ending"]
