"""Guards around the parts of an installed game: a part that fails is logged and replaced, so that pages go on."""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any, NoReturn

from domain.framework.game import AnyGame
from domain.framework.refusal import Refused, RefusedAll, never
from domain.framework.text import Text, text
from domain.framework.views.board import Piece
from domain.framework.views.sheet import Sheet

log = logging.getLogger(__name__)
UNAVAILABLE = "unavailable"
"""The key of the piece and of the sheet that report a failed part."""


def say_unavailable(error: Exception) -> Text:
    """The sentence in place of a part that failed."""
    return text("This part is unavailable: {why}", why=type(error).__name__)


def is_unavailable(board: object) -> bool:
    """Whether a board only reports that it failed."""
    return isinstance(board, list) and [getattr(piece, "key", "") for piece in board] == [UNAVAILABLE]


RULE_FAILED = never(
    "rule-failed", "A rule of the installed game {game} failed ({why}). Update the game, or report it to its author."
)


def refuse_failed(game: AnyGame, error: Exception) -> Refused:
    """The refusal of a command for which a rule of an installed game failed."""
    return RULE_FAILED(game=game.name, why=type(error).__name__)


def _refuse(game: AnyGame, error: Exception) -> NoReturn:
    raise RefusedAll((refuse_failed(game, error),)) from error


_INSTEAD: Mapping[str, Callable[[AnyGame, Exception], Any]] = {
    "board": lambda game, error: [Piece(UNAVAILABLE, say_unavailable(error))],
    "sheets": lambda game, error: [Sheet(UNAVAILABLE, say_unavailable(error))],
    "waiting": lambda game, error: say_unavailable(error),
    "series": lambda game, error: {},
    "outcomes": lambda game, error: (),
    "compels": _refuse,
    "ready": lambda game, error: (),
    **dict.fromkeys(("ending", "plan", "picture", "turn"), lambda game, error: None),
}
"""What takes the place of each part that fails; `compels` is a rule, so that its command is refused."""


def guard_game(game: AnyGame) -> AnyGame:
    """A game whose drawn parts never raise; parts that it does not define stay as they are."""
    parts: dict[str, Any] = {
        name: _guard(game, name, instead) for name, instead in _INSTEAD.items() if not _is_default(game, name)
    }
    return replace(game, origin="installed", **parts)


def _is_default(game: AnyGame, name: str) -> bool:
    """Whether a part is the one of a game that does not define it."""
    return getattr(game, name) is getattr(type(game), name, None)


def _guard(game: AnyGame, name: str, instead: Callable[[AnyGame, Exception], Any]) -> Callable[..., Any]:
    """A part that returns a replacement instead of raising; each kind of failure is logged once."""
    part, logged = getattr(game, name), set[str]()

    def guarded(*arguments: Any) -> Any:
        try:
            found = part(*arguments)
            return list(found) if isinstance(found, Iterator) else found
        except Exception as error:
            if (why := f"{type(error).__name__}: {error}") not in logged:
                logged.add(why)
                log.exception("The part “%s” of the game “%s” failed.", name, game.key)
            return instead(game, error)

    return guarded


__all__ = ["UNAVAILABLE", "guard_game", "is_unavailable", "refuse_failed", "say_unavailable"]
