"""Shelf: catalogues of a test's own, in place of those of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.i18n import catalogues, tongue_of
from companion.i18n.catalogues import translations_of


class Shelf:
    """A folder of catalogues, and the cache folder for what is made of them."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder, self.cache = folder / "i18n", folder / "cache"
        patch.setattr(catalogues, "FOLDER", self.folder)
        patch.setenv("COMPANION_CACHE", str(self.cache))
        self.read_anew()

    def write(self, name: str, words: dict[str, str], language: str = "zh_Hans") -> None:
        """Put a catalogue in its place; a process that starts now reads it."""
        said = "".join(f'\nmsgid "{message}"\nmsgstr "{translation}"\n' for message, translation in words.items())
        path = self.folder / language / f"{name}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n'
        path.write_text(head + said, encoding="utf-8")
        self.read_anew()

    def read_anew(self) -> None:
        """Forget what this process has read, as if it had just started."""
        translations_of.cache_clear()
        tongue_of.cache_clear()

    @property
    def kept(self) -> list[str]:
        """The names of what the cache folder holds."""
        return sorted(path.name for path in self.cache.iterdir())
