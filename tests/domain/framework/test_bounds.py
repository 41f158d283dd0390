"""What only the rules fill in has a most, whatever somebody sends: 1,000 characters, 999 things."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import pytest
from pydantic import Field

from domain.framework.events.choice import Choice
from domain.framework.events.event import Event
from domain.framework.events.marks import Amount, Settled
from domain.framework.fields.fields import make_event
from domain.framework.refusal import Misfit
from domain.framework.table import Table

Id = Annotated[str, Choice("towers")]


class Counted(Event[Table]):
    """What the rules fill in, in each form that there is."""

    namespace: ClassVar[str] = "bounds"
    sentence = "Counted"
    tower: Annotated[Id | None, Settled()] = None
    towers: Annotated[tuple[Id, ...], Settled()] = ()
    pairs: Annotated[tuple[tuple[Id, Id], ...], Settled()] = ()
    heights: Annotated[Mapping[Id, Amount], Settled()] = Field(default_factory=dict)
    stewards: Annotated[Mapping[Id, tuple[Id, ...]], Settled()] = Field(default_factory=dict)
    short: Annotated[tuple[Annotated[str, Field(max_length=2)], ...], Field(max_length=3), Settled()] = ()
    chosen: Id = "oak"


LONGEST = "x" * 1_000
MANY = [f"tower {n}" for n in range(999)]
FIT = [
    {"tower": LONGEST},
    {"towers": MANY},
    {"towers": [LONGEST]},
    {"pairs": [["a", LONGEST]]},
    {"heights": dict.fromkeys(MANY, 1)},
    {"stewards": {LONGEST: MANY}},
    {"short": ["ab", "ab", "ab"]},
    {"chosen": LONGEST + "x"},
]
TOO_MUCH = [
    {"tower": LONGEST + "x"},
    {"towers": [*MANY, "one more"]},
    {"towers": [LONGEST + "x"]},
    {"pairs": [["a", LONGEST + "x"]]},
    {"pairs": [["a", "b"]] * 1_000},
    {"heights": dict.fromkeys([*MANY, "one more"], 1)},
    {"heights": {LONGEST + "x": 1}},
    {"stewards": {"oak": [*MANY, "one more"]}},
    {"short": ["abc"]},
    {"short": ["a", "a", "a", "a"]},
]


@pytest.mark.parametrize("values", FIT, ids=lambda values: next(iter(values)))
def test_as_much_as_fits_is_taken_as_it_is(values: Mapping[str, Any]) -> None:
    assert make_event(Counted, values).model_dump(mode="json", include=set(values)) == values


@pytest.mark.parametrize("values", TOO_MUCH, ids=lambda values: next(iter(values)))
def test_more_than_that_does_not_fit(values: Mapping[str, Any]) -> None:
    with pytest.raises(Misfit, match="at most"):
        make_event(Counted, values)
