"""The catalogues at run time: `<language>/<name>.po`, one for the core and one a game.

Those in traditional characters are made from the simplified ones; `zh_Hant` holds only what is said otherwise.

Reading the text takes twenty times as long as reading what is compiled of it. So each is compiled when it is first
asked for and kept in the cache folder under the digest of its text: a newer text is compiled anew, and where nothing
can be kept, that is done at every start.
"""

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

FOLDER = Path(__file__).parent
CORE = "core"
"""The catalogue of all that no game says; the others are called like the keys of their games."""


SIMPLIFIED, TRADITIONAL = "zh_Hans", "zh_Hant"
"""The second is made from the catalogues of the first; its own have only what is said otherwise."""


@cache
def translations_of(language: str, name: str = CORE) -> NullTranslations:
    """The messages of a catalogue, then those of the core; a game without a catalogue has the core's alone."""
    sources = sources_of(language, name)
    words = _compiled_catalogue(language, name, sources) if sources else NullTranslations()
    if name != CORE:
        words.add_fallback(translations_of(language))
    return words


def sources_of(language: str, name: str) -> list[Path]:
    """The files that a catalogue is made from: its own; of one in traditional characters, the simplified one first."""
    source = FOLDER / language / f"{name}.po"
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
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - slow to import, and needed once a catalogue

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
    """Cache a compiled catalogue in place of older ones, whole or not at all; a read-only folder gets none."""
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
