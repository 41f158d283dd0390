"""Dice, draws and shuffles. They are rolled once, when an event is recorded, and stored as its outcome."""

from collections.abc import Sequence
from random import Random
from typing import Any, Literal, NamedTuple, NoReturn, TypeVar

T = TypeVar("T")
KindOfChance = Literal["dice", "draw", "shuffle"]


class RandomOutcome(NamedTuple):
    """One random outcome: a roll of dice, a draw or a shuffle."""

    kind: KindOfChance
    faces: int
    """The number of faces of each die; 0 for a draw or a shuffle."""
    shown: Any
    """The numbers of the dice, the drawn thing, or the things of the pile in their new order."""


class Chance:
    """The source of random outcomes for `Event.settle`; never used in a fold.

    Args:
        source: the generator: seeded in tests, the system's at the table.
    """

    def __init__(self, source: Random) -> None:
        self._source = source

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        """`count` dice, each 1 to `faces`."""
        return tuple(self._source.randint(1, faces) for _ in range(count))

    def draw(self, pile: Sequence[T]) -> T:
        """A random item of a pile that is not empty; the pile keeps it."""
        return self._source.choice(pile)

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        """The pile in a new order."""
        return tuple(self._source.sample(pile, len(pile)))


class RecordedChance(Chance):
    """A source of outcomes that collects them in a list until the list is taken.

    Args:
        chance: the source of the outcomes.
    """

    def __init__(self, chance: Chance) -> None:
        self._chance = chance
        self._fell: list[RandomOutcome] = []

    def take(self) -> tuple[RandomOutcome, ...]:
        """The outcomes since the last call, in order."""
        fell, self._fell = tuple(self._fell), []
        return fell

    def dice(self, count: int, faces: int) -> tuple[int, ...]:
        shown = self._chance.dice(count, faces)
        self._fell.append(RandomOutcome("dice", faces, shown))
        return shown

    def draw(self, pile: Sequence[T]) -> T:
        shown = self._chance.draw(pile)
        self._fell.append(RandomOutcome("draw", 0, shown))
        return shown

    def shuffle(self, pile: Sequence[T]) -> tuple[T, ...]:
        shown = self._chance.shuffle(pile)
        self._fell.append(RandomOutcome("shuffle", 0, shown))
        return shown


class WouldRoll(Exception):
    """Raised if the rules would roll, draw or shuffle."""


class NoChance(Chance):
    """A source that refuses every roll, draw and shuffle."""

    def dice(self, count: int, faces: int) -> NoReturn:
        raise WouldRoll

    def draw(self, pile: object) -> NoReturn:
        raise WouldRoll

    def shuffle(self, pile: object) -> NoReturn:
        raise WouldRoll


NO_CHANCE = NoChance(Random(0))  # noqa: S311 - nothing is drawn from it
