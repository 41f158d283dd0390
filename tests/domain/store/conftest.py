"""A PostgreSQL server, started once for all tests of this folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shared import Database, SharedHouse


@pytest.fixture(scope="session")
def database() -> Iterator[Database]:
    server = Database()
    yield server
    server.close()


@pytest.fixture
def ann(database: Database, tmp_path: Path) -> Iterator[SharedHouse]:
    """One process of a shared log."""
    house = SharedHouse(database.url, database.new_schema(), tmp_path / "ann.db")
    yield house
    house.close()


@pytest.fixture
def bob(ann: SharedHouse, tmp_path: Path) -> Iterator[SharedHouse]:
    """Another one of the same log."""
    house = ann.beside(tmp_path / "bob.db")
    yield house
    house.close()
