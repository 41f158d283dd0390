"""Compiled templates, cached next to the campaigns; compiling those of the first page is slower than rendering it."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from tempfile import NamedTemporaryFile

from jinja2 import BytecodeCache
from jinja2 import __version__ as library
from jinja2.bccache import Bucket

from companion.campaign_files.file_permissions import make_folder
from companion.config import release_number

SEAL = 32
"""Bytes of the HMAC in front of the cached code."""


class Compiled(BytecodeCache):
    """A bytecode cache in a folder, whose files are signed with an HMAC because they are executed.

    A file that is damaged, unsigned or compiled by other code is ignored. If the folder cannot be written, all
    templates are compiled at every start.

    Args:
        folder: the folder of the cache; created with the first file.
        key: the key of the signature.
        ways: source files of the compilation; a change in one invalidates the cache.
    """

    def __init__(self, folder: Path, key: bytes, ways: Iterable[Path]) -> None:
        self._folder = folder
        self._seals = blake2b(f"{release_number()} {library}".encode(), key=key[:64], digest_size=SEAL)
        for way in ways:
            self._seals.update(way.read_bytes())

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError):
            kept = (self._folder / bucket.key).read_bytes()
            if compare_digest(kept[:SEAL], self._seal(kept[SEAL:])):
                bucket.bytecode_from_string(kept[SEAL:])

    def dump_bytecode(self, bucket: Bucket) -> None:
        code = bucket.bytecode_to_string()
        with suppress(OSError):
            make_folder(self._folder)
            with NamedTemporaryFile(dir=self._folder, delete=False) as half:
                path = Path(half.name)
            try:
                path.write_bytes(self._seal(code) + code)
                path.replace(self._folder / bucket.key)
            finally:
                path.unlink(missing_ok=True)  # left behind if the disk is full

    def _seal(self, code: bytes) -> bytes:
        seal = self._seals.copy()
        seal.update(code)
        return seal.digest()


__all__ = ["Compiled"]
