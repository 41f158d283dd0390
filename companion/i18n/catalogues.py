"""The catalogues as they are read: `<language>/<name>.po`, one for the core and one a game.

Reading the text takes twenty times as long as reading what is compiled of it. So each is compiled when it is first
asked for and kept in the cache folder under the digest of its text: a newer text is compiled anew, and where nothing
can be kept, that is done at every start.
"""

import struct
from contextlib import suppress
from functools import cache
from gettext import GNUTranslations, NullTranslations
from hashlib import blake2b
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.config import cache_folder

FOLDER = Path(__file__).parent
CORE = "core"
"""The catalogue of all that no game says; the others are called like the keys of their games."""


@cache
def translations(language: str, name: str = CORE) -> NullTranslations:
    """The words of a catalogue, then those of the core; a game without a catalogue has the core's alone."""
    source = FOLDER / language / f"{name}.po"
    words = _compiled(source) if source.is_file() else NullTranslations()
    if name != CORE:
        words.add_fallback(translations(language))
    return words


def _compiled(source: Path) -> GNUTranslations:
    written, folder = source.read_bytes(), cache_folder()
    if folder is None:
        return GNUTranslations(BytesIO(compiled(written)))
    name = f"{source.parent.name}-{source.stem}"
    kept = folder / f"{name}-{blake2b(written, digest_size=8).hexdigest()}.mo"
    with suppress(OSError, ValueError, struct.error), kept.open("rb") as file:  # not there, or damaged
        return GNUTranslations(file)
    made = compiled(written)
    _keep(made, kept, f"{name}-*.mo")
    return GNUTranslations(BytesIO(made))


def compiled(written: bytes) -> bytes:
    """The text of a catalogue as what gettext reads; messages without a translation are left out."""
    from babel.messages.mofile import write_mo  # noqa: PLC0415 - slow to import, and needed once a catalogue
    from babel.messages.pofile import read_po  # noqa: PLC0415

    made = BytesIO()
    write_mo(made, read_po(BytesIO(written)))
    return made.getvalue()


def _keep(made: bytes, at: Path, older: str) -> None:
    """Keep a compiled catalogue in place of older ones, whole or not at all; where nobody may write, none is kept."""
    with suppress(OSError):
        at.parent.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(dir=at.parent) as folder:
            half = Path(folder) / at.name
            half.write_bytes(made)
            half.replace(at)
        for path in at.parent.glob(older):
            if path != at:
                path.unlink()


__all__ = ["CORE", "FOLDER", "compiled", "translations"]
