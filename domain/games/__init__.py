"""The games: one explicit list, nothing is scanned for."""

from domain.game import AnyGame
from domain.games import agemonia

GAMES: tuple[AnyGame, ...] = (agemonia.GAME,)
BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
