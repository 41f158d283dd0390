"""Refusals by their numbers in the digest: where each is given, in which words, and whether a card overrules it."""

from collections.abc import Callable
from typing import Any, TypeAlias

import pytest

from companion.testing import Spec, given
from domain.framework.events.event import Event
from domain.framework.game import AnyGame
from domain.games.runewars import GAME

There: TypeAlias = Callable[[], Spec]
CASE = ("there", "event", "sentence", "bendable")
THEN = "a card says so"


def at(*before: Event[Any], game: AnyGame = GAME) -> There:
    """A table at which these happened."""
    return lambda: given(game, *before)


def no(number: str, there: There, event: Event[Any], sentence: str, *, bendable: bool = True) -> Any:
    """A case: its number, the table, what somebody tries there, and why not."""
    return pytest.param(there, event, sentence, bendable, id=number)


def holds(there: There, event: Event[Any], sentence: str, bendable: bool) -> None:
    """It is refused in these words; with a reason it is recorded where a card could allow it, and nowhere else."""
    reasons = {str(reason): reason.bendable for reason in there().when(event).outcome.reasons}
    assert reasons.get(sentence) is bendable, reasons
    assert bool(there().when(event, bend=THEN).outcome.batch) is all(reasons.values())
