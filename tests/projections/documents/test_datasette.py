"""Other programs open a campaign file: Datasette with its metadata, and sqlite-utils."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import yaml
from datasette.app import Datasette
from sqlite_utils import Database

from companion.config import Settings
from companion.demo import make_demo
from companion.services import Services
from domain.games import BY_KEY
from projections.descriptions import DESCRIPTIONS, VIEWS
from projections.documents.datasette import datasette_metadata
from projections.queries import QUERIES

pytestmark = pytest.mark.slow
DEMO = "the-lantern-bearers"
Ask = Callable[..., Any]


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A campaign file with the demo of Agemonia, as companion leaves it."""
    settings = Settings(tmp_path_factory.mktemp("demo"))
    services = Services(settings)
    make_demo(services, BY_KEY["agemonia"])
    services.close()
    return settings.file


@pytest.fixture(scope="module")
def ask(file: Path) -> Iterator[Ask]:
    """Asks Datasette for a page of the file as JSON."""
    datasette = Datasette([str(file)], metadata=yaml.safe_load(datasette_metadata(file.stem)))
    loop = asyncio.new_event_loop()

    def get(path: str, **given: str) -> Any:
        response = loop.run_until_complete(datasette.client.get(f"/campaigns/{path}", params=given))
        assert response.status_code == 200, response.text
        return response.json() if ".json" in path else response.text

    yield get
    loop.close()


def test_datasette_searches_the_log(ask: Ask) -> None:
    assert 'name="_search"' in ask("log")
    found = ask("log.json", _search="vitality disk", _shape="array")
    assert found
    assert all("vitality disk" in row["text"] for row in found)
    assert ask("log.json", _search="zeppelin", _shape="array") == []


@pytest.mark.parametrize("name", DESCRIPTIONS)
def test_datasette_describes_each_table_and_view(ask: Ask, name: str) -> None:
    page = ask(name)
    assert DESCRIPTIONS[name].row.split("'")[0] in page
    assert all(column in page for column in DESCRIPTIONS[name].columns)


@pytest.mark.parametrize("name", VIEWS)
def test_datasette_opens_each_view(ask: Ask, name: str) -> None:
    rows = ask(f"{name}.json", _shape="array")
    assert [*rows[0]] == [*VIEWS[name].columns]


@pytest.mark.parametrize("query", QUERIES, ids=lambda query: query.name)
def test_datasette_runs_each_canned_query(ask: Ask, query: Any) -> None:
    given = query.example and {"campaign": DEMO, "number": "experience"}
    rows = ask(f"{query.name}.json", _shape="array", **given)
    assert rows
    assert query.title in ask(query.name, **given)


def test_sqlite_utils_searches_the_log_and_reads_the_views(file: Path) -> None:
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as connection:
        db = Database(connection)
        assert db.table("log").detect_fts() == "log_fts"
        assert "vitality disk" in next(db.table("log").search('"vitality disk"'))["text"]
        assert {*db.view_names()} == {*VIEWS}
        assert all([*db[name].rows] for name in VIEWS)
