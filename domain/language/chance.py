"""Dice, draws and shuffles. They are rolled once, when an event is recorded, and stored as its outcome."""

from collections.abc import Sequence
from random import Random
from typing import NoReturn, TypeVar

T = TypeVar("T")


class Chance:
    """Where `Event.settle` gets its random outcomes; never used in a fold.

    Args:
        source: the generator; a seeded one in tests, the system's at the table.
    """

    def __init__(self, source: Random) -> None:
        self._source = source

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        """`count` dice, each 1 to `faces`."""
        return tuple(self._source.randint(1, faces) for _ in range(count))

    def draw(self, pile: Sequence[T]) -> T:
        """One of a pile that is not empty; the pile keeps it."""
        return self._source.choice(pile)

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        """The pile in a new order."""
        return tuple(self._source.sample(pile, len(pile)))


class WouldRoll(Exception):
    """The rules would roll, draw or shuffle."""


class NoChance(Chance):
    """Rolls nothing."""

    def dice(self, count: int, faces: int) -> NoReturn:
        raise WouldRoll

    def draw(self, pile: object) -> NoReturn:
        raise WouldRoll

    def shuffle(self, pile: object) -> NoReturn:
        raise WouldRoll


NO_CHANCE = NoChance(Random(0))  # noqa: S311 - nothing is drawn from it
