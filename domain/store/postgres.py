"""The shared log in PostgreSQL: entries of all campaigns, content packs and photos."""

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
"""Connections that stay open; a subscription holds one of them."""
MORE = 12
"""Connections that are opened in addition while many clients record at once."""
PATIENCE: Final = 1.0
"""Seconds to wait for a connection, in each of the library's ten attempts."""
RECONNECTING = 5.0
"""Seconds for which a lost connection is retried in the background; after that, the next caller reconnects."""
KNOWN = frozenset(("host", "port", "user", "password", "dbname"))
"""The parts an address may have; libpq takes everything else, such as `PGSSLMODE`, from the environment."""


class LogDatastore(PostgresDatastore):
    """The library's datastore, which can also be created while the database is down."""

    def register_type_adapters(self) -> None:
        """Register the adapters of rows; postponed if the database cannot be reached (`learn_types`)."""
        with suppress(*FAULTS):
            self.learn_types()

    def learn_types(self) -> None:
        """Register the adapters of rows, unless that is done.

        Raises:
            PersistenceError: the database cannot be reached.
        """
        super().register_type_adapters()


def open_datastore(url: str, schema: str = "") -> LogDatastore:
    """The datastore of an address such as `postgresql://user@host/name`; does not connect yet.

    The library's database functions stay off: they insert without locking the table, so that a follower could miss an
    entry.

    Raises:
        Busy: the address is invalid, or has parts other than `KNOWN`.
    """
    try:
        said = conninfo_to_dict(url)
    except ProgrammingError as error:
        raise Busy("The address of the database is invalid: {why}", why=str(error).strip()) from error
    if more := sorted(said.keys() - KNOWN):
        raise Busy(
            "The address of the database has unsupported parts: {names}. Set them in the environment.",
            names=tuple(more),
        )
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
        """Side tables in the database of the log."""
        self._turns = f"companion {datastore.schema}"
        self.sql_create_statements += [
            # The id of an entry contains its command's id, so a command that is sent again violates this index.
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
        """A statement with the qualified name of one of our tables."""
        return SQL(statement).format(Identifier(self.datastore.schema, table))

    # --- the tables ---

    def create_tables(self) -> None:
        """Create missing tables, one process at a time, because concurrent `CREATE TABLE IF NOT EXISTS` can fail.

        Raises:
            Busy: the database's encoding is not UTF-8, so that it could not store every text.
        """
        with self.datastore.get_connection() as db:
            if (encoding := db.info.parameter_status("server_encoding")) != "UTF8":
                raise Busy(
                    "The database stores text as {encoding} instead of UTF-8. Create it again with: {command}",
                    encoding=str(encoding),
                    command="createdb --encoding=UTF8 --template=template0",
                )
            db.execute("SELECT pg_advisory_lock(hashtext(%s))", (self._turns,))
            try:
                self.create_table()
            finally:
                db.execute("SELECT pg_advisory_unlock(hashtext(%s))", (self._turns,))

    def has_tables(self) -> bool:
        """Whether the tables were created."""
        with self.datastore.get_connection() as db:
            found = db.execute("SELECT to_regclass(%s) AS photos", (f"{self.datastore.schema}.photos",)).fetchone()
        return found is not None and found["photos"] is not None

    # --- entries ---

    def _insert_events(
        self, curs: Cursor[DictRow], stored_events: Sequence[StoredEvent], *, turn: bool = False, **kwargs: Any
    ) -> None:
        """Wait while another connection blocks recorders, unless `turn` is our own block; a hook of the library."""
        if not turn:
            curs.execute("SELECT pg_advisory_xact_lock_shared(hashtext(%s))", (self._turns,))

    def append(self, campaign: str, raws: Sequence[Raw], *, turn: bool = False) -> int:
        """Insert entries of a campaign and return the number of the last one.

        Raises:
            IntegrityError: a position is taken, or the command was recorded before.
            PersistenceError: the database cannot be written.
        """
        numbers = self.insert_events(stored_events(campaign, raws), turn=turn)
        return numbers[-1] if numbers else 0

    @contextmanager
    def blocking(self) -> Iterator[None]:
        """Block every recorder that does not append with `turn=True`."""
        with self.datastore.transaction(commit=True) as curs:
            curs.execute("SELECT pg_advisory_xact_lock(hashtext(%s))", (self._turns,))
            yield

    def newest_number(self) -> int:
        """The number of the newest entry; 0 if there is none."""
        return self.max_notification_id() or 0

    def select_after(self, number: int, limit: int) -> Sequence[Notification]:
        """Entries after a number, in the order they were recorded."""
        found: Sequence[Notification] = self.select_notifications(number, limit, inclusive_of_start=False)
        return found

    # --- packs and photos, by their digests ---

    def add_pack(self, digest: str, game: str, pack: bytes) -> None:
        self._write("INSERT INTO {} VALUES (%s, %s, %s) ON CONFLICT DO NOTHING", "packs", (digest, game, pack))

    def pack(self, digest: str) -> tuple[str, bytes] | None:
        """The game and the bytes of a pack; None if there is none."""
        found = self._find("SELECT game, pack FROM {} WHERE digest=%s", "packs", digest)
        return (found["game"], bytes(found["pack"])) if found else None

    def add_photo(self, digest: str, body: bytes) -> None:
        self._write("INSERT INTO {} VALUES (%s, %s) ON CONFLICT DO NOTHING", "photos", (digest, body))

    def photo(self, digest: str) -> bytes | None:
        found = self._find("SELECT body FROM {} WHERE digest=%s", "photos", digest)
        return bytes(found["body"]) if found else None

    def digests(self, table: str) -> list[str]:
        """The digests of all rows in `packs` or `photos`."""
        with self.datastore.get_connection() as db:
            return [row["digest"] for row in db.execute(self._named("SELECT digest FROM {}", table))]

    def _find(self, statement: str, table: str, digest: str) -> DictRow | None:
        with self.datastore.get_connection() as db:
            return db.execute(self._named(statement, table), (digest,)).fetchone()

    def _write(self, statement: str, table: str, values: Sequence[object]) -> None:
        with self.datastore.get_connection() as db:
            db.execute(self._named(statement, table), values)


__all__ = ["SharedRecorder", "open_datastore"]
