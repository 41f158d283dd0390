"""Progress of the files that are being made, for the pages that wait for them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from flask import Flask, current_app


@dataclass(frozen=True)
class EntriesWritten:
    """The entries that are in a file so far, and all; both are 0 until its first part is made."""

    done: int = 0
    total: int = 0


class FileProgress:
    """The progress of each file by its campaign and the number that its page has chosen.

    It has no more files than are made at a time, because a file is forgotten when it is made or failed.
    """

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], EntriesWritten] = {}

    @contextmanager
    def follow(self, campaign: str, making: str) -> Iterator[Callable[[int, int], None]]:
        """Know the progress of a file while the block runs; yields the function that reports it."""
        file = (campaign, making)

        def progressed(done: int, total: int) -> None:
            self._known[file] = EntriesWritten(done, total)

        try:
            yield progressed
        finally:
            self._known.pop(file, None)

    def of_file(self, campaign: str, making: str) -> EntriesWritten:
        """The progress of a file; of an unknown one, nothing."""
        return self._known.get((campaign, making), EntriesWritten())

    def __len__(self) -> int:
        return len(self._known)


def install_file_progress(app: Flask) -> None:
    """Let the pages of an app know the progress of their files."""
    app.extensions["file_progress"] = FileProgress()


def progress_of_app() -> FileProgress:
    """The progress of the files of the current app."""
    found: FileProgress = current_app.extensions["file_progress"]
    return found


__all__ = ["EntriesWritten", "FileProgress", "install_file_progress", "progress_of_app"]
