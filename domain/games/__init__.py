"""The games: one explicit list, nothing is scanned for."""

from domain.game import AnyGame
from domain.games import agemonia, champions, runewars

GAMES: tuple[AnyGame, ...] = (agemonia.GAME, runewars.GAME, champions.GAME)
BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
