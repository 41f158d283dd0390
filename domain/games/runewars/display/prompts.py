"""What comes next, in rulebook order (3.15)."""

from collections.abc import Iterator, Sequence

from domain.game import Prompt, Viewer
from domain.games.runewars.base import whose_turn
from domain.games.runewars.display import war_prompts
from domain.games.runewars.setup.players import FactionChosen, StartingPlayerFound, WarBegun
from domain.games.runewars.state.seats import FEWEST_SEATS, MOST_SEATS
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed, TurnEnded
from domain.games.runewars.year.seasons import OrdersCalled, SeasonCardDrawn, SeasonTextResolved
from domain.parts.sealed import undecided
from domain.text import text


def prompts(table: Runewars, viewer: Viewer) -> Sequence[Prompt]:
    return list(_prompts(table, viewer))


def _prompts(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    if table.battle:
        yield from war_prompts.coming(table)
        return
    match table.step:
        case "setup":
            yield from setting_up(table)
        case "season":
            yield Prompt(text("Draw the season card"), SeasonCardDrawn, must=True, opens=True)
        case "text":
            yield Prompt(text("Season card done"), SeasonTextResolved, must=True)
        case "secondary":
            yield Prompt(text("On to the orders"), OrdersCalled, must=True)
        case "orders":
            yield from choosing(table, viewer)
        case "turns" if seat := whose_turn(table):
            yield Prompt(text("Turn done"), TurnEnded, must=True, fields={"seat": seat})


def setting_up(table: Runewars) -> Iterator[Prompt]:
    if len(table.seats) < FEWEST_SEATS:
        yield Prompt(text("A player takes a faction"), FactionChosen, must=True)
        return
    if not table.starting:
        yield Prompt(text("Who begins?"), StartingPlayerFound, must=True)
    if len(table.seats) < MOST_SEATS:
        yield Prompt(text("A player takes a faction"), FactionChosen)
    yield Prompt(text("The war begins"), WarBegun, must=True)


def choosing(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """One's own order; when all have chosen, their turning over."""
    waiting = undecided(table.alive(), {id_: seat.order for id_, seat in table.seats.items()})
    mine = [seat for seat in waiting if not viewer.seats or seat in viewer.seats]
    for seat in mine:
        title = text("{seat}: choose an order", seat=table.called("seats", seat))
        yield Prompt(title, OrderChosen, must=True, fields={"seat": seat}, opens=True)
    if not waiting:
        yield Prompt(text("Turn the orders over"), OrdersRevealed, must=True)


__all__ = ["prompts"]
