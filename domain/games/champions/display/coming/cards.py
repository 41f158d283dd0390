"""What comes next of a deck that nobody counted, at the end of the player phase."""

from collections.abc import Iterator

from domain.games.champions.piles.drawing import CardsCounted, shortfall
from domain.games.champions.piles.hands import hand_size
from domain.games.champions.rounds.refresh import waiting
from domain.games.champions.state.table import Champions
from domain.language.game import Prompt
from domain.language.text import text


def coming(table: Champions) -> Iterator[Prompt]:
    """A deck that nobody counted, where cards would be drawn from it."""
    for seat in waiting(table) if table.step == "end" and table.tracks("hands") else ():
        size = hand_size(table, seat)
        if size is not None and shortfall(len(table.seat(seat).hand), size) and not table.seat(seat).counted:
            title = text("How many cards are in the deck of {seat}?", seat=table.called("identities", seat))
            yield Prompt(title, CardsCounted, fields={"seat": seat}, needs=("deck",))
