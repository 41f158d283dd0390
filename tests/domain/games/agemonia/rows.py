"""What a row of the event catalogue says, as a case: what is given, what somebody records, and what holds then."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import pytest

from companion.testing import Expectation, Outcome, Spec, given, refused, table
from domain.framework.events.event import Event
from domain.framework.table import as_json
from domain.games.agemonia import GAME
from tests.domain.games.agemonia.moments import Events


@dataclass(frozen=True)
class Refusal:
    """It is refused for this reason among others; whether a card may overrule it."""

    code: str
    bendable: bool


@dataclass(frozen=True)
class Case:
    """What is given, what somebody records, what holds then, what is asked for next and what no longer."""

    before: Events
    event: Event[Any]
    then: Refusal | Sequence[Expectation]
    asks: Sequence[Any] = ()
    silent: Sequence[Any] = ()
    rolled: Sequence[Any] = ()

    def holds(self) -> None:
        """It does what it says; and taken back, nothing of it is left."""
        spec = given(GAME, *self.before)
        before = _state(spec)
        after = spec.when(self.event, rolled=self.rolled).then(*self._expected())
        if self.asks:
            after.then_prompts(*self.asks)
        if self.silent:
            after.then_no_prompt(*self.silent)
        if not after.outcome.reasons:
            assert _state(after.and_undo(sure=True).then()) == before

    def _expected(self) -> Sequence[Expectation]:
        if isinstance(self.then, Refusal):
            return (refused(self.then.code, bendable=self.then.bendable),)
        return self.then


def _state(spec: Spec) -> object:
    return as_json(spec.play.campaign.table)


Rows = Mapping[int, Sequence[Case]]


def case(
    *before: Event[Any],
    event: Event[Any],
    then: Refusal | Expectation | Sequence[Expectation],
    asks: Sequence[Any] = (),
    silent: Sequence[Any] = (),
    rolled: Sequence[Any] = (),
) -> Case:
    return Case(before, event, (then,) if callable(then) else then, asks, silent, rolled)


def each(rows: Rows) -> Sequence[Any]:
    """The cases of rows, each named by its row and its place in it, such as `72-3`."""
    return [
        pytest.param(one, id=f"{row}-{number}") for row, cases in rows.items() for number, one in enumerate(cases, 1)
    ]


def here(path: str, value: object) -> Expectation:
    return table(**{path: value})


def barred(code: str) -> Refusal:
    """A card may overrule it."""
    return Refusal(code, bendable=True)


def never(code: str) -> Refusal:
    """Arithmetic and identity: nothing overrules it."""
    return Refusal(code, bendable=False)


def seen(what: Callable[[Any], object], expected: object) -> Expectation:
    """What somebody sees who looks at the table."""

    def expect(outcome: Outcome) -> None:
        found = what(outcome.play.campaign.table)
        assert found == expected, f"after {outcome.told} there is {found!r}, expected {expected!r}"

    return expect
