"""Stable choices: samples and values drawn by a hash of the thing itself, so that a new thing moves no other choice."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from random import Random
from typing import Any, TypeVar

T = TypeVar("T")


def stable_hash(*parts: object) -> int:
    """A number of 64 bits that is the same in each process."""
    return int.from_bytes(blake2b("\0".join(map(str, parts)).encode(), digest_size=8).digest(), "big")


def is_sampled(one_in: int, *parts: object) -> bool:
    """Whether a thing belongs to the sample of one in so many."""
    return stable_hash(*parts) % one_in == 0


class StableRandom(Random):
    """A source of choices that ranks options by their hash.

    One more option changes a choice only if that option is chosen.
    """

    def __init__(self, *parts: object) -> None:
        super().__init__(0)
        self._parts, self._count = parts, 0

    def random(self) -> float:
        return self._next("") / 2**64

    def randint(self, a: int, b: int) -> int:
        return a + self._next("") % (b - a + 1)

    def choice(self, seq: Any) -> Any:
        return self.sample(seq, 1)[0]

    def sample(self, population: Sequence[T], k: int, *, counts: object = None) -> list[T]:
        self._count += 1
        return sorted(population, key=lambda one: stable_hash(*self._parts, self._count, one))[:k]

    def for_field(self, name: str) -> StableRandom:
        """The source for one field: a field that is added changes the values of no other field."""
        return StableRandom(*self._parts, name)

    def _next(self, what: str) -> int:
        self._count += 1
        return stable_hash(*self._parts, self._count, what)
