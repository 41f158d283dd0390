"""Where entries are kept: one SQLite file. The only place that knows the event sourcing library."""

from domain.store.errors import Busy, Conflict, Damaged, StoreError
from domain.store.recorder import Write
from domain.store.sqlite import Append, Recorded, Store, StoredEntries, fingerprint

__all__ = [
    "Append",
    "Busy",
    "Conflict",
    "Damaged",
    "Recorded",
    "Store",
    "StoreError",
    "StoredEntries",
    "Write",
    "fingerprint",
]
