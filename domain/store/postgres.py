"""The shared log in PostgreSQL: entries of all campaigns, and beside them packs and pictures."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any, Final

from eventsourcing.persistence import Notification, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from psycopg import Cursor, ProgrammingError
from psycopg.conninfo import conninfo_to_dict
from psycopg.rows import DictRow
from psycopg.sql import SQL, Composed, Identifier

from domain.log.entries import Raw
from domain.store.beside import BesideLog
from domain.store.errors import Busy
from domain.store.reaching import FAULTS
from domain.store.recorder import stored_events

CONNECTIONS = 4
"""Kept open; a subscription has one of them for as long as it lasts."""
MORE = 12
"""Connections that are opened besides while many record at once."""
PATIENCE: Final = 1.0
"""Seconds to wait for a connection, each of the ten times that the library tries."""
RECONNECTING = 5.0
"""Seconds that a lost connection is tried again by itself, ever more slowly; then whoever wants one tries at once."""
KNOWN = frozenset(("host", "port", "user", "password", "dbname"))
"""What an address may say; libpq takes everything else, such as `PGSSLMODE`, from the environment."""


class LogDatastore(PostgresDatastore):
    """The library's datastore, which may be made while the database is down."""

    def register_type_adapters(self) -> None:
        """Learn how rows are written; left for later where the database cannot be asked (`learn_types`)."""
        with suppress(*FAULTS):
            self.learn_types()

    def learn_types(self) -> None:
        """Learn it, unless that is known.

        Raises:
            PersistenceError: the database cannot be reached.
        """
        super().register_type_adapters()


def open_datastore(url: str, schema: str = "") -> LogDatastore:
    """The datastore of an address such as `postgresql://user@host/name`; nothing is connected yet.

    Its database functions stay off: they take no lock on the table, and whoever follows could pass over an entry.

    Raises:
        Busy: the address cannot be read, or says more than where the database is.
    """
    try:
        said = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise Busy("The address of the database cannot be read: {why}", why=str(error).strip()) from error
    if more := sorted(said.keys() - KNOWN):
        raise Busy("The address of the database says too much: {names}. Set it in the environment.", names=tuple(more))
    datastore = LogDatastore(
        str(said.get("dbname") or "postgres"),
        str(said.get("host") or "localhost"),
        str(said.get("port") or 5432),
        str(said.get("user") or "postgres"),
        str(said.get("password") or ""),
        connect_timeout=PATIENCE,
        pool_size=CONNECTIONS,
        max_overflow=MORE,
        schema=schema,
        originator_id_type="text",
        enable_db_functions=False,
    )
    datastore.pool.reconnect_timeout = RECONNECTING
    return datastore


class SharedRecorder(PostgresApplicationRecorder):
    """Entries of all campaigns: a campaign is an originator, the position of an entry its version."""

    datastore: LogDatastore

    def __init__(self, datastore: LogDatastore) -> None:
        super().__init__(datastore, events_table_name="entries")
        self.beside = BesideLog(datastore)
        """What is kept beside the log, in its database."""
        self._turns = f"companion {datastore.schema}"
        self.sql_create_statements += [
            # An entry's id is its command's with a number: a command that was recorded before is refused by its first.
            self._named(
                "CREATE UNIQUE INDEX IF NOT EXISTS entries_id ON {} (originator_id, substring(encode(state, 'escape')"
                ' from \'"entry":{{"id":"([^"]*)"\'))',
                "entries",
            ),
            self._named(
                "CREATE TABLE IF NOT EXISTS {} (digest text PRIMARY KEY, game text NOT NULL, pack bytea NOT NULL)",
                "packs",
            ),
            self._named("CREATE TABLE IF NOT EXISTS {} (digest text PRIMARY KEY, body bytea NOT NULL)", "photos"),
        ]

    def _named(self, statement: str, table: str) -> Composed:
        """A statement with the name of a table of ours."""
        return SQL(statement).format(Identifier(self.datastore.schema, table))

    # --- the tables ---

    def create_tables(self) -> None:
        """Create what is missing, one process at a time: two at once would trip over each other.

        Raises:
            Busy: the database keeps text in another encoding than UTF-8, and so not every text.
        """
        with self.datastore.get_connection() as db:
            if (encoding := db.info.parameter_status("server_encoding")) != "UTF8":
                raise Busy(
                    "The database keeps text as {encoding}, not as UTF-8. Make it anew with: {command}",
                    encoding=str(encoding),
                    command="createdb --encoding=UTF8 --template=template0",
                )
            db.execute("SELECT pg_advisory_lock(hashtext(%s))", (self._turns,))
            try:
                self.create_table()
            finally:
                db.execute("SELECT pg_advisory_unlock(hashtext(%s))", (self._turns,))

    def has_tables(self) -> bool:
        """Whether they were created."""
        with self.datastore.get_connection() as db:
            found = db.execute("SELECT to_regclass(%s) AS photos", (f"{self.datastore.schema}.photos",)).fetchone()
        return found is not None and found["photos"] is not None

    # --- entries ---

    def _insert_events(
        self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], *, turn: bool = False, **kwargs: Any
    ) -> None:
        """Wait for whoever has the log to themselves, unless it is one's own `turn`: the library's hook."""
        if not turn:
            curs.execute("SELECT pg_advisory_xact_lock_shared(hashtext(%s))", (self._turns,))

    def append(self, campaign: str, raws: Sequence[Raw], *, turn: bool = False) -> int:
        """Insert entries of a campaign; returns the number of the last one.

        Raises:
            IntegrityError: a position is taken, or the command was recorded before.
            PersistenceError: the database cannot be written.
        """
        numbers = self.insert_events(stored_events(campaign, raws), turn=turn)
        return numbers[-1] if numbers else 0

    @contextmanager
    def blocking(self) -> Iterator[None]:
        """Block all who record without having the turn."""
        with self.datastore.transaction(commit=True) as curs:
            curs.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (self._turns,))
            yield

    def newest_number(self) -> int:
        """The number of the newest entry; 0 where there is none."""
        return self.max_notification_id() or 0

    def select_after(self, number: int, limit: int) -> Sequence[Notification]:
        """Entries after a number, in the order in which they were recorded."""
        found: Sequence[Notification] = self.select_notifications(number, limit, inclusive_of_start=False)
        return found

    # --- packs and pictures, by their digests ---

    def add_pack(self, digest: str, game: str, pack: bytes) -> None:
        self._write("INSERT INTO {} VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", "packs", (digest, game, pack))

    def pack(self, digest: str) -> tuple[str, bytes] | None:
        """The game and the bytes of a pack."""
        found = self._find("SELECT game, pack FROM {} WHERE digest=%s", "packs", digest)
        return (found["game"], bytes(found["pack"])) if found else None

    def add_photo(self, digest: str, body: bytes) -> None:
        self._write("INSERT INTO {} VALUES (%s, %s) ON CONFLICT DO NOTHING", "photos", (digest, body))

    def photo(self, digest: str) -> bytes | None:
        found = self._find("SELECT body FROM {} WHERE digest=%s", "photos", digest)
        return bytes(found["body"]) if found else None

    def digests(self, table: str) -> list[str]:
        """The digests of all `packs` or `photos`."""
        with self.datastore.get_connection() as db:
            return [row["digest"] for row in db.execute(self._named("SELECT digest FROM {}", table))]

    def _find(self, statement: str, table: str, digest: str) -> DictRow | None:
        with self.datastore.get_connection() as db:
            return db.execute(self._named(statement, table), (digest,)).fetchone()

    def _write(self, statement: str, table: str, values: Sequence[object]) -> None:
        with self.datastore.get_connection() as db:
            db.execute(self._named(statement, table), values)


__all__ = ["SharedRecorder", "open_datastore"]
