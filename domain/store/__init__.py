"""Where entries are kept: one SQLite file. The only place that knows the event sourcing library."""

from domain.store.sqlite import (
    Append,
    Busy,
    Conflict,
    Damaged,
    Recorded,
    Store,
    StoredEntries,
    StoreError,
    Write,
    fingerprint,
)

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
