"""Warming up the caches of quick entry."""

from collections.abc import Iterator
from time import sleep

from companion.i18n.hant import to_traditional
from companion.quick_entry.candidates import in_all_languages, words_of
from companion.quick_entry.letters import folded_letters, spelling_of
from domain.framework.fields.fields import fields_of
from domain.framework.game import AnyGame

PAUSE = 0.005
"""Seconds to sleep between two events, so that other threads are not delayed."""


def make_ready(*games: AnyGame) -> None:
    """Load the fields and words of all events of some games, and the pronunciations of their names."""
    folded_letters(to_traditional("字"))  # loads the dictionaries of both conversions, which takes a while
    for game in games:
        _make_ready(game)


def _make_ready(game: AnyGame) -> None:
    for cls in game.by_name.values():
        fields_of(cls)
        words = words_of(cls, game.key)
        for name in (*words.called, *words.sentences):
            spelling_of(name)
        sleep(PAUSE)
    for name in _names_of_game(game):
        spelling_of(name)


def _names_of_game(game: AnyGame) -> Iterator[str]:
    table = game.new_table()
    for kind in game.kinds:
        for id_ in table.ids(kind):
            yield from in_all_languages(table.called(kind, id_), game.key)


__all__ = ["make_ready"]
