"""File permissions: campaigns contain the secrets of every seat, so other users of the computer may not read them."""

import os
from contextlib import suppress
from pathlib import Path

# For files with secrets of seats and guests: no other account of the computer may read them.
OURS, OUR_FOLDER = 0o600, 0o700
OTHERS = 0o077
"""The permission bits of other users."""
BESIDE = ("", "-wal", "-shm")
"""A database and its journals, which should have the same permissions."""


def make_folder(path: Path) -> None:
    """Create a folder that only its owner can enter; an existing one keeps its permissions."""
    path.mkdir(OUR_FOLDER, parents=True, exist_ok=True)


def keep_private(path: Path) -> None:
    """Deny other users a database and its journals; a missing database is created empty."""
    with suppress(OSError):  # never opens an existing file, because closing it would release this process's locks
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS))
    for suffix in BESIDE:
        close_to_others(path.with_name(path.name + suffix))


def close_to_others(path: Path) -> None:
    """Deny other users a file; its owner's permissions stay."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)


__all__ = ["close_to_others", "keep_private", "make_folder"]
