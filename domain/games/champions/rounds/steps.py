"""Steps of a round: which comes next, of those that this table has something to do in."""

from domain.games.champions.state.table import Champions, Step

ORDER: tuple[Step, ...] = ("player", "end", "threat", "activations", "dealing", "encounters")
NEEDS = {"end": "hands", "dealing": "encounter", "encounters": "encounter"}
"""Steps in which a table has nothing to do that leaves out an area, and that area."""


def next_step(table: Champions, step: Step) -> Step:
    """The step after another; after the last one the player phase of the next round."""
    after = ORDER[ORDER.index(step) + 1 :] if step in ORDER else ()
    return next((one for one in steps_of(table) if one in after), "player")


def steps_of(table: Champions) -> list[Step]:
    """The steps of a round in which this table has something to do, in their order."""
    return [step for step in ORDER if step not in NEEDS or table.tracks(NEEDS[step])]


def go_on(table: Champions) -> None:
    """Leave the step at hand for the next one; for `apply`."""
    table.step = next_step(table, table.step)
    if table.step == "threat":
        table.met, table.activated = [], []
        for card in table.play.values():
            card.strikes = False


def ready_all(table: Champions) -> None:
    """Ready the cards of all players (重整)."""
    for seat in table.seats.values():
        seat.exhausted = False
    for card in table.play.values():
        card.exhausted = card.exhausted and not card.controller
