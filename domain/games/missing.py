"""The stand-in for a game that is not installed: its campaigns are listed, read and exported, and nothing is recorded.

It has the events that all games share. All others are unreadable entries, which are kept.
"""

from collections.abc import Mapping
from functools import lru_cache

from domain.framework.game import AnyGame, Game
from domain.framework.kernel import KernelEvent
from domain.framework.refusal import NotFound, RefusedAll, never
from domain.framework.table import Table
from domain.framework.text import Term
from domain.games.source import KEY

NOT_INSTALLED = never("game-not-installed", "The game “{game}” is not installed here. Install it to record.")


class BareTable(Table):
    """The state of a campaign whose game is not installed: only what all games share."""


@lru_cache(maxsize=64)
def stand_in(key: str) -> AnyGame:
    """The stand-in for the game of a key."""
    return Game(
        key=key,
        name=Term(key, key),
        seats=(1, 1),
        table=BareTable,
        own_events=(),
        sheets=lambda table: (),
        origin="missing",
    )


def game_or_stand_in(games: Mapping[str, AnyGame], key: str) -> AnyGame:
    """The game of a key, or the stand-in for it.

    Raises:
        NotFound: no game can have this key.
    """
    if found := games.get(key):
        return found
    if not KEY.fullmatch(key) or key == KernelEvent.namespace:
        raise NotFound("The game “{game}” is not known here.", game=key)
    return stand_in(key)


def ensure_installed(game: AnyGame) -> None:
    """Check that a game is installed, so that its campaigns can be recorded.

    Raises:
        RefusedAll: it is not.
    """
    if game.origin == "missing":
        raise RefusedAll((NOT_INSTALLED(game=game.key),))


__all__ = ["NOT_INSTALLED", "BareTable", "ensure_installed", "game_or_stand_in", "stand_in"]
