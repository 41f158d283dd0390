"""The languages of the interface: their names and catalogues, and how game terms are written in them."""

from collections.abc import Callable, Mapping
from functools import cache

from companion.i18n.catalogues import CORE, translations_of
from companion.i18n.hant import to_traditional
from domain.framework.text import Tongue

LANGUAGES: Mapping[str, str] = {"en": "English", "zh_Hans": "简体中文", "zh_Hant": "繁體中文"}
"""The name of each language in that language; the keys are the folders of the catalogues."""
TRADITIONAL = ("hant", "tw", "hk", "mo")


def language_of(tag: str) -> str:
    """The language closest to a tag that a browser sends (`zh-TW`); empty if there is none."""
    language, *rest = tag.lower().replace("_", "-").split("-")
    if language == "zh":
        is_traditional = "hans" not in rest and any(part in TRADITIONAL for part in rest)
        return "zh_Hant" if is_traditional else "zh_Hans"
    return "en" if language == "en" else ""


def terms_of(language: str) -> str:
    """The language of game terms that belongs to a language of the interface."""
    return "zh" if language.startswith("zh") else "en"


def translator(language: str, game: str = "") -> Callable[[str], str]:
    """A function that translates messages, preferring a game's own translations; others are returned unchanged."""
    if language == "en":
        return str
    words = translations_of(language, game or CORE)
    return lambda message: words.gettext(message) if message else ""


@cache
def tongue_of(language: str, content: str = "", game: str = "") -> Tongue:
    """A language of the interface with a language of game terms, by default the matching one.

    With a game's key, the game's own translations win over those of the core.
    """
    script = to_traditional if language == "zh_Hant" else str
    return Tongue(translator(language, game), content or terms_of(language), language.replace("_", "-"), script)


__all__ = ["LANGUAGES", "language_of", "terms_of", "tongue_of", "translator"]
