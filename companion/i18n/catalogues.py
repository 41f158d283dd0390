"""The catalogues at run time: `<language>/<name>.po`, one for the core and one per game.

Traditional catalogues are converted from simplified ones; `zh_Hant` contains only the exceptions.

Parsing a text catalogue takes twenty times as long as loading a compiled one. So each is compiled when it is first
needed, and cached under the digest of its text; if the cache folder cannot be written, every start compiles it.
"""

import logging
import struct
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations, NullTranslations
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from companion.config import cache_folder
from companion.i18n import hant

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

log = logging.getLogger(__name__)
FOLDER = Path(__file__).parent
CORE = "core"
"""The catalogue of the core; the others have the keys of their games."""


SIMPLIFIED, TRADITIONAL = "zh_Hans", "zh_Hant"
"""The languages of the source catalogues, and of those converted from them."""


@cache
def translations_of(language: str, name: str = CORE) -> NullTranslations:
    """The messages of a catalogue, with the core's as fallback; an unreadable one of an installed game is empty."""
    sources = sources_of(language, name)
    try:
        words = _compiled_catalogue(language, name, sources) if sources else NullTranslations()
    except Exception:  # an installed game may bring any file
        if _folder_installed(name) is None:
            raise
        log.exception("The catalogue of the game “%s” cannot be read.", name)
        words = NullTranslations()
    if name != CORE:
        words.add_fallback(translations_of(language))
    return words


def _folder_installed(name: str) -> Path | None:
    """The folder of the installed game that a catalogue belongs to; None if it is shipped."""
    if name == CORE:
        return None
    from domain.games import SHIPPED, folders_installed  # noqa: PLC0415 - `--help` needs no game

    return None if name in SHIPPED else folders_installed().get(name)


def sources_of(language: str, name: str) -> list[Path]:
    """The files that a catalogue is made from; for traditional Chinese, the simplified one first."""
    installed = _folder_installed(name)
    source = installed / "i18n" / f"{language}.po" if installed else FOLDER / language / f"{name}.po"
    if language == TRADITIONAL:
        return [*sources_of(SIMPLIFIED, name), *([source] if source.is_file() else [])]
    return [source] if source.is_file() else []


def _compiled_catalogue(language: str, name: str, sources: Sequence[Path]) -> GNUTranslations:
    written, folder = [source.read_bytes() for source in sources], cache_folder()
    if folder is None:
        return GNUTranslations(BytesIO(compile_catalogue(language, written)))
    digest = blake2b(b"".join([*written, hant.FILE.read_bytes()]), digest_size=8).hexdigest()
    kept = folder / f"{language}-{name}-{digest}.mo"
    with suppress(OSError, ValueError, struct.error), kept.open("rb") as file:  # not there, or damaged
        return GNUTranslations(file)
    made = compile_catalogue(language, written)
    _cache_compiled(made, kept, f"{language}-{name}-*.mo")
    return GNUTranslations(BytesIO(made))


def compile_catalogue(language: str, written: Sequence[bytes]) -> bytes:
    """The texts of a catalogue compiled for gettext; untranslated messages are left out."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - slow to import, and rarely needed

    made = BytesIO()
    write_mo(made, merge_catalogues(language, written))
    return made.getvalue()


def merge_catalogues(language: str, written: Sequence[bytes]) -> "Catalog":
    """All messages of a catalogue, from the texts of its files in the order of `sources_of`."""
    from babel.messages.pofile import read_po  # noqa: PLC0415 - as above

    catalog, *exceptions = (read_po(BytesIO(each)) for each in written)
    if language == TRADITIONAL:
        for message in filter(lambda message: message.id, catalog):
            message.string = hant.traditional_sentence(str(message.string))
    for exception in (message for each in exceptions for message in each if message.id):
        if known := catalog.get(exception.id):
            known.string = exception.string
    return catalog


def _cache_compiled(made: bytes, at: Path, older: str) -> None:
    """Cache a compiled catalogue atomically and delete older ones; does nothing in a read-only folder."""
    with suppress(OSError):
        at.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=at.parent) as folder:
            half = Path(folder) / at.name
            half.write_bytes(made)
            half.replace(at)
        for path in at.parent.glob(older):
            if path != at:
                path.unlink()


__all__ = [
    "CORE",
    "FOLDER",
    "SIMPLIFIED",
    "TRADITIONAL",
    "compile_catalogue",
    "merge_catalogues",
    "sources_of",
    "translations_of",
]
