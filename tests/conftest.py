"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import House
from tests.shelf import Shelf


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A file of toy campaigns."""
    house = House(tmp_path / "campaigns.db")
    yield house
    house.close()


@pytest.fixture
def harbour(house: House) -> str:
    """A toy campaign without anybody at the table."""
    return house.new()


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """Catalogues of this test alone; empty."""
    shelf = Shelf(tmp_path / "shelf", monkeypatch)
    yield shelf
    shelf.read_anew()
