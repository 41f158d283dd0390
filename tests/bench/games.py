"""The games that a bench can be run with."""

from collections import ChainMap
from collections.abc import Mapping

from domain.games import BY_KEY
from domain.language.game import AnyGame
from tests import toy

GAMES: Mapping[str, AnyGame] = ChainMap({"toy": toy.GAME}, BY_KEY)  # type: ignore[arg-type] # which opens none of them

__all__ = ["GAMES"]
