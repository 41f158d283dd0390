"""The games: one explicit list, nothing is scanned for."""

from domain.game import AnyGame

GAMES: tuple[AnyGame, ...] = ()
BY_KEY: dict[str, AnyGame] = {game.key: game for game in GAMES}
