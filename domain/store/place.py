"""The place of the campaign file, and whether it is still there: others may move, replace or remove an open file."""

import os
from pathlib import Path

from domain.store.errors import StoreMoved

Mark = tuple[int, int]
"""What tells a file from every other one."""


class FilePlace:
    """The place of a file and of its journal.

    A system keeps a file that is open for whoever has it open, wherever it went: what is written then is acknowledged,
    and gone with the process. So it is looked for by its name.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (str(path), f"{path}-wal")
        self._known: dict[str, Mark] = {}

    def remember_inodes(self) -> None:
        """Remember device and inode of both while a connection is open: until it closes, SQLite recreates neither."""
        if len(self._known) < len(self._paths):
            self._known |= {path: found for path in self._paths if (found := _device_and_inode(path))}

    def check(self) -> None:
        """Make sure that both files are still the ones remembered.

        Raises:
            StoreMoved: one was moved, replaced or removed.
        """
        if any(_device_and_inode(path) != known for path, known in self._known.items()):
            raise StoreMoved(
                "The campaign file was moved, replaced or removed. Nothing more is recorded until it is back."
            )


def _device_and_inode(path: str) -> Mark | None:
    """Device and inode of the file at a path; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - asked at every record (docs/develop/speed.md)
    except OSError:
        return None
    return found.st_dev, found.st_ino


__all__ = ["FilePlace"]
