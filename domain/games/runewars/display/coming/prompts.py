"""What comes next, in rulebook order (3.15)."""

from collections.abc import Iterator, Sequence

from domain.games.runewars.base import whose_turn
from domain.games.runewars.display.coming import (
    fighting,
    gaining,
    heroes,
    laying,
    marching,
    playing,
    ruling,
    setting_up,
)
from domain.games.runewars.runes.tokens import known_real, thrones
from domain.games.runewars.runes.victory import VictoryClaimed, WarEnded, WarScored
from domain.games.runewars.state.table import Runewars
from domain.games.runewars.year.orders import OrderChosen, OrdersRevealed, TurnEnded
from domain.games.runewars.year.seasons import OrdersCalled, SeasonCardDrawn, SeasonTextResolved, is_typed_in, of_season
from domain.language.game import Prompt, Viewer
from domain.language.kernel.adjusting import SecretsOpened
from domain.language.text import text
from domain.things.sealed import undecided


def prompts(table: Runewars, viewer: Viewer) -> Sequence[Prompt]:
    return list(_prompts(table, viewer))


def _prompts(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """What is open first, then what is due, then the parts in the order of the year, and last what ends the step."""
    if table.place[1] == "battle":
        yield from fighting.coming(table)
        return
    if table.place[1] == "setup":
        yield from setting_up.prompts_before_the_map(table)
    yield from laying.coming(table)
    yield from gaining.coming(table, viewer)
    yield from heroes.coming(table)
    yield from marching.coming(table)
    yield from ruling.coming(table, viewer)
    yield from playing.coming(table, viewer)
    if table.place[1] == table.step:
        yield from ending(table, viewer)
    yield from winning(table, viewer)
    yield from outlasting(table)
    if table.winners and not table.secrets_open:
        yield Prompt(text("Lay open what was kept secret"), SecretsOpened, needs=("agreed",))


def ending(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """What leads from this step to the next."""
    match table.step:
        case "setup":
            yield from setting_up.prompts_that_end_setup(table)
        case "season":
            known = bool(of_season(table)) and not is_typed_in(table)
            yield Prompt(text("Draw the season card"), SeasonCardDrawn, must=True, opens=known)
        case "text":
            yield Prompt(text("Season card done"), SeasonTextResolved, must=True)
        case "secondary":
            yield Prompt(text("On to the orders"), OrdersCalled, must=True)
        case "orders":
            yield from choosing(table, viewer)
        case "turns" if seat := whose_turn(table):
            title = text("{seat}: turn done", seat=table.called("seats", seat))
            yield Prompt(title, TurnEnded, must=True, fields={"seat": seat})
        case "finished" if not table.winners:
            yield last_of_all(table)


def last_of_all(table: Runewars) -> Prompt:
    """After the last winter the real runes of each player are counted: here, or at the table, which says how many."""
    if not table.tracks("runes"):
        return Prompt(text("Who won the war?"), WarEnded, must=True, needs=("winners",))
    needs = () if table.tracks("map") and table.rune_tracking != "blind" else ("real",)
    return Prompt(text("Turn all runes up and count"), WarScored, must=True, needs=needs)


def winning(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """Only a seat that knows of enough real runes is told that it may win."""
    for seat in viewer.seats & set(table.seats):
        real = known_real(table, seat)
        if table.tracks("runes") and not table.winners and len(real) + thrones(table, seat) >= table.goal:
            shown = real[: table.goal - thrones(table, seat)]
            yield Prompt(text("Claim victory"), VictoryClaimed, fields={"seat": seat, "areas": shown}, opens=True)


def outlasting(table: Runewars) -> Iterator[Prompt]:
    """Whoever is left alone may be said to have won; the rulebook does not say so (G-16)."""
    alive = table.alive()
    if table.season and len(alive) == 1 and len(table.seats) > 1 and not table.winners:
        title = text("{seat} alone is left: the war is over", seat=table.called("seats", alive[0]))
        yield Prompt(title, WarEnded, fields={"winners": alive})


def choosing(table: Runewars, viewer: Viewer) -> Iterator[Prompt]:
    """One's own order; when all have chosen, their turning over."""
    waiting = undecided(table.alive(), {id_: seat.order for id_, seat in table.seats.items()})
    mine = [seat for seat in waiting if not viewer.seats or seat in viewer.seats]
    for seat in mine:
        title = text("{seat}: choose an order", seat=table.called("seats", seat))
        yield Prompt(title, OrderChosen, must=True, fields={"seat": seat}, pad="order")
    if not waiting:
        yield Prompt(text("Turn the orders over"), OrdersRevealed, must=True)


__all__ = ["prompts"]
