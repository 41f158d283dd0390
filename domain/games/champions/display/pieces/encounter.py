"""Encounter cards as a piece of the board: what lies before whom, and what cards bring besides."""

from collections.abc import Iterator, Sequence

from domain.games.champions.display.coming.encounter import is_named
from domain.games.champions.encounter.obligations import NemesisSetEntered
from domain.games.champions.encounter.order import reveals_now
from domain.games.champions.encounter.revealing import EncounterCardRevealed
from domain.games.champions.encounter.treacheries import EachHeroDamaged
from domain.games.champions.enemies.engaging import MinionEngaged
from domain.games.champions.state.table import Champions
from domain.language.shown.board import Ask, Button, Chip, Piece, made
from domain.language.text import text


def board_of_encounters(table: Champions) -> Sequence[Piece]:
    """The cards before the players, where the encounter deck is tracked; a button for who reveals."""
    if not table.tracks("encounter") or not table.under_way():
        return []
    dealt = {seat: table.seats[seat].dealt for seat in table.player_order() if table.seats[seat].dealt}
    return [
        Piece(
            "encounter",
            text("Encounter cards"),
            chips=[Chip(table.called("identities", seat), count) for seat, count in dealt.items()],
            buttons=list(buttons(table)),
            asks=list(asks(table)),
            folded=not dealt,
        )
    ]


def buttons(table: Champions) -> Iterator[Button]:
    """The next card that is revealed, where nobody asks which it is."""
    seat = reveals_now(table) if table.place[1] == "encounters" else ""
    event = made(EncounterCardRevealed, seat=seat) if seat else None
    if event and not is_named(table):
        yield Button(text("{seat} reveals", seat=table.called("identities", seat)), event)


def asks(table: Champions) -> Iterator[Ask]:
    """What is told in a form: which card it is, one that another card reveals, what else cards bring."""
    seat = reveals_now(table) if table.place[1] == "encounters" else ""
    if seat:
        yield Ask(text("Which card it is"), EncounterCardRevealed, {"seat": seat})
    yield Ask(text("A card reveals one more"), EncounterCardRevealed, {"out_of": "deck"})
    yield Ask(text("Damage to each hero"), EachHeroDamaged)
    if table.tracks("minions"):
        yield Ask(text("A nemesis enters"), NemesisSetEntered)
        if table.copies("minion"):
            yield Ask(text("A minion engages somebody else"), MinionEngaged)


__all__ = ["board_of_encounters"]
