"""File permissions: campaigns hold the secrets of every seat, so no other user of this computer may read them."""

import os
from contextlib import suppress
from pathlib import Path

# Secrets of seats and guests are in these files: no other account of the computer may read them.
OURS, OUR_FOLDER = 0o600, 0o700
OTHERS = 0o077
"""What others may do with a file."""
BESIDE = ("", "-wal", "-shm")
"""A database and its journal, which has the rights of the database it was made for."""


def make_folder(path: Path) -> None:
    """Create a folder that only its owner can enter; an existing one keeps its permissions."""
    path.mkdir(OUR_FOLDER, parents=True, exist_ok=True)


def keep_private(path: Path) -> None:
    """Deny others a database and its journal; a missing database is created empty."""
    with suppress(OSError):  # one that is there is not opened: closing it would let go of this process's locks
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS))
    for suffix in BESIDE:
        close_to_others(path.with_name(path.name + suffix))


def close_to_others(path: Path) -> None:
    """Deny others a file; its owner's permissions stay."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)


__all__ = ["close_to_others", "keep_private", "make_folder"]
