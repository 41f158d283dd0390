"""What comes next for hands and cards in play: what is over a limit, and hands at the end of the player phase."""

from collections.abc import Iterator

from domain.games.champions.cards.leaving import AllyDiscarded, RestrictedDiscarded
from domain.games.champions.cards.rules import allies_over, restricted_over
from domain.games.champions.piles.drawing import CardsCounted, shortfall
from domain.games.champions.piles.hands import hand_size
from domain.games.champions.rounds.refresh import CardsReadied, HandRefreshed, excess, waiting
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt
from domain.language.text import text


def coming(table: Champions) -> Iterator[Prompt]:
    """What is over a limit comes before anything else."""
    if table.tracks("allies") and table.under_way():
        yield from over_limits(table)
    if table.step == "end":
        yield from ending_phase(table)


def over_limits(table: Champions) -> Iterator[Prompt]:
    """Who controls too many allies or restricted cards chooses one that goes, one at a time (F25, F26)."""
    for seat in table.player_order():
        name = table.called("identities", seat)
        if allies_over(table, seat):
            title = text("{seat}: too many allies, discard one", seat=name)
            yield Prompt(title, AllyDiscarded, must=True, fields={"seat": seat})
        if restricted_over(table, seat):
            title = text("{seat}: too many restricted cards, discard one", seat=name)
            yield Prompt(title, RestrictedDiscarded, must=True, fields={"seat": seat})


def ending_phase(table: Champions) -> Iterator[Prompt]:
    """Hands in player order, and last all cards are readied."""
    seats = waiting(table) if table.tracks("hands") else []
    for seat in seats:
        yield from counting(table, seat)
        yield hand_at_the_end(table, seat)
    if not seats:
        yield Prompt(text("Ready all cards"), CardsReadied, must=True)


def counting(table: Champions, seat: str) -> Iterator[Prompt]:
    """A deck that nobody counted, where cards would be drawn from it."""
    size = hand_size(table, seat)
    if size is not None and shortfall(len(table.seat(seat).hand), size) and not table.seat(seat).counted:
        title = text("How many cards are in the deck of {seat}?", seat=table.called("identities", seat))
        yield Prompt(title, CardsCounted, fields={"seat": seat}, needs=("deck",))


def hand_at_the_end(table: Champions, seat: str) -> Prompt:
    """One tap, unless somebody has to say which cards go, or how large the hand is."""
    hand, size = len(table.seat(seat).hand), hand_size(table, seat)
    name, fields = table.called("identities", seat), {"seat": seat}
    if size is None:
        title = text("{seat}: how large is the hand?", seat=name)
        return Prompt(title, HandRefreshed, True, fields, needs=("size",))
    if too_many := excess(hand, size):
        title = text("{seat}: discard {count|card|cards}", seat=name, count=too_many)
        return Prompt(title, HandRefreshed, True, {**fields, "discarded": too_many}, opens=table.tracks("cards"))
    if count := HandRefreshed(seat=seat).wanted(table):
        return Prompt(text("{seat}: draw {count|card|cards}", seat=name, count=count), HandRefreshed, True, fields)
    return Prompt(text("{seat}: the hand stays", seat=name), HandRefreshed, True, fields)
