"""Where the campaign file is, and whether it still is: an open file may be moved, replaced or removed by anybody."""

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

    def learn(self) -> None:
        """Remember both while a connection is open: as long as one is, SQLite makes neither of them anew."""
        if len(self._known) < len(self._paths):
            self._known |= {path: found for path in self._paths if (found := _mark(path))}

    def check(self) -> None:
        """Make sure that both are still those that are known.

        Raises:
            StoreMoved: one was moved, replaced or removed.
        """
        if any(_mark(path) != known for path, known in self._known.items()):
            raise StoreMoved(
                "The campaign file was moved, replaced or removed. Nothing more is recorded until it is back."
            )


def _mark(path: str) -> Mark | None:
    """The mark of the file at a path; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - at every record, and twice as fast as a Path's
    except OSError:
        return None
    return found.st_dev, found.st_ino


__all__ = ["FilePlace"]
