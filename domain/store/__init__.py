"""The event store: entries in one SQLite file. The only package that imports the event sourcing library."""

from domain.store.errors import Busy, Conflict, Damaged, NeedsMigration, StoreError, StoreMoved, Unsound
from domain.store.models import ReadModels
from domain.store.pace import Pace, interrupted_by, watch_nothing
from domain.store.protocol import Append, Following, LocalFile, Store
from domain.store.recorder import Recorded, Write, commands_write, quarantine_write
from domain.store.sqlite import FileStore, StoredEntries, fingerprint_of_code

__all__ = [
    "Append",
    "Busy",
    "Conflict",
    "Damaged",
    "FileStore",
    "Following",
    "LocalFile",
    "NeedsMigration",
    "Pace",
    "ReadModels",
    "Recorded",
    "Store",
    "StoreError",
    "StoreMoved",
    "StoredEntries",
    "Unsound",
    "Write",
    "commands_write",
    "fingerprint_of_code",
    "interrupted_by",
    "quarantine_write",
    "watch_nothing",
]
