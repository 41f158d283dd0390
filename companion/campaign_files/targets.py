"""Files that commands write for users: complete or not at all, and never over a foreign file."""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.campaign_files.backups import FOLDER, JOURNALS, MAGIC, journals_of, put_in_place
from companion.campaign_files.file_permissions import OURS
from companion.campaign_files.head_note import note_path
from companion.config import Settings, cache_folder
from domain.framework.refusal import NotFound
from domain.store import Conflict

FILES = ("campaigns.db", "shared.db", "guests.db", "session.key", "shared.key", "scripts.token")
"""Files of the data folder, besides the campaign file named in the settings. Their journals and former versions
have these names with a suffix such as `-wal` or `.damaged-1`."""
FOLDERS = (FOLDER, "templates", "notices")
"""Folders of the data folder that belong to the program."""
BY_UMASK = 0o666
"""The mode of a file that may be public, before the umask."""


@dataclass(frozen=True)
class Target:
    """The path of a file that a command writes.

    Args:
        replaces: whether it may replace an existing file.
    """

    path: Path
    settings: Settings
    replaces: bool = False

    def check(self) -> None:
        """Refuse a path that must not be written.

        Raises:
            NotFound: its folder does not exist.
            Conflict: it is one of the program's files, a campaign file in use, or an existing file that is not to be
            replaced.
        """
        _check_parent(self.path)
        if is_own_path(self.path, self.settings):
            raise Conflict(
                "“{file}” is one of the companion's own files and is never overwritten. Choose another name or folder.",
                file=self.path.name,
            )
        if of_database := _files_of_database(_resolved(self.path)):
            raise Conflict(
                "“{other}” belongs to a database “{file}”, so nothing is written there. Choose another name or folder.",
                other=of_database[0].name,
                file=self.path.name,
            )
        if not os.path.lexists(self.path):
            return
        if not self.replaces:
            raise Conflict(
                "The file “{file}” already exists. Choose another name, or replace it with --force.",
                file=self.path.name,
            )
        if self.path.exists() and not self.path.is_file():
            raise Conflict("“{file}” is not an ordinary file, so it is not replaced.", file=self.path.name)

    @contextmanager
    def unfinished(self) -> Iterator[Path]:
        """A temporary path to write to; at the end of the `with` block the complete file is moved into place.

        Raises:
            NotFound, Conflict: as `check`.
            OSError: it cannot be written; an existing file was not changed.
        """
        self.check()
        place = _resolved(self.path)
        try:
            with TemporaryDirectory(dir=place.parent, prefix=".unfinished-") as folder:
                half = Path(folder) / "half"
                yield half
                self.check()  # another program may have written there meanwhile
                put_in_place(half, place)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from error

    def write(self, pieces: Iterable[bytes], *, private: bool = False) -> int:
        """Write the file and return its size in bytes.

        Args:
            private: only the owner may read it; otherwise the umask decides.
        """
        with self.unfinished() as half:
            opened = os.open(half, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS if private else BY_UMASK)
            with os.fdopen(opened, "wb") as file:
                file.writelines(pieces)
        return self.path.stat().st_size


@dataclass(frozen=True)
class TargetFolder:
    """The path of a folder that a command writes files into."""

    path: Path
    settings: Settings
    replaces: bool = False

    def check(self) -> None:
        """Refuse a folder that must not be written into.

        Raises:
            NotFound: its parent folder does not exist.
            Conflict: it is the data folder, or one of the program's folders.
        """
        _check_parent(self.path)
        if _is_same(self.path, self.settings.data) or is_own_path(self.path, self.settings):
            raise Conflict(
                "“{folder}” is the companion's own folder. Choose another one.", folder=_resolved(self.path).name
            )

    def target(self, name: str, mark: bytes) -> Target:
        """The path of a file in the folder; an existing file is replaced if its first bytes contain our `mark`."""
        path = self.path / name
        return Target(path, self.settings, self.replaces or mark in _first_bytes(path))


def is_own_path(path: Path, settings: Settings) -> bool:
    """Whether a path, however it is spelled, is one of the program's files, or would be if it were created."""
    whole, cache = _resolved(path), cache_folder()
    if cache and any(_is_same(parent, cache) for parent in (whole, *whole.parents)):
        return True
    for parent in whole.parents:
        if _is_same(parent, settings.data):
            name, *below = whole.relative_to(parent).parts
            return _is_own_name(name, settings) or (not below and _is_database(whole))
    return _is_file(whole) and any(_is_same(whole, own) for own in _own_files(settings))


def _is_own_name(name: str, settings: Settings) -> bool:
    """Whether the program uses a name in the data folder; case is ignored, as on some systems."""
    known = name.casefold()
    files = tuple(own.casefold() for own in (*FILES, settings.name))
    return known in (*files, *FOLDERS) or known.startswith(tuple(f"{own}{sign}" for own in files for sign in "-."))


def _is_database(path: Path) -> bool:
    """Whether a file is a database or its journal, such as a campaign file opened with `--store`."""
    names = [path.name, *(path.name.removesuffix(suffix) for suffix in JOURNALS)]
    return any(_first_bytes(path.with_name(name)).startswith(MAGIC) for name in names)


def _files_of_database(path: Path) -> list[Path]:
    """The journals and the note of a database; they would not fit a file that replaces it."""
    return [*journals_of(path), *(note for note in [note_path(path)] if os.path.lexists(note))]


def _own_files(settings: Settings) -> Iterator[Path]:
    """All files of the program."""
    if cache := cache_folder():
        yield from cache.rglob("*")
    with suppress(OSError):
        for own in settings.data.iterdir():
            if _is_own_name(own.name, settings) or _is_database(own):
                yield from (own, *own.rglob("*"))


def _first_bytes(path: Path) -> bytes:
    """The first bytes of a file; empty if there is none."""
    if not _is_file(path):
        return b""
    with suppress(OSError), path.open("rb") as file:
        return file.read(1_000)
    return b""


def _is_file(path: Path) -> bool:
    with suppress(OSError, ValueError):
        return path.is_file()
    return False


def _is_same(path: Path, other: Path) -> bool:
    """Whether two paths are the same file or folder."""
    with suppress(OSError):
        return path.samefile(other)
    return path == _resolved(other)


def _resolved(path: Path) -> Path:
    """A path with its links resolved, unless they form a loop."""
    return Path(os.path.realpath(path))


def _check_parent(path: Path) -> None:
    """Refuse a path whose folder does not exist.

    Raises:
        NotFound: it does not exist.
    """
    if not path.parent.is_dir():
        raise NotFound("There is no folder “{folder}”.", folder=path.parent)


__all__ = ["Target", "TargetFolder", "is_own_path"]
