"""Marks: what programs read of an event is said in its class, whatever its fields, its file or its docstring are."""

import re
from dataclasses import replace
from pathlib import Path
from types import new_class
from typing import Annotated, Any, Self

import pytest

from domain.framework.events.chance import Chance
from domain.framework.events.event import Event
from domain.framework.events.marked_fields import merged_field_of, search_fields_of
from domain.framework.events.marks import Amount, Line, Merged, Occasion, Remark, Settled
from projections.documents.taps import merge_taps
from tests.house import House
from tests.toy import GAME, CoinsGained, Harbour, TowerBuilt, ToyEvent

ROOT = Path(__file__).parents[1]
READING = re.compile(r"__doc__|__module__|__qualname__|getdoc|getmodule")
LISTS_EVENTS = "domain/framework/events/listing.py"
"""The one module that asks which module defines a class: the events of a game are listed by their modules."""


class ShipUnloaded(ToyEvent):
    """Fields with names that no program knows; two have names that programs once went by."""

    help_text = "A ship brings crates."
    sentence = "{ship} brought {crates} crates"
    ship: Line
    crates: Annotated[Amount, Merged()]
    amount: Amount = 1
    why_so_late: Occasion = ""
    source: Remark = ""


class CratesStowed(ToyEvent):
    """The hold takes two at a time."""

    help_text = "Crates go into the hold, as far as they fit."
    sentence = "{stowed} crates were stowed"
    crates: Annotated[Amount, Merged()]
    stowed: Annotated[Amount | None, Settled(), Merged()] = None

    def settle(self, table: Harbour, chance: Chance) -> Self:
        return self.copy_with(stowed=min(self.crates, 2))


@pytest.fixture
def port(house: House) -> str:
    """A campaign of a game where ships come in."""
    house.games["toy"] = replace(GAME, own_events=(*GAME.own_events, ShipUnloaded, CratesStowed))
    house.campaigns.games = house.games
    return house.new()


def told(house: House, port: str, search: str = "") -> list[str]:
    return [line.text for line in house.log(port, search)]


# --- what sums up ----------------------------------------------------------------------------


def test_the_field_that_sums_up_is_the_one_marked() -> None:
    assert [merged_field_of(cls) for cls in (ShipUnloaded, CoinsGained, TowerBuilt)] == ["crates", "amount", ""]


def test_a_run_of_taps_adds_up_in_the_field_marked(house: House, port: str) -> None:
    house.record(port, *[ShipUnloaded(ship="Swan", crates=crates) for crates in (1, 2, 4)])
    assert [line.values.get("crates") for line in merge_taps(house.log(port), house.games["toy"], ())] == [None, 7]


def test_what_the_rules_tell_of_a_run_adds_up_with_it(house: House, port: str) -> None:
    house.record(port, *[CratesStowed(crates=3) for _ in range(4)])
    (run,) = [line for line in merge_taps(house.log(port), house.games["toy"], ()) if line.topic == CratesStowed.topic]
    assert (run.values["crates"], run.values["stowed"]) == (12, 8)


def test_taps_that_differ_in_what_is_not_marked_stay_apart(house: House, port: str) -> None:
    house.record(port, *[ShipUnloaded(ship="Swan", crates=1, amount=amount) for amount in (1, 2)])
    assert len(list(merge_taps(house.log(port), house.games["toy"], ()))) == 3


# --- what is searched ------------------------------------------------------------------------


def test_the_fields_that_are_searched_are_those_marked() -> None:
    assert search_fields_of(ShipUnloaded) == ("why_so_late",)


@pytest.mark.parametrize(("search", "found"), [("storm", ["Swan brought 3 crates"]), ("rum", [])])
def test_the_log_is_searched_by_what_is_marked(house: House, port: str, search: str, found: list[str]) -> None:
    house.record(port, ShipUnloaded(ship="Swan", crates=3, why_so_late="storm", source="rum"))
    assert told(house, port, search) == found


# --- names -----------------------------------------------------------------------------------


def event_with(name: str) -> type[Event[Any]]:
    """An event with a field of a name."""
    return new_class("ShipNamed", (ToyEvent,), {}, lambda body: body.update(__annotations__={name: str}))


@pytest.mark.parametrize("name", ["heading", "help_text", "sentence", "check", "apply", "copy", "namespace"])
def test_a_field_cannot_have_a_name_that_every_event_has(name: str) -> None:
    with pytest.raises(TypeError, match=f"ShipNamed.{name}: an event has “{name}” for something else"):
        event_with(name)


@pytest.mark.parametrize("name", ["about", "area", "owner", "help", "kind", "text", "sums"])
def test_a_field_may_have_any_other_name(name: str) -> None:
    assert name in event_with(name).model_fields


# --- what no program reads -------------------------------------------------------------------


@pytest.mark.parametrize("package", ["companion", "domain", "projections", "tools"])
def test_no_program_reads_a_docstring_or_the_name_of_a_module(package: str) -> None:
    sources = {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in (ROOT / package).rglob("*.py")}
    reading = [name for name, source in sources.items() if READING.search(source)]
    assert reading == ([LISTS_EVENTS] if package == "domain" else [])
