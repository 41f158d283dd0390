"""Where entries are kept: one SQLite file. The only place that knows the event sourcing library."""

from domain.store.errors import Astray, Busy, Conflict, Damaged, Earlier, StoreError, Unsound
from domain.store.models import ReadModels
from domain.store.pace import Pace, paced, quiet
from domain.store.recorder import Recorded, Write, quarantining
from domain.store.sqlite import Append, Store, StoredEntries, fingerprint

__all__ = [
    "Append",
    "Astray",
    "Busy",
    "Conflict",
    "Damaged",
    "Earlier",
    "Pace",
    "ReadModels",
    "Recorded",
    "Store",
    "StoreError",
    "StoredEntries",
    "Unsound",
    "Write",
    "fingerprint",
    "paced",
    "quarantining",
    "quiet",
]
