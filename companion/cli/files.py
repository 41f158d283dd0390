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


def written(path: Path, pieces: Iterator[bytes]) -> int:
    """Write a file, replacing it only once all of it is there; returns its size in bytes.

    Raises:
        NotFound: there is no such folder.
        OSError: it cannot be written; what was there before is untouched.
    """
    if not path.parent.is_dir():
        raise NotFound("There is no folder “{folder}”.", folder=path.parent)
    first = next(pieces, b"")
    try:
        half = _half_of(path, first, pieces)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    half.chmod(0o644)
    return half.replace(path).stat().st_size


def _half_of(path: Path, first: bytes, pieces: Iterator[bytes]) -> Path:
    """All of a file, safe on the disk, under another name beside it."""
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


class _Watched(io.BufferedReader):
    """A file that says how many bytes were read of it."""

    def __init__(self, path: Path, advance: Callable[[int], None]) -> None:
        super().__init__(io.FileIO(path))
        self._advance = advance

    def readline(self, size: int | None = -1, /) -> bytes:
        found = super().readline(size)
        self._advance(len(found))
        return found


@contextmanager
def watched(path: Path) -> Iterator[BinaryIO]:
    """A file to read, with a progress bar on stderr if a person looks on."""
    with progress(path.stat().st_size, "Reading") as advance, _Watched(path, advance) as stream:
        yield stream


@contextmanager
def progress(length: int, label: str) -> Iterator[Callable[[int], None]]:
    """A progress bar on stderr, by what advances it; silent where nobody looks on."""
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        yield bar.update
