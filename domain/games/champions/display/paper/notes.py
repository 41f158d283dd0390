"""Notes on paper: what was written down about a hero on that sheet, everything else on the scenario's."""

from collections.abc import Iterator, Sequence

from domain.games.champions.state.table import Champions
from domain.language.cards.kinds import names_of
from domain.language.shown.sheet import Grid
from domain.language.text import text


def notes_on(table: Champions, id_: str) -> Iterator[Grid]:
    """The notes about a hero, by any name of that seat."""
    yield from _noted([note for about, found in table.notes.items() if about in _names(table, id_) for note in found])


def other_notes(table: Champions) -> Iterator[Grid]:
    """The notes that stand on no hero's sheet."""
    heroes = {name for id_ in table.seats for name in _names(table, id_)}
    yield from _noted([note for about, found in table.notes.items() if about not in heroes for note in found])


def _names(table: Champions, id_: str) -> set[str]:
    return {id_, table.seats[id_].player, *names_of(table.called("identities", id_))} - {""}


def _noted(notes: Sequence[str]) -> Iterator[Grid]:
    if notes:
        yield Grid(text("Notes"), (text("Note"),), [[note] for note in notes])


__all__ = ["notes_on", "other_notes"]
