"""Files and folders that nobody else on this computer reads: campaigns hold the secrets of every seat."""

import os
from contextlib import suppress
from pathlib import Path

OURS, OUR_FOLDER = 0o600, 0o700
OTHERS = 0o077
"""What others may do with a file."""
BESIDE = ("", "-wal", "-shm")
"""A database and its journal, which has the rights of the database it was made for."""


def make_folder(path: Path) -> None:
    """A folder of one's own; one that is there already stays as open as its owner has it."""
    path.mkdir(OUR_FOLDER, parents=True, exist_ok=True)


def keep_private(path: Path) -> None:
    """Let others no longer read a database and its journal; where there is none, make an empty one."""
    with suppress(OSError):  # one that is there is not opened: closing it would let go of this process's locks
        os.close(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS))
    for suffix in BESIDE:
        close_to_others(path.with_name(path.name + suffix))


def close_to_others(path: Path) -> None:
    """Let others no longer read a file; its owner keeps the rights they had."""
    with suppress(OSError):
        mode = path.stat().st_mode
        if mode & OTHERS:
            path.chmod(mode & ~OTHERS)


__all__ = ["close_to_others", "keep_private", "make_folder"]
