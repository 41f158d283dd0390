"""The path of the campaign file, with a check that the open file is still there."""

import os
from pathlib import Path

from domain.store.errors import StoreMoved

Mark = tuple[int, int]
"""The device and inode of a file, which identify it."""


class FilePlace:
    """The paths of a file and its journal.

    The operating system keeps a moved or removed file alive for the process that has it open: writes to it would be
    acknowledged and then lost with the process. So the paths are checked.
    """

    def __init__(self, path: Path) -> None:
        self._paths = (str(path), f"{path}-wal")
        self._known: dict[str, Mark] = {}

    def remember_inodes(self) -> None:
        """Remember device and inode of both files; call it while a connection is open, so SQLite recreates neither."""
        if len(self._known) < len(self._paths):
            self._known |= {path: found for path in self._paths if (found := _device_and_inode(path))}

    def check(self) -> None:
        """Check that both files are still the remembered ones.

        Raises:
            StoreMoved: one was moved, replaced or removed.
        """
        if any(_device_and_inode(path) != known for path, known in self._known.items()):
            raise StoreMoved("The campaign file was moved, replaced or removed. Nothing is recorded until it is back.")


def _device_and_inode(path: str) -> Mark | None:
    """Device and inode of the file at a path; None if there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - asked at every record (docs/develop/speed.md)
    except OSError:
        return None
    return found.st_dev, found.st_ino


__all__ = ["FilePlace"]
