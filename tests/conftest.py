"""What all tests share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.house import House
from tests.shared import Database
from tests.shelf import Shelf
from tests.suite.kept import keep_addresses, keep_templates
from tests.suite.lanes import Lanes
from tests.suite.signals import restore_default_signals
from tests.suite.soak import choose_examples

restore_default_signals()
keep_templates()
keep_addresses()
choose_examples()


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Lanes())


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


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    """A PostgreSQL server, started once for all tests of a worker that want one."""
    server = Database()
    yield server
    server.close()
