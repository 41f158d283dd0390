"""A campaign beside the table: a copy for who looks back, begun where memory is, in nobody's way."""

from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

import pytest

from domain.framework.kernel import NoteAdded
from domain.framework.table import Table, as_json
from domain.log import history as history_module
from domain.log.entries import Row
from tests.house import House
from tests.suite.patience import HANG
from tests.toy import CoinsGained, SeatTaken

ANN = SeatTaken(seat="Ann")
ONE = CoinsGained(seat="Ann", amount=1)


def folded(monkeypatch: pytest.MonkeyPatch, look: Callable[[], object] = lambda: None) -> list[tuple[int, object]]:
    """How many entries are read by each fold that reads some, and what is seen meanwhile."""
    found: list[tuple[int, object]] = []
    fold = history_module.fold_entries

    def watch(table: Table, rows: Iterable[Row], *rest: Any) -> Any:
        if read := list(rows):
            found.append((len(read), look()))
        return fold(table, read, *rest)

    monkeypatch.setattr(history_module, "fold_entries", watch)
    return found


def test_a_campaign_aside_begins_where_memory_is(house: House, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house.record(harbour, ANN, ONE, ONE)
    found = folded(monkeypatch)
    aside = house.campaigns.copy_from_memory(harbour)
    assert (found, as_json(aside.table), aside.position) == ([], house.table(harbour), 4)


def test_one_in_which_something_fails_is_folded_in_nobodys_way(
    house: House, harbour: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(self: CoinsGained, table: object) -> None:
        raise ZeroDivisionError

    def is_free() -> bool:
        opener = Thread(target=lambda: house.record(harbour, NoteAdded(text="meanwhile")), daemon=True)
        opener.start()
        opener.join(HANG / 4)
        return not opener.is_alive()

    house.record(harbour, ANN, ONE)
    monkeypatch.setattr(CoinsGained, "apply", fails)
    house.campaigns.drop_from_memory(harbour)
    with house.campaigns.open(harbour) as live:
        assert live.failures
    found = folded(monkeypatch, is_free)
    assert house.campaigns.copy_from_memory(harbour).failures
    assert found == [(3, True)]


@pytest.fixture
def _looked_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """A table is kept after every third entry on which somebody looked back."""
    monkeypatch.setattr(history_module, "EVERY", 3)


@pytest.mark.usefixtures("_looked_back")
def test_what_somebody_found_aside_is_remembered(house: House, harbour: str, monkeypatch: pytest.MonkeyPatch) -> None:
    house.record(harbour, ANN, *[ONE] * 9)
    house.campaigns.drop_from_memory(harbour)
    aside = house.campaigns.copy_from_memory(harbour)
    before = as_json(aside.at(8))
    house.campaigns.adopt_checkpoints(aside)
    found = folded(monkeypatch)
    assert as_json(house.campaigns.copy_from_memory(harbour).at(8)) == before
    assert found == [(2, None)]


@pytest.mark.usefixtures("_looked_back")
def test_unless_something_was_corrected_meanwhile(house: House, harbour: str) -> None:
    house.record(harbour, ANN, *[ONE] * 9)
    house.campaigns.drop_from_memory(harbour)
    aside = house.campaigns.copy_from_memory(harbour)
    aside.at(8)
    house.undo(harbour, 3)
    house.campaigns.adopt_checkpoints(aside)
    with house.campaigns.open(harbour) as live:
        assert 6 not in live.checkpoints._kept
