"""Files that commands read and write: whole or not at all, with a progress bar where it takes long."""

import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import BinaryIO

import click

from domain.language.refusal import NotFound


def write_whole_file(path: Path, pieces: Iterator[bytes]) -> int:
    """Write a file, replacing it only once all of it is there; returns its size in bytes.

    Raises:
        NotFound: there is no such folder.
        OSError: it cannot be written; what was there before is untouched.
    """
    if not path.parent.is_dir():
        raise NotFound("There is no folder “{folder}”.", folder=path.parent)
    first = next(pieces, b"")
    try:
        half = _write_temporary_file(path, first, pieces)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    half.chmod(0o644)
    return half.replace(path).stat().st_size


def _write_temporary_file(path: Path, first: bytes, pieces: Iterator[bytes]) -> Path:
    """Write all of a file under a temporary name beside it, synced to the disk; returns that path."""
    with NamedTemporaryFile(dir=path.parent, prefix=".export-", delete=False) as half:
        try:
            half.write(first)
            half.writelines(pieces)
            half.flush()
            os.fsync(half.fileno())
        except BaseException:
            Path(half.name).unlink()
            raise
    return Path(half.name)


class _ReaderWithProgress(io.BufferedReader):
    """A reader that reports how many bytes were read."""

    def __init__(self, path: Path, advance: Callable[[int], None]) -> None:
        super().__init__(io.FileIO(path))
        self._advance = advance

    def readline(self, size: int | None = -1, /) -> bytes:
        found = super().readline(size)
        self._advance(len(found))
        return found


@contextmanager
def open_with_progress(path: Path) -> Iterator[BinaryIO]:
    """Open a file for reading, with a progress bar on stderr where that is a terminal."""
    with progress_bar(path.stat().st_size, "Reading") as advance, _ReaderWithProgress(path, advance) as stream:
        yield stream


@contextmanager
def progress_bar(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """Show a progress bar on stderr where that is a terminal; yields the function that advances it."""
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield bar.update
